"""What has been answered so far: the question that comes next, and the board as it would be."""

from __future__ import annotations

from typing import NamedTuple

from render.sketch import Mark
from rules.ishtar.draft import Draft, begun, laid, planted, special_done
from rules.ishtar.garden import land
from rules.ishtar.names import number_in
from rules.ishtar.offers import ASSIST, SKIP
from rules.ishtar.parts import COLOURS, MASTERIES, Cell, Gems
from rules.ishtar.state import Assist, Plant, Spot, Unlock, View

STACK, PAY = "stack", "pay"
ANCHOR, TURN, USE, PRICE, RESERVE, COLOUR, BLOOM, TREE, STAND = (
    "anchor", "turn", "use", "price", "reserve", "colour", "bloom", "tree", "stand",
)  # fmt: skip
AFTER_PRICE = {"reserve": RESERVE, "gift": COLOUR, "bloom": BLOOM}


class Thought(NamedTuple):
    """The question, the board as it would be, and what of the next step is chosen already."""

    asked: str
    draft: Draft
    stack: str = ""
    anchor: Cell | None = None
    spot: Spot | None = None
    mastery: str = ""
    bloomed: tuple[Cell, ...] = ()
    tree: int | None = None


def read(view: View, chosen: tuple[str, ...], marks: tuple[Mark, ...]) -> Thought | None:
    """The answers of the seat that chooses; None when nothing is on offer: then the view has them already."""
    if not marks:
        return None
    draft = begun(view)
    if view.phase == "select":
        return Thought(PAY, draft, stack=chosen[0]) if chosen else Thought(STACK, draft)
    thought, rest = Thought(TREE, draft), list(chosen)
    if view.held:
        thought = _placed(view, view.held, rest, {mark.key for mark in marks})
    return _planted(view, thought, rest) if thought.asked == TREE else thought


def _placed(view: View, tile: str, rest: list[str], offered: set[str]) -> Thought:
    """The tile and its symbol; takes its answers from the rest."""
    draft = begun(view)
    if not rest:
        return Thought(ANCHOR, draft)
    anchor = _cell(view, rest.pop(0))
    if not rest:
        return Thought(TURN, draft, anchor=anchor)
    spot = Spot(anchor, int(rest.pop(0)[1:]))
    thought = Thought(USE if SKIP in offered else TREE, laid(draft, tile, spot), anchor=anchor, spot=spot)
    if not rest or number_in(rest[0], "tree-") is not None:
        return thought
    word = rest.pop(0)
    thought = thought._replace(asked=TREE)
    if word == ASSIST:
        return thought._replace(draft=special_done(thought.draft, tile, spot, Assist()))
    return _unlocked(view, tile, thought._replace(mastery=word), rest) if word in MASTERIES else thought


def _unlocked(view: View, tile: str, thought: Thought, rest: list[str]) -> Thought:
    """The mastery with its price and whatever its effect needs."""
    assert thought.spot
    if not rest:
        return thought._replace(asked=PRICE)
    unlock = Unlock(thought.mastery, Gems(*map(rest.pop(0).count, COLOURS)))
    effect, numbers = MASTERIES[thought.mastery]
    needed = numbers[0] if effect == "bloom" else int(effect in AFTER_PRICE)
    if len(rest) < needed:
        bloomed = tuple(_cell(view, word) for word in rest)
        return thought._replace(asked=AFTER_PRICE[effect], bloomed=bloomed)
    words = [rest.pop(0) for _ in range(needed)]
    if effect == "bloom":
        unlock = unlock._replace(cells=tuple(_cell(view, word) for word in words))
    elif effect == "gift":
        unlock = unlock._replace(colour=words[0])
    elif effect == "reserve":
        unlock = unlock._replace(tree=number_in(words[0], "tree-"))
    return thought._replace(draft=special_done(thought.draft, tile, thought.spot, unlock))


def _planted(view: View, thought: Thought, rest: list[str]) -> Thought:
    """The trees so far."""
    draft = thought.draft
    while rest:
        tree = number_in(rest.pop(0), "tree-")
        assert tree is not None
        if not rest:
            return thought._replace(asked=STAND, draft=draft, tree=tree)
        draft = planted(draft, Plant(tree, _cell(view, rest.pop(0))))
    return thought._replace(draft=draft)


def _cell(view: View, key: str) -> Cell:
    return land(view.garden).grid.named[key]
