"""What comes of an action: the state after, and its story (R7.4, R7.8)."""

from __future__ import annotations

from dataclasses import replace

from rules.game import DEALER, Event, Seat, Step, winners
from rules.schlossgarten.board import NAMES, WORKERS, Ground, bits, ground, key
from rules.schlossgarten.figures import Figure, standing, workers
from rules.schlossgarten.movement import hit, over, reach, walked
from rules.schlossgarten.parts import KINDS, PAWNS, QUIET, WARNING
from rules.schlossgarten.score import scores, totals
from rules.schlossgarten.state import NONE, Action, Draw, First, Hands, Last, Lay, Move, Moved, Pawns, State, Turn
from rules.schlossgarten.tell import SENTENCES, card_key, pawn_name, player, steps, tell, won
from rules.schlossgarten.work import can_work, under
from rules.text import Text, say, term
from rules.values import changed


def to_act(state: State) -> frozenset[Seat]:
    """Whose move it is (R7.3)."""
    if state.phase == "over":
        return frozenset()
    return frozenset({state.turn if state.phase == "turn" else DEALER})


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """What comes of a legal action."""
    match action:
        case Lay(values):
            ones, twos, threes = (values.count(value) for value in (1, 2, 3))
            laid = tell("garden-laid", ones=ones, twos=twos, threes=threes)
            return Step(replace(state, phase="first", values=values), (laid,))
        case First(first):
            event = tell("first-player", seat=player(first))
            return Step(replace(state, phase="hands", first=first, turn=first), (event,))
        case Hands(cards):
            return _hands(state, cards)
        case Draw(card):
            return _draw(state, card)
        case Turn():
            return _turn(state, seat, action)


def in_turn(state: State) -> list[Seat]:
    """The seats in turn order, the first player first (R2.3)."""
    return [(state.first + nth) % len(state.sides) for nth in range(len(state.sides))]


def _hands(state: State, cards: tuple[int, ...]) -> Step[State]:
    dealt = dict(zip(in_turn(state), cards, strict=True))
    hands = tuple((dealt[seat],) for seat in range(len(dealt)))
    events: list[Event] = []
    for seat, card in dealt.items():
        events += [tell("card-dealt", seat=player(seat)), _yours(seat, card)]
    bag = tuple(card for card in state.bag if card not in cards)
    return Step(replace(state, phase="draw", bag=bag, hands=hands), tuple(events))


def _yours(seat: Seat, card: int) -> Event:
    return Event("your-card", say(SENTENCES["your-card"], card=card_key(card)), to=seat)


def _draw(state: State, card: int) -> Step[State]:
    """R3.2; R3.38: of an empty bag after the discards have gone into it."""
    seat = state.turn
    refilled = () if state.bag else (tell("bag-refilled", cards=len(state.discard)),)
    bag, discard = (state.bag, state.discard) if state.bag else (tuple(sorted(state.discard)), ())
    after = replace(
        state,
        phase="turn",
        bag=tuple(each for each in bag if each != card),
        discard=discard,
        hands=changed(state.hands, seat, tuple(sorted((*state.hands[seat], card)))),
    )
    return Step(after, (*refilled, tell("card-drawn", seat=player(seat)), _yours(seat, card)))


def _turn(state: State, seat: Seat, turn: Turn) -> Step[State]:
    """R7.4, in that order."""
    before = totals(state)
    events = [tell("card-played", seat=player(seat), card=card_key(turn.card))]
    here, moves = _moves(ground(state), seat, turn, events)
    figures = standing(here, seat, turn.card)
    events.append(_figure(seat, figures[0]) if figures else tell("figure-missed", seat=player(seat)))
    worked = turn.dig != NONE or turn.site
    if figures and not worked and any(can_work(here, seat, worker) for worker in workers(here, seat, turn.card)):
        events.append(tell("rested", seat=player(seat)))
    after = state
    if turn.dig != NONE:
        after = replace(state, pits=tuple(sorted((*state.pits, turn.dig))))
        events.append(_dug(state, seat, turn))
    returned = tuple(under(here, bits(turn.site))) if turn.site else ()
    if turn.site:
        after = _built(after, seat, turn, returned, events)
    now = totals(after) if turn.site else before
    events += [tell("score", seat=player(owner), points=now[owner]) for owner in range(len(now)) if now[owner] != before[owner]]
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
        gained=now[seat] - before[seat],
    )
    return _finished(_counted(after, seat, here.pawns, turn, last), seat, now[seat], events)


def _moves(here: Ground, seat: Seat, turn: Turn, events: list[Event]) -> tuple[Ground, tuple[Moved, ...]]:
    """The ground after all movement."""
    found: list[Moved] = []
    for move in turn.moves:
        moved = _moved(here, seat, move)
        if moved.victim != NONE:
            params = {"owner": player(moved.victim), "pawn": pawn_name(moved.victim_pawn)}
            squares = {"start": NAMES[move.to], "to": NAMES[move.victim_to]}
            events.append(tell("pawn-hit", seat=player(seat), **params, **squares))
        events.append(_went(seat, moved))
        found.append(moved)
        here = walked(here, seat, move)
    return here, tuple(found)


