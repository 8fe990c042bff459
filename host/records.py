"""Records of tables: made from the log when somebody asks for one, or read from a file, and never stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from db.rows import MoveRow
from db.store import Store
from host.history import Entry, read_log, read_standing_moves
from host.position import Position
from host.refusal import Refused
from host.replay import OTHER_RULES, Made, Turn, has_turns, played_moves, plays_alike, turns_of
from host.summary import visible_name
from rules import GAMES
from rules.choice import IllegalMove
from rules.game import AnyGame, Move, replay, visible_to
from rules.names import tell_apart
from rules.record import BadRecord, Header, Json, read_record, record_lines, result, split_lines
from rules.text import FORMER_NAME, Text, say

SUMMARY_FORMAT = 1
NO_TEXT = say("This file is no text in UTF-8. A record is a text file whose name ends in .jsonl.")
NO_TURN = say("Nobody takes a turn in this record, so there is nothing to replay.")
Tell = Callable[[Text], str]


class ImportedGame(NamedTuple):
    """A game from a record whose every line was checked: the names of its seats, and its turns as everybody saw them."""

    game: AnyGame
    names: tuple[str, ...]
    turns: tuple[Turn, ...]


async def make_record(store: Store, at: Position) -> str:
    """Return the record of a finished game, as `rules.record` reads it.

    A game that runs has none: a record holds everything, and everybody may read it.

    :raises Refused: when the game was played by rules that today's rules do not replay.
    """
    assert at.row.status == "over"
    moves = await read_standing_moves(store, at)
    if not plays_alike(at, moves):
        raise Refused(OTHER_RULES)
    return await asyncio.to_thread(_record, at, moves)


def _record(at: Position, moves: Sequence[MoveRow]) -> str:
    game, variants = at.game, at.row.variants.split()
    start = game.setup(len(at.seats), frozenset(variants))
    logged = [(move.seat, tuple(move.path.split())) for move in played_moves(game, start, moves)]
    names = tuple("" if name.startswith(FORMER_NAME) else name for name in at.names)
    header = Header(game.key, game.version, len(at.seats), tuple(variants), names)
    try:
        steps = [Move(*move, step) for move, step in zip(logged, replay(game, start, logged), strict=True)]
    except IllegalMove:
        raise Refused(OTHER_RULES) from None
    return "".join(f"{line}\n" for line in record_lines(game, header, steps))


async def make_summary(store: Store, at: Position, tell: Tell) -> str:
    """Return a table as JSON: its seats, the public story of its moves, and its public board; once it is over also its result.

    While the game runs it holds only what everybody may see.

    :param tell: returns a sentence in the language of the reader.
    """
    entries = await read_log(store, at, None, only_standing=True)
    moves = await store.standing_moves(at.id) if at.row.status == "over" else []
    return await asyncio.to_thread(_summary, at, entries, {move.seq: move.path for move in moves}, tell)


def _summary(at: Position, entries: Sequence[Entry], paths: dict[int, str], tell: Tell) -> str:
    """Return the summary; ``paths`` are those of the moves of a game that is over, by seq."""
    game = at.game
    seats = [{"seat": seat.seat, "name": tell(at.called[seat.seat]), "computer": seat.level or None} for seat in at.seats]
    told = {
        "format": SUMMARY_FORMAT,
        "table": at.id,
        "game": game.key,
        "title": tell(game.title),
        "version": at.row.version,
        "variants": at.row.variants.split(),
        "status": at.row.status,
        "ended_early": at.row.ending or None,
        "seats": seats,
        "moves": [_move(entry, paths, tell) for entry in entries],
        "board": list(map(tell, game.describe(at.view(None)))),
        "result": _result(at),
    }
    return f"{json.dumps(told, ensure_ascii=False, indent=1)}\n"


def _move(entry: Entry, paths: dict[int, str], tell: Tell) -> Json:
    at = datetime.fromtimestamp(round(entry.at), UTC).isoformat()
    story = [tell(event.text) for event in entry.events]
    return {"seq": entry.seq, "seat": entry.seat, "at": at, "path": paths.get(entry.seq, entry.path) or None, "story": story}


def _result(at: Position) -> dict[str, Any] | None:
    """Return the points and winners of a game that was played to its end."""
    return None if at.game.to_act(at.state) else result(at.game, at.state)


def import_game(data: bytes) -> ImportedGame:
    """Return the game of a record's file.

    :raises Refused: with the first line that is wrong, or another reason.
    """
    try:
        record = read_record(GAMES, split_lines(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise Refused(NO_TEXT) from None
    except BadRecord as error:
        raise Refused(error.text) from None
    game, header = GAMES[record.header.game], record.header
    made = [Made(move.seat, move.step.state, visible_to(move.step.events, None)) for move in record.moves]
    if not has_turns(made):
        raise Refused(NO_TURN)
    names = tell_apart(map(visible_name, header.names or [""] * header.seats))
    return ImportedGame(game, names, tuple(turns_of(game, made, len(made), over=True)))
