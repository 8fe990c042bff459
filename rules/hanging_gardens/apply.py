"""The state after each action, and its events."""

from __future__ import annotations

from rules.game import Event, Seat, Step, winners
from rules.hanging_gardens import story
from rules.hanging_gardens.garden import build, group, lay, top
from rules.hanging_gardens.parts import SIX
from rules.hanging_gardens.rounds import current, holder, over, rounds
from rules.hanging_gardens.score import hand, scores
from rules.hanging_gardens.state import (
    Action,
    Box,
    HiddenTile,
    Laid,
    Lay,
    OpenCards,
    OpenTiles,
    Pending,
    Start,
    State,
    TakeTile,
    Tiles,
)
from rules.values import changed, replace, without


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return the state after a legal action, and its events."""
    match action:
        case Start(first):
            return Step(replace(state, first=first), (story.begins(first),))
        case OpenCards(cards):
            return _open_cards(state, cards)
        case OpenTiles(tiles):
            step = _open_tiles(state, tiles)
        case HiddenTile(tile):
            return _hidden_tile(state, tile)
        case Lay():
            step = _lay(state, seat, action)
        case Box(slot):
            step = _box(state, seat, slot)
        case TakeTile(place):
            taken, event = _take(replace(state, pending=None), seat, place)
            step = Step(_turn_done(taken), (event,))
    return Step(step.state, (*step.events, *_ended(step.state))) if over(step.state) else step


def _open_cards(state: State, cards: tuple[str, ...]) -> Step[State]:
    after = replace(state, round=state.round + 1, done=0, card_bag=without(state.card_bag, cards), cards=cards)
    flower = holder(after)
    assert flower is not None
    return Step(after, lambda: (story.cards_opened(after.round, rounds(after), cards, flower),))


def _open_tiles(state: State, tiles: Tiles) -> Step[State]:
    fresh = iter(tiles)
    filled = tuple(tile or next(fresh, None) for tile in state.tiles)
    after = replace(state, tiles=filled, tile_bag=without(state.tile_bag, tiles))
    if not state.round:
        return Step(after, ())
    opened = [place for place, tile in enumerate(state.tiles) if tile is None]
    events = [story.tile_opened(tile, place) for place, tile in zip(opened, tiles, strict=False)]
    return Step(after, (*events, *_emptied(after)))


def _hidden_tile(state: State, tile: str) -> Step[State]:
    """Give the tile to its seat, which alone sees it (R3.29, section 5)."""
    assert state.pending
    seat = current(state)
    after = replace(
        state,
        tile_bag=without(state.tile_bag, (tile,)),
        hidden=changed(state.hidden, seat, (*state.hidden[seat], tile)),
        pending=state.pending._replace(shown=True),
    )
    return Step(after, (story.hidden_drawn(seat), story.hidden_seen(seat, tile), *_emptied(after)))


def _lay(state: State, seat: Seat, action: Lay) -> Step[State]:
    card = state.cards[action.slot]
    assert card
    laid = Laid(card, action.turn, *action.at)
    garden = lay(state.gardens[seat], laid)
    cards = changed(state.cards, action.slot, None)
    if action.temple is None:
        after = replace(state, cards=cards, gardens=changed(state.gardens, seat, garden), done=state.done + 1)
        return Step(after, lambda: (story.laid(seat, laid, builds=False),))
    board = top(garden)
    size = len(group(board, action.temple))
    built = story.built(seat, action.temple, board[action.temple], size, action.source)
    garden = build(garden, action.temple, action.source)
    step = _reward(replace(state, cards=cards, gardens=changed(state.gardens, seat, garden)), seat, size, action.tile)
    return Step(step.state, (story.laid(seat, laid, builds=True), built, *step.events))


def _reward(state: State, seat: Seat, size: int, place: int | None) -> Step[State]:
    """Give a tile for a temple (R3.19), before it a hidden one (R3.29), or points where there is none (R3.31, R3.32)."""
    if size >= SIX and state.tile_bag:
        return Step(replace(state, pending=Pending(size, shown=False)), ())
    events: list[Event] = []
    if size >= SIX:
        state, event = _five(state, seat, "stacks")
        events.append(event)
    state, event = _five(state, seat, "display") if place is None else _take(state, seat, place)
    return Step(_turn_done(state), (*events, event))


def _five(state: State, seat: Seat, reason: str) -> tuple[State, Event]:
    return replace(state, fives=changed(state.fives, seat, state.fives[seat] + 1)), story.five(seat, reason)


def _take(state: State, seat: Seat, place: int) -> tuple[State, Event]:
    tile = state.tiles[place]
    assert tile
    taken = changed(state.taken, seat, (*state.taken[seat], tile))
    return replace(state, tiles=changed(state.tiles, place, None), taken=taken), story.tile_taken(seat, tile, place)


def _box(state: State, seat: Seat, slot: int) -> Step[State]:
    card = state.cards[slot]
    assert card
    after = replace(state, cards=changed(state.cards, slot, None), boxed=(*state.boxed, card))
    return Step(_turn_done(after), (story.boxed(seat, card),))


def _turn_done(state: State) -> State:
    return replace(state, done=state.done + 1)


def _emptied(state: State) -> tuple[Event, ...]:
    """Tell that the stacks are empty, if they are (R3.30)."""
    return () if state.tile_bag else (story.stacks_empty(state.round),)


def _ended(state: State) -> tuple[Event, ...]:
    """Say that the game is over, turn up all tiles (R4.2) and tell the winners (R4.6)."""
    table = scores(state)
    shown = (story.tiles_shown(seat, hand(state, seat), score.points) for seat, score in enumerate(table))
    best = winners(table)
    points, (tiles,) = table[best[0]].points, table[best[0]].ties
    tied = sum(score.points == points for score in table) > 1
    return (story.over(), *shown, story.won(best, points, tiles, tied))
