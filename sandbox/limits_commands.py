"""Check the limits of application commands and of autocomplete answers."""

import re
from typing import Any

from .errors import FormErrors
from .kinds import Json, dicts, mapping
from .words import UserError

MOST = {1: 100, 2: 15, 3: 15}
NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
LOCALES = frozenset(
    (
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    )
)


def check_commands(commands: list[Json]) -> None:
    """Refuse an impossible set of commands of one scope, a guild or all guilds."""
    form = FormErrors()
    for kind, most in MOST.items():
        count = sum((command.get("type") or 1) == kind for command in commands)
        if count > most:
            form.add("", "APPLICATION_COMMANDS_TOO_MANY", f"{count} commands of type {kind}, at most {most}")
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        key = (command.get("type") or 1, str(command.get("name")))
        if key in seen:
            form.add(f"{index}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        seen.add(key)
        check_command(form, command, str(index))
    form.raise_if_any()


def check_command(form: FormErrors, command: Json, path: str) -> None:
    """Note mistakes in one command with all its options."""
    kind = command.get("type") or 1
    _check_locales(form, command, path)
    for key, known in (("integration_types", (0, 1)), ("contexts", (0, 1, 2))):
        if any(value not in known for value in command.get(key) or ()):
            form.add(f"{path}.{key}", "BASE_TYPE_CHOICES", f"Value must be one of {known}")
    if kind != 1:
        if form.check_given(f"{path}.name", command.get("name")):
            form.check_length(f"{path}.name", command["name"], 32, 1)
        if command.get("description") or command.get("options"):
            form.add(path, "APPLICATION_COMMAND_CONTEXT_MENU", "Context menu commands have no description or options")
        return
    _check_text(form, command, path)
    _check_options(form, command.get("options"), path, 0)
    if (total := size(command)) > 8000:
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size (8000): {total}")


def size(item: Json) -> int:
    """Return the number of characters that count towards the limit of 8000."""
    total = _longest(item, "name") + _longest(item, "description")
    for choice in dicts(item.get("choices")):
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(size(option) for option in dicts(item.get("options")))


def check_choices(form: FormErrors, choices: Any, path: str) -> None:
    """Note mistakes in the choices of an option or of an autocomplete answer."""
    form.check_count(path, len(dicts(choices)), 25)
    for index, choice in enumerate(dicts(choices)):
        if form.check_given(f"{path}.{index}.name", choice.get("name")):
            form.check_length(f"{path}.{index}.name", choice["name"], 100, 1)
        if "value" not in choice:
            form.check_given(f"{path}.{index}.value", None)
        elif isinstance(choice["value"], str):
            form.check_length(f"{path}.{index}.value", choice["value"], 100)


def _longest(item: Json, key: str) -> int:
    translated: Json = item.get(f"{key}_localizations") or {}
    return max(len(str(text or "")) for text in [item.get(key), *translated.values()])


def _check_text(form: FormErrors, item: Json, path: str) -> None:
    translated: Json = item.get("name_localizations") or {}
    for name in [item.get("name"), *translated.values()]:
        if form.check_given(f"{path}.name", name) and (not NAME.fullmatch(str(name)) or name != str(name).lower()):
            form.add(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    described: Json = item.get("description_localizations") or {}
    for text in [item.get("description"), *described.values()]:
        if form.check_given(f"{path}.description", text):
            form.check_length(f"{path}.description", text, 100, 1)


def known_locale(locale: str) -> str:
    """Return a language of Discord's.

    :raises UserError: when Discord does not have it.
    """
    if locale not in LOCALES:
        raise UserError("noLanguage", locale)
    return locale


def _check_locales(form: FormErrors, item: Json, path: str) -> None:
    for key in ("name_localizations", "description_localizations"):
        for locale in mapping(item.get(key)):
            if locale not in LOCALES:
                form.add(f"{path}.{key}", "BASE_TYPE_CHOICES", f"unknown locale {locale}")


def _check_options(form: FormErrors, options: Any, path: str, depth: int) -> None:
    found = dicts(options)
    form.check_count(f"{path}.options", len(found), 25)
    kinds = [option.get("type") or 0 for option in found]
    if any(kind in (1, 2) for kind in kinds) and any(kind > 2 for kind in kinds):
        form.add(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands and options do not mix")
    names: set[str] = set()
    optional_seen = False
    for index, option in enumerate(found):
        place, kind = f"{path}.options.{index}", option.get("type") or 0
        _check_option(form, option, place)
        if option.get("name") in names:
            form.add(f"{place}.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        names.add(str(option.get("name")))
        if kind > 2 and option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.add(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or (kind > 2 and not option.get("required"))
        if kind in (1, 2):
            if depth > 1 or (kind == 2 and depth):
                form.add(place, "APPLICATION_COMMAND_OPTIONS_NESTED", "Sub-commands are nested too deep")
            _check_options(form, option.get("options"), place, depth + 1)


def _check_option(form: FormErrors, option: Json, place: str) -> None:
    if option.get("type") not in range(1, 12):
        form.add(f"{place}.type", "BASE_TYPE_CHOICES", "unknown option type")
    _check_text(form, option, place)
    _check_locales(form, option, place)
    check_choices(form, option.get("choices"), f"{place}.choices")
    if option.get("choices") and option.get("autocomplete"):
        form.add(place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete exclude each other")
