"""Asking the bot on its port of health and metrics."""

from __future__ import annotations

import re

from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from trials.journey import Journey
from trials.waiting import wait_until

ADDRESS = re.compile(r"health and metrics at (http://\S+)")


class Told:
    """Read the bot's health and metrics port."""

    def __init__(self, journey: Journey) -> None:
        self._journey = journey

    async def at(self, path: str) -> tuple[int, str]:
        """Return the status and the text of the answer at this path."""
        await self._journey.until(lambda: ADDRESS.search(self._journey.bot.log) is not None)
        origin = ADDRESS.findall(self._journey.bot.log)[-1]
        async with ClientSession() as session, session.get(f"{origin}{path}") as response:
            return response.status, await response.text()

    async def until(self, path: str, wanted: tuple[int, str]) -> None:
        """Ask again and again."""

        async def told() -> bool:
            return await self.at(path) == wanted

        await wait_until(told)

    async def metrics(self) -> list[Sample]:
        _, text = await self.at("/metrics")
        return [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    async def value(self, name: str, **labels: str) -> float:
        """Return the sum of the samples with this name and these labels."""
        found = [each for each in await self.metrics() if each.name == name and labels.items() <= each.labels.items()]
        assert found, name
        return sum(each.value for each in found)
