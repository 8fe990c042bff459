"""The Discord face: no cog knows a particular game."""

COGS = ("lobby", "play", "panel", "router", "poster", "help", "admin")
