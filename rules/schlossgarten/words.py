"""The board in words (R10.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.game import Seat
from rules.schlossgarten.board import NAMES, Board, board_of, element_on, pawn_on, square_names
from rules.schlossgarten.names import EDGES, card_name, colour, figure_in_words, kind_name, of_owner, pawn_name, terrain
from rules.schlossgarten.parts import KINDS, QUIET, SIDES, SIZE, TERRAIN
from rules.schlossgarten.score import totals
from rules.schlossgarten.state import Last, Moved, View
from rules.text import SEMICOLON, Text, joined, say, say_n, verbatim, who
from rules.wording import victory

PHASES = {
    "lay": say("The garden is being laid."),
    "first": say("The first player is being drawn."),
    "hands": say("The first cards are being dealt."),
    "stopped": say("The game was ended early."),
}
FULL_ROUND = say("The round in which somebody reaches the goal is played to its end.")
ENDINGS = {"goal": say("The goal was reached."), "stillness": say("Nothing was dug or built for a while.")}


def describe(view: View) -> tuple[Text, ...]:
    """Return all that a view shows, a line each, with the cards of its seat, and a legend."""
    return (
        *_head(view, _acting(view)),
        _points(view),
        _cards(view),
        *_rows(view),
        _elements(view),
        _supply(view),
        _tiles(view),
        *_discard(view),
        *_last(view),
        *map(_card, view.hand),
        *_legend(view),
    )


def summary(view: View) -> tuple[Text, ...]:
    """Return the board in short, the most important lines first; no square is described twice."""
    cards = (say("{card}: {figure}.", card=card_name(card), figure=figure_in_words(card)) for card in view.hand)
    laid = [_laid(view, seat) for seat, kinds in enumerate(view.elements) if any(kinds)]
    elements = [say("Elements: {elements}.", elements=joined(SEMICOLON, *laid))] if laid else []
    stand = joined(SEMICOLON, *(_stand(view, seat) for seat in range(len(view.sides))))
    pawns = say("Pawns (king, gardener, architect): {pawns}.", pawns=stand)
    pile = say("Pile {bag}, discard {discard}.", bag=view.bag, discard=len(view.discard))
    return (*_head(view, PHASES.get(view.phase)), _points(view), *cards, pawns, *elements, *_last(view), pile, *_values(view))


def _laid(view: View, seat: Seat) -> Text:
    """Return the elements of a seat that lie in the garden."""
    sites = tuple(
        say("{kind} {site}", kind=kind_name(kind), site=" ".join(square_names(site)))
        for kind, site in enumerate(view.elements[seat])
        if site
    )
    return say("{seat} {elements}", seat=colour(view.sides, seat), elements=sites)


def _stand(view: View, seat: Seat) -> Text:
    """Return the squares of king, gardener and architect of a seat."""
    return joined(" ", colour(view.sides, seat), *(verbatim(NAMES[square]) for square in view.pawns[seat]))


def _values(view: View) -> Iterator[Text]:
    """Yield the values of the tiles by row; pits in brackets, a dash under elements."""
    if view.phase == "lay":
        return
    under = {square for own in view.elements for site in own for square in site}
    yield say("Tiles by row, from a to g; pits in brackets, – for elements.")
    for row in reversed(range(SIZE)):
        places = range(SIZE * row, SIZE * row + SIZE)
        shown = ("–" if s in under else f"({view.values[s]})" if s in view.pits else str(view.values[s]) for s in places)
        yield say("{row}: {squares}.", row=row + 1, squares=" ".join(shown))


def _head(view: View, acting: Text | None) -> Iterator[Text]:
    """Yield the turn, the goal and the quiet turns; at the end the winners."""
    if view.phase == "over":
        table = totals(view)
        best = max(table)
        over = say_n("The game is over after {count} turn.", "The game is over after {count} turns.", view.turns)
        yield joined(" ", over, ENDINGS[view.ending])
        first = [seat for seat, points in enumerate(table) if points == best]
        yield victory(first, best, named=partial(_seat, view))
        return
    most = QUIET * len(view.sides)
    yield joined(
        " ",
        say("Turn {turn}.", turn=view.turns + 1),
        acting,
        say("Goal {goal}. Quiet turns {quiet} of {most}.", goal=view.goal, quiet=view.quiet, most=most),
        FULL_ROUND if "full-round" in view.variants else None,
    )
    if view.closing:
        yield say("The goal was reached: this is the last round.")


def _acting(view: View) -> Text:
    if view.phase in PHASES or view.turn is None:
        return PHASES[view.phase]
    return say("{seat} to move.", seat=who(view.turn))


def _seat(view: View, seat: Seat) -> Text:
    side = view.sides[seat]
    return say("{seat} ({colour}, {side})", seat=who(seat), colour=colour(view.sides, seat), side=EDGES[SIDES[side].key])


def _points(view: View) -> Text:
    points = tuple(say("{seat} {points}", seat=_seat(view, seat), points=total) for seat, total in enumerate(totals(view)))
    return say("Points: {points}.", points=points)


def _cards(view: View) -> Text:
    hands = tuple(say("{seat} {count}", seat=colour(view.sides, seat), count=count) for seat, count in enumerate(view.hands))
    return say("Cards: {hands}; pile {bag}, discard {discard}.", hands=hands, bag=view.bag, discard=len(view.discard))


def _rows(view: View) -> Iterator[Text]:
    """Yield the rows from north to south, as in the picture, once the tiles lie."""
    if view.phase == "lay":
        return
    board = board_of(view)
    for row in reversed(range(SIZE)):
        squares = tuple(_square(view, board, SIZE * row + column) for column in range(SIZE))
        yield say("Row {row}: {squares}.", row=row + 1, squares=squares)


def _square(view: View, board: Board, square: int) -> Text:
    element, pawn = element_on(board, square), pawn_on(board, square)
    if element:
        lies = _coloured(view, element[0], kind_name(element[1]))
    else:
        value = view.values[square]
        lies = say("pit {value}", value=value) if square in view.pits else verbatim(str(value))
    stands = _coloured(view, pawn[0], pawn_name(pawn[1])) if pawn else None
    return joined(" ", verbatim(NAMES[square][0]), lies, stands)


def _coloured(view: View, owner: Seat, what: Text) -> Text:
    """Return ``Red terrace``."""
    return say("{owner} {what}", owner=colour(view.sides, owner), what=what)


def _elements(view: View) -> Text:
    laid = tuple(
        joined(" ", _coloured(view, seat, kind_name(kind)), verbatim(" ".join(square_names(site))))
        for seat, kinds in enumerate(view.elements)
        for kind, site in enumerate(kinds)
        if site
    )
    pits = say("Pits: {pits}.", pits=square_names(view.pits)) if view.pits else say("No pits.")
    return joined(" ", pits, say("Elements: {elements}.", elements=laid) if laid else say("No elements."))


def _supply(view: View) -> Text:
    supplies = (_supply_of(view, seat) for seat in range(len(view.sides)))
    return say("In supply: {supplies}.", supplies=joined(SEMICOLON, *supplies))


def _supply_of(view: View, seat: Seat) -> Text:
    left = tuple(kind_name(kind) for kind, site in enumerate(view.elements[seat]) if not site)
    if len(left) == len(KINDS):
        left = (say("all six"),)
    return say("{seat} {kinds}", seat=colour(view.sides, seat), kinds=left or (say("nothing"),))


def _tiles(view: View) -> Text:
    """Return the points of the tiles that each seat took."""
    taken = (
        joined(" ", colour(view.sides, seat), verbatim(" ".join(map(str, values))) if values else say("nothing"))
        for seat, values in enumerate(view.tiles)
    )
    return say("Tiles taken: {tiles}.", tiles=joined(SEMICOLON, *taken))


def _discard(view: View) -> Iterator[Text]:
    """Yield the cards that were played, in their order (R3.39)."""
    if view.discard:
        yield say("Cards played, the latest last: {cards}.", cards=view.discard)


def _last(view: View) -> tuple[Text, ...]:
    """Describe the last turn."""
    last = view.last
    if not last:
        return ()
    done = [say("{seat} played card {card}", seat=colour(view.sides, last.seat), card=last.card)]
    for moved in last.moves:
        done += _moved(view, moved)
    return (say("Last turn: {done}.", done=(*done, *_work(view, last))),)


def _moved(view: View, moved: Moved) -> Iterator[Text]:
    if moved.hit:
        owner, pawn, to = moved.hit
        yield say("hit {victim}, put on {square}", victim=of_owner(colour(view.sides, owner), pawn_name(pawn)), square=NAMES[to])
    yield say("{pawn} {start} to {to}", pawn=pawn_name(moved.pawn), start=NAMES[moved.start], to=NAMES[moved.to])


def _work(view: View, last: Last) -> Iterator[Text]:
    if last.dig is not None:
        yield say("dug {square} ({value})", square=NAMES[last.dig], value=view.values[last.dig])
    if last.kind is not None:
        yield say("built {kind} {site}", kind=kind_name(last.kind), site=" ".join(square_names(last.site)))
    for owner, kind in last.returned:
        yield say("{element} returned", element=of_owner(colour(view.sides, owner), kind_name(kind)))


def _card(card: int) -> Text:
    return say("{card}: from the king {figure}; may be turned, not mirrored.", card=card_name(card), figure=figure_in_words(card))


def _legend(view: View) -> Iterator[Text]:
    """Yield the meaning of the rows, and of what is built and counted."""
    if view.phase == "lay":
        return
    tiles = joined(", ", *(say("{points} {terrain}", points=value, terrain=terrain(value)) for value in TERRAIN))
    yield say("A square in a row: its column, the points of its tile ({tiles}) or its element, and the pawn on it.", tiles=tiles)
    pit = say("A pit keeps the points of its tile, for the player who builds on it.") if view.pits else None
    yield joined(
        " ",
        pit,
        say("Elements and their squares, by worker: {kinds}.", kinds=joined(SEMICOLON, *map(_sizes, (1, 2)))),
        say("A turn is quiet if nobody digs or builds."),
    )


def _sizes(pawn: int) -> Text:
    """Return what a worker builds: ``gardener hedge 1, long hedge 2, maze 3``."""
    kinds = tuple(say("{kind} {size}", kind=kind_name(n), size=kind.size) for n, kind in enumerate(KINDS) if kind.pawn == pawn)
    return say("{pawn} {kinds}", pawn=pawn_name(pawn), kinds=kinds)
