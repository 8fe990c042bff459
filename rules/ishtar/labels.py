"""What each option brings, in at most a hundred characters (R6.2, R6.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import LiteralString

from rules.choice import Label
from rules.game import Seat
from rules.ishtar.draft import Draft, add, assisted, collected, gift_of, laid, planted, recruits, take
from rules.ishtar.garden import bloom as with_token
from rules.ishtar.garden import fits, partners, under, ways
from rules.ishtar.ground import Cover, cover, fountain, fountain_cell, key, keys
from rules.ishtar.legality import ASSIST, SKIP, payments, top_of, usable
from rules.ishtar.notation import colour_name, gems_text, mastery_name, payment_key, stack_key, tree_key, turn_key
from rules.ishtar.parts import COLOURS, E_POINTS, MASTERIES, MASTERY_COST, TILES, TREES, Cell, Gems, Mastery
from rules.ishtar.score import fountain_points, mastery_points, open_points, treasure
from rules.ishtar.state import Owned, Plant, Player, Spot, Token, View
from rules.ishtar.tiles import face, flower_cells, shape, symbol_cell
from rules.text import Text, say, term
from rules.wording import signed

LONGEST = 80  # characters of what is put together from several remarks
YOURS = say("can enlarge your bed")
UNUSABLE = say("symbol unusable")
UPPER_EFFECTS: dict[str, LiteralString] = {
    "cells": "{points} for each flower cell in your beds, now {now}",
    "stones": "{points} for each stone beside your beds, now {now}",
    "pawns": "{points} for each tree beside your beds, now {now}",
    "cards": "{points} for each tree you planted, now {now}",
    "treasure": "{points} for the gems on your masteries, from {now}",
}


def worth(draft: Draft) -> int:
    """The points of who moves, but for the trees."""
    fountains = fountain_points(draft.garden, len(draft.players))[draft.seat]
    return open_points(draft.garden, draft.player, draft.seat, draft.cards, fountains).known


def _joined(parts: Iterable[Text]) -> Text:
    return reduce(lambda one, other: say("{one} · {other}", one=one, other=other), parts)


def _beds_of(seats: Iterable[Seat]) -> list[Text]:
    """``bed of player 2``"""
    numbers = tuple(seat + 1 for seat in sorted(seats))
    if not numbers:
        return []
    return [say("beds of players {numbers}" if len(numbers) > 1 else "bed of player {numbers}", numbers=numbers)]


def stack(view: View, place: int, cost: int) -> Label:
    """Its shape, the tile, the cost, and whether there is room for it (R3.6)."""
    tile, at = top_of(view.stacks[place]), stack_key(place)
    price = say("free") if not cost else say("one gem") if cost == 1 else say("{cost} gems", cost=cost)
    sentence = "{stack} · {shape} {face} · {price} · {left} left"
    if not fits(view.garden, tile):
        sentence = "{stack} · {shape} {face} · {price} · no room: it would leave the game"
    params = {"stack": at, "shape": term(shape(tile)), "face": TILES[tile], "left": view.stacks[place].left}
    return Label(say(sentence, price=price, **params), at, str(cost) if cost else "")


def payment(gems: Gems, paid: Gems) -> Label:
    """What stays."""
    at = payment_key(paid)
    return Label(say("{gems} · you keep {left}", gems=gems_text(paid), left=gems_text(take(gems, paid))), at)


def price(draft: Draft, paid: Gems) -> Label:
    """What stays of a payment for a mastery, and its points if gems on masteries have some."""
    about, player = payment(draft.player.gems, paid), draft.player
    gain = _treasured(draft, _owning(player, draft.mastery, paid)) - _treasured(draft, player)
    return about._replace(text=_joined((about.text, say("{gain} points", gain=signed(gain))))) if gain else about


def _owning(player: Player, mastery: str, paid: Gems) -> Player:
    return player._replace(masteries=(*player.masteries, Owned(mastery, paid)))


def _treasured(draft: Draft, player: Player) -> int:
    """The points of the gems on masteries."""
    each = (mastery for mastery in player.owned if MASTERIES[mastery].effect == "treasure")
    return sum(mastery_points(mastery, draft.garden, player, draft.seat, draft.cards) or 0 for mastery in each)


def anchor(draft: Draft, tile: str, cell: Cell) -> Label:
    """How many ways round there are, the gems of the best, if one enlarges a bed of one's own, and what all of them cost."""
    lying, garden = cover(draft.garden), draft.garden
    spots = [Spot(cell, turned) for turned in ways(garden, tile, cell)]
    best = max((collected(garden, tile, spot) for spot in spots), key=lambda gems: treasure(gems, E_POINTS))
    fed = [_fed(lying, tile, spot) for spot in spots]
    others = [seats - {draft.seat} for seats in fed]
    remarks = _beds_of(set[Seat]().union(*others)) if all(others) else []
    if all(_unusable(draft, tile, spot) for spot in spots):
        remarks.append(UNUSABLE)
    at = key(garden, cell)
    said = say(_ways_sentence(len(spots), best), cell=at, count=len(spots), gems=gems_text(best))
    label = _joined((said, *([YOURS] if any(draft.seat in seats for seats in fed) else []), *remarks))
    if len(str(label)) > LONGEST:
        label = _joined((said, *remarks))
    return Label(label, at, f"+{sum(best)}" if any(best) else "")


