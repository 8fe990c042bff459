"""Read the board in words back into the facts that a view of Djinns of the Lake knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.djinns.parts import SPACES, Dome
from rules.djinns.score import points_shown
from rules.djinns.state import Stack, State, View

RECORDS = (View, State)
LEFT_OUT = {
    "View.state": "its fields are listed by themselves",
    "View.seat": "the reader, who knows it",
    "View.totals": "replaces the points in the preview of a move",
    "State.seats": "each seat has a line",
    "State.blind": "a variant of the table: seen as the domes lie or do not lie while djinns are chosen",
    "State.bag": "all domes before they are laid, none afterwards",
    "State.first": "the first seat of the order of choosing; no meaning afterwards",
}


def known(view: View) -> dict[str, Any]:
    """Return the facts of a view, by record and field; ``State.points`` are derived."""
    state = view.state
    running = not (state.ending or view.stopped or state.order)
    return {
        "State.ring": state.ring,
        "State.colours": state.colours,
        "State.neutral": state.neutral,
        "State.order": () if state.ending or view.stopped else state.order,
        "State.turn": state.turn if running else None,
        "State.taken": state.taken,
        "State.seen": state.seen[-1][1] if state.seen else 1,
        "State.plies": 0 if state.order else state.plies,
        "State.ending": bool(state.ending),
        "View.stopped": view.stopped,
        "points": points_shown(view),
    }


def read(lines: Sequence[str]) -> dict[str, Any]:
    """Return the same facts, read from the English text."""
    text = "\n".join(lines)

    def found(pattern: str) -> str:
        match = re.search(pattern, text, re.MULTILINE)
        return match[1] if match else ""

    seats = re.findall(r"^(Seat \d)(?: \((.+)\))?: (\d+) points?$", text, re.MULTILINE)
    towers = dict(re.findall(r"^Taken by (Seat \d): (.+)\.$", text, re.MULTILINE))
    spaces = {int(space): _stack(domes) for space, domes in re.findall(r"^(\d+): (.+)$", text, re.MULTILINE)}
    move, over = found(r"^Move (\d+) of at most 200"), found(r"^The game (?:is over|ended early) after (\d+)")
    turn = found(r"^Move .*: Seat (\d) to move\.")
    order = found(r"^The djinns are chosen, in this order: (.+)\.")
    return {
        "State.ring": tuple(spaces.get(space, ()) for space in range(1, SPACES + 1)),
        "State.colours": tuple(tuple(re.findall(r"\w+", colours)) for _, colours, _ in seats),
        "State.neutral": found(r"^The neutral colour is (\w+):"),
        "State.order": tuple(int(seat) - 1 for seat in re.findall(r"Seat (\d)", order)),
        "State.turn": int(turn) - 1 if turn else None,
        "State.taken": tuple(_stacks(towers.get(seat, "")) for seat, _, _ in seats),
        "State.seen": int(found(r"^This position has occurred (\d) times") or 1),
        "State.plies": int(move) - 1 if move else int(over or 0),
        "State.ending": bool(found("^(The game is over)")),
        "View.stopped": bool(found("^(The game ended early)")),
        "points": tuple(int(points) for _, _, points in seats),
    }


def _stacks(text: str) -> tuple[Stack, ...]:
    return tuple(map(_stack, filter(None, text.split("; "))))


def _stack(text: str) -> Stack:
    """Read ``red 3 on blue 1``, the top dome first."""
    domes = (dome.split() for dome in text.split(" on "))
    return tuple(Dome(colour, int(strength)) for colour, strength in domes)[::-1]
