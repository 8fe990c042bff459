"""Read the board in words back into the facts that a view of Ishtar knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.ishtar.garden import cover_of
from rules.ishtar.parts import COLOURS, FOUNTAIN_POINTS, TILES, TREES, Gems
from rules.ishtar.score import fountain_counts, holders, points_of
from rules.ishtar.state import Garden, Owned, Player, Stack, View
from tests.ishtar.invariants import read_board

RECORDS = (View, Garden, Player, Owned, Stack)
LEFT_OUT = {
    "View.seats": "each seat has a line",
    "View.open_trees": "a variant of the table: points of planted trees are told or not",
    "View.first": "follows from the seat to move and the number of turns",
    "View.garden": "its fields are listed by themselves",
    "View.stacks": "its fields are listed by themselves",
    "View.tile_bags": "all tiles but those on the map, on the carpet, in hand and out of the game",
    "View.left": "the stack that lies face down without the watering can",
    "View.discarded": "trees that were reserved to the end: nothing comes after",
    "View.players": "its fields are listed by themselves",
    "View.latest": "of the past: the story tells it",
    "View.me": "the reader, who knows it",
    "View.totals": "replaces the points in the preview of a move",
    "Garden.layout": "the rows show each cell",
    "Garden.faces": "the rows show each cell",
    "Garden.tokens": "flowers of a token count like those of a tile",
    "Garden.pawns": "the rows show each cell",
    "Garden.assistants": "the rows show each cell",
}
SHAPES = {"straight": "bar", "bent": "vee", "triangular": "tri"}
SYMBOLS = {"assistant": "A", "mastery": "M", "joker": "J"}
NAMES = {"purple": "p", "red": "r", "white": "w"}
PHASES = {"to move.": "select", "to plant": "place", "to place": "place", "is over": "over", "ended early": "stopped"}


def known(view: View) -> dict[str, Any]:
    """Return the facts of a view, by record and field; the signs of the cells hold all of the map."""
    acting = view.turn is not None and view.phase in ("select", "place")
    running = view.phase not in ("over", "stopped")
    placing = running and view.phase == "place"
    keys = cover_of(view.garden).grid.keys
    points = points_of(view)
    return {
        "View.phase": view.phase if acting or not running else "draw",
        "View.turn": view.turn if acting else None,
        "View.turns": view.turns,
        "View.can": view.can,
        "View.held": (view.held.split("-")[0], TILES[view.held]) if placing and view.held else None,
        "View.lost": len(view.lost),
        "View.row": view.row,
        "View.tree_bag": len(view.tree_bag),
        "View.supply": view.supply,
        "View.ending": view.ending and view.phase != "over",
        "View.planted": tuple((cards and sorted(TREES[tree].points for tree in cards)) or None for cards in view.planted),
        "View.planted_count": view.planted_count,
        "Garden.laid": {keys[cell]: sign for cell, sign in signs_of(view.garden).items()},
        "Garden.fountains": [control(counts) for counts in fountain_counts(view.garden, view.seats)],
        "Player.gems": [player.gems for player in view.players],
        "Player.assistants": [player.assistants for player in view.players],
        "Player.carpet": [player.carpet for player in view.players],
        "Player.masteries": [player.owned for player in view.players],
        "Player.reserved": [player.reserved for player in view.players],
        "Owned.mastery": [player.owned for player in view.players],
        "Owned.paid": [[each.paid for each in player.masteries] for player in view.players],
        "Stack.shape": [stack.shape for stack in view.stacks],
        "Stack.hidden": [stack.hidden for stack in view.stacks],
        "Stack.top": [stack.top and TILES[stack.top] for stack in view.stacks],
        "shifted rows": {keys[cell][0] for cell in keys if cell[1] % 2},
        "fountain cells": [keys[cell] for cell, letter in read_board(view.garden).letters.items() if letter == "F"],
        "points": [each.known if each.total is None else each.total for each in points],
    }


def control(counts: Sequence[int]) -> tuple[tuple[int, ...], int, int]:
    """Return the seats that control a fountain, and the flower cells of the first two; zeros unless two have some."""
    most, other, *_ = sorted(counts, reverse=True)
    return holders(counts), most if other else 0, other


def signs_of(garden: Garden) -> dict[Any, str]:
    """Return the sign of each cell, from the map that the invariants build."""
    board = read_board(garden)
    colours = iter(garden.fountains)
    signs = {cell: "#" if letter == "S" else letter for cell, letter in board.letters.items()}
    for cell in (cell for cell, letter in board.letters.items() if letter == "F"):
        colour = next(colours, "?")
        signs[cell] = f"{colour.upper()}{FOUNTAIN_POINTS.get(colour, '')}"
    signs |= dict.fromkeys(board.covered, ",") | dict.fromkeys(board.pawns, "^")
    signs |= {cell: str(flowers) for cell, flowers in board.flowers.items()}
    return signs | {cell: f"{board.flowers[cell]}@{seat + 1}" for cell, seat in board.assistants.items()}


def read(lines: Sequence[str]) -> dict[str, Any]:
    """Return the same facts, read from the English text."""
    text, head = "\n".join(lines), lines[0]

    def found(pattern: str) -> str:
        match = re.search(pattern, text, re.MULTILINE)
        return match[1] if match else ""

    turn = found(r"^Turn \d+, Seat (\d)")
    over = found(r"^The game .* after (\d+) turn")
    can, held = found(r"^The watering can is on stack (\d)\."), re.search(r"to place a tile: (\w+) \((.+?)\)", head)
    seats = [read_seat(line) for line in lines if re.match(r"Seat \d, ", line)]
    stacks = [read_stack(line) for line in lines if re.match(r"Stack \d, ", line)]
    waters = re.findall(r"^Fountain \w at (\w+): (.+)\.$", text, re.MULTILINE)
    return {
        "View.phase": next((phase for words, phase in PHASES.items() if words in head), "draw"),
        "View.turn": int(turn) - 1 if turn else None,
        "View.turns": int(over) if over else int(found(r"^Turn (\d+)")) - 1,
        "View.can": int(can) - 1 if can else None,
        "View.held": (SHAPES[held[1]], read_face(held[2])) if held else None,
        "View.lost": int(found(r"(\d+) tiles? had no room and left the game\.") or 0),
        "View.row": tuple(int(tree) for tree in re.findall(r"^Open tree-(\d+): ", text, re.MULTILINE)),
        "View.tree_bag": int(found(r"; tree cards: (\d+)")),
        "View.supply": read_gems(found(r"^Supply: ([^.]+)\.")),
        "View.ending": bool(found(r"^(Last round: )")),
        "View.planted": tuple(seat["planted"] for seat in seats),
        "View.planted_count": tuple(seat["trees"] for seat in seats),
        "Garden.laid": read_map(lines),
        "Garden.fountains": [read_control(shown) for _, shown in waters],
        **read_players(seats),
        "Stack.shape": [shape for shape, _, _ in stacks],
        "Stack.hidden": [left - bool(top) for _, left, top in stacks],
        "Stack.top": [top for _, _, top in stacks],
        "shifted rows": set(found(r"Shifted rows: ([a-z ]+)\.").split()),
        "fountain cells": [cell for cell, _ in waters],
        "points": [seat["points"] for seat in seats],
    }


def read_players(seats: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the facts of the seats by record and field."""
    return {
        "Player.gems": [seat["gems"] for seat in seats],
        "Player.assistants": [seat["assistants"] for seat in seats],
        "Player.carpet": [seat["carpet"] for seat in seats],
        "Player.masteries": [seat["masteries"] for seat in seats],
        "Player.reserved": [seat["reserved"] for seat in seats],
        "Owned.mastery": [seat["masteries"] for seat in seats],
        "Owned.paid": [seat["paid"] for seat in seats],
    }


