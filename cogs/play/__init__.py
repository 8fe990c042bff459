"""A seat at its table: moves, looking, the log, the rules."""
