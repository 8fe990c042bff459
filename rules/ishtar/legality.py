"""What may be done, and what stands in the way: the conversation and its refusals both ask here (section 3, R6.7).

What is legal is what no reason speaks against.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import LiteralString

from rules.game import Seat
from rules.ishtar.draft import Draft
from rules.ishtar.garden import Cover, blooming, cover, fountain_cell, joins_assistants
from rules.ishtar.hexes import cells, flower_cells
from rules.ishtar.notation import gems_words, mastery_name
from rules.ishtar.parts import (
    ASSISTANT,
    COLOURS,
    COLUMNS,
    JOKER,
    MASTERIES,
    MASTERY,
    MASTERY_COST,
    STACKS,
    TREES,
    Cell,
    Gems,
)
from rules.ishtar.state import Open, Spot, Stack, View
from rules.text import SEMICOLON, Text, joined, message, say, say_n, who

LOWER = {upper: lower for lower, upper in COLUMNS}
IN_ORDER = tuple(mastery for column in zip(*COLUMNS, strict=True) for mastery in column)
ASSIST = "assistant"
OFF_MAP = say("Part of the tile would lie off the map.")
LOOSE = say("A tile must touch a fountain or a tile already laid.")
TWO_ASSISTANTS = say("That would bring two assistants into one bed.")
NO_ASSISTANT = say("You have no assistant left.")
NO_SYMBOL = say("This tile shows no such letter.")
NO_GRASS = say("There is no free grass left.")
NO_PAWN = say("No tree pawn is left.")
NO_TREE = say("no tree is open")
NO_PAWN_LEFT = say("no tree pawn is left")
NO_GEM_LEFT = say("the supply is empty")
NO_BLOOM = say("no grass cell may bloom now")
NO_PAIR = say("no two free grass cells lie side by side")
NO_PEACE = say("every pair would bring two assistants into one bed")


def reach(table: Open) -> dict[int, int]:
    """The stacks on offer and what each costs, clockwise from the can (R3.2–R3.4)."""
    if table.can is None:
        return dict.fromkeys(range(STACKS), 0)
    ring = ((table.can + step) % STACKS for step in range(1, STACKS))
    return {stack: cost for cost, stack in enumerate(stack for stack in ring if table.stacks[stack].left)}


def stack_hindered(table: View, draft: Draft, stack: int) -> Text | None:
    """Why the can may not go to a stack."""
    if stack == table.can:
        return say("The watering can stands on stack {stack}; it must move on.", stack=stack + 1)
    if not table.stacks[stack].left:
        return say("Stack {stack} is empty.", stack=stack + 1)
    cost, have = reach(table)[stack], sum(draft.player.gems)
    return None if cost <= have else _too_far(stack, cost, have)


def _too_far(stack: int, cost: int, have: int) -> Text:
    return say_n(
        "Stack {stack} costs one gem; you have none.", "Stack {stack} costs {count} gems; you have {have}.",
        cost, stack=stack + 1, have=have,
    )  # fmt: skip


def top_of(stack: Stack) -> str:
    """The tile that the can finds there; never hidden (R3.5)."""
    assert stack.top
    return stack.top


@cache
def _mixtures(count: int) -> tuple[Gems, ...]:
    every = (Gems(p, r, count - p - r) for p in range(count, -1, -1) for r in range(count - p, -1, -1))
    return tuple(every)


def payments(gems: Gems, count: int) -> list[Gems]:
    """All mixtures of so many gems (R3.3, R3.14)."""
    return [paid for paid in _mixtures(count) if gems.holds(paid)]


def spot_hindered(lying: Cover, tile: str, spot: Spot) -> tuple[int, Text] | None:
    """The first test that a spot does not pass, and its number (R3.8, R3.9); `garden.spots` finds all at once that pass."""
    under, keys = cells(tile, spot), lying.grid.keys
    if any(cell not in keys for cell in under):
        return 0, OFF_MAP
    bits = lying.grid.bits(under)
    tests: tuple[tuple[int, int, LiteralString], ...] = (
        (1, sum(lying.land.fountains), message("The fountain at {cell} must stay uncovered.")),
        (1, lying.land.stones, message("The engraved stone at {cell} must stay uncovered.")),
        (2, lying.covered, message("There is already a tile on {cell}.")),
    )
    for number, region, sentence in tests:
        if bits & region:
            return number, say(sentence, cell=lying.grid.listed(bits & region)[0])
    waters = [fountain_cell(lying, slot) for slot, zone in enumerate(lying.zones) if zone & bits]
    if not waters:
        return 3, LOOSE
    if len(waters) > 1:
        return 4, say("That would join the gardens of the fountains {one} and {other}.", one=waters[0], other=waters[1])
    return (5, TWO_ASSISTANTS) if joins_assistants(lying, lying.grid.bits(flower_cells(tile, spot))) else None


def assistant_hindered(draft: Draft, symbol: str, cell: Cell) -> Text | None:
    """Why no assistant may go on the symbol (R3.13)."""
    if symbol not in (ASSISTANT, JOKER):
        return NO_SYMBOL
    if not draft.player.assistants:
        return NO_ASSISTANT
    lying = cover(draft.garden)
    bed = lying.bed(lying.grid.bits((cell,)))
    owner = next((seat for bit, seat in lying.assistants if bit & bed), None)
    return None if owner is None else _bed_taken(owner)


def mastery_hindered(draft: Draft, symbol: str, mastery: str) -> Text | None:
    """Why a mastery may not be unlocked (R3.14–R3.16)."""
    return _unlocking_hindered(draft, symbol) or _this_hindered(draft, mastery)


def _unlocking_hindered(draft: Draft, symbol: str) -> Text | None:
    """Why no mastery at all may be unlocked."""
    if symbol not in (MASTERY, JOKER):
        return NO_SYMBOL
    have = sum(draft.player.gems)
    return say("A mastery costs two gems; you have {have}.", have=have) if have < MASTERY_COST else None


def _this_hindered(draft: Draft, mastery: str) -> Text | None:
    """Why this one may not be unlocked, where others may be."""
    owned = draft.player.owned
    if mastery in owned:
        return _owned(mastery)
    if mastery in LOWER:
        return None if LOWER[mastery] in owned else _below_first(mastery)
    why = _no_effect(draft, mastery)
    return say("Mastery {mastery} would do nothing now: {why}.", mastery=mastery_name(mastery), why=why) if why else None


@cache
def _bed_taken(owner: Seat) -> Text:
    return say("{seat} already has an assistant in this bed.", seat=who(owner))


@cache
def _owned(mastery: str) -> Text:
    return say("You already have mastery {mastery}.", mastery=mastery_name(mastery))


@cache
def _below_first(mastery: str) -> Text:
    lower = mastery_name(LOWER[mastery])
    return say("Mastery {mastery} needs mastery {lower} first.", mastery=mastery_name(mastery), lower=lower)


def _no_effect(draft: Draft, mastery: str) -> Text | None:
    """Why a lower mastery would do nothing (R3.16, R3.20–R3.24)."""
    effect, numbers = MASTERIES[mastery]
    if effect == "reserve":
        return NO_TREE if not draft.row else None if draft.pawns else NO_PAWN_LEFT
    if effect == "gift":
        return None if any(draft.supply) else NO_GEM_LEFT
    if effect == "bloom":
        return None if blooming(draft.garden, numbers[0]) else _no_bloom(draft, numbers[0])
    return None


def _no_bloom(draft: Draft, token: int) -> Text:
    if token == 1:
        return NO_BLOOM
    lying = cover(draft.garden)
    return NO_PEACE if lying.grid.around(lying.free) & lying.free else NO_PAIR


def bloom_hindered(draft: Draft, word: str) -> Text | None:
    """Why a token may not lie on a cell, with the one already chosen if there is one (R3.23, R3.24)."""
    kind = not_grass(draft, word)
    if kind:
        return joined(" ", say("A blooming token covers free grass only."), kind)
    lying = cover(draft.garden)
    grid, cell = lying.grid, lying.grid.named[word]
    if any(not grid.around(grid.bits((first,))) & grid.bits((cell,)) for first in draft.bloomed):
        return say("{cell} does not lie beside {first}.", cell=word, first=grid.keys[draft.bloomed[0]])
    if joins_assistants(lying, grid.bits((*draft.bloomed, cell))):
        return TWO_ASSISTANTS
    token = MASTERIES[draft.mastery].numbers[0]
    alone = not draft.bloomed and not blooming(draft.garden, token) & grid.bits((cell,))
    return say("No cell beside {cell} may bloom with it.", cell=word) if alone else None


def not_grass(draft: Draft, word: str) -> Text | None:
    """What is on a cell instead of free grass."""
    lying = cover(draft.garden)
    cell = lying.grid.named.get(word)
    if cell is None:
        return say("{cell} is not on the map.", cell=word)
    bit = lying.grid.bits((cell,))
    kinds = (
        (lying.free, None),
        (lying.flowers, say("{cell} is a flower cell.", cell=word)),
        (lying.pawns, say("{cell} bears a tree.", cell=word)),
        (lying.land.ground, say("{cell} is bare ground.", cell=word)),
        (lying.land.stones, say("{cell} is an engraved stone.", cell=word)),
    )
    return next((kind for region, kind in kinds if region & bit), say("{cell} is a fountain.", cell=word))


def masteries(draft: Draft, symbol: str) -> Iterator[str]:
    """The masteries that may be unlocked, the lower ones first."""
    if not _unlocking_hindered(draft, symbol):
        yield from (mastery for mastery in IN_ORDER if not _this_hindered(draft, mastery))


def uses(draft: Draft, symbol: str, cell: Cell) -> list[str]:
    """What the symbol on this cell can do now (R3.12); the question is asked only if there is something."""
    if not symbol:
        return []
    return [*([] if assistant_hindered(draft, symbol, cell) else [ASSIST]), *masteries(draft, symbol)]


def usable(draft: Draft, symbol: str, cell: Cell) -> bool:
    """Can the symbol on this cell do anything now?"""
    return not assistant_hindered(draft, symbol, cell) or any(masteries(draft, symbol))


def idle(draft: Draft, symbol: str) -> Text:
    """Why a symbol that has no use has none (R3.12), told to all; of a joker both reasons."""
    if symbol == ASSISTANT:
        return say("the bed has one already") if draft.player.assistants else say("none is left")
    if symbol == MASTERY:
        return _no_mastery(draft)
    no_assistant = say("the bed has an assistant already") if draft.player.assistants else say("no assistant is left")
    return joined(SEMICOLON, no_assistant, _no_mastery(draft))


def _no_mastery(draft: Draft) -> Text:
    if len(draft.player.masteries) == len(MASTERIES):
        return say("all masteries are owned")
    if sum(draft.player.gems) < MASTERY_COST:
        return say("a mastery costs two gems")
    return say("no mastery would do anything now")


def gifts(draft: Draft) -> list[str]:
    """The colours left in the supply (R3.22)."""
    return [colour for colour, left in zip(COLOURS, draft.supply, strict=True) if left]


@cache
def not_open(tree: int) -> Text:
    """The sentence for a tree that is neither open nor one's own reserve."""
    cost = gems_words(TREES[tree].cost)
    return say("The tree for {cost} is neither open nor your reserve.", cost=cost)


def tree_hindered(draft: Draft, tree: int) -> Text | None:
    """Why a tree cannot be planted (R3.40–R3.42)."""
    reserved = tree == draft.player.reserved
    if tree not in draft.row and not reserved:
        return not_open(tree)
    gems = draft.player.gems
    if not gems.holds(TREES[tree].cost):
        return _too_dear(tree, gems)
    if not cover(draft.garden).free:
        return NO_GRASS
    return None if reserved or draft.pawns else NO_PAWN


@lru_cache(maxsize=1024)
def _too_dear(tree: int, gems: Gems) -> Text:
    return say("This tree costs {cost}; you have {gems}.", cost=gems_words(TREES[tree].cost), gems=gems_words(gems))


def trees(draft: Draft) -> list[int]:
    """The trees that can be planted now, the row before the reserve."""
    own = draft.player.reserved
    return [tree for tree in (*draft.row, *(() if own is None else (own,))) if not tree_hindered(draft, tree)]
