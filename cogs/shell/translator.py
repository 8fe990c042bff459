"""The names and descriptions of the commands in other languages, from the catalogues in ``locales/``."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

FOLDER = Path(__file__).parents[2] / "locales"
KINDS = {
    Location.command_name: "command",
    Location.group_name: "command",
    Location.parameter_name: "option",
    Location.choice_name: "choice",
    Location.command_description: "description",
    Location.group_description: "description",
    Location.parameter_description: "description",
}


def catalogues() -> dict[str, Catalog]:
    """The catalogues by language, such as ``fr``; the context of a message is its kind, such as ``command``."""
    found: dict[str, Catalog] = {}
    for path in sorted(FOLDER.glob("*.po")):
        with path.open("rb") as file:
            found[path.stem] = read_po(file, locale=path.stem)
    return found


class Translator(app_commands.Translator):
    """Tells Discord what the words of the commands are called elsewhere; what is not translated stays English."""

    def __init__(self) -> None:
        self._catalogues: dict[str, Catalog] = {}

    async def load(self) -> None:
        self._catalogues = catalogues()

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        catalogue, kind = self._catalogues.get(locale.value), KINDS.get(context.location)
        message = catalogue.get(string.message, kind) if catalogue and kind else None
        if message is None or message.fuzzy or not isinstance(message.string, str):
            return None
        return message.string or None
