"""Apply an action: the state after it, and its story (R7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules import values
from rules.game import DEALER, Event, Seat, Step, winners
from rules.ishtar import story
from rules.ishtar.draft import Draft, add, after_symbol, after_tile, after_tree, changed_cells, start_draft, take
from rules.ishtar.garden import cover_of, fountain_slot, has_spot, land_of, tile_bits
from rules.ishtar.hexes import face, symbol_cell
from rules.ishtar.legality import stack_costs, top_tile
from rules.ishtar.parts import BAG_OF_SHAPE, BASIC_TILES_BY_SEATS, EMPTY_STACKS, MASTERIES, OPEN_TREES, Gems
from rules.ishtar.score import points_of, scores
from rules.ishtar.state import (
    Action,
    Assist,
    Carpet,
    First,
    Fountains,
    Map,
    Place,
    Reveal,
    Row,
    Select,
    Stack,
    State,
    Unlock,
)
from rules.values import replace

PHASE_AFTER = {"first": "map", "map": "fountains", "fountains": "carpet", "carpet": "row"}
SEAT_PHASES = ("select", "place")


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats to act: the dealer, the seat whose turn it is, or nobody when the game is over (R6.1)."""
    if state.phase == "over":
        return frozenset()
    if state.phase not in SEAT_PHASES:
        return frozenset({DEALER})
    assert state.turn is not None
    return frozenset({state.turn})


def last_seat(first: Seat, seats: int) -> Seat:
    """Return the seat that makes the last turn of each round, and of the game (R4.1)."""
    return (first - 1) % seats


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return the state after a legal action, with its events."""
    match action:
        case First(first):
            return Step(_next(replace(state, first=first, turn=first)), (story.first(first),))
        case Map():
            return _map(state, action)
        case Fountains(colours):
            after = replace(state, garden=replace(state.garden, fountains=colours))
            return Step(_next(after), ())
        case Carpet():
            return _carpet(state, action)
        case Row(trees):
            return _row(state, trees)
        case Select():
            return _select(state, seat, action)
        case Reveal(tile):
            return _reveal(state, tile)
        case Place():
            return _place(state, seat, action)


def _next(state: State) -> State:
    return replace(state, phase=PHASE_AFTER[state.phase])


def _map(state: State, action: Map) -> Step[State]:
    """Lay the map; each rock takes its gem from the supply (R2.3)."""
    garden = replace(state.garden, layout=action.layout, faces=action.faces)
    gems = (bits.bit_count() for bits in land_of(garden).gems)
    after = replace(state, garden=garden, supply=take(state.supply, Gems(*gems)))
    return Step(_next(after), ())


def _carpet(state: State, action: Carpet) -> Step[State]:
    """Put basic tiles on each stack, face down, and a starting tile on them, face up (R2.5)."""
    hidden = BASIC_TILES_BY_SEATS[state.seats]
    stacks = tuple(Stack(shape, hidden, tile) for shape, tile in zip(action.shapes, action.tiles, strict=True))
    bags = tuple(tuple(tile for tile in bag if tile not in action.tiles) for bag in state.tile_bags)
    after = replace(state, stacks=stacks, tile_bags=bags)
    return Step(_next(after), ())


def _row(state: State, trees: tuple[int, ...]) -> Step[State]:
    """Fill the row of open trees as far as the bag goes (R2.6, R3.43)."""
    bag = values.without(state.tree_bag, trees)
    after = replace(state, row=(*state.row, *trees), tree_bag=bag, phase="select")
    if not state.turns:
        return Step(after, (story.laid_out(len(state.garden.faces)),))
    return Step(after, (story.row(trees),) if bag else (story.row(trees), story.trees_out()))


def _select(state: State, seat: Seat, action: Select) -> Step[State]:
    """Move the can, pay, and take the tile; a tile without room leaves the game (R3.2–R3.7)."""
    stack, pay = state.stacks[action.stack], action.pay
    tile, steps = top_tile(stack), list(stack_costs(state)).index(action.stack) + 1 if state.can is not None else 0
    player = state.players[seat]
    room = has_spot(state.garden, tile)
    stacks = values.changed(state.stacks, action.stack, stack._replace(top=None))
    ending = sum(not each.left for each in stacks) >= EMPTY_STACKS
    left = state.can if state.can is not None and state.stacks[state.can].hidden else None
    events = [story.can_moved(seat, action.stack, steps, pay)]
    if not stack.hidden:
        events.append(story.emptied(action.stack))
    if ending and not state.ending:
        assert state.first is not None
        events.append(story.last_round(last_seat(state.first, state.seats)))
    if not room:
        events.append(story.no_room())
    after = replace(
        state,
        phase="place" if left is None else "reveal",
        stacks=stacks,
        can=action.stack,
        left=left,
        held=tile if room else None,
        lost=state.lost if room else (*state.lost, tile),
        supply=add(state.supply, pay),
        players=values.changed(state.players, seat, player._replace(gems=take(player.gems, pay))),
        ending=ending,
    )
    return Step(after, tuple(events))


def _reveal(state: State, tile: str) -> Step[State]:
    """Turn up the next tile of the stack that the can left (R3.5)."""
    assert state.left is not None
    stack = state.stacks[state.left]
    bag = BAG_OF_SHAPE[stack.shape]
    after = replace(
        state,
        phase="place",
        stacks=values.changed(state.stacks, state.left, stack._replace(hidden=stack.hidden - 1, top=tile)),
        tile_bags=values.changed(state.tile_bags, bag, values.without(state.tile_bags[bag], (tile,))),
        left=None,
    )
    return Step(after, (story.revealed(state.left, tile),))


def _place(state: State, seat: Seat, action: Place) -> Step[State]:
    """Complete a turn: place, collect gems, use the symbol, plant (R3.8–R3.50)."""
    before = laid = used = start_draft(state)
    if action.spot:
        assert state.held
        laid = after_tile(before, state.held, action.spot)
        used = after_symbol(laid, state.held, action.spot, action.special)
    draft = used
    for plant in action.plants:
        draft = after_tree(draft, plant)
    cards = (*state.planted[seat], *(plant.tree for plant in action.plants))
    after = replace(
        state,
        phase=_after_turn(state, draft.row),
        turn=(seat + 1) % state.seats,
        turns=state.turns + 1,
        garden=draft.garden,
        held=None,
        row=draft.row,
        supply=draft.supply,
        players=draft.players,
        planted=values.changed(state.planted, seat, cards),
        latest=changed_cells(state.held, action),
    )
    step = Step(after, partial(_tell_turn, state, action, (before, laid, used, draft), cards))
    return _over(step) if after.phase == "over" else step


def _tell_turn(state: State, action: Place, drafts: tuple[Draft, ...], cards: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the events of a turn.

    :param drafts: the board before the turn, after the tile, after the symbol, and after the trees.
    :param cards: all that the seat has planted.
    """
    before, laid, used, after = drafts
    slot, events = None, list[Event]()
    if action.spot:
        assert state.held
        slot = fountain_slot(cover_of(laid.garden), tile_bits(laid.garden, state.held, action.spot))
        events += _tell_tile(before, laid, used, state.held, action)
    events += (story.planted(after, plant) for plant in action.plants)
    if before.pawns and not after.pawns:
        events.append(story.pawns_out())
    return (story.turn(before, after, slot, len(action.plants), cards, secret=not state.open_trees), *events)


