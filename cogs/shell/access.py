"""Access control: one row for each command, button, menu and form says who may use it, and where.

The shell checks the row before it calls the handler. Conditions that may change meanwhile, such as whose turn it is, are checked
again by `host` in the change itself.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from discord.app_commands import CommandTree, Group, allowed_contexts, allowed_installs, default_permissions


class Who(Enum):
    """The people who may do something; everybody who may act at a table may also see it."""

    ANYBODY = "everybody: it shows only what everybody may know"
    ONESELF = "everybody, about themselves alone"
    SHOWN = "everybody, about themselves, and about others as far as these show it"
    OPENER = "people who may open tables in this channel, as the server has chosen"
    MANAGER = "people who manage the server"
    TABLE_MANAGER = "people who manage the server and may see the table"
    VIEWER = "people who may see the table from the place where they are"
    GUEST = "people with a seat before the start, taken or reserved"
    HOST = "the host of the table before its start"
    CLOSER = "the host before the start, and people who manage the server"
    SEATED = "people with a seat, whether or not the game runs"
    PLAYER = "people with a seat at the running game"
    PLAYER_OR_WATCHER = "players, and spectators, who are shown the board"
    MOVER = "people whose turn it is"
    MOVER_OR_WATCHER = "people whose turn it is, and spectators, who are shown the board"
    WATCHER = "spectators: people without a seat"
    RETURNING = "people who lost a seat to a stand-in by time-outs alone"
    REPLACER = "players, and people who lost a seat to a stand-in by time-outs alone"
    VOTER = "people whose vote an open question waits for"
    ASKER = "the person who asked an open question"
    REMATCHER = "people who may open tables in this channel; only former players open one, others are shown it"


class Where(Enum):
    """The places where something may be used."""

    SERVER = "in the channels and threads of a server"
    EVERYWHERE = "also where the bot is not, by people who have installed it for themselves"
    ANYWHERE = "also in direct messages, where only its players see a table"


class Which(Enum):
    """The table that is meant when none is named, and the state that it must be in."""

    ANY = "a table in any state; it is always named"
    OPEN = "a table that has not started"
    RUNNING = "a running table"
    ENDING = "a running table; for an open one, the refusal says how to close it"
    STARTED = "a running table, else the one that ended last"


class Row(NamedTuple):
    """One row of the access table: who may do it, where, and at which table."""

    who: Who
    where: Where = Where.ANYWHERE
    which: Which = Which.ANY

    @property
    def about_a_table(self) -> bool:
        """Return whether a table has to be found first."""
        return self.who not in (Who.ANYBODY, Who.ONESELF, Who.SHOWN, Who.OPENER, Who.MANAGER)


ACCESS = {
    "/help": Row(Who.ANYBODY),
    "/rules": Row(Who.ANYBODY),
    "r1:topic": Row(Who.ANYBODY),
    "/import": Row(Who.ANYBODY, Where.SERVER),
    "/turns": Row(Who.ONESELF, Where.EVERYWHERE),
    "t1:turns": Row(Who.ONESELF, Where.EVERYWHERE),
    "t1:finished": Row(Who.ONESELF, Where.EVERYWHERE),
    "t1:result": Row(Who.VIEWER, which=Which.STARTED),
    "/profile": Row(Who.SHOWN, Where.EVERYWHERE),
    "/Profile": Row(Who.SHOWN, Where.EVERYWHERE),  # in the menu of a person
    "o1:own": Row(Who.ONESELF, Where.EVERYWHERE),
    "o1:other": Row(Who.SHOWN, Where.SERVER),
    "o1:picture": Row(Who.SHOWN, Where.EVERYWHERE),
    "/leaderboard": Row(Who.ANYBODY, Where.SERVER),
    "t1:leaders": Row(Who.ANYBODY, Where.SERVER),
    "/settings": Row(Who.ONESELF),
    "f1:again": Row(Who.ONESELF),
    "/data export": Row(Who.ONESELF),
    "/data delete": Row(Who.ONESELF),
    "m1:forgotten": Row(Who.ONESELF),
    "m1:ask": Row(Who.ONESELF),
    "m1:choices": Row(Who.ONESELF),
    "m1:chosen": Row(Who.ONESELF),
    "m1:typed": Row(Who.ONESELF),
    "m1:loud": Row(Who.ONESELF),
    "m1:language": Row(Who.ONESELF),
    "m1:stay": Row(Who.ONESELF),
    "m1:switch": Row(Who.ONESELF),
    # tables before their start
    "/game new": Row(Who.OPENER, Where.SERVER),
    "/Challenge": Row(Who.OPENER, Where.SERVER),  # in the menu of a person
    "l1:challenge": Row(Who.OPENER, Where.SERVER),
    "l1:duel": Row(Who.OPENER, Where.SERVER),  # a rated game
    "l1:opened": Row(Who.OPENER, Where.SERVER),
    "l1:new": Row(Who.OPENER, Where.SERVER),
    "l1:game": Row(Who.OPENER, Where.SERVER),
    "/game list": Row(Who.ANYBODY, Where.SERVER),
    "t1:list": Row(Who.ANYBODY, Where.SERVER),
    "/game join": Row(Who.VIEWER, Where.SERVER, Which.OPEN),
    "l1:join": Row(Who.VIEWER, Where.SERVER),
    "l1:agree": Row(Who.VIEWER, Where.SERVER),  # to join a rated table
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
    "l1:terms": Row(Who.HOST, Where.SERVER),
    "l1:seats": Row(Who.HOST, Where.SERVER),
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
    "/review": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
    "g1:review": Row(Who.VIEWER, which=Which.STARTED),
    "g1:point": Row(Who.VIEWER, which=Which.STARTED),
    "g1:post": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
    "/export": Row(Who.VIEWER, Where.SERVER, Which.STARTED),
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
    "p1:hintat": Row(Who.MOVER),
    "p1:resume": Row(Who.MOVER),
    "p1:page": Row(Who.MOVER),
    "p1:about": Row(Who.MOVER),
    "p1:whole": Row(Who.MOVER),
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
    "/server stats": Row(Who.MANAGER, Where.SERVER),
    "/setup": Row(Who.MANAGER, Where.SERVER),
    "s1:back": Row(Who.MANAGER, Where.SERVER),
    "s1:permissions": Row(Who.MANAGER, Where.SERVER),
    "s1:places": Row(Who.MANAGER, Where.SERVER),
    "s1:defaults": Row(Who.MANAGER, Where.SERVER),
    "s1:leaderboard": Row(Who.MANAGER, Where.SERVER),
    "s1:form": Row(Who.MANAGER, Where.SERVER),
    "s1:channels": Row(Who.MANAGER, Where.SERVER),
    "s1:roles": Row(Who.MANAGER, Where.SERVER),
    "s1:language": Row(Who.MANAGER, Where.SERVER),
    "s1:pace": Row(Who.MANAGER, Where.SERVER),
    "s1:lapse": Row(Who.MANAGER, Where.SERVER),
    "s1:threads": Row(Who.MANAGER, Where.SERVER),
    "s1:most": Row(Who.MANAGER, Where.SERVER),
    "s1:theme": Row(Who.MANAGER, Where.SERVER),
    "s1:quotas": Row(Who.MANAGER, Where.SERVER),
    "s1:forget": Row(Who.MANAGER, Where.SERVER),
    "s1:forgotten": Row(Who.MANAGER, Where.SERVER),
    "s1:limits": Row(Who.MANAGER, Where.SERVER),
    "s1:tables": Row(Who.MANAGER, Where.SERVER),
    "s1:table": Row(Who.MANAGER, Where.SERVER),
    "s1:end": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:ended": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:move": Row(Who.TABLE_MANAGER, Where.SERVER),
    "s1:seasons": Row(Who.MANAGER, Where.SERVER),
    "s1:calendar": Row(Who.MANAGER, Where.SERVER),
    "s1:close": Row(Who.MANAGER, Where.SERVER),
    "s1:closed": Row(Who.MANAGER, Where.SERVER),
    "s1:log": Row(Who.MANAGER, Where.SERVER),
    "s1:overview": Row(Who.MANAGER, Where.SERVER),
}


def row_of(name: str) -> Row:
    """Return the row of a command (``/game new``) or of the first two parts of a custom_id (``b1:move``).

    :raises LookupError: if there is none.
    """
    if name not in ACCESS:
        raise LookupError(f"No row of cogs/shell/access.py says who may do {name}, and where.")
    return ACCESS[name]


def declare(tree: CommandTree) -> None:
    """Declare to Discord what it can check itself: the places of each command, and commands for managers.

    :raises LookupError: for a command without a row.
    """
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
