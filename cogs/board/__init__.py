"""Boards in a channel: their pictures, lines and buttons, and how a game ended."""
