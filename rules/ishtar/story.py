"""Stories of actions (R7.4): events with their sentences, and with data for pictures and computer players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import LiteralString, NamedTuple

from rules.choice import Gain
from rules.game import Event, Seat
from rules.ishtar.draft import Draft
from rules.ishtar.garden import cell_key, cover_of, fountain_cell_key, fountain_slot
from rules.ishtar.hexes import tile_cells
from rules.ishtar.labels import mastery_text
from rules.ishtar.legality import has_use, why_idle
from rules.ishtar.notation import assistant, fountain_name, gems_words, mastery_name
from rules.ishtar.parts import ASSISTANT, JOKER, MASTERY, TREES, Cell, Gems
from rules.ishtar.score import bed_gain, draft_points, gain_of, tree_points
from rules.ishtar.state import Garden, Plant, Points, Spot, Token
from rules.text import Text, joined, message, piece, say, say_n, who
from rules.wording import Won, brings, headline, victory, worth

GIVEN_UP = {
    ASSISTANT: say("The tile's assistant is not placed."),
    MASTERY: say("The tile's mastery is not used."),
    JOKER: say("The tile's joker is not used."),
}
IDLE: dict[str, LiteralString] = {
    ASSISTANT: message("No assistant is placed: {why}."),
    MASTERY: message("No mastery is bought: {why}."),
    JOKER: message("The joker has no effect: {why}."),
}


class CanMoved(NamedTuple):
    """The can went ``steps`` on to a stack, counted from 0, for these gems."""

    seat: Seat
    stack: int
    steps: int
    paid: Gems


class Revealed(NamedTuple):
    """A tile was turned up on a stack, counted from 0."""

    stack: int
    tile: str


class Placed(NamedTuple):
    """A tile lies on its cells 1, 2 and 3, in a garden of a fountain."""

    seat: Seat
    tile: str
    cells: tuple[Cell, ...]
    fountain: Cell


class Collected(NamedTuple):
    """A seat took the gems under its tile."""

    seat: Seat
    gems: Gems


class Assisted(NamedTuple):
    """An assistant stands on a cell."""

    seat: Seat
    cell: Cell


class Unlocked(NamedTuple):
    """A seat has a mastery, for these gems."""

    seat: Seat
    mastery: str
    paid: Gems


class Reserved(NamedTuple):
    """A seat reserved a tree, or discarded its reserve."""

    seat: Seat
    tree: int


class Recruited(NamedTuple):
    """A seat took this number of assistants from the carpet."""

    seat: Seat
    assistants: int


class Given(NamedTuple):
    """A seat took gems of one colour from the supply."""

    seat: Seat
    gems: Gems


class Bloomed(NamedTuple):
    """A blooming token lies on these cells, with this number of flowers on each."""

    seat: Seat
    cells: tuple[Cell, ...]
    flowers: int


class Planted(NamedTuple):
    """A tree was planted, its pawn stands on a cell."""

    seat: Seat
    tree: int
    cell: Cell


EVENT_DATA = {
    "can_moved": CanMoved, "revealed": Revealed, "placed": Placed, "collected": Collected, "assisted": Assisted,
    "unlocked": Unlocked, "reserved": Reserved, "recruited": Recruited, "given": Given, "bloomed": Bloomed,
    "planted": Planted, "discarded": Reserved, "won": Won,
}  # fmt: skip


def first(seat: Seat) -> Event:
    """Return the event that a seat begins (R2.2)."""
    return Event("first", say("{seat} begins.", seat=who(seat)))


def laid_out(boards: int) -> Event:
    """Return the event that the set-up is complete (R2.3–R2.6)."""
    return Event("laid_out", say("The map of {boards} boards, the tiles and 5 trees are laid out.", boards=boards))


def row(trees: Sequence[int]) -> Event:
    """Return the event that trees came into the row (R3.43)."""
    cards = tuple(say("{cost} ({points} points)", cost=gems_words(TREES[tree].cost), points=TREES[tree].points) for tree in trees)
    return Event("row", say_n("New tree: {trees}.", "New trees: {trees}.", len(cards), trees=cards))


@cache
def trees_out() -> Event:
    """Return the event that the bag of trees is empty (R3.43)."""
    return Event("trees_out", say("The last tree has come up."))


@lru_cache(maxsize=1024)
def can_moved(seat: Seat, stack: int, steps: int, paid: Gems) -> Event:
    """Return the event that the can moved and its tile was taken (R3.2–R3.5)."""
    text = say("{seat} takes the tile from stack {stack}.", seat=who(seat), stack=stack + 1)
    if any(paid):
        price = gems_words(paid)
        text = say("{seat} takes the tile from stack {stack} for {paid}.", seat=who(seat), stack=stack + 1, paid=price)
    return Event("can_moved", text, CanMoved(seat, stack, steps, paid), begins=True)


def emptied(stack: int) -> Event:
    """Return the event that a stack is empty (R4.1)."""
    return Event("emptied", say("Stack {stack} is empty.", stack=stack + 1))


def last_round(last: Seat) -> Event:
    """Return the event that the last round begins (R4.1)."""
    return Event("last_round", say("Two stacks are empty: {last_seat} takes the last turn.", last_seat=who(last)))


def no_room() -> Event:
    """Return the event that a tile has no spot and leaves the game (R3.7)."""
    return Event("no_room", say("The tile does not fit anywhere and is removed from the game."))


@cache
def revealed(stack: int, tile: str) -> Event:
    """Return the event that a stack's next tile was turned up (R3.5)."""
    return Event("revealed", say("A new tile comes up on stack {stack}.", stack=stack + 1), Revealed(stack, tile))


