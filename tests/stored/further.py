"""Stages that tables can be at since there are computers, hints, languages and an outbox; and choices of people and servers."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from db.rows import OutboxRow
from host import servers, settings
from host.ballots import ask_language, ask_pause, ask_replace, ask_terms, ask_undo, offer_to_play, vote, withdraw
from host.computers import new_computers
from host.deadlines import DAY, HOUR, MINUTE, Rest
from host.hints import Adviser, take_hint
from host.leaving import move_table, resign
from host.lobby import reserve_seat
from host.nudge import nudge
from host.scheduler import change_rest
from host.table import Table
from players.levels import LEVELS
from rules import GAMES
from rules.text import say
from tests.stored.driver import ADA, BEN, CHANNEL, CLEO, DAN, EVE, FRED, GUILD, Dice, Driver, Handle


def waiting(table: Table) -> int:
    """Return a person at the table who waits for another."""
    return next(seat.person for seat in table.position.seats if seat.is_person and seat not in table.position.to_act)


async def practice(driver: Driver, game: str) -> None:
    """One person against computers of each level, with hints taken; the third game waits for a computer."""
    practising: list[Table] = []
    for count, level in zip((1, 1, 2), LEVELS, strict=True):
        table = await driver.begun(game, 1 + count, 1, computers=new_computers(count, level), hints=1, lapse="stand-in")
        for number in range(1 + count):
            await hint(driver, table, number)
        practising.append(table)
    table = practising[-1]
    await driver.play_by_itself(table)
    person = table.position.to_act[0].person
    while table.position.acts(person):
        await table.move(person, table.position.seq, driver.path(table), next(driver.clicks))


async def hint(driver: Driver, table: Table, number: int) -> None:
    await driver.play_by_itself(table)
    person = table.position.to_act[0].person
    await take_hint(table, Adviser(Dice()), person, table.position.seq, number, next(driver.clicks))


async def practised(driver: Driver, game: str) -> None:
    """A game against a computer that its person has given up, with hints taken in its course."""
    table = await driver.begun(game, 2, 3, computers=new_computers(1, "steady"))
    await hint(driver, table, 0)
    await driver.move(table)
    await resign(table, ADA.person, next(driver.clicks))


async def unlike(driver: Driver, game: str) -> None:
    """Every term other than usual, with a computer in the lobby; and such a table under way."""
    terms: dict[str, Any] = {"points": "hidden", "guidance": "first", "language": "de", "hints": 0}
    terms |= {"seating": "random", "pace": "quick"}
    await driver.opened(game, 3, host=EVE, computers=new_computers(1, "keen"), **terms)
    await driver.begun(game, 3, 2, **terms | {"language": "fr", "pace": "relaxed"})


async def drafting(driver: Driver, game: str) -> None:
    """Store drafts of one and of all answers, each on a table of its own, and one of somebody who has moved since."""
    for answers in (1, None):
        table = await driver.begun(game, 2, 1)
        mover, other = table.position.to_act[0].person, waiting(table)
        path = driver.path(table)[:answers]
        await table.store.put_draft(table.id, mover, table.position.seq, " ".join(path))
        await table.store.put_draft(table.id, other, table.position.seq - 1, "1")


async def questioned(driver: Driver, game: str) -> None:
    """Questions open, of kinds that came later: another language, an offer to play; and one withdrawn."""
    table = await driver.begun(game, 3, 3)
    await withdraw(table, await ask_pause(table, ADA.person), ADA.person)
    await vote(table, await ask_language(table, BEN.person, "fr", say("French")), CLEO.person, yes=True)
    table = await driver.begun(game, 3, 2)
    gone = table.position.to_act[0]
    await resign(table, gone.person, next(driver.clicks))
    await driver.play_by_itself(table)
    await offer_to_play(table, gone.seat, EVE.person, EVE.name)


async def abroad(driver: Driver, game: str) -> None:
    """On other servers: in the channel itself, open and under way."""
    await driver.begun(game, 2, 2, guild=GUILD + 1, lapse="stand-in")
    await driver.opened(game, 2, host=FRED, guild=GUILD + 2)


async def unreached(driver: Driver, game: str) -> None:
    """Leave Discord out of reach for days: reminders, nudges and the turn of a stand-in wait."""
    table = await driver.begun(game, 3, 2, pace="quick", lapse="stand-in")
    driver.troubles[table.id] = driver.refuse
    await nudge(table, waiting(table), next(driver.clicks))
    host = await driver.opened(game, 2)
    driver.troubles[host.id] = driver.refuse
    await reserve_seat(host, ADA.person, BEN.person, BEN.name)


async def untold(driver: Driver, game: str) -> None:
    """Fill a lobby, move a table, and leave an answer unsent."""
    table = await driver.opened(game, 2)
    driver.troubles[table.id] = driver.refuse
    await driver.tables.join(table.id, CLEO.person, CLEO.name)
    table = await driver.begun(game, 3, 3)
    driver.troubles[table.id] = driver.refuse
    await vote(table, await ask_terms(table, CLEO.person, "relaxed", "stand-in"), ADA.person, yes=False)
    await ask_replace(table, ADA.person, 0, EVE.person, EVE.name)
    await move_table(table, CHANNEL + 1, CHANNEL + 1, None, ADA[1:3], next(driver.clicks))


async def troubled(driver: Driver) -> None:
    """A board and a notice in each state that a row of the outbox can be in."""
    outbox = driver.tables.store.outbox

    async def claimed(row: OutboxRow) -> None:
        """Another process has it in hand."""

    async def doubted(row: OutboxRow) -> None:
        await outbox.mark_failed(row, driver.now() + DAY, "no answer", surely_unsent=False)

    async def limited(row: OutboxRow) -> None:
        until = driver.now() + HOUR
        await outbox.mark_failed(row, until, "rate limited", surely_unsent=True, limited_until=until)

    async def postponed(row: OutboxRow) -> None:
        await outbox.postpone(row, driver.now() + HOUR)

    async def given_up(row: OutboxRow) -> None:
        await outbox.mark_failed(row, driver.now(), "Missing Access", surely_unsent=True, refused=driver.now() - 2 * DAY)
        await outbox.give_up(row, "Missing Access", driver.now())

    states: tuple[Handle, ...] = (doubted, limited, postponed, given_up, driver.refuse, claimed)
    for game, state in zip(cycle(GAMES), states, strict=False):
        table = await driver.begun(game, 2, 2)
        driver.troubles[table.id] = state
        await nudge(table, waiting(table), next(driver.clicks))
        await driver.move(table)
        await driver.pay()


async def choose_all(driver: Driver) -> None:
    """Every setting of people and servers, at another value than usual for somebody."""
    store = driver.tables.store
    away = (("2033-06-15", "2033-07-02"), ("2034-01-01", "2034-01-01"))
    await settings.set_person_settings(store, BEN.person, direct=True, next_up=True)
    await settings.set_person_settings(store, CLEO.person, swift=True)
    await settings.set_person_settings(store, EVE.person, direct=True, digest=True, language="de")
    await settings.set_person_settings(store, FRED.person, language="fr", locale="fr", swift=True)
    await change_rest(driver.tables, CLEO.person, lambda _: Rest("Europe/Berlin", quiet=(22 * 60, 7 * 60)))
    await change_rest(driver.tables, DAN.person, lambda _: Rest("Asia/Tokyo", away=away))
    await change_rest(driver.tables, FRED.person, lambda _: Rest("America/New_York", quiet=(0, 5 * 60 + 30), away=away[1:]))
    await servers.set_server_settings(
        store, GUILD, say("Tables are quick here."), pace="quick", lapse="give-up", most=200, log=CHANNEL + 1, language="en"
    )
    few = say("Few tables.")
    await servers.set_server_settings(
        store, GUILD + 1, few, channels=(CHANNEL + 2, CHANNEL + 3), roles=(7,), threads=False, most=30
    )
    await servers.set_server_settings(store, GUILD + 2, say("French."), language="fr", log=CHANNEL + 5)


async def daily(driver: Driver, game: str) -> None:
    """Somebody who wants one message a day is late."""
    table = await driver.opened(game, 2, host=EVE)
    await driver.tables.join(table.id, ADA.person, ADA.name)
    await driver.tables.start(table.id, EVE.person, next(driver.clicks))


async def unheard(driver: Driver, game: str) -> None:
    """A lobby closes for want of players; Discord does not take the notice."""
    table = await driver.opened(game, 2)
    driver.troubles[table.id] = driver.refuse


async def unsaid(driver: Driver) -> None:
    """Just before the bot stops: settings of a server and of a person change, and a move is taken back."""
    driver.troubles[None] = driver.refuse
    await servers.set_server_settings(driver.tables.store, GUILD, say("Tables are quick here, as before."), pace="quick")
    table = await driver.begun("schlossgarten", 2, 2)
    driver.now.forward(MINUTE)
    await driver.pay()
    await driver.agree(table, await ask_undo(table, table.position.to_act[0].person, table.position.seq))
    await change_rest(driver.tables, BEN.person, lambda _: Rest("Europe/London", quiet=(23 * 60, 6 * 60)))
