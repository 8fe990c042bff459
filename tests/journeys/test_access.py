"""Every command, click and form, tried by everybody from everywhere: done by whom the table of access names, and by nobody else.

The manager, the host, somebody else with a seat, and a spectator of a server; each at tables of a channel, a thread, a private
thread and a channel that the spectator may not see, in direct messages, and from another server.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import pytest_asyncio

from cogs.shell.access import ACCESS, Where, Who
from cogs.shell.rights import ELSEWHERE, MANAGERS
from cogs.shell.routes import ROUTES
from db.rows import SeatRow
from db.store import Store
from host.ballots import ask_pause
from host.leaving import end, give_up
from host.lobby import Terms
from host.position import NOT_SEATED, STOOD_IN
from host.refusal import NoTable
from host.table import Table, changing
from host.tables import Tables
from rules.choice import sample
from rules.game import Event
from rules.text import say
from sandbox.asking import resolved_user
from sandbox.attaching import attach
from sandbox.commands import OF_PERSON, list_leaves, on_person_data
from sandbox.kinds import EPHEMERAL, Json, dicts
from sandbox.mailbox import Draft, post
from sandbox.media import Upload
from sandbox.server import Sandbox
from trials.fuzz.inputs import Input, Post, load_routes
from trials.fuzz.servers import Club, Seeds, begin, clubs_of
from trials.inline import InlineWorkers, open_inline
from trials.local_bot import unstarted_bot
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, WAIT_SECONDS

GIVEN = {
    "seq": 1,
    "index": 0,
    "number": 0,
    "page": 0,
    "depth": 0,
    "indices": "0",
    "everywhere": 0,
    "seat": 0,
    "person": 0,
    "mark": "0",
    "move": 1,
    "name": "zone",
    "season": 1,
    "game": "djinns",
}
NOTE = "A note."
TYPED = {"game": "chess", "move": "zz", "topic": "zz"}
REFUSALS = (
    *map(str, (NoTable().text, ELSEWHERE, MANAGERS, NOT_SEATED, STOOD_IN)),
    "It is not your turn",
    "You are not at this table",
    "who hosts this table",
    "Only the person who asked",
    "No stand-in plays for you",
    "not for you",
    "You have a seat",
    "Nobody has opened a rematch",
)
MANAGER, HOST, OTHER, SPECTATOR = range(4)  # of the people of a server
ALL, SEATS = {MANAGER, HOST, OTHER, SPECTATOR}, {HOST, OTHER}
MAY: dict[Who, set[int]] = {  # at the tables of `Tables`
    Who.ANYBODY: ALL,
    Who.ONESELF: ALL,
    Who.SHOWN: ALL,
    Who.OPENER: ALL,
    Who.MANAGER: {MANAGER},
    Who.TABLE_MANAGER: {MANAGER},
    Who.VIEWER: ALL,
    Who.GUEST: SEATS,
    Who.HOST: {HOST},
    Who.CLOSER: {HOST, MANAGER},
    Who.SEATED: SEATS,
    Who.PLAYER: SEATS,
    Who.MOVER: {HOST},
    Who.MOVER_OR_WATCHER: ALL - {OTHER},
    Who.PLAYER_OR_WATCHER: ALL,
    Who.WATCHER: {MANAGER, SPECTATOR},
    Who.RETURNING: {OTHER},
    Who.REPLACER: {HOST, OTHER, MANAGER},
    Who.VOTER: {OTHER},
    Who.ASKER: {HOST},
    Who.REMATCHER: SEATS,
}
FEWER = {f"p1:{verb}": {HOST} for verb in ("confirm", "pick", "menu", "turn")}  # a second click; here is no first
SEE = {  # who sees a table, by where it is and where they are
    "channel": ALL,
    "thread": ALL,
    "private thread": SEATS,
    "inside the private thread": ALL,
    "hidden channel": ALL - {SPECTATOR},
    "direct": SEATS,
    "another server": set[int](),
}
SHORT = ("private thread",)  # places that are looked at in the short run
UNDOING = (  # of a table as it was: what is tried by those who may at a table of its own
    *("/game join", "l1:join", "/game leave", "l1:leave", "/game start", "l1:start", "/game cancel", "l1:cancel"),
    *(
        "/undo",
        "b1:undo",
        "b1:takeback",
        "/replace",
        "v1:resign",
        "v1:back",
        "q1:yes",
        "q1:no",
        "q1:back",
        "l1:rematch",
        "s1:ended",
    ),
)

DELETING = ("m1:forgotten", "s1:forgotten")  # tried last by those who may, as nothing is left after them


class Place(NamedTuple):
    """The channel of the table, and the channel in which people try a control."""

    name: str
    table: str
    here: str | None  # None: direct messages


@changing
async def over(table: Table) -> None:
    await end(table, "agreed", (Event("ended", say("It ends.")),))


@changing
async def stood_in(table: Table, person: int) -> None:
    seat = next(each for each in table.position.seats if each.person == person)
    await give_up(table, seat._replace(strikes=3), say("Gone."))


class Servers:
    """Two servers, the bot, and tables that are made beside it."""

    def __init__(self, sandbox: Sandbox, clubs: tuple[Club, Club], seeds: Seeds) -> None:
        self.sandbox = sandbox
        self.world = sandbox.world
        self.post = Post(sandbox.world)
        self.home, self.away = clubs
        self.seeds = seeds
        self._known: dict[tuple[str, str], tuple[int, int]] = {}
        self._notes: dict[str, Json] = {}
        self._making = asyncio.Lock()
        self._count = 10**6

    @property
    def places(self) -> list[Place]:
        garden, hidden, thread, private = self.home.places
        return [
            Place("channel", garden, garden),
            Place("thread", thread, thread),
            Place("private thread", private, garden),
            Place("inside the private thread", private, private),
            Place("hidden channel", hidden, garden),
            Place("direct", garden, None),
            Place("another server", garden, self.away.places[0]),
        ]

    async def table(self, kind: str, channel: str, *, own: bool) -> tuple[int, int]:
        """The table of a kind in a channel, and the question that is open there; one of its own where something is undone."""
        async with self._making:
            if own:
                return await self._make(kind, int(channel))
            if (kind, channel) not in self._known:
                self._known[kind, channel] = await self._make(kind, int(channel))
            return self._known[kind, channel]

    async def _make(self, kind: str, channel: int) -> tuple[int, int]:
        chosen = (HOST, OTHER, MANAGER) if kind == "stood in" else (HOST, OTHER)
        people = [SeatRow(0, int(self.home.people[each].id), f"Seat {each}") for each in chosen]
        tables, self._count = self.seeds.tables, self._count + 1
        size = 4 if kind == "open" else len(people)
        table = await tables.open(game="djinns", terms=Terms(size=size), host=people[0], guild=self.home.id, channel=channel)
        for person in people[1:]:
            await tables.join(table.id, person.person, person.name)
        if kind != "open":
            await begin(table, self._count)
            await self._until_to_move(table, people[0].person)
        return table.id, await self._prepared(kind, table, people)

    async def _until_to_move(self, table: Table, person: int) -> None:
        """Chance says who begins: the others play at random."""
        while (at := table.position).to_act[0].person != person:
            self._count += 1
            path = sample(at.game.choices(at.view(at.to_act[0].person)), Random(1))[0]
            await table.move(at.to_act[0].person, at.seq, path, self._count)

    @staticmethod
    async def _prepared(kind: str, table: Table, people: list[SeatRow]) -> int:
        if kind == "over":
            await over(table)
        elif kind == "stood in":
            await stood_in(table, people[1].person)
        return await ask_pause(table, people[0].person) if kind == "running" else 0

    async def sent(self, name: str, who: int, place: Place, number: int, ballot: int) -> Input:
        club = self.away if place.name == "another server" else self.home
        person = club.people[who]
        channel = place.here or str(self.world.direct(person.id)["id"])
        if name.startswith("/"):
            return self.post.command(club, person, channel, self._command(name, club, number, who))
        pattern = next(each.pattern.pattern for each in ROUTES if each.pattern.pattern.startswith(f"{name}"))
        given: dict[str, Any] = {**GIVEN, "table": number, "ballot": ballot}
        custom_id = re.sub(r"\(\?P<(\w+?)(_n)?>[^)]*\)", lambda found: str(given[found[1]]), pattern)
        data: Json = {"custom_id": custom_id, "component_type": 3, "id": 1, "values": ["nothing"]}
        if name == "m1:typed":  # the only form
            return self.post.modal(club, person, channel, {"custom_id": custom_id, "components": []})
        return self.post.component(club, person, channel, data, self._note(person.id, channel))

    def _command(self, name: str, club: Club, table: int, who: int) -> Json:
        known = [(command, typed, leaf) for command in self.world.commands[""] for typed, leaf in list_leaves(command)]
        command, typed, leaf = next(each for each in known if f"/{each[1]}" == name)
        by = self.home.people[SPECTATOR if who != OTHER else OTHER].id  # who was stood in for may come back, no more
        if command["type"] == OF_PERSON:
            return on_person_data(self.world, self.world.guilds[str(club.id)], command, by)
        kept = attach(self.world, Upload("record.jsonl", b"zz"))
        given: dict[str, Any] = {**TYPED, "table": table, "by": by, "file": kept["id"]}
        wanted = [each for each in dicts(leaf.get("options")) if each.get("required") or each["name"] == "table"]
        options: list[Json] = [{"name": o["name"], "type": o["type"], "value": given[o["name"]]} for o in wanted]
        for step in reversed(typed.split()[1:]):
            options = [{"name": step, "type": 1, "options": options}]
        resolved = resolved_user(self.world, self.world.guilds[str(club.id)], by) | {"attachments": {kept["id"]: kept}}
        return {"id": command["id"], "name": command["name"], "type": 1, "options": options, "resolved": resolved}

    def _note(self, person: str, channel: str) -> Json:
        """A private message of the bot, to be clicked on."""
        body: Json = {"components": [{"type": 10, "content": NOTE}], "flags": EPHEMERAL | 1 << 15}
        return post(self.world, Draft(channel, self.world.bot, body, {}, reader=person))


@pytest_asyncio.fixture
async def servers(tmp_path: Path) -> AsyncIterator[Servers]:
    load_routes()
    async with unstarted_bot(tmp_path, timeout_factor=SANDBOX_TIMEOUT_FACTOR) as bot:
        clubs = clubs_of(bot.sandbox)
        await bot.start()
        beside = tmp_path / "seeds.sqlite3"  # another name of the database, as the bot keeps the first to itself
        beside.symlink_to(bot.database.name)
        tables = Tables(Store(await open_inline(beside)), random=Random(1), workers=InlineWorkers())
        seeds = Seeds(tables, clubs, Random(1), ("djinns",))
        yield Servers(bot.sandbox, clubs, seeds)
        await seeds.close()
    assert "Traceback" not in bot.log


def kind_of(name: str) -> str:
    """The kind of table at which a row is tried."""
    who = ACCESS[name].who
    if who in (Who.GUEST, Who.HOST, Who.CLOSER) or name in ("/game join", "l1:join"):
        return "open"
    if who in (Who.RETURNING, Who.REPLACER):
        return "stood in"
    return "over" if who is Who.REMATCHER else "running"


async def refused(servers: Servers, name: str, who: int, place: Place, *, own: bool) -> bool:
    """Is this person told that they may not?"""
    number, ballot = await servers.table(kind_of(name), place.table, own=own)
    sent = await servers.sent(name, who, place, number, ballot)
    answer = await sent.who.send(sent.interaction, WAIT_SECONDS)
    if answer.callback == 6:  # put off: the note changes, or something follows
        assert await servers.world.changes.wait_until(lambda: answer.text != NOTE or bool(answer.followups), WAIT_SECONDS)
    told = "\n".join([answer.text, *(each.text for each in answer.followups)])
    return any(sentence in told for sentence in REFUSALS)


@pytest.mark.parametrize(
    "where", [pytest.param(n, id=see, marks=[] if see in SHORT else [pytest.mark.long]) for n, see in enumerate(SEE)]
)
async def test_every_control_admits_only_allowed_people(servers: Servers, where: int) -> None:
    place, wrong, slots = servers.places[where], list[str](), asyncio.Semaphore(8)

    async def tried(name: str, who: int, *, may: bool) -> None:
        async with slots:
            if await refused(servers, name, who, place, own=may and name in UNDOING) == may:
                wrong.append(f"{name} by {who}, {place.name}: {'refused' if may else 'not refused'}")

    cases = [(name, who, who in allowed(name, place)) for name in ACCESS for who in sorted(ALL)]
    for group in range(3):  # first those who may not, as those who may change something
        of_group = [(name, who, may) for name, who, may in cases if may + (may and name in DELETING) == group]
        await asyncio.gather(*(tried(name, who, may=may) for name, who, may in of_group))
    assert wrong == [], wrong


def allowed(name: str, place: Place) -> set[int]:
    """Return the people whom the rules of access allow this control at this place."""
    row = ACCESS[name]
    if row.where is Where.SERVER and place.here is None:
        return set()
    see = {HOST, OTHER, MANAGER} if kind_of(name) == "stood in" and SEE[place.name] >= SEATS else SEE[place.name]
    if SEE[place.name] == SEATS and kind_of(name) != "stood in":
        see = SEATS
    return FEWER.get(name, MAY[row.who]) & see if row.about_a_table else MAY[row.who]
