"""The legal answers of a turn, and the reasons against other answers (section 3, R6.7). An answer without a reason is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import LiteralString

from rules.game import Seat
from rules.ishtar.draft import Draft
from rules.ishtar.garden import Cover, bloom_cells, cover_of, fountain_cell_key, joins_assistants
from rules.ishtar.hexes import flower_cells, is_cell_key, tile_cells
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
from rules.ishtar.state import PublicState, Spot, Stack, View
from rules.text import SEMICOLON, Text, joined, message, say, say_n, who
from rules.values import Bitboard

LOWER_MASTERY = {upper: lower for lower, upper in COLUMNS}
MASTERIES_IN_ORDER = tuple(mastery for column in zip(*COLUMNS, strict=True) for mastery in column)
ASSIST = "assistant"
OFF_MAP = say("Part of the tile would be off the map.")
NOT_TOUCHING = say("A tile must touch a fountain or a tile already laid.")
TWO_ASSISTANTS = say("That would put two assistants in one bed.")
NO_ASSISTANT = say("You have no assistant left.")
NO_SYMBOL = say("This tile does not have that letter.")
NO_GRASS = say("There is no free grass left.")
NO_PAWN = say("There are no tree pawns left.")
NO_TREE = say("no tree is open")
NO_PAWN_LEFT = say("no tree pawn is left")
NO_GEM_LEFT = say("the supply is empty")
NO_BLOOM = say("no grass cell may bloom now")
NO_PAIR = say("no two free grass cells lie side by side")
PAIR_JOINS_ASSISTANTS = say("every pair would put two assistants in one bed")


def stack_costs(table: PublicState) -> dict[int, int]:
    """Return the price in gems of each stack that the can may go to, clockwise from the can (R3.2–R3.4)."""
    if table.can is None:
        return dict.fromkeys(range(STACKS), 0)
    ring = ((table.can + step) % STACKS for step in range(1, STACKS))
    return {stack: cost for cost, stack in enumerate(stack for stack in ring if table.stacks[stack].left)}


def why_not_stack(view: View, stack: int) -> Text | None:
    """Return why the can may not go to a stack (R3.3, R3.4); None if it may."""
    if stack == view.can:
        return say("The watering can is on stack {stack}; it must move on.", stack=stack + 1)
    if not view.stacks[stack].left:
        return say("Stack {stack} is empty.", stack=stack + 1)
    assert view.turn is not None
    cost, have = stack_costs(view)[stack], sum(view.players[view.turn].gems)
    return None if cost <= have else _too_far(stack, cost, have)


def _too_far(stack: int, cost: int, have: int) -> Text:
    return say_n(
        "Stack {stack} costs one gem; you have none.", "Stack {stack} costs {count} gems; you have {have}.",
        cost, stack=stack + 1, have=have,
    )  # fmt: skip


def top_tile(stack: Stack) -> str:
    """Return the face-up tile on a stack, which the can takes (R3.5)."""
    assert stack.top
    return stack.top


@cache
def _mixtures(count: int) -> tuple[Gems, ...]:
    every = (Gems(p, r, count - p - r) for p in range(count, -1, -1) for r in range(count - p, -1, -1))
    return tuple(every)


def payments(gems: Gems, count: int) -> list[Gems]:
    """Return every combination of ``count`` gems out of these gems (R3.3, R3.14)."""
    return [paid for paid in _mixtures(count) if gems.holds(paid)]


def why_not_spot(cover: Cover, tile: str, spot: Spot) -> Text | None:
    """Return why a tile may not be placed on a spot: the first test of R3.8 and R3.9 that fails; None if all pass.

    `garden.spots` finds all spots at once by the same tests.
    """
    cells = tile_cells(tile, spot)
    if any(cell not in cover.grid.keys for cell in cells):
        return OFF_MAP
    bits = cover.grid.bits(cells)
    tests: tuple[tuple[Bitboard, LiteralString], ...] = (
        (sum(cover.land.fountains), message("The fountain at {cell} must stay uncovered.")),
        (cover.land.stones, message("The engraved stone at {cell} must stay uncovered.")),
        (cover.covered, message("There is already a tile on {cell}.")),
    )
    for region, sentence in tests:
        if bits & region:
            return say(sentence, cell=cover.grid.keys_of(bits & region)[0])
    waters = [fountain_cell_key(cover, slot) for slot, zone in enumerate(cover.fountain_zones) if zone & bits]
    if not waters:
        return NOT_TOUCHING
    if len(waters) > 1:
        return say("That would join the gardens of the fountains {one} and {other}.", one=waters[0], other=waters[1])
    return TWO_ASSISTANTS if joins_assistants(cover, cover.grid.bits(flower_cells(tile, spot))) else None


def why_not_assistant(draft: Draft, symbol: str, cell: Cell) -> Text | None:
    """Return why no assistant may go on the symbol (R3.13); None if one may."""
    if symbol not in (ASSISTANT, JOKER):
        return NO_SYMBOL
    if not draft.player.assistants:
        return NO_ASSISTANT
    cover = cover_of(draft.garden)
    bed = cover.bed_at(cover.grid.bits((cell,)))
    owner = next((seat for bit, seat in cover.assistants if bit & bed), None)
    return None if owner is None else _bed_taken(owner)


def why_not_mastery(draft: Draft, symbol: str, mastery: str) -> Text | None:
    """Return why a mastery may not be unlocked (R3.14–R3.16); None if it may."""
    return _why_not_any_mastery(draft, symbol) or _why_not_this_mastery(draft, mastery)


def _why_not_any_mastery(draft: Draft, symbol: str) -> Text | None:
    """Return why no mastery at all may be unlocked."""
    if symbol not in (MASTERY, JOKER):
        return NO_SYMBOL
    have = sum(draft.player.gems)
    return say("A mastery costs two gems; you have {have}.", have=have) if have < MASTERY_COST else None


def _why_not_this_mastery(draft: Draft, mastery: str) -> Text | None:
    """Return why this mastery may not be unlocked where others may be."""
    owned = draft.player.owned
    if mastery in owned:
        return _owned(mastery)
    if mastery in LOWER_MASTERY:
        return None if LOWER_MASTERY[mastery] in owned else _below_first(mastery)
    why = _why_no_effect(draft, mastery)
    return say("Mastery {mastery} would do nothing now: {why}.", mastery=mastery_name(mastery), why=why) if why else None


@cache
def _bed_taken(owner: Seat) -> Text:
    return say("{seat} already has an assistant in this bed.", seat=who(owner))


@cache
def _owned(mastery: str) -> Text:
    return say("You already have mastery {mastery}.", mastery=mastery_name(mastery))


@cache
def _below_first(mastery: str) -> Text:
    lower = mastery_name(LOWER_MASTERY[mastery])
    return say("Mastery {mastery} needs mastery {lower} first.", mastery=mastery_name(mastery), lower=lower)


def _why_no_effect(draft: Draft, mastery: str) -> Text | None:
    """Return why a lower mastery would do nothing (R3.16, R3.20–R3.24); None if it would do something."""
    effect, numbers = MASTERIES[mastery]
    if effect == "reserve":
        return NO_TREE if not draft.row else None if draft.pawns else NO_PAWN_LEFT
    if effect == "gift":
        return None if any(draft.supply) else NO_GEM_LEFT
    if effect == "bloom":
        return None if bloom_cells(draft.garden, numbers[0]) else _why_no_bloom(draft, numbers[0])
    return None


def _why_no_bloom(draft: Draft, token: int) -> Text:
    if token == 1:
        return NO_BLOOM
    cover = cover_of(draft.garden)
    return PAIR_JOINS_ASSISTANTS if cover.grid.neighbours(cover.free) & cover.free else NO_PAIR


def why_not_bloom(draft: Draft, word: str) -> Text | None:
    """Return why a token may not be placed on a cell, together with its first cell if that is chosen (R3.23, R3.24)."""
    if not is_cell_key(word):
        return None
    if kind := why_not_grass(draft, word):
        return joined(" ", say("A blooming token covers free grass only."), kind)
    cover = cover_of(draft.garden)
    grid, cell = cover.grid, cover.grid.named[word]
    if any(not grid.neighbours(grid.bits((first,))) & grid.bits((cell,)) for first in draft.bloomed):
        return say("{cell} is not next to {first}.", cell=word, first=grid.keys[draft.bloomed[0]])
    if joins_assistants(cover, grid.bits((*draft.bloomed, cell))):
        return TWO_ASSISTANTS
    token = MASTERIES[draft.mastery].numbers[0]
    alone = not draft.bloomed and not bloom_cells(draft.garden, token) & grid.bits((cell,))
    return say("No cell beside {cell} may bloom with it.", cell=word) if alone else None


def why_not_pawn(draft: Draft, word: str) -> Text | None:
    """Return why the pawn of a tree may not be placed on a cell (R3.40)."""
    kind = why_not_grass(draft, word) if is_cell_key(word) else None
    return joined(" ", say("You can plant a tree only on free grass."), kind) if kind else None


def why_not_grass(draft: Draft, word: str) -> Text | None:
    """Return what covers a cell instead of free grass; None if it is free grass."""
    cover = cover_of(draft.garden)
    cell = cover.grid.named.get(word)
    if cell is None:
        return say("{cell} is not on the map.", cell=word)
    bit = cover.grid.bits((cell,))
    kinds = (
        (cover.free, None),
        (cover.flowers, say("{cell} is a flower cell.", cell=word)),
        (cover.pawns, say("{cell} already has a tree.", cell=word)),
        (cover.land.ground, say("{cell} has no tile yet.", cell=word)),
        (cover.land.stones, say("{cell} is an engraved stone.", cell=word)),
    )
    return next((kind for region, kind in kinds if region & bit), say("{cell} is a fountain.", cell=word))


def unlockable_masteries(draft: Draft, symbol: str) -> Iterator[str]:
    """Yield the masteries that may be unlocked, the lower ones first."""
    if not _why_not_any_mastery(draft, symbol):
        yield from (mastery for mastery in MASTERIES_IN_ORDER if not _why_not_this_mastery(draft, mastery))


def symbol_uses(draft: Draft, symbol: str, cell: Cell) -> list[str]:
    """Return the uses of the symbol on this cell (R3.12); without any the conversation does not ask for one."""
    if not symbol:
        return []
    return [*([] if why_not_assistant(draft, symbol, cell) else [ASSIST]), *unlockable_masteries(draft, symbol)]


def has_use(draft: Draft, symbol: str, cell: Cell) -> bool:
    """Return whether the symbol on this cell has a use; quicker than `symbol_uses`."""
    return not why_not_assistant(draft, symbol, cell) or any(unlockable_masteries(draft, symbol))


def why_idle(draft: Draft, symbol: str) -> Text:
    """Return why a symbol has no use (R3.12), in words for all seats; for a joker both reasons."""
    if symbol == ASSISTANT:
        return say("the bed has one already") if draft.player.assistants else say("none is left")
    if symbol == MASTERY:
        return _why_no_mastery(draft)
    no_assistant = say("the bed has an assistant already") if draft.player.assistants else say("no assistant is left")
    return joined(SEMICOLON, no_assistant, _why_no_mastery(draft))


def _why_no_mastery(draft: Draft) -> Text:
    if len(draft.player.masteries) == len(MASTERIES):
        return say("all masteries are owned")
    if sum(draft.player.gems) < MASTERY_COST:
        return say("a mastery costs two gems")
    return say("no mastery would do anything now")


def gift_colours(draft: Draft) -> list[str]:
    """Return the colours of which the supply has gems (R3.22)."""
    return [colour for colour, left in zip(COLOURS, draft.supply, strict=True) if left]


@cache
def tree_not_open(tree: int) -> Text:
    """Return the refusal of a tree that is neither open nor the seat's own reserve."""
    cost = gems_words(TREES[tree].cost)
    return say("The tree for {cost} is neither open nor reserved by you.", cost=cost)


def why_not_tree(draft: Draft, tree: int) -> Text | None:
    """Return why a tree cannot be planted (R3.40–R3.42); None if it can."""
    reserved = tree == draft.player.reserved
    if tree not in draft.row and not reserved:
        return tree_not_open(tree)
    gems = draft.player.gems
    if not gems.holds(TREES[tree].cost):
        return _too_dear(tree, gems)
    if not cover_of(draft.garden).free:
        return NO_GRASS
    return None if reserved or draft.pawns else NO_PAWN


@lru_cache(maxsize=1024)
def _too_dear(tree: int, gems: Gems) -> Text:
    return say("This tree costs {cost}; you have {gems}.", cost=gems_words(TREES[tree].cost), gems=gems_words(gems))


def plantable_trees(draft: Draft) -> list[int]:
    """Return the trees that can be planted now, those of the row before the reserve (R3.41)."""
    own = draft.player.reserved
    return [tree for tree in (*draft.row, *(() if own is None else (own,))) if not why_not_tree(draft, tree)]
