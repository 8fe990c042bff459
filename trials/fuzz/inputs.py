"""Make inputs: interactions of a person in a place, and what they name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from cogs import COGS
from cogs.shell.routes import resolve
from sandbox.asking import make_interaction
from sandbox.client import Person
from sandbox.interactions import Interaction
from sandbox.kinds import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Json, mapping
from sandbox.permissions import BITS
from sandbox.world import World
from trials.fuzz.servers import Club
from trials.screen import command_of


@dataclass(frozen=True)
class Input:
    """An interaction; ``name`` is its row of `ACCESS`, empty if there is none; `table` and `ballot` are the ids in it."""

    kind: int
    name: str
    who: Person
    person: int
    club: Club
    channel: str
    direct: bool
    manages: bool
    table: int | None
    ballot: int | None
    words: str
    interaction: Interaction

    @property
    def guild(self) -> int:
        """Return the server it comes from; 0 for a direct message."""
        return 0 if self.direct else self.club.id

    def __str__(self) -> str:
        where = "direct" if self.direct else self.channel
        return f"{self.words[:200]!r} by {self.person} in {where}"


def load_routes() -> None:
    """Load the modules that register the custom_ids of the bot."""
    for name in COGS:
        import_module(f"cogs.{name}")


class Post:
    """Make an `Input` of each kind of interaction, from its person, channel and data."""

    def __init__(self, world: World) -> None:
        self._world = world

    def component(self, club: Club, who: Person, channel: str, data: Json, source: Json) -> Input:
        """Make a click or a choice."""
        name, table, ballot = about(str(data["custom_id"]))
        made = make_interaction(self._world, who.id, channel, COMPONENT, data, source=source)
        values = f" {data['values']}" if "values" in data else ""
        return self._input(COMPONENT, name, (club, who, channel), table, ballot, f"{data['custom_id']}{values}", made)

    def modal(self, club: Club, who: Person, channel: str, data: Json) -> Input:
        """Make the submission of a form."""
        name, table, ballot = about(str(data["custom_id"]))
        made = make_interaction(self._world, who.id, channel, MODAL, data)
        return self._input(MODAL, name, (club, who, channel), table, ballot, str(data), made)

    def command(self, club: Club, who: Person, channel: str, data: Json, *, typing: bool = False) -> Input:
        """Make a command, or a request for completions if ``typing``."""
        kind = AUTOCOMPLETE if typing else COMMAND
        made = make_interaction(self._world, who.id, channel, kind, data)
        name, given = command_of(data)
        table: Any = given.get("table")
        words = " ".join([name, *(f"{option}:{value}" for option, value in given.items())])
        return self._input(kind, name, (club, who, channel), table if isinstance(table, int) else None, None, words, made)

    def _input(
        self,
        kind: int,
        name: str,
        place: tuple[Club, Person, str],
        table: int | None,
        ballot: int | None,
        words: str,
        made: Interaction,
    ) -> Input:
        club, who, channel = place
        direct = "guild_id" not in made.payload
        permissions = int(mapping(made.payload.get("member")).get("permissions") or 0)
        manages = bool(permissions & BITS["manage_guild"])
        return Input(kind, name, who, int(who.id), club, channel, direct, manages, table, ballot, words, made)


def about(custom_id: str) -> tuple[str, int | None, int | None]:
    """Return the row of `ACCESS`, the table and the question that a custom_id names."""
    found = resolve(custom_id)
    if found is None:
        return "", None, None
    return ":".join(custom_id.split(":")[:2]), found[1].get("table"), found[1].get("ballot")
