"""``python -m tests.render.sheets``: every question, preview, board, detail and poster of every game, as large as seen.

Contact sheets in ``var/pictures``. ``1080``, as many pixels as a phone has across, is a sheet for each thing that is shown, with
a column for each number of seats and a line for each moment. ``box`` and ``phone`` hold a whole game, within 550 × 350 points, as
clients for desks show pictures, and 340 wide; a line is a thing, at all moments. ``emojis.png`` shows those of all games, on
light and on dark ground, in a line of text and alone. ``plots`` has example plots in the same sizes.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

import render
from cogs.shell.languages import ENGLISH
from render import plots
from render.canvas import Picture, put, scaled
from render.emojis import emoji, pieces
from render.fonts import write
from render.layout import GAP
from render.palette import INK
from render.poster import Poster, drawn
from rules import GAMES
from rules.text import Translate
from tests.render.album import titled
from tests.render.plots.examples import PLOTS
from tests.render.sketches import told_to
from tests.render.test_poster import poster
from trials.local_bot import known_languages

FOLDER = Path(__file__).parents[2] / "var" / "pictures"
SIZES = {"1080": (1080, 10_000), "box": (550, 350), "phone": (340, 10_000)}  # pixels: the largest width and height
SEED = 3
CAPTION = 32
GREY = (214, 214, 210)
GROUNDS = ((255, 255, 255), (49, 51, 56))  # of Discord's clients
IN_LINE, ALONE = 22, 44  # pixels of an emoji
ABREAST, STEP = 14, 80  # emojis of a row, and pixels for each
PLOTS_FOLDER, PLOTS_ABREAST = "plots", 3  # plots of a row

Shown = dict[str, dict[int, list[Picture]]]  # by what is shown and the number of seats: early, in the middle, late


def main() -> None:
    """Draw the sheets of all games, or of those named."""
    parser = argparse.ArgumentParser(prog="python -m tests.render.sheets", description=__doc__)
    every = (*GAMES, PLOTS_FOLDER)
    parser.add_argument("games", nargs="*", choices=[*every, []], metavar="GAME", help=f"some of: {', '.join(every)}")
    parser.add_argument("-o", "--output", type=Path, default=FOLDER, metavar="PATH", help="the folder (default: var/pictures)")
    parser.add_argument("--language", default=ENGLISH, metavar="NAME", help="of the words, such as de (default: en)")
    given = parser.parse_args()
    translate = known_languages().translate(given.language)
    for game in given.games or every:
        folder: Path = given.output / game
        folder.mkdir(parents=True, exist_ok=True)
        if game == PLOTS_FOLDER:
            draw_plots(folder)
            continue
        shown = pictures(game, translate)
        for size in SIZES:
            for name, sheet in sheets(shown, size):
                sheet.save(folder / f"{name}.png")
        sys.stdout.write(f"{folder}: {', '.join(shown)}\n")
    emojis().save(given.output / "emojis.png")


def draw_plots(folder: Path) -> None:
    """Write a sheet of example plots in each of the `SIZES`."""
    found = {name: Image.open(io.BytesIO(plots.drawn(plot))).convert("RGB") for name, plot in PLOTS.items()}
    for size, most in SIZES.items():
        pieces = [_piece(name, picture, most) for name, picture in found.items()]
        _sheet([pieces[place : place + PLOTS_ABREAST] for place in range(0, len(pieces), PLOTS_ABREAST)]).save(
            folder / f"{size}.png"
        )


def emojis() -> Picture:
    """Return a sheet of all emojis in two sizes on light and dark backgrounds."""
    found = [Image.open(io.BytesIO(emoji(piece).png)) for piece in pieces()]
    high = -(-len(found) // ABREAST) * (ALONE + GAP)
    sheet = Image.new("RGB", (len(GROUNDS) * ABREAST * STEP, high))
    for half, ground in enumerate(GROUNDS):
        left = half * ABREAST * STEP
        sheet.paste(ground, (left, 0, left + ABREAST * STEP, high))
        for number, each in enumerate(found):
            x, y = left + number % ABREAST * STEP, number // ABREAST * (ALONE + GAP) + (ALONE + GAP) / 2
            put(sheet, scaled(each, (ALONE, ALONE)), (x + 24, y))
            put(sheet, scaled(each, (IN_LINE, IN_LINE)), (x + 62, y))
    return sheet


def pictures(game: str, translate: Translate) -> Shown:
    """Return the pictures of a game by kind and number of seats, in the colours in which they are sent."""
    found: dict[str, dict[int, list[render.Sketch]]] = {}
    for what, sketch in titled(game, SEED):
        found.setdefault(what, {}).setdefault(len(sketch.teller.names), []).append(told_to(sketch, translate))
    posters = {seats: [_poster(poster(game, seats), translate)] for seats in GAMES[game].seats}
    shown = {what: {seats: [_sent(each) for each in _few(all_)] for seats, all_ in by.items()} for what, by in found.items()}
    return {**shown, "poster": posters}


def _poster(made: Poster, translate: Translate) -> Picture:
    told = replace(made, board=told_to(made.board, translate))
    return Image.open(io.BytesIO(drawn(told))).convert("RGB")


def _few(sketches: Sequence[render.Sketch]) -> list[render.Sketch]:
    places = sorted({0, len(sketches) // 2, len(sketches) - 1})
    return [sketches[place] for place in places]


def _sent(sketch: render.Sketch) -> Picture:
    return Image.open(io.BytesIO(render.drawn(sketch))).convert("RGB")


def sheets(shown: Shown, size: str) -> Iterable[tuple[str, Picture]]:
    """Return the sheets of a game in one of the `SIZES`, by name."""
    lines = {what: _lines(what, by, SIZES[size]) for what, by in shown.items()}
    if size == "1080":
        return [(f"{size}-{what.replace(' ', '-')}", _sheet(found)) for what, found in lines.items()]
    return [(size, _sheet([[piece for line in found for piece in line] for found in lines.values()]))]


def _lines(what: str, by: dict[int, list[Picture]], most: tuple[int, int]) -> list[list[Picture]]:
    """Return a line for each moment, with a piece for each number of seats."""
    depth = max(map(len, by.values()))
    return [
        [_piece(f"{what}, {seats} seats", found[min(row, len(found) - 1)], most) for seats, found in sorted(by.items())]
        for row in range(depth)
    ]


def _piece(caption: str, picture: Picture, most: tuple[int, int]) -> Picture:
    scale = min(most[0] / picture.width, most[1] / picture.height)
    shown = scaled(picture, (round(picture.width * scale), round(picture.height * scale)))
    piece = Image.new("RGB", (most[0], shown.height + CAPTION), GREY)
    write(ImageDraw.Draw(piece), (4, CAPTION / 2), caption, 20, INK)
    piece.paste(shown, (0, CAPTION))
    return piece


def _sheet(lines: Sequence[Sequence[Picture]]) -> Picture:
    wide = max(sum(piece.width + GAP for piece in line) for line in lines)
    sheet = Image.new("RGB", (wide, sum(max(piece.height for piece in line) + GAP for line in lines)), GREY)
    y = 0
    for line in lines:
        x = 0
        for piece in line:
            sheet.paste(piece, (x, y))
            x += piece.width + GAP
        y += max(piece.height for piece in line) + GAP
    return sheet


if __name__ == "__main__":
    main()
