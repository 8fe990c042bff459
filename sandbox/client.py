"""Act as a person with Discord's client: type commands, press buttons, read messages."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

from typing import Any

from . import commands, modals
from .answer import Answer, Unanswered
from .asking import UPDATE_GRACE_SECONDS, ask_component, ask_modal, deliver
from .guild import Guild
from .interactions import Interaction
from .kinds import Json
from .limits_commands import known_locale
from .mailbox import Draft, post
from .reading import Button, Select, buttons_of, component_of, selects_of
from .world import World

WAIT_SECONDS = 10.0  # for an answer, multiplied by the world's timeout factor
Target = Answer | Json | str | None


class Person:
    """Act as one person of a guild. `channel` is the id of the channel that they have open."""

    def __init__(self, world: World, guild: Guild, name: str) -> None:
        self._world = world
        self._guild = guild
        self.id = guild.people[name]
        self.name = name
        self.channel = str(world.place(guild, "garden")["id"])

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def mention(self) -> str:
        """Return the text that mentions this person."""
        return f"<@{self.id}>"

    def go(self, place: str) -> "Person":
        """Open a channel by name, a thread by name or id, or `"dm"`."""
        found = self._world.direct(self.id) if place == "dm" else self._world.place(self._guild, place)
        self.channel = str(found["id"])
        return self

    def leave(self) -> None:
        """Leave the guild."""
        self._world.leave(self._guild, self.id)

    def join(self) -> None:
        """Come back to the guild."""
        self._world.join(self._guild, self.id)

    def install(self) -> None:
        """Install the bot for this person, wherever they are."""
        self._world.installed.add(self.id)

    @property
    def locale(self) -> str:
        """Return the language of this person's client; commands can be typed in it."""
        return self._world.locale(self.id)

    @locale.setter
    def locale(self, locale: str) -> None:
        self._world.locales[self.id] = known_locale(locale)
        self._world.changes.notify()

    # -- reading --------------------------------------------------------------------------

    def visible(self, channel: str | None = None) -> list[Json]:
        """Return the messages of a channel that this person sees, oldest first."""
        found = self._world.messages.get(channel or self.channel, {}).values()
        return [message for message in found if message["_reader"] in (None, self.id)]

    async def sees(self, channel: str | None = None) -> list[Json]:
        """Return the messages of a channel (id or name) that this person sees, oldest first."""
        return self.visible(str(self._world.place(self._guild, channel)["id"]) if channel else None)

    def read(self, message: Json) -> Answer:
        """Return a message as an `Answer`, with texts, buttons and pictures."""
        return Answer(self._world, None, (message["channel_id"], message["id"]))

    @property
    def latest(self) -> Answer:
        """Return the newest message that this person sees in the open channel.

        :raises LookupError: when they see none.
        """
        seen = self.visible()
        if not seen:
            raise LookupError(f"{self.name} sees no message here")
        return self.read(seen[-1])

    @property
    def panel(self) -> Answer:
        """Return the newest ephemeral message of this person, in any channel.

        :raises LookupError: when they have none.
        """
        mine = [m for box in self._world.messages.values() for m in box.values() if m["_reader"] == self.id]
        if not mine:
            raise LookupError(f"{self.name} has no ephemeral message")
        return self.read(max(mine, key=lambda message: int(message["id"])))

    async def say(self, text: str, channel: str | None = None) -> Json:
        """Write an ordinary message."""
        place = str(self._world.place(self._guild, channel)["id"]) if channel else self.channel
        return post(self._world, Draft(place, self._world.users[self.id], {"content": text}, {}))

    # -- commands -------------------------------------------------------------------------

    async def slash(
        self, name: str, given: Json | None = None, *, channel: str | None = None, timeout: float | None = None, **options: Any
    ) -> Answer:
        """Type a slash command; put options that are named like a parameter of this method into `given`."""
        place = str(self._world.place(self._guild, channel)["id"]) if channel else self.channel
        return await self.send(commands.ask_command(self._world, self.id, place, name, {**(given or {}), **options}), timeout)

    async def on_person(self, name: str, target: "Person", *, timeout: float | None = None) -> Answer:
        """Choose a command in the menu of somebody."""
        return await self.send(commands.ask_on_person(self._world, self.id, self.channel, name, target.id), timeout)

    async def complete(self, name: str, option: str, text: str = "", **options: Any) -> list[Json]:
        """Return the choices that the bot offers while this person types an option."""
        focus = (option, text)
        asked = commands.ask_choices(self._world, self.id, self.channel, name, focus, options)
        return (await self.send(asked, None)).choices

    # -- components -----------------------------------------------------------------------

    async def click(
        self, label: str | None = None, *, on: Target = None, custom_id: str | None = None, timeout: float | None = None
    ) -> Answer:
        """Press an enabled button by its label, a unique beginning of it, or its custom_id."""
        message, button = self._find_button(label, custom_id, on)
        return await self.press(button.custom_id, message, timeout=timeout)

    async def choose(self, menu: str | None, *options: str, on: Target = None, timeout: float | None = None) -> Answer:
        """Choose options (labels or values) in a menu, by placeholder or custom_id."""
        message, select = self._find_select(menu, on)
        values = [_option_value(select, option) for option in options]
        return await self.press(select.custom_id, message, values=values, timeout=timeout)

    async def submit(self, opened: Answer, values: Json | None = None, *, timeout: float | None = None, **fields: Any) -> Answer:
        """Send a modal; fields by custom_id or label (`_` for a space).

        :raises LookupError: when the answer has opened no modal.
        """
        if opened.modal is None or opened.interaction is None:
            raise LookupError("no modal was opened")
        filled = modals.fill_in(opened.modal, {**(values or {}), **fields})
        return await self.send(ask_modal(self._world, self.id, opened.interaction, filled), timeout)

    async def press(
        self,
        custom_id: str,
        message: Target,
        *,
        values: list[str] | None = None,
        twice: bool = False,
        timeout: float | None = None,
    ) -> Answer:
        """Send any custom_id from a message (Answer, dict or id), even one it does not show."""
        found = self._message(message)
        component = component_of(found, custom_id)
        asked = ask_component(self._world, self.id, found, custom_id, component, values)
        return await self.send(asked, timeout, twice=twice)

    def _message(self, target: Target) -> Json:
        if isinstance(target, Answer):
            return target.message
        message_id = target["id"] if isinstance(target, dict) else target
        for box in self._world.messages.values():
            if message_id in box:
                return box[message_id]
        raise LookupError(f"there is no message {message_id}")

    def _candidates(self, on: Target) -> list[Json]:
        return self.visible()[::-1] if on is None else [self._message(on)]

    def _find_button(self, label: str | None, custom_id: str | None, on: Target) -> tuple[Json, Button]:
        for message in self._candidates(on):
            enabled = [b for b in buttons_of(message) if not b.disabled]
            if custom_id is not None:
                fits = [b for b in enabled if b.custom_id == custom_id]
            else:
                exact = [b for b in enabled if b.label == label]
                fits = exact or [b for b in enabled if b.label.startswith(label or "")]
            if len(fits) > 1:
                raise LookupError(f"more than one button begins with {label!r}: {[b.label for b in fits]}")
            if fits:
                return message, fits[0]
        raise LookupError(f"{self.name} sees no enabled button {custom_id or label!r}; {self._overview(on)}")

    def _find_select(self, menu: str | None, on: Target) -> tuple[Json, Select]:
        for message in self._candidates(on):
            enabled = [s for s in selects_of(message) if not s.disabled]
            fits = [s for s in enabled if menu is None or menu == s.custom_id or s.placeholder.startswith(menu)]
            if fits:
                return message, fits[0]
        raise LookupError(f"{self.name} sees no menu {menu!r}; {self._overview(on)}")

    def _overview(self, on: Target) -> str:
        labels = [[button.label for button in buttons_of(message)] for message in self._candidates(on)[:3]]
        return f"buttons of the newest messages: {labels}"

    # -- waiting --------------------------------------------------------------------------

    async def send(
        self, interaction: Interaction, timeout: float | None, *, twice: bool = False, grace: float | None = None
    ) -> Answer:
        """Deliver an interaction and wait for its whole answer.

        :param grace: seconds after which no change of the clicked message is expected any more, if the click was acknowledged.
        :raises Unanswered: when the bot does not answer in time.
        """
        limit = WAIT_SECONDS * self._world.timeout_factor if timeout is None else timeout
        grace = UPDATE_GRACE_SECONDS * self._world.timeout_factor if grace is None else grace
        source = self._source(interaction)
        revision = source["_revision"] if source else 0
        deliver(self._world, interaction)
        if twice:
            deliver(self._world, interaction)
        if not await self._world.changes.wait_until(lambda: interaction.callback is not None, limit):
            raise Unanswered(self._explain(interaction, limit, "was not answered"))
        answer = Answer(self._world, interaction)
        if interaction.callback == 5 and not await self._world.changes.wait_until(lambda: not answer.loading, limit):
            raise Unanswered(self._explain(interaction, limit, "was deferred and not answered"))
        if interaction.callback == 6:
            await self._world.changes.wait_until(lambda: self._updated(interaction, revision), min(limit, grace))
        return answer

    def _source(self, interaction: Interaction) -> Json | None:
        return self._world.messages.get(interaction.channel_id, {}).get(interaction.source_id or "")

    def _updated(self, interaction: Interaction, revision: int) -> bool:
        source = self._source(interaction)
        return source is None or source["_revision"] > revision or bool(interaction.followups)

    def _explain(self, interaction: Interaction, limit: float, what: str) -> str:
        data = interaction.payload["data"]
        name = data.get("name") or data.get("custom_id")
        return f"{self.name}: {name!r} {what} within {limit} s; refused meanwhile: {interaction.refusals}"


def _option_value(select: Select, option: str) -> str:
    for label, value in select.options:
        if option in (label, value):
            return value
    matches = [value for label, value in select.options if label.startswith(option)]
    if len(matches) == 1 or not select.options:
        return matches[0] if matches else option
    raise LookupError(f"no single option {option!r} in {[label for label, _ in select.options]}")
