"""Let Ada play whole games against computers by clicking, one game after another."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from .answer import Answer, Unanswered
from .client import Person
from .kinds import Json
from .reading import Button, buttons_of
from .server import Sandbox

WINNER = re.compile(r"\b(wins?|won|share)\b")
ANSWERS = ("p1:pick:", "p1:turn:")  # the beginnings of custom_ids
MAX_CLICKS = 500  # for one turn
MAX_TRIES = 3  # until the bot answers
BOT_SECONDS = 60.0  # in which the bot comes, or posts a board
LEVEL = "steady"  # of the computers
GAIN = re.compile(r"[+−]\d+")
RETRY_SECONDS = 1.0  # until Ada looks at the board again, when somebody else played


@dataclass(frozen=True)
class Demo:
    """Hold the settings of a demonstration: ``pause`` seconds before each click, keys of games (none: all)."""

    pause: float
    games: tuple[str, ...]
    seed: int | None
    once: bool  # stop after these games


class UnknownGame(Exception):
    """Report a game that the bot does not offer; the message lists those that it offers."""


async def play(sandbox: Sandbox, demo: Demo) -> None:
    """Play, print the results, and wait afterwards for ever, unless `once` is set.

    :raises UnknownGame: when the bot does not offer one of the games.
    """
    await sandbox.wait_ready(BOT_SECONDS)
    await sandbox.wait_commands(BOT_SECONDS)
    player = Player(sandbox, Random(demo.seed), 0.0 if demo.once else demo.pause)
    offered = await player.games()
    if unknown := sorted(set(demo.games) - set(offered)):
        raise UnknownGame(f"There is no game {unknown[0]}; there are: {', '.join(offered)}.")
    for key in demo.games or offered:
        title = offered[key]
        began = time.monotonic()
        board = await player.begin(key)
        print(f"{title}: watch at {sandbox.page}#{player.name}/{board['channel_id']}", flush=True)
        turns, end = await player.play_on(board)
        print(f"{title}: {turns} turns in {time.monotonic() - began:.0f} s. {end}", flush=True)
    if not demo.once:
        print(f"All games are over. The boards stay at {sandbox.page} until Ctrl+C.", flush=True)
        await asyncio.Event().wait()


class Player:
    """Play for Ada, who knows only what the screen shows."""

    def __init__(self, sandbox: Sandbox, random: Random, pause: float) -> None:
        self._sandbox = sandbox
        self._random = random
        self._pause = pause
        self._person = next(iter(sandbox.home.people.values()))

    @property
    def name(self) -> str:
        return self._person.name

    async def games(self) -> dict[str, str]:
        """Return the titles of the games on offer, by key."""
        return {str(c["value"]): str(c["name"]) for c in await self._person.complete("game new", "game")}

    async def begin(self, key: str) -> Json:
        """Open a table of this game in the garden, fill it with computers, start, and return its first board."""
        person = self._person.go("garden")
        lobby = await self._insist(lambda: person.slash("game new", game=key, computers=1, level=LEVEL))
        while any(button.label == "Add a computer" and not button.disabled for button in lobby.buttons):
            lobby = await self._click(person, "Add a computer", lobby)
        await self._click(person, "Start", lobby)
        board = await self._board_after(lobby.message)
        person.go(board["channel_id"])
        return board

    async def play_on(self, board: Json) -> tuple[int, str]:
        """Play to the end; return how many turns Ada took, and the line of the last board that names the winner."""
        turns = 0
        while not _button(board, "Rematch"):
            if self._is_asked(board):
                try:
                    await self._turn(self._person, board)
                    turns += 1
                except LookupError:  # somebody played on the page meanwhile
                    await asyncio.sleep(RETRY_SECONDS)
                    board = next(message for message in reversed(self._person.visible()) if _is_board(message))
                    continue
            board = await self._board_after(board)
        lines = self._person.read(board).text.splitlines()
        return turns, next((line.strip("*") for line in reversed(lines) if WINNER.search(line)), lines[-1])

    def _is_asked(self, board: Json) -> bool:
        """Return whether this board asks Ada for a move."""
        pinged = [user["id"] for user in board["mentions"]]
        return self._person.id in pinged and _button(board, "Your move") is not None

    async def _board_after(self, former: Json) -> Json:
        """Wait for the next board, in the same place or, after a lobby, in the thread that was opened for it."""

        def is_next(message: Json) -> bool:
            place = message["channel_id"]
            here = place == former["channel_id"] or int(place) >= int(former["id"])
            return here and int(message["id"]) > int(former["id"]) and _is_board(message)

        return await self._sandbox.home.wait_for(is_next, BOT_SECONDS)

    async def _turn(self, person: Person, board: Json) -> None:
        """Take the answers that promise most points and confirm, until there is nothing more to answer."""
        panel = await self._click(person, "Your move", person.read(board))
        for _ in range(MAX_CLICKS):
            answers = [button for button in panel.buttons if is_answer(button)]
            if any(button.label == "Confirm" for button in panel.buttons):
                panel = await self._click(person, "Confirm", panel)
            elif answers:
                panel = await self._press(person, self._best(answers), panel)
            elif panel.selects:
                panel = await self._choose(person, panel)
            else:
                return
        raise RuntimeError(f"{person.name} came to no end of a turn: {panel.text}")

    def _best(self, answers: list[Button]) -> Button:
        """Return an answer whose label promises most points; any of them where several do, or none tells."""
        most = max(promised_points(answer.label) for answer in answers)
        return self._random.choice([answer for answer in answers if promised_points(answer.label) == most])

    async def _choose(self, person: Person, panel: Answer) -> Answer:
        """Choose one answer from a menu, after a page where another menu turns its pages."""
        if len(panel.selects) > 1:
            pages = panel.selects[0]
            panel = await self._choose_in(person, pages.custom_id, [value for _, value in pages.options], panel)
        menu = panel.selects[-1]
        return await self._choose_in(person, menu.custom_id, [value for _, value in menu.options], panel)

    async def _choose_in(self, person: Person, menu: str, values: list[str], panel: Answer) -> Answer:
        await asyncio.sleep(self._pause)
        value = self._random.choice(values)
        return await self._insist(lambda: person.choose(menu, value, on=panel))

    async def _press(self, person: Person, button: Button, panel: Answer) -> Answer:
        await asyncio.sleep(self._pause)
        return await self._insist(lambda: person.click(custom_id=button.custom_id, on=panel))

    async def _insist(self, act: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do it again when there was no answer, as when the bot is just being restarted."""
        for _ in range(MAX_TRIES):
            with suppress(Unanswered):
                return await act()
            await self._sandbox.wait_ready(BOT_SECONDS)
        return await act()

    async def _click(self, person: Person, label: str, shown: Answer) -> Answer:
        button = _button(shown.message, label)
        if button is None:
            raise LookupError(f"{person.name} sees no button {label}: {shown.text}")
        return await self._press(person, button, shown)


def is_answer(button: Button) -> bool:
    """Return whether a button of a panel answers what is asked."""
    return not button.disabled and button.custom_id.startswith(ANSWERS)


def promised_points(label: str) -> int:
    """Return the points that a label like "Fountain +6" promises; 0 where it tells none."""
    return max((int(found.replace("−", "-")) for found in GAIN.findall(label)), default=0)


def _is_board(message: Json) -> bool:
    return message["_reader"] is None and _button(message, "My view") is not None


def _button(message: Json, label: str) -> Button | None:
    return next((button for button in buttons_of(message) if button.label == label and not button.disabled), None)
