"""Heads: the strip above the public picture, the head of a private picture, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageDraw

from render.canvas import Picture, put
from render.fonts import fit, width, write
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import draw_gems, gems_wide
from render.ishtar.places import QUESTION_SIZES
from render.layout import SIZES, Box, draw_sheet
from render.seats import MEDAL, Acting, draw_acting, draw_own, draw_rival, to_move, wins
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Score, Seat
from rules.ishtar.apply import last_seat
from rules.ishtar.score import places, points_of
from rules.ishtar.state import Player, Points, View
from rules.text import Text, say

PARTS = (say("trees"), say("flowers"), say("fountains"), say("masteries"), say("total"))
COLUMN_PX, HEADING_GAP_PX = 160, 18  # of the result: least width of a column, gap between headings


def shown_points(view: View, seat: Seat) -> Words:
    """Return a seat's points as far as this viewer knows them, with “+” where its trees are hidden."""
    points = points_of(view)[seat]
    return literal(f"{points.known}+" if points.total is None else points.total)


def ranks(view: View) -> tuple[int, ...]:
    """Return the rank of each seat at the end of the game; an empty tuple before that."""
    if view.phase != "over":
        return ()
    return places(
        [Score(points.total or 0, (), (sum(player.gems),)) for points, player in zip(points_of(view), view.players, strict=True)]
    )


def winners_of(view: View) -> tuple[Seat, ...]:
    """Return the seats that have won."""
    return tuple(seat for seat, place in enumerate(ranks(view)) if place == 1)


def seat_to_act(view: View) -> Seat | None:
    """Return the seat whose turn it is; None before the game is dealt and after it."""
    return view.turn if view.phase in ("select", "place", "reveal", "refill") else None


def turn_text(view: View) -> Text:
    """Return the number of the turn, with a note in the last round."""
    number = view.turns + (view.phase != "over")
    closing = view.ending and view.phase != "over"
    return say("Turn {number} · last round", number=number) if closing else say("Turn {number}", number=number)


def final_seat(view: View) -> Seat | None:
    """Return the seat that makes the last turn, once that is known."""
    return last_seat(view.first, view.seats) if view.first is not None and view.ending and view.phase != "over" else None


