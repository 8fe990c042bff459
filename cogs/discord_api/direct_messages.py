"""Direct messages, opened no faster than Discord tolerates.

Discord answers error 40003 to a bot that opens them faster, and may ban one that goes on.
"""

from __future__ import annotations

import discord

DIRECT_MESSAGES_PER_MINUTE = 20  # to new people, and as many digests; Discord names no number, but refused 25 at once
DIRECT_MESSAGES_AT_ONCE = 5  # after a quiet while
LATENESS_SECONDS = 30.0  # by which a message may start after its time; later it books again
PEOPLE_REMEMBERED = 10_000  # people with an open channel; the oldest are forgotten first


class Budget:
    """Hand out evenly spaced start times; after a quiet while a few may start at once.

    :param per_minute: start times in a minute.
    :param at_once: how many starts a quiet while saves up.
    """

    def __init__(self, per_minute: float, at_once: int) -> None:
        self._spacing = 60.0 / per_minute
        self._credit = (at_once - 1) * self._spacing
        self._next = 0.0
        self._booked: dict[int, float] = {}  # by key, the earliest first

    def book(self, key: int, now: float) -> float:
        """Return when the work with this key may start: ``now``, or a later time. Ask again at that time."""
        booked = self._booked.get(key)
        if booked is not None and now < booked:
            return booked
        self._forget(now - LATENESS_SECONDS)
        if self._booked.pop(key, None) is not None:
            return now
        start = max(self._next, now - self._credit)
        self._next = start + self._spacing
        if start <= now:
            return now
        self._booked[key] = start
        return start

    def pause(self, until: float) -> None:
        """Let nothing start before this time, and forget earlier bookings."""
        self._next = max(self._next, until)
        self._booked.clear()

    def _forget(self, before: float) -> None:
        while self._booked and (first := next(iter(self._booked.items())))[1] < before:
            del self._booked[first[0]]


class DirectMessages:
    """Remember the channels to people, and limit how fast the bot opens new ones."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._channels: dict[int, int] = {}  # by person
        self._new_people = Budget(DIRECT_MESSAGES_PER_MINUTE, DIRECT_MESSAGES_AT_ONCE)
        self._digests = Budget(DIRECT_MESSAGES_PER_MINUTE, DIRECT_MESSAGES_AT_ONCE)
        self._paused_until = 0.0

    def start_of(self, row: int, person: int, now: float, *, digest: bool) -> float:
        """Return when the message of this row may be sent: now, or later.

        Digests come for many people at once, so each waits for its turn. Other messages wait only where a channel must be opened.
        """
        if digest:
            return self._digests.book(row, now)
        return self._new_people.book(row, now) if person not in self._channels else max(now, self._paused_until)

    def pause(self, until: float) -> None:
        """Send nobody a direct message before this time."""
        self._paused_until = max(self._paused_until, until)
        self._new_people.pause(until)
        self._digests.pause(until)

    async def channel_of(self, person: int) -> discord.PartialMessageable:
        """Return the channel to a person, opened if need be.

        :raises discord.HTTPException: as Discord refuses it.
        """
        if person not in self._channels:
            self._channels[person] = (await self._client.create_dm(discord.Object(person))).id
            if len(self._channels) > PEOPLE_REMEMBERED:
                del self._channels[next(iter(self._channels))]
        return self._client.get_partial_messageable(self._channels[person])
