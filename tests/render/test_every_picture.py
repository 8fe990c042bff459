"""Pictures of every game show the last move and take any names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import render
from render.canvas import quantized
from rules import GAMES
from tests.render.album import album
from tests.render.approvals import unless_approved
from tests.render.sketches import named

SEED = 3
# events that leave no trace on a board
BESIDE = {"chosen", "begins", "can_moved", "taken", "emptied", "last_round", "card_played"}
NAMES = (("A" * 200, "💧🔥"), ("", "{seat} %s <b>"), ("مرحبا", "Ελένη Жанна"), ("\u202eevil\u202c", "\x00\n\t"), ("Z͑ͫ̓L̴̵̜", "日本語"))

every_game = pytest.mark.parametrize("key", [key for key in GAMES if (render.FOLDER / key).is_dir()])


@cache
def pages(key: str) -> list[render.Sketch]:
    return list(album(key, SEED))


def pixels(page: render.Sketch) -> bytes:
    """Return the pixels of a sketch as they are sent."""
    return quantized(render.paint(page), render.colours(page.game, page.teller.theme)).tobytes()


@every_game
@unless_approved(pages)
def test_last_move_shows(key: str) -> None:
    moved = [page for page in pages(key) if not page.asked.key and {event.kind for event in page.last} - BESIDE]
    assert moved
    hidden = [page for page in moved if pixels(page) == pixels(replace(page, last=()))]
    assert not hidden, [[event.kind for event in page.last] for page in hidden]


@pytest.mark.short("names0", "names2")
@every_game
@pytest.mark.parametrize("names", NAMES)
@unless_approved(lambda key, names: [named(page, *names) for page in pages(key)[::20]])
def test_any_name_can_be_drawn(key: str, names: tuple[str, str]) -> None:
    for page in pages(key)[::20]:
        assert render.picture(named(page, *names))


@every_game
@unless_approved(lambda key: [render.scene(GAMES[key], topic) for topic in GAMES[key].topics()])
def test_pages_of_the_short_rules_have_a_usual_width(key: str) -> None:
    for topic in GAMES[key].topics():
        shown = render.scene(GAMES[key], topic)
        assert shown
        assert render.paint(shown).width in (1080, 1400, 1600)


@every_game
@unless_approved(lambda key: [render.scene(GAMES[key], topic) for topic in GAMES[key].topics()])
def test_pages_of_the_short_rules_have_different_pictures(key: str) -> None:
    shown = [scene for topic in GAMES[key].topics() if (scene := render.scene(GAMES[key], topic))]
    assert len({pixels(scene) for scene in shown}) == len(shown) == len(GAMES[key].topics())
