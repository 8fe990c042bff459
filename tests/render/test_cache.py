"""The cache keeps drawings up to a number of bytes."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from random import Random
from weakref import ref

import pytest
from PIL import Image

import render
from render.album import sketch_random_game
from render.cache import ENTRY_OVERHEAD_BYTES, Cache, bytes_in_memory, pictures, sprites
from rules import GAMES

SIDE = 100
SIZE = SIDE * SIDE * 4 + ENTRY_OVERHEAD_BYTES


class Clock:
    """A clock that drawing moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def modules() -> Iterator[str]:
    return (each.name for each in pkgutil.walk_packages(render.__path__, "render."))


def test_cache_limits_all_functions_together() -> None:
    cache, random = Cache(12 * SIZE), Random(1)
    made: list[ref[Image.Image]] = []

    def draw(_number: int, side: int) -> Image.Image:
        drawn = Image.new("RGBA", (side, side))
        made.append(ref(drawn))
        return drawn

    functions = [cache.keep(draw), cache.keep(lambda number, side: draw(number, side))]
    for _ in range(500):
        random.choice(functions)(random.randrange(40), random.randrange(1, 2 * SIDE))
        assert sum(bytes_in_memory(drawn) for each in made if (drawn := each())) == cache.size <= cache.limit


def test_equal_arguments_are_drawn_once() -> None:
    cache, number = Cache(1000 * SIZE), count()
    kept = cache.keep(lambda side, ink="red": (next(number), side, ink))
    assert kept(1) is kept(1)
    assert kept(1, ink="blue") is kept(1, ink="blue")
    assert len({kept(1), kept(2), kept(1, ink="blue"), kept(1, "blue")}) == 4


def test_oversized_picture_is_drawn_and_evicts_nothing() -> None:
    cache = Cache(2 * SIZE)
    draw = cache.keep(lambda side: Image.new("RGBA", (side, side)))
    small = draw(SIDE)
    assert draw(10 * SIDE).width == 10 * SIDE
    assert draw(SIDE) is small


def test_cache_evicts_cheap_drawings_first() -> None:
    clock = Clock()
    cache = Cache(5 * SIZE, clock)

    def draw(_name: str, seconds: float) -> Image.Image:
        clock.now += seconds
        return Image.new("RGBA", (SIDE, SIDE))

    kept = cache.keep(draw)
    dear = kept("dear", 5.0)
    for number in range(40):
        kept(f"cheap {number}", 0.25)
    assert kept("dear", 5.0) is dear
    for number in range(400):
        kept(f"cheap {number}", 0.25)
    assert kept("dear", 5.0) is not dear, "a drawing without requests goes in the end"


def test_cost_of_a_picture_excludes_its_cached_parts() -> None:
    clock = Clock()
    cache = Cache(3 * SIZE, clock)

    def part() -> Image.Image:
        clock.now += 10
        return Image.new("RGBA", (SIDE, SIDE))

    def whole(_number: int) -> Image.Image:
        clock.now += 1
        kept_part()
        return Image.new("RGBA", (SIDE, SIDE))

    kept_part, kept_whole = cache.keep(part), cache.keep(whole)
    first, its_part = kept_whole(0), kept_part()
    kept_whole(1)
    kept_whole(2)
    assert kept_part() is its_part
    assert kept_whole(0) is not first


@pytest.mark.parametrize("key", list(GAMES))
def test_pictures_of_each_game_stay_within_the_limits(key: str) -> None:
    limits = sprites.limit, pictures.limit
    for moves in (8, 40):
        render.picture(sketch_random_game(GAMES[key], max(GAMES[key].seats), moves, moves, ()))
    assert 0 < sprites.size <= limits[0], f"render/{key} keeps no sprites, or too many: @sprites.keep is what keeps them."
    assert 0 < pictures.size <= limits[1]


def test_no_other_cache_keeps_pictures() -> None:
    for name in modules():
        for key, value in vars(import_module(name)).items():
            if hasattr(value, "cache_info") and value is not render.colours:
                assert "Picture" not in value.__annotations__["return"], f"{name}.{key} counts entries, not bytes"
