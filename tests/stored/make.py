"""Write a database as a server leaves it after a month of play: ``python -m tests.stored.make FILE``.

The files beside this one are frozen: each was written once, by the code of its day, and is never made again.
Every later schema, rule and host has to carry on what they hold (`tests/test_stored.py`).

- ``first.sqlite3``: schema 3, four games at every stage, questions, notices, drafts, settings.
- ``second.sqlite3``: the schema of commit 58177b1, and ``second.sql.gz``, its PostgreSQL dump. All of the above, and
  computers of every level, hints taken, drafts of every length, outbox rows in every state, notices of every kind, cards.
  Tables in other languages and with every other term, three servers, and every setting of people and servers.
- ``second_messages.json.gz``: the messages that the bot of that commit posts for this database (`tests/stored/record.py`).

A later day gets a file of its own beside them: run this with the code of that day.
The driver plays each game, at random from a seed, to every stage that a table can be at; the same content comes out each time.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from db.rows import SeatRow
from db.store import Store
from host.ballots import ask_end, ask_pause, ask_replace, ask_terms, ask_undo, vote
from host.deadlines import MINUTE
from host.leaving import guild_lost, resign
from host.nudge import mute_reminders, nudge
from host.undo import undo
from rules import GAMES
from tests.stored import further
from tests.stored.driver import ADA, BEN, CLEO, DAN, EVE, FRED, Driver

Stage = Callable[[Driver, str], Awaitable[object]]


async def forgotten(driver: Driver, game: str) -> None:
    await driver.opened(game, 3)


async def forsaken(driver: Driver, game: str) -> None:
    await guild_lost(await driver.begun(game, 2, 2, pace="relaxed"))


async def unmoved(driver: Driver, game: str) -> None:
    await driver.begun(game, 2, 1, pace="untimed")


async def overslept(driver: Driver, game: str) -> None:
    """A seat is given up after three time-outs; the stand-in plays on, the person may come back."""
    table = await driver.begun(game, 3, pace="live", lapse="give-up")
    while table.position.given_up(BEN.person) is None and table.position.to_act:
        if table.position.to_act[0].person == BEN.person:
            await driver.wait(1 / 4, MINUTE)
        else:
            await driver.move(table)
    await driver.agree(table, await ask_terms(table, ADA.person, "untimed", "wait"))


async def late(driver: Driver, game: str) -> None:
    await driver.begun(game, 2, 2)


async def stood_in(driver: Driver, game: str) -> None:
    table = await driver.begun(game, 2, 2, lapse="stand-in")
    await mute_reminders(table, table.position.to_act[0].person, next(driver.clicks))


async def reminded(driver: Driver, game: str) -> None:
    await driver.begun(game, 2, 1)


async def lobby(driver: Driver, game: str) -> None:
    """Open: a seat taken, a seat kept, a seat free; a variant, and seats drawn by lot."""
    kept = [SeatRow(0, EVE.person, EVE.name, standing="reserved")]
    variants = tuple(variant.key for variant in GAMES[game].variants)
    table = await driver.opened(game, 4, variants=variants, seating="random", lapse="stand-in", invited=kept)
    await driver.tables.join(table.id, BEN.person, BEN.name)


async def cancelled(driver: Driver, game: str) -> None:
    table = await driver.opened(game, 2)
    await driver.tables.cancel(table.id, ADA.person)


async def ended(driver: Driver, game: str) -> None:
    """Played to its end; its people play again, and wait for one of them."""
    table = await driver.begun(game, 2, variants=tuple(variant.key for variant in GAMES[game].variants))
    while table.position.to_act:
        await driver.move(table)
    again, _ = await driver.tables.rematch(table.id, BEN.person, BEN.name)
    await driver.tables.set_lobby(again, next(driver.messages), again.position.row.revision)


async def resigned(driver: Driver, game: str) -> None:
    """Over, as only one is left, who plays on with somebody else."""
    table = await driver.begun(game, 2, 5)
    await resign(table, table.position.to_act[0].person, next(driver.clicks))
    await driver.pay()
    (left,) = table.position.seated
    again, _ = await driver.tables.rematch(table.id, left.person, left.name)
    await driver.tables.join(again.id, CLEO.person, CLEO.name)
    await driver.tables.start(again.id, left.person, next(driver.clicks))


async def agreed(driver: Driver, game: str) -> None:
    table = await driver.begun(game, 3, 4)
    await driver.agree(table, await ask_end(table, CLEO.person))


async def first_round(driver: Driver, game: str) -> None:
    await driver.begun(game, 4, 1, lapse="give-up")


async def midway(driver: Driver, game: str) -> None:
    """Long since begun, with a move taken back freely, one with consent, and a seat that changed hands."""
    table = await driver.begun(game, 3, 5)
    mover = table.position.to_act[0].person
    await driver.move(table)
    if table.position.last == mover:
        await undo(table, mover, next(driver.clicks))
    await driver.agree(table, await ask_undo(table, ADA.person, table.position.seq))
    await driver.agree(table, await ask_replace(table, BEN.person, 1, FRED.person, FRED.name))
    for _ in range(2):
        await driver.move(table)


async def mid_turn(driver: Driver, game: str) -> None:
    """In the middle of a turn that goes on after a reveal, where the game has any, and with a draft."""
    table = await driver.begun(game, 2, 3, lapse="stand-in")
    for _ in range(6):
        if table.position.mid_turn:
            break
        await driver.move(table)
    path = next(path for _ in range(99) if len(path := driver.path(table)) > 1)
    await table.store.put_draft(table.id, table.position.to_act[0].person, table.position.seq, " ".join(path[:-1]))


async def in_debt(driver: Driver, game: str) -> None:
    """Leave Discord out of reach: a board and a nudge are pending, a posted reminder is outdated, a question is answered."""
    table = await driver.begun(game, 2, 2, pace="live")
    question = await ask_end(table, ADA.person)
    await driver.wait(0.1, MINUTE)
    driver.troubles[table.id] = driver.refuse
    await driver.move(table)
    await driver.move(table)
    await nudge(table, further.waiting(table), next(driver.clicks))
    await vote(table, question, BEN.person, yes=False)


async def asked(driver: Driver, game: str) -> None:
    """Open questions of each kind, some votes given; one that was declined before."""
    table = await driver.begun(game, 4, 8)  # so that everybody has moved
    await vote(table, await ask_end(table, DAN.person), ADA.person, yes=False)
    await vote(table, await ask_undo(table, ADA.person, table.position.seq), BEN.person, yes=True)
    await vote(table, await ask_pause(table, BEN.person), CLEO.person, yes=True)
    await vote(table, await ask_terms(table, CLEO.person, "relaxed", "stand-in"), DAN.person, yes=True)
    await vote(table, await ask_replace(table, DAN.person, 3, EVE.person, EVE.name), EVE.person, yes=True)


async def paused(driver: Driver, game: str) -> None:
    table = await driver.begun(game, 2, 4, pace="quick")
    await driver.agree(table, await ask_pause(table, BEN.person))


async def played_on(driver: Driver, game: str) -> None:
    """A stand-in has just played the turn of somebody who resigned, and a seat is free for others to take over."""
    table = await driver.begun(game, 4, 4)
    await resign(table, table.position.to_act[0].person, next(driver.clicks))
    await driver.play_by_itself(table)


PAST: tuple[tuple[tuple[Stage, ...], float], ...] = (  # and the hours until the next
    ((forgotten, forsaken, unmoved, further.unheard), 7 * 24),
    ((unmoved,), 24 * 24),
    ((overslept, late, stood_in, further.unreached), 2),
    ((reminded,), 10),
    ((reminded, further.daily), 12.5),
)
TODAY: tuple[Stage, ...] = (
    lobby,
    cancelled,
    ended,
    resigned,
    agreed,
    first_round,
    midway,
    mid_turn,
    in_debt,
    asked,
    paused,
    played_on,
    further.practice,
    further.drafting,
)
FEW: tuple[Stage, ...] = (further.unlike, further.questioned, further.abroad, further.untold)  # each by every other game


async def live(driver: Driver) -> None:
    """A month, and its last day."""
    await further.choose_all(driver)
    for stages, hours in PAST:
        for stage in stages:
            for game in GAMES:
                await stage(driver, game)
        await driver.wait(hours)
    for stage in TODAY:
        for game in GAMES:
            await stage(driver, game)
    for number, stage in enumerate(FEW):
        for game in [*GAMES][number % 2 :: 2]:
            await stage(driver, game)
    for game in GAMES:
        await further.practised(driver, game)  # last, as its thread is archived some minutes later
    await further.troubled(driver)
    await further.unsaid(driver)


async def written(path: Path) -> None:
    store = await Store.open(path)
    try:
        await live(Driver(store))
    finally:
        await store.close()


def make(path: Path) -> None:
    """Write the file, all of it in one and as small as can be; raises `FileExistsError`."""
    if path.exists():
        raise FileExistsError(path)
    asyncio.run(written(path))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA page_size = 512")
        db.execute("VACUUM")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
