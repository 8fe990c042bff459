"""What lies in front of a seat, in lines; and on the public picture a panel for every seat."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import width
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import gem
from render.ishtar.heads import acting, best, total
from render.ishtar.masteries import chip, put_signs
from render.ishtar.trees import back, face
from render.layout import EDGE, GAP, READABLE, draw_sheet
from render.palette import CREAM
from render.seats import draw_seat
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Seat
from rules.ishtar.parts import COLOURS
from rules.ishtar.state import Player, View

NAME, LINE = 72, 52  # pixels of a panel's first line, and of the others
USUAL = {2: 2, 3: 2, 4: 3}  # of these, by seats
INSET = 14  # of what a panel shows
ARROW = 400  # pixels of a panel that has room for an arrow beside its name
APART = 12  # pixels between things in a line
TREE = 262  # pixels of a reserved tree's card
Group = tuple[Picture | Words, ...]  # such as a gem and how many there are


def usual_high(view: View) -> int:
    """The pixels that a panel takes most of the time."""
    return NAME + LINE * USUAL[view.seats] + 10


def panel_high(view: View) -> int:
    """The pixels that the highest panel takes, and no fewer than most of the time."""
    wide = _panel_wide(view) - 2 * INSET
    return max(usual_high(view), NAME + LINE * max(len(flowed(things(view, seat), wide)) for seat in range(view.seats)) + 10)


def draw_panels(picture: Picture, view: View, teller: Teller, top: int) -> None:
    """A panel for each seat, side by side: medal, name, points; gems, assistants, cards, masteries, a reserve."""
    wide, high = _panel_wide(view), panel_high(view)
    for seat in range(view.seats):
        left, acts, wins = EDGE + seat * (wide + GAP), seat == acting(view), seat in best(view)
        draw_sheet(picture, (left, top, wide, high), acts or wins)
        line, arrow = (left - 14, top + 4, wide + 20, NAME - 4), acts and wide >= ARROW
        draw_seat(picture, medal(seat, 60), teller.name(seat), total(view, seat), line, acting=arrow, won=wins)
        draw_things(picture, things(view, seat), (left + INSET, top + NAME, wide - 2 * INSET))


def _panel_wide(view: View) -> int:
    return (WIDE - 2 * EDGE - GAP * (view.seats - 1)) // view.seats


def things(view: View, seat: Seat) -> list[Group]:
    """What lies in front of a seat, for everybody to see."""
    player, cards = view.players[seat], view.planted_count[seat]
    found: list[Group] = [(gem(colour, 34), literal(count)) for colour, count in zip(COLOURS, player.gems, strict=True)]
    found.append((gardener(seat, 44), literal(player.assistants)))
    return [*found, *([(back(40), literal(cards))] if cards else []), *belongings(player, seat)]


def belongings(player: Player, seat: Seat) -> list[Group]:
    """The masteries that a seat has unlocked, and a reserved tree."""
    chips: list[Group] = [(chip(each, seat),) for each in sorted(player.owned)]
    return chips if player.reserved is None else [*chips, (reserved(player.reserved, seat),)]


@sprites.keep
def reserved(tree: int, seat: Seat) -> Picture:
    """A reserved tree, with its seat's medal."""
    piece = Image.new("RGBA", (TREE + 18, LINE), (*CREAM, 0))
    put(piece, face(tree, TREE, LINE - 4), (18 + TREE / 2, LINE / 2))
    put(piece, medal(seat, 34), (17, 17))
    return piece


def flowed(groups: Sequence[Group], wide: int) -> list[list[Group]]:
    """Groups in lines that are no wider than this, in pixels."""
    lines: list[list[Group]] = [[]]
    for group in groups:
        if lines[-1] and sum(_group_wide(each) + APART for each in lines[-1]) + _group_wide(group) > wide:
            lines.append([])
        lines[-1].append(group)
    return lines


def _group_wide(group: Group) -> float:
    return sum(width(part, READABLE + 2) if isinstance(part, str) else part.width for part in group) + 4 * (len(group) - 1)


def draw_things(picture: Picture, groups: Sequence[Group], room: tuple[int, int, int]) -> None:
    """Groups in lines: from where, from what height, and how wide they may be."""
    left, top, wide = room
    for i, line in enumerate(flowed(groups, wide)):
        x = float(left)
        for group in line:
            put_signs(picture, group, (x, top + (i + 0.5) * LINE, _group_wide(group)), READABLE + 2)
            x += _group_wide(group) + APART
