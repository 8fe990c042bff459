"""The Discord face: no cog knows a particular game."""

COGS = ("lobby", "play", "router", "poster", "help", "admin")
