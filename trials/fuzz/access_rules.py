"""State which inputs of which people explain a change, independently of the bot's own rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from host.codec import decode_state
from rules import GAMES
from rules.choice import IllegalMove
from rules.game import play
from trials.fuzz.inputs import Input
from trials.fuzz.snapshot import Change, Logged, Snapshot, SnapshotReader, Table


class Of(Enum):
    """The people whose input may make a change."""

    SUBJECT = "whom it is about"
    HOST = "the host"
    MANAGER = "a manager of the server"
    SEAT = "somebody who sits there"
    ASKED = "somebody who is asked"
    ALONE = "the only person who sits there, among computers"


class Way(NamedTuple):
    """The inputs that may make a change, and the people who may send them."""

    names: tuple[str, ...]
    of: Of = Of.SUBJECT


# A person who leaves is not asked any more, so the others may now agree.
YES = Way(("q1:yes", "v1:resign", "m1:forgotten"), Of.ASKED)
CHANGES = ("l1:terms", "l1:pace", "l1:lapse", "l1:seating", "l1:points", "l1:guidance", "l1:language", "l1:hints", "l1:size")
COMING = ("table", "joined", "left", "erased", "settings")  # changes about people who need not sit at the table
CHOSEN = (
    "channels",
    "roles",
    "pace",
    "lapse",
    "threads",
    "most",
    "log",
    "language",
    "overview",
    "limits",
    "theme",
    "ratings",
    "seasons",
    "finals",
)
MOVES = ("p1:confirm", "p1:pick", "p1:menu", "p1:turn", "/move")  # an answer may play at once
DRAFTS = ("p1:pick", "p1:menu", "p1:tab", "p1:turn", "p1:hinted", "p1:resume", "p1:back", "p1:over", "p1:confirm", "/move")
OPENING = ("/game new", "l1:rematch", "l1:challenge", "l1:duel", "l1:game", "l1:opened")
ACCESS_RULES: dict[str, tuple[Way, ...]] = {
    "table": (Way(("/game join", "l1:join", "l1:agree", *OPENING)),),  # if the opener leaves at once, a guest becomes the host
    "joined": (Way(("/game join", "l1:join", "l1:agree", *OPENING)),),
    "reserved": (Way(("l1:reserve", *OPENING), Of.HOST),),
    "computers": (Way(("l1:add", "l1:remove", "l1:level"), Of.HOST),),
    "left": (Way(("/game leave", "l1:leave", "m1:forgotten")), Way(("l1:free", "l1:reserve"), Of.HOST)),
    "running": (Way(("/game start", "l1:start"), Of.HOST),),
    "cancelled": (
        Way(("/game cancel", "l1:cancel"), Of.HOST),
        Way(("/game cancel", "l1:cancel", "s1:ended"), Of.MANAGER),
        Way(("/game leave", "l1:leave", "m1:forgotten"), Of.SEAT),
    ),
    "terms before": (Way(CHANGES, Of.HOST),),
    "terms": (YES, Way(("/game terms", "v1:pace", "v1:lapse", "v1:language"), Of.ALONE)),
    "over": (
        Way((*MOVES, "v1:resign", "m1:forgotten"), Of.SEAT),
        YES,
        Way(("v1:end",), Of.ALONE),
        Way(("s1:ended",), Of.MANAGER),
    ),
    "paused": (YES, Way(("/pause", "v1:pause"), Of.ALONE)),
    "resumed": (Way(("/pause", "v1:pause"), Of.SEAT),),
    "moved": (Way(MOVES),),
    "undone": (Way(("b1:takeback",)), Way(("b1:takeback",), Of.ALONE), YES),
    "answer undone": (Way(("b1:takeback",), Of.SEAT), YES),  # of a computer or stand-in, with the move that it followed
    "gone": (Way(("v1:resign", "m1:forgotten")),),
    "erased": (Way(("m1:forgotten",)),),
    "deleted": (Way(("s1:forgotten",), Of.MANAGER),),
    "season": (Way(("s1:closed",), Of.MANAGER),),
    "back": (Way(("/replace", "v1:back")), YES),
    "replaced": (YES,),
    "muted": (Way(("n1:mute",)),),
    "nudged": (Way(("n1:nudge",), Of.SEAT),),
    "draft": (Way(DRAFTS),),
    "answered their own": (),
    "voted": (Way(("q1:yes", "q1:no")),),
    "withdrawn": (Way(("q1:back",)),),
    "asked to undo": (Way(("q2:undo",)),),
    "asked to pause": (Way(("/pause", "v1:pause")),),
    "asked to end": (Way(("v1:end",)),),
    "asked to terms": (Way(("/game terms", "v1:pace", "v1:lapse")),),
    "asked to language": (Way(("/game terms", "v1:language")),),
    "asked to replace": (Way(("/replace", "v1:by", "v1:offer")),),
    "settings": (Way(("/settings", "m1:typed", "m1:loud", "m1:stay", "m1:switch", "m1:language", "m1:chosen", "m1:forgotten")),),
} | {f"server {name}": (Way((f"s1:{name}", "s1:form"), Of.MANAGER),) for name in CHOSEN}


def without_right(found: Iterable[Change], sent: Iterable[Input], before: Snapshot, after: Snapshot) -> Iterator[Change]:
    """Yield the changes that no input of an entitled person explains."""
    inputs = list(sent)
    for change in found:
        if not any(_explains(each, way, change, before, after) for way in ACCESS_RULES[change.kind] for each in inputs):
            yield change


def illegal(moves: Iterable[Logged], reading: SnapshotReader, tables: Mapping[int, Table]) -> Iterator[Change]:
    """Yield the moves of people that are illegal in the state before them."""
    for move in moves:
        table = tables[move.table]
        before = reading.before(move) if move.person and move.undone is None else None
        if before is None:
            continue
        game = GAMES[table.game]
        try:
            play(game, decode_state(game, *before), move.seat, tuple(move.path.split()))
        except IllegalMove as error:
            yield Change("moved", table.id, move.person or 0, f"move {move.seq} at table {table.id} is not legal: {error}")


def _explains(sent: Input, way: Way, change: Change, before: Snapshot, after: Snapshot) -> bool:
    if sent.name not in way.names:
        return False
    known = [facts.tables[change.table] for facts in (before, after) if change.table in facts.tables]
    if change.table and not any(_means(sent, table, before) for table in known):
        return False
    if way.of is Of.SUBJECT:
        concerned = _entitled(Of.ASKED, change, known, (before, after))
        return sent.person == change.subject and (change.kind in COMING or change.subject in concerned)
    if way.of is Of.MANAGER:
        guild = known[0].guild if known else change.subject
        return sent.manages and sent.guild == guild
    return sent.person in _entitled(way.of, change, known, (before, after))


def _means(sent: Input, table: Table, before: Snapshot) -> bool:
    """Return whether an input may be about a table; one that names none is about a table of its place."""
    if sent.name in ("/game new", "l1:challenge", "l1:duel", "l1:game", "l1:opened"):
        ended_here = {one.channel for one in before.tables.values() if one.place == int(sent.channel) and one.status == "over"}
        return sent.guild == table.guild and table.channel in {int(sent.channel), *ended_here}
    if sent.name in ("l1:rematch", "s1:forgotten"):
        return sent.guild == table.guild
    if sent.name == "m1:forgotten":  # at all tables of this person
        return True
    if sent.table is None:
        return sent.name.startswith("/") and int(sent.channel) in (table.channel, table.place)
    return sent.table == table.id and sent.guild in (0, table.guild)


def _entitled(of: Of, change: Change, known: list[Table], facts: tuple[Snapshot, Snapshot]) -> set[int]:
    """Return the people who had a role at the table in one of the snapshots."""
    if of is Of.HOST:
        hosts = {table.host for table in known}
        return hosts if len(hosts) == 1 else set[int]().union(*(table.people for table in known))
    if of is Of.ALONE:
        seated = {seat.person for seat in known[0].seats if seat.standing == "seated" and seat.person > 0}
        return seated if len(seated) == 1 else set[int]()
    people = {seat.person for table in known for seat in table.seats if seat.standing != "reserved"}
    if of is Of.ASKED:
        people |= {ballot.newcomer for each in facts for ballot in each.ballots.values() if ballot.table == change.table}
    return people
