"""The guild: its people, roles, channels, threads and who may do what where."""

import base64
import secrets
import time
from collections.abc import Callable

from .errors import Refused
from .ids import Snowflakes, timestamp
from .interactions import Interaction
from .kinds import DM, TEXT_CHANNEL, THREADS, Json
from .media import Upload
from .objects import make_role, make_user
from .permissions import ALL, BITS, BOT, DIRECT, EVERYONE, combine, implied
from .pulse import Pulse

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
GUILD_ID = "1100000000000000001"
BOT_ID = "1100000000000000002"
BOT_ROLE_ID = "1100000000000000003"
FIRST_CHANNEL = 1100000000000000010
FIRST_PERSON = 1100000000000000020
JOINED = "2026-01-05T12:00:00+00:00"
ENGLISH = "en-US"
LONGEST = 10 * 366 * 86_400.0  # seconds that the clock can be ahead


def make_token() -> str:
    """A new secret in the form of a bot token."""
    owner = base64.urlsafe_b64encode(BOT_ID.encode()).decode().rstrip("=")
    return f"{owner}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(32)[:38]}"


class World:
    """Everything the sandbox knows. Changes are told to the listeners as gateway events."""

    def __init__(self) -> None:
        self.ahead = 0.0  # seconds that the clock was moved forward
        self.ids = Snowflakes(self.now)
        self.pulse = Pulse()
        self.origin = ""
        self.listeners: list[Callable[[str, Json], None]] = []
        self.bot = make_user(BOT_ID, "Parterre", bot=True)
        self.users: dict[str, Json] = {BOT_ID: self.bot}
        self.members: set[str] = {BOT_ID}
        self.closed_dms: set[str] = set()
        self.roles_of: dict[str, list[str]] = {BOT_ID: [BOT_ROLE_ID]}
        self.locales: dict[str, str] = {}  # of people who do not read English
        self.roles = [
            make_role(GUILD_ID, "@everyone", EVERYONE),
            make_role(BOT_ROLE_ID, "Parterre", BOT, managed=True),
        ]
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, dict[str, Json]] = {}
        self.files: dict[str, Upload] = {}
        self.commands: dict[str, list[Json]] = {"": [], GUILD_ID: []}
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[str, str], str] = {}
        for number, name in enumerate(PEOPLE):
            user_id = str(FIRST_PERSON + number)
            self.users[user_id] = make_user(user_id, name)
            self.members.add(user_id)
        self.owner_id = str(FIRST_PERSON)
        for number, name in enumerate(("garden", "terrace")):
            self._add_channel(str(FIRST_CHANNEL + number), name, number)

    def _add_channel(self, channel_id: str, name: str, position: int) -> None:
        self.channels[channel_id] = {
            "id": channel_id,
            "type": TEXT_CHANNEL,
            "guild_id": GUILD_ID,
            "name": name,
            "position": position,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "permission_overwrites": [],
            "flags": 0,
        }
        self.messages[channel_id] = {}

    def emit(self, event: str, data: Json) -> None:
        """Tell a gateway event to the listeners, and wake everybody who waits."""
        for listener in self.listeners:
            listener(event, data)
        self.pulse.beat()

    # -- the clock ------------------------------------------------------------------------

    def now(self) -> float:
        """Seconds since 1970, by the clock of this world."""
        return time.time() + self.ahead

    def timestamp(self) -> str:
        """The present moment in the form of the API."""
        return timestamp(self.now())

    def advance(self, seconds: float) -> None:
        """Move the clock forward; what was answered before grows old with it."""
        if not 0 <= seconds <= LONGEST - self.ahead:
            raise ValueError("The clock moves forward only, and by ten years at most.")
        self.ahead += seconds
        for interaction in self.interactions.values():
            if interaction.callback is not None:
                interaction.born -= seconds
        self.pulse.beat()

    # -- people ---------------------------------------------------------------------------

    def user_id(self, name: str) -> str:
        """The id of a person, by name or id."""
        for user_id, user in self.users.items():
            if name in (user_id, user["global_name"], user["username"]):
                return user_id
        raise LookupError(f"nobody is called {name}")

    def locale(self, user_id: str) -> str:
        """The language of somebody's client."""
        return self.locales.get(user_id, ENGLISH)

    def leave(self, user_id: str) -> None:
        """Somebody leaves the guild."""
        if user_id in self.members:
            self.members.remove(user_id)
            self.emit("GUILD_MEMBER_REMOVE", {"guild_id": GUILD_ID, "user": self.users[user_id]})

    def join(self, user_id: str) -> None:
        """Somebody comes back to the guild."""
        if user_id not in self.members:
            self.members.add(user_id)
            self.emit("GUILD_MEMBER_ADD", {"guild_id": GUILD_ID, **self.member(user_id)})

    def member(self, user_id: str) -> Json:
        """The member object of somebody in the guild."""
        if user_id not in self.users:
            raise Refused(10013)
        if user_id not in self.members:
            raise Refused(10007)
        return {
            "user": self.users[user_id],
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": self.roles_of.get(user_id, []),
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
        """A channel, thread or direct channel by its id."""
        if channel_id not in self.channels:
            raise Refused(10003)
        return self.channels[channel_id]

    def place(self, name: str) -> Json:
        """A channel by id or name, for tests and the page."""
        for channel in self.channels.values():
            if name == channel["id"] or name == channel.get("name"):
                return channel
        raise LookupError(f"there is no channel {name}")

    def direct(self, user_id: str) -> Json:
        """The direct channel between the bot and a person."""
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

    def threads(self) -> list[Json]:
        """The threads that are not archived."""
        found = [c for c in self.channels.values() if c["type"] in THREADS]
        return [c for c in found if not c["thread_metadata"]["archived"]]

    # -- permissions ----------------------------------------------------------------------

    def permissions(self, user_id: str, channel: Json) -> int:
        """What somebody may do in a channel."""
        if channel["type"] == DM:
            return DIRECT
        if user_id not in self.members:
            return 0
        if user_id == self.owner_id:
            return ALL
        base = int(self.roles[0]["permissions"])
        roles: list[str] = self.member(user_id)["roles"]
        for role in self.roles:
            if role["id"] in roles:
                base |= int(role["permissions"])
        home = self.channels[channel["parent_id"]] if channel["type"] in THREADS else channel
        return implied(combine(base, GUILD_ID, roles, user_id, home["permission_overwrites"]), channel)

    def allowed(self, user_id: str, channel: Json, name: str) -> bool:
        """Tell whether somebody has a named permission in a channel."""
        return bool(self.permissions(user_id, channel) & BITS[name])

    def require(self, channel: Json, *names: str) -> None:
        """Refuse with 50001 or 50013 what the bot may not do in a channel."""
        if not self.allowed(BOT_ID, channel, "view_channel"):
            raise Refused(50001)
        if not all(self.allowed(BOT_ID, channel, name) for name in names):
            raise Refused(50013)

    def permit(self, channel: Json, user_id: str, changes: dict[str, bool | None]) -> None:
        """Change somebody's overwrite in a channel: True allows, False denies, None forgets."""
        overwrites: list[Json] = channel["permission_overwrites"]
        mine = next((o for o in overwrites if o["id"] == user_id), None)
        if mine is None:
            mine = {"id": user_id, "type": 1, "allow": "0", "deny": "0"}
            overwrites.append(mine)
        allow, deny = int(mine["allow"]), int(mine["deny"])
        for name, wanted in changes.items():
            bit = BITS[name]
            allow, deny = allow & ~bit, deny & ~bit
            allow |= bit if wanted is True else 0
            deny |= bit if wanted is False else 0
        mine.update(allow=str(allow), deny=str(deny))
        self.emit("CHANNEL_UPDATE", channel)

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
            "guild_id": GUILD_ID,
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
