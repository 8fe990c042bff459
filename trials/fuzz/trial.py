"""Run a whole trial: send batches of inputs, many at once, and check the database and the output after each."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sandbox.answer import Answer, Unanswered
from sandbox.kinds import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Json
from sandbox.server import Sandbox
from trials.faults.check_program import check_log
from trials.findings import Finding
from trials.fuzz.access_rules import illegal, without_right
from trials.fuzz.input_generator import InputGenerator
from trials.fuzz.inputs import Input, load_routes
from trials.fuzz.output_checks import UNPLANNED, WITHOUT_RIGHT, Watch
from trials.fuzz.records import RecordFiles, Records
from trials.fuzz.servers import Seeds, clubs_of
from trials.fuzz.snapshot import Snapshot, SnapshotReader, changes
from trials.fuzz.visible_lines import Views
from trials.fuzz.vocabulary import InputVocabulary
from trials.loop_watch import Steps
from trials.monitored_bot import MonitoredBot

SANDBOX_TIMEOUT_FACTOR = 400.0  # times as long as Discord the sandbox waits: this trial does not test speed
ANSWER_SECONDS = 900.0  # until an answer is given up
CHANGE_SECONDS = 30.0  # until a click that was only acknowledged is taken to change nothing
AT_ONCE = 32  # inputs that are under way
BATCH = 400
RECORDS = 0.1  # of the inputs are records on the command line
RUNNING, OPEN = 14, 6  # tables
KEPT_RECORDS = 3000  # interactions, and messages of a channel
CHANGED_LATER = 6  # a callback: the clicked message may change later, or other messages follow
WORDS = {COMMAND: "commands", COMPONENT: "clicks", MODAL: "forms", AUTOCOMPLETE: "completions"}


@dataclass(frozen=True)
class TrialSettings:
    """The size of a trial, and what it tries."""

    inputs: int
    seed: int
    games: tuple[str, ...]
    code: Path
    folder: Path


@dataclass
class Result:
    """The counts and findings of a trial."""

    inputs: int = 0
    tables: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter[str])
    roles: Counter[str] = field(default_factory=Counter[str])
    changes: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    steps: Steps = field(default_factory=Steps)  # of the bot's event loop


async def trial(asked: TrialSettings) -> Result:
    """Send batches of inputs, and check after each."""
    load_routes()
    sandbox = await Sandbox.start(clock=asked.folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    clubs, random = clubs_of(sandbox), Random(asked.seed)
    bot = MonitoredBot(sandbox, asked.folder, asked.code, timed=True)
    await bot.start()
    ready = time.monotonic()
    seeds = await Seeds.on(bot.database, clubs, Random(asked.seed + 1), asked.games)
    try:
        typed = InputVocabulary(seeds.tables, Random(asked.seed + 2))
        files = RecordFiles(Random(asked.seed + 3), asked.games)
        draw = InputGenerator(sandbox.world, clubs, random, typed.line, files.upload)
        records = Records(asked.folder, Random(asked.seed + 4), files)
        run = Run(asked, sandbox, bot, seeds, typed, draw, records)
        await run.all()
        run.result.findings += check_log(bot, UNPLANNED)
        run.result.steps = Steps.since(bot.notes, ready)
        return run.result
    finally:
        await seeds.close()
        await bot.stop()
        await sandbox.close()


class Run:
    """A trial under way."""

    def __init__(
        self,
        asked: TrialSettings,
        sandbox: Sandbox,
        bot: MonitoredBot,
        seeds: Seeds,
        typed: InputVocabulary,
        draw: InputGenerator,
        records: Records,
    ) -> None:
        self.result = Result()
        self._asked = asked
        self._sandbox = sandbox
        self._bot = bot
        self._seeds = seeds
        self._typed = typed
        self._draw = draw
        self._records = records
        self._watch = Watch(sandbox)
        self._reading = SnapshotReader(bot.database)
        self._views = Views(self._reading)
        self._late: list[Input] = []  # inputs that may have taken effect after their batch

    async def all(self) -> None:
        """Send all batches."""
        began = time.monotonic()
        while self.result.inputs < self._asked.inputs and self._bot.running:
            await self._seeds.keep(RUNNING, OPEN)
            since = time.time()
            before = self._reading.facts(since)
            self._watch.tables = before.tables
            self._draw.tables = list(before.tables)[-2 * (RUNNING + OPEN) :]
            await self._typed.refresh([t.id for t in before.tables.values() if t.status == "running"])
            sent = await self._batch(min(BATCH, self._asked.inputs - self.result.inputs))
            self._look(before, self._reading.facts(since), since, sent)
            self._note(time.monotonic() - began)
        self.result.seconds = time.monotonic() - began
        self.result.tables = len(self._reading.facts(time.time()).tables)

    def _note(self, seconds: float) -> None:
        """Write progress and findings so far to a file."""
        found = [f"{finding.kind}: {finding.what} [{finding.where}]" for finding in self.result.findings]
        lines = [f"{self.result.inputs} inputs in {seconds:.0f} s", *found]
        (self._asked.folder / "so-far.txt").write_text("\n".join(lines), encoding="utf-8")

    async def _batch(self, count: int) -> list[Input]:
        """Send ``count`` inputs, several at once."""
        sent, left = list[Input](), count

        async def work() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                if self._draw.chance() < RECORDS:
                    self._try_record()
                else:
                    each = self._draw.next()
                    sent.append(each)
                    await self._send(each)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
        self.result.inputs += count
        return sent

    def _try_record(self) -> None:
        self.result.kinds["records"] += 1
        found = self._records.try_one()
        self.result.findings += [found] if found else []

    async def _send(self, sent: Input) -> None:
        self.result.kinds[WORDS[sent.kind]] += 1
        self.result.roles[role(sent, self._watch)] += 1
        try:
            answer = await sent.who.send(sent.interaction, ANSWER_SECONDS, grace=CHANGE_SECONDS)
        except Unanswered as error:
            self.result.findings.append(Finding(UNPLANNED, f"no answer: {error}", str(sent)))
            return
        messages = self._messages(answer)
        self._watch.answered(sent, messages)
        for message in messages:
            self._draw.pool.note(message)

    @staticmethod
    def _messages(answer: Answer) -> list[Json]:
        """Return the messages that answer a person."""
        first = [] if answer.callback == CHANGED_LATER else [answer]
        return [each.message for each in (*first, *answer.followups) if each.exists]

    def _look(self, before: Snapshot, after: Snapshot, since: float, sent: list[Input]) -> None:
        """Check all changes and all output since the last batch."""
        self._watch.tables = after.tables
        found = list(changes(before, after, since, self._seeds.made - set(before.tables)))
        self.result.changes.update(change.kind for change in found)
        explaining = [*self._late, *sent]
        self._late = [each for each in explaining if each.interaction.callback == CHANGED_LATER][-KEPT_RECORDS:]
        for change in [*without_right(found, explaining, before, after), *illegal(after.moves, self._reading, after.tables)]:
            self.result.findings.append(Finding(WITHOUT_RIGHT, change.what, f"{change.kind}, by none of {len(sent)} inputs"))
        for table in after.tables.values():
            self._views.learn(table)
        for message in self._watch.public:
            self._draw.pool.note(message)
        self._watch.check(self._views, before.tables)
        self.result.findings += self._watch.findings
        self._watch.findings.clear()
        self._forget()

    def _forget(self) -> None:
        """Drop old interactions and messages of the sandbox."""
        world = self._sandbox.world
        for token in list(world.interactions)[:-KEPT_RECORDS]:
            del world.interactions[token]
        for box in world.messages.values():
            for message in list(box.values())[:-KEPT_RECORDS]:
                for attachment in message["attachments"]:
                    world.files.pop(attachment["id"], None)
                del box[message["id"]]


def role(sent: Input, watch: Watch) -> str:
    """Describe the role of the sender at the table that an input names."""
    table = watch.tables.get(sent.table or 0)
    if table is None:
        return "manager, no table" if sent.manages else "no table"
    where = "direct" if sent.direct else "another server" if sent.guild != table.guild else "here"
    seat = table.seat_of(sent.person)
    if table.status == "open" and sent.person == table.host:
        what = "host"
    elif seat is None:
        what = "manager" if sent.manages else "spectator"
    else:
        what = "seat to act" if any(clock.seat == seat for clock in table.clocks) else "other seat"
    return f"{what}, {where}"
