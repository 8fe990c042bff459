"""The conversation of a seat: select a tile, then place it, use its symbol and plant trees (R6.2, R6.4).

To follow a turn, read on in six files. `legality` has options and refusals. `draft` has the board after each answer, `garden`
the places for tiles. `labels` has the words that people see, `score` the points in them. `state` has the values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from rules.choice import Choices, Label, Options, pick
from rules.ishtar import labels
from rules.ishtar.draft import Draft, after_symbol, after_tile, after_tree, start_draft
from rules.ishtar.garden import Cover, bloom_cells, bloom_partners, cover_of, land_of, spots
from rules.ishtar.hexes import ROTATIONS, face, is_cell_key, rotations, symbol_cell
from rules.ishtar.legality import (
    ASSIST,
    gift_colours,
    payments,
    plantable_trees,
    stack_costs,
    symbol_uses,
    tree_not_open,
    why_not_assistant,
    why_not_bloom,
    why_not_mastery,
    why_not_pawn,
    why_not_spot,
    why_not_stack,
    why_not_tree,
)
from rules.ishtar.notation import (
    DONE,
    fountain_key,
    fountain_name,
    gems_words,
    number_in,
    payment_key,
    rotation_key,
    stack_key,
    tree_key,
)
from rules.ishtar.parts import COLOURS, MASTERIES, MASTERY_COST, STACKS, TREES, Cell, Gems
from rules.ishtar.state import Action, Assist, Place, Plant, Select, Spot, Unlock, View
from rules.text import Text, say, say_n
from rules.values import Bitboard

WHICH_STACK = say("Which stack does the watering can move to?")
WHICH_GEMS = say("Which gems do you pay?")
WHICH_FOUNTAIN = say("At which fountain?")
WHICH_ROTATION = say("Which way round?")
WHICH_CELL = say("Where does the tile's golden cell go?")
MEANING_OF_TABS = say("Letters choose the fountain, arrows turn the tile.")
ALL_FREE = say("In the very first turn every stack is free.")
USE_SYMBOL = {
    "A": say("Put an assistant on the letter A?"),
    "M": say("Buy a mastery for two gems?"),
    "J": say("Use the letter J for an assistant or a mastery?"),
}
USE_SYMBOL_OR_PLANT = {
    "A": say("Put an assistant on the letter A, or plant a tree?"),
    "M": say("Buy a mastery for two gems, or plant a tree?"),
    "J": say("Use the letter J for an assistant or a mastery, or plant a tree?"),
}
LETTER_GIVEN_UP = say("If you plant a tree first, you give up the letter.")
WHICH_TWO_GEMS = say("Which two gems do you pay?")
GREEN_IS_PAID = say("The green button shows the two gems you pay.")
WHICH_RESERVE = say("Which tree do you reserve?")
WHICH_COLOUR = say("Which colour?")
WHICH_BLOOM = say("Which grass cell blooms?")
WHICH_BLOOM_FIRST = say("Two cells side by side bloom. Which is the first?")
WHICH_BLOOM_BESIDE = say("Which cell beside it blooms, too?")
WHICH_TREE = say("Plant a tree?")
WHICH_PAWN_CELL = say("Where do you plant the tree?")
NO_ROOM = say("The tile did not fit anywhere and was removed from the game.")
NO_TREE_NOW = say("You cannot plant any tree now, so your turn is over.")
SYMBOL_FIRST = say("Use the letter once, before you plant any tree.")
NO_GEM = {
    "p": say("There is no purple gem left in the supply."),
    "r": say("There is no red gem left in the supply."),
    "w": say("There is no white gem left in the supply."),
}
ROTATION_BY_KEY = {rotation_key(rotation): rotation for rotation in range(ROTATIONS)}


def choices(view: View) -> Choices[Action]:
    """Return the conversation of the seat that owns the view: selecting a tile, or the rest of the turn."""
    return (yield from _select(view) if view.phase == "select" else _place(view))


def _select(view: View) -> Choices[Select]:
    """Ask for a stack, then for its price where it costs gems (R3.2–R3.4)."""
    draft = start_draft(view)
    gems = draft.player.gems
    costs = {stack: cost for stack, cost in stack_costs(view).items() if cost <= sum(gems)}
    options = Options(tuple(costs), stack_key, lambda each: labels.stack(view, each, costs[each], gems))
    note, why_not = ALL_FREE if view.can is None else None, partial(_why_not_stack, view)
    stack = yield from pick("stack", WHICH_STACK, options, board=draft, note=note, why_not=why_not)
    if not costs[stack]:
        return Select(stack, Gems())
    why_not = partial(_why_not_payment, gems, costs[stack])
    found = Options(payments(gems, costs[stack]), payment_key, labels.payment)
    return Select(stack, (yield from pick("payment", WHICH_GEMS, found, board=draft._replace(stack=stack), why_not=why_not)))


def _why_not_stack(view: View, answer: str) -> Text | None:
    stack = number_in(answer, "stack-")
    return why_not_stack(view, stack - 1) if stack and stack <= STACKS and view.can is not None else None


def _why_not_payment(gems: Gems, cost: int, answer: str) -> Text | None:
    """Refuse a wrong number of gems, letters in another order (R1.10), and gems that the seat lacks.

    The beginning of one payment is no mistake. Nor is a colour where one payment is on offer: it may answer a later question.
    """
    keys = [payment_key(each) for each in payments(gems, cost)]
    short = len(answer) < cost and 1 in (len(keys), sum(key.startswith(answer) for key in keys))
    if not re.fullmatch("[prw]+", answer) or short:
        return None
    if len(answer) != cost:
        return say_n("You must pay one gem.", "You must pay {count} gems.", cost)
    paid = Gems(*map(answer.count, COLOURS))
    if not gems.holds(paid):
        return say("You have {gems}, not {paid}.", gems=gems_words(gems), paid=gems_words(paid))
    payment = payment_key(paid)
    return None if payment == answer else say("Type {payment}.", payment=payment)


def _place(view: View) -> Choices[Place]:
    """Ask where the tile goes, how its symbol is used, and which trees are planted (R3.8–R3.42)."""
    draft, spot, special = start_draft(view), None, None
    tile = view.held
    if tile:
        spot = yield from _spot(draft, tile)
        draft = after_tile(draft, tile, spot)
        found = symbol_uses(draft, face(tile).symbol, symbol_cell(tile, spot))
        more = yield from _more(draft, found)
        if isinstance(more, str):
            special = Assist() if more == ASSIST else (yield from _unlock(draft._replace(mastery=more)))
            draft = after_symbol(draft, tile, spot, special)
            more = yield from _more(draft, ())
    else:
        more = yield from _more(draft, (), NO_ROOM)
    plants = list[Plant]()
    while more is not None:
        assert isinstance(more, int)
        asked, free = draft._replace(tree=more), cover_of(draft.garden).free
        cell = yield from _cell("pawn", WHICH_PAWN_CELL, asked, free, partial(labels.pawn, draft, more), why_not_pawn)
        plants.append(Plant(more, cell))
        draft = after_tree(draft, plants[-1])
        more = yield from _more(draft, ())
    return Place(spot, special, tuple(plants))


def _spot(draft: Draft, tile: str) -> Choices[Spot]:
    """Ask for a fountain, for the rotation of the tile, and for the cell of its cell 1 (R3.8)."""
    cover = cover_of(draft.garden)
    found = spots(cover, tile)
    slots = sorted((slot for slot, each in enumerate(found) if any(each)), key=partial(_own_flowers, draft, cover))
    options, why_not = (
        Options(slots, fountain_key, partial(labels.fountain, draft.garden)),
        partial(_why_not_fountain, draft, slots),
    )
    slot = yield from pick("fountain", WHICH_FOUNTAIN, options, board=draft, form="tabs", why_not=why_not)
    draft = draft._replace(fountain=slot)
    fitting = [rotation for rotation, bits in enumerate(found[slot]) if bits]
    options, why_not = Options(fitting, rotation_key, labels.turn), partial(_why_not_rotation, tile, slot, fitting)
    rotation = yield from pick("turn", WHICH_ROTATION, options, board=draft, form="tabs", why_not=why_not)
    draft = draft._replace(rotation=rotation)
    label, why_not = partial(labels.anchor, draft, tile), partial(_why_not_anchor, tile)
    return Spot((yield from _cell("anchor", WHICH_CELL, draft, found[slot][rotation], label, why_not, MEANING_OF_TABS)), rotation)


def _own_flowers(draft: Draft, cover: Cover, slot: int) -> int:
    """Return a sort key that puts gardens with most own flower cells first."""
    return -sum((bed.cells & cover.gardens[slot]).bit_count() for bed in cover.beds if bed.seat == draft.seat)


def _why_not_fountain(draft: Draft, offered: Sequence[int], answer: str) -> Text | None:
    if len(answer) != 1 or not answer.isalpha() or answer in map(fountain_key, offered):
        return None
    if answer in map(fountain_key, range(len(draft.garden.fountains))):
        return say("The tile does not fit at fountain {letter}.", letter=answer.upper())
    return say("There is no fountain {letter}.", letter=answer.upper())


def _why_not_rotation(tile: str, slot: int, offered: Sequence[int], answer: str) -> Text | None:
    rotation = ROTATION_BY_KEY.get(answer)
    if rotation is None or rotation in offered:
        return None
    if rotation not in rotations(tile):
        return say("This tile looks the same after a half turn; type {turn}.", turn=rotation_key(rotation - ROTATIONS // 2))
    return say("Turned that way, the tile does not fit at fountain {letter}.", letter=fountain_name(slot))


def _why_not_anchor(tile: str, draft: Draft, answer: str) -> Text | None:
    """Refuse cells that are no spot for the tile in this rotation, and spots at another fountain."""
    if not is_cell_key(answer):
        return None
    cover = cover_of(draft.garden)
    cell = cover.grid.named.get(answer)
    if cell is None:
        return say("There is no cell {cell} on this map.", cell=answer)
    assert draft.rotation is not None
    if why := why_not_spot(cover, tile, Spot(cell, draft.rotation)):
        return why
    slot = next(slot for slot, each in enumerate(spots(cover, tile)) if each[draft.rotation] & cover.grid.bits((cell,)))
    return None if slot == draft.fountain else say("That would be a garden of fountain {letter}.", letter=fountain_name(slot))


def _cell(
    key: str,
    question: Text,
    draft: Draft,
    cells: Bitboard,
    label: Callable[[Cell], Label],
    why_not: Callable[[Draft, str], Text | None],
    note: Text | None = None,
) -> Choices[Cell]:
    grid = land_of(draft.garden).grid
    options = Options(grid.cells_of(cells), grid.keys.__getitem__, label)
    return (yield from pick(key, question, options, board=draft, form="places", note=note, why_not=partial(why_not, draft)))


def _more(draft: Draft, found: Sequence[str], note: Text | None = None) -> Choices[str | int | None]:
    """Ask for a use of the symbol (R3.12–R3.16), a tree to plant (R3.40, R3.41), or the end of the turn."""
    planted = plantable_trees(draft)
    options = Options((*found, *planted, None), _more_key, partial(labels.more, draft))
    if found:
        question = (USE_SYMBOL_OR_PLANT if planted else USE_SYMBOL)[face(draft.garden.laid[-1].tile).symbol]
        note, why_not = LETTER_GIVEN_UP if planted else None, partial(_why_not_use, draft)
        return (yield from pick("symbol", question, options, board=draft, note=note, why_not=why_not))
    return (yield from pick("tree", WHICH_TREE, options, board=draft, note=note, why_not=partial(_why_not_more, draft, planted)))


def _more_key(more: str | int | None) -> str:
    return DONE if more is None else more if isinstance(more, str) else tree_key(more)


def _why_not_use(draft: Draft, answer: str) -> Text | None:
    """Refuse trees that cannot be planted, and uses that the symbol of the tile just laid does not have."""
    if (tree := number_in(answer, "tree-")) in TREES:
        return why_not_tree(draft, tree)
    if draft.spot is None:
        return None
    tile = draft.garden.laid[-1].tile
    symbol = face(tile).symbol
    if answer == ASSIST:
        return why_not_assistant(draft, symbol, symbol_cell(tile, draft.spot))
    return why_not_mastery(draft, symbol, answer) if answer in MASTERIES else None


def _why_not_more(draft: Draft, planted: Sequence[int], answer: str) -> Text | None:
    """Refuse uses of the symbol after it was used or given up, and everything where no tree can be planted."""
    if why := _why_not_use(draft, answer):
        return why
    if draft.spot is not None and (answer == ASSIST or answer in MASTERIES):
        return SYMBOL_FIRST
    return None if planted or DONE.startswith(answer) else NO_TREE_NOW


def _unlock(draft: Draft) -> Choices[Unlock]:
    """Ask for the gems on a mastery, and for what its effect needs (R3.14, R3.20–R3.24)."""
    gems = draft.player.gems
    prices, why_not = payments(gems, MASTERY_COST), partial(_why_not_payment, gems, MASTERY_COST)
    options = Options(prices, payment_key, partial(labels.mastery_payment, draft))
    paid = yield from pick("mastery_payment", WHICH_TWO_GEMS, options, board=draft, form="tabs", why_not=why_not)
    unlock, note = Unlock(draft.mastery, paid), GREEN_IS_PAID if len(prices) > 1 else None
    effect, numbers = MASTERIES[draft.mastery]
    if effect == "reserve":
        options, why_not = Options(draft.row, tree_key, labels.reserve), partial(_why_not_reserve, draft)
        return unlock._replace(tree=(yield from pick("reserve", WHICH_RESERVE, options, board=draft, note=note, why_not=why_not)))
    if effect == "gift":
        options = Options(gift_colours(draft), str, partial(labels.gift, draft.supply, numbers[0]))
        why_not = partial(_why_not_colour, draft)
        return unlock._replace(colour=(yield from pick("colour", WHICH_COLOUR, options, board=draft, note=note, why_not=why_not)))
    if effect == "bloom":
        return unlock._replace(cells=(yield from _bloom(draft, *numbers, note=note)))
    return unlock


def _why_not_reserve(draft: Draft, answer: str) -> Text | None:
    tree = number_in(answer, "tree-")
    return tree_not_open(tree) if tree in TREES and tree not in draft.row else None


def _why_not_colour(draft: Draft, answer: str) -> Text | None:
    return NO_GEM[answer] if answer in COLOURS and answer not in gift_colours(draft) else None


def _bloom(draft: Draft, token: int, flowers: int, note: Text | None) -> Choices[tuple[Cell, ...]]:
    """Ask for the cells of a token; in key order, so that both orders are the same action (R3.23, R3.24)."""
    label = partial(labels.bloom if token == 1 else labels.bloom_first, draft, flowers)
    question, cells = WHICH_BLOOM if token == 1 else WHICH_BLOOM_FIRST, bloom_cells(draft.garden, token)
    first = yield from _cell("bloom", question, draft, cells, label, why_not_bloom, note)
    if token == 1:
        return (first,)
    draft, beside = draft._replace(bloomed=(first,)), bloom_partners(draft.garden, first)
    label = partial(labels.bloom, draft, flowers)
    second = yield from _cell("bloom_beside", WHICH_BLOOM_BESIDE, draft, beside, label, why_not_bloom)
    return tuple(sorted((first, second), key=lambda cell: cell[::-1]))
