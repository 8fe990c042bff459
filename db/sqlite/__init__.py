"""One database file, by SQLite: for one process at a time."""
