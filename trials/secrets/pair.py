"""Play a game in two bots with different secrets, and compare their output after each turn."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from rules.choice import Path
from rules.game import DEALER, Seat
from rules.turn import turn_conversation
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.kinds import Json
from trials import screen
from trials.findings import Finding
from trials.player import answer_by_path, confirm
from trials.secrets.recorded_bot import STEP, RecordedBot, Sent
from trials.secrets.replay import Replay, Turn

AROUND = 30  # characters that are shown on both sides of a difference
Looking = Callable[["Side", Person], Awaitable[object]]


class Counts(NamedTuple):
    """The number of things that were compared."""

    turns: int = 0
    apart: int = 0  # turns after which secrets differed
    answers: int = 0
    messages: int = 0

    def plus(self, other: Counts) -> Counts:
        """Return the sum of these counts and ``other``."""
        return Counts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def difference(one: str, other: str) -> str:
    """Describe the first place where two texts differ."""
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
    begin = max(0, at - AROUND)
    return f"…{one[begin : at + AROUND]!r} against {other[begin : at + AROUND]!r}"


class Side:
    """One of the two bots, with its present table."""

    def __init__(self, bot: RecordedBot) -> None:
        self.bot = bot
        self.people = [bot.home.person(name) for name in bot.home.guild.people]
        self.table = 0

    async def open(self, game: str, seats: int, options: Json) -> None:
        """Open a table for the first people."""
        with self.bot.at_work():
            host, *others = self.people[:seats]
            lobby = await host.slash("game new", {"game": game, "seats": seats, **options})
            self.table = screen.table_of(lobby.message["components"])
            for person in others:
                await person.press(f"l1:join:{self.table}", lobby)
            await self.bot.settled()

    async def start(self) -> None:
        """Have the host start the table."""
        channel = self.people[0].channel
        found = (m for m in self.bot.world.messages[channel].values() if not m["_reader"])
        lobby = screen.newest(m for m in found if screen.matching(screen.LOBBY, m["components"]))
        assert lobby is not None
        await self.people[0].press(f"l1:start:{self.table}", lobby)

    def board(self) -> Json:
        """Return the newest board of the table."""
        newest = screen.newest(m for m in self.bot.recent if screen.table_of_usable_board(m) == self.table)
        assert newest is not None
        return newest

    async def type(self, person: Person, path: Path) -> None:
        """Type and confirm a move."""
        preview = await person.slash("move", move=" ".join(path), table=self.table)
        await self.confirm(person, preview)

    async def click(self, person: Person, seat: Seat, path: Path) -> None:
        """Click a move answer by answer, and confirm it."""
        at = (await self.bot.tables.get(self.table)).position
        panel = await person.press(f"b1:move:{self.table}", self.board())
        await self.confirm(person, await answer_by_path(person, panel, turn_conversation(at.game, at.state, seat), path))

    async def confirm(self, person: Person, panel: Answer) -> None:
        """Confirm a move.

        :raises RuntimeError: with the log of the bot, if the move is not made.
        """
        done = await confirm(person, panel)
        if "Played" not in done.text:
            raise RuntimeError("\n".join([done.text, *self.bot.logged]))


def pressing(custom_id: str) -> Looking:
    """Return an action that presses a button under the board, or an old one."""
    return lambda side, person: person.press(custom_id.format(side.table), side.board())


def typing(name: str, **options: object) -> Looking:
    """Return an action that sends a command."""
    return lambda side, person: person.slash(name, {"table": side.table, **options} if name != "turns" else {})


async def look_back(side: Side, person: Person) -> object:
    """Look at the board after an earlier move, and at the one before it."""
    seq = (await side.bot.tables.get(side.table)).position.seq
    earlier = max(2, seq * 2 // 3)
    await person.press(f"g1:after:{side.table}:{seq}:0", side.board(), values=[str(earlier)])
    return await person.press(f"g1:step:{side.table}:{seq}:0:{earlier - 1}:back", side.board())


async def look_at_hint(side: Side, person: Person) -> object:
    """Ask for a hint; only the person whose turn it is gets one."""
    seq = (await side.bot.tables.get(side.table)).position.seq
    return await person.press(f"p1:hint:{side.table}:{seq}:0", side.board())


LOOKS: dict[str, Looking] = {
    "view": pressing("b1:view:{}"),
    "text": pressing("b1:text:{}"),
    "more": pressing("b1:more:{}"),
    "detail": pressing("b1:detail:{}:0"),
    "card": pressing("r1:table:{}"),
    "board": typing("board"),
    "board in words": typing("board", text=True),
    "log": typing("log"),
    "export": typing("export"),
    "turns": typing("turns"),
    "earlier boards": look_back,
    "hint": look_at_hint,
    "review": typing("review"),  # refused while the game runs, to everybody with the same sentence
    "turning point": pressing("g1:point:{}:1"),
}
COMPONENT = re.compile(r'"id": \d+, ')
SANDBOX_ID = re.compile(r"\b2\d{18}\b")  # ids that the sandbox gave in these years
CLICK_EVERY = 3  # turns; other moves are typed
DRAW_EVERY = 30  # turns; other pictures are compared by their values


class Pair:
    """Two bots that play the same game in step; between turns, people look at the table in the ways named by ``looks``."""

    def __init__(self, one: Side, other: Side, course: Replay, random: Random, name: str, looks: Sequence[str]) -> None:
        self.sides = (one, other)
        self.course = course
        self.counted = Counts()
        self._random = random
        self._name = name
        self._looks = looks
        self._ahead: list[str] = []  # the looks that are left of the present round

    @property
    def drawn(self) -> bool:
        """Return whether pictures are drawn in this turn."""
        return self.counted.turns % DRAW_EVERY == DRAW_EVERY - 1

    async def play_turn(self) -> list[Finding]:
        """Play the next turn in both bots; return the leaks that it shows."""
        turn = self.course.next()
        one, other = self.sides
        if turn.anew is not None:
            other.bot.adopt(one.bot, other.table, turn.anew)
        for side, draws in zip(self.sides, (turn.one, turn.other), strict=True):
            side.bot.moment += STEP
            side.bot.script.ahead = draws
            with side.bot.at_work():
                await side.bot.settled()  # messages that became due are sent before the move
                await self._make(side, turn)
                await side.bot.settled()
        self.counted = self.counted.plus(Counts(1, int(self.course.apart and bool(self.course.watchers))))
        mover = None if turn.seat == DEALER else turn.seat
        findings = list(self._views()) + list(
            self._differences("the mover", private=mover in self.course.watchers and mover is not None)
        )
        if self.course.watchers and not self.course.over:
            findings += await self._look()
        return findings

    async def _make(self, side: Side, turn: Turn) -> None:
        if turn.seat == DEALER:
            await side.start()
        elif self.counted.turns % CLICK_EVERY:
            await side.type(side.people[turn.seat], turn.path)
        else:
            await side.click(side.people[turn.seat], turn.seat, turn.path)

    def _views(self) -> Iterator[Finding]:
        game, course = self.course.game, self.course
        for seat in course.watchers:
            one, other = (repr(game.view(state, seat)) for state in (course.one, course.other))
            if one != other:
                who = "everybody" if seat is None else f"seat {seat}"
                yield Finding("view", f"what {who} may see: {difference(one, other)}", self._where())

    async def _look(self) -> list[Finding]:
        """Have a random watcher look at the table in one of the ways, each in its turn; return the leaks that this shows."""
        watcher = self._random.choice(self.course.watchers)
        number = self.course.seats if watcher is None else watcher
        if number == len(self.sides[0].people):  # there are no spectators
            return []
        self._ahead = self._ahead or self._random.sample(self._looks, len(self._looks))
        looking = LOOKS[self._ahead.pop()]
        for side in self.sides:
            with side.bot.at_work():
                await looking(side, side.people[number])
                await side.bot.settled()
        return list(self._differences("a stranger" if watcher is None else f"seat {watcher}", private=True))

    def _differences(self, whose: str, *, private: bool) -> Iterator[Finding]:
        """Yield differences between the requests and logs since the last call."""
        (mine, my_lines), (theirs, their_lines) = (side.bot.taken() for side in self.sides)
        if not self.course.watchers:
            return
        kinds = [("public", False), *([("private", True)] if private else [])]
        for kind, wanted in kinds:
            one, other = ([each for each in sents if each.private == wanted] for sents in (mine, theirs))
            self.counted = self.counted.plus(Counts(**{"answers" if wanted else "messages": len(one)}))
            yield from self._side_by_side(kind, whose, shown(one), shown(other))
        yield from self._side_by_side("log", whose, sorted(my_lines), sorted(their_lines))

    def _side_by_side(self, kind: str, whose: str, one: list[str], other: list[str]) -> Iterator[Finding]:
        if one != other:
            yield Finding(kind, f"{whose}: {difference('; '.join(one), '; '.join(other))}", self._where())

    def _where(self) -> str:
        return f"{self._name} turn {self.counted.turns}"


def shown(sents: list[Sent]) -> list[str]:
    """Return the contents of requests in sorted order, as simultaneous requests have no order.

    So only the moment of a sandbox's id counts, and component ids are left out.
    """
    told = (f"{s.method} {s.path} {COMPONENT.sub('', s.body)} {s.files}" for s in sents if s.method != "GET")
    return sorted(SANDBOX_ID.sub(lambda found: str(int(found[0]) >> 22), each) for each in told)
