"""A person's settings, and the list of their tables."""
