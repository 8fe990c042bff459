"""What takes the consent of the others, and leaving a table."""
