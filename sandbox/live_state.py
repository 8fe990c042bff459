"""Describe the state of the world for the page, as plain JSON."""

from collections.abc import Iterable

from .client import Person
from .commands import SLASH, list_leaves
from .errors import Refused
from .guild_handle import GuildHandle
from .interactions import Interaction
from .kinds import COMMAND, DM, THREADS, Json, dicts, mapping, public
from .limits_commands import LOCALES
from .words import ENGLISH, UserError, languages
from .world import BOT_ID, World

NEWEST_MENTIONS = 99
TRANSLATIONS = ("name_localizations", "description_localizations")


def cast(handle: GuildHandle) -> Json:
    """Return the people, whether they are members, and the names of all users and roles by id."""
    world, guild = handle.world, handle.guild
    users = {user_id: world.users[user_id] for user_id in (BOT_ID, *guild.people.values())}
    return {
        "people": [
            {"name": name, "id": p.id, "locale": p.locale, "manages": p.id == guild.owner_id, "member": p.id in guild.members}
            for name, p in handle.people.items()
        ],
        "users": {user_id: {"name": user_name(user), "bot": user["bot"]} for user_id, user in users.items()},
        "roles": {role["id"]: role["name"] for role in guild.roles},
    }


def user_name(user: Json) -> str:
    """Return the name that the page shows."""
    return str(user["global_name"] or user["username"].capitalize())


def places(handle: GuildHandle) -> Json:
    """Return all channels, threads and direct channels for the page: each with id, name, kind, and the people who see it."""
    found: list[Json] = []
    for channel in handle.world.channels_of(handle.guild):
        metadata: Json = channel.get("thread_metadata") or {}
        found.append(
            {
                "id": channel["id"],
                "name": channel.get("name") or "Parterre",
                "kind": "thread" if channel["type"] in THREADS else "direct" if channel["type"] == DM else "channel",
                "parent": channel.get("parent_id"),
                "archived": bool(metadata.get("archived")),
                "seen_by": [name for name, p in handle.people.items() if sees(handle.world, p, channel)],
            }
        )
    return {"places": found}


def sees(world: World, person: Person, channel: Json) -> bool:
    """Return whether a person sees a channel."""
    if channel["type"] == DM:
        return bool(channel["recipients"][0]["id"] == person.id)
    try:
        return world.allowed(person.id, channel, "view_channel")
    except Refused:  # whoever left the guild sees nothing of it
        return False


def command_versions(world: World) -> Json:
    """Return the versions of all commands, so that the page notices changes."""
    return {"versions": [command["version"] for scope in world.commands.values() for command in scope]}


def clock(world: World) -> Json:
    """Return the seconds by which the page's clock is ahead of the real one."""
    return {"ahead": world.ahead}


def newest(handle: GuildHandle) -> Json:
    """Return for each person and channel the ids of the newest message and of the last mentions."""
    return {name: dict(_newest(handle, person)) for name, person in handle.people.items()}


def _newest(handle: GuildHandle, person: Person) -> Iterable[tuple[str, Json]]:
    for channel in handle.world.channels_of(handle.guild):
        channel_id, seen = channel["id"], person.visible(channel["id"])
        if seen:
            mentions = [m["id"] for m in seen if _mentions(m, person)]
            yield channel_id, {"last": seen[-1]["id"], "mentions": mentions[-NEWEST_MENTIONS:]}


def _mentions(message: Json, person: Person) -> bool:
    return message["mention_everyone"] or any(user["id"] == person.id for user in message["mentions"])


def message_shown(world: World, message: Json) -> Json:
    """Return a message with its reader, its revision and the command that it answers."""
    shown = public(message) | {"reader": message["_reader"], "revision": message["_revision"]}
    metadata: Json = message.get("interaction_metadata") or {}
    if metadata.get("type") == COMMAND:
        shown["command"] = _typed(world, interaction_of(world, metadata["id"]))
    return shown


def interaction_of(world: World, interaction_id: str) -> Interaction:
    """Return an interaction by its id.

    :raises UserError: when there is none any more.
    """
    for interaction in reversed(world.interactions.values()):
        if interaction.id == interaction_id:
            return interaction
    raise UserError("formGone")


def offered_locales(world: World) -> list[str]:
    """Return the languages of Discord that the page or a command of the bot is translated into, English first."""
    spoken, commands = {*languages()}, [each for scope in world.commands.values() for each in scope]
    translated = {locale for each in commands for key in TRANSLATIONS for locale in mapping(each.get(key))}
    found = [each for each in LOCALES if each in translated or not spoken.isdisjoint((each, each.partition("-")[0]))]
    return sorted(found, key=lambda each: (each != ENGLISH, each))


def _typed(world: World, interaction: Interaction) -> dict[str, str]:
    """Return the name of a command, with its subcommands, by language."""
    data: Json = interaction.payload["data"]
    name, sign = _registered(data), "/" if data["type"] == SLASH else ""
    found = {ENGLISH: sign + name}
    for command in [each for scope in world.commands.values() for each in scope if each["id"] == data["id"]]:
        for locale in mapping(command.get("name_localizations")):
            both = zip(list_leaves(command), list_leaves(command, locale), strict=True)
            named = {registered: translated for (registered, _), (translated, _) in both}
            found[locale] = sign + named.get(name, name)
    return found


def _registered(data: Json) -> str:
    names = [str(data["name"])]
    level = dicts(data.get("options"))
    while level and level[0]["type"] in (1, 2):
        names.append(str(level[0]["name"]))
        level = dicts(level[0].get("options"))
    return " ".join(names)
