"""Questions to the other players of a table, and leaving a running game."""
