"""Check the bot's output, private and public, for failures, leaks and unwanted pings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cogs.shell.errors import BROKE
from sandbox.kinds import Json, dicts, mapping
from sandbox.media import Upload
from sandbox.reading import texts
from sandbox.server import Sandbox
from sandbox.world import BOT_ID
from trials.findings import Finding
from trials.fuzz.hostile_values import BYSTANDER, CHANNEL, LINK, ROLE
from trials.fuzz.inputs import Input, about
from trials.fuzz.snapshot import Table
from trials.fuzz.visible_lines import Views, collect_message_lines, collect_summary_lines, tables_named, visible
from trials.screen import board_of, custom_ids

UNPLANNED, WITHOUT_RIGHT, TOLD, MARKUP = KINDS = (
    "unplanned",
    "changes without right",
    "hidden things told",
    "pings or links by names",
)
BROKEN = str(BROKE).split(".")[0]


class Told(NamedTuple):
    """Lines about a table that a person read; ``person`` None: everybody. ``by`` is the input that caused them."""

    table: int
    person: int | None
    lines: frozenset[str]
    by: str


def collect_answer_lines(sent: Input, messages: list[Json], files: Mapping[str, Upload]) -> Iterator[Told]:
    """Yield the lines that people read in the answers to an input, by table.

    A message is about the tables that its buttons name, else about the table of the input. An exported summary names its table.

    :param files: of messages, by the id of their attachment.
    """
    asked = {sent.table} - {None}
    for message in messages:
        person = sent.person if message["_reader"] else None
        for table in {*_tables_on(message)} or asked:
            yield Told(table or 0, person, frozenset(collect_message_lines(message)), str(sent))
        for summary in _summaries(message, files):
            yield Told(summary["table"], person, frozenset(collect_summary_lines(summary)), str(sent))
    for table in asked:
        yield Told(table or 0, sent.person, frozenset(collect_message_lines(EMPTY, sent.interaction.choices)), str(sent))


def _summaries(message: Json, files: Mapping[str, Upload]) -> Iterator[Json]:
    """Yield the summaries of tables among the files of a message."""
    for attachment in dicts(message["attachments"]):
        if attachment["id"] in files and attachment["filename"].endswith(".json"):
            yield json.loads(files[attachment["id"]].data)


class Watch:
    """Collect the output until the views of all seats are known."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.findings: list[Finding] = []
        self.public: list[Json] = []
        self.tables: Mapping[int, Table] = {}
        self._sandbox = sandbox
        self._told: list[Told] = []
        self._shown: list[tuple[Input, int, str]] = []  # a table, and the custom_id that named it to whoever sent this
        sandbox.world.listeners.append(self._hear)

    def _hear(self, event: str, data: Json) -> None:
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and data["author"]["id"] == BOT_ID:
            self.public.append({**data, "_reader": None})

    def answered(self, sent: Input, messages: list[Json]) -> None:
        """Record the messages that answered an input."""
        for message in messages:
            self._look(message, str(sent))
            if any(BROKEN in text for text in texts(message)):
                self._found(UNPLANNED, "something broke", str(sent))
            self._shown += [(sent, *each) for each in tables_named(message)]
        self._told += collect_answer_lines(sent, messages, self._sandbox.world.files)

    def check(self, views: Views, before: Mapping[int, Table]) -> None:
        """Check all output since the last check, when the tables were as in ``before``."""
        for message in self.public:
            self._look(message, f"message {message['id']} in {message['channel_id']}")
            place = board_of(message)
            for table in {*_tables_on(message), *([place.table] if place else [])}:
                self._told.append(Told(table, None, frozenset(collect_message_lines(message)), f"message {message['id']}"))
        for told in self._told:
            if _ended(told.table, before, self.tables):  # its positions before the end are not stored
                continue
            seats = {seat for known in (before, self.tables) for seat in _seats(known.get(told.table), told.person)}
            for line in views.hidden(told.table, seats, told.lines):
                self._found(TOLD, f"{told.person or 'all'} read of table {told.table}: {line}", told.by)
        for sent, table, custom_id in self._shown:
            known = [tables[table] for tables in (before, self.tables) if table in tables]
            if known and not any(visible(self._sandbox.world, sent, each) for each in known):  # it may have moved meanwhile
                self._found(TOLD, f"{custom_id} of table {table}, which is in {known[-1].place}", str(sent))
        for request in self._sandbox.requests:
            for what in unguarded(request):
                self._found(MARKUP, what, f"{request['method']} {request['path']}")
        self.public.clear()
        self._told.clear()
        self._shown.clear()
        self._sandbox.requests.clear()

    def _look(self, message: Json, where: str) -> None:
        for what in made_of(message):
            self._found(MARKUP, what, where)

    def _found(self, kind: str, what: str, where: str) -> None:
        self.findings.append(Finding(kind, what, where))


EMPTY: Json = {"components": [], "attachments": [], "flags": 0}


def _ended(table: int, before: Mapping[int, Table], after: Mapping[int, Table]) -> bool:
    """Return whether a table ended, or was deleted, between two snapshots."""
    return table in before and (table not in after or (before[table].status != "over" and after[table].status == "over"))


def _seats(table: Table | None, person: int | None) -> set[int]:
    """Return the seats of a person, also those that a stand-in took over."""
    return {seat.seat for seat in table.seats if seat.person == person} if table else set()


def _tables_on(message: Json) -> Iterator[int]:
    for custom_id in custom_ids(message.get("components"), disabled=True):
        number = about(custom_id)[1]
        if number is not None:
            yield number


CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)  # in which no sign is markup
MADE = {
    "a ping of everyone": re.compile(r"(?<!\\)@(?:everyone|here)"),
    "a mention": re.compile(rf"<@!?{BYSTANDER}>|<@&{ROLE}>|<#{CHANNEL}>"),
    "a command": re.compile(r"</[^>\n]*:1>"),
    "a moment": re.compile(r"<t:1:R>"),
    "a link": re.compile(re.escape(LINK)),
}
SAID = re.compile(r"/(?:callback|messages(?:/[^/]+)?|webhooks/\d+/[^/]+)$")


def made_of(message: Json) -> Iterator[str]:
    """Yield the pings, mentions and links that data became on a message."""
    text = CODE.sub("", "\n".join(texts(message)))
    yield from (f"{what}: {found[0]}" for what, pattern in MADE.items() if (found := pattern.search(text)))
    pinged = {str(user["id"]) for user in dicts(message.get("mentions"))}
    if BYSTANDER in pinged or message.get("mention_everyone") or message.get("mention_roles"):
        yield "somebody was pinged whom no table concerns"


def unguarded(request: Json) -> Iterator[str]:
    """Yield why a request may ping people: it has no ``allowed_mentions``, or leaves them to its text."""
    if request["method"] not in ("POST", "PATCH") or not SAID.search(str(request["path"])):
        return
    body = mapping(request["body"])
    said = mapping(body.get("data")) if "/callback" in str(request["path"]) else body
    if not (said.get("components") or said.get("content")) or body.get("type") == 9:
        return
    allowed = said.get("allowed_mentions")
    if not isinstance(allowed, dict) or mapping(allowed).get("parse") != []:
        yield f"allowed_mentions is {allowed}"
