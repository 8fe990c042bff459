"""Reasons of Schlossgarten: elements built, built over, guarded and left open, pits to build on, the goal, and room to walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from players.reasons import Change, Fact, Reason, ends, loses, while_running
from rules.game import Seat
from rules.schlossgarten.board import ADJACENT, ALL_SQUARES, BIT, NAMES, Board, bits, board_of, occupied, squares, with_adjacent
from rules.schlossgarten.movement import land, open_fields
from rules.schlossgarten.names import kind_name, pawn_name, your_pawn
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, KING
from rules.schlossgarten.score import collected_tiles, totals
from rules.schlossgarten.state import Last, Square, View
from rules.text import Text, say, say_n, who
from rules.values import Bitboard
from rules.wording import WORTH, lost, signed

LARGEST = max(kind.size for kind in KINDS)
DUG_SHARE, PITS_SHARE, RIVAL_SHARE = 0.6, 0.4, 0.4  # of the points of tiles in pits
RISK_SHARE = 0.7  # of the points of an element that others may build over
MIN_PITS_POINTS = 3  # more points in pits at hand are worth a sentence
NEAR_GOAL_POINTS, GOAL_SIZE, CLOSING_SIZE = 6, 2.0, 10.0
LAST_LARGE_SIZE, SHUT_IN_SIZE, LASTING_SIZE = 1.5, 1.5, 1.0
SHUT_IN_SQUARES = 1


def _last(change: Change) -> Last | None:
    """Return the turn if it is one: the dealer makes no turns."""
    return change.after.last if change.after.turns > change.before.turns else None


def _names(site: Iterable[Square]) -> tuple[str, ...]:
    """Return the names of squares, as pictures mark them."""
    return tuple(NAMES[square] for square in site)


def builds(change: Change) -> Iterator[Fact]:
    """Yield the element that the turn builds, with the points of its squares and of the tiles below."""
    turn, own = _last(change), change.gains[change.seat]
    if turn is None or turn.kind is None:
        if own < 0:
            yield loses(change)
        return
    tiles = sum(collected_tiles(change.before.values, bits(change.before.pits) | _dug(turn), turn.site))
    built, at = say("Builds a {kind}", kind=kind_name(turn.kind)), _names(turn.site)
    told = say("{built}: {squares} for its squares.", built=built, squares=signed(len(turn.site)))
    if tiles:
        params = {"squares": signed(len(turn.site)), "tiles": signed(tiles)}
        told = say("{built}: {squares} for its squares, {tiles} for the tiles below.", built=built, **params)
    yield Fact("builds", len(turn.site) + tiles, told, (turn.kind, len(turn.site), tiles), at, plain=say(WORTH, what=built))


def _dug(turn: Last) -> Bitboard:
    return 0 if turn.dig is None else BIT[turn.dig]


def builds_over(change: Change) -> Iterator[Fact]:
    """Yield the elements that go back to their owners."""
    turn = _last(change)
    for owner, kind in turn.returned if turn else ():
        size, at = KINDS[kind].size, _names(change.before.elements[owner][kind])
        if owner == change.seat:
            yield Fact(
                "returns",
                -size,
                lost(say("Your own {kind} goes back to your supply", kind=kind_name(kind)), size),
                (owner, kind),
                at,
            )
        else:
            told = say_n(
                "Builds over {seat}'s {kind}: {seat} loses {count} point.",
                "Builds over {seat}'s {kind}: {seat} loses {count} points.",
                size, seat=who(owner), kind=kind_name(kind),
            )  # fmt: skip
            plain = say("Builds over {seat}'s {kind}.", seat=who(owner), kind=kind_name(kind))
            yield Fact("builds_over", size / len(change.opponents), told, (owner, kind), at, plain=plain)


def digs(change: Change) -> Iterator[Fact]:
    """Yield the pit that is left for later, and the other seat whose worker can build there, too."""
    turn = _last(change)
    if turn is None or turn.dig is None or turn.dig in turn.site:
        return
    value, name = change.before.values[turn.dig], NAMES[turn.dig]
    told = say_n(
        "Digs {square}: building there later brings {count} point.",
        "Digs {square}: building there later brings {count} points.",
        value + 1, square=name,
    )  # fmt: skip
    yield Fact("digs", (value + 1) * DUG_SHARE, told, (name, value + 1), (name,), counted=True)
    board = board_of(change.after)
    for other in change.opponents:
        if near_worker(board, other, turn.dig):
            told = say("A worker of {seat} stands near that pit, too.", seat=who(other))
            yield Fact("rival", -(value + 1) * RIVAL_SHARE, told, (other, name), (name,))
            return


def near_worker(board: Board, seat: Seat, square: Square) -> bool:
    """Return whether a gardener or architect of a seat stands within two squares of a square."""
    return bool(_near_workers(board, seat) & BIT[square])


def _near_workers(board: Board, seat: Seat) -> Bitboard:
    near = 0
    for worker in board.pawns[seat][GARDENER:]:
        near |= with_adjacent(ADJACENT[worker])
    return near & ALL_SQUARES


def pits_in_reach(view: View, seat: Seat) -> tuple[Square, ...]:
    """Return the free pits within two squares of a seat's workers."""
    board = board_of(view)
    return tuple(squares(_near_workers(board, seat) & board.pits & ~occupied(board)))