def _ways_sentence(count: int, best: Gems) -> LiteralString:
    if count == 1:
        return "{cell} · one way round · {gems}"
    return "{cell} · {count} ways round · up to {gems}" if any(best) else "{cell} · {count} ways round · {gems}"


def _fed(lying: Cover, tile: str, spot: Spot) -> set[Seat]:
    """Whose beds its flowers would enlarge."""
    flowers = lying.grid.bits(flower_cells(tile, spot))
    return {bed.seat for bed in lying.beds if bed.near & flowers}


def _unusable(draft: Draft, tile: str, spot: Spot) -> bool:
    """Has its symbol no use there, once it lies (R3.12)?"""
    symbol = face(tile).symbol
    return bool(symbol) and not usable(laid(draft, tile, spot), symbol, symbol_cell(tile, spot))


def way_round(draft: Draft, tile: str, spot: Spot) -> Label:
    """The cells covered, the gems, the fountain, the points at once, whom else it serves, and if the symbol is lost."""
    after = laid(draft, tile, spot)
    lying, bits = cover(after.garden), under(after.garden, tile, spot)
    gems = collected(draft.garden, tile, spot)
    cells = " ".join(keys(after.garden, bits))
    said = say("{turn} · {cells} · {gems}", turn=turn_key(spot.turned), cells=cells, gems=gems_text(gems))
    water = say("fountain {fountain}", fountain=fountain_cell(lying, fountain(lying, bits)))
    gain = worth(after) - worth(draft)
    remarks = [
        *([say("{gain} points", gain=signed(gain))] if gain else []),
        *_beds_of(_fed(cover(draft.garden), tile, spot) - {draft.seat}),
        *([UNUSABLE] if _unusable(draft, tile, spot) else []),
    ]
    label = _joined((said, water, *remarks))
    if len(str(label)) > LONGEST:
        label = _joined((said, *remarks))
    return Label(label, turn_key(spot.turned), f"+{sum(gems)}" if any(gems) else "")


def _points(gain: int) -> Text | str:
    return say(" · {gain} points", gain=signed(gain)) if gain else ""


def use(draft: Draft, each: str, cell: Cell) -> Label:
    """What the symbol on this cell may do (R3.12)."""
    if each == SKIP:
        return Label(say("Give the symbol up; it cannot be used later"), each)
    return _assistant(draft, cell) if each == ASSIST else _mastery(draft, each)


def _assistant(draft: Draft, cell: Cell) -> Label:
    """The bed, and the points at once."""
    after = assisted(draft, cell)
    lying = cover(after.garden)
    bed = lying.bed(lying.grid.bits((cell,)))
    gain, at = worth(after) - worth(draft), key(draft.garden, cell)
    params = {"cells": bed.bit_count(), "flowers": lying.count(bed), "gain": signed(gain), "left": draft.player.assistants - 1}
    sentence = "assistant on {cell} · flowers {flowers}, cells {cells} · {gain} points · assistants left {left}"
    return Label(say(sentence, cell=at, **params), at, signed(gain))


def _mastery(draft: Draft, each: str) -> Label:
    """What it does, or what it would score now."""
    its, now = MASTERIES[each], _now(draft, each)
    text = _scoring(its, now) if now is not None else LOWER_EFFECTS[its.effect](draft, its.numbers)
    label = say("mastery {mastery} · {effect}", mastery=mastery_name(each), effect=text)
    return Label(label, each, "" if now is None else str(now))


def _now(draft: Draft, mastery: str) -> int | None:
    """What an upper mastery would score now, with the cheapest payment on it; None for a lower one."""
    paid = min(payments(draft.player.gems, MASTERY_COST), key=lambda gems: treasure(gems, E_POINTS))
    return mastery_points(mastery, draft.garden, _owning(draft.player, mastery, paid), draft.seat, draft.cards)


def _scoring(its: Mastery, now: int) -> Text:
    return say(UPPER_EFFECTS[its.effect], points="/".join(map(str, its.numbers)), now=now)


