"""Two bots on one database: the one that plays is killed again and again, while people play, and the other one takes over."""

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
from sandbox.kinds import Json
from sandbox.server import Sandbox
from trials.faults.fault_injection import CALLBACK, MESSAGES, TOKEN
from trials.faults.player import FAILED
from trials.options import ROOT
from trials.program import Program
from trials.screen import PLAYED as TOLD
from trials.screen import board_of

CONFIRM = "p1:confirm:"
TABLES = 6  # played at once
LONGEST = 180.0  # seconds until a takeover is given up
ONE_TURN = 20.0  # seconds until somebody begins a turn anew
NEXT_BOARD = 10.0  # seconds until a player looks for the board again
PLAYED = (2, 10)  # turns between a takeover and the next kill
SKIPPED = 20  # requests at most, before the one at which a bot is killed
AGAIN = 0.2
AT = (("POST", MESSAGES), ("POST", CALLBACK), ("*", TOKEN))
STANDS_BY = "standing by"


@dataclass(frozen=True)
class Confirmed:
    """A confirmation: its interaction, the table and seq it is for, and whether its person was told that this is played."""

    interaction: int
    position: tuple[int, int]
    told: bool


class Takeovers:
    """``seated`` are played in turn, a few at a time: who has finished a game begins the next one that is there."""

    def __init__(self, sandbox: Sandbox, seated: Sequence[Group], folder: Path, address: str, random: Random) -> None:
        self.seconds: list[float] = []  # from each kill until a turn is played again
        self._sandbox, self._world, self._random = sandbox, sandbox.world, random
        self._folder, self._settings = folder, {"PARTERRE_DATABASE": address}
        self._waiting = list(seated)
        self._playing: list[Group] = []
        self._over: set[Group] = set()
        self._places = {group.place["id"]: group for group in seated}
        self._started = self._turns = 0
        self._killed = 0.0
        self._answered = asyncio.Event()  # since the last kill
        self._answered.set()
        self._world.listeners.append(self._hear)

    async def carry_out(self, kills: int) -> None:
        """Play and kill so often; in the end all that is owed was paid, and no bot runs. Raises `TimeoutError`."""
        active = await self._begun()
        await self._sandbox.wait_commands()
        for number in range(kills):
            standby = await self._begun()
            await self._until(lambda program=standby: STANDS_BY in program.log)
            await self._taken_over(active, at_request=bool(number % 2))
            active = standby
        playing = asyncio.create_task(self._play(LONGEST))
        await self._some_turns()
        await _ended(playing)
        await active.stop()

    def confirmed(self) -> Iterator[Confirmed]:
        """All confirmations that were ever sent."""
        for interaction in self._world.interactions.values():
            custom_id = str(interaction.payload["data"].get("custom_id", ""))
            if custom_id.startswith(CONFIRM):
                _, _, table, seq, *_ = custom_id.split(":")
                yield Confirmed(int(interaction.id), (int(table), int(seq)), self._told(interaction))

    def boards_twice(self) -> int:
        """Boards that were sent although they stand already, by their marks: two of a position may tell of two turns."""
        sent = Counter(
            message["components"][0]["id"] for box in self._world.messages.values() for message in box.values()
            if message["_reader"] is None and board_of(message)
        )  # fmt: skip
        return sum(count - 1 for count in sent.values())

    def _told(self, interaction: Interaction) -> bool:
        return interaction.callback is not None and bool(TOLD.search(Answer(self._world, interaction).text))

    async def _begun(self) -> Program:
        self._started += 1
        folder, words = new(self._folder / f"bot-{self._started}"), [str(ROOT / "bot.py"), "--standby"]
        program = Program(self._sandbox, folder, words, self._settings)
        await program.start()
        return program

    async def _taken_over(self, active: Program, *, at_request: bool) -> None:
        """Play for a while, kill who plays, and wait until a turn is played with the other one."""
        gateway = self._sandbox.gateway_state
        playing, struck = asyncio.create_task(self._play(LONGEST)), asyncio.Event()

        def strike() -> None:
            if not struck.is_set():
                self._killed = monotonic()
                active.strike()
                struck.set()

        if at_request:
            skip = self._random.randint(0, SKIPPED)
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
        playing = asyncio.create_task(self._play(LONGEST))
        await self._until(self._answered.is_set)
        await _ended(playing)

    async def _some_turns(self) -> None:
        enough = self._turns + self._random.randint(*PLAYED)
        await self._until(lambda: self._turns >= enough)

    async def _play(self, seconds: float) -> None:
        """At a few tables at once, for so long."""
        self._playing = [group for group in self._playing if group not in self._over]
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
        while group not in self._over:
            try:
                async with asyncio.timeout(ONE_TURN):
                    await group.turn()
            except (*FAILED, IndexError, Stuck):  # no bot, no board yet, or somebody else's turn by now
                await asyncio.sleep(AGAIN)
                continue
            self._turns += 1
            self._note()
            await self._world.pulse.until(lambda: group.can_move or group in self._over, NEXT_BOARD)

    def _note(self) -> None:
        if not self._answered.is_set():
            self.seconds.append(monotonic() - self._killed)
            self._answered.set()

    def _hear(self, event: str, message: Json) -> None:
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and (group := self._places.get(message.get("channel_id", ""))):
            group.hear(message)
            if "The game is over" in str(message["components"]):
                self._over.add(group)

    async def _until(self, happened: Callable[[], bool]) -> None:
        end = monotonic() + LONGEST
        while not await self._world.pulse.until(happened, AGAIN):
            if monotonic() > end:
                raise TimeoutError(f"nobody took over within {LONGEST:g} s")


async def _ended(work: asyncio.Task[None]) -> None:
    """Cancel it; raises what it has raised."""
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