def pits(change: Change) -> Iterator[Fact]:
    """Yield the pits near one's workers, if their tiles are worth more than before, apart from a new pit."""
    turn = _last(change)
    was, now = pits_in_reach(change.before, change.seat), pits_in_reach(change.after, change.seat)
    values = change.before.values
    more = [square for square in now if square not in was and (turn is None or square != turn.dig)]
    points = sum(values[square] for square in more)
    if points >= MIN_PITS_POINTS and sum(values[s] for s in now) > sum(values[s] for s in was):
        at = _names(more)
        told = say("Brings your workers near pits worth {points} points: {squares}.", points=points, squares=at)
        yield Fact("pits", points * PITS_SHARE, told, (points, at), at)


def threats(view: View, seat: Seat) -> dict[int, Seat]:
    """Return by kind one's elements without a pawn that another seat may soon build over, and that seat.

    It has a worker within two squares, and a larger element that he builds in its supply.
    """
    board = board_of(view)
    stood, found = occupied(board), dict[int, Seat]()
    for kind, laid in enumerate(board.elements[seat]):
        for other, own in enumerate(board.elements):
            larger = [each.pawn for each, used in zip(KINDS, own, strict=True) if not used and each.size > KINDS[kind].size]
            near = any(laid & with_adjacent(ADJACENT[board.pawns[other][pawn]]) for pawn in larger)
            if laid and not laid & stood and other != seat and near:
                found.setdefault(kind, other)
    return found


def guards(change: Change) -> Iterator[Fact]:
    """Yield own elements that others can no longer build over, or that they now can; and whether the new one lasts."""
    was, now = threats(change.before, change.seat), threats(change.after, change.seat)
    turn = _last(change)
    for kind, site in enumerate(change.after.elements[change.seat]):
        at, size = _names(site), KINDS[kind].size
        stood = any(pawn in site for own in change.after.pawns for pawn in own)
        if kind in was and kind not in now and stood:
            told = say("A pawn then stands on your {kind}, so nobody can build over it.", kind=kind_name(kind))
            yield Fact("guards", size, told, (kind,), at)
        elif kind in now and kind not in was:
            told = say(
                "{seat} then has a worker near your {kind} and may build over it.", seat=who(now[kind]), kind=kind_name(kind)
            )
            yield Fact("leaves_open", -size * RISK_SHARE, told, (kind, now[kind]), at)
        elif turn is not None and turn.kind == kind and size == LARGEST:
            yield Fact("lasts", LASTING_SIZE, say("Nobody can build over a {kind}.", kind=kind_name(kind)), (kind,), at)


def goal(change: Change) -> Iterator[Fact]:
    """Yield how near the goal is, if a good turn can reach it now."""
    was, now = (change.before.goal - totals(view)[change.seat] for view in (change.before, change.after))
    if change.after.closing and not change.before.closing and not change.over:
        yield Fact("closing", CLOSING_SIZE, say("Reaches the goal; the others finish the round."), (now,), counted=True)
    elif 0 < now <= NEAR_GOAL_POINTS and now < was:
        told = say_n("You are then {count} point from the goal.", "You are then {count} points from the goal.", now)
        yield Fact("near_goal", GOAL_SIZE, told, (now,), counted=True)
    yield from ends(change, totals(change.after))


def last_large(change: Change) -> Iterator[Fact]:
    """Yield that the last maze or terrace leaves the supply."""
    turn, large = _last(change), [kind for kind, each in enumerate(KINDS) if each.size == LARGEST]
    left = [kind for kind in large if not change.after.elements[change.seat][kind]]
    if turn is not None and turn.kind in large and not left:
        told = say("You then have no maze and no terrace left to build.")
        yield Fact("last_large", -LAST_LARGE_SIZE, told)


def free_squares(view: View, owner: Seat, pawn: int) -> int:
    """Return the free squares next to a pawn that it may step on."""
    board = board_of(view)
    stood = occupied(board)
    free = open_fields(land(board.pits, board.elements, owner), stood) & ~stood
    return (ADJACENT[board.pawns[owner][pawn]] & free).bit_count()


def shut_in(change: Change) -> Iterator[Fact]:
    """Yield pawns that can hardly step anywhere after the turn, one's own or others'."""
    for owner in (change.seat, *change.opponents):
        for pawn in (KING, GARDENER, ARCHITECT):
            was, now = (free_squares(view, owner, pawn) for view in (change.before, change.after))
            if now <= SHUT_IN_SQUARES < was:
                at = _names([change.after.pawns[owner][pawn]])
                own = owner == change.seat
                size = -SHUT_IN_SIZE if own else SHUT_IN_SIZE
                yield Fact("shut_in" if own else "shuts_in", size, _shut(change, owner, pawn, now), (owner, pawn, now), at)


def _shut(change: Change, owner: Seat, pawn: int, free: int) -> Text:
    if owner == change.seat:
        return say_n(
            "{pawn} then has only {count} free square beside it.",
            "{pawn} then has only {count} free squares beside it.",
            free, pawn=your_pawn(pawn),
        )  # fmt: skip
    return say_n(
        "Leaves {seat}'s {pawn} only {count} free square.",
        "Leaves {seat}'s {pawn} only {count} free squares.",
        free, seat=who(owner), pawn=pawn_name(pawn),
    )  # fmt: skip


REASONS: tuple[Reason, ...] = (goal, builds, builds_over, *map(while_running, (digs, guards, pits, shut_in, last_large)))
