"""Positions set up by hand on the map of the reference game (R4.10), and questions to them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from operator import or_

from rules.ishtar import GAME
from rules.ishtar.garden import Cover, bloom_cells, bloom_partners, cell_key, cover_of, spots
from rules.ishtar.legality import why_not_spot
from rules.ishtar.notation import ROTATION_KEYS
from rules.ishtar.parts import Cell, Gems
from rules.ishtar.score import points_of
from rules.ishtar.state import Garden, Laid, Owned, Points, Spot, State, Token
from tests import playing
from tests.ishtar.reference_game import SET_UP, moment
from tests.talk import Talk


def anchors(where: Garden, tile: str) -> dict[Cell, tuple[int, ...]]:
    """Return all spots of a tile: by anchor the rotations."""
    found = cover_of(where)
    by_turn = [reduce(or_, same, 0) for same in zip(*spots(found, tile), strict=True)]
    cells_ = found.grid.cells_of(reduce(or_, by_turn, 0))
    return {cell: tuple(turn for turn, bits in enumerate(by_turn) if bits >> found.grid.index(cell) & 1) for cell in cells_}


def at(key: str, garden: Garden | None = None) -> Cell:
    """Return the cell with this key."""
    return cover_of(garden or moment(SET_UP).garden).grid.named[key]


def cells(keys: str) -> tuple[Cell, ...]:
    """Return the cells with these keys."""
    return tuple(map(at, keys.split()))


def gems(text: str) -> Gems:
    """Return the gems of ``2p 1w``."""
    return Gems(**{word[-1]: int(word[:-1]) for word in text.split()})


def garden(text: str) -> Garden:
    """Return a garden from words: tiles, assistants with their seats, trees, single and double tokens.

    For example ``tri-13 g5 x0; @g5 0; ^h5; *g8 1; *i4+i5 0``.
    """
    found = moment(SET_UP).garden
    for words in (part.split() for part in text.split(";") if part.strip()):
        head, *rest = words
        if head[0] == "@":
            found = replace(found, assistants=(*found.assistants, (at(head[1:]), int(rest[0]))))
        elif head[0] == "^":
            found = replace(found, pawns=(*found.pawns, at(head[1:])))
        elif head[0] == "*":
            where = cells(head[1:].replace("+", " "))
            found = replace(found, tokens=(*found.tokens, Token(where, 3 if len(where) == 1 else 1, int(rest[0]))))
        else:
            cell, rotation = at(rest[0]), int(rest[1][1:])
            assert rotation in anchors(found, head)[cell], f"{' '.join(words)} is no spot"
            found = replace(found, laid=(*found.laid, Laid(head, cell, rotation, 0)))
    return found


def position(text: str = "", held: str | None = None, *, seats: int = 2, **changes: object) -> State:
    """Return a state with this garden in which seat 0 selects, or places ``held``; the rest is as after the set-up of R4.10."""
    base = moment(SET_UP)
    state = replace(
        base,
        seats=seats,
        garden=garden(text),
        players=(base.players[0],) * seats,
        planted=((),) * seats,
        phase="place" if held else "select",
        held=held,
        can=0,
        turns=seats,
    )
    return replace(state, **changes)


def having(state: State, seat: int = 0, **changes: object) -> State:
    """Return the state with other things of a seat.

    For example ``gems="2p"``, ``masteries="m3:pp mc:rw"``, ``reserved=9`` or ``assistants=0``.
    """
    player = state.players[seat]
    if isinstance(given := changes.get("gems"), str):
        changes["gems"] = gems(given)
    if isinstance(given := changes.get("masteries"), str):
        changes["masteries"] = owned(given)
    player = player._replace(**changes)  # type: ignore[arg-type]
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def owned(text: str) -> tuple[Owned, ...]:
    """Return the masteries of ``m3:pp mc:rw``."""
    pairs = (word.split(":") for word in text.split())
    return tuple(Owned(key, Gems(*(paid.count(colour) for colour in "prw"))) for key, paid in pairs)


talk = Talk(GAME)
dealt = partial(playing.dealt, GAME)
do, asked, asks, question, offered, labels, gains, refusal, reason, points, board = (
    talk.do,
    talk.asked,
    talk.asks,
    talk.question,
    talk.offered,
    talk.labels,
    talk.gains,
    talk.refusal,
    talk.reason,
    talk.points,
    talk.board,
)


def hindered(state: State, text: str) -> str:
    """Return the reason against a spot of the tile in hand, such as ``a right g5``; empty if there is none."""
    *_, rotation, cell = text.split()
    assert state.held
    return str(why_not_spot(cover_in(state), state.held, Spot(at(cell), ROTATION_KEYS.index(rotation))) or "")


def own_points(state: State, seat: int = 0) -> Points:
    """Return the points of a seat in its own view."""
    return points_of(GAME.view(state, seat))[seat]


def spot_count(state: State, tile: str) -> tuple[int, int]:
    """Return the number of spots of a tile, and of their anchors."""
    found = anchors(state.garden, tile)
    return sum(map(len, found.values())), len(found)


def first_spot(state: State) -> str:
    """Return the first spot on offer for the tile in hand: ``a right g5``."""
    path = ""
    for _ in range(3):
        path = f"{path} {offered(state, path)[0]}".strip()
    return path


def ways_at(state: State, cell: str) -> list[str]:
    """Return the rotations on offer at a cell, for any fountain."""
    found = ((fountain, turn) for fountain in offered(state) for turn in offered(state, fountain))
    return sorted(turn for fountain, turn in found if cell in offered(state, f"{fountain} {turn}"))


def pairs(state: State) -> dict[str, str]:
    """Return the places of the double token: by its first cell the second cells."""
    firsts = cover_in(state).grid.cells_of(bloom_cells(state.garden, 2))
    return {key(state, cell): keys(state, bloom_partners(state.garden, cell)) for cell in firsts}


def keys(state: State, bits: int) -> str:
    return " ".join(cover_of(state.garden).grid.keys_of(bits))


def cover_in(state: State) -> Cover:
    return cover_of(state.garden)


def key(state: State, cell: Cell) -> str:
    return cell_key(state.garden, cell)
