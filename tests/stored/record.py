"""Record the messages that the bot of a day posts for its frozen database: ``python -m tests.stored.record FILE.json.gz``.

It runs with the code of that day, and with this folder and `trials/` of today. The bot posts every newest board, lobby,
card and notice of the database anew, and shows people the panels behind them. A message keeps the id by which the database
knows it; panels, which no row knows, get one when they are put into a world (`tests/stored/scene.py`).
"""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import DM, Json, walk
from sandbox.mailbox import Draft, empty_message
from sandbox.server import Sandbox
from tests.stored.frozen import SECOND
from tests.stored.scene import DIRECT, ORIGIN, build, moved
from trials.process_bot import ProcessBot
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, wait_until

AFRESH = "message = NULL, attempted = NULL, not_before = 0, claimed_until = NULL, tries = 0, refused = NULL, limited_until = 0"
ANEW = f"""
DELETE FROM outbox WHERE kind NOT IN ('board', 'notice') OR message IS NULL;
DELETE FROM outbox WHERE kind = 'board' AND id NOT IN (SELECT max(id) FROM outbox WHERE kind = 'board' GROUP BY "table");
UPDATE outbox SET {AFRESH};
INSERT INTO outbox ("table", guild, kind, queue) SELECT id, guild, 'lobby', 'lobby:' || id FROM tables
    WHERE lobby IS NOT NULL AND status != 'cancelled' AND (status = 'open' OR place != channel);
UPDATE tables SET lobby = NULL WHERE status = 'open';
"""
DUE = "SELECT 1 FROM outbox WHERE message IS NULL AND not_before <= ? LIMIT 1"
COMMANDS = ("turns", "settings", "help", "game list", "rules")
CARDS = "SELECT channel, lobby FROM tables WHERE lobby IS NOT NULL AND status IN ('running', 'over')"
ACTING = 'SELECT person FROM seats LEFT JOIN clocks USING ("table", seat) WHERE "table" = ? AND person > 0 ORDER BY began IS NULL'
HINTED = 'SELECT max("table") FROM hints JOIN tables ON id = "table" WHERE status = \'running\' GROUP BY game'
DRAFTED = 'SELECT max("table") FROM drafts JOIN tables ON id = "table" GROUP BY game'
BEHIND = ("b1:view", "b1:more", "b1:text", "b1:move", "b1:undo", "g1:log", "r1:table", "l1:change", "v1:", "s1:tables")
ANSWERS = ("p1:pick", "p1:tab", "p1:turn", "p1:page", "p1:back", "p1:over", "p1:resume", "p1:hint")
DEEP = 3  # panels behind each other


