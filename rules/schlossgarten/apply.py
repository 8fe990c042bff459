"""Apply actions: each makes the next state and its events (R7.4, R7.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.game import DEALER, Event, Seat, Step, winners
from rules.schlossgarten import story
from rules.schlossgarten.board import Board, bits, board_of, pawn_on
from rules.schlossgarten.figures import own_workers, standing_figures
from rules.schlossgarten.movement import after_move, jumped_over, reach
from rules.schlossgarten.parts import QUIET, WARNING
from rules.schlossgarten.score import collected_tiles, gain, points, scores, totals
from rules.schlossgarten.state import Action, Draw, Elements, First, Hands, Hit, Last, Lay, Move, Moved, Pawns, State, Turn
from rules.schlossgarten.work import can_work, elements_under
from rules.values import changed, replace


def to_act(state: State) -> frozenset[Seat]:
    """Return the seat that is to act, the dealer, or nobody when the game is over (R7.3)."""
    if state.phase == "over":
        return frozenset()
    if state.phase != "turn" or state.turn is None:
        return frozenset({DEALER})
    return frozenset({state.turn})


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Return the state after a legal action, and its events."""
    match action:
        case Lay(values):
            return Step(replace(state, phase="first", values=values), (story.layout(values),))
        case First(first):
            return Step(replace(state, phase="hands", first=first, turn=first), (story.first(first),))
        case Hands(cards):
            return _hands(state, cards)
        case Draw(card):
            return _draw(state, card)
        case Turn():
            return _turn(state, seat, action)


def turn_order(state: State) -> list[Seat]:
    """Return the seats in turn order, the first player first (R2.3)."""
    assert state.first is not None
    return [(state.first + nth) % len(state.sides) for nth in range(len(state.sides))]


def _hands(state: State, cards: tuple[int, ...]) -> Step[State]:
    dealt = dict(zip(turn_order(state), cards, strict=True))
    hands = tuple((dealt[seat],) for seat in range(len(dealt)))
    events = [story.your_card(seat, card) for seat, card in dealt.items()]
    bag = tuple(card for card in state.bag if card not in cards)
    return Step(replace(state, phase="draw", bag=bag, hands=hands), tuple(events))


def _draw(state: State, card: int) -> Step[State]:
    """Give the drawn card to the seat to move (R3.2); an empty bag is filled with the discards first (R3.38)."""
    seat = state.turn
    assert seat is not None
    refilled = () if state.bag else (story.bag_refilled(len(state.discard)),)
    bag, discard = (state.bag, state.discard) if state.bag else (tuple(sorted(state.discard)), ())
    after = State(
        sides=state.sides,
        variants=state.variants,
        goal=state.goal,
        phase="turn",
        values=state.values,
        pits=state.pits,
        elements=state.elements,
        pawns=state.pawns,
        tiles=state.tiles,
        bag=tuple(each for each in bag if each != card),
        discard=discard,
        hands=changed(state.hands, seat, tuple(sorted((*state.hands[seat], card)))),
        first=state.first,
        turn=seat,
        turns=state.turns,
        quiet=state.quiet,
        closing=state.closing,
        last=state.last,
        ending=state.ending,
    )
    return Step(after, (*refilled, story.your_card(seat, card)))


def _turn(state: State, seat: Seat, turn: Turn) -> Step[State]:
    """Carry out a whole turn, in the order of R7.4."""
    board, moves = _moved(board_of(state), seat, turn.moves)
    figures = standing_figures(board, seat, turn.card)
    ground = board if turn.dig is None else board.with_pit(turn.dig)
    tiles = collected_tiles(state.values, ground.pits, turn.site)
    returned = tuple(elements_under(board, bits(turn.site))) if turn.site else ()
    last = Last(
        seat=seat,
        card=turn.card,
        moves=moves,
        figure=figures[0][:3] if figures else (),
        worker=turn.worker,
        dig=turn.dig,
        kind=turn.kind,
        site=turn.site,
        returned=returned,
        gained=gain(seat, tiles, turn.site, returned).own if turn.site else 0,
    )
    after = _played(state, seat, turn, board.pawns, tiles, last)
    return _ended(Step(after, partial(_tell_turn, state, after, last, board)), seat)


def _tell_turn(before: State, after: State, last: Last, board: Board) -> tuple[Event, ...]:
    """Return the events of a turn; ``board`` is as it was after all movement."""
    seat, figures = last.seat, standing_figures(board, last.seat, last.card)
    events = [story.card_played(last, totals(after)[seat]), *_movement_events(seat, last.moves)]
    events += [story.figure_made(seat, last.card, figure) for figure in figures[:1]]
    if last.worker is not None:
        events += _work_events(before, after, last, last.worker)
    elif any(can_work(board, seat, worker) for worker in own_workers(board, seat, last.card)):
        events.append(story.rested())
    return tuple(events)


