"""The story of an action (R7.8): events with a sentence for people, and data for pictures and computer players."""

from __future__ import annotations

from functools import cache
from typing import LiteralString, NamedTuple

from rules.game import Event, Seat
from rules.schlossgarten.board import NAMES, site_key
from rules.schlossgarten.figures import Figure
from rules.schlossgarten.names import (
    kind_name,
    of_owner,
    pawn_name,
    pawn_name_capital,
    steps,
    with_figure,
    with_kind,
    with_pawn,
    with_pit,
)
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS
from rules.schlossgarten.state import Hit, Last, Moved, Square, Squares
from rules.text import Text, joined, message, say, say_n, who
from rules.wording import Won, headline, lost, victory

DIGS: dict[int, LiteralString] = {
    GARDENER: message("The gardener digs up {square}, a tile of {value}."),
    ARCHITECT: message("The architect digs up {square}, a tile of {value}."),
}
BUILDS = (
    say("The gardener builds the hedge."),
    say("The gardener builds the long hedge."),
    say("The gardener builds the maze."),
    say("The architect builds the column."),
    say("The architect builds the pool."),
    say("The architect builds the terrace."),
)


class CardPlayed(NamedTuple):
    """A seat played a card."""

    seat: Seat
    card: int


class PawnHit(NamedTuple):
    """A seat hit a worker of another seat, the owner, which was put on square ``to``."""

    seat: Seat
    owner: Seat
    pawn: int
    start: Square
    to: Square


class PawnMoved(NamedTuple):
    """A seat moved one of its pawns."""

    seat: Seat
    pawn: int
    start: Square
    to: Square
    steps: int


class FigureMade(NamedTuple):
    """The figure of the card that a seat played stands."""

    seat: Seat
    figure: Figure


class TileDug(NamedTuple):
    """A worker of a seat turned over a tile of this value."""

    seat: Seat
    pawn: int
    square: Square
    value: int


class ElementReturned(NamedTuple):
    """An element was built over; its owner loses these points."""

    owner: Seat
    kind: int
    points: int


class ElementBuilt(NamedTuple):
    """A worker built an element and collected tiles of these values; ``points`` are those of tiles and squares."""

    seat: Seat
    pawn: int
    kind: int
    site: Squares
    tiles: tuple[int, ...]
    points: int


class Scored(NamedTuple):
    """The new points of a seat, after they changed in the turn of another."""

    seat: Seat
    points: int


EVENT_DATA = {
    "card_played": CardPlayed,
    "pawn_hit": PawnHit,
    "pawn_moved": PawnMoved,
    "figure_made": FigureMade,
    "tile_dug": TileDug,
    "element_returned": ElementReturned,
    "element_built": ElementBuilt,
    "scored": Scored,
    "won": Won,
}


def layout(values: tuple[int, ...]) -> Event:
    """Say how many tiles of each value were laid (R2.5)."""
    ones, twos, threes = (values.count(value) for value in (1, 2, 3))
    text = say(
        "The garden is laid: {ones} tiles of 1, {twos} of 2 and {threes} of 3 points.",
        ones=ones, twos=twos, threes=threes,
    )  # fmt: skip
    return Event("layout", text)


def first(seat: Seat) -> Event:
    """Say who begins (R2.6)."""
    return Event("first", say("{seat} begins.", seat=who(seat)))


@cache  # the same few events come in every turn
def your_card(seat: Seat, card: int) -> Event:
    """Tell a seat, and nobody else, which card it drew (R2.7, R3.2)."""
    return Event("your_card", say("You drew card {card}.", card=card), to=seat)


def bag_refilled(cards: int) -> Event:
    """Say that the discards went back into the bag (R3.38)."""
    text = say_n(
        "The pile was empty: {count} played card is shuffled into it.",
        "The pile was empty: {count} played cards are shuffled into it.",
        cards,
    )
    return Event("bag_refilled", text)


def card_played(last: Last, total: int) -> Event:
    """Say the turn in a line: the seat, its points, and what it did (R7.8)."""
    text = headline(last.seat, last.gained, _done(last), total)
    return Event("card_played", text, CardPlayed(last.seat, last.card), headline=True)


def _done(last: Last) -> Text:
    """Return the most important thing that a turn did."""
    if last.kind is not None:
        return say("{kind} on {site}", kind=kind_name(last.kind), site=site_key(last.site))
    if last.dig is not None:
        return with_pit(say("pit on {square}", square=NAMES[last.dig]))
    if last.figure:
        return with_figure(say("pattern of card {card}, but no work", card=last.card))
    return with_figure(say("no pattern with card {card}", card=last.card))