def turn(before: Draft, after: Draft, slot: int | None, trees: int, cards: Sequence[int], *, secret: bool) -> Event:
    """Return the headline of a turn: what the seat did, and the points that it brought to the seat and to others.

    :param slot: the tile's fountain.
    :param trees: how many were planted in this turn.
    :param cards: all that the seat has planted, those of this turn at the end.
    :param secret: the points of trees are hidden; a ``+`` stands for them.
    """
    seat, owned = before.seat, len(after.player.masteries) - len(before.player.masteries)
    what = joined(
        ", ",
        None if slot is None else say("a tile at fountain {letter}", letter=fountain_name(slot)),
        assistant(seat, say("an assistant")) if len(after.garden.assistants) > len(before.garden.assistants) else None,
        piece("ishtar_mastery", say("a mastery")) if owned else None,
        piece("ishtar_tree", say_n("a tree", "{count} trees", trees)) if trees else None,
        say("no tile, no tree") if slot is None and not trees else None,
    )
    now, gain = draft_points(after).known, gain_of(before, after) or Gain(0)
    if secret:
        return Event("turn", headline(seat, gain.own, what, f"{now}+" if cards else now, gain.others), headline=True)
    new, total = tree_points(cards[len(cards) - trees :]), now + tree_points(cards)
    return Event("turn", headline(seat, gain.own + new, what, total, gain.others), headline=True)


def placed(after: Garden, seat: Seat, tile: str, spot: Spot) -> Event:
    """Return the event that a tile lies in a garden of a fountain, with its cells in their order (R3.8)."""
    cover, lies = cover_of(after), tile_cells(tile, spot)
    water = fountain_cell_key(cover, fountain_slot(cover, cover.grid.bits(lies)))
    text = say("The tile lies on {cells}.", cells=tuple(cover.grid.keys[cell] for cell in lies))
    return Event("placed", text, Placed(seat, tile, lies, cover.grid.named[water]))


@lru_cache(maxsize=1024)
def collected(seat: Seat, gems: Gems) -> Event:
    """Return the event that a seat took the gems under its tile (R3.11)."""
    return Event("collected", say("Gems taken: {gems}.", gems=gems_words(gems)), Collected(seat, gems))


def assisted(before: Draft, after: Draft, cell: Cell) -> Event:
    """Return the event that an assistant stands on a cell, with the points that its bed brings (R3.13)."""
    stands = say("An assistant stands on {cell}", cell=cell_key(after.garden, cell))
    return Event("assisted", brings(stands, bed_gain(before, after)), Assisted(after.seat, cell))


