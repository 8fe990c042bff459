"""The greedy gardener of R11.6. Random play hardly ever unlocks masteries, blooms and plants trees; this fixed player does.

`greedy_move` plays for one seat from its view, `play_greedily` a whole game with its dealer. With ``whim`` the player now and
then takes another mastery or tree than the fixed order says, so that each mastery comes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from rules.choice import Path, Prompt, walk
from rules.game import Move
from rules.ishtar import GAME
from rules.ishtar.draft import Draft, after_mastery, after_symbol, after_tile, after_tree, start_draft
from rules.ishtar.garden import Cover, cover_of, fountain_slot, spots, tile_bits
from rules.ishtar.hexes import face, offsets
from rules.ishtar.legality import payments, stack_costs
from rules.ishtar.notation import fountain_key, payment_key, rotation_key
from rules.ishtar.parts import TREES, Gems
from rules.ishtar.score import flower_points
from rules.ishtar.state import Place, Spot, State, Unlock, View
from tests.playing import play_out

GEM_PRICES = (1.3, 2.2, 3.4)
USES_IN_ORDER = ("assistant", "m3", "m4", "m5", "mc", "me", "m2", "mb", "md", "ma", "m1", "done")
UPPER_MASTERIES = ("ma", "mb", "mc", "md", "me")
MASTERY_VALUE = 5
ASSISTANT_BONUS = 3
KEPT_GEMS = 2  # gems
WHIM_SHARE = 0.5


class RatedSpot(NamedTuple):
    """Hold a spot of a tile with its value; the greatest tuple is the best spot."""

    value: float
    cost: int
    anchor: int
    rotation: int
    stack: int


def greedy_move(view: View, random: Random | None = None) -> Path:
    """Return a complete move for the seat whose view it is."""
    if view.phase == "select":
        return _select(view)
    return _place(view, random)


def play_greedily(seats: int, variants: frozenset[str], random: Random, *, whim: bool = False) -> Iterator[Move[State]]:
    """Yield all moves of a game in which every seat plays greedily, the dealer's among them."""
    return play_out(GAME, lambda view, _: greedy_move(view, random if whim else None), seats, variants, random)


def worth(gems: Gems) -> float:
    return sum(count * price for count, price in zip(gems, GEM_PRICES, strict=True))


def _select(view: View) -> Path:
    draft = start_draft(view)
    found = list[tuple[RatedSpot, Path]]()
    for nth, (stack, cost) in enumerate(stack_costs(view).items()):
        paid = payments(draft.player.gems, cost)
        tile = view.stacks[stack].top
        assert tile
        if paid and (best := best_spot(draft, tile, paid[0], nth)):
            found.append((best, (f"stack-{stack + 1}", *([payment_key(paid[0])] if cost else []))))
    return max(found)[1] if found else (f"stack-{next(iter(stack_costs(view))) + 1}",)


def best_spot(draft: Draft, tile: str, paid: Gems, stack: int) -> RatedSpot | None:
    """Return the best spot of a tile; None if it has none."""
    cover = cover_of(draft.garden)
    ground = SpotRating(cover, draft, tile, sum(draft.player.gems) - sum(paid))
    best: RatedSpot | None = None
    for rotation, anchors in enumerate(map(sum, zip(*spots(cover, tile), strict=True))):
        while anchors:
            anchor = (anchors & -anchors).bit_length() - 1
            anchors &= anchors - 1
            value = round(ground.value(anchor, rotation) - worth(paid), 6)
            each = RatedSpot(value, -sum(paid), -anchor, -rotation, -stack)
            best = each if best is None else max(best, each)
    return best


class SpotRating:
    """Rate a tile's spots on one board."""

    def __init__(self, cover: Cover, draft: Draft, tile: str, gems: int) -> None:
        self.cover, self.draft, self.tile, self.gems = cover, draft, tile, gems
        self.own = [bed for bed in cover.beds if bed.seat == draft.seat]
        self.flowers = sum(cover.count_flowers(bed.cells) for bed in self.own)

    def value(self, anchor: int, rotation: int) -> float:
        places = [1 << anchor + q + r * self.cover.grid.wide for q, r in offsets(self.tile, rotation)]
        numbers, symbol, place = face(self.tile)
        covered = sum(places)
        gems = Gems(*((where & covered).bit_count() for where in self.cover.land.gems))
        new = {bit: number for bit, number in zip(places, numbers, strict=True) if number}
        return worth(gems) + self.gained(new) + self.use(symbol, places[place], new, sum(gems))

    def count(self, bed: int, new: dict[int, int]) -> int:
        return self.cover.count_flowers(bed) + sum(number for bit, number in new.items() if bit & bed)

    def gained(self, new: dict[int, int]) -> int:
        fresh = sum(new)
        if not any(bed.near & fresh for bed in self.own):
            return 0
        fill = self.cover.grid.fill
        grown = (fill(bed.cells, self.cover.flowers | fresh) for bed in self.own)
        return sum(self.count(bed, new) for bed in grown) - self.flowers

    def use(self, symbol: str, bit: int, new: dict[int, int], gems: int) -> int:
        player = self.draft.player
        if symbol in ("A", "J") and player.assistants:
            bed = self.cover.grid.fill(bit, self.cover.flowers | sum(new))
            if not bed & self.cover.assistant_cells:
                return self.count(bed, new) + ASSISTANT_BONUS
        missing = len(player.masteries) < len(USES_IN_ORDER) - 2
        return MASTERY_VALUE if symbol in ("M", "J") and self.gems + gems >= KEPT_GEMS and missing else 0


