"""Reviews of finished games: made once in the background, a piece at a time, and stored.

A review is asked for by a row of `reviews` and one of ``due``. One process claims that row and renews the claim with each report
of its progress. If it stops, the claim runs out, and another process begins again. All pieces are done by workers in
`Workers.run_later`, so hints and moves come first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.due import REVIEW, DueRow
from db.personal import is_former
from db.reviews import DAY_SECONDS, FAILED, ReviewRow
from db.rows import MoveRow
from db.statement import Exceeded, Stale, Unsaved
from db.store import Store
from host.codec import SHAPE_ERRORS, decode, encode
from host.history import read_standing_moves
from host.log_context import log_about
from host.position import Position
from host.quotas import TOO_FAST, Quotas
from host.refusal import NoTable, Refused
from host.replay import has_turns, played_moves, plays_alike
from host.scheduler import find_due_table
from host.settings import read_shown_choices
from host.tables import Tables
from host.thinking import has_weights
from host.workers import Workers
from players.review import (
    CANDIDATES,
    LEAST_POINTS,
    SECOND_LOOK_SECONDS,
    Decision,
    TurningPoint,
    choose_candidates,
    first_look,
    first_seconds,
    largest,
    outline,
    review_version,
    second_look,
)
from rules.choice import Path
from rules.game import Seat
from rules.text import say

log = logging.getLogger(__name__)

CLAIM_SECONDS = 180.0  # longer than a piece may take while others have the workers
REPORT_PIECES = 8  # pieces of work between two reports of progress
ASK_ATTEMPTS = 3

RUNNING = say("A game is reviewed when it is over. While it runs, a review could help one side.")
NO_TURN = say("Nobody has taken a turn at this table, so there is nothing to review.")
OTHER_RULES = say("This game was played under older rules, so it cannot be reviewed.")
NOT_MADE = say("This game could not be reviewed. The people who run the bot find the reason in its log.")
POSTED = say("This review was posted within the last hour, here or in another channel.")
NOT_SHOWN = say("This turn is not shown: its player does not show reviews, or it would tell something hidden.")

Progress = Callable[[int, int], Awaitable[None]]
"""Told of the pieces of work that are done, and of their number as far as it is known."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game. Its field names are stored; `players.review.Outline` describes the points.

    ``turns`` has the number of the turn of each turning point.
    """

    points: tuple[tuple[float, ...], ...]
    own: tuple[tuple[float, ...], ...]
    found: tuple[TurningPoint, ...]
    turns: tuple[int, ...]


class ShownPoint(NamedTuple):
    """A turning point that somebody may read, with the number of its turn, and the player who made the move.

    ``own`` is whether the reader made it; others read only what everybody could know.
    """

    point: TurningPoint
    turn: int
    person: int
    own: bool

    @property
    def points(self) -> int:
        """Return about how many points the better move was worth; 0 if less than `LEAST_POINTS`."""
        return round(self.point.lost) if self.point.lost >= LEAST_POINTS else 0


class Task(NamedTuple):
    """A game to review, in plain values. ``judged`` are the numbers of the moves that people made."""

    game: str
    seats: int
    variants: frozenset[str]
    moves: tuple[tuple[Seat, Path], ...]
    judged: frozenset[int]
    trained: bool


async def read_moves(store: Store, at: Position) -> list[MoveRow]:
    """Return the moves of an ended game that can be reviewed.

    :raises Refused: when the game runs, nobody has moved, or today's rules would play the moves differently.
    """
    if at.row.status == "running":
        raise Refused(RUNNING)
    moves = await read_standing_moves(store, at)
    if at.row.status != "over" or not has_turns(moves):
        raise Refused(NO_TURN)
    if not plays_alike(at, moves):
        raise Refused(OTHER_RULES)
    return moves


async def request_review(tables: Tables, at: Position) -> ReviewRow:
    """Return the stored review of an ended game; ask for it if there is none by today's rules and weights.

    :raises Refused: when it cannot be reviewed, or the server has reached its limit.
    """
    await read_moves(tables.store, at)
    store, version = tables.store, await asyncio.to_thread(review_version, at.game)
    for _ in range(ASK_ATTEMPTS):
        row = await store.reviews.get(at.id)
        if row is not None and row.version == version and not (row.content == FAILED and row.asked <= tables.now() - DAY_SECONDS):
            return row
        quotas = await Quotas.of(store, at.row.guild, tables.now())
        await quotas.require_review()
        try:
            await store.reviews.ask(at.id, at.row.guild, version, tables.now(), quotas.most("reviews"))
        except Exceeded:  # somebody else has asked for it meanwhile, or for another one
            continue
    if (row := await store.reviews.get(at.id)) is not None and row.version == version:
        return row
    raise Refused(TOO_FAST)


def finished_review(row: ReviewRow) -> Review | None:
    """Return a stored review; None while it is made.

    :raises Refused: when it could not be made.
    """
    if not row.content:
        return None
    if row.content == FAILED:
        raise Refused(NOT_MADE)
    try:
        return decode(row.content, Review)
    except SHAPE_ERRORS as error:
        raise Refused(NOT_MADE) from error


async def shown_points(
    store: Store, at: Position, moves: Sequence[MoveRow], review: Review, reader: int | None
) -> list[ShownPoint]:
    """Return the turning points that a person may read, in the order of the game: their own, and those that others show.

    :param moves: all moves of the game, as `read_moves` returns them.
    :param reader: None for what everybody may read.
    """
    made = played_rows(at, moves)
    found = [
        ShownPoint(point, turn, made[point.move].person or 0, made[point.move].person == reader)
        for point, turn in zip(review.found, review.turns, strict=True)
    ]
    settings = await read_shown_choices(store, {each.person for each in found if not each.own})
    return [each for each in found if each.own or (settings[each.person].reviews and each.point.open is not None)]


def played_rows(at: Position, moves: Sequence[MoveRow]) -> Sequence[MoveRow]:
    """Return the rows of the moves by their numbers in a review."""
    return played_moves(at.game, at.game.setup(len(at.seats), frozenset(at.row.variants.split())), moves)


def task_of(at: Position, moves: Sequence[MoveRow]) -> Task:
    """Return the work on the review of a game: all moves of people are judged."""
    rows = played_rows(at, moves)
    return Task(
        at.row.game,
        len(at.seats),
        frozenset(at.row.variants.split()),
        tuple((row.seat, tuple(row.path.split())) for row in rows),
        frozenset(number for number, row in enumerate(rows) if row.person and row.person > 0 and not is_former(row.person)),
        has_weights(at),
    )


async def review_game(workers: Workers, task: Task, report: Progress) -> Review:
    """Return the review of a game, in pieces of work that wait for hints and computers' turns."""
    asked = (task.game, task.seats)
    course = await workers.run_later(outline, *asked, task.variants, task.moves, task.judged)
    costs, found, seconds = list[tuple[Decision, float]](), list[TurningPoint](), first_seconds(len(course.decisions))
    for decision in course.decisions:
        await report(len(costs), len(course.decisions) + CANDIDATES)
        costs.append((decision, await workers.run_later(first_look, *asked, decision, seconds, trained=task.trained)))
    chosen = choose_candidates(costs)
    for number, decision in enumerate(chosen):
        await report(len(costs) + number, len(costs) + len(chosen))
        point = await workers.run_later(second_look, *asked, decision, SECOND_LOOK_SECONDS, trained=task.trained)
        found += [point] if point else []
    kept = largest(found, course.turns)
    return Review(course.points, course.own, kept, tuple(course.turns[point.move] for point in kept))


