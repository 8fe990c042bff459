"""Labels of options: their words, their points and their places in the picture (R6.2, R6.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import LiteralString

from rules.choice import Gain, Label
from rules.game import Seat
from rules.ishtar.draft import Draft, after_assistant, after_tile, after_tree, gift_of, recruit_count
from rules.ishtar.garden import bloom_partners, cell_key, cell_keys, cover_of, has_spot, with_token
from rules.ishtar.hexes import face, symbol_cell
from rules.ishtar.legality import ASSIST, has_use, payments, top_tile
from rules.ishtar.notation import (
    DONE,
    ROTATION_ARROWS,
    assistant,
    fountain_key,
    fountain_name,
    fountain_sign,
    gems_words,
    mastery_name,
    payment_key,
    stack_key,
    tree_key,
)
from rules.ishtar.parts import COLOURS, MASTERIES, MASTERY_COST, TREES, Cell, Gems
from rules.ishtar.score import bed_gain, gain_of, mastery_gain
from rules.ishtar.state import Garden, Plant, Player, Spot, Token, View
from rules.text import Text, joined, message, piece, say, say_n, verbatim, who
from rules.wording import END_TURN

UPPER_NAMES: dict[str, LiteralString] = {
    "cells": message("{points} per flower cell"),
    "stones": message("{points} per adjacent stone"),
    "pawns": message("{points} per adjacent tree"),
    "cards": message("{points} per tree card"),
    "treasure": message("points for paid gems"),
}


def stack(view: View, place: int, cost: int, gems: Gems) -> Label:
    """Label a stack with its price, and with a note if its tile has no room (R3.6)."""
    no_room = None if has_spot(view.garden, top_tile(view.stacks[place])) else say("no room")
    named = say("stack {number}", number=place + 1)
    text = joined(" · ", named, _price(cost, gems), no_room)
    return Label(text, stack_key(place), verbatim(str(cost)) if cost else None, words=named)


def _price(cost: int, gems: Gems) -> Text:
    """Return a price, by colours where these gems leave no choice."""
    if not cost:
        return say("free")
    found = payments(gems, cost)
    if len(found) == 1:
        return gems_words(found[0]) if cost in found[0] else say("all your gems")
    return say_n("{count} gem", "{count} gems", cost)


def payment(paid: Gems) -> Label:
    """Label a payment with its gems."""
    return Label(gems_words(paid), payment_key(paid), words=say("for {gems}", gems=gems_words(paid)))


def fountain(garden: Garden, slot: int) -> Label:
    """Label a fountain with its letter, in its colour."""
    words = say("fountain {letter}", letter=fountain_name(slot))
    return Label(fountain_sign(slot, garden.fountains[slot]), fountain_key(slot), words=words)


def turn(rotation: int) -> Label:
    """Label a rotation with an arrow from the tile's cell 1 to its cell 2."""
    return Label(verbatim(ROTATION_ARROWS[rotation]))


def anchor(draft: Draft, tile: str, cell: Cell) -> Label:
    """Label a cell with the gems and points that the tile brings there, and a note if its symbol would be lost."""
    assert draft.rotation is not None
    spot, at = Spot(cell, draft.rotation), cell_key(draft.garden, cell)
    after = after_tile(draft, tile, spot)
    gems = Gems(*(new - old for new, old in zip(after.player.gems, draft.player.gems, strict=True)))
    symbol = face(tile).symbol
    lost = bool(symbol) and not has_use(after, symbol, symbol_cell(tile, spot))
    unusable = say("letter unusable") if lost else None
    said = joined(" · ", verbatim(at), gems_words(gems), unusable)
    told = [part for part in (say("brings {gems}", gems=gems_words(gems)) if any(gems) else None, unusable) if part]
    note, words = joined(" · ", *told) if told else None, say("tile on {cell}", cell=at)
    return Label(said, at, note, gain_of(draft, after), words=words)


def more(draft: Draft, each: str | int | None) -> Label:
    """Label a use of the symbol (R3.12), a tree, or the end of the turn."""
    if each is None:
        return Label(END_TURN, DONE, ends=True)
    if isinstance(each, int):
        return Label(tree_name(each), tree_key(each), gain=Gain(TREES[each].points))
    return _assistant(draft) if each == ASSIST else _mastery(draft, each)


def _assistant(draft: Draft) -> Label:
    """Label the symbol's cell with the points that an assistant brings there."""
    tile, anchor, rotation, _ = draft.garden.laid[-1]
    cell = symbol_cell(tile, Spot(anchor, rotation))
    here = assistant(draft.seat, say("assistant here"))
    return Label(here, cell_key(draft.garden, cell), gain=bed_gain(draft, after_assistant(draft, cell)))


