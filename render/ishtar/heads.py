"""Who is who: the strip above the public picture, the head of a seat's own, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import draw_gems, gems_wide
from render.layout import PALE, READABLE, Box, draw_sheet
from render.palette import INK
from render.seats import MEDAL, Acting, draw_acting, draw_own, draw_rival, to_move, wins
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Score, Seat
from rules.ishtar.apply import last_seat
from rules.ishtar.score import places, points_of
from rules.ishtar.state import Player, Points, View
from rules.text import Text, say

PARTS = (say("trees"), say("flowers"), say("fountains"), say("masteries"), say("total"))
COLUMN, SPACE = 160, 18  # pixels of a column of the result at least, and between two heads


def total(view: View, seat: Seat) -> Words:
    """A seat's points as far as this viewer knows them; "+" where its trees are hidden."""
    points = points_of(view)[seat]
    return literal(f"{points.known}+" if points.total is None else points.total)


def ranks(view: View) -> tuple[int, ...]:
    """Each seat's place, when the game is over."""
    if view.phase != "over":
        return ()
    return places(
        [Score(points.total or 0, (), (sum(player.gems),)) for points, player in zip(points_of(view), view.players, strict=True)]
    )


def best(view: View) -> tuple[Seat, ...]:
    """Who has won."""
    return tuple(seat for seat, place in enumerate(ranks(view)) if place == 1)


def acting(view: View) -> Seat | None:
    """Whose turn it is; nobody's before the game is dealt and when it is over."""
    return view.turn if view.phase in ("select", "place", "reveal", "refill") else None


def turn_of(view: View) -> Text:
    """Which turn it is; and whether it belongs to the last round."""
    number = view.turns + (view.phase != "over")
    closing = view.ending and view.phase != "over"
    return say("Turn {number} · last round", number=number) if closing else say("Turn {number}", number=number)


def ends(view: View) -> Seat | None:
    """Who makes the last turn, once that is known."""
    return last_seat(view.first, view.seats) if view.first is not None and view.ending and view.phase != "over" else None


def draw_strip(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """The head of the public picture: the turn, and who is to act or has won."""
    left, top, wide, high = box
    middle = top + high / 2
    text, size = fit(teller.told(turn_of(view)), wide // 3, 40, READABLE)
    write(ImageDraw.Draw(picture), (left, middle), text, size, INK)
    right = left + wide
    if (last := ends(view)) is not None:
        put(picture, medal(last, 52), (right - 26, middle))
        ending = teller.told(say("ends with"))
        write(ImageDraw.Draw(picture), (right - 64, middle), ending, READABLE, PALE, anchor="r")
        right -= 70 + round(width(ending, READABLE))
    draw_acting(picture, _acting(view), teller, (left + width(text, size) + 40, right - 20), middle)


def _acting(view: View) -> Acting:
    """Who is to act, or who has won."""
    one, won = acting(view), best(view)
    seats = won or (() if one is None else (one,))
    return Acting(seats, [medal(seat, MEDAL) for seat in seats], wins if won else _to_place if view.phase == "place" else to_move)


def _to_place(name: Text) -> Text:
    return say("{seat} to place", seat=name)


def result_high(view: View) -> int:
    """The pixels of the result."""
    return 76 + 62 * view.seats


def draw_result(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Everybody's points in columns: trees, flowers, fountains, masteries, in all; the best first."""
    left, top, wide, _ = box
    draw_sheet(picture, box)
    draw = ImageDraw.Draw(picture)
    heads = [teller.told(part) for part in PARTS]
    xs = _columns([round(width(head, READABLE)) for head in heads], left + wide - 26)
    for x, head in zip(xs, heads, strict=True):
        write(draw, (x, top + 38), head, READABLE, PALE, anchor="r")
    for i, seat in enumerate(sorted(range(view.seats), key=lambda seat: ranks(view)[seat])):
        y = top + 96 + 62 * i
        put(picture, medal(seat, 56), (left + 84, y))
        write(draw, (left + 22, y), literal(f"{ranks(view)[seat]}."), READABLE, INK)
        text, size = fit(teller.name(seat), xs[0] - left - 122 - 76, 42, READABLE)
        write(draw, (left + 122, y), text, size, INK)
        for x, number in zip(xs, _parts(points_of(view)[seat]), strict=True):
            write(draw, (x, y), literal(number), 54 if x == xs[-1] else 42, INK, anchor="r")


def _columns(wide: Sequence[int], end: int) -> list[int]:
    """Where columns with heads so wide end, from the left to the right: as far apart as each other where that suffices."""
    ends = [end]
    for step in reversed(wide[1:]):
        ends.insert(0, ends[0] - max(COLUMN, step + SPACE))
    return ends


def _parts(points: Points) -> tuple[int, ...]:
    masteries = sum(worth for _, worth in points.masteries)
    return points.trees or 0, points.flowers, points.fountains, masteries, points.total or 0


def known_parts(points: Points) -> tuple[Words, ...]:
    """The points by kind as far as they are known: trees, flowers, fountains, masteries, all."""
    parts = tuple(map(literal, _parts(points)))
    return parts if points.total is not None else (literal("?"), *parts[1:-1], literal(f"{points.known}+"))


def draw_head(picture: Picture, view: View, seat: Seat, teller: Teller, player: Player, box: Box) -> None:
    """The head of the private picture: name, turn, own gems and assistants, the others' points, the own points."""
    left, top, wide, high = box
    middle = top + high / 2
    draw_own(picture, box, acting=seat == acting(view), won=seat in best(view))
    draw = ImageDraw.Draw(picture)
    put(picture, medal(seat, 84), (left + 76, middle))
    text = total(view, seat)
    write(draw, (left + wide - 24, middle), text, 78, INK, anchor="r")
    x = left + wide - 24 - max(90.0, width(text, 78)) - 26
    for other in reversed([each for each in range(view.seats) if each != seat]):
        x = draw_rival(picture, medal(other, 54), total(view, other), (x, middle), acting=other == acting(view))
    size = 44
    x -= gems_wide(player.gems, size, 46, zero=True) + 112
    draw_gems(picture, player.gems, (x, middle), size, 46, zero=True)
    helpers = x + gems_wide(player.gems, size, 46, zero=True) + 22
    put(picture, gardener(seat, 60), (helpers + 16, middle))
    write(draw, (helpers + 46, middle), literal(player.assistants), 46, INK)
    room = round(x - left - 150)
    won = seat in best(view)
    text, size = teller.about(seat, wins, room, 46, READABLE) if won else fit(teller.name(seat), room, 46, READABLE)
    write(draw, (left + 130, top + high * 0.34), text, size, INK)
    text, size = fit(teller.told(say("Last round") if ends(view) is not None else turn_of(view)), room, 38, READABLE)
    write(draw, (left + 130, top + high * 0.73), text, size, PALE)
