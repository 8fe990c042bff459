"""Carry out the actions that the page asks for over its WebSocket; each is an action of a person."""

from collections.abc import Awaitable, Callable, Mapping

from . import asking, commands, modals
from .client import Person
from .guild_handle import GuildHandle
from .interactions import Interaction
from .kinds import Json
from .live_state import interaction_of, message_shown, sees
from .reading import component_of
from .words import UserError

SHOWN = 50
FAILED: Json = {"failed": True}
Tool = Callable[[Json], Awaitable[Json]]


class Actions:
    """Carry out the actions of a page by name.

    `tools` adds actions whose names begin with "tool.": each gets the whole message of the page and returns the answer.
    The page says a `UserError` in the person's language, any other LookupError or ValueError as it is.
    """

    def __init__(self, handle: GuildHandle, tools: Mapping[str, Tool]) -> None:
        self._world = handle.world
        self._people = handle.people
        self._tools = tools
        self._own: dict[str, Callable[[Person, Json], Awaitable[Json]]] = {
            "open": self._open,
            "direct": self._direct,
            "commands": self._commands,
            "complete": self._complete,
            "slash": self._slash,
            "on_person": self._on_person,
            "press": self._press,
            "submit": self._submit,
            "say": self._say,
        }

    async def do(self, data: Json) -> Json:
        """Carry out one message of the page; return the answer.

        :raises UserError, LookupError, ValueError: when it is not possible.
        """
        name = str(data.get("action"))
        if name.startswith("tool."):
            if name not in self._tools:
                raise UserError("noTool", name)
            return await self._tools[name](data)
        person = self._people.get(str(data.get("person")))
        if name not in self._own or person is None:
            raise LookupError(f"there is no action {name} for {data.get('person')}")
        return await self._own[name](person, data)

    def _channel(self, person: Person, data: Json) -> Json:
        channel = self._world.channels.get(str(data.get("channel")))
        if channel is None or not sees(self._world, person, channel):
            raise UserError("channelGone")
        return channel

    async def _open(self, person: Person, data: Json) -> Json:
        """Return the newest messages of a channel, or those before one."""
        channel = self._channel(person, data)
        seen = person.visible(channel["id"])
        if data.get("before"):
            seen = [message for message in seen if int(message["id"]) < int(data["before"])]
        return {"messages": [message_shown(self._world, m) for m in seen[-SHOWN:]], "more": len(seen) > SHOWN}

    async def _direct(self, person: Person, data: Json) -> Json:
        channel = self._world.direct(person.id)
        self._world.changes.notify()
        return {"channel": channel["id"]}

    async def _commands(self, person: Person, data: Json) -> Json:
        channel = self._channel(person, data)
        offered = commands.list_offered(self._world, person.id, channel)
        return {"commands": offered, "on_person": commands.list_offered(self._world, person.id, channel, commands.OF_PERSON)}

    async def _complete(self, person: Person, data: Json) -> Json:
        place = self._channel(person, data)["id"]
        focus = (str(data["option"]), str(data["text"]))
        asked = commands.ask_choices(self._world, person.id, place, str(data["name"]), focus, data.get("options") or {})
        await self._ask(asked)
        return {"choices": asked.choices}

    async def _slash(self, person: Person, data: Json) -> Json:
        place = self._channel(person, data)["id"]
        options: Json = data.get("options") or {}
        return await self._ask(commands.ask_command(self._world, person.id, place, str(data["name"]), options))

    async def _on_person(self, person: Person, data: Json) -> Json:
        place = self._channel(person, data)["id"]
        return await self._ask(commands.ask_on_person(self._world, person.id, place, str(data["name"]), str(data["target"])))

    async def _press(self, person: Person, data: Json) -> Json:
        channel = self._channel(person, data)["id"]
        message = self._world.messages[channel].get(str(data["message"]))
        if message is None or message["_reader"] not in (None, person.id):
            raise UserError("messageGone")
        custom_id = str(data["custom_id"])
        component = component_of(message, custom_id)
        asked = asking.ask_component(self._world, person.id, message, custom_id, component, data.get("values"))
        return await self._ask(asked)

    async def _submit(self, person: Person, data: Json) -> Json:
        opener = interaction_of(self._world, str(data["interaction"]))
        if opener.modal is None or opener.user_id != person.id:
            raise UserError("formGone")
        filled = modals.fill_in(opener.modal, data.get("fields") or {})
        return await self._ask(asking.ask_modal(self._world, person.id, opener, filled))

    async def _say(self, person: Person, data: Json) -> Json:
        await person.say(str(data["text"]), self._channel(person, data)["id"])
        return {}

    async def _ask(self, interaction: Interaction) -> Json:
        if not await asking.ask(self._world, interaction):
            return FAILED
        if interaction.modal is None:
            return {}
        return {"modal": interaction.modal, "interaction": interaction.id}
