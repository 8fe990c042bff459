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


_ID = "CAST(CAST($2 AS BIGINT) AS TEXT)"
_OWN = '"table" = $1 AND person = $2'
_BALLOTS = 'SELECT id FROM ballots WHERE "table" = $1'


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
    return f"CASE WHEN person = $2 THEN {column} END"


def _names(column: str) -> str:
    return f"{column} LIKE '%' || {_ID} || '%'"


def _renumbered(column: str) -> str:
    return f"{column} = replace({column}, {_ID}, CAST(CAST($3 AS BIGINT) AS TEXT))"


# $1: the table of a game, $2: the person, $3: their new id there
AT_TABLE = {
    "tables": Personal(
        ("host",),
        "id = $1",
        ("id", "game", "guild", "opened", "started", "ended"),
        ("UPDATE tables SET host = CASE WHEN host = $2 THEN $3 ELSE host END, revision = revision + 1 WHERE id = $1",),
        {"hosted_by_you": _says("host = $2")},
    ),
    "seats": Personal(
        ("person", "name", "former", "predecessor"),
        '"table" = $1 AND (person = $2 OR predecessor = $2)',
        ("table", "seat"),
        (
            f"UPDATE seats SET person = $3, name = '{ERASED_NAME}' WHERE {_OWN}",
            'UPDATE seats SET predecessor = $3 WHERE "table" = $1 AND predecessor = $2',
        ),
        {"first_yours": _says("predecessor = $2")} | {name: _if_own(name) for name in ("name", "standing", "strikes", "missed")},
    ),
    "moves": Personal(
        ("person",),
        _OWN,
        ("table", "seq", "seat", "path", "began", "made", "undone_at"),
        (f"UPDATE moves SET person = $3 WHERE {_OWN}",),
    ),
    "drafts": Personal(("person", "path"), _OWN, ("table", "seq", "path"), (f"DELETE FROM drafts WHERE {_OWN}",)),
    "results": Personal(
        ("person",),
        _OWN,
        (
            *("table", "seat", "game", "guild", "seats", "place", "points", "kinds", "ended", "reason", "missed", "finished"),
            *("rated", "unrated_because", "seconds"),
        ),
        (f"UPDATE results SET person = $3 WHERE {_OWN}",),
    ),
    "rating_steps": Personal(
        ("person",),
        _OWN,
        ("table", "seat", "guild", "game", "ended", "mu_before", "sigma_before", "mu", "sigma", "games"),
        (f"UPDATE rating_steps SET person = $3 WHERE {_OWN}",),
    ),
    "hints": Personal(
        ("person",),
        _OWN,
        ("table", "seat", "seq", "used"),
        (
            f"""UPDATE hints SET person = $3 WHERE {_OWN} AND NOT EXISTS (SELECT 1 FROM hints AS other
                WHERE other."table" = $1 AND other.seat = hints.seat AND other.seq = hints.seq AND other.person = $3)""",
            f"DELETE FROM hints WHERE {_OWN}",
        ),
    ),
    "ballots": Personal(
        ("asker", "subject"),
        f'"table" = $1 AND (asker = $2 OR {_names("subject")})',
        ("id", "table", "kind", "expires", "outcome"),
        (
            f"UPDATE ballots SET subject = '{{}}' WHERE \"table\" = $1 AND {_names('subject')}",
            'UPDATE ballots SET asker = $3 WHERE "table" = $1 AND asker = $2',
        ),
        {"asked_by_you": _says("asker = $2")},
    ),
    "votes": Personal(
        ("person", "yes"),
        f"ballot IN ({_BALLOTS}) AND person = $2",
        ("ballot", "yes"),
        (f"DELETE FROM votes WHERE ballot IN ({_BALLOTS}) AND person = $2",),
    ),
    "remarks": Personal(
        ("events",),
        f'"table" = $1 AND {_names("events")}',
        ("table", "seq", "at", "events"),
        (f'UPDATE remarks SET {_renumbered("events")} WHERE "table" = $1 AND {_names("events")}',),
    ),
    "outbox": Personal(
        ("person", "payload", "shown", "queue"),
        f'"table" = $1 AND (person = $2 OR {_names("payload")} OR {_names("shown")})',
        ("table", "kind", "subject", "place", "message"),
        (
            f"UPDATE outbox SET person = NULL WHERE {_OWN} AND message IS NOT NULL",  # the sender takes their messages away later
            f"DELETE FROM outbox WHERE {_OWN}",
            f"""UPDATE outbox SET {_renumbered("payload")}, {_renumbered("shown")}
                WHERE "table" = $1 AND ({_names("payload")} OR {_names("shown")})""",
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
        (f'DELETE FROM outbox WHERE "table" IS NULL AND (person = $1 OR {_names("payload").replace("$2", "$1")})',),
    ),
    "season_totals": Personal(
        ("person",),
        "person = $1",
        ("guild", "season", "game", "half_points", "games", "wins"),
        ("DELETE FROM season_totals WHERE person = $1",),  # another id would tell which games they have played
    ),
    "appearances": Personal(("person",), "person = $1", ("table",), ()),  # `db.erasing` deletes each with the rest at its table
    "due": Personal(("subject",), "subject = $1", ("kind", "at"), ("DELETE FROM due WHERE subject = $1",)),
    "ratings": Personal(
        ("person",),
        "person = $1",
        ("guild", "game", "mu", "sigma", "games", "seen"),
        ("DELETE FROM ratings WHERE person = $1",),
    ),
}
KEPT = {  # all other columns by table, and why they name nobody
    "answered": (("interaction", "at"), "the ids of clicks of one day"),
    "appearances": (("table",), "a table"),
    "ballots": (("id", "table", "kind", "expires", "outcome", "wake"), "a question at a table"),
    "clocks": (
        ("table", "seat", "began", "rung", "muted", "due", "wake", "shift", "nudged", "away", "level"),
        "the running turn of a seat",
    ),
    "drafts": (("table", "seq"), "a position"),
    "due": (("kind", "at"), "a time"),
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
    "season_totals": (("guild", "season", "game", "half_points", "games", "wins"), "sums of results"),
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
