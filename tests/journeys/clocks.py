"""Move the clock of a journey, and wait for messages that time brings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sandbox.answer import Answer
from sandbox.client import Person
from trials.journey import Journey

HOUR = 3600


class Clocks:
    """Move the clock of a journey, and read the messages at its table."""

    def __init__(self, journey: Journey) -> None:
        self._journey = journey
        self._sandbox = journey.sandbox
        self._home = journey.home

    def pass_hours(self, hours: float) -> None:
        self._sandbox.advance(hours * HOUR + 1)

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self._sandbox.world.now(), UTC)

    def around_now(self) -> str:
        """Return quiet hours that have begun and go on."""
        start, end = self.now - timedelta(hours=1), self.now + timedelta(hours=4)
        return f"{start:%H:%M}-{end:%H:%M}"

    def reading(self, words: str) -> list[Answer]:
        """Return the public messages at the table with this text, oldest first."""
        told = [self._journey.ada.read(m) for m in self._home.messages(self._journey.place) if not m["_reader"]]
        return [answer for answer in told if words in answer.text]

    async def told(self, words: str) -> Answer:
        """Wait for a message at the table with this text; return the newest one."""
        return (await self._journey.until(lambda: self.reading(words)))[-1]

    async def none_left(self, words: str) -> None:
        """Wait until no message at the table has this text any more."""
        await self._journey.until(lambda: not self.reading(words))

    async def all_sent(self) -> None:
        """Wait until the bot has sent all messages that are due within a minute; the clock skips short pauses."""
        pending = "SELECT max(not_before) FROM outbox WHERE guild = ? AND message IS NULL AND not_before < ?"

        def none_left() -> bool:
            now = self._sandbox.world.now()
            ((last,),) = self._journey.rows(pending, self._home.guild.id, now + 60)
            if last is not None and last > now:
                self._sandbox.advance(last - now)
            return last is None

        await self._journey.until(none_left)

    async def postponed(self, kind: str, tries: int = 1) -> float:
        """Wait until a message of this kind has failed ``tries`` times; return the time of its retry, in seconds since 1970."""
        noted = """SELECT not_before FROM outbox WHERE guild = ? AND kind = ? AND tries = ?
                   AND claimed_until IS NULL AND message IS NULL AND not_before IS NOT NULL"""
        ((retry,), *_) = await self._journey.until(lambda: self._journey.rows(noted, self._home.guild.id, kind, tries))
        return float(retry)

    async def told_directly(self, person: Person, words: str) -> Answer:
        """Wait for a direct message to this person with this text; return the newest one."""
        place = str(self._sandbox.world.direct(person.id)["id"])

        def look() -> list[Answer]:
            return [answer for answer in map(person.read, self._home.messages(place)) if words in answer.text]

        return (await self._journey.until(look))[-1]

    async def another_look(self) -> None:
        """Wait until the bot has polled due work again: five minutes later a reminder comes at another table."""
        cleo, dan = self._journey.cleo, self._journey.dan
        lobby = await cleo.slash("game new", channel="garden", game=self._journey.game, seats=2, time_limit="live")
        await dan.click("Join", on=lobby)
        await cleo.click("Start", on=lobby)
        self._sandbox.advance(301)
        place = lobby.message["id"]
        await self._journey.until(lambda: any("Half of your time" in str(m) for m in self._home.messages(place)))
