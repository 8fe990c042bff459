"""Play one table after another of a game in a guild: open it, play it, and open the next one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from sandbox.answer import Answer
from sandbox.kinds import Json
from trials import screen
from trials.faults.group import Group
from trials.faults.player import FAILED, Player
from trials.faults.side_actions import BESIDES, vote
from trials.faults.testbed import Testbed
from trials.screen import has_question, is_preview

MOST_ANSWERS = 60  # for one move
COMPUTERS = 0.3  # share of tables with one
TERMS = (
    {"time_limit": "live", "timeout": "stand-in"},
    {"time_limit": "live", "timeout": "wait"},
    {"time_limit": "quick", "timeout": "give-up"},
    {"time_limit": "daily", "timeout": "wait"},
    {"time_limit": "untimed"},
)
BOARD_SECONDS = 3.0  # to wait for the next board before somebody asks for it


class PlayLoop(Group):
    """A group that plays one table after another, of one game in one guild."""

    def __init__(self, testbed: Testbed, game: str, guild: str, random: Random) -> None:
        super().__init__(testbed, testbed.players[guild], random)
        self.game = game
        self.turns = 0

    async def live(self, stop: asyncio.Event) -> None:
        """Play until ``stop`` is set; try again a little later after a failure, as people do."""
        while not stop.is_set():
            try:
                await self._step()
            except FAILED:
                await self.world.changes.wait_until(lambda: self.testbed.sandbox.gateway_state.ready or stop.is_set(), 20)
                await asyncio.sleep(self.random.uniform(0, 0.5))

    async def _step(self) -> None:
        if not self.table:
            await self._open()
        elif lobby := self.lobby():
            await self._begin(lobby)
        elif board := self.board():
            self.go_to(board["channel_id"])
            if screen.matching(screen.REMATCH, board["components"]):
                self.table = 0
            else:
                await self._act(board)
        elif not await self.happens(lambda: bool(self.board() or self.lobby()), BOARD_SECONDS):
            await self._look_after_it()

    async def _look_after_it(self) -> None:
        """Ask for the board, as there is nothing to click, and perhaps no thread."""
        self.go_home()
        person = self.somebody()
        shown = await person.slash("board", table=self.table)
        if "cancelled" in shown.text or "no such table" in shown.text or screen.says_over(shown.text):
            self.table = 0
        elif screen.enabled(shown, "b1:move"):
            for player in self.players:
                await self.move_from(player, shown)

    async def _open(self) -> None:
        """Open a table; its message may come even if no answer does."""
        self.go_home()
        host = self.somebody()
        wishes: Json = {"game": self.game, **self.random.choice(TERMS)}
        if self.random.random() < 0.7:
            wishes["seats"] = self.random.randint(2, 4)
        if self.random.random() < COMPUTERS:
            wishes["computers"] = 1
        known = {self.offered(message) for message in self.lobbies()}
        try:
            await host.slash("game new", wishes)
        except FAILED:
            await asyncio.sleep(BOARD_SECONDS)
        fresh = [m for m in self.lobbies() if (t := self.offered(m)) not in known and t not in self.testbed.taken]
        if fresh:
            self.table = self.offered(fresh[-1])
            self.testbed.taken.add(self.table)

    async def _begin(self, lobby: Json) -> None:
        """Have the others join and the host start."""
        for player in self.random.sample(self.players, len(self.players)):
            if self.random.random() < 0.8 and any(b.startswith("l1:join") for b in screen.custom_ids(lobby["components"])):
                await player.press_one("l1:join", lobby)
        for player in self.players:
            if self.lobby() is None:
                return
            await player.press_one("l1:start", lobby)
            if await self.happens(lambda: self.lobby() is None, 1.0):
                return

    async def _act(self, board: Json) -> None:
        """Make a move, or sometimes do something else."""
        for question in self.questions():
            await vote(self, question)
        if self.random.random() < 0.2:
            names, weights = zip(*((deed, weight) for weight, deed in BESIDES), strict=True)
            await self.random.choices(names, weights)[0](self, board)
        movers = [player for player in self.players if player.id in screen.to_move(screen.text_of(board))]
        if not movers or "The table is paused" in screen.text_of(board):
            await self.wait_for_other_board(board)
            return
        mover = self.random.choice(movers)
        made = await (self.type(mover) if self.random.random() < 0.3 else self.move_from(mover, mover.read(board)))
        if made:
            self.turns += 1
            await self.wait_for_other_board(board)

    async def wait_for_other_board(self, board: Json) -> None:
        """Wait a while for another newest board."""
        await self.happens(lambda: (self.board() or board)["id"] != board["id"], BOARD_SECONDS)

    async def move_from(self, mover: Player, shown: Answer) -> bool:
        """Click a move, or sometimes leave a draft; return whether a move was made."""
        panel = await mover.press_one("b1:move", shown)
        for _ in range(MOST_ANSWERS):
            if is_preview(panel):
                panel = await self._confirm(mover, panel)
            elif has_question(panel):
                if self.random.random() < 0.02:
                    return False
                panel = await mover.answer_one(panel)
            else:
                break
        return "Played" in panel.text

    async def begin_a_move(self) -> None:
        """Have a person who is to move give one answer, and leave the draft."""
        board = self.board() if self.table else None
        movers = [player for player in self.players if board and player.id in screen.to_move(screen.text_of(board))]
        if board and movers:
            with suppress(*FAILED):
                self.go_to(board["channel_id"])
                panel = await movers[0].press_one("b1:move", board)
                await movers[0].answer_one(panel)

    async def type(self, mover: Player) -> bool:
        """Type a move; return whether it was made."""
        panel = await mover.type_move(self.table)
        if is_preview(panel):
            panel = await self._confirm(mover, panel)
        return "Played" in panel.text

    async def _confirm(self, mover: Player, panel: Answer) -> Answer:
        """Confirm a move, sometimes twice at once; sometimes go back instead."""
        if self.random.random() < 0.05 and screen.enabled(panel, "p1:back"):
            return await mover.press_one("p1:back", panel)
        if self.random.random() < 0.1:
            twice = [mover.press_one("p1:confirm", panel) for _ in range(2)]
            answers = await asyncio.gather(*twice, return_exceptions=True)
            told = [answer for answer in answers if isinstance(answer, Answer)]
            return told[0] if told else panel
        return await mover.press_one("p1:confirm", panel)
