"""How to begin."""
