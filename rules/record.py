"""A game's record: JSON Lines that anybody can read, and that replay to the same states."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, cast

from rules.choice import IllegalMove, Path
from rules.game import AnyGame, Event, Move, Seat, Step, play, winners
from rules.text import Param, Text

Json = dict[str, Any]


class BadRecord(ValueError):
    """The record is wrong; the message is a sentence that says where and how."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: game, version, seats and variants."""

    game: str
    version: int
    seats: int
    variants: tuple[str, ...] = ()


class Entry(NamedTuple):
    """A move as recorded; the dealer's seat is −1."""

    seat: Seat
    path: Path
    events: list[Any]
    state: Any


class Record(NamedTuple):
    """A whole record; ``result`` is None if the game was not played to its end."""

    header: Header
    entries: tuple[Entry, ...]
    result: Json | None


def state_as_json(value: Any) -> Any:
    """Return a state, or another frozen dataclass, as its JSON would be read back: tuples become lists."""
    return json.loads(json.dumps(asdict(value)))


def event_as_json(event: Event) -> Json:
    """Return an event as JSON; its text is ``{message, params}``, in no language yet."""
    return {"kind": event.kind, "text": _text_as_json(event.text), "data": json.loads(json.dumps(event.data)), "to": event.to}


def _text_as_json(text: Text) -> Json:
    plural = {"plural": text.plural} if text.plural else {}
    return {"message": text.message, **plural, "params": {name: _param_as_json(value) for name, value in text.params}}


def _param_as_json(value: Param) -> Any:
    if isinstance(value, Text):
        return _text_as_json(value)
    return [_param_as_json(each) for each in value] if isinstance(value, tuple) else value


def record_lines(game: AnyGame, header: Header, moves: Iterable[Move[Any]]) -> Iterator[str]:
    """Yield the lines of a game's record: the header, a line for each move and, if the game is over, the result."""
    state = game.setup(header.seats, frozenset(header.variants))
    yield _line(asdict(header))
    for seq, (seat, path, step) in enumerate(moves, start=1):
        state = step.state
        told = [event_as_json(event) for event in step.events]
        yield _line({"seq": seq, "seat": seat, "path": " ".join(path), "events": told, "state": state_as_json(state)})
    if not game.to_act(state):
        yield _line(result(game, state))


def result(game: AnyGame, state: Any) -> Json:
    """Return the last line of a record: the points by seat, and the winners."""
    scores = game.scores(state)
    return {"scores": [score.points for score in scores], "winners": list(winners(scores))}


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_record(text: Iterable[str]) -> Record:
    """Parse the lines of a record; whether its moves are legal is up to `verify`.

    :raises BadRecord: at the first line of another shape.
    """
    data = [_parse_object(line, number) for number, line in enumerate(text, start=1)]
    if not data:
        raise BadRecord("The record is empty.")
    end = data.pop() if len(data) > 1 and "scores" in data[-1] else None
    first, *rest = data
    if not _has_fields(first, game=str, version=int, seats=int, variants=list):
        raise BadRecord("Line 1 is not the header of a record.")
    for number, line in enumerate(rest, start=2):
        if not _has_fields(line, seq=int, seat=int, path=str, events=list, state=dict) or line["seq"] != number - 1:
            raise BadRecord(f"Line {number} is not move {number - 1} of a record.")
    header = Header(first["game"], first["version"], first["seats"], tuple(map(str, first["variants"])))
    entries = (Entry(line["seat"], tuple(line["path"].split()), line["events"], line["state"]) for line in rest)
    return Record(header, tuple(entries), end)


def _has_fields(data: Json, **kinds: type) -> bool:
    return all(isinstance(data.get(name), kind) for name, kind in kinds.items())


def _parse_object(line: str, number: int) -> Json:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise BadRecord(f"Line {number} is not a JSON object.")
    return cast(Json, data)


def check_header(game: AnyGame, header: Header) -> None:
    """Check that the rules of this version can play the recorded game.

    :raises BadRecord: if version, seats or variants do not fit.
    """
    if header.version != game.version:
        raise BadRecord(f"This is a game of version {header.version}; the rules here are of version {game.version}.")
    if header.seats not in game.seats:
        raise BadRecord(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not for {header.seats}.")
    known = [variant.key for variant in game.variants]
    if unknown := [key for key in header.variants if key not in known]:
        raise BadRecord(f"{game.title} has no variant {unknown[0]}; there is: {', '.join(known) or 'none'}.")


def verify(games: Mapping[str, AnyGame], record: Record) -> Iterator[Step[Any]]:
    """Replay a record, compare each state and event with it, and yield the steps.

    :raises BadRecord: at the first difference.
    """
    header, entries, end = record
    if header.game not in games:
        raise BadRecord(f"There is no game {header.game}; there is: {', '.join(games)}.")
    game = games[header.game]
    check_header(game, header)
    state = game.setup(header.seats, frozenset(header.variants))
    for seq, entry in enumerate(entries, start=1):
        step = _replay_entry(game, state, seq, entry)
        state = step.state
        yield step
    if end is None and not game.to_act(state):
        raise BadRecord("The game is over, but the record does not say how it ended.")
    if end is not None and end != result(game, state):
        raise BadRecord("The result is not what the moves lead to.")


def _replay_entry(game: AnyGame, state: Any, seq: int, entry: Entry) -> Step[Any]:
    try:
        step = play(game, state, entry.seat, entry.path)
    except IllegalMove as error:
        raise BadRecord(f"Move {seq} ({' '.join(entry.path)}) is not legal: {error}") from None
    if state_as_json(step.state) != entry.state:
        raise BadRecord(f"The state after move {seq} is not what the move leads to.")
    if [event_as_json(event) for event in step.events] != entry.events:
        raise BadRecord(f"The events of move {seq} are not what the move leads to.")
    return step
