"""Personal data: which columns hold a person, how they are exported, and how they are erased.

`AT_TABLE` and `ANYWHERE` list the columns that hold a person, or something that a person chose or wrote. `KEPT` says of all other
columns why they name nobody. A test compares these lists with the tables of both engines.

At each table an erased person gets an id that nobody else has there: games stay as they were, and nobody can tell which of them
the same person played. The first one erased on a seat gets `FORMER_PERSON` plus its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from db.due import IS_OF_PERSON

FORMER_PERSON = 1  # an erased person on seat 0
FORMER_STRANGER = FORMER_PERSON + 9  # an erased person without a seat
FURTHER_FORMERS = range(1 << 20, 1 << 22)  # further erased people of a seat, or without one; ids of accounts are higher
ERASED_NAME = "\uffff"  # in place of a name


def is_former(person: int) -> bool:
    """Return whether this id stands for an erased person, not for an account or a computer."""
    return FORMER_PERSON <= person <= FORMER_STRANGER or person in FURTHER_FORMERS


def former_ids(seat: int | None) -> Iterator[int]:
    """Yield ids for an erased person with or without a seat, the best one first."""
    return chain((FORMER_STRANGER if seat is None else FORMER_PERSON + seat,), FURTHER_FORMERS)


TABLES_AT_ONCE = 4  # from which one statement erases a person: more of them would keep clicks waiting for longer
HERE = f"IN ({', '.join(f'${number}' for number in range(1, TABLES_AT_ONCE + 1))})"  # those tables; NULL where there are fewer
PERSON = f"${TABLES_AT_ONCE + 1}"
NEW = f"${TABLES_AT_ONCE + 2}"  # the new id of the person at those tables

_ID = f"CAST(CAST({PERSON} AS BIGINT) AS TEXT)"
ASKS_WHETHER_THEY_PLAY = f"""subject LIKE '%"person":%' || {_ID} || '%'"""  # and holds their name
_OWN = f'"table" {HERE} AND person = {PERSON}'
_BALLOTS = f'SELECT id FROM ballots WHERE "table" {HERE}'


class Personal(NamedTuple):
    """The columns of one table of the database that hold people.

    ``columns`` hold it. ``found`` selects the rows of a person. ``exported`` are the columns that people get of their rows, and
    ``computed`` further values by name, as SQL, in place of columns that name others. ``erased`` are the statements that erase
    the person.
    """

    columns: tuple[str, ...]
    found: str
    exported: tuple[str, ...]
    erased: tuple[str, ...]
    computed: Mapping[str, str] = {}


def _says(condition: str) -> str:
    return f"CASE WHEN {condition} THEN 1 ELSE 0 END"


def _if_own(column: str) -> str:
    return f"CASE WHEN person = {PERSON} THEN {column} END"


def _names(column: str) -> str:
    return f"{column} LIKE '%' || {_ID} || '%'"


def _replaced(column: str) -> str:
    return f"{column} = CASE {column} WHEN {PERSON} THEN {NEW} ELSE {column} END"


def _renumbered(column: str) -> str:
    return f"replace({column}, {_ID}, CAST(CAST({NEW} AS BIGINT) AS TEXT))"


AT_TABLE = {
    "tables": Personal(
        ("host",),
        f"id {HERE}",
        ("id", "game", "guild", "opened", "started", "ended"),
        (f"UPDATE tables SET {_replaced('host')}, revision = revision + 1 WHERE id {HERE}",),
        {"hosted_by_you": _says(f"host = {PERSON}")},
    ),
    "seats": Personal(
        ("person", "name", "former", "predecessor"),
        f'"table" {HERE} AND (person = {PERSON} OR predecessor = {PERSON})',
        ("table", "seat"),
        (
            f"""UPDATE seats SET {_replaced("person")}, {_replaced("predecessor")},
                name = CASE person WHEN {PERSON} THEN '{ERASED_NAME}' ELSE name END
                WHERE "table" {HERE} AND (person = {PERSON} OR predecessor = {PERSON})""",
        ),
        {"first_yours": _says(f"predecessor = {PERSON}")}
        | {name: _if_own(name) for name in ("name", "standing", "strikes", "missed")},
    ),
    "moves": Personal(
        ("person",),
        _OWN,
        ("table", "seq", "seat", "path", "began", "made", "undone_at"),
        (f"UPDATE moves SET person = {NEW} WHERE {_OWN}",),
    ),
    "drafts": Personal(("person", "path"), _OWN, ("table", "seq", "path"), (f"DELETE FROM drafts WHERE {_OWN}",)),
    "results": Personal(
        ("person",),
        _OWN,
        (
            *("table", "seat", "game", "guild", "seats", "place", "points", "kinds", "ended", "reason", "missed", "finished"),
            *("rated", "unrated_because", "seconds"),
        ),
        (f"UPDATE results SET person = {NEW} WHERE {_OWN}",),
    ),
    "rating_steps": Personal(
        ("person",),
        _OWN,
        ("table", "seat", "guild", "game", "ended", "mu_before", "sigma_before", "mu", "sigma", "games"),
        (f"UPDATE rating_steps SET person = {NEW} WHERE {_OWN}",),
    ),
    "hints": Personal(
        ("person",),
        _OWN,
        ("table", "seat", "seq", "used"),
        (
            f"""UPDATE hints SET person = {NEW} WHERE {_OWN}
                AND NOT EXISTS (SELECT 1 FROM hints AS other WHERE other."table" = hints."table"
                                AND other.seat = hints.seat AND other.seq = hints.seq AND other.person = {NEW})""",
            f"DELETE FROM hints WHERE {_OWN}",
        ),
    ),
    "ballots": Personal(
        ("asker", "subject"),
        f'"table" {HERE} AND (asker = {PERSON} OR {_names("subject")})',
        ("id", "table", "kind", "expires", "outcome"),
        (
            f"""UPDATE ballots SET {_replaced("asker")},
                subject = CASE WHEN {ASKS_WHETHER_THEY_PLAY} THEN '{{}}' ELSE {_renumbered("subject")} END
                WHERE "table" {HERE} AND (asker = {PERSON} OR {_names("subject")})""",
        ),
        {"asked_by_you": _says(f"asker = {PERSON}")},
    ),
    "votes": Personal(
        ("person", "yes"),
        f"ballot IN ({_BALLOTS}) AND person = {PERSON}",
        ("ballot", "yes"),
        (f"DELETE FROM votes WHERE ballot IN ({_BALLOTS}) AND person = {PERSON}",),
    ),
    "remarks": Personal(
        ("events",),
        f'"table" {HERE} AND {_names("events")}',
        ("table", "seq", "at", "events"),
        (f'UPDATE remarks SET events = {_renumbered("events")} WHERE "table" {HERE} AND {_names("events")}',),
    ),
    "outbox": Personal(
        ("person", "payload", "shown", "queue"),
        f'"table" {HERE} AND (person = {PERSON} OR {_names("payload")} OR {_names("shown")})',
        ("table", "kind", "subject", "place", "message"),
        (
            f"DELETE FROM outbox WHERE {_OWN} AND message IS NULL",  # the sender takes messages away later
            f"""UPDATE outbox SET person = CASE person WHEN {PERSON} THEN NULL ELSE person END,
                payload = {_renumbered("payload")}, shown = {_renumbered("shown")}
                WHERE "table" {HERE} AND (person = {PERSON} OR {_names("payload")} OR {_names("shown")})""",
        ),
        {"payload": _if_own("payload")},
    ),
}
# $1: the person
ANYWHERE = {
    "people": Personal(("id", "name", "seen"), "id = $1", ("id", "name", "seen"), ("DELETE FROM people WHERE id = $1",)),
    "persons": Personal(("id", "settings"), "id = $1", ("settings",), ("DELETE FROM persons WHERE id = $1",)),
    "uses": Personal(
        ("person", "about"),
        "person = $1",
        ("kind", "guild", "at"),
        ("DELETE FROM uses WHERE person = $1", "DELETE FROM uses WHERE about = $1"),
    ),
    "outbox": Personal(
        ("person",),
        '"table" IS NULL AND person = $1',
        ("guild", "kind", "subject", "payload"),
        (f'DELETE FROM outbox WHERE "table" IS NULL AND (person = $1 OR {_names("payload").replace(PERSON, "$1")})',),
    ),
    "season_totals": Personal(
        ("person",),
        "person = $1",
        ("guild", "season", "game", "half_points", "games", "wins"),
        ("DELETE FROM season_totals WHERE person = $1",),  # another id would tell which games they have played
    ),
    "appearances": Personal(("person",), "person = $1", ("table",), ()),  # `db.erasing` deletes each with the rest at its table
    "due": Personal(
        ("subject",),
        f"subject = $1 AND {IS_OF_PERSON}",
        ("kind", "at"),
        (f"DELETE FROM due WHERE subject = $1 AND {IS_OF_PERSON}",),
    ),
    "ratings": Personal(
        ("person",),
        "person = $1",
        ("guild", "game", "mu", "sigma", "games", "seen"),
        ("DELETE FROM ratings WHERE person = $1",),
    ),
}
KEPT = {  # all other columns by table, and why they name nobody
    "activity": (("guild", "week", "started", "ended", "turns", "people", "seconds", "games"), "counts of a week on a server"),
    "answered": (("interaction", "at"), "the ids of clicks of one day"),
    "appearances": (("table",), "a table"),
    "ballots": (("id", "table", "kind", "expires", "outcome", "wake"), "a question at a table"),
    "clocks": (
        ("table", "seat", "began", "rung", "muted", "due", "wake", "shift", "nudged", "away", "level"),
        "the running turn of a seat",
    ),
    "drafts": (("table", "seq"), "a position"),
    "due": (("kind", "at", "claim"), "a time, and the process that has taken the work"),
    "facts": (("name", "value"), "what the program remembers of itself"),
    "guilds": (("id", "settings"), "the channels, roles and limits of a server"),
    "hints": (("table", "seat", "seq", "used"), "a number"),
    "moves": (("table", "seq", "seat", "path", "events", "version", "made", "undone_at", "began", "rung"), "a move by a seat"),
    "outbox": (
        (
            *("id", "table", "guild", "kind", "subject", "seq", "seat", "ballot", "target", "not_before", "tries"),
            *("claimed_by", "claimed_until", "attempted", "refused", "trouble", "place", "message", "limited_until"),
        ),
        "where and when a message is sent",
    ),
    "rating_steps": (
        ("table", "seat", "guild", "game", "ended", "mu_before", "sigma_before", "mu", "sigma", "games"),
        "the change of a rating on a seat",
    ),
    "ratings": (("guild", "game", "mu", "sigma", "games", "seen"), "a rating"),
    "remarks": (("table", "seq", "at"), "a time"),
    "results": (
        (
            *("table", "seat", "level", "game", "guild", "seats", "place", "points", "kinds", "ended", "reason", "missed"),
            *("finished", "rated", "unrated_because", "seconds"),
        ),
        "the result of a seat",
    ),
    "season_totals": (("guild", "season", "game", "half_points", "games", "wins", "seen"), "sums of results"),
    "reviews": (
        ("table", "guild", "version", "asked", "done", "pieces", "posted", "content"),
        "judgements of moves by seats; who may read them follows from the moves",
    ),
    "seasons": (("guild", "number", "started", "ended", "games"), "a time"),
    "seats": (("table", "seat", "standing", "strikes", "past", "level", "missed"), "a seat"),
    "states": (("table", "seq", "state"), "a position"),
    "tables": (
        (
            *("id", "game", "version", "variants", "size", "status", "guild", "channel", "place", "seq", "board", "opened"),
            *("pace", "lapse", "strikes", "seating", "paused", "ending", "wake", "warned", "lobby", "rematch_of", "revision"),
            *("points", "card", "guidance", "language", "hints", "level", "started", "ended", "rated"),
        ),
        "a game and its terms",
    ),
    "uses": (("kind", "guild", "at"), "a time"),
    "votes": (("ballot",), "a question"),
}
