"""What each option brings, in at most a hundred characters (R6.2, R6.4)."""

from __future__ import annotations

from dataclasses import replace

from rules.choice import About
from rules.ishtar.draft import Draft, add, assisted, collected, gift_of, laid, planted, recruits, take
from rules.ishtar.garden import Cover, cover, fits, fountain, fountain_cell, key, keys, under, ways
from rules.ishtar.garden import bloom as with_token
from rules.ishtar.names import gems_text, mastery_name, payment_key, stack_key, tree_key, turn_key
from rules.ishtar.offers import ASSIST, SKIP, top_of
from rules.ishtar.parts import COLOURS, MASTERIES, TILES, TREES, Cell, Gems
from rules.ishtar.score import flower_points, fountain_points, mastery_points, treasure
from rules.ishtar.state import Plant, Spot, Token, View
from rules.ishtar.story import colour_name
from rules.ishtar.tiles import flower_cells, shape
from rules.text import Text, say

PRICE = (1, 2, 3)  # what gems are worth when ways round are compared
EFFECTS = {
    "reserve": "reserve an open tree for yourself",
    "recruit": "{count} more assistants",
    "gift": "{count} gems of one colour",
    "bloom": "{flowers} flowers on a grass cell",
    "cells": "{points} for each flower cell in your beds, now {now}",
    "stones": "{points} for each stone beside your beds, now {now}",
    "pawns": "{points} for each tree beside your beds, now {now}",
    "cards": "{points} for each tree you planted, now {now}",
    "treasure": "{points} for the gems on your masteries, now {now}",
}
BLOOM_PAIR = "{flowers} flower on each of two grass cells"


def signed(number: int) -> str:
    """``+3``"""
    return f"{number:+d}"


def worth(draft: Draft) -> int:
    """The points of who moves, but for the trees."""
    seat, garden, player = draft.seat, draft.garden, draft.player
    upper = (mastery_points(each, garden, player, seat, draft.cards) or 0 for each in player.owned)
    return flower_points(garden, seat) + fountain_points(garden, len(draft.players))[seat] + sum(upper)


def stack(view: View, place: int, cost: int) -> About:
    """Its shape, the tile, the cost, and whether there is room for it (R3.6)."""
    tile, at = top_of(view.stacks[place]), stack_key(place)
    price = say("free") if not cost else say("one gem") if cost == 1 else say("{cost} gems", cost=cost)
    sentence = "{stack} · {shape} {face} · {price} · {left} left"
    if not fits(view.garden, tile):
        sentence = "{stack} · {shape} {face} · {price} · no room: it would leave the game"
    params = {"stack": at, "shape": say(shape(tile)), "face": TILES[tile], "left": view.stacks[place].left}
    return About(say(sentence, price=price, **params), at, str(cost) if cost else "")


def payment(gems: Gems, paid: Gems) -> About:
    """What stays."""
    at = payment_key(paid)
    return About(say("{gems} · you keep {left}", gems=gems_text(paid), left=gems_text(take(gems, paid))), at)


def anchor(draft: Draft, tile: str, cell: Cell) -> About:
    """How many ways round there are, the gems of the best, and whether it can enlarge a bed of one's own."""
    lying, garden = cover(draft.garden), draft.garden
    turns = ways(garden, tile, cell)
    gains = [collected(garden, tile, Spot(cell, turned)) for turned in turns]
    best = max(gains, key=lambda gems: treasure(gems, PRICE))
    sentence = "{cell} · {count} ways round · up to {gems}" if len(turns) > 1 else "{cell} · one way round · {gems}"
    if any(_enlarges(lying, draft.seat, tile, Spot(cell, turned)) for turned in turns):
        sentence += " · beside your bed"
    at = key(garden, cell)
    return About(say(sentence, cell=at, count=len(turns), gems=gems_text(best)), at, f"+{sum(best)}" if any(best) else "")


def _enlarges(lying: Cover, seat: int, tile: str, spot: Spot) -> bool:
    """Do its flowers touch a bed of this seat?"""
    flowers = lying.grid.bits(flower_cells(tile, spot))
    return any(bed.near & flowers for bed in lying.beds if bed.seat == seat)


def way_round(draft: Draft, tile: str, spot: Spot) -> About:
    """The cells covered, the gems, the fountain, and the points at once."""
    after = laid(draft, tile, spot)
    lying, bits = cover(after.garden), under(after.garden, tile, spot)
    water, gems = fountain_cell(lying, fountain(lying, bits)), collected(draft.garden, tile, spot)
    params = {"turn": turn_key(spot.turned), "gems": gems_text(gems), "fountain": water}
    label = say(
        "{turn} · {cells} · {gems} · fountain {fountain}{points}",
        cells=" ".join(keys(after.garden, bits)),
        points=_points(worth(after) - worth(draft)),
        **params,
    )
    return About(label, turn_key(spot.turned), f"+{sum(gems)}" if any(gems) else "")


def _points(gain: int) -> Text | str:
    return say(" · {gain} points", gain=signed(gain)) if gain else ""


