"""The numbers on tiles, and the board in words (R10.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from rules.game import Seat
from rules.hanging_gardens.garden import Board, group, groups, key, keys, opened, top, turned
from rules.hanging_gardens.names import FACILITY_NAMES, TILE_NAMES, TURN_NAMES
from rules.hanging_gardens.parts import CARDS, COLUMNS, FIVE, GROUND, PERSONS, PLACES, SERIES, STRUCTURE, TEMPLES
from rules.hanging_gardens.score import Line, lines, next_worth
from rules.hanging_gardens.state import Garden, Group, Square, View, place_key, slot_key
from rules.hanging_gardens.view import open_cards
from rules.text import Text, Word, joined, say, say_n, who
from rules.wording import signed, victory

OPEN_GROUND = "o"
NOBODY = say("nobody")
NONE = say("none")


def values(tile: str) -> str:
    """Return the numbers printed on a tile: ``2/8/16``, ``3/11``, ``3×``."""
    if tile in SERIES:
        return "/".join(map(str, SERIES[tile].values))
    person = PERSONS[tile]
    return f"{person.with_set}×" if person.each else f"{person.without}/{person.with_set}"


def describe(view: View) -> tuple[Text, ...]:
    """Return everything on the table: head, seat to act, cards, tiles, each seat with its garden row by row, legend."""
    seats = (line for seat in range(view.seats) for line in (*_seat(view, seat), *_garden(view.gardens[seat])))
    return (_head(view), *_acting(view), _cards(view), _tiles(view), *seats, *_legend(view))


def summary(view: View) -> tuple[Text, ...]:
    """Return the board without the gardens, in a few lines."""
    seats = (_seat(view, seat)[0] for seat in range(view.seats))
    return (_head(view), *seats, _cards(view), _tiles(view))


def _head(view: View) -> Text:
    return say(
        "Round {round} of {rounds}. Flower: {flower}. "
        "Cards left {cards}, tiles in the stacks {tiles}. Cards that left the game: {boxed}.",
        round=view.round,
        rounds=view.rounds,
        flower=NOBODY if view.holder is None else who(view.holder),
        cards=view.cards_left,
        tiles=view.tiles_left,
        boxed=view.boxed or (NONE,),
    )


def _acting(view: View) -> Iterator[Text]:
    """Yield who is to act, or who won, and whether the second tile of a large temple is still to come (R3.29)."""
    if view.over:
        yield say("The game is over.")
        yield victory(view.winners, view.points[view.winners[0]])
        return
    yield say("To move: {active}.", active=NOBODY if view.active is None else who(view.active))
    if view.pending and view.pending.shown:
        size = view.pending.size
        yield say("The hidden tile for a temple on {size} squares has been drawn; an open tile comes next.", size=size)
    elif view.pending:
        yield say("A temple on {size} squares earns a hidden tile, then an open one.", size=view.pending.size)


def _cards(view: View) -> Text:
    shown = tuple(_card(slot, card) for slot, card in open_cards(view).items())
    return say("Open cards, rows from the top: {cards}.", cards=shown or (NONE,))


def _card(slot: int, card: str) -> Text:
    rows = " / ".join(turned(card, "up")).replace(GROUND, OPEN_GROUND)
    return say("{slot} {card} {rows}", slot=slot_key(slot), card=card, rows=rows)


def _tiles(view: View) -> Text:
    told: set[str] = set()
    return say(
        "Tiles, column 1 (from 3): {from3}. Column 2 (from 4): {from4}. Column 3 (from 5): {from5}.",
        **{f"from{size}": _column(view, size, told) for size in range(STRUCTURE, STRUCTURE + COLUMNS)},
    )


def _column(view: View, size: int, told: set[str]) -> tuple[Text, ...]:
    """Return the tiles that a structure of this size opens beyond those of smaller ones."""
    places = opened(size)[-PLACES // COLUMNS :]
    tiles = [(place, tile) for place in places if (tile := view.tiles[place])]
    return tuple(_tile(place, tile, told) for place, tile in tiles) or (NONE,)


def _tile(place: int, tile: str, told: set[str]) -> Text:
    """Return a tile; its values are added where it comes first."""
    name = TILE_NAMES[tile]
    if tile in told:
        return say("{place} {tile}", place=place_key(place), tile=name)
    told.add(tile)
    params = {"place": place_key(place), "tile": name, "values": values(tile)}
    if tile in PERSONS:
        return say("{place} {tile} {values} ({series})", series=TILE_NAMES[PERSONS[tile].series], **params)
    return say("{place} {tile} {values}", **params)


def _seat(view: View, seat: Seat) -> tuple[Text, ...]:
    """Return the seat in a line, and in another its tiles as far as they are known."""
    garden = view.gardens[seat]
    facts = [
        say_n("{count} temple in hand", "{count} temples in hand", TEMPLES - len(garden.temples)),
        say_n("{count} tile", "{count} tiles", view.counts[seat]),
    ]
    if view.fives[seat]:
        facts.append(say("{count} × {five} points instead", count=view.fives[seat], five=FIVE))
    if view.me == seat or view.over:
        facts.append(say_n("{count} point", "{count} points", view.points[seat]))
    head = say("{seat}: {facts}. {last}", seat=who(seat), facts=tuple(facts), last=_last(garden))
    held = tuple(progress(line) for line in lines(view.known[seat]))
    return (head, say(" Tiles: {tiles}.", tiles=held)) if held else (head,)


def _last(garden: Garden) -> Text:
    """Return the last card laid."""
    card, turn, column, row = garden.laid[-1]
    square = key((column, row))
    if len(garden.laid) == 1:
        return say("Only the start card so far, at {square}.", square=square)
    return say("Last card: {card} {turn} at {square}.", card=card, turn=TURN_NAMES[turn], square=square)


def progress(line: Line) -> Text:
    """Return how near a set is: ``chalice 3 of 5: 6 points (next chalice: +6)``."""
    tile, number, points = line
    worth = say_n("{count} point", "{count} points", points)
    if tile not in SERIES:
        return say("{tile}: {worth}", tile=TILE_NAMES[tile], worth=worth)
    params = {"tile": TILE_NAMES[tile], "number": number, "full": SERIES[tile].full, "worth": worth}
    ahead = next_worth(tile, Counter({tile: number}))
    if ahead is None:
        return say("{tile} {number} in sets of {full}: {worth}", **params)
    more = signed(ahead.points - points)
    if number > SERIES[tile].full:
        return say("{tile} {number} in sets of {full}: {worth} (next {tile}: {more})", more=more, **params)
    return say("{tile} {number} of {full}: {worth} (next {tile}: {more})", more=more, **params)


def _garden(garden: Garden) -> Iterator[Text]:
    board = top(garden)
    for row, squares in groupby(sorted(board, key=lambda at: at[::-1]), key=lambda at: at[1]):
        shown = tuple(_square(board, at, at in garden.temples) for at in squares)
        yield say(" {row}: {squares}", row=row, squares=shown)
    yield _groups(board, garden)


def _square(board: Board, at: Square, temple: bool) -> Text:
    column = key(at).removesuffix(str(at[1]))
    letter = OPEN_GROUND if board[at] == GROUND else board[at]
    if temple:
        return say("{column} {letter} temple", column=column, letter=letter)
    return say("{column} {letter}", column=column, letter=letter)


def _groups(board: Board, garden: Garden) -> Text:
    free = [each for each in groups(board, least=2) if each.isdisjoint(garden.temples)]
    built = {group(board, temple) for temple in garden.temples}
    params = {"free": _listed(board, free), "built": _listed(board, built)}
    return say(" Free groups: {free}. With temple: {built}.", **params)


def _listed(board: Board, found: Iterable[Group]) -> tuple[Word, ...]:
    largest = sorted(found, key=lambda each: (-len(each), min(each)))
    return tuple(_group(board, each) for each in largest) or (0,)


def _group(board: Board, each: Group) -> Text:
    squares = " ".join(keys(each))
    return say("{letter} {size} ({squares})", letter=board[min(each)], size=len(each), squares=squares)


def _legend(view: View) -> Iterator[Text]:
    """Yield the meaning of the letters, rows and numbers that occur."""
    shown = {letter for garden in view.gardens for letter in top(garden).values()}
    shown |= {letter for card in open_cards(view).values() for letter in CARDS[card]}
    letters = [say("{letter} {name}", letter=letter, name=name) for letter, name in FACILITY_NAMES.items() if letter in shown]
    temple = say("temple: a temple stands there") if any(garden.temples for garden in view.gardens) else None
    yield joined(" · ", *letters, say("{letter} ground", letter=OPEN_GROUND), temple)
    yield joined(
        " ",
        say("A row of a garden: its number, then each square with the letter of its column and what it shows."),
        say("A group: its letter, its number of squares, and where they are."),
        say("The rows of a card are separated by slashes.") if any(view.cards) else None,
    )
    tiles = tuple(filter(None, view.tiles))
    if tiles:
        opens = say("From 3, 4, 5: the size of group that lets you take a tile from that column.")
        yield joined(" ", opens, *_values_legend(tiles))


def _values_legend(tiles: tuple[str, ...]) -> Iterator[Text]:
    """Yield the meaning of the numbers on tiles, by a tile of each kind on the display."""
    examples = {(tile in PERSONS, tile in PERSONS and PERSONS[tile].each): values(tile) for tile in reversed(tiles)}
    for (person, each), numbers in sorted(examples.items()):
        if each:
            yield say("{values}: points for each tile of the series in brackets.", values=numbers)
        elif person:
            yield say("{values}: a person's points without and with a full set of the series in brackets.", values=numbers)
        else:
            yield say("{values}: the points for 1, 2 and more identical tiles.", values=numbers)
