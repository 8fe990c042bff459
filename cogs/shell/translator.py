"""Translate the names and descriptions of commands for Discord."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from cogs.shell.languages import Languages


class Translator(app_commands.Translator):
    """Give discord.py the words of commands in other languages; words without a translation stay English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        language = self._languages.get(locale.value)
        return language.word(string.extras.get("kind"), string.message) if language else None
