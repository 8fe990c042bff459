"""Who may do what, and where: one row for each command, button, menu and form. The shell asks it before anything is done.

What only holds while a table does not change, such as whose turn it is, is asked once more by `host`, in the change itself.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from discord.app_commands import CommandTree, Group, allowed_contexts, allowed_installs, default_permissions


class Who(Enum):
    """Whom something is open to; whoever may do something at a table may see it, too."""

    ANYBODY = "anybody; it tells what all may know"
    ONESELF = "anybody, about themselves alone"
    OPENER = "whoever may open tables in this channel, as the server has chosen"
    MANAGER = "whoever manages the server"
    TABLE_MANAGER = "whoever manages the server and may see the table"
    VIEWER = "whoever may see the table where they are"
    GUEST = "whoever has a seat before the start, or for whom one is kept"
    HOST = "whoever hosts the table before its start"
    CLOSER = "the same, and whoever manages the server"
    SEATED = "whoever has a seat, whether or not the game runs"
    PLAYER = "whoever has a seat at the running game"
    PLAYER_OR_WATCHER = "the same, and whoever has no seat: they are shown what there is to look at"
    MOVER = "whoever is to move"
    MOVER_OR_WATCHER = "the same, and whoever has no seat, likewise"
    WATCHER = "whoever has no seat there"
    RETURNING = "whoever lost a seat to a stand-in by time-outs alone"
    REPLACER = "whoever has a seat at the running game, or lost one like that"
    VOTER = "whoever is asked a question that is open"
    ASKER = "whoever has asked a question that is open"
    REMATCHER = "whoever may open tables in this channel; only who sat there opens one, others are shown it"


class Where(Enum):
    """In which places."""

    SERVER = "in the channels and threads of a server"
    EVERYWHERE = "wherever people are who have installed the bot for themselves, too, without it being there"
    ANYWHERE = "in direct messages, too; a table is seen there by its seats alone"


class Which(Enum):
    """The table that is meant where none is named, and what it must be."""

    ANY = "whatever became of it; it is always named"
    OPEN = "one that has not started"
    RUNNING = "one that runs"
    ENDING = "one that runs; who means an open one is told how that is closed"
    STARTED = "one that has started, or else was over last"


class Row(NamedTuple):
    """Who may do it, where, and to which table, if it is about one."""

    who: Who
    where: Where = Where.ANYWHERE
    which: Which = Which.ANY

    @property
    def about_a_table(self) -> bool:
        """Is there a table that has to be found?"""
        return self.who not in (Who.ANYBODY, Who.ONESELF, Who.OPENER, Who.MANAGER)


ACCESS = {
    "/help": Row(Who.ANYBODY),
    "/rules": Row(Who.ANYBODY),
    "r1:topic": Row(Who.ANYBODY),
    "/turns": Row(Who.ONESELF, Where.EVERYWHERE),
    "t1:turns": Row(Who.ONESELF, Where.EVERYWHERE),
    "/settings": Row(Who.ONESELF),
    "m1:ask": Row(Who.ONESELF),
    "m1:typed": Row(Who.ONESELF),
    "m1:loud": Row(Who.ONESELF),
    "m1:language": Row(Who.ONESELF),
    "m1:stay": Row(Who.ONESELF),
    "m1:switch": Row(Who.ONESELF),
    # tables before their start
    "/game new": Row(Who.OPENER, Where.SERVER),
    "/Challenge": Row(Who.OPENER, Where.SERVER),  # in the menu of a person
    "l1:challenge": Row(Who.OPENER, Where.SERVER),
    "l1:new": Row(Who.OPENER, Where.SERVER),
    "l1:game": Row(Who.OPENER, Where.SERVER),
    "/game list": Row(Who.ANYBODY, Where.SERVER),
    "t1:list": Row(Who.ANYBODY, Where.SERVER),
    "/game join": Row(Who.VIEWER, Where.SERVER, Which.OPEN),
    "l1:join": Row(Who.VIEWER, Where.SERVER),
    "/game leave": Row(Who.GUEST, Where.SERVER, Which.OPEN),
    "l1:leave": Row(Who.GUEST, Where.SERVER),
    "/game start": Row(Who.HOST, Where.SERVER, Which.OPEN),
    "l1:start": Row(Who.HOST, Where.SERVER),
    "/game cancel": Row(Who.CLOSER, Where.SERVER, Which.OPEN),
    "l1:cancel": Row(Who.CLOSER, Where.SERVER),
    "l1:add": Row(Who.HOST, Where.SERVER),  # a computer
    "l1:remove": Row(Who.HOST, Where.SERVER),
    "l1:level": Row(Who.HOST, Where.SERVER),
    "l1:change": Row(Who.HOST, Where.SERVER),
    "l1:pace": Row(Who.HOST, Where.SERVER),
    "l1:lapse": Row(Who.HOST, Where.SERVER),
    "l1:seating": Row(Who.HOST, Where.SERVER),
    "l1:points": Row(Who.HOST, Where.SERVER),
    "l1:guidance": Row(Who.HOST, Where.SERVER),
    "l1:language": Row(Who.HOST, Where.SERVER),
    "l1:hints": Row(Who.HOST, Where.SERVER),
    "l1:size": Row(Who.HOST, Where.SERVER),
    "l1:reserve": Row(Who.HOST, Where.SERVER),
    "l1:free": Row(Who.HOST, Where.SERVER),
    "l1:rematch": Row(Who.REMATCHER, Where.SERVER),
    # looking at a table
    "/board": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
    "b1:view": Row(Who.VIEWER, which=Which.STARTED),
    "b1:text": Row(Who.VIEWER, which=Which.STARTED),
    "b1:detail": Row(Who.VIEWER, which=Which.STARTED),
    "b1:part": Row(Who.VIEWER, which=Which.STARTED),
    "b1:more": Row(Who.VIEWER, which=Which.STARTED),
    "/log": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
    "g1:log": Row(Who.VIEWER, which=Which.STARTED),
    "g1:page": Row(Who.VIEWER, which=Which.STARTED),
    "g1:copy": Row(Who.VIEWER, which=Which.STARTED),
    "g1:after": Row(Who.VIEWER, which=Which.STARTED),
    "g1:step": Row(Who.VIEWER, which=Which.STARTED),
    "/replay": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
    "g1:replay": Row(Who.VIEWER, which=Which.STARTED),
    "r1:table": Row(Who.VIEWER),
    "r1:page": Row(Who.VIEWER),
    # moving
    "/move": Row(Who.MOVER, Where.SERVER, Which.RUNNING),
    "b1:move": Row(Who.MOVER_OR_WATCHER, which=Which.STARTED),
    "p1:pick": Row(Who.SEATED),  # a second click shows what the first one did, whoever is to move then
    "p1:menu": Row(Who.SEATED),
    "p1:tab": Row(Who.MOVER),
    "p1:turn": Row(Who.SEATED),
    "p1:hint": Row(Who.MOVER),
    "p1:hinted": Row(Who.MOVER),
    "p1:resume": Row(Who.MOVER),
    "p1:page": Row(Who.MOVER),
    "p1:back": Row(Who.MOVER),
    "p1:over": Row(Who.MOVER),
    "p1:confirm": Row(Who.SEATED),
    "p1:close": Row(Who.VIEWER),
    "/undo": Row(Who.PLAYER, Where.SERVER, Which.RUNNING),
    "b1:undo": Row(Who.PLAYER_OR_WATCHER, which=Which.STARTED),
    "b1:takeback": Row(Who.PLAYER),
    "n1:mute": Row(Who.MOVER),
    "n1:nudge": Row(Who.PLAYER),
    "n1:keep": Row(Who.PLAYER),
    # what takes the consent of the others, and leaving
    "q2:undo": Row(Who.PLAYER),
    "q1:yes": Row(Who.VOTER),
    "q1:no": Row(Who.VOTER),
    "q1:back": Row(Who.ASKER),
    "/pause": Row(Who.PLAYER, Where.SERVER, Which.RUNNING),
    "v1:pause": Row(Who.PLAYER),
    "/game terms": Row(Who.PLAYER, Where.SERVER, Which.RUNNING),
    "v1:terms": Row(Who.PLAYER),
    "v1:pace": Row(Who.PLAYER),
    "v1:lapse": Row(Who.PLAYER),
    "v1:language": Row(Who.PLAYER),
    "/game end": Row(Who.PLAYER, Where.SERVER, Which.ENDING),
    "v1:ending": Row(Who.PLAYER),
    "v1:end": Row(Who.PLAYER),
    "/resign": Row(Who.PLAYER, Where.SERVER, Which.RUNNING),
    "v1:leave": Row(Who.PLAYER),
    "v1:resign": Row(Who.PLAYER),
    "/replace": Row(Who.REPLACER, Where.SERVER, Which.RUNNING),
    "v1:replace": Row(Who.PLAYER, Where.SERVER),
    "v1:by": Row(Who.PLAYER, Where.SERVER),
    "v1:offer": Row(Who.WATCHER, Where.SERVER),
    "v1:back": Row(Who.RETURNING),
    # servers
    "/setup": Row(Who.MANAGER, Where.SERVER),
    "s1:back": Row(Who.MANAGER, Where.SERVER),
    "s1:permissions": Row(Who.MANAGER, Where.SERVER),
    "s1:channels": Row(Who.MANAGER, Where.SERVER),
    "s1:roles": Row(Who.MANAGER, Where.SERVER),
    "s1:language": Row(Who.MANAGER, Where.SERVER),
    "s1:pace": Row(Who.MANAGER, Where.SERVER),
    "s1:lapse": Row(Who.MANAGER, Where.SERVER),
    "s1:threads": Row(Who.MANAGER, Where.SERVER),
    "s1:most": Row(Who.MANAGER, Where.SERVER),
    "s1:quotas": Row(Who.MANAGER, Where.SERVER),
    "s1:limits": Row(Who.MANAGER, Where.SERVER),
    "s1:tables": Row(Who.MANAGER, Where.SERVER),
    "s1:table": Row(Who.MANAGER, Where.SERVER),
    "s1:end": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:ended": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:move": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:log": Row(Who.MANAGER, Where.SERVER),
}


def row_of(name: str) -> Row:
    """The row of a command (`/game new`) or of the beginning of a custom_id (`b1:move`); raises `LookupError`."""
    if name not in ACCESS:
        raise LookupError(f"No row of cogs/shell/access.py says who may do {name}, and where.")
    return ACCESS[name]


def declare(tree: CommandTree) -> None:
    """Let Discord know of what it can check before it asks us; raises `LookupError` where a command has no row."""
    for command in tree.get_commands():
        leaves = (
            [each for each in command.walk_commands() if not isinstance(each, Group)] if isinstance(command, Group) else [command]
        )
        found = [row_of(f"/{leaf.qualified_name}") for leaf in leaves]
        places = {row.where for row in found}
        everywhere = Where.EVERYWHERE in places
        allowed_installs(guilds=True, users=everywhere)(command)
        allowed_contexts(guilds=True, dms=places != {Where.SERVER}, private_channels=everywhere)(command)
        if all(row.who is Who.MANAGER for row in found):
            default_permissions(manage_guild=True)(command)