def _mastery(draft: Draft, each: str) -> Label:
    """Label a mastery with its effect, and the points that it scores now with the cheapest payment on it."""
    now = min(mastery_gain(draft, each, paid) for paid in payments(draft.player.gems, MASTERY_COST))
    does = mastery_text(each, draft.player, draft.supply)
    text, words = joined(" · ", verbatim(mastery_name(each)), does), say("mastery: {does}", does=does)
    return Label(piece("ishtar_mastery", text), each, gain=Gain(now) if now else None, words=words)


def mastery_payment(draft: Draft, paid: Gems) -> Label:
    """Label a payment with its gems, and the points that they score beyond the cheapest payment."""
    prices = payments(draft.player.gems, MASTERY_COST)
    more = mastery_gain(draft, draft.mastery, paid) - min(mastery_gain(draft, draft.mastery, each) for each in prices)
    return payment(paid)._replace(gain=Gain(more) if more else None)


def mastery_text(each: str, player: Player, supply: Gems) -> Text:
    """Return the effect of a mastery for a player, in a few words."""
    effect, numbers = MASTERIES[each]
    if effect in UPPER_NAMES:
        return say(UPPER_NAMES[effect], points=numbers[0])
    return LOWER_NAMES[effect](player, supply, numbers)


def _reserve(_player: Player, _supply: Gems, _numbers: tuple[int, ...]) -> Text:
    return say("reserve a tree")


def _recruit(player: Player, _supply: Gems, numbers: tuple[int, ...]) -> Text:
    return say_n("{count} more assistant", "{count} more assistants", recruit_count(player, numbers[0]))


def _gift(_player: Player, supply: Gems, numbers: tuple[int, ...]) -> Text:
    """Return the number of gems that the fullest colour of the supply gives (R3.22)."""
    count = max(sum(gift_of(supply, colour, numbers[0])) for colour in COLOURS)
    return say_n("one gem", "{count} gems of one colour", count)


def _token(_player: Player, _supply: Gems, numbers: tuple[int, ...]) -> Text:
    cells, flowers = numbers
    if cells == 1:
        return say_n("1 cell with {count} flower", "1 cell with {count} flowers", flowers)
    return say_n("2 cells with {count} flower each", "2 cells with {count} flowers each", flowers)


LOWER_NAMES: dict[str, Callable[[Player, Gems, tuple[int, ...]], Text]] = {
    "reserve": _reserve,
    "recruit": _recruit,
    "gift": _gift,
    "bloom": _token,
}


@cache
def tree_name(tree: int) -> Text:
    """Return a tree with its cost: ``tree: 2 purple, 1 white``."""
    return piece("ishtar_tree", say("tree: {cost}", cost=gems_words(TREES[tree].cost)))


def reserve(tree: int) -> Label:
    """Label a tree to reserve with its cost."""
    return Label(tree_name(tree), tree_key(tree))


def gift(supply: Gems, number: int, colour: str) -> Label:
    """Label a colour with the gems that the supply gives."""
    return Label(gems_words(gift_of(supply, colour, number)), colour)


def bloom_first(draft: Draft, flowers: int, cell: Cell) -> Label:
    """Label the first cell of a token with the cells that may bloom with it."""
    beside, at = " ".join(cell_keys(draft.garden, bloom_partners(draft.garden, cell))), cell_key(draft.garden, cell)
    return Label(say("{cell} · with {partners}", cell=at, partners=beside), at, words=say("bloom on {square}", square=at))


def bloom(draft: Draft, flowers: int, cell: Cell) -> Label:
    """Label the last cell of a token with the bed that it enlarges, the bed's owners, and the points at once."""
    cells, at = (*draft.bloomed, cell), cell_key(draft.garden, cell)
    after = draft._replace(garden=with_token(draft.garden, Token(cells, flowers, draft.seat)))
    cover = cover_of(after.garden)
    bed = cover.bed_at(cover.grid.bits(cells))
    owners = {owner for bit, owner in cover.assistants if bit & bed}
    said = say_n("{cell} · bed of {count} flower", "{cell} · bed of {count} flowers", cover.count_flowers(bed), cell=at)
    text, words = joined(" · ", said, *_beds_of(owners - {draft.seat})), say("bloom on {square}", square=at)
    return Label(text, at, gain=gain_of(draft, after), words=words)


def _beds_of(seats: Iterable[Seat]) -> list[Text]:
    """Return ``bed of Ben`` for each seat."""
    return [say("bed of {seat}", seat=who(seat)) for seat in sorted(seats)]


def pawn(draft: Draft, each: int, cell: Cell) -> Label:
    """Label a cell for a tree with the bed beside it, and the points that it brings besides the card."""
    at, cover = cell_key(draft.garden, cell), cover_of(draft.garden)
    bit = cover.grid.bits((cell,))
    beds = {bed.seat for bed in cover.beds if bed.near & bit}
    where = say("beside your bed") if draft.seat in beds else say("beside another's bed") if beds else None
    after = after_tree(draft, Plant(each, cell))
    return Label(joined(" · ", verbatim(at), where), at, gain=gain_of(draft, after), words=say("on {square}", square=at))
