"""The Discord face: no cog knows a particular game."""

COGS = (
    "lobby.commands",
    "lobby.panel",
    "lobby.rematch",
    "play.answering",
    "play.confirm",
    "play.move",
    "together.leaving",
    "together.leaving_panel",
    "channel.presence",
    "play.look",
    "play.more",
    "play.log",
    "play.rules",
    "person.turns",
    "person.settings",
    "shell.router",
    "channel.payer",
    "channel.scheduler",
    "help.help",
    "server.setup",
)