async def claim_review(tables: Tables) -> DueRow | None:
    """Claim a review that somebody asked for, for `make_claimed_review`; None if there is none."""
    now, due = tables.now(), tables.store.due
    if not await due.by(now, REVIEW, 1):  # a claim costs a transaction
        return None
    claimed = await due.claim(REVIEW, tables.store.roles.process, now, now + CLAIM_SECONDS, 1)
    return claimed[0] if claimed else None


async def release_reviews(tables: Tables) -> None:
    """Release reviews that a former clerk has claimed: they begin again."""
    await tables.store.due.release_all(REVIEW, tables.now())


async def make_claimed_review(tables: Tables, claim: DueRow) -> None:
    """Make a claimed review and store it. An error is logged and stored; if the database fails, the claim runs out."""
    with log_about(claim.subject):
        try:
            await _make(tables, claim)
        except Unsaved as error:
            log.warning(
                "table %d: the database failed for a review (%s); retrying in %g seconds", claim.subject, error, CLAIM_SECONDS
            )
        except (Stale, NoTable):
            log.info("table %d: its review is made by another process, or it was deleted", claim.subject)


async def _make(tables: Tables, claim: DueRow) -> None:
    table, kept = await find_due_table(tables, claim), claim
    at = table.position

    async def report(done: int, count: int) -> None:
        nonlocal kept
        if done % REPORT_PIECES == 0:
            kept = await tables.store.reviews.report(kept, tables.now() + CLAIM_SECONDS, done, count)

    try:
        version = await asyncio.to_thread(review_version, at.game)
        content = encode(await review_game(tables.workers, task_of(at, await read_moves(tables.store, at)), report))
    except (Unsaved, Stale, NoTable):
        raise
    except Exception:  # it would soon fail again
        log.exception("table %d: its review failed", at.id)
        content, version = FAILED, await asyncio.to_thread(review_version, at.game)
    await tables.store.reviews.finish(kept, version, content)
