"""Words in pictures are translated for the viewer, and have room even if they are half as long again.

The language is one that nobody speaks (`tests.pseudo`), in which all is longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

import render
from cogs.shell.languages import catalogues
from render.album import NAMES, sketch_random_game
from render.fonts import fit, write
from render.ishtar import heads
from render.poster import paint_poster
from render.replay import encode_gif
from render.writing import TextRun, Words, recorded_texts
from rules import GAMES
from rules.text import Translate, say, say_n, verbatim
from tests.examples import COMPLETE, sampled
from tests.pseudo import foreign, language
from tests.render.approvals import unless_approved
from tests.render.sketches import told_to
from tests.render.test_poster import EVERY, poster
from tests.render.test_replay import frames
from tests.render.test_sizes import DRAWN, Page, pages, sketches
from trials.local_bot import known_languages

CUT, KEY = "…", 3  # letters of a key at most: those on the ground of a map go where it goes
NARROW = {  # what may be cut where all is so much longer than in any language of the house
    "hanging_gardens": r"‹\w+…",  # names of tiles, on tiles and in lists
    "ishtar": r"…|‹(Túrn \d+ · l|L)ást róúnd.*|‹\d géms?.*|‹\w+ wíns.*",  # names on a poster, a head beside gems, stacks
    "schlossgarten": r"‹*cárd \d+.*|‹pláýé.*|‹Túrn \d+ ø*› · .*",  # beside a card, and in a head of four
}
CALLED = (*NAMES, "Wolfeschlegelsteinhausenbergerdo", "Acanthus", "משה")
SHORT = tuple(f"{name[:letters]}{CUT}" for name in CALLED for letters in range(len(name)))  # what is left of them


def untold(text_runs: Iterable[TextRun]) -> Iterator[str]:
    """Yield a sentence for each text that was not translated."""
    yield from (f"“{text}” is not told" for text in {text_run.text for text_run in text_runs} if foreign(text, (*CALLED, *SHORT)))


def faults(text_runs: Iterable[TextRun], may_be_cut: str = "") -> Iterator[str]:
    """Yield a sentence for each text that is cut or leaves its ground, except names."""
    for text, _, (left, above, wide, high), ground in set(text_runs):
        if CUT in text and not re.fullmatch(may_be_cut, text) and not any(name in text for name in SHORT if name != CUT):
            yield f"“{text}” is cut"
        if (
            len(text) > KEY
            and ground[0]
            and not (left >= -1 and above >= -1 and left + wide <= ground[0] + 1 and above + high <= ground[1] + 1)
        ):
            yield f"“{text}” leaves what it is on: {left}+{wide} of {ground[0]}, {above}+{high} of {ground[1]}"


# What needs many pictures is looked at in one game in the short run.
SHORT_AND_LONG = [DRAWN[0], *(pytest.param(game, marks=pytest.mark.long) for game in DRAWN[1:])]


def overlapping(page: Page) -> Iterator[str]:
    """Yield a sentence for each pair of words on the picture that overlap."""
    own = {text_run for text_run in page.text_runs if text_run.ground == page.size and text_run.text.strip()}
    for one, other in combinations(sorted(own), 2):
        (left, above, wide, high), (x, y, w, h) = one.box, other.box
        if min(left + wide, x + w) - max(left, x) > 2 and min(above + high, y + h) - max(above, y) > 2:
            yield f"“{one.text}” and “{other.text}” overlap"


def crowded(game: str, translate: Translate, may_be_cut: str = "") -> set[str]:
    """Return the faults of all pictures of a game: cut, misplaced and overlapping words."""
    return {
        f"{page.shown}, {page.seats} seats: {fault}"
        for page in pages(game, translate)
        for fault in (*faults(page.text_runs, may_be_cut), *overlapping(page))
    }


@sampled
@pytest.mark.parametrize("game", SHORT_AND_LONG)
@unless_approved(sketches)
def test_all_words_are_translated(game: str) -> None:
    found = {f"{page.shown}: {fault}" for page in pages(game, language().sentence) for fault in untold(page.text_runs)}
    assert not found, "\n".join(sorted(found)[:40])


@sampled
@pytest.mark.parametrize("game", SHORT_AND_LONG)
@unless_approved(sketches)
def test_longer_words_still_have_room(game: str) -> None:
    found = crowded(game, language().sentence, NARROW.get(game, ""))
    assert not found, "\n".join(sorted(found)[:40])


@pytest.mark.long
@pytest.mark.parametrize("locale", catalogues())
@pytest.mark.parametrize("game", DRAWN)
def test_words_of_our_languages_have_room(game: str, locale: str) -> None:
    found = crowded(game, known_languages().translate(locale))
    assert not found, "\n".join(sorted(found)[:40])


@sampled
@pytest.mark.parametrize("game", SHORT_AND_LONG)
@unless_approved(sketches)
def test_longer_words_are_still_large_enough(game: str) -> None:
    small = {
        f"{page.shown}: “{text_run.text}”"
        for page in pages(game, language().sentence)
        for text_run in page.text_runs
        if text_run.size < page.least
    }
    assert not small, "\n".join(sorted(small)[:40])


@pytest.mark.short("-2", "-3")
@pytest.mark.parametrize(("key", "seats"), [each for each in EVERY if each[0] in COMPLETE])
@unless_approved(poster)
def test_posters_are_translated(key: str, seats: int) -> None:
    made = poster(key, seats)
    made = replace(
        made, board=told_to(made.board, language().sentence), length=say_n("{count} turn", "{count} turns", 47), best=None
    )
    with recorded_texts() as text_runs:
        paint_poster(made)
    assert not [*untold(text_runs), *faults(text_runs, NARROW.get(key, ""))]


@pytest.mark.parametrize("key", [key for key in DRAWN if key in COMPLETE])
@unless_approved(lambda key: frames(key, 3)[::9])
def test_replays_are_translated(key: str) -> None:
    with recorded_texts() as text_runs:
        encode_gif([frame._replace(sketch=told_to(frame.sketch, language().sentence)) for frame in frames(key, 3)[::9]])
    assert not list(untold(text_runs))


def test_untranslated_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "turn_text", lambda _: verbatim("Turn 7"))
    with recorded_texts() as text_runs:
        render.paint(told_to(sketch_random_game(GAMES["ishtar"], 2, 20, 1), language().sentence))
    assert list(untold(text_runs)) == ["“Turn 7” is not told"]


@pytest.mark.long
def test_cut_and_overlapping_words_are_found() -> None:
    ground, told = Image.new("RGB", (100, 40)), language().sentence(say("Shared victory"))
    with recorded_texts() as text_runs:
        write(ImageDraw.Draw(ground), (20, 20), fit(Words(told), 60, 30, 30)[0], 30, (0, 0, 0))
        write(ImageDraw.Draw(ground), (20, 24), Words(told), 30, (0, 0, 0))
    assert len(list(faults(text_runs))) == 2
    assert len(list(overlapping(Page("board", 2, ground.size, tuple(text_runs))))) == 1
