"""What comes of an action: the state after, and its story (R7.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import LiteralString

from rules.game import DEALER, Event, Seat, Step, winners
from rules.hanging_gardens.garden import build, group, key, lay, top
from rules.hanging_gardens.parts import CARDS, FACILITIES, SIX
from rules.hanging_gardens.score import hand, in_order, lines, scores
from rules.hanging_gardens.state import (
    UNKNOWN,
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
    place_key,
)
from rules.text import Param, Text, say, term, who
from rules.values import changed, without

SENTENCES: dict[str, LiteralString] = {
    "begins": "{seat} receives the flower and begins.",
    "tiles_opened": "The first six tiles: {tiles}.",
    "cards_opened": "Round {round} of {rounds}: {cards}. {seat} has the flower.",
    "laid": "{seat} lays {card} ({turn}) at {square}.",
    "boxed": "{seat} cannot lay any card; {card} leaves the game.",
    "temple_built": "{seat} builds a temple on {square} ({facility}, {size} squares).",
    "temple_moved": "{seat} moves a temple from {source} to {square} ({facility}, {size} squares).",
    "hidden_drawn": "{seat} draws a hidden tile.",
    "hidden_seen": "You drew {tile}.",
    "tile_taken": "{seat} takes {tile} from {place}.",
    "five": "No tile for {seat}: 5 points instead.",
    "tile_opened": "{tile} comes up at {place}.",
    "stacks_empty": "The stacks are empty: round {round} is the last.",
    "tiles_shown": "{seat} shows {tiles}: {points} points.",
}
WON = "{winners} wins with {points} points."
WON_BY_TILES = "{winners} wins with {points} points, by number of tiles."
SHARED = "{winners} share the victory: {points} points and {tiles} tiles each."


def _tell(kind: str, **params: Param) -> Event:
    return Event(kind, say(SENTENCES[kind], **params))


def named(tiles: Iterable[str]) -> tuple[Text, ...]:
    """The names of tiles."""
    return tuple(map(term, tiles))


def holder(state: State) -> Seat:
    """Who has the flower in this round (R3.3), or before the first (R2.6)."""
    return (state.first + max(state.round, 1) - 1) % state.seats


def rounds(state: State) -> int:
    """Rounds of a game that runs its length (R1.9)."""
    return len(CARDS) // len(state.cards)


def current(state: State) -> Seat:
    """Whose turn it is in the round, the flower's holder first (R3.2, R3.3)."""
    return (holder(state) + state.done) % state.seats


def display_due(state: State) -> bool:
    """Must the dealer fill the display (R3.28)?"""
    return bool(state.tile_bag) and None in state.tiles


def over(state: State) -> bool:
    """All cards used up, or the round complete in which the stacks ran out (R4.1, R6.10)."""
    waiting = not state.round or any(state.cards) or state.pending or display_due(state)
    return not waiting and not (state.card_bag and state.tile_bag)


def to_act(state: State) -> frozenset[Seat]:
    """Whose move it is (R6.10)."""
    if over(state):
        return frozenset()
    if state.first == UNKNOWN or display_due(state) or (state.pending and not state.pending.shown):
        return frozenset({DEALER})
    if state.pending or any(state.cards):
        return frozenset({current(state)})
    return frozenset({DEALER})


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """What comes of a legal action."""
    match action:
        case Start(first):
            return Step(replace(state, first=first), (_tell("begins", seat=who(first)),))
        case OpenCards(cards):
            return _open_cards(state, cards)
        case OpenTiles(tiles):
            after, events = _open_tiles(state, tiles)
        case HiddenTile(tile):
            return _hidden_tile(state, tile)
        case Lay():
            after, events = _lay(state, seat, action)
        case Box(slot):
            after, events = _box(state, seat, slot)
        case TakeTile(place):
            taken, event = _take(replace(state, pending=None), seat, place)
            after, events = _turn_done(taken), (event,)
    return Step(after, (*events, *_ended(after)) if over(after) else events)


def _open_cards(state: State, cards: tuple[str, ...]) -> Step[State]:
    bag = without(state.card_bag, cards)
    after = replace(state, round=state.round + 1, done=0, card_bag=bag, cards=cards)
    params = {"round": after.round, "rounds": rounds(after), "seat": who(holder(after)), "cards": cards}
    return Step(after, (_tell("cards_opened", **params),))


def _open_tiles(state: State, tiles: Tiles) -> Step[State]:
    fresh = iter(tiles)
    filled = tuple(tile or next(fresh, None) for tile in state.tiles)
    after = replace(state, tiles=filled, tile_bag=without(state.tile_bag, tiles))
    if not state.round:
        return Step(after, (_tell("tiles_opened", tiles=named(tiles)),))
    opened = [place for place, tile in enumerate(state.tiles) if tile is None]
    events = [_tell("tile_opened", place=place_key(place), tile=term(tile)) for place, tile in zip(opened, tiles, strict=False)]
    return Step(after, (*events, *_emptied(after)))


