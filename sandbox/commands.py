"""Find the command that a person types, and fill its options."""

from typing import Any

from . import asking
from .attaching import find_attached
from .guild import Guild
from .interactions import Interaction
from .kinds import AUTOCOMPLETE, COMMAND, Json, dicts
from .permissions import BITS
from .words import UserError
from .world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER, ATTACHMENT = 1, 2, 3, 4, 5, 6, 7, 8, 10, 11


SLASH, OF_PERSON = 1, 2  # kinds of commands: typed, or in the menu of a person


def list_offered(world: World, user_id: str, channel: Json, kind: int = SLASH) -> list[Json]:
    """Return the commands of a kind that a person sees in a channel."""
    context = 0 if channel.get("guild_id") else 1
    scopes = ("", channel["guild_id"]) if context == 0 else ("",)
    found: list[Json] = []
    for command in [c for scope in scopes for c in world.commands[scope]]:
        contexts: list[int] | None = command.get("contexts")
        if command["type"] != kind or (contexts is not None and context not in contexts):
            continue
        if not _installed(world, user_id, channel, command):
            continue
        needed = command["default_member_permissions"]
        if context == 0 and needed is not None and not _has(world, user_id, channel, int(needed)):
            continue
        found.append(command)
    return found


def _installed(world: World, user_id: str, channel: Json, command: Json) -> bool:
    """Return whether the bot is on this server, shares one with the person, or was installed by them."""
    kinds: list[int] = command.get("integration_types") or [0]
    return any(int(kind) in kinds for kind in asking.list_owners(world, user_id, channel))


def _has(world: World, user_id: str, channel: Json, needed: int) -> bool:
    mine = world.permissions(user_id, channel)
    if mine & BITS["administrator"]:
        return True
    return needed != 0 and mine & needed == needed


def name_in(item: Json, locale: str) -> str:
    """Return the name of a command or option in a language, else the registered one."""
    translated: dict[str, str] = item.get("name_localizations") or {}
    return translated.get(locale) or str(item["name"])


def list_leaves(command: Json, locale: str = "") -> list[tuple[str, Json]]:
    """Return every name that can be typed, in a language, with the object that holds its options."""
    name = name_in(command, locale)
    found: list[tuple[str, Json]] = []
    for option in dicts(command.get("options")):
        if option["type"] in (SUBCOMMAND, GROUP):
            found += [(f"{name} {rest}", leaf) for rest, leaf in list_leaves(option, locale)]
    return found or [(name, command)]


def find_command(world: World, user_id: str, channel: Json, name: str) -> tuple[Json, str, Json]:
    """Return the command, its registered name and the object that holds its options.

    The name may be typed as registered or in the person's language.

    :raises UserError: when the person sees no such command here.
    """
    locale = world.locale(user_id)
    for command in list_offered(world, user_id, channel):
        for (registered, leaf), (translated, _) in zip(list_leaves(command), list_leaves(command, locale), strict=True):
            if name in (registered, translated):
                return command, registered, leaf
    known = [typed for command in list_offered(world, user_id, channel) for typed, _ in list_leaves(command)]
    raise _not_offered(f"/{name}", known)


def _not_offered(name: str, known: list[str]) -> UserError:
    return UserError("notOffered", name, ", ".join(known)) if known else UserError("noneOffered", name)


def ask_command(world: World, user_id: str, channel_id: str, name: str, options: Json) -> Interaction:
    """Return the interaction of a slash command.

    :raises UserError: when Discord's client would not send it.
    """
    channel = world.channel(channel_id)
    asking.require_open_thread(world, channel)
    command, registered, leaf = find_command(world, user_id, channel, name)
    filled, resolved = _fill(
        world, world.guild_of(channel), leaf, _registered(leaf, options, world.locale(user_id)), complete=True
    )
    data = _data(command, registered, filled, resolved)
    return asking.make_interaction(world, user_id, channel_id, COMMAND, data)


def ask_on_person(world: World, user_id: str, channel_id: str, name: str, target: str) -> Interaction:
    """Return the interaction of a command in a person's menu.

    :raises UserError: when Discord's client would not send it.
    """
    channel = world.channel(channel_id)
    asking.require_open_thread(world, channel)
    known = list_offered(world, user_id, channel, OF_PERSON)
    command = next((each for each in known if name in (each["name"], name_in(each, world.locale(user_id)))), None)
    if command is None:
        raise _not_offered(name, [each["name"] for each in known])
    data = on_person_data(world, world.guild_of(channel), command, target)
    return asking.make_interaction(world, user_id, channel_id, COMMAND, data)