def unused(before: Draft, symbol: str, cell: Cell) -> Event:
    """Return the event that the symbol was given up, or had no use (R3.12)."""
    if has_use(before, symbol, cell):
        return Event("skipped", GIVEN_UP[symbol])
    return Event("symbol_idle", say(IDLE[symbol], why=why_idle(before, symbol)))


def unlocked(before: Draft, mastery: str, paid: Gems) -> Event:
    """Return the event that a mastery was unlocked (R3.14)."""
    effect = mastery_text(mastery, before.player, before.supply)
    text = say("Mastery {mastery} for {paid}: {effect}.", mastery=mastery_name(mastery), paid=gems_words(paid), effect=effect)
    return Event("unlocked", text, Unlocked(before.seat, mastery, paid))


def reserved(seat: Seat, tree: int) -> Event:
    """Return the event that a tree was reserved (R3.20)."""
    return Event("reserved", say("A tree is reserved: {cost}.", cost=gems_words(TREES[tree].cost)), Reserved(seat, tree))


def recruited(seat: Seat, count: int) -> Event:
    """Return the event that assistants came from the carpet (R3.21)."""
    return Event(
        "recruited",
        say_n("One assistant comes from the carpet.", "{count} assistants come from the carpet.", count),
        Recruited(seat, count),
    )


def given(seat: Seat, gems: Gems) -> Event:
    """Return the event that a seat took gems of one colour from the supply (R3.22)."""
    return Event("given", say("From the supply: {gems}.", gems=gems_words(gems)), Given(seat, gems))


def bloomed(garden: Garden, token: Token) -> Event:
    """Return the event that a blooming token was placed (R3.23, R3.24)."""
    lies = tuple(cell_key(garden, cell) for cell in token.cells)
    text = say("{cells} bloom.", cells=lies)
    if len(lies) == 1:
        text = say_n("{cell} blooms with {count} flower.", "{cell} blooms with {count} flowers.", token.flowers, cell=lies[0])
    return Event("bloomed", text, Bloomed(token.seat, token.cells, token.flowers))


def planted(after: Draft, plant: Plant) -> Event:
    """Tell that a tree was planted, with its points: everybody saw the card (R3.40, R3.44)."""
    cost, points = TREES[plant.tree]
    stands = say("A tree for {paid} stands on {cell}", paid=gems_words(cost), cell=cell_key(after.garden, plant.cell))
    return Event("planted", worth(stands, points), Planted(after.seat, plant.tree, plant.cell))


def pawns_out() -> Event:
    """Return the event that the last tree pawn was taken (R3.42)."""
    return Event("pawns_out", say("The tree pawns are used up."))


def discarded(seat: Seat, tree: int) -> Event:
    """Return the event that a seat discards its reserved tree (R4.3)."""
    text = say("{seat} discards the reserved tree: {cost}.", seat=who(seat), cost=gems_words(TREES[tree].cost))
    return Event("discarded", text, Reserved(seat, tree))


def score(seat: Seat, points: Points) -> Event:
    """Return the event with a seat's points (R4.4)."""
    upper = tuple(say("{mastery} {worth}", mastery=mastery_name(each), worth=worth) for each, worth in points.masteries)
    text: Text = say_n(
        "{seat}: {count} point: trees {trees}, flowers {flowers}, fountains {fountains}, masteries {masteries}.",
        "{seat}: {count} points: trees {trees}, flowers {flowers}, fountains {fountains}, masteries {masteries}.",
        points.total or 0, seat=who(seat), trees=points.trees or 0, flowers=points.flowers,
        fountains=points.fountains, masteries=upper or 0,
    )  # fmt: skip
    return Event("score", text)


def over() -> Event:
    """Return the event with the end of the game (R4.1)."""
    return Event("over", say("The game is over."))


def won(seats: tuple[Seat, ...], points: int, tied: bool) -> Event:
    """Return the event with the winners (R4.7); ``tied`` if other seats have as many points."""
    tie = say("The tie was broken by the gems left.") if tied and len(seats) == 1 else None
    return Event("won", victory(seats, points, tie), Won(seats, points))
