"""The names and descriptions of the commands in other languages."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from cogs.shell.languages import Languages

KINDS = {
    Location.command_name: "command",
    Location.group_name: "command",
    Location.parameter_name: "option",
    Location.choice_name: "choice",
    Location.command_description: "description",
    Location.group_description: "description",
    Location.parameter_description: "description",
}


class Translator(app_commands.Translator):
    """Tells Discord what the words of the commands are called elsewhere; what is not translated stays English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        language, kind = self._languages.get(locale.value), KINDS.get(context.location)
        return language.word(kind, string.message) if language and kind else None