def _reserve_effect(_draft: Draft, _numbers: tuple[int, ...]) -> Text:
    return say("reserve an open tree for yourself")


def _recruit_effect(draft: Draft, numbers: tuple[int, ...]) -> Text:
    return say("{count} more assistants", count=recruits(draft.player, numbers[0]))


def _gift_effect(draft: Draft, numbers: tuple[int, ...]) -> Text:
    """As many as the fullest colour of the supply has (R3.22)."""
    count = max(sum(gift_of(draft.supply, colour, numbers[0])) for colour in COLOURS)
    return say("{count} gems of one colour", count=count) if count > 1 else say("one gem")


def _bloom_effect(_draft: Draft, numbers: tuple[int, ...]) -> Text:
    cells, flowers = numbers
    sentence = "{flowers} flowers on a grass cell" if cells == 1 else "{flowers} flower on each of two grass cells"
    return say(sentence, flowers=flowers)


LOWER_EFFECTS: dict[str, Callable[[Draft, tuple[int, ...]], Text]] = {
    "reserve": _reserve_effect,
    "recruit": _recruit_effect,
    "gift": _gift_effect,
    "bloom": _bloom_effect,
}


def _card(tree: int) -> dict[str, Text | str | int]:
    return {"tree": tree_key(tree), "cost": gems_text(TREES[tree].cost), "points": TREES[tree].points}


def reserve(gems: Gems, tree: int) -> Label:
    """Its cost and points, and whether these gems pay for it."""
    sentence = "{tree} · costs {cost} · {points} points"
    if gems.holds(TREES[tree].cost):
        sentence = "{tree} · costs {cost} · {points} points · you have the gems"
    return Label(say(sentence, **_card(tree)), tree_key(tree), str(TREES[tree].points))


def gift(supply: Gems, left: Gems, number: int, colour: str) -> Label:
    """The gems that come to those left."""
    gems = gift_of(supply, colour, number)
    params = {"colour": colour_name(colour), "count": sum(gems), "left": supply[COLOURS.index(colour)]}
    have = gems_text(add(left, gems))
    return Label(say("{colour} · {count} of the {left} in the supply · you would have {have}", have=have, **params), colour)


def bloom_first(draft: Draft, flowers: int, cell: Cell) -> Label:
    """With which cells it would bloom."""
    beside = " ".join(keys(draft.garden, partners(draft.garden, cell)))
    return Label(say("{cell} · with {partners}", cell=key(draft.garden, cell), partners=beside), key(draft.garden, cell))


def bloom(draft: Draft, flowers: int, cell: Cell) -> Label:
    """Whose bed the token enlarges, and the points at once."""
    cells, at = (*draft.bloomed, cell), key(draft.garden, cell)
    after = draft._replace(garden=with_token(draft.garden, Token(cells, flowers, draft.seat)))
    lying, gain = cover(after.garden), worth(after) - worth(draft)
    bed = lying.bed(lying.grid.bits(cells))
    owners = {owner for bit, owner in lying.assistants if bit & bed}
    said = say("{cell} · bed of {flowers} flowers{points}", cell=at, flowers=lying.count(bed), points=_points(gain))
    return Label(_joined((said, *_beds_of(owners - {draft.seat}))), at, signed(gain) if gain else "")


def tree(draft: Draft, each: int | None) -> Label:
    """Its cost, its points, and what stays; without one the turn ends."""
    if each is None:
        return Label(say("No more trees: end the turn"), "done")
    left = gems_text(take(draft.player.gems, TREES[each].cost))
    sentence = "{tree} · {points} points for {cost} · you keep {left}"
    if each == draft.player.reserved:
        sentence = "{tree}, your reserve · {points} points for {cost} · you keep {left}"
    return Label(say(sentence, left=left, **_card(each)), tree_key(each), f"+{TREES[each].points}")


def pawn(draft: Draft, each: int, cell: Cell) -> Label:
    """Whose beds the cell touches, and what it brings besides the card."""
    after, at = planted(draft, Plant(each, cell)), key(draft.garden, cell)
    lying = cover(draft.garden)
    bit = lying.grid.bits((cell,))
    beds = [bed.seat for bed in lying.beds if bed.near & bit]
    gain = worth(after) - worth(draft)
    extra = signed(gain) if gain else ""
    if draft.seat in beds:
        return Label(say("{cell} · beside your bed{points}", cell=at, points=_points(gain)), at, extra)
    return Label(
        say("{cell} · beside another's bed{points}" if beds else "{cell}{points}", cell=at, points=_points(gain)), at, extra
    )