def pawn_hit(seat: Seat, moved: Moved, hit: Hit) -> Event:
    """Say which pawn is hit, and to which square it is put (R3.22)."""
    owner, pawn, to = hit
    text = say(
        "{seat} hits {owner}: {pawn} {start} → {to}.",
        seat=who(seat), owner=who(owner), pawn=pawn_name(pawn), start=NAMES[moved.to], to=NAMES[to],
    )  # fmt: skip
    return Event("pawn_hit", text, PawnHit(seat, owner, pawn, moved.to, to))


def pawn_moved(seat: Seat, moved: Moved) -> Event:
    """Say how a pawn moved (R3.12), and which squares it jumped over (R3.16)."""
    way = steps(moved.steps)
    if moved.over:
        way = say("{steps}, jumping over {over}", steps=way, over=tuple(NAMES[square] for square in moved.over))
    pawn = pawn_name_capital(moved.pawn)
    text = say("{pawn} {start} → {to}, {steps}.", pawn=pawn, start=NAMES[moved.start], to=NAMES[moved.to], steps=way)
    return Event("pawn_moved", text, PawnMoved(seat, *moved[:4]))


def figure_made(seat: Seat, card: int, figure: Figure) -> Event:
    """Say that the figure of the card is complete, and which workers of other seats are part of it (R3.9)."""
    owners = ((GARDENER, figure.gardener_owner), (ARCHITECT, figure.architect_owner))
    helpers = tuple(of_owner(who(owner), pawn_name(pawn)) for pawn, owner in owners if owner != seat)
    text = say("The pattern of card {card} is complete.", card=card)
    if helpers:
        text = say("The pattern of card {card} is complete, with {helpers}.", card=card, helpers=helpers)
    return Event("figure_made", with_figure(text), FigureMade(seat, figure))


def tile_dug(seat: Seat, pawn: int, square: Square, value: int) -> Event:
    """Say which tile is dug up (R3.25)."""
    text = with_pawn(pawn, say(DIGS[pawn], square=NAMES[square], value=value))
    return Event("tile_dug", text, TileDug(seat, pawn, square, value))


def element_returned(owner: Seat, kind: int) -> Event:
    """Say which element goes back into the supply (R3.35)."""
    points = KINDS[kind].size
    text = lost(say("{owner} · {kind} goes back into the supply", owner=who(owner), kind=kind_name(kind)), points)
    return Event("element_returned", text, ElementReturned(owner, kind, points))


def element_built(seat: Seat, pawn: int, kind: int, site: Squares, tiles: tuple[int, ...]) -> Event:
    """Say which element is built (R3.26), and which tiles it collects (R3.31)."""
    points = sum(tiles) + len(site)
    taken = say_n("Tile taken: {tiles}.", "Tiles taken: {tiles}.", len(tiles), tiles=tiles) if tiles else None
    text = joined(" ", with_kind(kind, BUILDS[kind]), taken)
    return Event("element_built", text, ElementBuilt(seat, pawn, kind, site, tiles, points))


@cache
def rested() -> Event:
    """Say that no worker worked, though one could (R3.4)."""
    return Event("rested", say("Somebody could work, but nobody does."))


def scored(seat: Seat, points: int) -> Event:
    """Say the new points of a seat (R4.1)."""
    text = say_n("{seat} has {count} point.", "{seat} has {count} points.", points, seat=who(seat))
    return Event("scored", text, Scored(seat, points))


def stillness_near(turns: int) -> Event:
    """Warn that a few more quiet turns end the game (R4.5)."""
    text = say_n(
        "Nothing has been dug or built for a while: {count} more turn like this ends the game.",
        "Nothing has been dug or built for a while: {count} more turns like this end the game.",
        turns,
    )
    return Event("stillness_near", text)


def last_round(seat: Seat, points: int) -> Event:
    """Say that the goal is reached and the round is finished (R9.2)."""
    text = say_n(
        "{seat} has {count} point. The round is played to its end.",
        "{seat} has {count} points. The round is played to its end.",
        points,
        seat=who(seat),
    )
    return Event("last_round", text)


def goal_reached(seat: Seat, points: int) -> Event:
    """Say that a seat has reached the goal (R4.3)."""
    text = say_n(
        "{seat} has reached the goal with {count} point: the game is over.",
        "{seat} has reached the goal with {count} points: the game is over.",
        points,
        seat=who(seat),
    )
    return Event("over", text)


def over() -> Event:
    """Say that the last round is over (R4.3)."""
    return Event("over", say("The game is over."))


def stillness(turns: int) -> Event:
    """Say that quiet turns have ended the game (R4.5)."""
    text = say_n(
        "Nothing was dug or built in {count} turn: the game is over.",
        "Nothing was dug or built in {count} turns: the game is over.",
        turns,
    )
    return Event("over", text)


def won(seats: tuple[Seat, ...], points: int) -> Event:
    """Say who wins (R4.3, R4.5, R9.2)."""
    return Event("won", victory(seats, points), Won(seats, points))
