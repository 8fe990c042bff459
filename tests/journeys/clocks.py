"""Words for journeys through time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sandbox.answer import Answer
from sandbox.client import Person
from trials.journey import Journey

HOUR = 3600


class Clocks:
    """What is told at a table as time passes."""

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
        """Quiet hours that have begun, and last."""
        start, end = self.now - timedelta(hours=1), self.now + timedelta(hours=4)
        return f"{start:%H:%M}-{end:%H:%M}"

    def reading(self, words: str) -> list[Answer]:
        """The public messages at the table that say this, oldest first."""
        told = [self._journey.ada.read(m) for m in self._home.messages(self._journey.place) if not m["_reader"]]
        return [answer for answer in told if words in answer.text]

    async def told(self, words: str) -> Answer:
        """The newest message at the table that says this, once it is there."""
        await self._journey.until(lambda: bool(self.reading(words)))
        return self.reading(words)[-1]

    async def none_left(self, words: str) -> None:
        """Until no message at the table says this any more."""
        await self._journey.until(lambda: not self.reading(words))

    async def all_sent(self) -> None:
        """Wait until the bot has noted that it sent what is due within a minute; the clock moves to what rests for seconds."""
        pending = "SELECT max(not_before) FROM outbox WHERE guild = ? AND message IS NULL AND not_before < ?"

        def none_left() -> bool:
            now = self._sandbox.world.now()
            ((last,),) = self._journey.rows(pending, self._home.guild.id, now + 60)
            if last is not None and last > now:
                self._sandbox.advance(last - now)
            return last is None

        await self._journey.until(none_left)

    async def postponed(self, kind: str, tries: int = 1) -> float:
        """Until something of this kind was tried so often in vain; when it is tried again, in seconds since 1970."""
        noted = """SELECT not_before FROM outbox WHERE guild = ? AND kind = ? AND tries = ?
                   AND claimed_until IS NULL AND message IS NULL AND not_before IS NOT NULL"""
        found: list[tuple[float]] = []

        def look() -> bool:
            found[:] = self._journey.rows(noted, self._home.guild.id, kind, tries)
            return bool(found)

        await self._journey.until(look)
        return found[0][0]

    async def told_directly(self, person: Person, words: str) -> Answer:
        """The direct message to this person that says this."""
        place = str(self._sandbox.world.direct(person.id)["id"])
        found: list[Answer] = []

        def look() -> bool:
            found[:] = [a for a in map(person.read, self._home.messages(place)) if words in a.text]
            return bool(found)

        await self._journey.until(look)
        return found[-1]

    async def another_look(self) -> None:
        """Until the bot has looked again at what is due: five minutes later a reminder comes at another table."""
        cleo, dan = self._journey.cleo, self._journey.dan
        lobby = await cleo.slash("game new", channel="garden", game=self._journey.game, seats=2, pace="live")
        await dan.click("Join", on=lobby)
        await cleo.click("Start", on=lobby)
        self._sandbox.advance(301)
        place = lobby.message["id"]
        await self._journey.until(lambda: any("Half of your time" in str(m) for m in self._home.messages(place)))
