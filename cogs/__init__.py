"""The Discord face: no cog knows a particular game."""

COGS = (
    "lobby",
    "lobby_panel",
    "rematch",
    "play",
    "leaving",
    "leaving_panel",
    "presence",
    "look",
    "more",
    "log",
    "rules",
    "turns",
    "me",
    "router",
    "poster",
    "notices",
    "keeper",
    "help",
    "admin",
)
