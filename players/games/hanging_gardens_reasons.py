"""Reasons of The Hanging Gardens: tiles, sets, groups that wait for a temple, and cards that others could use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from players.reasons import Change, Fact, Reason
from rules.game import Seat
from rules.hanging_gardens.garden import eligible, framed, joined, key, lay, placements, top
from rules.hanging_gardens.names import tile_name
from rules.hanging_gardens.parts import FIVE, PERSONS, SERIES, STRUCTURE, TEMPLES
from rules.hanging_gardens.score import completes_set, next_worth, tile_gain
from rules.hanging_gardens.state import Garden, Group, Laid, View
from rules.hanging_gardens.story import Built, CardLaid, TileTaken
from rules.hanging_gardens.story import Five as NoTile
from rules.text import Text, say, say_n, who
from rules.wording import worth

GROUP_POINTS = (0.0, 0.0, 1.0, 2.5, 3.5, 4.0)  # about the points of a group without a temple, by size; the last one: or more
NEXT_SHARE = 0.4  # of the points of one more tile of a series
HIDDEN_TILE_POINTS, LAST_TEMPLE_POINTS = 4.0, 1.5
DENIED_SHARE = 0.5  # of the points of a tile that another seat cannot take any more
MIN_NEXT_POINTS = 5
LAST_TURNS = 2  # so late a temple in hand is not worth keeping
PLURALS = {"T": say("terraces"), "P": say("parks"), "A": say("arcades"), "F": say("fountains")}


def tile(change: Change) -> Iterator[Fact]:
    """Yield the tile that the turn takes, with its points; or the points instead of a tile."""
    for taken in change.data(TileTaken):
        yield _taken(change, taken.tile)
    for _ in change.data(NoTile):
        yield Fact("five", FIVE, say("No tile is left for this temple: you get {five} points instead.", five=FIVE), counted=True)


def _taken(change: Change, tile: str) -> Fact:
    gain, held = change.gains[change.seat], change.before.known[change.seat]
    name = tile_name(tile)
    if tile in PERSONS:
        person = PERSONS[tile]
        told = say("Takes the {tile}", tile=name)
        if not person.each and gain < person.with_set:
            series = tile_name(person.series)
            told = say(
                "Takes the {tile}, worth {most} with a full set of {series} tiles", tile=name, most=person.with_set, series=series
            )
        return Fact("person", gain, worth(told, gain), (tile, gain))
    full, number = SERIES[tile].full, held.count(tile) + 1
    if completes_set(held, tile):
        return Fact("set", gain, worth(say("Completes a set of {full} {tile} tiles", full=full, tile=name), gain), (tile, gain))
    told = say("Takes a {tile} tile ({number} of {full})", tile=name, number=(number - 1) % full + 1, full=full)
    return Fact("tile", gain, worth(told, gain), (tile, gain, number))


def next_tile(change: Change) -> Iterator[Fact]:
    """Yield what one more tile of the series would bring, if the turn raised it much and such a tile may still come."""
    for taken in change.data(TileTaken):
        series = PERSONS[taken.tile].series if taken.tile in PERSONS else taken.tile
        was, now = (_next_gain(each, change.seat, series) for each in (change.before, change.after))
        if now >= MIN_NEXT_POINTS and now > was:
            told = say_n(
                "One more {tile} tile would then bring {count} point.",
                "One more {tile} tile would then bring {count} points.",
                now, tile=tile_name(series),
            )  # fmt: skip
            yield Fact("next", now * NEXT_SHARE, told, (series, now), counted=True)


def _next_gain(view: View, seat: Seat, series: str) -> int:
    """Return the points of one more tile of a series; 0 if the seat has seen all of them."""
    tiles = view.known[seat]
    gone = tiles.count(series) + sum(known.count(series) for other, known in enumerate(view.known) if other != seat)
    return tile_gain(tiles, series) if gone < SERIES[series].copies and next_worth(series, Counter(tiles)) else 0


def hidden(change: Change) -> Iterator[Fact]:
    """Yield the hidden tile that a temple on six squares brings."""
    if change.after.pending and not change.before.pending:
        size = change.after.pending.size
        told = say("A temple on {size} squares also brings you a secret tile.", size=size)
        yield Fact("hidden", HIDDEN_TILE_POINTS, told, (size,))


def grows(change: Change) -> Iterator[Fact]:
    """Yield the two largest groups without a temple that the card made larger."""
    grown = [each for each in _free(change.after.gardens[change.seat]) if _value(each) > _largest_part(change, each)]
    letters = list[str]()
    for nth, each in enumerate(sorted(grown, key=len, reverse=True)[:2]):
        count, letter = len(each), top(change.after.gardens[change.seat])[min(each)]
        letters.append(letter)
        if letters.count(letter) > 1:
            return
        told = say("It also puts {count} {facilities} side by side.", count=count, facilities=PLURALS[letter])
        if not nth:
            told = say(
                "Puts {count} {facilities} side by side: one more lets you build a temple on {more}.",
                count=count,
                facilities=PLURALS[letter],
                more=count + 1,
            )
        yield Fact("also" if nth else "grows", _value(each) - _largest_part(change, each), told, (letter, count), _keys(each))


def _largest_part(change: Change, each: Group) -> float:
    """Return the value of the best group without a temple before the turn that this group holds."""
    return max((_value(was) for was in _free(change.before.gardens[change.seat]) if was & each), default=0.0)


def breaks(change: Change) -> Iterator[Fact]:
    """Yield groups without a temple that the card covers in part, or joins to a temple that stood already."""
    before, after = change.before.gardens[change.seat], change.after.gardens[change.seat]
    for each in _free(before):
        left = max((_value(now) for now in _free(after) if now & each), default=0.0)
        if _value(each) <= left or any(
            built.square in group for built in change.data(Built) for group in joined(after) if group & each
        ):
            continue
        letter, count = top(before)[min(each)], len(each)
        built = [group for group in joined(after) if each <= group]
        text = _absorbed(letter, count) if built else _covered(letter, count)
        yield Fact("absorbs" if built else "covers", left - _value(each), text, (letter, count), _keys(each))


def _covered(letter: str, count: int) -> Text:
    return say("Covers some of your {count} {facilities}, which have no temple yet.", count=count, facilities=PLURALS[letter])


def _absorbed(letter: str, count: int) -> Text:
    return say("Joins your {count} {facilities} to a group that has a temple already.", count=count, facilities=PLURALS[letter])


def _free(garden: Garden) -> list[Group]:
    """Return the groups of two squares or more without a temple."""
    return [each for each in joined(garden) if len(each) > 1 and each.isdisjoint(garden.temples)]


def _value(each: Group) -> float:
    return GROUP_POINTS[min(len(each), len(GROUP_POINTS) - 1)]


def _keys(each: Group) -> tuple[str, ...]:
    return tuple(map(key, sorted(each)))


def last_temple(change: Change) -> Iterator[Fact]:
    """Yield that the last temple leaves the hand, if turns are left in which it could bring more."""
    was, now = (TEMPLES - len(each.gardens[change.seat].temples) for each in (change.before, change.after))
    if was == 1 and not now and change.before.rounds - change.before.round >= LAST_TURNS:
        told = say("This is your last temple. From now on, each new one moves from your smallest group.")
        yield Fact("last_temple", -LAST_TEMPLE_POINTS, told)


def denies(change: Change) -> Iterator[Fact]:
    """Yield the seat after this one in the round that could build on more squares with this card than with any other one."""
    for laid in change.data(CardLaid):
        others = [card for card in change.after.cards if card]
        for other in change.opponents[: max(0, change.before.seats - change.before.done - 1)]:
            garden = change.before.gardens[other]
            size, rest = buildable(garden, laid.laid.card), max((buildable(garden, card) for card in others), default=0)
            if size >= STRUCTURE and size > rest:
                told = say("Takes the card with which {seat} could build a temple on {size} squares.", seat=who(other), size=size)
                yield Fact("denies", size - max(rest, STRUCTURE - 1), told, (other, laid.laid.card, size))
                return


@lru_cache(maxsize=1024)
def buildable(garden: Garden, card: str) -> int:
    """Return the size of the largest structure on which a temple could be built after this card; 0 if there is none."""
    spots = ((turn, at) for turn, places in placements(framed(garden), card).items() for at in places)
    grown = (eligible(lay(garden, Laid(card, turn, *at))) for turn, at in spots)
    return max((len(each) for found in grown for each in found), default=0)


def denies_tile(change: Change) -> Iterator[Fact]:
    """Yield the seat whose open tiles (R9.2) make the tile taken most valuable, if no other one of its kind is open."""
    for taken in change.data(TileTaken):
        if taken.tile in change.after.tiles:
            continue
        gains = {
            other: tile_gain(change.before.known[other], taken.tile) for other in change.opponents if change.before.known[other]
        }
        other = max(gains, key=lambda each: gains[each], default=None)
        if other is not None and gains[other] >= MIN_NEXT_POINTS:
            told = say_n(
                "{seat} would have gained {count} point with this tile.",
                "{seat} would have gained {count} points with this tile.",
                gains[other], seat=who(other),
            )  # fmt: skip
            size = gains[other] * DENIED_SHARE / len(change.opponents)
            yield Fact("denies_tile", size, told, (other, taken.tile, gains[other]), counted=True)


REASONS: tuple[Reason, ...] = (tile, next_tile, hidden, grows, breaks, last_temple, denies, denies_tile)
