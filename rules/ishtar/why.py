"""Why a typed answer is not on offer (R6.7), from the predicates of the conversation."""

from __future__ import annotations

from typing import LiteralString

from rules.choice import Path
from rules.ishtar.draft import Draft, assisted, begun, laid, planted, unlocked
from rules.ishtar.garden import Cover, cover, fountain_cell, joins_assistants, ways
from rules.ishtar.hexes import TURNS, is_key
from rules.ishtar.names import number_in, payment_key, turn_key
from rules.ishtar.offers import (
    ASSIST,
    SKIP,
    assistant_hindered,
    mastery_hindered,
    not_open,
    payments,
    reach,
    stack_hindered,
    tree_hindered,
    usable,
)
from rules.ishtar.parts import MASTERIES, MASTERY_COST, STACKS, TREES, Cell, Gems
from rules.ishtar.state import Plant, Spot, Unlock, View
from rules.ishtar.tiles import cells, face, flower_cells, symbol_cell, turns
from rules.text import Text, say

OFF_MAP = say("Part of the tile would lie off the map.")
LOOSE = say("A tile must touch a fountain or a tile already laid.")
TWO_ASSISTANTS = say("That would bring two assistants into one bed.")
TURN_KEYS = {turn_key(turned): turned for turned in range(TURNS)}


def why_not(view: View, path: Path, answer: str) -> Text | None:
    """The sentence for an answer that is not on offer after this path; None: no better reason than that."""
    if view.phase == "select":
        return _can_paid(view, path, answer) if path else _stack(view, answer)
    draft = begun(view)
    if not view.held:
        return _trees(draft, path, answer)
    if not path:
        return _anchor(draft, view.held, answer)
    anchor = _cell(draft, path[0])
    assert anchor
    if len(path) == 1:
        return _way_round(draft, view.held, anchor, answer)
    spot = Spot(anchor, TURN_KEYS[path[1]])
    symbol, where = face(view.held).symbol, symbol_cell(view.held, spot)
    return _symbol(laid(draft, view.held, spot), symbol, where, path[2:], answer)


def _stack(view: View, answer: str) -> Text | None:
    """own-stack, empty-stack, dear-stack"""
    stack = number_in(answer, "stack-")
    return stack_hindered(view, stack - 1) if stack and stack <= STACKS and view.can is not None else None


def _can_paid(view: View, path: Path, answer: str) -> Text | None:
    number = number_in(path[0], "stack-")
    if len(path) > 1 or not number:
        return None
    return _letters(view.players[view.turn].gems, reach(view).get(number - 1, 0), answer)


def _letters(gems: Gems, count: int, answer: str) -> Text | None:
    """A payment on offer with its letters in another order (R1.10)."""
    found = (payment_key(paid) for paid in payments(gems, count))
    meant = next((key for key in found if sorted(key) == sorted(answer)), answer)
    return None if meant == answer else say("Write it {payment}.", payment=meant)


def _cell(draft: Draft, word: str) -> Cell | None:
    return cover(draft.garden).grid.named.get(word)


def _anchor(draft: Draft, tile: str, answer: str) -> Text | None:
    """The reason of the way round that passes most tests."""
    if not is_key(answer) or answer in TURN_KEYS or answer in MASTERIES:
        return None  # words for later questions: this one may be forced
    at = _cell(draft, answer)
    if at is None:
        return say("There is no cell {cell} on this map.", cell=answer)
    found = [spot_hindered(cover(draft.garden), tile, Spot(at, turned)) for turned in turns(tile)]
    reasons = [each for each in found if each]
    return max(reasons, key=lambda each: each[0])[1] if len(reasons) == len(found) else None


def _way_round(draft: Draft, tile: str, anchor: Cell, answer: str) -> Text | None:
    turned = TURN_KEYS.get(answer)
    if turned is None:
        return None
    if turned not in turns(tile):
        turned -= TURNS // 2
        if turned in ways(draft.garden, tile, anchor):
            return say("This bar looks the same after half a turn; say {turn}.", turn=turn_key(turned))
    found = spot_hindered(cover(draft.garden), tile, Spot(anchor, turned))
    return found[1] if found else None


