"""The things in front of a seat, in lines; and on the public picture a panel for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.cache import sprites
from render.canvas import WIDE, Picture, put
from render.fonts import width
from render.ishtar.cells import symbol
from render.ishtar.emblems import gardener, medal
from render.ishtar.gems import gem
from render.ishtar.heads import seat_to_act, shown_points, winners_of
from render.ishtar.masteries import CHIP_HEIGHT_PX, chip, put_signs
from render.ishtar.trees import back, face
from render.layout import EDGE, GAP, SIZES, draw_sheet
from render.palette import CREAM, Theme
from render.seats import draw_seat
from render.teller import Teller
from render.writing import Words, literal
from rules.game import Seat
from rules.ishtar.parts import COLOURS
from rules.ishtar.score import points_of
from rules.ishtar.state import View

NAME_LINE_PX, LINE_PX = 72, 52  # the first line of a panel, and the others
USUAL_LINES = {2: 1, 3: 2, 4: 2}  # by number of seats, below the first
INSET_PX, FOOT_PX = 12, 10
ARROW_PANEL_PX = 400  # a panel this wide has room for an arrow beside the name
THING_GAP_PX, LEAST_GAP_PX = 12, 4  # between things in a line
TREE_CARD_PX = 258  # a reserved tree
Group = tuple[Picture | Words, ...]  # such as a gem with its number


def usual_panel_height(view: View) -> int:
    """Return the pixels that a panel takes most of the time."""
    return NAME_LINE_PX + LINE_PX * USUAL_LINES[view.seats] + FOOT_PX


def panel_height(view: View) -> int:
    """Return the pixels of the highest panel."""
    wide = _panel_wide(view) - 2 * INSET_PX
    lines = max(len(wrap_groups(things_of(view, seat), wide)) for seat in range(view.seats))
    return NAME_LINE_PX + LINE_PX * lines + FOOT_PX


def draw_panels(picture: Picture, view: View, teller: Teller, top: int) -> None:
    """Draw a panel for each seat, side by side: medal, name, points; gems, assistants, cards, masteries, a reserve."""
    wide, high = _panel_wide(view), panel_height(view)
    for seat in range(view.seats):
        left, acts, wins = EDGE + seat * (wide + GAP), seat == seat_to_act(view), seat in winners_of(view)
        draw_sheet(picture, (left, top, wide, high), teller.theme, acts or wins)
        line, arrow = (left - 14, top + 4, wide + 20, NAME_LINE_PX - 4), acts and wide >= ARROW_PANEL_PX
        name, points = teller.name(seat), shown_points(view, seat)
        draw_seat(picture, medal(seat, 60), name, points, line, teller.theme, acting=arrow, won=wins)
        room = (left + INSET_PX, top + NAME_LINE_PX, wide - 2 * INSET_PX)
        draw_things(picture, things_of(view, seat), room, teller.theme)


def _panel_wide(view: View) -> int:
    return (WIDE - 2 * EDGE - GAP * (view.seats - 1)) // view.seats


def things_of(view: View, seat: Seat) -> list[Group]:
    """Return the public possessions of a seat: gems, assistants, planted cards, masteries and the reserved tree."""
    player, cards = view.players[seat], view.planted_count[seat]
    found: list[Group] = [(gem(colour, 32), literal(count)) for colour, count in zip(COLOURS, player.gems, strict=True)]
    found.append((gardener(seat, 42), literal(player.assistants)))
    return [*found, *([(back(42), literal(cards))] if cards else []), *belongings(view, seat)]


def belongings(view: View, seat: Seat) -> list[Group]:
    """Return the masteries that a seat has unlocked, after the letter that stands for them on tiles; and its reserved tree."""
    player, worth = view.players[seat], dict(points_of(view)[seat].masteries)
    chips: list[Group] = [(chip(each, seat, worth.get(each)),) for each in sorted(player.owned)]
    if chips:
        chips[0] = (symbol("M", CHIP_HEIGHT_PX), *chips[0])
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
        if lines[-1] and sum(_group_wide(each) + LEAST_GAP_PX for each in lines[-1]) + _group_wide(group) > wide:
            lines.append([])
        lines[-1].append(group)
    return lines


def _group_wide(group: Group) -> float:
    """Return the pixels of a group; a number takes at least those of one wide digit, so that equal things stand in columns."""
    least = width(literal(0), SIZES.tiny)
    return sum(max(least, width(part, SIZES.tiny)) if isinstance(part, str) else part.width for part in group) + 4 * (
        len(group) - 1
    )


def draw_things(picture: Picture, groups: Sequence[Group], room: tuple[int, int, int], theme: Theme) -> None:
    """Draw groups in lines; ``room`` is the left end, the top and the width."""
    left, top, wide = room
    for i, line in enumerate(wrap_groups(groups, wide)):
        x, spans = float(left), [_group_wide(group) for group in line]
        gap = min(THING_GAP_PX, (wide - sum(spans)) / max(1, len(line) - 1))
        for group, span in zip(line, spans, strict=True):
            put_signs(picture, group, (x, top + (i + 0.5) * LINE_PX, span), SIZES.tiny, theme.text)
            x += span + gap
