"""Compute how high questions are on a phone, from the top of the picture to the last answer, without drawing them.

Random games of two, three and four are played, and all questions of some of their moves are laid out as on the sandbox's page
(`bench.phone`). `--check` compares some of them with the page in Chromium, and draws their pictures: no letter may be too small.
"""

from __future__ import annotations

import argparse
import asyncio
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from statistics import median
from typing import Any, NamedTuple, ParamSpec

from PIL import Image
from playwright.async_api import Browser

from bench.phone import PICTURE_PX, WINDOW_PX, boxes
from bench.rows import NotMeasured, Row
from cogs.operations.drawing import Drawing
from cogs.play.panel import Asking, offer, question_layout, question_lines
from cogs.shell.components import Layout, Menu, Picture, build
from cogs.shell.components import Row as Buttons
from cogs.shell.reader import Reader
from host.position import Position
from render import paint, size_of
from render.emojis import pieces
from render.png import encode
from render.sketch import Sketch
from render.writing import recorded_texts
from rules.choice import Path
from rules.game import DEALER, AnyGame, Seat, conversation, play_at_random
from rules.text import joined
from sandbox.kinds import COMPONENTS_V2
from sandbox.mailbox import Draft, post
from sandbox.media import Upload
from sandbox.server import Sandbox
from sandbox.world import BOT_ID
from trials.clicks import steps
from trials.options import add_games, add_number, add_seed, games
from trials.page import CHROMIUM, running
from trials.seeding import started_position

LIMIT_PX = 640
TOLERANCE_PX = 10
SCREENS_SHOWN = 50  # the page opens with as many messages
# The upper and lower edges of all parts of a message.
EDGES = "box => [...box.children].map(part => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom])"
ANSWERS = ("p1:pick", "p1:menu", "p1:tab", "p1:turn")
NAMES = ("Amélie", "Ben", "Łukasz", "Zoë")
FIRST_EMOJI = 10**17
EMOJIS = {piece: f"<:{piece}:{FIRST_EMOJI + number}>" for number, piece in enumerate(sorted(pieces()))}
READER = Reader(NAMES, emojis=EMOJIS)
P = ParamSpec("P")


class Screen(NamedTuple):
    """A question as its player sees it: the prompt's key, the panel, and the picture before it is drawn."""

    key: str
    shown: Layout
    sketch: Sketch

    @property
    def height(self) -> float:
        """Return the pixels from the top of the picture to the end of the last answer."""
        found = boxes(self.shown, READER)
        return found[self.last].bottom - found[self.first].top

    @property
    def first(self) -> int:
        """Return the index of the message's first picture."""
        return next(n for n, part in enumerate(self.shown.parts) if isinstance(part, Picture))

    @property
    def last(self) -> int:
        """Return the index of the last part with an answer."""
        return max(n for n, part in enumerate(self.shown.parts) if _answers(part))


def _answers(part: object) -> bool:
    match part:
        case Buttons(buttons):
            return any(each.custom_id.startswith(ANSWERS) for each in buttons)
        case Menu():
            return part.custom_id.startswith(ANSWERS)
        case _:
            return False


def arguments(asked: argparse.ArgumentParser) -> None:
    """Add options for the games, and for the comparison with the page."""
    add_games(asked)
    add_seed(asked)
    add_number(asked, "games", 200, "random games of each kind")
    add_number(asked, "moves", 2, "moves of each of them, whose questions are laid out")
    asked.add_argument("--check", action="store_true", help="compare with the page in Chromium, and draw the pictures")
    add_number(asked, "screens", 100, "screens of each game that are compared")


def run(given: argparse.Namespace) -> Iterator[Row]:
    """Compute the heights of all games.

    :raises NotMeasured: without fontconfig; with ``--check`` also without Chromium.
    """
    if given.check and CHROMIUM is None:
        raise NotMeasured("the page, as there is no Chromium on this machine")
    for game in games(given):
        found = asyncio.run(screens(game, given.games, given.moves, given.seed))
        yield from rows(game.key, found)
        if given.check:
            few = Random(given.seed).sample(found, min(given.screens, len(found)))
            yield from checked(game.key, few)


def rows(name: str, found: Sequence[Screen]) -> Iterator[Row]:
    """Yield the figures of a game, and of each kind of question."""
    by_key: dict[str, list[float]] = defaultdict(list)
    for screen in found:
        by_key[screen.key].append(screen.height)
    heights = [height for each in by_key.values() for height in each]
    yield Row(f"{name}, {len(heights)} questions: over {LIMIT_PX} px", _over(heights), "%", 0)
    yield Row(f"{name}: height, p50", median(heights), "px")
    yield Row(f"{name}: height, largest", max(heights), "px", LIMIT_PX)
    for key, each in sorted(by_key.items()):
        yield Row(f"{name}, {key}, {len(each)} questions: over {LIMIT_PX} px", _over(each), "%")
        yield Row(f"{name}, {key}: height, p50", median(each), "px")
        yield Row(f"{name}, {key}: height, largest", max(each), "px")


def _over(heights: Sequence[float]) -> float:
    return 100 * sum(height > LIMIT_PX for height in heights) / len(heights)


# -- questions --------------------------------------------------------------------------------


