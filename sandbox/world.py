"""Hold the world: guilds with their channels and threads, messages, the clock, and permissions."""

import base64
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable

from .changes import ChangeSignal
from .emojis import Emojis
from .errors import Refused
from .faults import Faults
from .guild import Guild
from .interactions import Interaction
from .kinds import DM, THREADS, Json, Snowflakes, timestamp
from .media import Upload
from .objects import make_user
from .permissions import ALL, BITS, DIRECT, combine, implied
from .rates import Rates
from .shards import SessionStarts
from .words import ENGLISH, UserError

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
BOT_ID = "1100000000000000002"
JOINED = "2026-01-05T12:00:00+00:00"
OUTDATED = 100  # files that are kept although no message shows them any more
LONGEST = 10 * 366 * 86_400.0  # seconds that the clock can be ahead


def make_token() -> str:
    """Return a new secret in the form of a bot token."""
    owner = base64.urlsafe_b64encode(BOT_ID.encode()).decode().rstrip("=")
    return f"{owner}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(32)[:38]}"


class World:
    """Hold the whole state of the sandbox, and send each change to the listeners as a gateway event."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.ahead = 0.0  # seconds that the clock was moved forward
        self._clock = clock  # seconds since 1970
        self.timeout_factor = 1.0  # how many times as long as Discord we wait for answers
        self.ids = Snowflakes(self.now)
        self.changes = ChangeSignal()
        self.origin = ""
        self.token = make_token()  # of the bot
        self.listeners: list[Callable[[str, Json], None]] = []
        self.bot = make_user(BOT_ID, "Parterre", bot=True)
        self.users: dict[str, Json] = {BOT_ID: self.bot}
        self.installed: set[str] = set()  # people who have the bot for themselves, wherever they are
        self.closed_dms: set[str] = set()
        self.locales: dict[str, str] = {}  # of people who do not read English
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.files: dict[str, Upload] = {}
        self.outdated: deque[str] = deque()
        self.attached: dict[str, Json] = {}  # to options of commands, by id
        self.commands: dict[str, list[Json]] = {"": []}  # by guild, and those of all guilds
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[str, str], tuple[str, float]] = {}  # the message sent with it, and when
        self.emojis = Emojis()
        self.faults = Faults()
        self.rates = Rates()
        self.session_starts = SessionStarts(self.now)

    def emit(self, event: str, data: Json) -> None:
        """Tell a gateway event to the listeners, and wake everybody who waits."""
        for listener in self.listeners:
            listener(event, data)
        self.changes.notify()

    def outdate(self, files: Iterable[str]) -> None:
        """Mark files that no message shows any more. Keep the last `OUTDATED` of them, as a page may still be loading them."""
        self.outdated.extend(files)
        while len(self.outdated) > OUTDATED:
            gone = self.outdated.popleft()
            self.files.pop(gone, None)
            self.attached.pop(gone, None)

    # -- the clock ------------------------------------------------------------------------

    def now(self) -> float:
        """Return the seconds since 1970, by the clock of this world."""
        return self._clock() + self.ahead

    def timestamp(self) -> str:
        """Return the present moment in the form of the API."""
        return timestamp(self.now())

    def advance(self, seconds: float) -> None:
        """Move the clock forward; what was answered before grows old with it.

        :raises UserError: for a negative number, or too large a one.
        """
        if not 0 <= seconds <= LONGEST - self.ahead:
            raise UserError("badClock")
        self.ahead += seconds
        for interaction in self.interactions.values():
            if interaction.callback is not None:
                interaction.born -= seconds
        self.changes.notify()

    # -- guilds ---------------------------------------------------------------------------

    def guild_of(self, channel: Json) -> Guild:
        """Return the guild of a channel or thread; for a direct channel, that of its person."""
        if channel["type"] != DM:
            return self.guilds[channel["guild_id"]]
        person = channel["recipients"][0]["id"]
        return next(guild for guild in self.guilds.values() if person in guild.people.values())

    def channels_of(self, guild: Guild) -> list[Json]:
        """Return the channels and threads of a guild, and the direct channels of its people."""
        return [channel for channel in self.channels.values() if self.guild_of(channel) is guild]

    # -- people ---------------------------------------------------------------------------

    def user_id(self, guild: Guild, name: str) -> str:
        """Return the id of somebody in a guild, or of the bot, by name or id.

        :raises LookupError: when there is nobody with this name.
        """
        if name in self.users:
            return name
        for user_id in (*guild.people.values(), BOT_ID):
            if name in (self.users[user_id]["global_name"], self.users[user_id]["username"]):
                return user_id
        raise LookupError(f"nobody is called {name}")

    def locale(self, user_id: str) -> str:
        """Return the language of somebody's client."""
        return self.locales.get(user_id, ENGLISH)

    def leave(self, guild: Guild, user_id: str) -> None:
        """Let somebody leave a guild."""
        if user_id in guild.members:
            guild.members.remove(user_id)
            self.emit("GUILD_MEMBER_REMOVE", {"guild_id": guild.id, "user": self.users[user_id]})

    def join(self, guild: Guild, user_id: str) -> None:
        """Let somebody come back to a guild."""
        if user_id not in guild.members:
            guild.members.add(user_id)
            self.emit("GUILD_MEMBER_ADD", {"guild_id": guild.id, **self.member(guild, user_id)})

    def member(self, guild: Guild, user_id: str) -> Json:
        """Return the member object of somebody in a guild.

        :raises Refused: when there is no such user, or they are not in the guild.
        """
        if user_id not in self.users:
            raise Refused(10013)
        if user_id not in guild.members:
            raise Refused(10007)
        return {
            "user": self.users[user_id],
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": guild.roles_of.get(user_id, []),
            "joined_at": JOINED,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "communication_disabled_until": None,
            "flags": 0,
        }

    # -- places ---------------------------------------------------------------------------

    def channel(self, channel_id: str) -> Json:
        """Return a channel, thread or direct channel by its id.

        :raises Refused: when there is no channel with this id.
        """
        if channel_id not in self.channels:
            raise Refused(10003)
        return self.channels[channel_id]

    def place(self, guild: Guild, name: str) -> Json:
        """Return a channel or thread of a guild, by id or name.

        :raises UserError: when there is no such channel.
        """
        for channel in self.channels_of(guild):
            if name == channel["id"] or name == channel.get("name"):
                return channel
        raise UserError("noPlace", name)

    def direct(self, user_id: str) -> Json:
        """Return the direct channel between the bot and a person; open it if there is none.

        :raises Refused: for the bot, and for an unknown user.
        """
        if user_id not in self.users or user_id == BOT_ID:
            raise Refused(50007)
        for channel in self.channels.values():
            if channel["type"] == DM and channel["recipients"][0]["id"] == user_id:
                return channel
        channel_id = self.ids.next()
        channel: Json = {
            "id": channel_id,
            "type": DM,
            "last_message_id": None,
            "recipients": [self.users[user_id]],
            "flags": 0,
        }
        self.channels[channel_id] = channel
        self.messages[channel_id] = {}
        return channel

    def threads(self, guild: Guild) -> list[Json]:
        """Return the threads of a guild that are not archived."""
        found = [c for c in self.channels_of(guild) if c["type"] in THREADS]
        return [c for c in found if not c["thread_metadata"]["archived"]]

    # -- permissions ----------------------------------------------------------------------

    def permissions(self, user_id: str, channel: Json) -> int:
        """Return the bits of the permissions that a user has in a channel."""
        if channel["type"] == DM:
            return DIRECT
        guild = self.guilds[channel["guild_id"]]
        if user_id not in guild.members:
            return 0
        if user_id == guild.owner_id:
            return ALL
        home = self.channels[channel["parent_id"]] if channel["type"] in THREADS else channel
        roles = guild.roles_of.get(user_id, [])
        return implied(combine(guild.granted(user_id), guild.id, roles, user_id, home["permission_overwrites"]), channel)

    def allowed(self, user_id: str, channel: Json, name: str) -> bool:
        """Return whether somebody has a named permission in a channel."""
        return bool(self.permissions(user_id, channel) & BITS[name])

    def require(self, channel: Json, *names: str) -> None:
        """Refuse (50001 or 50013) if the bot lacks these permissions in a channel."""
        if not self.allowed(BOT_ID, channel, "view_channel"):
            raise Refused(50001)
        if not all(self.allowed(BOT_ID, channel, name) for name in names):
            raise Refused(50013)

    # -- threads and messages -------------------------------------------------------------

    def touch(self, channel: Json, message_id: str) -> None:
        """Note the newest message of a channel."""
        channel["last_message_id"] = message_id
        if channel["type"] in THREADS:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1

    def new_thread(self, parent: Json, name: str, kind: int, minutes: int, thread_id: str | None = None) -> Json:
        """Open a thread for the bot."""
        now = self.timestamp()
        thread_id = thread_id or self.ids.next()
        thread: Json = {
            "id": thread_id,
            "type": kind,
            "guild_id": parent["guild_id"],
            "parent_id": parent["id"],
            "owner_id": BOT_ID,
            "name": name,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "archive_timestamp": now,
                "auto_archive_duration": minutes,
                "locked": False,
                "create_timestamp": now,
            },
        }
        self.channels[thread_id] = thread
        self.messages[thread_id] = {}
        member: Json = {"id": thread_id, "user_id": BOT_ID, "join_timestamp": now, "flags": 0}
        self.emit("THREAD_CREATE", {**thread, "newly_created": True, "member": member})
        return thread

    def remove_channel(self, channel: Json) -> None:
        """Remove a channel or thread with its messages, and a channel with its threads."""
        for thread in [c for c in self.channels.values() if c.get("parent_id") == channel["id"]]:
            self.remove_channel(thread)
        del self.channels[channel["id"]]
        del self.messages[channel["id"]]
        event = "THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE"
        self.emit(event, channel)
