"""Hold one request on its way to a handler."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .interactions import Interaction
from .kinds import Json, dicts, mapping
from .media import Upload
from .world import World

Reply = tuple[int, Any]


@dataclass
class Call:
    """Hold a request to the API: its path, query, body and files, and facts for the log."""

    world: World
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[str, Upload]
    interaction: Interaction | None = None
    interaction_type: int | None = None
    components_v2: bool | None = None

    @property
    def data(self) -> Json:
        """Return the body if it is an object, else an empty one."""
        return mapping(self.body)

    @property
    def items(self) -> list[Json]:
        """Return the objects of the body if it is a list, else none."""
        return dicts(self.body)

    @property
    def channel(self) -> Json:
        """Return the channel that the path names."""
        return self.world.channel(self.path["channel"])

    @property
    def guild_id(self) -> str:
        """Return the id of the guild that the request is about; empty if there is none."""
        asked = self.world.interactions.get(self.path.get("token", ""))
        channel = self.world.channels.get(asked.channel_id if asked else self.path.get("channel", ""))
        return self.world.guild_of(channel).id if channel else self.path.get("guild", "")

    def asks(self, name: str) -> bool:
        """Return whether a boolean query parameter is set."""
        return self.query.get(name, "").lower() in ("1", "true")

    def refused(self, body: Json) -> None:
        """Note a refusal at the interaction that it concerns, for the failure messages of tests."""
        asked = self.world.interactions.get(self.path.get("token", ""))
        if asked is not None:
            asked.refusals.append(body)


Handler = Callable[[Call], Reply]
