"""A game's record: JSON Lines that anybody can read, and that replay to the same states."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeGuard, cast

from rules.choice import IllegalMove
from rules.game import AnyGame, Event, Move, play, winners
from rules.text import Param, Text, say

Json = dict[str, Any]
FORMAT = 2  # of the records written today
FIRST_FORMAT = 1  # of records whose header names neither a format nor people
PATH_CHARACTERS = 1000  # of a move; the longest deal of the games has 240
NAME_CHARACTERS = 100  # of a seat; Discord's names have up to 32
QUOTED_CHARACTERS = 60  # of a record, in a sentence


class BadRecord(ValueError):
    """The record is wrong; ``text`` is a sentence that says where and how."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: game, version of its rules, seats and variants, and the names of the seats if they are known."""

    game: str
    version: int
    seats: int
    variants: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Record(NamedTuple):
    """A record whose every line was checked; ``result`` is None if the game was not played to its end."""

    header: Header
    moves: tuple[Move[Any], ...]
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
    yield _line({"format": FORMAT, **{name: value for name, value in asdict(header).items() if name != "names" or value}})
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


def read_record(games: Mapping[str, AnyGame], lines: Sequence[str]) -> Record:
    """Replay a record line by line, and compare each state and event with it.

    :raises BadRecord: at the first line that is wrong.
    """
    if not lines:
        raise BadRecord(say("The record is empty."))
    header = _read_header(_parse_object(lines[0], 1))
    if header.game not in games:
        raise BadRecord(say("There is no game {game}; there are: {games}.", game=_quote(header.game), games=", ".join(games)))
    game = games[header.game]
    check_header(game, header)
    state, moves, end = game.setup(header.seats, frozenset(header.variants)), list[Move[Any]](), None
    for number, line in enumerate(lines[1:], start=2):
        data = _parse_object(line, number)
        if number == len(lines) and "scores" in data:
            end = data
        else:
            moves.append(_replay_line(game, state, number, data))
            state = moves[-1].step.state
    if end is None and not game.to_act(state):
        raise BadRecord(say("The last line is missing: the game is over, but the record does not say how it ended."))
    if end is not None and (game.to_act(state) or end != result(game, state)):
        raise BadRecord(say("Line {line} is wrong: the result is not what the moves lead to.", line=len(lines)))
    return Record(header, tuple(moves), end)


def _replay_line(game: AnyGame, state: Any, number: int, line: Json) -> Move[Any]:
    """Return the move of a line, made in this state."""
    fits = _has_fields(line, seq=int, seat=int, path=str, events=list, state=dict)
    if not fits or line["seq"] != number - 1 or len(line["path"]) > PATH_CHARACTERS:
        raise BadRecord(say("Line {line} is not move {move} of a record.", line=number, move=number - 1))
    path = tuple(_whole(line["path"]).split())
    try:
        step = play(game, state, line["seat"], path)
    except IllegalMove as error:
        raise BadRecord(_illegal(number, _quote(" ".join(path)), error.text)) from None
    if state_as_json(step.state) != line["state"]:
        raise BadRecord(say("Line {line} is wrong: its state is not what the move leads to.", line=number))
    if [event_as_json(event) for event in step.events] != line["events"]:
        raise BadRecord(say("Line {line} is wrong: its events are not what the move leads to.", line=number))
    return Move(line["seat"], path, step)


def _illegal(line: int, path: str, why: Text) -> Text:
    if not path:
        return say("Line {line} is wrong: its path is empty. {why}", line=line, why=why)
    return say("Line {line} is wrong: the move {path} is not legal. {why}", line=line, path=path, why=why)


def split_lines(text: str) -> list[str]:
    """Return the lines of a record's text, without blank ones at its end. Names may hold other line separators."""
    return text.rstrip().split("\n") if text.strip() else []


def _read_header(first: Json) -> Header:
    if not _has_fields(first, game=str, version=int, seats=int, variants=list):
        raise BadRecord(say("Line 1 is not the header of a record."))
    written = first.get("format", FIRST_FORMAT)
    if not _is_number(written) or not FIRST_FORMAT <= written <= FORMAT:
        told = say(
            "Line 1 names the format {format}, but only formats 1 to {newest} are known.", format=_quote(written), newest=FORMAT
        )
        raise BadRecord(told)
    variants, names = cast("list[object]", first["variants"]), cast(object, first.get("names", []))
    if not _are_words(names) or len(names) not in (0, first["seats"]):
        raise BadRecord(say("Line 1 does not have one name for each seat."))
    if any(len(name) > NAME_CHARACTERS for name in names):
        raise BadRecord(say("Line 1 has a name of more than {most} characters.", most=NAME_CHARACTERS))
    return Header(first["game"], first["version"], first["seats"], tuple(map(str, variants)), tuple(map(_whole, names)))


def _are_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in cast("list[object]", value))


def _is_number(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; True and False are none, although Python counts them among them."""
    return isinstance(value, int) and not isinstance(value, bool)


def _has_fields(data: Json, **kinds: type) -> bool:
    found = ((data.get(name), kind) for name, kind in kinds.items())
    return all(_is_number(value) if kind is int else isinstance(value, kind) for value, kind in found)


def _quote(value: object) -> str:
    """Return the beginning of something that a record says, for a sentence."""
    told = _whole(str(value))
    return told if len(told) <= QUOTED_CHARACTERS else f"{told[: QUOTED_CHARACTERS - 1]}…"


def _whole(text: str) -> str:
    """Return a text with question marks for half characters, which JSON can name but nobody can send."""
    return text.encode(errors="replace").decode()


def _parse_object(line: str, number: int) -> Json:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        told = say(
            "Line {line} is not a JSON object. Each line of a record is one; its file has a name that ends in .jsonl.",
            line=number,
        )
        raise BadRecord(told)
    return cast(Json, data)


def check_header(game: AnyGame, header: Header) -> None:
    """Check that the rules of this version can play the recorded game.

    :raises BadRecord: if version, seats or variants do not fit.
    """
    if header.version != game.version:
        version = _quote(header.version)
        told = say("This is a game of version {version}; the rules here are of version {own}.", version=version, own=game.version)
        raise BadRecord(told)
    if header.seats not in game.seats:
        seats: dict[str, Param] = {"least": game.seats[0], "most": game.seats[-1], "seats": _quote(header.seats)}
        raise BadRecord(say("{game} is for {least} to {most} seats, not for {seats}.", game=game.title, **seats))
    known = [variant.key for variant in game.variants]
    if unknown := [key for key in header.variants if key not in known]:
        if not known:
            raise BadRecord(say("{game} has no options.", game=game.title))
        told = {"option": _quote(unknown[0]), "known": ", ".join(known)}
        raise BadRecord(say("“{option}” is not an option of {game}. Options: {known}.", game=game.title, **told))
