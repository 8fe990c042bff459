"""What those who manage a server choose."""
