"""Sketches: everything that a picture depends on, as frozen values, so that equal sketches are drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from render.teller import Teller
from rules.choice import LETTERS, Label, Path, Prompt, answer_forced, numbers
from rules.game import AnyGame, Event, Topic, Turn, conversation
from rules.text import Text
from rules.wording import signed


@dataclass(frozen=True, slots=True)
class Mark:
    """An option of a prompt, shown on the board.

    :param key: the answer that chooses it.
    :param at: its place on the board in the game's own words, such as ``m7``; empty if it has none.
    :param gain: the player's points for it with sign, such as ``+8``; empty if there are none or they must not show.
    :param number: the number or letter on its button; empty if that has words.
    :param star: it completes something, such as a tower.
    :param others: other seats whose points it changes: (seat, points).
    """

    key: str
    at: str = ""
    gain: str = ""
    number: str = ""
    star: bool = False
    others: tuple[tuple[int, int], ...] = ()


class PromptSketch(NamedTuple):
    """The part of a sketch that shows a prompt; all fields are empty if nothing is asked.

    :param key: which question it is, in the game's own words.
    :param board: the game's draft of the move so far (`rules.choice.Prompt`); None if nothing is asked.
    :param marks: its options, as far as they have buttons now.
    :param turns: complete turns offered beside it (`rules.game.Turn`); their numbers are letters.
    """

    key: str = ""
    board: Any = None
    marks: tuple[Mark, ...] = ()
    turns: tuple[Mark, ...] = ()


ALL_OPTIONS = slice(None)
NO_PROMPT = PromptSketch()
NOBODY = Teller()


@dataclass(frozen=True, slots=True)
class Sketch:
    """The input of a picture. It is hashable, and equal sketches give equal bytes.

    :param game: the game's key.
    :param view: the game's view for a seat or for everybody; it must be frozen.
    :param teller: names the seats and translates for the viewer, and has the theme.
    :param asked: the prompt while the viewer chooses.
    :param last: the events of the last move, which the picture outlines.
    :param detail: the key of a part to show larger (`render.details`); empty for the whole board.
    """

    game: str
    view: Any
    teller: Teller
    asked: PromptSketch = NO_PROMPT
    last: tuple[Event, ...] = ()
    detail: str = ""


class Detail(NamedTuple):
    """A part of a game's picture that can be shown larger: its key, and its label in menus."""

    key: str
    label: Text


def sketch_prompt(
    prompt: Prompt[Any] | None, *, turns: Sequence[Turn] = (), points: bool = True, page: slice | None = None
) -> PromptSketch:
    """Return what the picture shows of a prompt; `NO_PROMPT` for None.

    :param turns: complete turns to offer beside it; those beyond the last letter are left out.
    :param points: show the points of each option.
    :param page: the options that have buttons now; only these are marked. Their numbers are those of the whole prompt. None: the
        first page of a prompt with small pages, else all options.
    """
    if prompt is None:
        return NO_PROMPT
    page = page or slice(prompt.page)
    shown = numbers(prompt) if prompt.form == "places" else [""] * len(prompt.options)
    marks = [_mark(o.key, o.shown(), number, points) for o, number in zip(prompt.options[page], shown[page], strict=True)]
    ready = [_mark(" ".join(turn.path), turn.label, letter, points) for turn, letter in zip(turns, LETTERS, strict=False)]
    return PromptSketch(prompt.key, prompt.board, tuple(marks), tuple(ready))


HINT, HINTS = "hint", "hints"
"""The keys of sketches that show one hinted move with the places that its reasons name, or several moves by number."""


def sketch_hint(places: Sequence[str]) -> PromptSketch:
    """Return the sketch of a hinted move: the places to ring, in the game's own words (`Mark.at`)."""
    return PromptSketch(HINT, None, tuple(Mark(place, place) for place in places))


def sketch_hints(moves: Sequence[tuple[Path, tuple[Event, ...]]]) -> PromptSketch:
    """Return the sketch of several moves on one board, numbered from 1: their paths, and the events that they would cause."""
    turns = tuple(Mark(" ".join(path), number=str(number)) for number, (path, _) in enumerate(moves, start=1))
    return PromptSketch(HINTS, tuple(story for _, story in moves), (), turns)


def _mark(key: str, label: Label, number: str, points: bool) -> Mark:
    gain = label.gain if points else None
    own = signed(gain.own) if gain and gain.own else ""
    return Mark(key, label.at, own, number, label.star, gain.others if gain else ())


def scene(game: AnyGame, topic: Topic, teller: Teller = NOBODY) -> Sketch | None:
    """Return the position on a page of the short rules, as its seat sees it; None if the page has none.

    :raises IllegalMove: if an answer of the page's path is not on offer.
    """
    if topic.state is None:
        return None
    view = game.view(topic.state, topic.seat)
    prompt = None if topic.seat is None else answer_forced(conversation(game, topic.state, topic.seat), topic.path).prompt
    return Sketch(game.key, view, teller, sketch_prompt(prompt))
