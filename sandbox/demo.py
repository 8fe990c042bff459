"""A demonstration: the four people play whole games by clicking what they see, one game after another."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from .answer import Answer, Unanswered
from .client import Person
from .kinds import Json
from .local import Demo
from .reading import Button, buttons_of
from .server import Sandbox
from .world import PEOPLE

NO_ANSWERS = ("Confirm", "Back", "Start over", "Rules", "Close", "Your move", "Undo")
CLICKS = 500  # for one turn
TRIES = 3  # until the bot answers
SECONDS = 60.0  # in which the bot comes, or posts a board
AGAIN = 1.0  # seconds before somebody looks at the board again


async def play(sandbox: Sandbox, demo: Demo) -> None:
    """Play, and tell on the terminal how it went; afterwards wait, unless it is to be done `once`."""
    await sandbox.wait_ready(SECONDS)
    await sandbox.wait_commands(SECONDS)
    players = Players(sandbox, Random(demo.seed), 0.0 if demo.once else demo.pause)
    offered = await players.games()
    if unknown := sorted(set(demo.games) - set(offered)):
        sys.exit(f"There is no game {unknown[0]}; there are: {', '.join(offered)}.")
    for key in demo.games or offered:
        title = offered[key]
        began = time.monotonic()
        print(f"{title}: {', '.join(PEOPLE)} sit down.", flush=True)
        turns, end = await players.whole_game(key)
        print(f"{title}: {turns} turns in {time.monotonic() - began:.0f} s. {end}", flush=True)
    if not demo.once:
        print(f"All games are over. The boards stay at {sandbox.page} until Ctrl+C.", flush=True)
        await asyncio.Event().wait()


class Players:
    """Ada, Ben, Cleo and Dan; they know nothing but what is on the screen."""

    def __init__(self, sandbox: Sandbox, random: Random, pause: float) -> None:
        self._sandbox = sandbox
        self._random = random
        self._pause = pause
        self._people = list(sandbox.home.people.values())

    async def games(self) -> dict[str, str]:
        """The titles of the games on offer, by key."""
        return {str(c["value"]): str(c["name"]) for c in await self._people[0].complete("game new", "game")}

    async def whole_game(self, key: str) -> tuple[int, str]:
        """Open a table, play to the end; how many turns it took, and the last line under the board."""
        host, *others = [person.go("garden") for person in self._people]
        lobby = await self._insist(lambda: host.slash("game new", game=key))
        for person in others:
            if any(button.label == "Join" and not button.disabled for button in lobby.buttons):
                await self._click(person, "Join", lobby)
        await self._click(host, "Start", lobby)
        board = await self._board_after(lobby.message)
        for person in self._people:
            person.go(board["channel_id"])
        turns = 0
        while mover := self._mover(board):
            try:
                await self._turn(mover, board)
                board = await self._board_after(board)
                turns += 1
            except LookupError:  # somebody played on the page meanwhile
                await asyncio.sleep(AGAIN)
                board = next(message for message in reversed(host.visible()) if _is_board(message))
        lines = host.read(board).text.splitlines()
        return turns, next((line for line in lines if line.startswith("The game is over")), lines[-1])

    def _mover(self, board: Json) -> Person | None:
        """Who is pinged under a board that can still be played on."""
        pinged = [user["id"] for user in board["mentions"]]
        return next((person for person in self._people if person.id in pinged and _button(board, "Your move")), None)

    async def _board_after(self, former: Json) -> Json:
        """The next board, in the same place or, after a lobby, in the thread that was opened for it."""

        def is_next(message: Json) -> bool:
            place = message["channel_id"]
            here = place == former["channel_id"] or int(place) >= int(former["id"])
            return here and int(message["id"]) > int(former["id"]) and _is_board(message)

        return await self._sandbox.home.wait_for(is_next, SECONDS)

    async def _turn(self, person: Person, board: Json) -> None:
        """Answer at random and confirm, until there is nothing more to answer."""
        panel = await self._click(person, "Your move", person.read(board))
        for _ in range(CLICKS):
            answers = [b for b in panel.buttons if b.label not in NO_ANSWERS and not b.disabled]
            if any(button.label == "Confirm" for button in panel.buttons):
                panel = await self._click(person, "Confirm", panel)
            elif answers:
                panel = await self._press(person, self._random.choice(answers), panel)
            elif panel.selects:
                panel = await self._choose(person, panel)
            else:
                return
        raise RuntimeError(f"{person.name} came to no end of a turn: {panel.text}")

    async def _choose(self, person: Person, panel: Answer) -> Answer:
        """One answer from a menu; where another menu turns its pages, from a page of it."""
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
        for _ in range(TRIES):
            with suppress(Unanswered):
                return await act()
            await self._sandbox.wait_ready(SECONDS)
        return await act()

    async def _click(self, person: Person, label: str, shown: Answer) -> Answer:
        button = _button(shown.message, label)
        if button is None:
            raise LookupError(f"{person.name} sees no button {label}: {shown.text}")
        return await self._press(person, button, shown)


def _is_board(message: Json) -> bool:
    return message["_reader"] is None and _button(message, "My view") is not None


def _button(message: Json, label: str) -> Button | None:
    return next((button for button in buttons_of(message) if button.label == label and not button.disabled), None)
