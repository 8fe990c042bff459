"""Kill the active one of two bots on one database again and again while people play, and have the other one take over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

from bench.live.program import new
from bench.live.seating import Group, Stuck
from sandbox.answer import Answer
from sandbox.faults import Fault
from sandbox.interactions import Interaction
from sandbox.server import Sandbox
from trials.faults.fault_injection import CALLBACK, MESSAGES, TOKEN
from trials.faults.player import FAILED
from trials.options import ROOT
from trials.program import Program
from trials.screen import PLAYED, board_of

CONFIRM = "p1:confirm:"
TABLES = 6  # played at once
TAKEOVER_SECONDS = 180.0  # until a takeover is given up
TURN_SECONDS = 20.0  # until somebody begins a turn anew
BOARD_SECONDS = 10.0  # until a player looks for the board again
TURNS_BETWEEN = (2, 10)  # a takeover and the next kill
MOST_SKIPPED = 20  # requests before the one at which a bot is killed
POLL_SECONDS = 0.2
AT = (("POST", MESSAGES), ("POST", CALLBACK), ("*", TOKEN))
STANDS_BY = "standing by"


@dataclass(frozen=True)
class Confirmed:
    """A click on Confirm: its interaction, its table and seq, and whether the answer said that the move is played."""

    interaction: int
    position: tuple[int, int]
    told: bool


class Takeovers:
    """Kill and replace bots while groups play, a few at a time; a finished game is followed by the next one."""

    def __init__(self, sandbox: Sandbox, seated: Sequence[Group], folder: Path, address: str, random: Random) -> None:
        self.seconds: list[float] = []  # from each kill until the next turn
        self._sandbox, self._world, self._random = sandbox, sandbox.world, random
        self._folder, self._settings = folder, {"PARTERRE_DATABASE": address}
        self._waiting = list(seated)
        self._playing: list[Group] = []
        for group in seated:
            self._world.listeners.append(group.listen)
        self._started = self._turns = 0
        self._killed = 0.0
        self._answered = asyncio.Event()  # set by the first turn after a kill
        self._answered.set()

    async def carry_out(self, kills: int) -> None:
        """Play, and kill the active bot ``kills`` times; at the end no messages are pending, and no bot runs.

        :raises TimeoutError: if nobody takes over in time.
        """
        active = await self._begun()
        await self._sandbox.wait_commands()
        for number in range(kills):
            standby = await self._begun()
            await self._until(lambda program=standby: STANDS_BY in program.log)
            await self._taken_over(active, at_request=bool(number % 2))
            active = standby
        playing = asyncio.create_task(self._play(TAKEOVER_SECONDS))
        await self._some_turns()
        await _ended(playing)
        await active.stop()

    def confirmed(self) -> Iterator[Confirmed]:
        """Yield all clicks on Confirm."""
        for interaction in self._world.interactions.values():
            custom_id = str(interaction.payload["data"].get("custom_id", ""))
            if custom_id.startswith(CONFIRM):
                _, _, table, seq, *_ = custom_id.split(":")
                yield Confirmed(int(interaction.id), (int(table), int(seq)), self._told(interaction))

    def boards_twice(self) -> int:
        """Count boards that were posted twice, by the marks in their ids; two boards of a position may tell two turns."""
        sent = Counter(
            message["components"][0]["id"] for box in self._world.messages.values() for message in box.values()
            if message["_reader"] is None and board_of(message)
        )  # fmt: skip
        return sum(count - 1 for count in sent.values())

    def _told(self, interaction: Interaction) -> bool:
        return interaction.callback is not None and bool(PLAYED.search(Answer(self._world, interaction).text))

    async def _begun(self) -> Program:
        self._started += 1
        folder, words = new(self._folder / f"bot-{self._started}"), [str(ROOT / "bot.py"), "--standby"]
        program = Program(self._sandbox, folder, words, self._settings)
        await program.start()
        return program

    async def _taken_over(self, active: Program, *, at_request: bool) -> None:
        """Play for a while, kill the active bot, and wait until the other one has answered a turn."""
        gateway = self._sandbox.gateway_state
        playing, struck = asyncio.create_task(self._play(TAKEOVER_SECONDS)), asyncio.Event()

        def strike() -> None:
            if not struck.is_set():
                self._killed = monotonic()
                active.strike()
                struck.set()

        if at_request:
            skip = self._random.randint(0, MOST_SKIPPED)
            self._world.faults.add(Fault(*self._random.choice(AT), skip=skip, arrived=strike))
            await self._until(struck.is_set)
        else:
            await self._some_turns()
        strike()
        await active.ended()
        await _ended(playing)
        self._answered.clear()
        await self._until(lambda: not gateway.ready)
        await self._until(lambda: gateway.ready)
        playing = asyncio.create_task(self._play(TAKEOVER_SECONDS))
        await self._until(self._answered.is_set)
        await _ended(playing)

    async def _some_turns(self) -> None:
        enough = self._turns + self._random.randint(*TURNS_BETWEEN)
        await self._until(lambda: self._turns >= enough)

    async def _play(self, seconds: float) -> None:
        """Play a few tables at once, for ``seconds``."""
        self._playing = [group for group in self._playing if not group.over]
        while len(self._playing) < TABLES and self._waiting:
            self._playing.append(self._waiting.pop(0))
        hands = [asyncio.create_task(self._hand(group)) for group in self._playing]
        try:
            done, _ = await asyncio.wait(hands, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            for hand in done:
                hand.result()
        finally:
            for hand in hands:
                hand.cancel()
            await asyncio.gather(*hands, return_exceptions=True)

    async def _hand(self, group: Group) -> None:
        while not group.over:
            try:
                async with asyncio.timeout(TURN_SECONDS):
                    await group.turn()
            except (*FAILED, IndexError, Stuck):  # no bot, no board yet, or by now another person's turn
                await asyncio.sleep(POLL_SECONDS)
                continue
            self._turns += 1
            self._note()
            await self._world.changes.wait_until(lambda: group.can_move or group.over, BOARD_SECONDS)

    def _note(self) -> None:
        if not self._answered.is_set():
            self.seconds.append(monotonic() - self._killed)
            self._answered.set()

    async def _until(self, happened: Callable[[], bool]) -> None:
        end = monotonic() + TAKEOVER_SECONDS
        while not await self._world.changes.wait_until(happened, POLL_SECONDS):
            if monotonic() > end:
                raise TimeoutError(f"nobody took over within {TAKEOVER_SECONDS:g} s")


async def _ended(work: asyncio.Task[None]) -> None:
    """Cancel a task, and raise its exception."""
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
