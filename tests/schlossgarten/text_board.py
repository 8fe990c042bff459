"""Read the board in words back into the facts that a view of Schlossgarten knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.schlossgarten.parts import KINDS, PAWNS, SIDES, SIZE
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import Hit, Last, Moved, View, at

RECORDS = (View, Last, Moved, Hit)
LEFT_OUT = {
    "View.first": "follows from the seat to move and the number of turns",
    "View.last": "its fields are listed by themselves",
    "View.me": "the reader, who knows it",
    "View.hand": "secret: a line for each card in the text of its seat",
    "View.totals": "replaces the points in the preview of a move",
    "Last.figure": "of the past: no later turn depends on it",
    "Last.worker": "follows from the element that was built; else of the past",
    "Last.gained": "of the past: the points say the sum",
    "Last.moves": "its fields are listed by themselves",
    "Moved.steps": "of the past",
    "Moved.over": "of the past",
    "Moved.hit": "its fields are listed by themselves",
}
COLOURS = [side.colour.capitalize() for side in SIDES]
KIND_NAMES = {"hedge": "hedge-1", "long hedge": "hedge-2"}
KIND_KEYS = [kind.key for kind in KINDS]
ENDINGS = {"The goal was reached.": "goal", "Nothing was dug or built for a while.": "stillness"}


def known(view: View) -> dict[str, Any]:
    """Return the facts of a view, by record and field; before the tiles lie the text has no squares."""
    laid, over = view.phase != "lay", view.phase == "over"
    covered = {square for own in view.elements for site in own for square in site}
    moves = view.last.moves if view.last else ()
    hits = [move.hit for move in moves if move.hit]
    last = view.last
    return {
        "View.sides": view.sides,
        "View.variants": "full-round" in view.variants and not over,  # the long game is the goal
        "View.goal": None if over else view.goal,
        "View.phase": {"draw": "turn"}.get(view.phase, view.phase),
        "View.values": tuple(None if square in covered else value for square, value in enumerate(view.values)) if laid else (),
        "View.pits": view.pits,
        "View.elements": tuple(tuple(tuple(sorted(site)) for site in own) for own in view.elements),
        "View.pawns": view.pawns if laid else (),
        "View.tiles": view.tiles,
        "View.discard": view.discard,
        "View.turn": view.turn if view.phase in ("draw", "turn") else None,
        "View.turns": view.turns,
        "View.quiet": None if over else view.quiet,
        "View.closing": view.closing and not over,
        "View.ending": view.ending,
        "View.hands": view.hands,
        "View.bag": view.bag,
        "Last.seat": last and last.seat,
        "Last.card": last and last.card,
        "Last.dig": last and last.dig,
        "Last.kind": last and last.kind,
        "Last.site": tuple(sorted(last.site)) if last else (),
        "Last.returned": last.returned if last else (),
        "Moved.pawn": [move.pawn for move in moves],
        "Moved.start": [move.start for move in moves],
        "Moved.to": [move.to for move in moves],
        "Hit.owner": [hit.owner for hit in hits],
        "Hit.pawn": [hit.pawn for hit in hits],
        "Hit.to": [hit.to for hit in hits],
        "points": totals(view),
    }


def read(lines: Sequence[str]) -> dict[str, Any]:
    """Return the same facts, read from the English text."""
    text = "\n".join(lines)

    def found(pattern: str) -> str:
        match = re.search(pattern, text, re.MULTILINE)
        return match[1] if match else ""

    def after(start: str, parts: str = "; ") -> list[str]:
        line = found(rf"^{start} (.+)\.$")
        return line.split(parts) if line else []

    points = re.findall(r"(Seat \d) \((\w+), \w+\) (\d+)", found("^(Points: .+)$"))
    colours = [colour for _, colour, _ in points]
    over = found(r"^The game is over after (\d+)")
    turn = found(r"^Turn \d+\. Seat (\d) to move")
    squares = [each.split(maxsplit=1)[1] for row in range(1, SIZE + 1) for each in after(f"Row {row}:", ", ")]
    return {
        "View.sides": tuple(COLOURS.index(colour) for colour in colours),
        "View.variants": "The round in which somebody reaches the goal is played to its end." in text,
        "View.goal": int(found(r"Goal (\d+)")) if not over else None,
        "View.phase": read_phase(text),
        **read_squares(squares, colours),
        "View.pits": names_in(found(r"^Pits: ([^.]+)\.")),
        "View.tiles": tuple(tuple(map(int, re.findall(r"\d", taken))) for taken in after("Tiles taken:")),
        "View.discard": tuple(map(int, after("Cards played, the latest last:", ", "))),
        "View.turn": int(turn) - 1 if turn else None,
        "View.turns": int(over) if over else int(found(r"^Turn (\d+)")) - 1,
        "View.quiet": int(found(r"Quiet turns (\d+)")) if not over else None,
        "View.closing": "The goal was reached: this is the last round." in lines,
        "View.ending": next((key for sentence, key in ENDINGS.items() if over and sentence in lines[0]), ""),
        "View.hands": tuple(map(int, re.findall(r"\w+ (\d+)", found("^Cards: (.+); pile")))),
        "View.bag": int(found(r"^Cards: .+; pile (\d+)")),
        **read_last(found(r"^Last turn: (.+)\.$"), colours),
        "points": tuple(int(total) for *_, total in points),
    }


def names_in(text: str) -> tuple[int, ...]:
    """Return the squares named in a text, ``c4 d4``, in ascending order."""
    return tuple(sorted(map(at, re.findall(r"\b[a-g][1-7]\b", text))))


def read_phase(text: str) -> str:
    """Return the phase that the head tells; a draw is not told."""
    phases = {"being laid": "lay", "being drawn": "first", "being dealt": "hands", "ended early": "stopped", "is over": "over"}
    return next((phase for words, phase in phases.items() if words in text), "turn")


def read_squares(squares: Sequence[str], colours: Sequence[str]) -> dict[str, Any]:
    """Read the squares from a1 to g7: ``pit 2``, ``3 Red king``, ``Red long hedge Blue gardener``."""
    values, pawns = list[int | None](), dict[tuple[str, str], int]()
    elements = {(colour, kind): list[int]() for colour in colours for kind in KIND_KEYS}
    for square, shown in enumerate(squares):
        found = re.fullmatch(r"(?:(?:pit )?(\d)|(\w+) (hedge|long hedge|maze|column|pool|terrace))(?: (\w+) (\w+))?", shown)
        assert found, shown
        value, owner, kind, colour, pawn = found.groups()
        values.append(int(value) if value else None)
        if kind:
            elements[owner, KIND_NAMES.get(kind, kind)].append(square)
        if pawn:
            pawns[colour, pawn] = square
    return {
        "View.values": tuple(values),
        "View.elements": tuple(tuple(tuple(elements[colour, kind]) for kind in KIND_KEYS) for colour in colours),
        "View.pawns": tuple(tuple(pawns[colour, pawn] for pawn in PAWNS) for colour in colours) if squares else (),
    }


def read_last(text: str, colours: Sequence[str]) -> dict[str, Any]:
    """Read the last turn: ``Red played card 3, king d2 to f3, dug d5 (2), built terrace c4 d4 d5, Blue's pool returned``."""
    played = re.match(r"(\w+) played card (\d+)", text)
    moves = re.findall(r", (\w+) (\w\d) to (\w\d)", text)
    hits = re.findall(r"hit (\w+)'s (\w+), put on (\w\d)", text)
    dug, built = re.search(r"dug (\w\d)", text), re.search(r"built ((?:long )?\w+) ([a-g1-7 ]+)", text)
    returned = re.findall(r"(\w+)'s ([\w ]+) returned", text)
    return {
        "Last.seat": colours.index(played[1]) if played else None,
        "Last.card": int(played[2]) if played else None,
        "Last.dig": at(dug[1]) if dug else None,
        "Last.kind": kind_of(built[1]) if built else None,
        "Last.site": names_in(built[2]) if built else (),
        "Last.returned": tuple((colours.index(owner), kind_of(kind)) for owner, kind in returned),
        "Moved.pawn": [PAWNS.index(pawn) for pawn, _, _ in moves],
        "Moved.start": [at(start) for _, start, _ in moves],
        "Moved.to": [at(to) for _, _, to in moves],
        "Hit.owner": [colours.index(owner) for owner, _, _ in hits],
        "Hit.pawn": [PAWNS.index(pawn) for _, pawn, _ in hits],
        "Hit.to": [at(to) for _, _, to in hits],
    }


def kind_of(name: str) -> int:
    """Return the number of a kind of element by its name."""
    return KIND_KEYS.index(KIND_NAMES.get(name, name))
