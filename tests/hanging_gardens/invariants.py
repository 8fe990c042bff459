"""Invariants of every state of The Hanging Gardens, and of every move (R8.1–R8.13).

They state a second time, in a plain way and without the code of `rules.hanging_gardens.garden`, where a card may lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain

from rules.choice import Path
from rules.game import DEALER, Event, Seat, visible_to
from rules.hanging_gardens import GAME
from rules.hanging_gardens.garden import framed, groups, joined, placements
from rules.hanging_gardens.parts import CARDS, TILES
from rules.hanging_gardens.state import Garden, Laid, Square, State

GROWTH = 2  # squares that a card adds to the garden at most, on each side
Letters = dict[Square, str]


def rows_of(card: str, turn: str) -> list[str]:
    """Return the rows of a card as it lies, by the side of its printed top edge (R3.8)."""
    squares = "......" if card == "start" else CARDS[card]
    up = [squares[0:2], squares[2:4], squares[4:6]]
    if turn == "up":
        return up
    if turn == "down":
        return [row[::-1] for row in reversed(up)]
    right = ["".join(up[row][column] for row in (2, 1, 0)) for column in (0, 1)]
    return right if turn == "right" else [row[::-1] for row in reversed(right)]


@cache
def spread(card: str, turn: str) -> tuple[tuple[int, int, str], ...]:
    """Return each square of a card: columns and rows from its top left square, and its letter."""
    return tuple((right, down, shown) for down, row in enumerate(rows_of(card, turn)) for right, shown in enumerate(row))


def lying(laid: Laid) -> Iterator[tuple[Square, str]]:
    """Return each square under a card, with what the card shows there."""
    for right, down, shown in spread(laid.card, laid.turn):
        yield (laid.column + right, laid.row + down), shown


@lru_cache(maxsize=8192)
def letters(laid: tuple[Laid, ...]) -> Letters:
    """Return the visible letters of cards laid one after the other; check each by R3.10 (R8.4)."""
    if not laid:
        return {}
    below = letters(laid[:-1])
    fresh = dict(lying(laid[-1]))
    if below:
        assert all(square in below for square, shown in fresh.items() if shown != ".")
        assert any(square in below for square in fresh)
    return below | fresh


def is_legal(garden: Garden, laid: Laid) -> bool:
    """Return whether a card may lie here: R3.10 and R3.12 are the only limits."""
    squares = letters(garden.laid)
    return not any(square in garden.temples or (shown != "." and square not in squares) for square, shown in lying(laid))


def legal(garden: Garden, laid: Laid) -> None:
    assert is_legal(garden, laid), laid


def check_placements(garden: Garden, card: str) -> None:
    """Check that every place offered is legal, and none within the garden's frame plus 2 is missing (R8.13)."""
    squares = letters(garden.laid)
    columns = range(min(c for c, _ in squares) - GROWTH, max(c for c, _ in squares) + GROWTH + 1)
    rows = range(min(r for _, r in squares) - GROWTH, max(r for _, r in squares) + GROWTH + 1)
    expected = dict[str, list[Square]]()
    seen = list[list[str]]()
    for turn in ("up", "right", "down", "left"):
        if rows_of(card, turn) in seen:
            continue
        seen.append(rows_of(card, turn))
        found = [(column, row) for row in rows for column in columns if is_legal(garden, Laid(card, turn, column, row))]
        if found:
            expected[turn] = found
    assert {turn: list(places) for turn, places in placements(framed(garden), card).items()} == expected


