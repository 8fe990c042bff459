"""Pictures show the winner, the played card and the hit player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import render
from render import seats as seats_drawn
from render.schlossgarten import heads, private
from render.schlossgarten.cards import stood
from rules.schlossgarten import GAME
from rules.schlossgarten.figures import rotations
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import KINDS, SIZE
from rules.schlossgarten.state import State, at
from tests.render.schlossgarten.positions import moments, preview, rich, sketch
from tests.render.sketches import named

SEATS = tuple(GAME.seats)


def over(seats: int, points: tuple[int, ...]) -> State:
    """Return a game that ended with these points, at most nine a seat."""
    empty = (((),) * len(KINDS),) * seats
    return rich(seats, phase="over", elements=empty, tiles=tuple((1,) * each for each in points))


@pytest.mark.parametrize("seats", SEATS)
def test_shared_victory_is_called_shared(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the texts in the headings of the pictures."""
    written: list[str] = []

    def write(_draw: Any, _at: Any, text: str, *_: Any, **__: Any) -> None:
        written.append(text)

    for room in (heads, seats_drawn):
        monkeypatch.setattr(room, "write", write)
    for points in ((9,) * seats, (9,) + (3,) * (seats - 1)):
        for seat in (None, 0):
            written.clear()
            render.paint(sketch(over(seats, points), seat))
            shared = [text for text in written if "victory" in text]
            alone = [text for text in written if text.endswith(" wins")]
            assert (len(shared), len(alone)) == ((1, 0) if len(set(points)) == 1 else (0, 1))


@pytest.mark.parametrize("seats", SEATS)
def test_played_card_is_turned_as_its_figure_stood(seats: int) -> None:
    for state, _, _ in moments(seats):
        if state.last and state.last.figure:
            king, *workers = (divmod(square, SIZE) for square in state.last.figure)
            offsets = tuple((column - king[1], row - king[0]) for row, column in workers)
            assert rotations(state.last.card)[stood(state.last)] == offsets


def test_preview_shows_the_played_card() -> None:
    made = preview(rich(2), "card-17 king e4 done")
    assert made.view.last is not None
    other = replace(made, view=replace(made.view, last=made.view.last._replace(card=12)))
    assert render.picture(made) != render.picture(other)


def test_name_of_the_hit_player_shows() -> None:
    asked = sketch(rich(2), 0, "card-17 king e5")
    renamed = named(asked, asked.teller.names[0], "Zoë")
    assert render.picture(asked) != render.picture(renamed)


def test_discard_shows_to_everybody() -> None:
    state = rich(2)
    fewer = replace(state, discard=state.discard[1:])
    for seat in (None, 1):  # seat 0 is asked for its card, and that picture shows only its choice
        assert render.picture(sketch(state, seat)) != render.picture(sketch(fewer, seat))


def test_hit_that_completes_the_figure_is_marked() -> None:
    """A hit on e5 completes the figure of card-16 alone."""
    asked = [sketch(rich(2, hands=((card,), (1,))), 0, f"{card_key(card)} architect") for card in (16, 17, 18)]
    plot = private.layout(asked[0].view, asked[0].asked).plot
    left, top = plot.corner(at("e5"))
    box = (left, top, left + plot.size, top + plot.size)
    shown = [render.paint(each).crop(box).tobytes() for each in asked]
    assert shown[0] != shown[1]
    assert shown[1] == shown[2]
