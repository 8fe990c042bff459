"""Check the channels: one board for each turn, one ping for each player and turn, and no buttons on old messages.

Cards above threads have no buttons, tell the end, and do not change often."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from itertools import pairwise
from typing import NamedTuple

from rules.game import DEALER
from sandbox.kinds import Json
from trials import screen
from trials.faults.db_reader import Table
from trials.faults.history import History, PostedMessage
from trials.findings import Finding

LOBBY = screen.LOBBY
REMINDER = re.compile(r"^n1:mute:(\d+)$")
RUNGS = ("Half of your time", "A tenth of your time", "Your time for this move is up. The table")
ANEW = {"undone", "terms"}  # remarks after which a turn begins anew
CUT = "…"  # a story that was too long for a message


class Channels(NamedTuple):
    """The messages in the channels now, and everything that was ever sent to them."""

    messages: list[Json]
    history: History

    def boards(self, table: int) -> list[PostedMessage]:
        """Return all boards that a table ever had, oldest first."""
        return [post for post in self.history.posts.values() if post.board and post.board.table == table]

    def standing(self, table: int) -> list[Json]:
        """Return the boards of a table that were not deleted, oldest first."""
        return screen.boards(self.messages, table)


def check_channels(tables: list[Table], still: set[int], channels: Channels) -> Iterator[Finding]:
    """Yield findings about everything public: boards, stories, pings, reminders, questions and lobbies.

    :param still: ids of the questions that are still open.
    """
    for table in tables:
        if table.started and table.follows():
            yield from _boards(table, channels)
            yield from _stories(table, channels)
            yield from _pings(table, channels)
            yield from _reminders(table, channels)
    yield from _living(tables, channels)
    yield from _questions(still, channels)
    yield from _lobbies(tables, channels)


def _boards(table: Table, channels: Channels) -> Iterator[Finding]:
    """Find stories with several boards, and newest boards that do not show the present position."""
    posts = channels.boards(table.id)
    for (seq, text), count in Counter((post.board.seq, post.text) for post in posts if post.board).items():
        alike = [post for post in posts if post.board and (post.board.seq, post.text) == (seq, text)]
        gone = sum(post.deleted for post in alike)
        if count > gone + max(1, _told_so(table, text)):
            where = f"table {table.id} seq {seq}, messages {', '.join(str(post.id) for post in alike)}"
            yield Finding("doubled", f"{count} boards tell the same", where)
    standing = channels.standing(table.id)
    moves, state = table.finished()
    newest = screen.board_of(standing[-1]) if standing else None
    if table.status != "running" and channels.history.newest_is_deleted(table.id):
        return  # nobody can have it posted again
    if newest is None or newest.seq < moves[-1].seq:
        shown = f"the newest board shows {newest.seq}" if newest else "no board stands"
        yield Finding("missing", shown, f"table {table.id} seq {table.seq}, last turn {moves[-1].seq}")
        return
    told = set(screen.to_move(screen.text_of(standing[-1])))
    if told != table.to_act(state):
        what = f"to move are {sorted(table.to_act(state))}, the newest board says {sorted(told)}"
        yield Finding("missing", what, f"table {table.id} seq {table.seq} message {standing[-1]['id']}")


def _told_so(table: Table, text: str) -> int:
    """Count the remarks that this text tells, such as that the table goes on."""
    lines = set(screen.plain_lines(text))
    return sum(bool(remark.lines) and lines.issuperset(screen.plain_lines("\n".join(remark.lines))) for remark in table.remarks)


def _stories(table: Table, channels: Channels) -> Iterator[Finding]:
    """Find public lines about moves that are not on as many boards as there are moves with them.

    A story may be repeated if its board was deleted, and in another channel if the table left its locked thread.
    A turn that two boards tell in the same words at different seqs is not found, as two turns may read alike.
    """
    posts = channels.boards(table.id)
    place = {post.board: post.channel for post in posts}  # the last one, if a board was posted in several channels
    counted = {post.text for post in posts if not post.deleted and post.channel == place[post.board]}
    ever = Counter(line for _, text in {(post.board, post.text) for post in posts} for line in screen.plain_lines(text))
    found = Counter(line for text in counted for line in screen.plain_lines(text))
    told, undone = Counter[str](), Counter[str]()  # what was taken back, or is not complete, may be told as well
    finished = {move.seq for move in table.finished()[0]}
    for move in table.moves:
        lines = screen.plain_lines("\n".join(table.story(move)))
        (told if move.seq in finished else undone).update(lines)
    for line, count in told.items():
        if ever[line] < count and CUT not in ever:
            yield Finding("missing", f"told {ever[line]} times instead of {count}: {line}", f"table {table.id}")
    for line in set(found) & (set(told) | set(undone)):
        if found[line] > told[line] + undone[line]:
            what = f"told {found[line]} times instead of {told[line] + undone[line]}: {line}"
            yield Finding("doubled", what, f"table {table.id}")


def _pings(table: Table, channels: Channels) -> Iterator[Finding]:
    """Find people to move whom the newest board did not ping, and people whom one turn pinged twice in a channel.

    A table that leaves its locked thread pings once more in its new place.
    """
    posts = channels.boards(table.id)
    pings = Counter((post.board, post.channel, person) for post in posts for person in post.pings)
    for (place, channel, person), count in pings.items():
        gone = sum(post.deleted for post in posts if (post.board, post.channel) == (place, channel))
        if place is not None and count > gone + 1:
            yield Finding("doubled", f"{person} was pinged {count} times", f"table {table.id} seq {place.seq}")
    if not posts or table.paused is not None or table.status != "running":
        return
    _, state = table.finished()
    seated = {seat.person for seat in table.seats if seat.is_person}
    wanted = table.to_act(state) & seated
    pinged = frozenset[str]().union(*(post.pings for post in posts if post.board == posts[-1].board))
    if not wanted <= pinged:
        yield Finding("missing", f"not pinged: {sorted(wanted - pinged)}", f"table {table.id} message {posts[-1].id}")


def _reminders(table: Table, channels: Channels) -> Iterator[Finding]:
    """Find reminders of a turn that were sent twice, and a last due reminder that was not sent."""
    begun = [move.made for move in table.moves] + [remark.at for remark in table.remarks if remark.kinds & ANEW]
    told: defaultdict[tuple[int, str, str], list[PostedMessage]] = defaultdict(list)
    for post in channels.history.posts.values():
        rung = next((words for words in RUNGS if words in post.text), None)
        if rung and post.table == table.id and not post.board:
            turn = sum(at <= post.at for at in begun)
            told[turn, rung, ",".join(sorted(post.pings))].append(post)
    for (_, rung, persons), posts in told.items():
        if len(posts) > 1:
            yield Finding("doubled", f"{persons} was told {len(posts)} times: {rung}", f"table {table.id} message {posts[-1].id}")
    for clock in table.clocks if table.paused is None else ():
        since = [post for (_, rung, _), posts in told.items() for post in posts if rung == RUNGS[max(clock.rung, 1) - 1]]
        others = (move.made for move in table.standing if move.seat not in (clock.seat, DEALER))
        began = max(others, default=0.0)  # of the whole turn: a pause moves its clock, and it may go on after a reveal
        if clock.rung and not clock.muted and not any(post.at >= began for post in since):
            yield Finding("missing", f"seat {clock.seat} was not told: {RUNGS[clock.rung - 1]}", f"table {table.id}")


def _living(tables: list[Table], channels: Channels) -> Iterator[Finding]:
    """Find older boards with enabled buttons, and reminders of tables that are over."""
    newest = {table.id: standing[-1]["id"] for table in tables if (standing := channels.standing(table.id))}
    acting = {table.id for table in tables if table.status == "running"}
    for message in channels.messages:
        where = f"channel {message['channel_id']} message {message['id']}"
        if (table := screen.table_of_usable_board(message)) and newest.get(table) != message["id"]:
            yield Finding("stale", f"an older board of table {table} has living buttons", where)
        reminder = screen.matching(REMINDER, message["components"])
        if reminder and int(reminder[1]) not in acting:
            yield Finding("stale", f"a reminder of table {reminder[1]}, which is over", where)


def _questions(still: set[int], channels: Channels) -> Iterator[Finding]:
    """Find closed questions with buttons, and open ones that have none or several messages."""
    found = [match for m in channels.messages if (match := screen.matching(screen.QUESTION, m["components"]))]
    counted = Counter(int(match[2]) for match in found)
    for question, count in counted.items():
        if question not in still:
            yield Finding("stale", f"question {question} is closed and can be answered", "")
        elif count > 1:
            yield Finding("doubled", f"question {question} is put {count} times", "")
    known = {int(match[2]) for p in channels.history.posts.values() for match in [screen.QUESTION.match(p.question)] if match}
    for question in still - known:
        yield Finding("missing", f"question {question} was never put", "")


def _lobbies(tables: list[Table], channels: Channels) -> Iterator[Finding]:
    """Find open tables without exactly one lobby message, and others with any."""
    offered = Counter(int(match[1]) for m in channels.messages if (match := screen.matching(screen.CANCEL, m["components"])))
    deleted = {post.table for post in channels.history.posts.values() if post.deleted}  # posted again when somebody joins
    for table in tables:
        count = offered[table.id]
        if table.status == "open" and count == 0 and table.id not in deleted:
            yield Finding("missing", "an open table has no message", f"table {table.id}")
        elif count > (table.status == "open"):
            kind = "doubled" if table.status == "open" else "stale"
            yield Finding(kind, f"a table that is {table.status} offers seats {count} times", f"table {table.id}")


RESTS = 45.0  # seconds between two changes of a card, less those that a slow request may take


def check_cards(tables: list[Table], channels: Channels, resting: Set[int] = frozenset()) -> Iterator[Finding]:
    """Check the message that each thread was started from; cards of the tables in ``resting`` may not be changed yet."""
    known = {str(message["id"]): message for message in channels.messages}
    for table in tables:
        standing = channels.standing(table.id)
        card = known.get(standing[-1]["channel_id"]) if standing else None
        if card is not None:
            yield from _shown(table, card, rests=table.id in resting)
            yield from _changed(table, card, channels)


def _shown(table: Table, card: Json, *, rests: bool) -> Iterator[Finding]:
    where = f"table {table.id} message {card['id']}"
    if screen.custom_ids(card["components"]):
        yield Finding("stale", "a card has buttons", where)
    if table.status == "over" and not rests and not screen.says_over(screen.text_of(card)):
        yield Finding("missing", "a card does not tell the end", where)


def _changed(table: Table, card: Json, channels: Channels) -> Iterator[Finding]:
    """Find changes that come too soon after another; the end may be shown at once, and a killed bot forgets its last change."""
    history, path = channels.history, re.compile(rf"^/channels/\d+/messages/{card['id']}$")
    began = min(post.at for post in channels.boards(table.id))
    changes = [s for s in history.requests if s.method == "PATCH" and path.match(s.path) and s.at > began and s.status < 300]
    early = [pair for pair in pairwise(sorted(changes, key=lambda sent: sent.at)[1:]) if pair[1].at - pair[0].at < RESTS]
    early = [(before, after) for before, after in early if before.status and not history.restarted(before.at, after.at)]
    if table.status != "over" or len(early) > 1:  # the end may be shown at once, once
        for before, after in early:
            what = f"a card is changed again after {after.at - before.at:.0f} s"
            yield Finding("unexplained", what, f"table {table.id} message {card['id']} at {after.at:.2f}")