def _place(view: View, random: Random | None) -> Path:
    draft, path = start_draft(view), list[str]()
    if view.held:
        best = best_spot(draft, view.held, Gems(), 0)
        assert best
        cover = cover_of(draft.garden)
        (anchor,) = cover.grid.cells_of(1 << -best.anchor)
        spot = Spot(anchor, -best.rotation)
        draft = after_tile(draft, view.held, spot)
        water = fountain_slot(cover_of(draft.garden), tile_bits(draft.garden, view.held, spot))
        path += [fountain_key(water), rotation_key(spot.rotation), cover.grid.keys[anchor]]
    while (prompt := walk(lambda: GAME.choices(view), tuple(path)).prompt) is not None:
        path.append(_answer(view, draft, prompt, path, random))
    return tuple(path)


def _answer(view: View, draft: Draft, prompt: Prompt[object], path: list[str], random: Random | None) -> str:
    offered = [option.key for option in prompt.options]
    match prompt.key:
        case "symbol":
            uses = [key for key in offered if key in USES_IN_ORDER]
            return _whim(uses, random) if random and random.random() < WHIM_SHARE else min(uses, key=USES_IN_ORDER.index)
        case "reserve":
            return max(offered, key=lambda key: TREES[_tree(key)].points)
        case "colour":
            left = dict(zip("prw", draft.supply, strict=True))
            return next((colour for colour in "wrp" if left[colour] >= 3), max(offered, key=left.__getitem__))
        case "bloom" | "bloom_beside":
            return _bloom(draft, offered, path)
        case "tree":
            kept = 0 if view.ending or (random and random.random() < WHIM_SHARE) else KEPT_GEMS
            return _plant(_draft_at(view, path), offered[:-1], kept)
        case "pawn":
            cover = cover_of(_draft_at(view, path[:-1]).garden)
            own = [key for key in offered if any(bed.near & _bit(cover, key) for bed in cover.beds if bed.seat == draft.seat)]
            return (own or offered)[0]
        case _:
            return offered[0]


def _whim(offered: list[str], random: Random) -> str:
    """Return any use on offer, but prefer upper masteries."""
    return random.choice([use for use in offered if use in UPPER_MASTERIES] or offered)


def _draft_at(view: View, path: list[str]) -> Draft:
    """Return the board when a tree could be planted, or the turn be ended."""
    action = walk(lambda: GAME.choices(view), (*path, "done")).action
    assert isinstance(action, Place)
    draft = start_draft(view)
    if view.held and action.spot:
        draft = after_symbol(after_tile(draft, view.held, action.spot), view.held, action.spot, action.special)
    for plant in action.plants:
        draft = after_tree(draft, plant)
    return draft


def _tree(key: str) -> int:
    return int(key.removeprefix("tree-"))


def _plant(draft: Draft, offered: list[str], kept: int) -> str:
    """Return the tree with most points that leaves ``kept`` gems; ``done`` if there is none."""
    left = sum(draft.player.gems)
    good = [key for key in offered if left - sum(TREES[_tree(key)].cost) >= kept]
    return max(good, key=lambda key: (TREES[_tree(key)].points, -_tree(key)), default="done")


def _bit(cover: Cover, key: str) -> int:
    return cover.grid.bits((cover.grid.named[key],))


def _bloom(draft: Draft, offered: list[str], path: list[str]) -> str:
    """Return the cell where own flowers grow most."""
    named = cover_of(draft.garden).grid.named
    _, _, _, mastery, _, *words = path
    chosen = [named[word] for word in words]

    def grown(key: str) -> int:
        after = after_mastery(draft, Unlock(mastery, Gems(), cells=(*chosen, named[key])))
        return flower_points(after.garden, draft.seat)

    return max(offered, key=grown)
