"""Act on one guild as its people, its moderators and the tests do."""

# ruff: noqa: ASYNC109 - how long to wait is part of the interface

from collections.abc import Callable

from . import faults, founding, sight
from .answer import Answer
from .client import WAIT_SECONDS, Person
from .faults import Fault
from .guild import Guild
from .interactions import Interaction
from .kinds import ANNOUNCEMENT_CHANNEL, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, THREADS, Json
from .limits_commands import known_locale
from .mailbox import delete
from .objects import make_role, make_user
from .words import UserError
from .world import BOT_ID, World


class GuildHandle:
    """Act on one guild, for a test or the page. Channels are given by id or name; other guilds stay as they are."""

    def __init__(self, world: World, guild: Guild) -> None:
        self.world = world
        self.guild = guild
        self.people = {name: Person(world, guild, name) for name in guild.people}

    @property
    def page(self) -> str:
        """Return the address of the page that shows this guild."""
        return f"{self.world.origin}/?guild={self.guild.id}"

    # -- people and messages --------------------------------------------------------------

    def person(self, name: str) -> Person:
        """Return Ada, Ben, Cleo, Dan, or somebody who joined them."""
        return self.people[name]

    def welcome(self, name: str) -> Person:
        """Let somebody new join the guild."""
        user_id = self.guild.people[name] = self.world.ids.next()
        self.world.users[user_id] = make_user(user_id, name)
        self.world.join(self.guild, user_id)
        self.people[name] = Person(self.world, self.guild, name)
        return self.people[name]

    def place(self, channel: str) -> Json:
        """Return a channel or thread."""
        return self.world.place(self.guild, channel)

    @property
    def locale(self) -> str:
        """Return the language that the server prefers. Setting it makes the guild a Community server."""
        return self.guild.locale

    @locale.setter
    def locale(self, locale: str) -> None:
        founding.prefer_locale(self.world, self.guild, known_locale(locale))

    def channel_id(self, name: str) -> str:
        """Return the id of a channel or thread by its name."""
        return str(self.place(name)["id"])

    def messages(self, channel: str) -> list[Json]:
        """Return all messages of a channel, ephemeral ones included."""
        return list(self.world.messages[self.channel_id(channel)].values())

    @property
    def all_messages(self) -> list[Json]:
        """Return the messages of all channels, threads and direct channels."""
        boxes = [self.world.messages[channel["id"]] for channel in self.world.channels_of(self.guild)]
        return [message for box in boxes for message in box.values()]

    async def wait_for(self, predicate: Callable[[Json], bool], timeout: float | None = None) -> Json:
        """Wait for a message that fits, in any channel, new or edited; return it.

        :param timeout: seconds.
        :raises TimeoutError: when there is none in time.
        """
        limit = WAIT_SECONDS * self.world.timeout_factor if timeout is None else timeout
        found: list[Json] = []

        def look() -> bool:
            found[:] = [message for message in self.all_messages if predicate(message)]
            return bool(found)

        if not await self.world.changes.wait_until(look, limit):
            raise TimeoutError(f"no such message within {limit} s")
        return found[-1]

    @property
    def unanswered(self) -> list[Interaction]:
        """Return the recent interactions that the bot has not answered, or only deferred."""
        here = {channel["id"] for channel in self.world.channels_of(self.guild)}
        asked = [each for each in self.world.interactions.values() if each.channel_id in here and each.is_fresh]
        return [each for each in asked if each.callback is None or Answer(self.world, each).loading]

    # -- what moderators do ---------------------------------------------------------------

    def permit(self, channel: str, **changes: bool | None) -> None:
        """Change what the bot may do in a channel, e.g. `permit("garden", send_messages=False)`."""
        sight.permit(self.world, self.place(channel), BOT_ID, changes)

    def permit_role(self, name: str, **changes: bool) -> None:
        """Change the permissions of a role, e.g. `permit_role("@everyone", view_channel=False)`; the bot's is `Parterre`."""
        role = next(each for each in self.guild.roles if each["name"] == name)
        sight.permit_role(self.world, self.guild, role, changes)

    def make_announcements(self, channel: str) -> None:
        """Turn a text channel into an announcement channel."""
        found = self.place(channel)
        found["type"] = ANNOUNCEMENT_CHANNEL
        self.world.emit("CHANNEL_UPDATE", found)

    def add_role(self, name: str, *people: str) -> str:
        """Make a role without permissions of its own for these people; return its id."""
        role = make_role(self.world.ids.next(), name, 0)
        self.guild.roles.append(role)
        for person in people:
            self.guild.roles_of.setdefault(self.guild.people[person], []).append(role["id"])
        self.world.emit("GUILD_ROLE_CREATE", {"guild_id": self.guild.id, "role": role})
        return str(role["id"])

    def delete_message(self, message: Json) -> None:
        """Delete a message."""
        delete(self.world, message)

    def delete_channel(self, channel: str) -> None:
        """Delete a channel or thread."""
        self.world.remove_channel(self.place(channel))

    def open_thread(self, channel: str, name: str, *, owner: str = BOT_ID) -> str:
        """Open a public thread; return its id."""
        parent = self.place(channel)
        kind = ANNOUNCEMENT_THREAD if parent["type"] == ANNOUNCEMENT_CHANNEL else PUBLIC_THREAD
        thread = self.world.new_thread(parent, name, kind, 1440)
        thread["owner_id"] = owner
        return str(thread["id"])

    def archive(self, thread: str, *, archived: bool = True, locked: bool = False) -> None:
        """Archive a thread or open it again; lock or unlock it.

        :raises UserError: when the channel is no thread.
        """
        found = self.place(thread)
        if found["type"] not in THREADS:
            raise UserError("noThread", str(found.get("name", "Parterre")))
        found["thread_metadata"].update(archived=archived, locked=locked)
        self.world.emit("THREAD_UPDATE", found)

    def close_dms(self, name: str, *, closed: bool = True) -> None:
        """Let a person refuse direct messages (50007), or take them again."""
        user_id = self.guild.people[name]
        (self.world.closed_dms.add if closed else self.world.closed_dms.discard)(user_id)

    def limit_uploads(self, *, limited: bool = True) -> None:
        """Let Discord refuse all files on this server (400001), or take them again."""
        self.guild.limits_uploads = limited

    def invite_bot(self) -> None:
        """Let the bot in again."""
        founding.invite_bot(self.world, self.guild)

    def remove_bot(self) -> None:
        """Throw the bot out."""
        founding.remove_bot(self.world, self.guild)

    def go_down(self) -> None:
        """Let an outage begin, for this guild alone: no events come, and every request fails (130000)."""
        founding.go_down(self.world, self.guild)

    def come_back(self) -> None:
        """Let the outage end."""
        founding.come_back(self.world, self.guild)

    def disband(self) -> None:
        """Delete the guild with everything in it."""
        founding.disband(self.world, self.guild)

    # -- faults ---------------------------------------------------------------------------

    def fail(self, method: str, path: str, *, status: int | None = None, code: int = 0, times: int = 1) -> Fault:
        """Answer the next requests about this guild that match (regex on the path without /api/v10) with an error."""
        return self._add(Fault(method, path, times, status=status, code=code))

    def limit(self, method: str, path: str, *, times: int = 1, retry_after: float = 0.3, via: bool = True) -> Fault:
        """Answer matching requests with 429; without `via`, as if Cloudflare banned the bot."""
        return self._add(faults.rate_limited(method, path, times=times, retry_after=retry_after, via=via))

    def fail_after(self, method: str, path: str, *, status: int = 502, times: int = 1) -> Fault:
        """Carry out matching requests, but answer with an error."""
        return self._add(Fault(method, path, times, status=status, effect=True))

    def reset(self, method: str, path: str, *, times: int = 1) -> Fault:
        """Break the connection of matching requests before they take effect."""
        return self._add(Fault(method, path, times, reset=True))

    def lose(self, method: str, path: str, *, times: int = 1) -> Fault:
        """Carry out matching requests, but lose the answers."""
        return self._add(Fault(method, path, times, lose=True))

    def hold(self, method: str, path: str, *, times: int = 1) -> Fault:
        """Hold matching requests before they take effect, until `release`."""
        return self._add(Fault(method, path, times, held=True))

    def release(self, fault: Fault) -> None:
        """Let the held requests take effect, and hold no later ones."""
        fault.held, fault.times = False, 0
        self.world.changes.notify()

    def _add(self, fault: Fault) -> Fault:
        fault.guild = self.guild.id
        return self.world.faults.add(fault)
