"""What concerns a person at all their tables."""