class Blank(Drawing):
    """Return blank pictures of the right size, and keep the last sketch."""

    sketch: Sketch

    async def draw(self, function: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """Return a blank PNG as large as the picture."""
        self.sketch = next(value for value in values if isinstance(value, Sketch))
        return _blank(size_of(self.sketch))


@lru_cache(maxsize=256)
def _blank(size: tuple[int, int]) -> bytes:
    return encode(Image.new("L", size))


async def screens(game: AnyGame, count: int, moves: int, seed: int) -> list[Screen]:
    """Return all questions of random moves of random games."""
    random, found, drawing = Random(seed), list[Screen](), Blank()
    tables = [await started_position(game.key, NAMES[:seats]) for seats in game.seats]
    for number in range(count):
        at = tables[number % len(tables)]
        played = list(_moves(game, len(at.seats), random))
        for state, seat, path in random.sample(played, min(moves, len(played))):
            found += await _questions(drawing, replace(at, state=state), seat, path)
    drawing.close()
    return found


def _moves(game: AnyGame, seats: int, random: Random) -> Iterator[tuple[Any, Seat, Path]]:
    """Yield the moves of people in a random game, each with the state before it."""
    state = game.setup(seats, frozenset())
    for move in play_at_random(game, state, random):
        if move.seat != DEALER:
            yield state, move.seat, move.path
        state = move.step.state


async def _questions(drawing: Blank, at: Position, seat: Seat, path: Path) -> list[Screen]:
    """Return the panels that lead to a move."""
    found: list[Screen] = []
    person = at.seats[seat].person
    for progress, _ in steps(at.id, at.seq, conversation(at.game, at.state, seat), path):
        asked, prompt = Asking(at, person, progress, READER.as_wide), progress.prompt
        assert prompt
        told = joined("\n", *question_lines(asked, prompt))
        shown = await question_layout(drawing, asked, READER.teller, told, offer(asked, prompt, 0))
        found.append(Screen(prompt.key, shown, drawing.sketch))
    return found


# -- the page ---------------------------------------------------------------------------------


class Compared(NamedTuple):
    """A screen, and on the page its height from the picture to the last answer."""

    screen: Screen
    on_page: float

    @property
    def error(self) -> float:
        """Return the pixels by which the real page is higher than the computed page."""
        return self.on_page - self.screen.height


async def compared(found: Sequence[Screen], browser: Browser) -> list[Compared]:
    """Return the screens with their heights on the sandbox's page, in a window as wide as a phone."""
    sandbox = await Sandbox.start()
    for piece, markup in EMOJIS.items():
        image = "data:image/png;base64," + b64encode(_blank((1, 1))).decode()
        sandbox.world.emojis.add(markup.rpartition(":")[2][:-1], {"name": piece[:32], "image": image}, sandbox.world.bot)
    pairs: list[Compared] = []
    for first in range(0, len(found), SCREENS_SHOWN):
        some = found[first : first + SCREENS_SHOWN]
        ids = [_post(sandbox, screen) for screen in some]
        page = await browser.new_page(viewport={"width": WINDOW_PX, "height": 844})
        await page.goto(sandbox.page)
        await page.locator(f'[data-message="{ids[-1]}"]').wait_for()
        for screen, message in zip(some, ids, strict=True):
            parts: list[list[float]] = await page.locator(f'[data-message="{message}"] .container').evaluate(EDGES)
            pairs.append(Compared(screen, parts[screen.last][1] - parts[screen.first][0]))
        await page.close()
    await sandbox.close()
    return pairs


def _post(sandbox: Sandbox, screen: Screen) -> str:
    """Post a panel as the bot does; return the message's id."""
    picture = screen.shown.parts[screen.first]
    assert isinstance(picture, Picture)
    body = {
        "flags": COMPONENTS_V2,
        "components": build(screen.shown, READER).to_components(),
        "attachments": [{"id": 0, "filename": picture.file}],
    }
    author, files = sandbox.world.users[BOT_ID], {"files[0]": Upload(picture.file, picture.data)}
    return str(post(sandbox.world, Draft(sandbox.home.channel_id("garden"), author, body, files))["id"])


async def _compared(found: Sequence[Screen]) -> list[Compared]:
    async with running() as browser:
        return await compared(found, browser)


def checked(name: str, found: Sequence[Screen]) -> Iterator[Row]:
    """Yield how far the computed heights are from the page, and the sizes in the drawn pictures."""
    errors = [abs(each.error) for each in asyncio.run(_compared(found))]
    far = sum(error > TOLERANCE_PX for error in errors)
    yield Row(f"{name}, {len(errors)} screens on the page: over {TOLERANCE_PX} px apart", far, "", 0)
    yield Row(f"{name}: farthest from the page", max(errors), "px", TOLERANCE_PX)
    letters, others = list[float](), 0
    for screen in found:
        with recorded_texts() as runs:
            picture = paint(screen.sketch)
        letters += (run.size * PICTURE_PX / picture.width for run in runs)
        others += picture.size != size_of(screen.sketch)
    yield Row(f"{name}: pictures of another size than computed", others, "", 0)
    yield Row(f"{name}: smallest letters in a picture {PICTURE_PX:.0f} px wide", min(letters), "px")