def read_gems(text: str) -> Gems:
    """Read ``2 purple, 1 white``."""
    counts = {NAMES[name]: int(count) for count, name in re.findall(r"(\d+) (purple|red|white)", text)}
    return Gems(*(counts.get(colour, 0) for colour in COLOURS))


def read_face(text: str) -> str:
    """Read ``grass, 1 flower with assistant, 2 flowers`` as the table of tiles has it: ``g 1A 2``."""
    cells = [re.fullmatch(r"grass|(\d) flowers?(?: with (\w+))?", cell) for cell in text.split(", ")]
    return " ".join(cell[1] + SYMBOLS.get(cell[2], "") if cell and cell[1] else "g" for cell in cells)


def read_stack(line: str) -> tuple[str, int, str | None]:
    """Return the shape of a stack, the number of its tiles, and the tile face up."""
    found = re.fullmatch(r"Stack \d, (\w+)(?:: empty|, (\d) left: (.+))\.", line)
    assert found, line
    shape, left, top = found.groups()
    return SHAPES[shape], int(left or 0), read_face(top) if top and top != "face down" else None


def read_map(lines: Sequence[str]) -> dict[str, str]:
    """Return the sign of each cell by its name."""
    cells = dict[str, str]()
    for row, first, shown in re.findall(r"^([a-z])(\d+): (.+)$", "\n".join(lines), re.MULTILINE):
        cells |= {f"{row}{number}": sign for number, sign in enumerate(shown.split(), start=int(first))}
    return cells


def read_control(text: str) -> tuple[tuple[int, ...], int, int]:
    """Read ``Seat 1, Seat 2, flower cells 3 to 3``."""
    cells = re.search(r"flower cells (\d+) to (\d+)", text)
    seats = tuple(int(seat) - 1 for seat in re.findall(r"Seat (\d)", text))
    return seats, int(cells[1]) if cells else 0, int(cells[2]) if cells else 0


def read_seat(line: str) -> dict[str, Any]:
    """Read ``Seat 2, 1 point plus trees: 1 purple; 1 assistant; mastery 3 (2 purple); 2 trees (6, 9 points)``."""
    head, told = line.removesuffix(".").split(": ", maxsplit=1)
    gems, assistants, *others = told.split("; ")
    rest = "; ".join(others)
    owned = re.findall(r"\b(\d|[A-E]) \(([^)]+)\)", next((part for part in others if part.startswith("master")), ""))
    trees = re.search(r"(?:^|; )(\d+) trees?(?: \((.+?) points\))?$", rest)
    carpet, reserved = re.search(r"(\d) more on the carpet", rest), re.search(r"tree-(\d+) reserved", rest)
    points = re.search(r", (\d+) points?", head)
    assert points
    return {
        "points": int(points[1]),
        "gems": read_gems(gems),
        "assistants": 0 if assistants == "no assistant" else int(assistants.split()[0]),
        "carpet": int(carpet[1]) if carpet else 0,
        "masteries": tuple(f"m{name.lower()}" for name, _ in owned),
        "paid": [read_gems(paid) for _, paid in owned],
        "reserved": int(reserved[1]) if reserved else None,
        "trees": int(trees[1]) if trees else 0,
        "planted": sorted(map(int, trees[2].split(", "))) if trees and trees[2] else None,
    }
