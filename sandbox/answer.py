"""Read the bot's answer to a command, a click or a modal."""

from collections.abc import Mapping

from .interactions import Interaction
from .kinds import EPHEMERAL, LOADING, Json
from .reading import Button, Select, buttons_of, media_of, selects_of, text_of
from .world import World

EMPTY: Json = {"content": "", "components": [], "embeds": [], "attachments": [], "flags": 0}


class Unanswered(AssertionError):
    """Report that the bot did not answer in time."""


class Answer:
    """Show the answer to an interaction, or a message, always as it is now."""

    def __init__(self, world: World, interaction: Interaction | None = None, place: tuple[str, str] | None = None) -> None:
        self._world = world
        self._place = place
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Answer {self.text[:80]!r} buttons={[button.label for button in self.buttons]}>"

    @property
    def _found(self) -> Json | None:
        if self._place is not None:
            channel_id, message_id = self._place
        elif self.interaction is not None and self.interaction.original_id is not None:
            channel_id, message_id = self.interaction.channel_id, self.interaction.original_id
        else:
            return None
        return self._world.messages.get(channel_id, {}).get(message_id)

    @property
    def message(self) -> Json:
        """Return the message as last edited.

        :raises LookupError: when there is no message, or it was deleted.
        """
        if self._found is None:
            raise LookupError("the answer is no message, or it was deleted")
        return self._found

    @property
    def _shown(self) -> Mapping[str, object]:
        return self._found or EMPTY

    @property
    def exists(self) -> bool:
        """Return whether the answer has a message that was not deleted."""
        return self._found is not None

    @property
    def text(self) -> str:
        """Return all text of the answer's message."""
        return text_of(dict(self._shown))

    @property
    def ephemeral(self) -> bool:
        """Return whether only one person sees the message."""
        return bool((self._found or EMPTY)["flags"] & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Return whether the answer is a deferral that waits for its content."""
        return bool((self._found or EMPTY)["flags"] & LOADING)

    @property
    def buttons(self) -> list[Button]:
        """Return (label, custom_id, disabled) of each button."""
        return buttons_of(dict(self._shown))

    @property
    def selects(self) -> list[Select]:
        """Return (placeholder, custom_id, options, disabled) of each menu."""
        return selects_of(dict(self._shown))

    @property
    def images(self) -> list[bytes]:
        """Return the bytes of each picture or file shown."""
        return [self._world.files[key].data for key, _ in media_of(dict(self._shown)) if key in self._world.files]

    @property
    def alt(self) -> list[str]:
        """Return the alternative text of each picture or file shown."""
        return [alt for _, alt in media_of(dict(self._shown))]

    @property
    def modal(self) -> Json | None:
        """Return the modal that the bot opened; None if it opened none."""
        return self.interaction.modal if self.interaction else None

    @property
    def choices(self) -> list[Json]:
        """Return the choices that the bot offered for an option."""
        return self.interaction.choices if self.interaction else []

    @property
    def deferred(self) -> bool:
        """Return whether the first answer was a deferral."""
        return self.interaction is not None and self.interaction.callback in (5, 6)

    @property
    def callback(self) -> int | None:
        """Return the type of the first callback (4 to 9); None before it."""
        return self.interaction.callback if self.interaction else None

    @property
    def followups(self) -> list["Answer"]:
        """Return the followups that were not deleted."""
        if self.interaction is None:
            return []
        channel_id = self.interaction.channel_id
        known = [key for key in self.interaction.followups if key in self._world.messages[channel_id]]
        return [Answer(self._world, None, (channel_id, key)) for key in known]
