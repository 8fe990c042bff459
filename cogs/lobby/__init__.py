"""A table before its start, and the lists of tables."""
