"""The names and descriptions of the commands in other languages."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from cogs.shell.languages import Languages


class Translator(app_commands.Translator):
    """Tells Discord what the words of the commands are called elsewhere; what is not translated stays English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        language = self._languages.get(locale.value)
        return language.word(string.extras.get("kind"), string.message) if language else None
