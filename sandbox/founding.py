"""Found, leave and delete guilds while the bot runs."""

from collections.abc import Sequence

from .guild import Guild
from .kinds import GUILD_CHANNELS, Json
from .objects import make_guild, make_role, make_text_channel, make_user
from .permissions import BOT, EVERYONE
from .shards import ONLY_SHARD, Shard
from .sight import as_dispatched, viewable_threads
from .world import BOT_ID, JOINED, PEOPLE, World

CHANNELS = ("garden", "terrace")
# Of the guild that is there from the beginning: its own id, the bot's role, its channels, its people.
HOME_IDS = tuple(str(1100000000000000000 + n) for n in (1, 3, 10, 11, 20, 21, 22, 23))


def found(world: World, name: str, ids: Sequence[str] = (), shard: Shard = ONLY_SHARD) -> Guild:
    """Found a guild with people and channels of its own, on this shard, and invite the bot to it."""
    guild_id, bot_role, *others = ids or [_new_guild_id(world, shard), *(world.ids.next() for _ in HOME_IDS[1:])]
    places, people = others[: len(CHANNELS)], others[len(CHANNELS) :]
    roles = [make_role(guild_id, "@everyone", EVERYONE), make_role(bot_role, "Parterre", BOT, managed=True)]
    guild = Guild(guild_id, name, dict(zip(PEOPLE, people, strict=True)), roles, set(people), {BOT_ID: [bot_role]})
    world.guilds[guild_id], world.commands[guild_id] = guild, []
    world.users |= {user_id: make_user(user_id, person) for person, user_id in guild.people.items()}
    for number, (channel_id, channel) in enumerate(zip(places, CHANNELS, strict=True)):
        world.channels[channel_id] = make_text_channel(channel_id, guild_id, channel, number)
        world.messages[channel_id] = {}
    invite_bot(world, guild)
    return guild


def _new_guild_id(world: World, shard: Shard) -> str:
    """Return an id on this shard, as of a guild that was founded some milliseconds earlier. No other id has its last bits."""
    made = int(world.ids.next()) | 1 << 21
    while str(made) in world.guilds or not shard.hears_of(str(made)):
        made -= 1 << 22
    return str(made)


def describe_guild(world: World, guild: Guild) -> Json:
    """Return the data of GUILD_CREATE for a bot that is a member."""
    return {
        **make_guild(guild),
        "large": False,
        "joined_at": JOINED,
        "member_count": len(guild.members),
        "members": [world.member(guild, BOT_ID)],
        "channels": [as_dispatched(world, each) for each in world.channels_of(guild) if each["type"] in GUILD_CHANNELS],
        "threads": viewable_threads(world, guild),
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }


def invite_bot(world: World, guild: Guild) -> None:
    """Make the bot a member, for the first time or again."""
    guild.members.add(BOT_ID)
    world.emit("GUILD_CREATE", describe_guild(world, guild))


def prefer_locale(world: World, guild: Guild, locale: str) -> None:
    """Make a guild a Community server that prefers this language."""
    guild.chosen_locale = locale
    world.emit("GUILD_UPDATE", make_guild(guild))


def remove_bot(world: World, guild: Guild) -> None:
    """Remove the bot from a guild."""
    guild.members.discard(BOT_ID)
    world.emit("GUILD_DELETE", {"id": guild.id})


def go_down(world: World, guild: Guild) -> None:
    """Make a guild unavailable, as in an outage."""
    world.emit("GUILD_DELETE", {"id": guild.id, "unavailable": True})
    guild.down = True


def come_back(world: World, guild: Guild) -> None:
    """Make a guild available again, and tell a bot that is a member."""
    guild.down = False
    if BOT_ID in guild.members:
        world.emit("GUILD_CREATE", {**describe_guild(world, guild), "unavailable": False})


def disband(world: World, guild: Guild) -> None:
    """Delete a guild with everything in it, its people included."""
    remove_bot(world, guild)
    gone = {channel["id"] for channel in world.channels_of(guild)}
    for channel_id in gone:
        del world.channels[channel_id]
        for message in world.messages.pop(channel_id).values():
            for attachment in message["attachments"]:
                world.files.pop(attachment["id"], None)
    for token in [token for token, asked in world.interactions.items() if asked.channel_id in gone]:
        del world.interactions[token]
    for user_id in guild.people.values():
        del world.users[user_id]
    world.faults.forget(guild.id)
    del world.guilds[guild.id], world.commands[guild.id]
    world.changes.notify()