def on_person_data(world: World, guild: Guild, command: Json, target: str) -> Json:
    """Return the data of a command in a person's menu."""
    resolved = asking.resolved_user(world, guild, target)
    return {"id": command["id"], "name": command["name"], "type": OF_PERSON, "target_id": target, "resolved": resolved}


def ask_choices(world: World, user_id: str, channel_id: str, name: str, focus: tuple[str, str], options: Json) -> Interaction:
    """Return the interaction that asks for the choices of an option with autocompletion.

    :raises UserError: when the option has no autocompletion.
    """
    channel = world.channel(channel_id)
    command, registered, leaf = find_command(world, user_id, channel, name)
    locale = world.locale(user_id)
    option, text = next(iter(_registered(leaf, dict([focus]), locale).items()))
    declared = next((o for o in dicts(leaf.get("options")) if o["name"] == option), None)
    if declared is None or not declared.get("autocomplete"):
        raise UserError("optionUnknown", f"/{name}", option)
    filled, resolved = _fill(world, world.guild_of(channel), leaf, _registered(leaf, options, locale), complete=False)
    filled.append({"name": option, "type": declared["type"], "value": text, "focused": True})
    return asking.make_interaction(world, user_id, channel_id, AUTOCOMPLETE, _data(command, registered, filled, resolved))


def _data(command: Json, name: str, filled: list[Json], resolved: Json) -> Json:
    level = filled
    steps = name.split()[1:]
    for step in reversed(steps):
        kind = SUBCOMMAND if step is steps[-1] else GROUP
        level = [{"name": step, "type": kind, "options": level}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": level}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _registered(leaf: Json, options: Json, locale: str) -> Json:
    """Return the options by their registered names."""
    names = {name_in(option, locale): str(option["name"]) for option in dicts(leaf.get("options"))}
    return {names.get(name, name): value for name, value in options.items()}


def _fill(world: World, guild: Guild, leaf: Json, options: Json, *, complete: bool) -> tuple[list[Json], Json]:
    declared = {option["name"]: option for option in dicts(leaf.get("options"))}
    unknown = sorted(set(options) - set(declared))
    if unknown:
        raise UserError("optionUnknown", leaf["name"], unknown[0])
    missing = [name for name, option in declared.items() if option.get("required") and name not in options]
    if missing and complete:
        raise UserError("optionNeeded", leaf["name"], missing[0])
    filled: list[Json] = []
    resolved: Json = {}
    for name, given in options.items():
        value = _value(world, guild, declared[name], given, resolved)
        filled.append({"name": name, "type": declared[name]["type"], "value": value})
    return filled, resolved


def _value(world: World, guild: Guild, option: Json, given: Any, resolved: Json) -> Any:
    kind = option["type"]
    choices = dicts(option.get("choices"))
    if choices:
        for choice in choices:
            if given in (choice["name"], choice["value"]):
                return choice["value"]
        raise UserError("valueOfList", option["name"], str(given))
    if kind in (INTEGER, NUMBER):
        return _number(option, given)
    if kind == BOOLEAN:
        return given is True or str(given).lower() == "true"
    if kind == USER:
        user_id = world.user_id(guild, str(getattr(given, "id", given)))
        for key, found in asking.resolved_user(world, guild, user_id).items():
            resolved.setdefault(key, {}).update(found)
        return user_id
    if kind == CHANNEL:
        channel = world.place(guild, str(given))
        resolved.setdefault("channels", {})[channel["id"]] = {**channel, "permissions": "0"}
        return channel["id"]
    if kind == ATTACHMENT:
        found = find_attached(world, given)
        resolved.setdefault("attachments", {})[found["id"]] = found
        return found["id"]
    return _text(option, str(given))


def _number(option: Json, given: Any) -> int | float:
    value = int(given) if option["type"] == INTEGER else float(given)
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and value < least) or (most is not None and value > most):
        raise UserError("valueBetween", option["name"], value, least or 0, most or 0)
    return value


def _text(option: Json, text: str) -> str:
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if not least <= len(text) <= most:
        raise UserError("valueLength", option["name"], least, most)
    return text
