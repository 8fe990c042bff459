"""What comes of an action, and the small predicates that the conversation is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain

from rules.djinns.parts import COLOURS, DOMES, FLOORS, LAST_PLY, Dome
from rules.djinns.score import Taken, points, scores
from rules.djinns.state import UNKNOWN, Action, Choose, First, Layout, Lift, Ring, Seen, Stack, State
from rules.game import Event, Seat, Step, winners
from rules.text import Text, say, term, who

BIT = {colour: 1 << place for place, colour in enumerate(COLOURS)}
LETTER = {dome: chr(ord("a") + place) for place, dome in enumerate(dict.fromkeys(DOMES))}
NEUTRAL = "{colour} is neutral: anyone may move it, and it scores for nobody."
WAYS = {way: say(way) for way in ("clockwise", "counter")}


def movable(state: State, seat: Seat) -> tuple[str, ...]:
    """The colours whose stacks a seat may move: its own, and the neutral one (R3.2)."""
    return (*state.colours[seat], state.neutral)


@cache  # the stacks without a double colour are few thousands
def mask(stack: Stack) -> int:
    """The colours of some domes as bits: two stacks share a colour exactly when their masks share a bit."""
    return sum({BIT[dome.colour] for dome in stack})


@cache
def spelt(stack: Stack) -> str:
    """A stack in letters, one a kind of dome."""
    return "".join(LETTER[dome] for dome in stack)


@cache
def dome_name(dome: Dome) -> Text:
    """A dome as people read it: ``red 3``."""
    return say("{colour} {strength}", colour=term(dome.colour), strength=dome.strength)


def named(domes: Stack) -> tuple[Text, ...]:
    """The names of domes, top dome first."""
    return tuple(map(dome_name, reversed(domes)))


def standing(ring: Ring) -> list[int]:
    """The spaces with a stack: empty ones are not counted (R3.4) and are never a target (R3.8)."""
    return [space for space, stack in enumerate(ring) if stack]


def targets(stacks: list[int], place: int, strength: int) -> tuple[int, int] | None:
    """The ``strength``-th other stacks from ``stacks[place]``, clockwise and counter (R3.4); None: too few (R3.5)."""
    if strength >= len(stacks):
        return None
    return stacks[(place + strength) % len(stacks)], stacks[place - strength]


def lifts(ring: Ring, colours: tuple[str, ...]) -> Iterator[Lift]:
    """Every legal move of whoever may move these colours, by space, height and way."""
    return chain.from_iterable(lifts_by_stack(ring, colours))


def lifts_by_stack(ring: Ring, colours: tuple[str, ...]) -> Iterator[list[Lift]]:
    """The legal moves, stack by stack; stacks without any are left out."""
    stacks = standing(ring)
    for place, space in enumerate(stacks):
        stack = ring[space]
        colour, strength = stack[-1]
        if colour not in colours or not (landing := targets(stacks, place, strength)):
            continue
        ahead, behind = landing
        lifted, there, yonder = 0, mask(ring[ahead]), mask(ring[behind])
        legal: list[Lift] = []
        for height, dome in enumerate(reversed(stack), start=1):
            lifted |= BIT[dome.colour]
            if not lifted & there:  # R3.6
                legal.append(Lift(space, height, "clockwise", ahead))
            if not lifted & yonder and behind != ahead:  # R3.7
                legal.append(Lift(space, height, "counter", behind))
        if legal:
            yield legal


def moved(state: State, seat: Seat, lift: Lift) -> tuple[Ring, Taken, Stack]:
    """The ring and the towers taken after a move, and the tower it completed, if any."""
    ring = list(state.ring)
    stack = ring[lift.space]
    ring[lift.space] = stack[: -lift.height]
    grown = ring[lift.target] + stack[-lift.height :]
    if len(grown) < FLOORS:
        ring[lift.target] = grown
        return tuple(ring), state.taken, ()
    ring[lift.target] = ()  # R4.1
    taken = list(state.taken)
    for owner, pile in shares(state, seat, grown):
        taken[owner] = (*taken[owner], pile)
    return tuple(ring), tuple(taken), grown


def shares(state: State, seat: Seat, tower: Stack) -> tuple[tuple[Seat, Stack], ...]:
    """Who gets what of a tower that a seat has completed (R4.2–R4.4)."""
    if state.seats == 2:
        return ((seat, tower),)
    lower, upper = tower[:2], tower[2:]
    owner = next((s for s, own in enumerate(state.colours) if lower[-1].colour in own), seat)
    return ((seat, upper), (owner, lower))


def digest(ring: Ring, turn: Seat) -> str:
    """A position with the player to move, in short (R5.2)."""
    return f"{turn}:{'/'.join(map(spelt, ring))}"


def counted(seen: Seen, ring: Ring, turn: Seat) -> Seen:
    """The positions seen with how often, the present one last (R5.2)."""
    times = dict(seen)
    position = digest(ring, turn)
    now = times.pop(position, 0) + 1
    return (*times.items(), (position, now))


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """What comes of a legal action."""
    match action:
        case Layout(domes):
            return _layout(state, domes)
        case First(first):
            return _first(state, first)
        case Choose(colour):
            return _choose(state, seat, colour)
        case Lift():
            return _lift(state, seat, action)


def _layout(state: State, domes: tuple[Dome, ...]) -> Step[State]:
    laid_out = tuple(map(dome_name, domes))
    event = Event("layout", say("The {count} domes are laid around the lake.", count=len(domes), domes=laid_out))
    laid = replace(state, ring=tuple((dome,) for dome in domes), bag=())
    return Step(laid, (event,)) if laid.turn == UNKNOWN else _first_turn(laid, (event,))


def _first(state: State, first: Seat) -> Step[State]:
    """Counter-clockwise from the first (R2.3); two seats choose first, other, other, first (R2.4)."""
    order = tuple((first - nth) % state.seats for nth in range(state.seats))
    if state.seats == 2:
        order = (*order, *reversed(order))
    event = Event("first", say("{seat} is the first to choose a djinn.", seat=who(first)))
    return Step(replace(state, first=first, order=order), (event,))


def _choose(state: State, seat: Seat, colour: str) -> Step[State]:
    colours = tuple((*own, colour) if s == seat else own for s, own in enumerate(state.colours))
    events = [Event("chosen", say("{seat} chooses {colour}.", seat=who(seat), colour=term(colour)))]
    after = replace(state, colours=colours, order=state.order[1:])
    if after.order:
        return Step(after, tuple(events))
    (neutral,) = set(COLOURS).difference(*colours) or {""}
    if neutral:
        events.append(Event("neutral", say(NEUTRAL, colour=term(neutral.capitalize()))))
    events.append(Event("begins", say("{seat} plays first.", seat=who(seat))))  # R2.3
    after = replace(after, neutral=neutral, turn=seat)
    return Step(after, tuple(events)) if after.bag else _first_turn(after, tuple(events))


def _first_turn(state: State, events: tuple[Event, ...]) -> Step[State]:
    return _turn_begins(replace(state, seen=counted((), state.ring, state.turn)), events)


def _lift(state: State, seat: Seat, lift: Lift) -> Step[State]:
    ring, taken, tower = moved(state, seat, lift)
    turn = (seat + 1) % state.seats
    fewer = tower or not ring[lift.space]  # stacks never become more: no earlier position can come again
    seen = () if fewer else state.seen
    plies = state.plies + 1
    after = replace(state, ring=ring, taken=taken, turn=turn, plies=plies, seen=counted(seen, ring, turn))
    return _turn_begins(after, (_lifted(state, seat, lift), *_completed(state, seat, lift, tower)))


def _lifted(state: State, seat: Seat, lift: Lift) -> Event:
    params = {"seat": who(seat), "domes": named(state.ring[lift.space][-lift.height :]), "way": WAYS[lift.way]}
    sentence = "{seat} moves {domes} {way} from {from} to {to}."
    return Event("lifted", say(sentence, **params, **{"from": lift.space + 1, "to": lift.target + 1}))


def _completed(state: State, seat: Seat, lift: Lift, tower: Stack) -> Iterator[Event]:
    if not tower:
        return
    yield Event("tower", say("A dream tower stands on {space} and leaves the lake.", space=lift.target + 1))
    halves = {4: "the whole tower", 2: "half of it"}
    for owner, pile in shares(state, seat, tower):
        sentence = "{seat} takes {what}, topped by {dome}: {points} points."
        worth = points(pile, state.neutral)
        told = say(sentence, seat=who(owner), what=term(halves[len(pile)]), dome=named(pile[-1:]), points=worth)
        yield Event("taken", told)


def _turn_begins(state: State, events: tuple[Event, ...]) -> Step[State]:
    """The game may end before the player whose turn it is moves (R5.1, R5.2)."""
    why = _why_over(state)
    return _over(state, events, *why) if why else Step(state, events)


def _why_over(state: State) -> tuple[str, Text] | None:
    if not any(lifts_by_stack(state.ring, movable(state, state.turn))):
        return "stuck", say("{seat} has no move left: the game is over.", seat=who(state.turn))
    if state.seen[-1][1] == 3:
        return "repetition", say("The same position came for the third time: the game is over.")
    if state.plies >= LAST_PLY:
        return "length", say("{count} moves have been made: the game is over.", count=LAST_PLY)
    return None


def _over(state: State, events: tuple[Event, ...], ending: str, why: Text) -> Step[State]:
    over = replace(state, ending=ending)
    table = scores(over)
    best = winners(table)
    alone, shared = "{winners} wins with {points} points.", "{winners} share the victory: {points} points each."  # R5.5
    won = say(alone if len(best) == 1 else shared, winners=tuple(map(who, best)), points=table[best[0]].points)
    return Step(over, (*events, Event("over", why), Event("won", won)))
