"""Replays show each board as it is drawn alone, in a file that keeps to Discord's limits."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.paragraph import paragraph
from render.replay import (
    FRAME_MS,
    LAST_FRAME_MS,
    MAX_FILE_BYTES,
    MAX_FRAMES,
    MIN_FRAMES,
    SIZES,
    STRIP_PX,
    WIDE,
    Frame,
    encode_gif,
    encode_gif_within,
    evenly_spread,
)
from render.writing import recorded_texts
from rules import GAMES
from rules.game import DEALER, play_at_random, visible_to
from rules.text import Text
from tests import toy
from tests.examples import sampled
from tests.render.approvals import unless_approved

NAMES = ("Amélie", "Gül", "Łukasz", "Zoë")
DRAWN = [key for key in GAMES if (render.FOLDER / key).is_dir()]


def turns(key: str, seats: int) -> Iterator[tuple[render.Sketch, tuple[Text, ...]]]:
    """Yield the board after each turn of a game of random moves, and its story."""
    game, story = GAMES[key], []
    for move in play_at_random(game, game.setup(seats, frozenset()), Random(3)):
        state = move.step.state
        story += visible_to(move.step.events, None)
        if not (DEALER in game.to_act(state) or game.mid_turn(state)):
            told = [event.text for event in story if event.headline]
            sketch = render.Sketch(key, game.view(state, None), render.Teller(NAMES[:seats]), last=tuple(story))
            yield sketch, tuple(told or [game.title])
            story = []


@cache
def frames(key: str, seats: int) -> tuple[Frame, ...]:
    """Return the frames of the replay of a game of random moves."""
    found = list(turns(key, seats))
    wanted = evenly_spread(len(found))
    return tuple(Frame(*found[index], number / (len(wanted) - 1)) for number, index in enumerate(wanted))


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """Return the frames of a GIF, with their durations in milliseconds."""
    picture, found = Image.open(io.BytesIO(data)), []
    for number in range(picture.n_frames):
        picture.seek(number)
        found.append((picture.convert("RGB"), picture.info["duration"]))
    return found


@pytest.mark.parametrize("key", DRAWN)
@unless_approved(lambda key: frames(key, 3))
def test_frame_shows_its_board_below_its_story(key: str) -> None:
    some = frames(key, 3)[:: len(frames(key, 3)) // 4]
    some = [*some[:-1], some[-1]._replace(progress=1)]
    found = shown(encode_gif(some))
    assert [duration for _, duration in found] == [FRAME_MS] * (len(some) - 1) + [LAST_FRAME_MS]
    for frame, (picture, _) in zip(some, found, strict=True):
        assert picture.width == WIDE
        board = picture.crop((0, STRIP_PX, *picture.size))
        alone = render.paint(frame.sketch).convert("RGB").resize(board.size, Image.Resampling.LANCZOS)
        assert max(ImageStat.Stat(ImageChops.difference(board, alone)).mean) < 5  # of 255: the colours are fewer


@unless_approved(lambda: frames("djinns", 3), "djinns")
def test_frame_stores_only_changed_pixels() -> None:
    first, second = frames("djinns", 3)[5:7]
    one, both, again = (len(encode_gif(each)) for each in ([first], [first, second], [first, second, second]))
    assert both - one < one / 2
    assert again - both < 100


def test_story_of_a_frame_is_readable_on_a_phone() -> None:
    with recorded_texts() as text_runs:
        encode_gif(frames("djinns", 3)[5:7])
    told = {frame.sketch.teller.told(text) for frame in frames("djinns", 3)[5:7] for text in frame.sentences}
    assert min(text_run.size for text_run in text_runs if text_run.text in told) >= SIZES.tiny
    assert SIZES.tiny * 340 / WIDE >= 9
    lines, size = paragraph(["Ada +4 · " + "a tile and a mastery, " * 9], 600, 2, SIZES.large, SIZES.tiny)
    assert (len(lines), lines[-1][-1], size) == (2, "…", SIZES.tiny)


@pytest.mark.parametrize("count", [1, 2, MAX_FRAMES, MAX_FRAMES + 1, 300, 5000])
def test_long_game_is_shown_in_even_steps(count: int) -> None:
    some = evenly_spread(count)
    assert (some[0], some[-1]) == (0, count - 1)
    assert len(set(some)) == len(some) == min(count, MAX_FRAMES)
    assert max(steps(some), default=1) - min(steps(some), default=1) <= 1


def steps(some: Sequence[int]) -> list[int]:
    return [later - former for former, later in pairwise(some)]


@sampled
@pytest.mark.parametrize("key", DRAWN)
@unless_approved(lambda key: frames(key, 4))
def test_replay_of_a_whole_game_keeps_to_the_size_limit(key: str) -> None:
    assert len(frames(key, 4)) <= MAX_FRAMES
    assert len(encode_gif(frames(key, 4))) < MAX_FILE_BYTES


@unless_approved(lambda: frames("djinns", 3), "djinns")
def test_oversized_replay_gets_fewer_frames() -> None:
    every, asked = frames("djinns", 3)[:9], list[int]()

    def some(most: int) -> list[Frame]:
        asked.append(most)
        return [every[index] for index in evenly_spread(len(every), most)]

    whole = encode_gif(every)
    assert encode_gif_within(some) == whole
    small = encode_gif_within(some, len(whole) * 3 // 4)
    assert len(small) <= len(whole) * 3 // 4
    found = shown(small)
    assert MIN_FRAMES < len(found) < len(every)
    last = found[-1][0].crop((0, STRIP_PX, *found[-1][0].size))
    assert max(ImageStat.Stat(ImageChops.difference(last, shown(whole)[-1][0].crop((0, STRIP_PX, *found[-1][0].size)))).mean) < 1
    assert asked[:2] == [MAX_FRAMES, MAX_FRAMES]
    assert len(shown(encode_gif_within(some, 1))) == MIN_FRAMES


def test_game_without_art_is_replayed_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy.GAME)
    (found, _), *_ = shown(encode_gif(frames("toy", 2)))
    assert found.width == WIDE