def group_of(squares: Letters, start: Square) -> set[Square]:
    """Return all squares of one facility joined by sides (R1.3)."""
    found = {start}
    while True:
        beside = {(c + x, r + y) for c, r in found for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        more = {square for square in beside - found if squares.get(square) == squares[start]}
        if not more:
            return found
        found |= more


@lru_cache(maxsize=4096)
def is_joined(squares: frozenset[Square]) -> bool:
    """Return whether squares are one piece, by sides."""
    return group_of(dict.fromkeys(squares, "x"), min(squares)) == squares


def check(state: State) -> None:
    """Check a state by itself."""
    check_cards(state)
    check_tiles(state)
    for garden in state.gardens:
        check_garden(garden)
    check_turns(state)
    check_views(state)
    for seat in GAME.to_act(state) - {DEALER}:
        for card in list(filter(None, state.cards))[:1]:
            check_placements(state.gardens[seat], card)


def check_cards(state: State) -> None:
    laid = [each.card for garden in state.gardens for each in garden.laid]
    assert laid.count("start") == state.seats
    shown = [card for card in state.cards if card]
    cards = [card for card in laid if card != "start"]
    assert sorted([*state.card_bag, *shown, *state.boxed, *cards]) == sorted(CARDS)  # R8.1
    assert len(cards) + len(state.boxed) + len(shown) == state.round * len(state.cards)
    assert list(state.card_bag) == sorted(state.card_bag)


def check_tiles(state: State) -> None:
    owned = list(chain(*state.taken, *state.hidden))
    assert Counter([*state.tile_bag, *filter(None, state.tiles), *owned]) == Counter(TILES)  # R8.2
    if state.tile_bag and GAME.to_act(state) - {DEALER}:
        assert None not in state.tiles  # R8.6
    if state.tile_bag:
        assert not any(state.fives)  # R3.31


def check_garden(garden: Garden) -> None:
    squares = letters(garden.laid)
    assert len(set(garden.temples)) == len(garden.temples) <= 5  # R8.3
    assert list(garden.temples) == sorted(garden.temples)
    assert all(squares[temple] != "." for temple in garden.temples)
    assert list(joined(garden)) == groups(squares)
    assert is_joined(frozenset(squares))  # R8.4
    reach = GROWTH * (len(garden.laid) - 1)
    for column, row in squares:  # R8.5
        assert max(-47, 13 - reach) <= column <= min(74, 14 + reach)
        assert max(-40, 20 - reach) <= row <= min(82, 22 + reach)


def check_turns(state: State) -> None:
    """Check that turns made, cards used and whose turn it is agree (R3.2, R3.3, R8.11)."""
    acting = GAME.to_act(state)
    if not state.round:
        assert acting == {DEALER}
        return
    taken = state.cards.count(None)
    assert taken == state.done + (state.pending is not None)
    flower = (state.first + state.round - 1) % state.seats
    assert acting <= {DEALER, (flower + state.done) % state.seats}
    assert len(acting) == (0 if GAME.ending(state) else 1)
    if not acting:
        assert state.done == len(state.cards)
        assert not (state.card_bag and state.tile_bag)  # R4.1, R8.10


def check_views(state: State) -> None:
    """Check that no view shows hidden information (R8.9, R8.12)."""
    points = [score.points for score in GAME.scores(state)]
    over = not GAME.to_act(state)
    for viewer in (*range(state.seats), None):
        view = GAME.view(state, viewer)
        for owner in range(state.seats):
            every = Counter((*state.taken[owner], *state.hidden[owner]))
            seen = Counter(view.known[owner])
            assert view.counts[owner] == every.total()
            if viewer == owner or over:
                assert seen == every
                assert view.points[owner] == points[owner]
                continue
            assert seen == (Counter(state.taken[owner]) if state.open_tiles else Counter())
            assert not view.hidden[owner]
            assert view.points[owner] <= points[owner]


def owing(state: State) -> int:
    """Return the number of tiles that a temple on six or more has still to bring."""
    if state.pending is None:
        return 0
    return 1 if state.pending.shown else 2


def check_step(before: State, seat: Seat, path: Path, after: State, events: Iterable[Event]) -> None:
    """Check a move: the states before and after it, and its events."""
    check_secrets(before, after, events)
    gained = [score.points for score in GAME.scores(before)]
    assert all(x <= score.points for x, score in zip(gained, GAME.scores(after), strict=True))  # R8.9
    for owner, (garden, grown) in enumerate(zip(before.gardens, after.gardens, strict=True)):
        if owner != seat:
            assert grown == garden
    if seat == DEALER or before.pending:
        assert after.gardens == before.gardens
        return
    garden, grown = before.gardens[seat], after.gardens[seat]
    card = before.cards[int(path[0].removeprefix("card-")) - 1]
    assert card
    assert set(before.cards) - set(after.cards) == {card}  # R8.1
    if grown == garden:
        assert after.boxed == (*before.boxed, card)
        assert not any(placements(framed(garden), each) for each in before.cards if each)  # R3.7
        return
    check_laid(garden, grown, card)
    check_reward(before, after, seat)


def check_laid(garden: Garden, grown: Garden, card: str) -> None:
    """R8.3, R8.4, R8.7"""
    *laid, last = grown.laid
    assert tuple(laid) == garden.laid
    assert last.card == card
    legal(garden, last)
    below, squares = letters(garden.laid), letters(grown.laid)
    assert below.keys() <= squares.keys()
    assert len(grown.temples) - len(garden.temples) in (0, 1)
    kept = set(garden.temples) & set(grown.temples)
    assert all(below[temple] == squares[temple] for temple in kept)
    fresh = set(grown.temples) - kept
    assert len(fresh) <= 1
    for temple in fresh:
        site = group_of(squares, temple)
        assert len(site) >= 3
        assert site & set(grown.temples) == {temple}
        assert site & {square for square, shown in lying(last) if shown != "."}
        check_moved(garden, grown, squares)


def check_moved(garden: Garden, grown: Garden, squares: Letters) -> None:
    """Check that a temple moves only when all stand, and then from a smallest group (R3.24, R3.25)."""
    gone = set(garden.temples) - set(grown.temples)
    assert len(gone) == (len(garden.temples) == 5)
    sizes = {temple: len(group_of(squares, temple)) for temple in garden.temples}
    assert all(sizes[temple] == min(sizes.values()) for temple in gone)


def check_reward(before: State, after: State, seat: Seat) -> None:
    """Check that a temple brings a tile or a five, two on six or more, and nothing else does (R8.8)."""
    fresh = set(after.gardens[seat].temples) - set(before.gardens[seat].temples)
    size = max((len(group_of(letters(after.gardens[seat].laid), temple)) for temple in fresh), default=0)
    due = 0 if not size else 2 if size >= 6 else 1
    got = [sum(map(len, (state.taken[seat], state.hidden[seat]))) + state.fives[seat] for state in (before, after)]
    assert got[1] - got[0] + owing(after) == due


def check_secrets(before: State, after: State, events: Iterable[Event]) -> None:
    """Check that only its owner reads of a hidden tile (R8.12)."""
    fresh = [(owner, tile) for owner in range(after.seats) for tile in after.hidden[owner][len(before.hidden[owner]) :]]
    if not fresh or not GAME.to_act(after):
        return
    ((owner, tile),) = fresh
    for listener in {*range(after.seats), None} - {owner}:
        assert all(tile not in str(event.text) for event in visible_to(events, listener))
    assert [str(event.text) for event in visible_to(events, owner) if event.kind == "hidden_seen"] == [
        f"Your hidden tile: {tile}."
    ]
