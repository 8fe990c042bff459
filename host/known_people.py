"""Keep the stored names of people up to date while they act."""

from __future__ import annotations

import logging
from collections import OrderedDict

from db.statement import Unsaved
from host.deadlines import HOUR, MINUTE
from host.tables import Tables

log = logging.getLogger(__name__)

UPDATE_PAUSE_SECONDS = 6 * HOUR  # between two updates of a person whose name stays the same
UNKNOWN_PAUSE_SECONDS = 10 * MINUTE  # until it is tried again whether a person is known by now
REMEMBERED_PEOPLE = 5000


class KnownPeople:
    """Updates the names of people who act, each once in a while. Names on seats stay as they were on their servers."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._next = OrderedDict[int, tuple[str, float]]()  # by person: the name, and when to update it again

    async def update(self, person: int, name: str) -> None:
        """Store that a person acts now, and their name on Discord; people who are not known stay unknown."""
        now = self._tables.now()
        known, then = self._next.get(person, ("", now))
        if known == name and now < then:
            return
        self._remember(person, name, now + UPDATE_PAUSE_SECONDS)
        try:
            if not await self._tables.store.people.update(person, name, now):
                self._remember(person, name, now + UNKNOWN_PAUSE_SECONDS)
        except Unsaved as error:
            self._next.pop(person, None)
            log.info("person %d is not updated: %s", person, error)

    def forget(self, person: int) -> None:
        """Forget the name of a person, as they are erased."""
        self._next.pop(person, None)

    def _remember(self, person: int, name: str, then: float) -> None:
        self._next[person] = (name, then)
        self._next.move_to_end(person)
        if len(self._next) > REMEMBERED_PEOPLE:
            self._next.popitem(last=False)
