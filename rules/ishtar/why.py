"""Why a typed answer is not on offer (R6.7), from the predicates of the conversation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rules.choice import Prompt
from rules.ishtar.draft import Draft
from rules.ishtar.garden import cover_of, spots
from rules.ishtar.hexes import TURNS, face, is_cell_key, symbol_cell, turns
from rules.ishtar.legality import (
    ASSIST,
    stack_costs,
    tree_not_open,
    why_not_assistant,
    why_not_bloom,
    why_not_grass,
    why_not_mastery,
    why_not_spot,
    why_not_stack,
    why_not_tree,
)
from rules.ishtar.notation import DONE, fountain_key, fountain_name, gems_words, number_in, payment_key, turn_key
from rules.ishtar.parts import COLOURS, MASTERIES, MASTERY_COST, STACKS, TREES, Gems
from rules.ishtar.state import Spot, View
from rules.text import Text, joined, say, say_n

NO_TREE_NOW = say("There is no tree that you can plant now, so the turn is done.")
SYMBOL_FIRST = say("The letter is used once, before any tree is planted.")
NO_GEM = {
    "p": say("The supply has no purple gem left."),
    "r": say("The supply has no red gem left."),
    "w": say("The supply has no white gem left."),
}
TURN_BY_KEY = {turn_key(turned): turned for turned in range(TURNS)}


def why_not(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """The sentence for an answer that is not on offer; None: no better reason than that."""
    return REASONS[prompt.key](view, prompt, answer)


def _offered(prompt: Prompt[Any], answer: str) -> bool:
    return any(option.key == answer for option in prompt.options)


def _stack(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """own-stack, empty-stack, dear-stack"""
    stack = number_in(answer, "stack-")
    return why_not_stack(view, prompt.board, stack - 1) if stack and stack <= STACKS and view.can is not None else None


def _payment(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    draft: Draft = prompt.board
    assert draft.stack is not None
    return _paying(prompt, stack_costs(view)[draft.stack], answer)


def _mastery_payment(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    return _paying(prompt, MASTERY_COST, answer)


def _paying(prompt: Prompt[Any], cost: int, answer: str) -> Text | None:
    """not-so-many, letters in another order (R1.10), more-than-held; nothing of a beginning, or of a colour that comes later."""
    meant = [option.key for option in prompt.options if option.key.startswith(answer)]
    short = len(answer) < cost and 1 in (len(meant), len(prompt.options))
    if not re.fullmatch("[prw]+", answer) or short:
        return None
    if len(answer) != cost:
        return say_n("One gem is to be paid.", "{count} gems are to be paid.", cost)
    paid = Gems(*map(answer.count, COLOURS))
    payment = payment_key(paid)
    if _offered(prompt, payment):
        return None if payment == answer else say("Write it {payment}.", payment=payment)
    return say("You have {gems}, not {paid}.", gems=gems_words(prompt.board.player.gems), paid=gems_words(paid))


def _fountain(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """R3.8: there is no such fountain, or no room in its gardens."""
    if len(answer) != 1 or not answer.isalpha() or _offered(prompt, answer):
        return None
    known = [fountain_key(slot) for slot in range(len(view.garden.fountains))]
    letter = answer.upper()
    if answer in known:
        return say("The tile has no room at fountain {letter}.", letter=letter)
    return say("There is no fountain {letter}.", letter=letter)


def _turn(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    draft, tile, turned = prompt.board, view.held, TURN_BY_KEY.get(answer)
    if turned is None or _offered(prompt, answer):
        return None
    assert tile
    if turned not in turns(tile):
        return say("This tile looks the same after half a turn; say {turn}.", turn=turn_key(turned - TURNS // 2))
    return say("So turned the tile has no room at fountain {letter}.", letter=fountain_name(draft.fountain))


def _anchor(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """What hinders the tile there, so turned; or it would be a garden of another fountain."""
    if not is_cell_key(answer):
        return None
    draft, tile = prompt.board, view.held
    assert tile
    cover = cover_of(draft.garden)
    at = cover.grid.named.get(answer)
    if at is None:
        return say("There is no cell {cell} on this map.", cell=answer)
    if why := why_not_spot(cover, tile, Spot(at, draft.turned)):
        return why
    slot = next(slot for slot, each in enumerate(spots(cover, tile)) if each[draft.turned] & cover.grid.bits((at,)))
    return None if slot == draft.fountain else say("That would be a garden of fountain {letter}.", letter=fountain_name(slot))


def _symbol(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """no-symbol, no-assistant, bed-taken, two-gems, have-mastery, below-first, no-effect; what hinders a tree"""
    draft: Draft = prompt.board
    if (tree := number_in(answer, "tree-")) in TREES:
        return why_not_tree(draft, tree)
    if not view.held or not draft.spot:
        return None
    symbol = face(view.held).symbol
    if answer == ASSIST:
        return why_not_assistant(draft, symbol, symbol_cell(view.held, draft.spot))
    return why_not_mastery(draft, symbol, answer) if answer in MASTERIES else None


def _reserve(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """not-open"""
    tree = number_in(answer, "tree-")
    return tree_not_open(tree) if tree in TREES and tree not in prompt.board.row else None


def _colour(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """R3.22"""
    return None if answer not in COLOURS or prompt.board.supply[COLOURS.index(answer)] else NO_GEM[answer]


def _bloom(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """no-bloom, two-assistants"""
    return why_not_bloom(prompt.board, answer) if is_cell_key(answer) else None


def _tree(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """What is said of trees, and what should have been said of the symbol."""
    late = view.held and (answer == ASSIST or answer in MASTERIES)
    none = [option.key for option in prompt.options] == [DONE] and not DONE.startswith(answer)
    return _symbol(view, prompt, answer) or (SYMBOL_FIRST if late else NO_TREE_NOW if none else None)


def _pawn(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """not-grass"""
    kind = why_not_grass(prompt.board, answer) if is_cell_key(answer) else None
    return joined(" ", say("A tree stands on free grass."), kind) if kind else None


REASONS: dict[str, Callable[[View, Prompt[Any], str], Text | None]] = {
    "stack": _stack,
    "payment": _payment,
    "fountain": _fountain,
    "turn": _turn,
    "anchor": _anchor,
    "symbol": _symbol,
    "mastery_payment": _mastery_payment,
    "reserve": _reserve,
    "colour": _colour,
    "bloom": _bloom,
    "bloom_beside": _bloom,
    "tree": _tree,
    "pawn": _pawn,
}