def _after_turn(state: State, row: tuple[int, ...]) -> str:
    """Return the phase after a turn: the end, refilling the row, or the next seat's selection (R3.43, R3.50, R4.1)."""
    if state.ending and (state.turns + 1) % state.seats == 0:
        return "over"
    assert any(stack.left for place, stack in enumerate(state.stacks) if place != state.can)  # R4.2
    return "refill" if len(row) < OPEN_TREES and state.tree_bag else "select"


def _tell_tile(start: Draft, before: Draft, after: Draft, tile: str, action: Place) -> Iterator[Event]:
    """Yield the events of a tile and its symbol, from the boards before the tile, before the symbol, and after it."""
    assert action.spot
    yield story.placed(before.garden, before.seat, tile, action.spot)
    gems = take(before.player.gems, start.player.gems)
    if any(gems):
        yield story.collected(before.seat, gems)
    symbol, cell = face(tile).symbol, symbol_cell(tile, action.spot)
    if isinstance(action.special, Assist):
        yield story.assisted(before, after, cell)
    elif action.special:
        yield from _unlocked(before, after, action.special)
    elif symbol:
        yield story.unused(before, symbol, cell)


def _unlocked(before: Draft, after: Draft, unlock: Unlock) -> Iterator[Event]:
    """Yield the events of a new mastery and its effect (R3.20–R3.24)."""
    seat, effect = before.seat, MASTERIES[unlock.mastery].effect
    yield story.unlocked(before, unlock.mastery, unlock.paid)
    if effect == "reserve":
        assert unlock.tree
        yield story.reserved(seat, unlock.tree)
    elif effect == "recruit":
        yield story.recruited(seat, before.player.carpet - after.player.carpet)
    elif effect == "gift":
        yield story.given(seat, take(before.supply, after.supply))
    elif effect == "bloom":
        yield story.bloomed(after.garden, after.garden.tokens[-1])


def _over(step: Step[State]) -> Step[State]:
    """End the game: discard reserved trees, and count the points (R4.3–R4.7)."""
    state = step.state
    reserves = [(seat, player.reserved) for seat, player in enumerate(state.players) if player.reserved is not None]
    players = tuple(player._replace(reserved=None) for player in state.players)
    trees = (tree for _, tree in reserves)
    over = replace(state, players=players, discarded=(*state.discarded, *trees))
    table = scores(over)
    best = winners(table)
    points = table[best[0]].points
    end = (
        *(story.discarded(seat, tree) for seat, tree in reserves),
        story.over(),
        *(story.score(seat, each) for seat, each in enumerate(points_of(over))),
        story.won(best, points, sum(score.points == points for score in table) > 1),
    )
    return Step(over, lambda: (*step.events, *end))
