"""The things in front of a seat, in lines; and on the public picture a panel for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import width
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import gem
from render.ishtar.heads import seat_to_act, shown_points, winners_of
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

NAME_LINE_PX, LINE_PX = 72, 52  # the first line of a panel, and the others
USUAL_LINES = {2: 2, 3: 3, 4: 3}  # by number of seats, below the first
INSET_PX = 14
ARROW_PANEL_PX = 400  # a panel this wide has room for an arrow beside the name
THING_GAP_PX = 12
TREE_CARD_PX = 262  # a reserved tree
Group = tuple[Picture | Words, ...]  # such as a gem with its number


def usual_panel_height(view: View) -> int:
    """Return the pixels that a panel takes most of the time."""
    return NAME_LINE_PX + LINE_PX * USUAL_LINES[view.seats] + 10


def panel_height(view: View) -> int:
    """Return the pixels of the highest panel, at least the usual height."""
    wide = _panel_wide(view) - 2 * INSET_PX
    lines = max(len(wrap_groups(things_of(view, seat), wide)) for seat in range(view.seats))
    return max(usual_panel_height(view), NAME_LINE_PX + LINE_PX * lines + 10)


def draw_panels(picture: Picture, view: View, teller: Teller, top: int) -> None:
    """Draw a panel for each seat, side by side: medal, name, points; gems, assistants, cards, masteries, a reserve."""
    wide, high = _panel_wide(view), panel_height(view)
    for seat in range(view.seats):
        left, acts, wins = EDGE + seat * (wide + GAP), seat == seat_to_act(view), seat in winners_of(view)
        draw_sheet(picture, (left, top, wide, high), acts or wins)
        line, arrow = (left - 14, top + 4, wide + 20, NAME_LINE_PX - 4), acts and wide >= ARROW_PANEL_PX
        draw_seat(picture, medal(seat, 60), teller.name(seat), shown_points(view, seat), line, acting=arrow, won=wins)
        draw_things(picture, things_of(view, seat), (left + INSET_PX, top + NAME_LINE_PX, wide - 2 * INSET_PX))


def _panel_wide(view: View) -> int:
    return (WIDE - 2 * EDGE - GAP * (view.seats - 1)) // view.seats


def things_of(view: View, seat: Seat) -> list[Group]:
    """Return the public possessions of a seat: gems, assistants, planted cards, masteries and the reserved tree."""
    player, cards = view.players[seat], view.planted_count[seat]
    found: list[Group] = [(gem(colour, 34), literal(count)) for colour, count in zip(COLOURS, player.gems, strict=True)]
    found.append((gardener(seat, 44), literal(player.assistants)))
    return [*found, *([(back(40), literal(cards))] if cards else []), *belongings(player, seat)]


def belongings(player: Player, seat: Seat) -> list[Group]:
    """Return the masteries that a seat has unlocked, and its reserved tree."""
    chips: list[Group] = [(chip(each, seat),) for each in sorted(player.owned)]
    return chips if player.reserved is None else [*chips, (reserved(player.reserved, seat),)]


@sprites.keep
def reserved(tree: int, seat: Seat) -> Picture:
    """Return a reserved tree, with its seat's medal."""
    piece = Image.new("RGBA", (TREE_CARD_PX + 18, LINE_PX), (*CREAM, 0))
    put(piece, face(tree, TREE_CARD_PX, LINE_PX - 4), (18 + TREE_CARD_PX / 2, LINE_PX / 2))
    put(piece, medal(seat, 34), (17, 17))
    return piece


def wrap_groups(groups: Sequence[Group], wide: int) -> list[list[Group]]:
    """Return groups in lines no wider than this, in pixels."""
    lines: list[list[Group]] = [[]]
    for group in groups:
        if lines[-1] and sum(_group_wide(each) + THING_GAP_PX for each in lines[-1]) + _group_wide(group) > wide:
            lines.append([])
        lines[-1].append(group)
    return lines


def _group_wide(group: Group) -> float:
    return sum(width(part, READABLE + 2) if isinstance(part, str) else part.width for part in group) + 4 * (len(group) - 1)


def draw_things(picture: Picture, groups: Sequence[Group], room: tuple[int, int, int]) -> None:
    """Draw groups in lines; ``room`` is the left end, the top and the width."""
    left, top, wide = room
    for i, line in enumerate(wrap_groups(groups, wide)):
        x = float(left)
        for group in line:
            put_signs(picture, group, (x, top + (i + 0.5) * LINE_PX, _group_wide(group)), READABLE + 2)
            x += _group_wide(group) + THING_GAP_PX
