"""The Discord face: no cog knows a particular game."""

COGS = ("lobby", "play", "look", "router", "poster", "help", "admin")