def draw_strip(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Draw the head of the public picture: the turn, and the seats that act or have won."""
    left, top, wide, high = box
    middle = top + high / 2
    text, size = fit(teller.told(turn_text(view)), wide // 3, SIZES.small, SIZES.tiny)
    write(ImageDraw.Draw(picture), (left, middle), text, size, teller.theme.text)
    right = left + wide
    if (last := final_seat(view)) is not None:
        put(picture, medal(last, 52), (right - 26, middle))
        ending = teller.told(say("ends with"))
        write(ImageDraw.Draw(picture), (right - 64, middle), ending, SIZES.tiny, teller.theme.pale, anchor="r")
        right -= 70 + round(width(ending, SIZES.tiny))
    draw_acting(picture, _acting(view), teller, (left + width(text, size) + 40, right - 20), middle)


def _acting(view: View) -> Acting:
    """Return the seats to act, or the winners, with their words."""
    one, won = seat_to_act(view), winners_of(view)
    seats = won or (() if one is None else (one,))
    return Acting(seats, [medal(seat, MEDAL) for seat in seats], wins if won else _to_place if view.phase == "place" else to_move)


def _to_place(name: Text) -> Text:
    return say("{seat} to place", seat=name)


def result_height(view: View) -> int:
    """Return the height of the result in pixels."""
    return 76 + 62 * view.seats


def draw_result(picture: Picture, view: View, teller: Teller, box: Box) -> None:
    """Draw the points of all seats in columns: trees, flowers, fountains, masteries, total; the best seat first."""
    left, top, wide, _ = box
    draw_sheet(picture, box, teller.theme)
    draw, ink = ImageDraw.Draw(picture), teller.theme.text
    heads = [teller.told(part) for part in PARTS]
    xs = _column_ends([round(width(head, SIZES.tiny)) for head in heads], left + wide - 26)
    for x, head in zip(xs, heads, strict=True):
        write(draw, (x, top + 38), head, SIZES.tiny, teller.theme.pale, anchor="r")
    for i, seat in enumerate(sorted(range(view.seats), key=lambda seat: ranks(view)[seat])):
        y = top + 96 + 62 * i
        put(picture, medal(seat, 56), (left + 84, y))
        write(draw, (left + 22, y), literal(f"{ranks(view)[seat]}."), SIZES.tiny, ink)
        text, size = fit(teller.name(seat), xs[0] - left - 122 - 76, SIZES.small, SIZES.tiny)
        write(draw, (left + 122, y), text, size, ink)
        for x, number in zip(xs, _parts(points_of(view)[seat]), strict=True):
            write(draw, (x, y), literal(number), SIZES.large if x == xs[-1] else SIZES.small, ink, anchor="r")


def _column_ends(wide: Sequence[int], end: int) -> list[int]:
    """Return the right ends of columns under headings of these widths, equally spaced where the headings allow it."""
    ends = [end]
    for step in reversed(wide[1:]):
        ends.insert(0, ends[0] - max(COLUMN_PX, step + HEADING_GAP_PX))
    return ends


def _parts(points: Points) -> tuple[int, ...]:
    masteries = sum(worth for _, worth in points.masteries)
    return points.trees or 0, points.flowers, points.fountains, masteries, points.total or 0


def known_parts(points: Points) -> tuple[Words, ...]:
    """Return the points by kind as far as they are known: trees, flowers, fountains, masteries, total."""
    parts = tuple(map(literal, _parts(points)))
    return parts if points.total is not None else (literal("?"), *parts[1:-1], literal(f"{points.known}+"))


def draw_head(picture: Picture, view: View, seat: Seat, teller: Teller, player: Player, box: Box) -> None:
    """Draw the head of the private picture: name, turn, own gems and assistants, rivals' points, own points."""
    left, top, wide, high = box
    middle = top + high / 2
    draw_own(picture, box, teller.theme, acting=seat == seat_to_act(view), won=seat in winners_of(view))
    draw, ink = ImageDraw.Draw(picture), teller.theme.text
    put(picture, medal(seat, 84), (left + 76, middle))
    text = shown_points(view, seat)
    write(draw, (left + wide - 24, middle), text, SIZES.title, ink, anchor="r")
    x = left + wide - 24 - max(90.0, width(text, SIZES.title)) - 26
    for other in reversed([each for each in range(view.seats) if each != seat]):
        points, acts = shown_points(view, other), other == seat_to_act(view)
        x = draw_rival(picture, medal(other, 54), points, (x, middle), teller.theme, acting=acts)
    size = 44
    x -= gems_wide(player.gems, size, 46, zero=True) + 112
    draw_gems(picture, player.gems, (x, middle), size, 46, zero=True, ink=ink)
    helpers = x + gems_wide(player.gems, size, 46, zero=True) + 22
    put(picture, gardener(seat, 60), (helpers + 16, middle))
    write(draw, (helpers + 46, middle), literal(player.assistants), SIZES.small, ink)
    room = round(x - left - 150)
    won = seat in winners_of(view)
    text, size = (
        teller.about(seat, wins, room, SIZES.small, SIZES.tiny) if won else fit(teller.name(seat), room, SIZES.small, SIZES.tiny)
    )
    write(draw, (left + 130, top + high * 0.34), text, size, ink)
    text, size = fit(
        teller.told(say("Last round") if final_seat(view) is not None else turn_text(view)), room, SIZES.tiny, SIZES.tiny
    )
    write(draw, (left + 130, top + high * 0.73), text, size, teller.theme.pale)


def draw_purse(picture: Picture, view: View, seat: Seat, teller: Teller, player: Player, box: Box) -> None:
    """Draw the head of a question's picture: the seat's medal, gems and assistants, the turn, and the seat's points."""
    left, top, wide, high = box
    middle = top + high / 2
    draw_sheet(picture, box, teller.theme, bright=True)
    draw, ink = ImageDraw.Draw(picture), teller.theme.text
    put(picture, medal(seat, 60), (left + 48, middle))
    x = draw_gems(picture, player.gems, (left + 100, middle), 46, 48, 16, zero=True, ink=ink) + 12
    put(picture, gardener(seat, 58), (x + 20, middle))
    write(draw, (x + 50, middle), literal(player.assistants), QUESTION_SIZES.large, ink)
    points = shown_points(view, seat)
    write(draw, (left + wide - 24, middle), points, QUESTION_SIZES.title, ink, anchor="r")
    x, right = x + 110, left + wide - 24 - width(points, QUESTION_SIZES.title) - 30
    told = teller.told(say("Last round") if final_seat(view) is not None else turn_text(view))
    text, size = fit(told, round(right - x), QUESTION_SIZES.small, QUESTION_SIZES.tiny)
    write(draw, (right, middle), text, size, teller.theme.pale, anchor="r")
