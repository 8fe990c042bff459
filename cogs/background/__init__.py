"""Background work: due clocks, computers' turns, and people, channels and servers that disappear."""