def use(draft: Draft, each: str, cell: Cell) -> About:
    """What the symbol on this cell may do (R3.12)."""
    if each == SKIP:
        return About(say("Give the symbol up; it cannot be used later"), each)
    return _assistant(draft, cell) if each == ASSIST else _mastery(draft, each)


def _assistant(draft: Draft, cell: Cell) -> About:
    """The bed, and the points at once."""
    after = assisted(draft, cell)
    lying = cover(after.garden)
    bed = lying.bed(lying.grid.bits((cell,)))
    gain, at = worth(after) - worth(draft), key(draft.garden, cell)
    params = {"cells": bed.bit_count(), "flowers": lying.count(bed), "gain": signed(gain), "left": draft.player.assistants - 1}
    sentence = "assistant on {cell} · flowers {flowers}, cells {cells} · {gain} points · assistants left {left}"
    return About(say(sentence, cell=at, **params), at, signed(gain))


def _mastery(draft: Draft, each: str) -> About:
    """What it does, or what it would score now."""
    effect, numbers = MASTERIES[each]
    sentence = EFFECTS[effect]
    if effect == "bloom" and numbers[0] > 1:
        sentence = BLOOM_PAIR
    now = mastery_points(each, draft.garden, draft.player, draft.seat, draft.cards) or 0
    count = recruits(draft.player, numbers[0]) if effect == "recruit" else numbers[0] if numbers else 0
    price = "/".join(map(str, numbers))
    text = say(sentence, count=count, flowers=numbers[-1] if numbers else 0, points=price, now=now)
    return About(
        say("mastery {mastery} · {effect}", mastery=mastery_name(each), effect=text), each, f"{now}" if each[1].isalpha() else ""
    )


def _card(tree: int) -> dict[str, Text | str | int]:
    return {"tree": tree_key(tree), "cost": gems_text(TREES[tree].cost), "points": TREES[tree].points}


def reserve(gems: Gems, tree: int) -> About:
    """Its cost and points, and whether these gems pay for it."""
    sentence = "{tree} · costs {cost} · {points} points"
    if all(need <= have for need, have in zip(TREES[tree].cost, gems, strict=True)):
        sentence = "{tree} · costs {cost} · {points} points · you have the gems"
    return About(say(sentence, **_card(tree)), tree_key(tree), str(TREES[tree].points))


def gift(supply: Gems, left: Gems, number: int, colour: str) -> About:
    """The gems that come to those left."""
    gems = gift_of(supply, colour, number)
    params = {"colour": colour_name(colour), "count": sum(gems), "left": supply[COLOURS.index(colour)]}
    have = gems_text(add(left, gems))
    return About(say("{colour} · {count} of the {left} in the supply · you would have {have}", have=have, **params), colour)


def bloom(draft: Draft, flowers: int, cells: tuple[Cell, ...], partners: tuple[Cell, ...] = ()) -> About:
    """Whose bed it enlarges, and the points at once; before its second cell is chosen, with which it would lie."""
    at = key(draft.garden, cells[-1])
    if partners:
        beside = " ".join(key(draft.garden, cell) for cell in partners)
        return About(say("{cell} · with {partners}", cell=at, partners=beside), at)
    after = replace(draft, garden=with_token(draft.garden, Token(cells, flowers, draft.seat)))
    lying, gain = cover(after.garden), worth(after) - worth(draft)
    bed = lying.bed(lying.grid.bits(cells))
    params = {"cell": at, "flowers": lying.count(bed), "gain": signed(gain)}
    sentence = "{cell} · bed of {flowers} flowers · {gain} points" if gain else "{cell} · bed of {flowers} flowers"
    return About(say(sentence, **params), at, signed(gain) if gain else "")


def tree(draft: Draft, each: int) -> About:
    """Its cost, its points, and what stays."""
    left = gems_text(take(draft.player.gems, TREES[each].cost))
    sentence = "{tree} · {points} points for {cost} · you keep {left}"
    if each == draft.player.reserved:
        sentence = "{tree}, your reserve · {points} points for {cost} · you keep {left}"
    return About(say(sentence, left=left, **_card(each)), tree_key(each), f"+{TREES[each].points}")


def pawn(draft: Draft, each: int, cell: Cell) -> About:
    """Whose beds the cell touches, and what it brings besides the card."""
    after, at = planted(draft, Plant(each, cell)), key(draft.garden, cell)
    lying = cover(draft.garden)
    bit = lying.grid.bits((cell,))
    beds = [bed.seat for bed in lying.beds if bed.near & bit]
    gain = worth(after) - worth(draft)
    extra = signed(gain) if gain else ""
    if draft.seat in beds:
        return About(say("{cell} · beside your bed{points}", cell=at, points=_points(gain)), at, extra)
    return About(
        say("{cell} · beside another's bed{points}" if beds else "{cell}{points}", cell=at, points=_points(gain)), at, extra
    )


def done() -> About:
    """The turn ends."""
    return About(say("No more trees: end the turn"), "done")
