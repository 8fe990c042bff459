"""The servers of the second database in a sandbox: people, channels and threads with the ids that its rows name."""

from __future__ import annotations

import json
import time
from itertools import count
from typing import Any

from sandbox.founding import found
from sandbox.guild_handle import GuildHandle
from sandbox.kinds import PUBLIC_THREAD, Json
from sandbox.mailbox import Draft, empty_message
from sandbox.objects import make_user
from sandbox.server import Sandbox
from sandbox.world import World
from tests.stored.driver import CHANNEL, GUILD, PEOPLE
from tests.stored.frozen import Frozen

OTHERS = 1_180_000_000_000_001_000  # of the ids of roles and of people whom no row names
DIRECT = "direct"  # the channel of a direct message
ORIGIN = "http://sandbox.invalid"  # of the files of recorded messages
ROLES = count(OTHERS)


def build(sandbox: Sandbox, frozen: Frozen) -> tuple[GuildHandle, ...]:
    """Build the servers, and move the clock to a minute after the database's last click."""
    homes = tuple(_server(sandbox.world, number) for number in range(3))
    for table, guild, channel, place in frozen.asked("SELECT id, guild, channel, place FROM tables WHERE place != channel"):
        if str(place) not in sandbox.world.channels:
            parent = sandbox.world.channels[str(channel)]
            sandbox.world.new_thread(parent, f"Table {table} of {guild}", PUBLIC_THREAD, 1440, str(place))
    ((last,),) = frozen.asked("SELECT max(at) FROM answered")
    sandbox.advance(max(0.0, last + 60 - time.time()))
    return homes


def _server(world: World, number: int) -> GuildHandle:
    """Everybody is a member of every server, but each server names only the people it was founded with."""
    people = [str(person.person) for person in PEOPLE]
    first, channel = GUILD + number, CHANNEL + 2 * number
    own = people[:4] if number == 0 else [str(next(ROLES)) for _ in range(4)]
    guild = found(world, f"Garden {number}", [str(first), str(next(ROLES)), str(channel), str(channel + 1), *own])
    for person, name in zip(people, ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fred"), strict=True):
        world.users.setdefault(person, make_user(person, name))
        guild.people[name] = person
        guild.members.add(person)
    return GuildHandle(world, guild)


def put(world: World, kept: Json) -> Json:
    """Put a recorded message into the world, as it was posted then."""
    place = kept["channel_id"]
    channel = world.direct(kept["to"])["id"] if place == DIRECT else place
    message = empty_message(world, Draft(channel, world.bot, {}, {}, reader=kept["reader"]))
    message |= {"id": kept["id"] or message["id"], "flags": kept["flags"], "content": kept["content"]}
    message |= {"components": moved(kept["components"], ORIGIN, world.origin)}
    message |= {"attachments": moved(kept["attachments"], ORIGIN, world.origin)}
    world.messages[channel][message["id"]] = message
    return message


def moved(part: Any, before: str, after: str) -> Any:
    """Return a part of a message whose files lie at another address."""
    return json.loads(json.dumps(part).replace(before, after))
