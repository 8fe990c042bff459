"""Read the board in words back into the facts that a view of The Hanging Gardens knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rules.hanging_gardens.garden import square_of, top
from rules.hanging_gardens.parts import CARDS, FIVE, GROUND, OPEN_CARDS, PLACES, START
from rules.hanging_gardens.state import Garden, Pending, Square, View

RECORDS = (View, Garden, Pending)
LEFT_OUT = {
    "View.seats": "each seat has a line",
    "View.open_tiles": "a variant of the table: tiles of seats are listed or not",
    "View.first": "follows from the flower and the round",
    "View.done": "follows from the flower and the seat to act",
    "View.gardens": "its fields are listed by themselves",
    "View.hidden": "a tile drawn hidden counts like any other",
    "View.me": "the reader, who knows it",
    "View.pending": "its fields are listed by themselves",
}
NUMBER_OF_SLOTS = max(OPEN_CARDS.values())


def known(view: View) -> dict[str, Any]:
    """Return the facts of a view, by record and field."""
    pending = None if view.over else view.pending
    return {
        "View.round": view.round,
        "View.rounds": view.rounds,
        "View.holder": view.holder,
        "View.active": view.active,
        "View.cards": (*view.cards, *[None] * (NUMBER_OF_SLOTS - len(view.cards))),
        "View.boxed": view.boxed,
        "View.tiles": view.tiles,
        "View.fives": view.fives,
        "View.cards_left": view.cards_left,
        "View.tiles_left": view.tiles_left,
        "View.counts": view.counts,
        "View.known": tuple(map(sorted, view.known)),
        "View.points": view.points,
        "View.over": view.over,
        "View.winners": view.winners,
        "Garden.laid": tuple((garden.laid[-1], top(garden)) for garden in view.gardens),  # cards beneath have no meaning
        "Garden.temples": tuple(garden.temples for garden in view.gardens),
        "Pending.size": pending and pending.size,
        "Pending.shown": pending and pending.shown,
    }


def read(lines: Sequence[str]) -> dict[str, Any]:
    """Return the same facts, read from the English text."""
    text = "\n".join(lines)
    seats = [read_seat(part) for part in re.split(r"^(?=Seat \d: )", text, flags=re.MULTILINE)[1:]]
    head = re.match(
        r"Round (\d+) of (\d+)\. Flower: (.+?)\. Cards left (\d+), tiles in the stacks (\d+)\. "
        r"Cards that left the game: (.+?)\.",
        text,
    )
    assert head
    number, rounds, flower, cards_left, tiles_left, boxed = head.groups()
    acting = re.search(r"^To move: (.+)\.$", text, re.MULTILINE)
    drawn = re.search(r"^The hidden tile for a temple on (\d+)", text, re.MULTILINE)
    waiting = drawn or re.search(r"^A temple on (\d+)", text, re.MULTILINE)
    won = re.search(r"^(Seat .+) (?:wins|share) ", text, re.MULTILINE)
    return {
        "View.round": int(number),
        "View.rounds": int(rounds),
        "View.holder": seat_of(flower),
        "View.active": seat_of(acting[1]) if acting else None,
        "View.cards": tuple(read_cards(text)),
        "View.boxed": () if boxed == "none" else tuple(boxed.split(", ")),
        "View.tiles": tuple(read_tile(text, place) for place in range(1, PLACES + 1)),
        "View.fives": tuple(seat["fives"] for seat in seats),
        "View.cards_left": int(cards_left),
        "View.tiles_left": int(tiles_left),
        "View.counts": tuple(seat["count"] for seat in seats),
        "View.known": tuple(seat["tiles"] for seat in seats),
        "View.points": tuple(seat["points"] for seat in seats),
        "View.over": "The game is over." in lines,
        "View.winners": tuple(int(seat) - 1 for seat in re.findall(r"\d+", won[1])) if won else (),
        "Garden.laid": tuple((seat["last"], seat["top"]) for seat in seats),
        "Garden.temples": tuple(seat["temples"] for seat in seats),
        "Pending.size": int(waiting[1]) if waiting else None,
        "Pending.shown": bool(drawn) if waiting else None,
    }


def seat_of(name: str) -> int | None:
    """Return the seat of ``Seat 1``; None for ``nobody``."""
    return None if name == "nobody" else int(name.removeprefix("Seat ")) - 1


def read_cards(text: str) -> Iterator[str | None]:
    """Yield the name of each open card; its squares must be those that are printed."""
    for slot in range(1, NUMBER_OF_SLOTS + 1):
        found = re.search(rf"card-{slot} (\w\d) (\S\S) / (\S\S) / (\S\S)", text)
        if found:
            name, *rows = found.groups()
            assert "".join(rows).replace("o", GROUND) == CARDS[name]
        yield found and found[1]


def read_tile(text: str, place: int) -> str | None:
    found = re.search(rf"tile-{place} (\w+)", text)
    return found and found[1]


def read_seat(text: str) -> dict[str, Any]:
    """Read the lines of a seat."""
    head, *rows = text.splitlines()
    found = re.match(r"Seat \d: (\d) temples? in hand, (\d+) tiles?(?:, (\d+) × 5 points instead)?(?:, (\d+) points?)?\. ", head)
    assert found
    held = next((line for line in rows if line.startswith(" Tiles: ")), "").removeprefix(" Tiles: ")
    tiles, worth = read_tiles(held)
    fives = int(found[3] or 0)
    points = worth + FIVE * fives
    assert found[4] is None or int(found[4]) == points
    squares, temples = read_garden(rows)
    assert len(temples) == 5 - int(found[1])
    last = re.search(rf"(?:Last card: (\w+) (\w+)|Only the ({START}) card so far,) at (\w+)\.", head)
    assert last
    card, turn, start, at = last.groups()
    return {
        "count": int(found[2]),
        "fives": fives,
        "tiles": tiles,
        "points": points,
        "top": squares,
        "temples": temples,
        "last": (card or start, turn or "up", *(square_of(at) or ())),
    }


def read_tiles(text: str) -> tuple[list[str], int]:
    """Read ``tiger 1 of 3: 2 points (next tiger: +4), handler: 3 points``: the tiles, and what they are worth together."""
    found = re.findall(r"(\w+)(?: (\d+) (?:of|in sets of) \d+)?: (\d+) points?", text)
    tiles = [tile for tile, number, _ in found for _ in range(int(number or 1))]
    return sorted(tiles), sum(int(points) for _, _, points in found)


def read_garden(rows: Sequence[str]) -> tuple[dict[Square, str], tuple[Square, ...]]:
    """Read ``20: m o, n A temple``: the squares with their letters, and those with a temple."""
    squares, temples = dict[Square, str](), list[Square]()
    for row, shown in re.findall(r"^ (-?\d+): (.+)$", "\n".join(rows), re.MULTILINE):
        for column, letter, *temple in map(str.split, shown.split(", ")):
            square = square_of(column + row)
            assert square
            squares[square] = GROUND if letter == "o" else letter
            temples += [square] if temple else []
    return squares, tuple(sorted(temples))