def spot_hindered(lying: Cover, tile: str, spot: Spot) -> tuple[int, Text] | None:
    """The first test that a spot does not pass, and its number (R3.8, R3.9)."""
    under, keys = cells(tile, spot), lying.grid.keys
    if any(cell not in keys for cell in under):
        return 0, OFF_MAP
    bits = lying.grid.bits(under)
    tests: tuple[tuple[int, int, LiteralString], ...] = (
        (1, sum(lying.land.fountains), "The fountain at {cell} must stay uncovered."),
        (1, lying.land.stones, "The engraved stone at {cell} must stay uncovered."),
        (2, lying.covered, "There is already a tile on {cell}."),
    )
    for number, region, sentence in tests:
        if bits & region:
            return number, say(sentence, cell=lying.grid.listed(bits & region)[0])
    waters = [fountain_cell(lying, slot) for slot, zone in enumerate(lying.zones) if zone & bits]
    if not waters:
        return 3, LOOSE
    if len(waters) > 1:
        sentence = "That would join the gardens of the fountains {one} and {other}."
        return 4, say(sentence, one=waters[0], other=waters[1])
    return (5, TWO_ASSISTANTS) if joins_assistants(lying, lying.grid.bits(flower_cells(tile, spot))) else None


def _symbol(draft: Draft, symbol: str, where: Cell, path: Path, answer: str) -> Text | None:
    """After the tile lies: its symbol, then the trees."""
    if not path and answer == ASSIST:
        return assistant_hindered(draft, symbol, where)
    if not path and answer in MASTERIES:
        return mastery_hindered(draft, symbol, answer)
    if not usable(draft, symbol, where):
        return _trees(draft, path, answer)
    if not path:
        return None
    use, *rest = path
    if use in MASTERIES:
        return _mastery(draft, use, rest, answer)
    return _trees(draft if use == SKIP else assisted(draft, where), rest, answer)


def _mastery(draft: Draft, mastery: str, path: Path | list[str], answer: str) -> Text | None:
    """After its name: what is paid, and what its effect asks for."""
    if not path:
        return _letters(draft.player.gems, MASTERY_COST, answer)
    payment, *rest = path
    unlock = Unlock(mastery, Gems(*(payment.count(colour) for colour in Gems._fields)))
    effect, numbers = MASTERIES[mastery]
    if effect == "reserve":
        if not rest:
            return _open_tree(draft, answer)
        unlock = unlock._replace(tree=number_in(rest.pop(0), "tree-"))
    if effect == "gift":
        if not rest:
            return None
        unlock = unlock._replace(colour=rest.pop(0))
    if effect == "bloom":
        if len(rest) < numbers[0]:
            return _bloom(draft, rest, answer)
        chosen = (_cell(draft, rest.pop(0)) for _ in range(numbers[0]))
        unlock = unlock._replace(cells=tuple(cell for cell in chosen if cell))
    return _trees(unlocked(draft, unlock), rest, answer)


def _bloom(draft: Draft, chosen: list[str], answer: str) -> Text | None:
    """no-bloom, two-assistants"""
    if not is_key(answer):
        return None
    kind = _not_grass(draft, answer)
    if kind:
        return say("A blooming token covers free grass only; {cell} {kind}.", cell=answer, kind=kind)
    lying = cover(draft.garden)
    both = [cell for word in (*chosen, answer) if (cell := _cell(draft, word))]
    if chosen and not lying.grid.around(lying.grid.bits(both[:1])) & lying.grid.bits(both[1:]):
        return say("{cell} does not lie beside {first}.", cell=answer, first=chosen[0])
    return TWO_ASSISTANTS if joins_assistants(lying, lying.grid.bits(both)) else None


def _open_tree(draft: Draft, answer: str) -> Text | None:
    """not-open"""
    tree = number_in(answer, "tree-")
    return not_open(tree) if tree in TREES and tree not in draft.row else None


def _trees(draft: Draft, path: Path | list[str], answer: str) -> Text | None:
    """not-open, too-dear, not-grass, no-grass, no-pawn"""
    words = list(path)
    while len(words) > 1:
        tree, cell = number_in(words.pop(0), "tree-"), _cell(draft, words.pop(0))
        assert tree
        assert cell
        draft = planted(draft, Plant(tree, cell))
    if not words:
        tree = number_in(answer, "tree-")
        return tree_hindered(draft, tree) if tree in TREES else None
    if words[0] == "done" or not is_key(answer):
        return None
    kind = _not_grass(draft, answer)
    return say("A tree stands on free grass; {cell} {kind}.", cell=answer, kind=kind) if kind else None


def _not_grass(draft: Draft, word: str) -> Text | None:
    """What is there instead of free grass."""
    cell, lying = _cell(draft, word), cover(draft.garden)
    if cell is None:
        return say("is not on the map")
    bit = lying.grid.bits((cell,))
    kinds = (
        (lying.free, None),
        (lying.flowers, say("is a flower cell")),
        (lying.pawns, say("bears a tree")),
        (lying.land.ground, say("is bare ground")),
        (lying.land.stones, say("is an engraved stone")),
    )
    return next((kind for region, kind in kinds if region & bit), say("is a fountain"))
