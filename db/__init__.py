"""Rows in, rows out: knows no game and no Discord."""
