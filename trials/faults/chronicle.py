"""Record what people sent and saw during a trial, in little memory and without the bot's database."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.kinds import COMMAND, Json, mapping
from sandbox.world import BOT_ID
from trials.screen import DRAFT, MOVES, PANEL, PLAYED, QUESTION, Place, board_of, command_of, matching, table_of, text_in, text_of

BY_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)/")
SECRET = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")
DRAFTING = re.compile(r"^p1:(?:pick|menu|tab|turn|resume|back|over|confirm):(\d+)")


@dataclass
class Asked:
    """An interaction that a person sent."""

    id: str
    person: str
    what: str  # a custom_id, or a command with its options
    at: float
    made_for: Place | None = None  # of a click that may make a move
    answered: bool = False  # with something that the person could see


@dataclass(frozen=True)
class Played:
    """A move that was confirmed to its person."""

    asked: Asked
    path: str
    at: float


@dataclass(frozen=True)
class Shown:
    """The draft that a person saw last at a table."""

    asked: Asked
    place: Place
    path: str


@dataclass
class Post:
    """A public message, as it was when it was sent."""

    id: int
    channel: str
    at: float
    text: str
    pings: frozenset[str]
    table: int
    board: Place | None
    question: str = ""  # the custom_id of its yes
    deleted: bool = False


@dataclass(frozen=True)
class Sent:
    """A request; equal requests have the same `key`."""

    at: float
    method: str
    path: str
    key: str
    status: int
    effect: int | None
    retry_after: float
    code: int = 0


@dataclass
class Chronicle:
    """Listen to the sandbox, and read its requests."""

    now: Callable[[], float]
    asked: dict[str, Asked] = field(default_factory=dict[str, Asked])  # by token
    played: list[Played] = field(default_factory=list[Played])
    shown: dict[tuple[str, int], Shown] = field(default_factory=dict[tuple[str, int], Shown])
    posts: dict[str, Post] = field(default_factory=dict[str, Post])
    sent: list[Sent] = field(default_factory=list[Sent])
    deaths: list[float] = field(default_factory=list[float])  # when the bot was killed
    starts: list[float] = field(default_factory=list[float])  # when it was started; earlier requests are the killed bot's
    returns: list[float] = field(default_factory=list[float])  # when a server, a permission or a thread came back

    def hear(self, event: str, data: Json) -> None:
        """Record an event of the gateway."""
        if event == "INTERACTION_CREATE":
            self._note_asked(data)
        elif event == "GUILD_CREATE":
            self.returns.append(self.now())
        elif event == "MESSAGE_CREATE" and data["author"]["id"] == BOT_ID:
            pings = frozenset(str(user["id"]) for user in data["mentions"])
            components = data.get("components")
            asks = matching(QUESTION, components)
            self.posts[data["id"]] = Post(
                int(data["id"]),
                data["channel_id"],
                self.now(),
                text_of(data),
                pings,
                table_of(components),
                board_of(data),
                asks[0] if asks else "",
            )
        elif event == "MESSAGE_DELETE" and data["id"] in self.posts:
            self.posts[data["id"]].deleted = True
        elif event in ("THREAD_DELETE", "CHANNEL_DELETE"):
            for post in self.posts.values():
                post.deleted |= post.channel == data["id"]

    def _note_asked(self, payload: Json) -> None:
        if payload["token"] in self.asked or payload["type"] == 4:  # completions
            return
        person = (payload.get("member") or payload)["user"]["id"]
        data: Json = payload["data"]
        what = _typed(data) if payload["type"] == COMMAND else str(data["custom_id"])
        match = MOVES.match(what)
        made_for = Place(int(match[1]), int(match[2])) if match else None
        self.asked[payload["token"]] = Asked(payload["id"], person, what, self.now(), made_for)

    def read(self, requests: list[Json]) -> None:
        """Read requests that the sandbox recorded, and empty their list."""
        for entry in requests:
            path = str(entry["path"]).removeprefix("/api/v10")
            body = mapping(entry["body"])
            effect: int | None = entry.get("_effect", entry["status"])
            if (token := BY_TOKEN.match(path)) and effect is not None and effect < 300:
                self._note_answer(self.asked.get(token[1]), mapping(body.get("data")) or body, entry["_at"])
            nonce = body.get("nonce") or ""
            answer: Any = entry["response"]
            retry = float(mapping(answer).get("retry_after") or 0.0)
            code = int(mapping(answer).get("code") or 0)
            shape = SECRET.sub(r"/\1/\2", path)
            key = f"{entry['method']} {shape} {nonce}"
            self.sent.append(Sent(entry["_at"], entry["method"], shape, key, entry["status"], effect, retry, code))
        requests.clear()

    def _note_answer(self, asked: Asked | None, body: Json, at: float) -> None:
        components = body.get("components")
        if asked is None or not (components or body.get("content")):
            return
        asked.answered = True
        text = text_in(components)
        if found := PLAYED.search(text):
            self.played.append(Played(asked, found[1], at))
        if panel := matching(PANEL, components):
            place, draft = Place(int(panel[1]), int(panel[2])), DRAFT.search(text)
            self.shown[asked.person, place.table] = Shown(asked, place, draft[1] if draft else "")

    def restarted(self, since: float, until: float) -> bool:
        """Return whether the bot ended or started in this time."""
        return any(since <= moment <= until for moment in (*self.deaths, *self.starts))

    def newest_is_deleted(self, table: int) -> bool:
        """Return whether the newest board of a table was deleted by hand, perhaps with its thread."""
        boards = [post for post in self.posts.values() if post.board and post.board.table == table]
        return bool(boards) and max(boards, key=lambda post: post.id).deleted

    def drafting_since(self, shown: Shown) -> bool:
        """Return whether this person changed the draft later without being answered."""
        later = [asked for asked in self.asked.values() if asked.person == shown.asked.person and asked.at >= shown.asked.at]
        return any(not a.answered and (DRAFTING.match(a.what) or a.what.startswith("/move")) for a in later)


def _typed(data: Json) -> str:
    """Return a command as it was typed: `/game new game:djinns`."""
    name, options = command_of(data)
    return " ".join([name, *(f"{option}:{value}" for option, value in options.items())])