def _moved(here: Ground, seat: Seat, move: Move) -> Moved:
    cost = reach(here, seat, move.pawn).cost(move.to)
    jumped = over(here, seat, move.pawn, move.to)
    start = here.pawns[seat][move.pawn]
    victim = (NONE, NONE) if move.victim_to == NONE else hit(here, seat, move.to)
    return Moved(move.pawn, start, move.to, cost, jumped, *victim, move.victim_to)


def _went(seat: Seat, moved: Moved) -> Event:
    params = {"seat": player(seat), "pawn": pawn_name(moved.pawn), "start": NAMES[moved.start], "to": NAMES[moved.to]}
    way = steps(moved.steps)
    if moved.over:
        jumped = tuple(NAMES[square] for square in moved.over)
        way = say("{steps}, jumping over {over}", steps=way, over=jumped)
    return tell("pawn-moved", **params, steps=way)


def _figure(seat: Seat, figure: Figure) -> Event:
    king, *squares = (NAMES[square] for square in figure[:3])
    params: dict[str, Text | str] = {"seat": player(seat), "king": king}
    for pawn, square, owner in zip(WORKERS, squares, figure[3:], strict=True):
        sentence = "{pawn} {square}" if owner == seat else "{owner}'s {pawn} {square}"
        name = PAWNS[pawn]
        params |= {name: square, f"{name}_owner": player(owner)}
        params[f"with_{name}"] = say(sentence, pawn=pawn_name(pawn), square=square, owner=player(owner))
    return tell("figure-made", **params)


def _dug(state: State, seat: Seat, turn: Turn) -> Event:
    params = {"seat": player(seat), "pawn": pawn_name(turn.worker)}
    return tell("tile-dug", **params, square=NAMES[turn.dig], value=state.values[turn.dig])


def _built(state: State, seat: Seat, turn: Turn, returned: tuple[tuple[Seat, int], ...], events: list[Event]) -> State:
    """Covered elements go back, tiles from pits are collected, the element lies (R3.31, R3.35)."""
    elements = state.elements
    for owner, kind in returned:
        elements = changed(elements, owner, changed(elements[owner], kind, ()))
        params = {"owner": player(owner), "kind": term(KINDS[kind].key), "points": KINDS[kind].size}
        events.append(tell("element-returned", **params))
    tiles = tuple(state.values[square] for square in turn.site if square in state.pits)
    params = {"seat": player(seat), "pawn": pawn_name(turn.worker), "kind": term(KINDS[turn.kind].key), "tiles": tiles}
    gained = sum(tiles) + len(turn.site)
    events.append(tell("element-built", **params, site=key(turn.site), points=gained))
    return replace(
        state,
        pits=tuple(square for square in state.pits if square not in turn.site),
        elements=changed(elements, seat, changed(elements[seat], turn.kind, turn.site)),
        tiles=changed(state.tiles, seat, (*state.tiles[seat], *tiles)),
    )


def _counted(state: State, seat: Seat, pawns: tuple[Pawns, ...], turn: Turn, last: Last) -> State:
    """The card is discarded (R3.37), the turn counted (R3.40), and the next seat draws (R3.41)."""
    return replace(
        state,
        phase="draw",
        pawns=pawns,
        discard=(*state.discard, turn.card),
        hands=changed(state.hands, seat, tuple(card for card in state.hands[seat] if card != turn.card)),
        turn=(seat + 1) % len(state.sides),
        turns=state.turns + 1,
        quiet=0 if turn.dig != NONE or turn.site else state.quiet + 1,
        last=last,
    )


def _finished(state: State, seat: Seat, points: int, events: list[Event]) -> Step[State]:
    """The end by points, then by stillness (R3.41, R4.3, R4.5, R9.2)."""
    seats = len(state.sides)
    reached = points >= state.goal
    waiting = "full-round" in state.variants and seat != in_turn(state)[-1]
    if (reached or state.closing) and not waiting:
        if reached:
            events.append(tell("goal-reached", seat=player(seat), points=points))
        return _over(state, "goal", events)
    if reached and not state.closing:
        state = replace(state, closing=True)
        events.append(tell("round-closing", seat=player(seat), points=points))
    if state.quiet >= QUIET * seats:
        events.append(tell("stillness", turns=state.quiet))
        return _over(state, "stillness", events)
    if state.quiet == WARNING * seats:
        events.append(tell("stillness-near", turns_left=(QUIET - WARNING) * seats))
    return Step(state, tuple(events))


def _over(state: State, ending: str, events: list[Event]) -> Step[State]:
    table = scores(state)
    best = winners(table)
    events.append(won(tuple(map(player, best)), table[best[0]].points))
    return Step(replace(state, phase="over", ending=ending), tuple(events))