def _moved(board: Board, seat: Seat, moves: tuple[Move, ...]) -> tuple[Board, tuple[Moved, ...]]:
    """Return the board after all movement, and the ways of the pawns."""
    ways: list[Moved] = []
    for move in moves:
        start = board.pawns[seat][move.pawn]
        cost, jumped = reach(board, seat, move.pawn).cost(move.to), jumped_over(board, seat, move.pawn, move.to)
        hit = None
        if move.victim_to is not None and (victim := pawn_on(board, move.to)):
            hit = Hit(*victim, move.victim_to)
        ways.append(Moved(move.pawn, start, move.to, cost, jumped, hit))
        board = after_move(board, seat, move)
    return board, tuple(ways)


def _played(state: State, seat: Seat, turn: Turn, pawns: tuple[Pawns, ...], tiles: tuple[int, ...], last: Last) -> State:
    """Dig, build, discard the card (R3.37), and count the turn (R3.40); the next seat draws (R3.41)."""
    pits = state.pits if turn.dig is None else tuple(sorted((*state.pits, turn.dig)))
    return State(
        sides=state.sides,
        variants=state.variants,
        goal=state.goal,
        phase="draw",
        values=state.values,
        pits=tuple(square for square in pits if square not in turn.site),
        elements=_laid(state.elements, seat, turn, last) if turn.site else state.elements,
        pawns=pawns,
        tiles=changed(state.tiles, seat, (*state.tiles[seat], *tiles)),
        bag=state.bag,
        discard=(*state.discard, turn.card),
        hands=changed(state.hands, seat, tuple(card for card in state.hands[seat] if card != turn.card)),
        first=state.first,
        turn=(seat + 1) % len(state.sides),
        turns=state.turns + 1,
        quiet=state.quiet + 1 if turn.worker is None else 0,
        closing=state.closing,
        last=last,
        ending=state.ending,
    )


def _laid(elements: tuple[Elements, ...], seat: Seat, turn: Turn, last: Last) -> tuple[Elements, ...]:
    """Return the elements after building: covered ones go back to supply (R3.35)."""
    assert turn.kind is not None
    for owner, kind in (*last.returned, (seat, turn.kind)):
        site = turn.site if (owner, kind) == (seat, turn.kind) else ()
        elements = changed(elements, owner, changed(elements[owner], kind, site))
    return elements


def _movement_events(seat: Seat, moves: tuple[Moved, ...]) -> Iterator[Event]:
    for moved in moves:
        if moved.hit:
            yield story.pawn_hit(seat, moved, moved.hit)
        yield story.pawn_moved(seat, moved)


def _work_events(before: State, after: State, last: Last, worker: int) -> Iterator[Event]:
    seat = last.seat
    if last.dig is not None:
        yield story.tile_dug(seat, worker, last.dig, before.values[last.dig])
    for owner, kind in last.returned:
        yield story.element_returned(owner, kind)
    if last.kind is not None:
        tiles = after.tiles[seat][len(before.tiles[seat]) :]
        yield story.element_built(seat, worker, last.kind, last.site, tiles)
    for owner, (then, now) in enumerate(zip(totals(before), totals(after), strict=True)):
        if now != then and owner != seat:
            yield story.scored(owner, now)


def _ended(step: Step[State], seat: Seat) -> Step[State]:
    """End the game by points, or by stillness, or go on (R3.41, R4.3, R4.5, R9.2)."""
    state = step.state
    seats, total = len(state.sides), points(state.tiles[seat], state.elements[seat])
    reached = total >= state.goal
    waiting = "full-round" in state.variants and seat != turn_order(state)[-1]
    if (reached or state.closing) and not waiting:
        return _over(step, "goal", story.goal_reached(seat, total) if reached else story.over())
    if reached and not state.closing:
        step = _also(step, replace(state, closing=True), story.last_round(seat, total))
    if state.quiet >= QUIET * seats:
        return _over(step, "stillness", story.stillness(state.quiet))
    if state.quiet == WARNING * seats:
        return _also(step, step.state, story.stillness_near((QUIET - WARNING) * seats))
    return step


def _over(step: Step[State], ending: str, reason: Event) -> Step[State]:
    table = scores(step.state)
    best = winners(table)
    return _also(step, replace(step.state, phase="over", ending=ending), reason, story.won(best, table[best[0]].points))


def _also(step: Step[State], state: State, *events: Event) -> Step[State]:
    """Return a step to this state, with more events."""
    return Step(state, lambda: (*step.events, *events))
