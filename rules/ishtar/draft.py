"""The board in the course of a turn. Each step of the turn is a function from a `Draft` to the draft after it (R3.11–R3.40).

The conversation, the labels, the story and `apply` all use these steps, so that a preview shows what a move does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules import values
from rules.game import Seat
from rules.ishtar.garden import land_of, tile_bits, with_tile, with_token
from rules.ishtar.hexes import symbol_cell, tile_cells
from rules.ishtar.parts import COLOURS, MASTERIES, PAWNS, TREES, Cell, Gems
from rules.ishtar.state import Assist, Garden, Owned, Place, Plant, Player, Spot, State, Token, Unlock, View, planted_count
from rules.values import replace


class Draft(NamedTuple):
    """The board after the answers so far, and the answers given for the step that comes next.

    ``cards`` is the number of trees that the seat has planted. The fields below it belong to the question: the ``stack`` or the
    ``mastery`` to pay for; the slot of the ``fountain`` and the ``rotation`` of the tile to place; the ``spot`` where it lies;
    ``bloomed``, the first cell of a token; the ``tree`` whose pawn needs a cell.
    """

    seat: Seat
    garden: Garden
    supply: Gems
    row: tuple[int, ...]
    players: tuple[Player, ...]
    cards: int
    stack: int | None = None
    fountain: int | None = None
    rotation: int | None = None
    spot: Spot | None = None
    mastery: str = ""
    bloomed: tuple[Cell, ...] = ()
    tree: int | None = None

    @property
    def player(self) -> Player:
        """Return the things in front of the seat that moves."""
        return self.players[self.seat]

    @property
    def pawns(self) -> int:
        """Return the number of tree pawns left (R3.42)."""
        return pawns_left(self.garden, self.players)


def pawns_left(garden: Garden, players: Iterable[Player]) -> int:
    """Return the number of tree pawns that are neither on the map nor on a reserved tree (R3.42)."""
    return PAWNS - len(garden.pawns) - sum(player.reserved is not None for player in players)


def start_draft(table: State | View) -> Draft:
    """Return the board at the beginning of the turn."""
    assert table.turn is not None
    cards = planted_count(table, table.turn)
    return Draft(table.turn, table.garden, table.supply, table.row, table.players, cards)


def add(gems: Gems, more: Gems) -> Gems:
    """Return the sum of gems, by colour."""
    return Gems(gems.p + more.p, gems.r + more.r, gems.w + more.w)


def take(gems: Gems, some: Gems) -> Gems:
    """Return ``gems`` minus ``some``, by colour. Check with `Gems.holds` first that there are enough."""
    return Gems(gems.p - some.p, gems.r - some.r, gems.w - some.w)


def _with_player(draft: Draft, player: Player, **changes: Any) -> Draft:
    return draft._replace(players=values.changed(draft.players, draft.seat, player), **changes)


def gems_under(garden: Garden, tile: str, spot: Spot) -> Gems:
    """Return the gems on the cells under a tile (R3.11)."""
    bits = tile_bits(garden, tile, spot)
    return Gems(*[(bits & gems).bit_count() for gems in land_of(garden).gems])


def after_tile(draft: Draft, tile: str, spot: Spot) -> Draft:
    """Return the board after a tile is laid and its gems are taken (R3.11)."""
    player = draft.player._replace(gems=add(draft.player.gems, gems_under(draft.garden, tile, spot)))
    return _with_player(draft, player, garden=with_tile(draft.garden, tile, spot, draft.seat), spot=spot)


def after_assistant(draft: Draft, cell: Cell) -> Draft:
    """Return the board after an assistant was put on a symbol (R3.13)."""
    garden = replace(draft.garden, assistants=(*draft.garden.assistants, (cell, draft.seat)))
    return _with_player(draft, draft.player._replace(assistants=draft.player.assistants - 1), garden=garden)


def after_mastery(draft: Draft, unlock: Unlock) -> Draft:
    """Return the board after two gems were put on a mastery; a lower one has its effect (R3.14, R3.20–R3.24)."""
    effect, numbers = MASTERIES[unlock.mastery]
    draft = draft._replace(mastery="", bloomed=())
    owned = (*draft.player.masteries, Owned(unlock.mastery, unlock.paid))
    player = draft.player._replace(gems=take(draft.player.gems, unlock.paid), masteries=owned)
    if effect == "reserve":
        row = tuple(tree for tree in draft.row if tree != unlock.tree)
        return _with_player(draft, player._replace(reserved=unlock.tree), row=row)
    if effect == "recruit":
        count = recruit_count(player, numbers[0])
        return _with_player(draft, player._replace(assistants=player.assistants + count, carpet=player.carpet - count))
    if effect == "gift":
        assert unlock.colour
        gift = gift_of(draft.supply, unlock.colour, numbers[0])
        return _with_player(draft, player._replace(gems=add(player.gems, gift)), supply=take(draft.supply, gift))
    if effect == "bloom":
        return _with_player(draft, player, garden=with_token(draft.garden, Token(unlock.cells, numbers[1], draft.seat)))
    return _with_player(draft, player)


def recruit_count(player: Player, number: int) -> int:
    """Return how many assistants a player gets from the carpet (R3.21)."""
    return min(number, player.carpet)


def gift_of(supply: Gems, colour: str, number: int) -> Gems:
    """Return ``number`` gems of a colour, or fewer if the supply has fewer (R3.22)."""
    return Gems(**{colour: min(number, supply[COLOURS.index(colour)])})


def after_tree(draft: Draft, plant: Plant) -> Draft:
    """Return the board after a tree is paid for and its pawn is placed (R3.40)."""
    cost, player = TREES[plant.tree].cost, draft.player
    reserved = None if player.reserved == plant.tree else player.reserved
    return _with_player(
        draft,
        player._replace(gems=take(player.gems, cost), reserved=reserved),
        garden=replace(draft.garden, pawns=(*draft.garden.pawns, plant.cell)),
        supply=add(draft.supply, cost),
        row=tuple(tree for tree in draft.row if tree != plant.tree),
        cards=draft.cards + 1,
        tree=None,
    )


def after_symbol(draft: Draft, tile: str, spot: Spot, special: Assist | Unlock | None) -> Draft:
    """Return the board after the symbol was used, or was not."""
    if isinstance(special, Assist):
        return after_assistant(draft, symbol_cell(tile, spot))
    return after_mastery(draft, special) if special else draft


def changed_cells(tile: str | None, place: Place) -> tuple[Cell, ...]:
    """Return the cells that a turn changes, for the picture."""
    under = tile_cells(tile, place.spot) if tile and place.spot else ()
    token = place.special.cells if isinstance(place.special, Unlock) else ()
    return (*under, *token, *(plant.cell for plant in place.plants))
