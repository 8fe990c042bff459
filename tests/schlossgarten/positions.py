"""Gardens set up by hand in a short notation, and moves typed in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from random import Random

from rules.choice import Path, walk
from rules.game import DEALER, Seat, play
from rules.schlossgarten import GAME
from rules.schlossgarten.board import FORMS, NAMES, board_of, squares
from rules.schlossgarten.draft import Draft, draft_of
from rules.schlossgarten.movement import reach
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import CARDS, KIND_KEYS, KINDS, PAWNS, SIDES, STEPS
from rules.schlossgarten.state import Elements, Pawns, Square, State, Turn, View, at
from tests import playing
from tests.talk import Talk

TEST_GARDEN = tuple(1 + square % 3 for square in range(49))
SOME_CARDS = (8, 17)
COLOURS = [side.colour for side in SIDES]
LETTERS = "KGA"


def pawns(text: str) -> Pawns:
    """Read the squares of king, gardener and architect: ``K d3 G a1 A a2``."""
    words = text.split()
    king, gardener, architect = (at(words[words.index(letter) + 1]) for letter in LETTERS)
    return king, gardener, architect


def position(
    red: str, white: str, *, pits: str = "", elements: str = "", cards: Iterable[int] = SOME_CARDS, **changes: object
) -> State:
    """Return a state of two players in the test garden, red to play; `lying` reads the elements."""
    held = tuple(sorted(cards))
    other = next(card for card in CARDS if card not in held)
    state = replace(
        GAME.setup(2, frozenset()),
        phase="turn",
        values=TEST_GARDEN,
        pits=tuple(sorted(map(at, pits.split()))),
        elements=lying(elements, ("red", "white")),
        pawns=(pawns(red), pawns(white)),
        bag=tuple(card for card in CARDS if card not in (*held, other)),
        hands=(held, (other,)),
        first=0,
        turn=0,
    )
    return replace(collected(state), **changes)


def quiet_turns(state: State, count: int, *, counted: bool = True) -> State:
    """Play this number of turns without movement and work; the dealer draws the lowest card."""
    for _ in range(count):
        state = state if counted else replace(state, quiet=0)
        state = drawn(state, min(state.bag or state.discard))
        state = do(state, f"card-{state.hands[state.turn][0]} done" + _rest(state)).state
    return state


def _rest(state: State) -> str:
    return " rest" if "rest" in offered(state, f"card-{state.hands[state.turn][0]} done") else ""


def collected(state: State) -> State:
    """Give the tiles under all elements to the owners."""
    tiles = tuple(tuple(state.values[square] for site in own for square in site) for own in state.elements)
    return replace(state, tiles=tiles)


def lying(text: str, colours: tuple[str, ...]) -> tuple[Elements, ...]:
    """Read elements of each colour: ``red maze c4 d4 d5, white column e6``."""
    found = [[()] * len(KINDS) for _ in colours]
    for element in filter(None, text.split(", ")):
        owner, kind, *places = element.split()
        found[colours.index(owner)][KIND_KEYS.index(kind)] = tuple(at(place) for place in sorted(places))  # type: ignore[call-overload]
    return tuple(tuple(own) for own in found)


def start(seats: int, *cards: int, first: Seat = 0, variants: frozenset[str] = frozenset()) -> State:
    """Lay the test garden and deal these first cards, in turn order; then the dealer is to draw."""
    state = GAME.setup(seats, variants)
    sides = [SIDES[side].key for side in state.sides]
    for line in (" ".join(map(str, TEST_GARDEN)), sides[first], " ".join(map(card_key, cards))):
        state = do(state, line).state
    return state


def drawn(state: State, card: int) -> State:
    """Return the state after the dealer draws this card."""
    return play(GAME, state, DEALER, (card_key(card),)).state


talk = Talk(GAME)
dealt = partial(playing.dealt, GAME)
do, asked, offered, labels, refusal, points, board = (
    talk.do,
    talk.asked,
    talk.offered,
    talk.labels,
    talk.refusal,
    talk.points,
    talk.board,
)


def draft(state: State, text: str) -> Draft:
    """Return the draft after these answers."""
    view = GAME.view(state, state.turn)
    at = walk(partial(GAME.choices, view), tuple(text.split()))
    return at.prompt.board if at.prompt else draft_of(view, at.action)


def costs(state: State, pawn: str, most: int = 5) -> dict[int, str]:
    """Return the destinations of a pawn of seat 0 by cost: ``{1: "c4 d4"}``."""
    found = reach(board_of(state), 0, PAWNS.index(pawn))
    by_cost = {cost: " ".join(sorted(NAMES[to] for to in squares(mask))) for cost, mask in enumerate(found.by_cost, start=1)}
    return {cost: names for cost, names in by_cost.items() if names and cost <= most}


def destinations(state: State, pawn: int, seat: Seat = 0) -> dict[Square, int]:
    """Return the cost of each destination of a pawn."""
    found = reach(board_of(state), seat, pawn)
    return {to: found.cost(to) for to in squares(found.within(STEPS))}


def names(squares_of: Iterable[Square]) -> str:
    """Return the names of squares, in the order given."""
    return " ".join(NAMES[square] for square in squares_of)


def where(state: State, seat: Seat, pawn: str) -> str:
    """Return the square of a pawn."""
    return NAMES[state.pawns[seat][PAWNS.index(pawn)]]


def element(state: State, seat: Seat, kind: str) -> str:
    """Return the squares of an element; empty if it is in supply."""
    return " ".join(NAMES[square] for square in state.elements[seat][KIND_KEYS.index(kind)])


def spell(view: View, turn: Turn) -> Path:
    """Return the path of a turn, pawn by pawn (R7.6)."""
    ask, path = partial(GAME.choices, view), Path()
    while (at := walk(ask, path)).prompt:
        path = (*path, _said(turn, at.prompt.board, at.prompt.key))
    assert at.action == turn
    return path


def _said(turn: Turn, draft: Draft, asked: str) -> str:
    """Return the answer that a turn gives to a question."""
    move = turn.moves[len(draft.moves)] if len(draft.moves) < len(turn.moves) else None
    build = KIND_KEYS[turn.kind] if turn.kind is not None else "rest"
    answers = {
        "card": card_key(turn.card),
        "pawn": PAWNS[move.pawn] if move else "done",
        "where": NAMES[move.to] if move else "",
        "hit": NAMES[move.victim_to] if move and move.victim_to is not None else "",
        "worker": "rest" if turn.worker is None else f"{PAWNS[turn.worker]}-works",
        "work": build if turn.dig is None else "dig",
        "dig": "" if turn.dig is None else NAMES[turn.dig],
        "after": build,
        "site": "-".join(NAMES[square] for square in turn.site),
    }
    return answers[asked]


def scattered(random: Random, seats: int = 2) -> State:
    """Return a garden with pits, elements and pawns at random; seat 0 is to play."""
    state = dealt(seats)
    left = list(range(49))
    random.shuffle(left)
    pits = tuple(sorted(left.pop() for _ in range(random.choice((2, 6, 12)))))
    elements: list[list[tuple[Square, ...]]] = [[()] * len(KINDS) for _ in range(seats)]
    for own in elements:
        for kind in random.sample(range(len(KINDS)), random.choice((0, 1, 2, 3))):
            forms = [form for form in all_forms(KINDS[kind].size) if set(form) <= set(left)]
            if forms:
                own[kind] = random.choice(forms)
                left = [square for square in left if square not in own[kind]]
    taken: set[Square] = set()
    placed: list[Pawns] = []
    for own in elements:
        mine = [square for square in (*left, *(s for site in own for s in site)) if square not in taken]
        three = random.sample(mine, 3)
        taken.update(three)
        placed.append((three[0], three[1], three[2]))
    fields = {"pits": pits, "elements": tuple(map(tuple, elements)), "pawns": tuple(placed)}
    hands = (tuple(sorted(random.sample(sorted(CARDS), 2))), *((),) * (seats - 1))
    return replace(state, phase="turn", turn=0, hands=hands, **fields)


def all_forms(size: int) -> list[tuple[Square, ...]]:
    """Return all places of an element of this size (R1.14)."""
    return list(FORMS[size].values())


# The figure of card 7 stands; beside the gardener are two pits, worth 1 and 3.
LINE = position("K d4 G d3 A d5", "K g7 G g6 A a7", pits="c2 c3", cards=(7, 8))
