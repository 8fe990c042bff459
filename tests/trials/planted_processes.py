"""Faults of several processes to plant in copies of the program, for the trial with kills and faults to find."""

from __future__ import annotations

from typing import NamedTuple

from tests.trials.planted import Change, Planted
from trials.faults.process_faults import HANG

BEAT_IS_GONE = "            if await connection.fetchrow(BEAT, self._process) is None:\n"
TAKE = "        return await self._database.one(HOLDER, role) == (self._number,)\n"
GOES_ON = (  # an ended process takes no notice of its end
    Change(
        "db/postgres/membership.py",
        "return not self._lost.done() and seconds_since_boot() - self._beat_at < seconds",
        "return seconds > 0",
    ),
    Change(
        "db/postgres/leader.py",
        "        if not self._lost.done():\n            self._lost.set",
        "        if 0:\n            self._lost.set",
    ),
    Change("db/postgres/membership.py", BEAT_IS_GONE, BEAT_IS_GONE.replace("is None", "== 0")),
)
ENDED = Change("db/postgres/jobs.py", " AND NOT ended", "")
AFTER = "times after another took over"


class PlantedInProcesses(NamedTuple):
    """A planted fault, the disturbances that show it, and the numbers of processes and ranges."""

    fault: Planted
    disturbances: tuple[str, ...]
    processes: int = 2
    ranges: int = 1


PLANTED = (
    PlantedInProcesses(Planted("an ended process does not stop", "doubled", AFTER, GOES_ON), (HANG,)),
    PlantedInProcesses(Planted("an ended process can save", "doubled", AFTER, (*GOES_ON, ENDED)), (HANG,)),
    PlantedInProcesses(
        Planted(
            "all processes are the clerk, and share a name",
            "doubled",
            AFTER,
            (
                Change("db/postgres/roles.py", TAKE, TAKE.replace("== (self._number,)", "== (self._number,) or role == 'clerk'")),
                Change("db/postgres/roles.py", 'self.process = f"parterre {process}"', 'self.process = "parterre"'),
            ),
        ),
        (),
        ranges=2,
    ),
    PlantedInProcesses(
        Planted(
            "sessions start at any time",
            "unexplained",
            "a session started",
            (Change("cogs/discord_api/shards.py", "IDENTIFY_SECONDS = 5.25", "IDENTIFY_SECONDS = 0.5"),),
        ),
        (),
        ranges=2,
    ),
)