def _hidden_tile(state: State, tile: str) -> Step[State]:
    """Only who drew it sees the tile (R3.29, section 5)."""
    assert state.pending
    seat = current(state)
    after = replace(
        state,
        tile_bag=without(state.tile_bag, (tile,)),
        hidden=changed(state.hidden, seat, (*state.hidden[seat], tile)),
        pending=state.pending._replace(shown=True),
    )
    seen = _tell("hidden_seen", tile=term(tile))
    return Step(after, (_tell("hidden_drawn", seat=who(seat)), replace(seen, to=seat), *_emptied(after)))


def _lay(state: State, seat: Seat, action: Lay) -> Step[State]:
    card = state.cards[action.slot]
    assert card
    garden = lay(state.gardens[seat], Laid(card, action.turn, *action.at))
    laid = _tell("laid", seat=who(seat), card=card, turn=term(action.turn), square=key(action.at))
    cards = changed(state.cards, action.slot, None)
    after = replace(state, cards=cards, gardens=changed(state.gardens, seat, garden))
    if action.temple is None:
        return Step(_turn_done(after), (laid,))
    board = top(garden)
    size = len(group(board, action.temple))
    built = _built(seat, action, FACILITIES[board[action.temple]], size)
    garden = build(garden, action.temple, action.source)
    after = replace(after, gardens=changed(after.gardens, seat, garden))
    after, reward = _reward(after, seat, size, action.tile)
    return Step(after, (laid, built, *reward))


def _built(seat: Seat, action: Lay, facility: str, size: int) -> Event:
    assert action.temple
    params = {"seat": who(seat), "square": key(action.temple), "facility": term(facility), "size": size}
    if action.source is None:
        return _tell("temple_built", **params)
    return _tell("temple_moved", source=key(action.source), **params)


def _reward(state: State, seat: Seat, size: int, place: int | None) -> Step[State]:
    """A tile for a temple (R3.19), before it a hidden one (R3.29), or points where there is none (R3.31, R3.32)."""
    if size >= SIX and state.tile_bag:
        return Step(replace(state, pending=Pending(size, shown=False)), ())
    events: list[Event] = []
    if size >= SIX:
        state, event = _five(state, seat, "stacks")
        events.append(event)
    state, event = _five(state, seat, "display") if place is None else _take(state, seat, place)
    return Step(_turn_done(state), (*events, event))


def _five(state: State, seat: Seat, reason: str) -> tuple[State, Event]:
    after = replace(state, fives=changed(state.fives, seat, state.fives[seat] + 1))
    return after, _tell("five", seat=who(seat), reason=reason)


def _take(state: State, seat: Seat, place: int) -> tuple[State, Event]:
    tile = state.tiles[place]
    assert tile
    taken = changed(state.taken, seat, (*state.taken[seat], tile))
    after = replace(state, tiles=changed(state.tiles, place, None), taken=taken)
    return after, _tell("tile_taken", seat=who(seat), tile=term(tile), place=place_key(place))


def _box(state: State, seat: Seat, slot: int) -> Step[State]:
    card = state.cards[slot]
    assert card
    after = replace(state, cards=changed(state.cards, slot, None), boxed=(*state.boxed, card))
    return Step(_turn_done(after), (_tell("boxed", seat=who(seat), card=card),))


def _turn_done(state: State) -> State:
    return replace(state, done=state.done + 1)


def _emptied(state: State) -> tuple[Event, ...]:
    """R3.30"""
    return () if state.tile_bag else (_tell("stacks_empty", round=state.round),)


def _ended(state: State) -> tuple[Event, ...]:
    """All tiles are turned up (R4.2), and the best hand wins (R4.6)."""
    table = scores(state)
    shown = [_shown(seat, hand(state, seat), score.points) for seat, score in enumerate(table)]
    best = winners(table)
    points, (tiles,) = table[best[0]].points, table[best[0]].ties
    tied = sum(score.points == points for score in table) > 1
    sentence = SHARED if len(best) > 1 else WON_BY_TILES if tied else WON
    won = say(sentence, winners=tuple(map(who, best)), points=points, tiles=tiles)
    return (*shown, Event("game_over", won))


def _shown(seat: Seat, tiles: Tiles, points: int) -> Event:
    detail = tuple(say("{tile} {count}: {points}", tile=term(x.tile), count=x.number, points=x.points) for x in lines(tiles))
    listed = Counter(in_order(tiles)).items()
    counted = tuple(say("{count} × {tile}", count=count, tile=term(tile)) if count > 1 else term(tile) for tile, count in listed)
    return _tell("tiles_shown", seat=who(seat), tiles=counted or (say("no tiles"),), lines=detail, points=points)
