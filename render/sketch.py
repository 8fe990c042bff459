"""What to draw: everything a picture depends on, frozen, so that equal sketches are drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from render.teller import Teller
from rules.choice import LETTERS, Label, Prompt, answer_forced, numbers
from rules.game import AnyGame, Event, Topic, Turn, conversation
from rules.text import Text
from rules.wording import signed


@dataclass(frozen=True, slots=True)
class Mark:
    """An answer on offer, shown on the board.

    ``key`` is what to answer; ``at`` is the place on the board, empty for none; ``gain`` are the points that it brings, such as
    ``+8``, where that may be told, and ``others`` those whose points it changes, too (seat, points); ``number`` is what its
    button says where that is no word; with a ``star`` it completes something.
    """

    key: str
    at: str = ""
    gain: str = ""
    number: str = ""
    star: bool = False
    others: tuple[tuple[int, int], ...] = ()


class Asked(NamedTuple):
    """A prompt as it is drawn: its key, the board so far (`rules.choice.Prompt`), its options as marks.

    ``turns`` are complete turns that are offered beside it (`rules.game.Turn`): their numbers are letters.
    """

    key: str = ""
    board: Any = None
    marks: tuple[Mark, ...] = ()
    turns: tuple[Mark, ...] = ()


NOTHING = Asked()
NOBODY = Teller()


@dataclass(frozen=True, slots=True)
class Sketch:
    """A game's key, a frozen view of it, for whom it is drawn; and while somebody chooses, what is ``asked``.

    ``last`` are the events of the last move, which is outlined; with ``detail`` a part is shown larger (see `details`).
    """

    game: str
    view: Any
    teller: Teller
    asked: Asked = NOTHING
    last: tuple[Event, ...] = ()
    detail: str = ""


class Detail(NamedTuple):
    """A part of a game's picture that can be shown larger."""

    key: str
    label: Text


def asked(prompt: Prompt[Any] | None, *, turns: Sequence[Turn] = (), points: bool = True) -> Asked:
    """A prompt as it is drawn; without one nothing is asked.

    :param turns: complete turns that are offered beside it.
    :param points: may it be shown how many points an answer brings?
    """
    if prompt is None:
        return NOTHING
    shown = numbers(prompt) if prompt.form == "places" else [""] * len(prompt.options)
    marks = [_mark(o.key, o.shown(), number, points) for o, number in zip(prompt.options, shown, strict=True)]
    ready = [_mark(" ".join(turn.path), turn.label, letter, points) for turn, letter in zip(turns, LETTERS, strict=False)]
    return Asked(prompt.key, prompt.board, tuple(marks), tuple(ready))


def _mark(key: str, label: Label, number: str, points: bool) -> Mark:
    gain = label.gain if points else None
    return Mark(key, label.at, signed(gain.own) if gain else "", number, label.star, gain.others if gain else ())


def scene(game: AnyGame, topic: Topic, teller: Teller = NOBODY) -> Sketch | None:
    """The position of a page of the short rules, as its seat sees it; None where the page has none."""
    if topic.state is None:
        return None
    view = game.view(topic.state, topic.seat)
    prompt = None if topic.seat is None else answer_forced(conversation(game, topic.state, topic.seat), topic.path).prompt
    return Sketch(game.key, view, teller, asked(prompt))
