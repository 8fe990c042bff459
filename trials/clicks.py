"""Find the clicks that lead through a panel to a move, and count the taps that they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.play.panel import Asking, digest, offer
from cogs.shell.components import Menu, Row
from host.position import Position
from rules.choice import Conversation, Path, Progress, answer_forced

PICKED, CHOSEN = 1, 2  # taps: of a button, of a menu, which is opened first


def clicks(table: int, seq: int, ask: Conversation[Any], path: Path) -> Iterator[str]:
    """Yield the custom_ids of the answers and tabs that make a complete path, in order; pages must be turned besides."""
    return (custom_id for _, custom_id in steps(table, seq, ask, path))


def steps(table: int, seq: int, ask: Conversation[Any], path: Path) -> Iterator[tuple[Progress[Any], str]]:
    """Yield the custom_ids of `clicks`, each with the progress at which it is clicked."""
    at = answer_forced(ask, ())
    while at.prompt is not None:
        other = next((depth for depth in at.tabs if at.path[depth] != path[depth]), None)
        depth, prompt = (len(at.path), at.prompt) if other is None else (other, at.answered[other])
        index = [option.key for option in prompt.options].index(path[depth])
        verb, last = ("pick", f"{index}") if other is None else ("tab", f"{other}:{index}")
        yield at, f"p1:{verb}:{table}:{seq}:{digest(at.path, at.prompt)}:{last}"
        at = answer_forced(ask, path[: depth + 1])


def taps(at: Position, person: int, path: Path) -> int:
    """Return the number of taps from the first question of a move to its preview. A letter gives all answers that are left."""
    pressed = 0
    for progress, custom_id in steps(at.id, at.seq, at.conversation(person), path):
        asked = Asking(at, person, progress)
        if any(turn.path == path for turn in asked.turns):
            return pressed + PICKED
        pressed += _presses(asked, custom_id)
    return pressed


def ready(at: Position, person: int) -> bool:
    """Return whether a complete turn is one tap away."""
    return any(custom_id.startswith("p1:turn") for custom_id in _shown(Asking(at, person, at.drafted(person, ())), 0))


def _presses(asked: Asking, custom_id: str) -> int:
    """Return the taps for this custom_id: pages turned until it is shown, and its own."""
    pages, seen = [0], {0}
    for turned in range(len(asked.prompt.options) if asked.prompt else 0):
        shown = [_shown(asked, page) for page in pages]
        if found := [taken[custom_id] for taken in shown if custom_id in taken]:
            return turned + min(found)
        beside = {int(each.rpartition(":")[2]) for taken in shown for each in taken if each.startswith("p1:page")} - seen
        pages, seen = sorted(beside), seen | beside
    raise AssertionError(f"{custom_id} is on no page of {asked.place}")


def _shown(asked: Asking, page: int) -> dict[str, int]:
    """Return the taps of everything on a page, by custom_id; an option of a menu has that of a button for the same answer."""
    assert asked.prompt
    found: dict[str, int] = {}
    for part in offer(asked, asked.prompt, page)[1]:
        match part:
            case Row(buttons):
                found |= {each.custom_id: PICKED for each in buttons if not each.disabled}
            case Menu():
                found |= {f"{part.custom_id.replace('p1:menu', 'p1:pick')}:{value}": CHOSEN for _, value in part.options}
    return found
