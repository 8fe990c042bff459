"""Record what people sent and saw during a trial, in little memory and without the bot's database."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

from sandbox.kinds import AUTOCOMPLETE, COMMAND, Json, mapping
from sandbox.world import BOT_ID
from trials.screen import (
    DRAFT,
    MOVES,
    PANEL,
    PLAYED,
    QUESTION,
    PositionId,
    board_of,
    command_of,
    matching,
    table_of,
    text_in,
    text_of,
)

BY_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)/")
SECRET = re.compile(r"/(interactions|webhooks)/(\d+)/[^/]+")
DRAFTING = re.compile(r"^p1:(?:pick|menu|tab|turn|resume|back|over|confirm):(\d+)")


class Callback(NamedTuple):
    """Describe a first answer to an interaction, or a try: the host that it came to, when, and whether it was accepted."""

    host: str
    at: float
    accepted: bool


@dataclass
class RecordedInteraction:
    """Describe an interaction that a person sent."""

    id: str
    person: str
    what: str  # a custom_id, or a command with its options
    at: float
    made_for: PositionId | None = None  # of a click that may make a move
    answered: bool = False  # with something that the person could see
    guild: str = ""
    moment: float = 0.0  # by the loop's clock, as the following
    callbacks: list[Callback] = field(default_factory=list["Callback"])


@dataclass(frozen=True)
class ConfirmedMove:
    """Describe a move that the bot confirmed to its player."""

    interaction: RecordedInteraction
    path: str
    at: float


@dataclass(frozen=True)
class ShownDraft:
    """Describe the draft that a person saw last at a table."""

    interaction: RecordedInteraction
    position: PositionId
    path: str


@dataclass
class PostedMessage:
    """Describe a public message, as it was when it was sent."""

    id: int
    channel: str
    at: float
    text: str
    pings: frozenset[str]
    table: int
    board: PositionId | None
    question: str = ""  # the custom_id of its yes
    deleted: bool = False


@dataclass(frozen=True)
class RecordedRequest:
    """Describe a request to Discord; retries of one request have the same `key`."""

    at: float
    method: str
    path: str
    key: str
    status: int
    effect: int | None
    retry_after: float
    code: int = 0
    host: str = ""  # that it came to: each process has its own
    began: float = 0.0  # by the loop's clock


@dataclass
class History:
    """Record gateway events and requests of the sandbox, for the checker."""

    now: Callable[[], float]
    interactions: dict[str, RecordedInteraction] = field(default_factory=dict[str, RecordedInteraction])  # by token
    confirmed_moves: list[ConfirmedMove] = field(default_factory=list[ConfirmedMove])
    drafts: dict[tuple[str, int], ShownDraft] = field(default_factory=dict[tuple[str, int], ShownDraft])
    posts: dict[str, PostedMessage] = field(default_factory=dict[str, PostedMessage])
    requests: list[RecordedRequest] = field(default_factory=list[RecordedRequest])
    deaths: list[float] = field(default_factory=list[float])  # when the bot was killed
    starts: list[float] = field(default_factory=list[float])  # when it was started; earlier requests are the killed bot's
    returns: list[float] = field(default_factory=list[float])  # when a server, a permission or a thread came back

    def record_event(self, event: str, data: Json) -> None:
        """Record an event of the gateway."""
        if event == "INTERACTION_CREATE":
            self._note_interaction(data)
        elif event == "GUILD_CREATE":
            self.returns.append(self.now())
        elif event == "MESSAGE_CREATE" and data["author"]["id"] == BOT_ID:
            pings = frozenset(str(user["id"]) for user in data["mentions"])
            components = data.get("components")
            asks = matching(QUESTION, components)
            self.posts[data["id"]] = PostedMessage(
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

    def _note_interaction(self, payload: Json) -> None:
        if payload["token"] in self.interactions or payload["type"] == AUTOCOMPLETE:
            return
        person = (payload.get("member") or payload)["user"]["id"]
        data: Json = payload["data"]
        what = _typed(data) if payload["type"] == COMMAND else str(data["custom_id"])
        match = MOVES.match(what)
        made_for = PositionId(int(match[1]), int(match[2])) if match else None
        found = RecordedInteraction(payload["id"], person, what, self.now(), made_for)
        found.guild, found.moment = str(payload.get("guild_id", "")), monotonic()
        self.interactions[payload["token"]] = found

    def record_requests(self, requests: list[Json]) -> None:
        """Read requests that the sandbox recorded, and empty their list."""
        for entry in requests:
            path = str(entry["path"]).removeprefix("/api/v10")
            body = mapping(entry["body"])
            effect: int | None = entry.get("_effect", entry["status"])
            accepted, token = effect is not None and effect < 300, BY_TOKEN.match(path)
            interaction = self.interactions.get(token[1]) if token else None
            if interaction and path.endswith("/callback"):
                interaction.callbacks.append(Callback(entry["_host"], entry["_began"], accepted))
            if interaction and accepted:
                self._note_answer(interaction, mapping(body.get("data")) or body, entry["_at"])
            nonce = body.get("nonce") or ""
            answer: Any = entry["response"]
            retry = float(mapping(answer).get("retry_after") or 0.0)
            code = int(mapping(answer).get("code") or 0)
            shape = SECRET.sub(r"/\1/\2", path)
            key = f"{entry['method']} {shape} {nonce}"
            where = entry["_host"], entry["_began"]
            told = RecordedRequest(entry["_at"], entry["method"], shape, key, entry["status"], effect, retry, code, *where)
            self.requests.append(told)
        requests.clear()

    def _note_answer(self, interaction: RecordedInteraction, body: Json, at: float) -> None:
        components = body.get("components")
        if not (components or body.get("content")):
            return
        interaction.answered = True
        text = text_in(components)
        if found := PLAYED.search(text):
            self.confirmed_moves.append(ConfirmedMove(interaction, found[1], at))
        if panel := matching(PANEL, components):
            place, draft = PositionId(int(panel[1]), int(panel[2])), DRAFT.search(text)
            self.drafts[interaction.person, place.table] = ShownDraft(interaction, place, draft[1] if draft else "")

    def restarted(self, since: float, until: float) -> bool:
        """Return whether the bot ended or started in this time."""
        return any(since <= moment <= until for moment in (*self.deaths, *self.starts))

    def newest_is_deleted(self, table: int) -> bool:
        """Return whether the newest board of a table was deleted by hand, perhaps with its thread."""
        boards = [post for post in self.posts.values() if post.board and post.board.table == table]
        return bool(boards) and max(boards, key=lambda post: post.id).deleted

    def drafting_since(self, shown: ShownDraft) -> bool:
        """Return whether this person changed the draft later without being answered."""
        seen = shown.interaction
        later = [each for each in self.interactions.values() if each.person == seen.person and each.at >= seen.at]
        return any(not each.answered and (DRAFTING.match(each.what) or each.what.startswith("/move")) for each in later)


def _typed(data: Json) -> str:
    """Return a command as it was typed: `/game new game:djinns`."""
    name, options = command_of(data)
    return " ".join([name, *(f"{option}:{value}" for option, value in options.items())])