def owed_anew(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.executescript(ANEW)


async def posted(sandbox: Sandbox, bot: ProcessBot, homes: tuple[GuildHandle, ...]) -> list[Json]:
    """Start the bot; return its messages once the outbox is empty."""
    for place, lobby in SECOND.asked(CARDS):
        card = empty_message(sandbox.world, Draft(str(place), sandbox.world.bot, {}, {}))
        sandbox.world.messages[str(place)][str(lobby)] = card | {"id": str(lobby), "flags": 1 << 15}
    await bot.start()

    def paid() -> bool:
        with closing(sqlite3.connect(bot.database)) as db:
            return not db.execute(DUE, (sandbox.world.now(),)).fetchall()

    await wait_until(paid)
    return [message for box in sandbox.world.messages.values() for message in box.values() if message["components"]]


def ids_known(bot: ProcessBot) -> Iterator[tuple[str, str]]:
    """Yield the id of each posted message, and the id that the frozen database knows it by."""
    known = dict(SECOND.asked("SELECT id, message FROM outbox WHERE message IS NOT NULL"))
    lobbies = dict(SECOND.asked("SELECT id, lobby FROM tables"))
    with closing(sqlite3.connect(bot.database)) as db:
        for row, message in db.execute("SELECT id, message FROM outbox WHERE message IS NOT NULL"):
            yield str(message), str(known.get(row, ""))
        for table, message in db.execute("SELECT id, lobby FROM tables WHERE lobby IS NOT NULL"):
            yield str(message), str(lobbies[table])


async def behind(person: Person, shown: Answer, deep: int, seen: set[str]) -> AsyncIterator[tuple[Person, Answer]]:
    """Yield what a person is shown behind the buttons of a message, and behind those."""
    for button in shown.buttons:
        kind = ":".join(button.custom_id.split(":")[:3])
        if button.disabled or kind in seen or not button.custom_id.startswith((*BEHIND, *ANSWERS)):
            continue
        seen.add(kind)
        answer = await person.press(button.custom_id, shown)
        if answer.modal is None:
            yield person, answer
            if deep > 1:
                async for each in behind(person, answer, deep - 1, seen):
                    yield each


async def panels(home: GuildHandle, boards: list[Json]) -> AsyncIterator[tuple[Person, Answer]]:
    """Yield what the players of each table are shown behind its board or lobby, and the answers to commands."""
    people = {int(person.id): person for person in home.people.values()}
    for board in boards:
        for seat in players(table_of(board)):
            person = people[seat].go(board["channel_id"])
            async for each in behind(person, person.read(board), DEEP, set()):
                yield each
    for person in home.people.values():
        for name in COMMANDS:
            yield person, await person.go("garden").slash(name)
    owner = home.person("Ada")
    setup = await owner.slash("setup")
    yield owner, setup
    async for each in behind(owner, setup, DEEP, set()):
        yield each
    yield owner, await owner.on_person("Challenge", home.person("Ben"))


def players(table: int) -> list[int]:
    """Return the persons at a table, those to act first."""
    return [row[0] for row in SECOND.asked(ACTING, table)][:2]


def kept(sandbox: Sandbox, message: Json, known: str) -> Json:
    """Return what is to be frozen of a message."""
    channel = sandbox.world.channels[message["channel_id"]]
    direct = channel["type"] == DM
    return {
        "id": known,
        "channel_id": DIRECT if direct else channel["id"],
        "to": channel["recipients"][0]["id"] if direct else None,
        "reader": message["_reader"],
        "flags": message["flags"],
        "content": message["content"],
        "components": moved(message["components"], sandbox.world.origin, ORIGIN),
        "attachments": moved(message["attachments"], sandbox.world.origin, ORIGIN),
    }


def shape(message: Json) -> tuple[object, ...]:
    """Return what messages have in common of which only a few are kept."""
    found = sorted({":".join(each.split(":")[:2]) for each in custom_ids(message["components"])})
    return (bool(message.get("reader")), message["channel_id"] == DIRECT, *found)


def custom_ids(components: list[Json]) -> Iterator[str]:
    """Yield the custom ids in a message's components."""
    yield from (part["custom_id"] for part in walk(components) if part.get("custom_id"))


def table_of(message: Json) -> int:
    """Return the number of the table that a message is about, or 0."""
    numbers = [each.split(":")[2] for each in custom_ids(message["components"]) if each.count(":") >= 2]
    return next((int(number) for number in numbers if number.isdecimal()), 0)


def chosen(found: list[Json]) -> list[Json]:
    """Return for each game one message of every shape."""
    games = dict(SECOND.asked("SELECT id, game FROM tables"))
    seen = set[tuple[object, ...]]()
    left: list[Json] = []
    for message in found:
        key = (games.get(table_of(message)), *shape(message))
        if key not in seen and any(custom_ids(message["components"])):
            seen.add(key)
            left.append(message)
    return left


async def record(folder: Path) -> list[Json]:
    database = Path(shutil.copy(SECOND.file, folder / "parterre.sqlite3"))
    owed_anew(database)
    sandbox = await Sandbox.start(clock=folder / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    bot = ProcessBot(sandbox, folder)
    try:
        homes = build(sandbox, SECOND)
        messages = await posted(sandbox, bot, homes)
        known = dict(ids_known(bot))
        found = [kept(sandbox, message, known.get(message["id"], "")) for message in messages]
        places = {channel["id"] for channel in sandbox.world.channels_of(homes[0].guild)}
        starts = [message for message in messages if message["channel_id"] in places and table_of(message)]
        special = {number for sql in (HINTED, DRAFTED) for (number,) in SECOND.asked(sql)}
        more = [message for message in starts if table_of(message) in special and "b1:more" in str(message)]
        async for _, answer in panels(homes[0], [*chosen(starts), *more]):
            found.append(kept(sandbox, answer.message, ""))
        print(bot.log[-3000:], file=sys.stderr)
    finally:
        await bot.stop()
        await sandbox.close()
    return chosen([message for message in found if message["id"] or message["reader"]])


def main(target: str) -> None:
    with TemporaryDirectory() as folder:
        found = asyncio.run(record(Path(folder)))
    pressable = sum(len(list(custom_ids(each["components"]))) for each in found)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    Path(target).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{len(found)} messages with {pressable} buttons and menus")


if __name__ == "__main__":
    main(sys.argv[1])
