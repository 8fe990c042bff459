"""Restart all processes of a fleet, one after the other, while people play, and count the clicks that get no answer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic

from sandbox.answer import Unanswered
from sandbox.asking import make_interaction
from sandbox.interactions import Interaction
from sandbox.kinds import AUTOCOMPLETE
from trials.faults.fleet import Fleet
from trials.faults.killing import Killer
from trials.faults.player import FAILED, Player
from trials.faults.takeovers import END, Takeovers
from trials.faults.testbed import Testbed
from trials.findings import Finding

LOAD_SECONDS = 15.0  # of play before the first restart
SETTLE_SECONDS = 15.0  # from the start of a process to the end of the next one
READY_SECONDS = 120.0
MOST_UNANSWERED = 0.02  # share of the clicks from the first restart to the end of the last one


class RollingRestart(Killer):
    """End processes in good order, one by one; supervisors start them again. ``kills`` counts them."""

    def __init__(self, testbed: Testbed, fleet: Fleet, takeovers: Takeovers, random: Random) -> None:
        super().__init__(testbed, fleet.members[0], random)
        self._fleet = fleet
        self._takeovers = takeovers
        self._sent: list[Interaction] = []  # in the time that counts
        self._counting = False

    async def kill_at(self, pause: float, stop: asyncio.Event) -> None:
        """Restart each process once; ``pause`` and ``stop`` do not matter."""
        await asyncio.sleep(LOAD_SECONDS)
        gateway, changes = self._testbed.sandbox.gateway_state, self._testbed.world.changes
        self._counting = True
        for member in self._fleet.members:
            self.log.append((self._testbed.world.now(), f"end of process {self._fleet.members.index(member)}"))
            began = monotonic()
            with self._takeovers.watch(END, member):
                await member.stop()
            self.log.append((self._testbed.world.now(), f"it ended after {monotonic() - began:.1f} s"))
            await asyncio.sleep(SETTLE_SECONDS)
            await changes.wait_until(lambda: gateway.ready, READY_SECONDS)
            self.kills["end"] = self.kills.get("end", 0) + 1
        self._counting = False

    def _clicked(self, interaction: Interaction) -> None:
        if self._counting and interaction.type != AUTOCOMPLETE:
            self._sent.append(interaction)

    @property
    def unanswered(self) -> list[Interaction]:
        """Return the clicks without an answer, of those from the first restart to the end of the last one."""
        return [each for each in self._sent if each.callback is None]

    @property
    def told(self) -> list[str]:
        share = len(self.unanswered) / max(1, len(self._sent))
        return [f"rolling restart: {len(self.unanswered)} of {len(self._sent)} clicks were not answered ({share:.1%})"]

    async def check(self) -> list[Finding]:
        """Find too many clicks without an answer, and those whose repetition gets none."""
        gone, found = self.unanswered, list[Finding]()
        if len(gone) > MOST_UNANSWERED * len(self._sent):
            found.append(Finding("missing", self.told[0]))
        people = {player.id: player for player in self._testbed.everybody}
        for each in gone:
            if not await self._repeat(people[each.user_id], each):
                found.append(Finding("missing", "a repeated click was not answered", f"interaction {each.id}"))
        return found

    async def _repeat(self, player: Player, before: Interaction) -> bool:
        """Send an interaction once more; return whether it was answered."""
        world, payload = self._testbed.world, before.payload
        source = world.messages.get(before.channel_id, {}).get(before.source_id or "")
        if before.channel_id not in world.channels or (before.source_id and source is None):
            return True  # nobody can click there any more
        again = make_interaction(
            world, before.user_id, before.channel_id, before.type, payload["data"], source=source, opened_by=before.opened_by
        )
        try:
            with suppress(*[error for error in FAILED if error is not Unanswered]):
                await player.send(again, None)
        except Unanswered:
            return False
        return True
