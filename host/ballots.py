"""Questions to the others at a table: putting them, voting, and settling them.

Pausing, ending early, other terms, another language, and an undo that concerns others need the yes of everybody else who is
seated. A new player needs the newcomer's yes, and the host's or that of more than half of the seated people, the one who leaves
included. Where only people who let their time run out may vote, no answer counts as a yes after a part of the turn's time.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from db.people import add_people
from db.rows import BallotRow, OutboxRow
from db.statement import Exceeded
from host.codec import encode
from host.deadlines import DAY, HOUR, PACE_SECONDS
from host.lobby import Terms, terms_text, with_terms
from host.mentions import moment
from host.notices import notice
from host.people import by_id
from host.position import Position
from host.questions import End, NewLanguage, NewPlayer, NewTerms, Pause, Question, Undo, has_seat, question_of
from host.quotas import run_within
from host.refusal import MovedOn, Refused
from host.settings import read_person_settings
from host.step import Cause
from host.table import Table, changing
from host.undo import newest_move_of, question_text
from rules.game import Seat
from rules.text import Text, joined, named, say, say_n

VOTING_SECONDS = 2 * DAY  # for which a question is open
SILENT_SHARE = 0.25  # of the time for a turn, where silence is a yes: the asker has to play on after it
UNSEEN_SECONDS = 10.0  # after the end of a question, when nobody can have looked at it in time
EXTENSION_SECONDS = HOUR  # after an outage; never more than a new question would be open
EXTENDED_ENOUGH = 0.9  # of the extension: a question with so much time left gets no more
ASK_AGAIN_SECONDS = 6 * HOUR  # after a no
CLOSED = say("This question is closed.")
UNMET = {  # by outcome: the answer to the asker
    "declined": say("The answer is no, so nothing changes."),
    "expired": say("Not everyone has answered in time, so nothing changes."),
    "full": say("The new player has reached the limit of running tables on this server, so nothing changes."),
    "left": say("The person you asked for has left the server, so nothing changes."),
    "erased": say("The person you asked for is no longer here, so nothing changes."),
}
ASKED_BEFORE = say_n(
    "You asked this less than {count} hour ago. Please give the others some time.",
    "You asked this less than {count} hours ago. Please give the others some time.",
    int(ASK_AGAIN_SECONDS / HOUR),
)


@changing
async def ask_undo(table: Table, asker: int, seq: int) -> int:
    """Ask to take back the asker's newest move and all later ones; return the ballot's id, or 0 if nobody has to be asked.

    :param seq: the table's seq when the asker decided.
    :raises Refused: when they have made no move, or may not ask now; `MovedOn`, when the table has another seq.
    """
    at = table.position
    if seq != at.seq:
        raise MovedOn
    back_to = await newest_move_of(table, asker)
    return await _ask(table, asker, Undo(back_to), await question_text(table, at.require_seat(asker), back_to))


@changing
async def ask_pause(table: Table, asker: int) -> int:
    """Ask to stop the clocks; return the ballot's id, or 0 if nobody has to be asked.

    :raises Refused: when the table is paused, or they may not ask now.
    """
    at = table.position
    text = say(
        "{asker} would like to pause the table. The clocks stop until somebody ends the pause.", asker=_asker_name(at, asker)
    )
    if at.row.paused is not None:
        raise Refused(say("This table is already paused."))
    return await _ask(table, asker, Pause(), text)


@changing
async def ask_end(table: Table, asker: int) -> int:
    """Ask to end the game as it stands; return the ballot's id, or 0 if nobody has to be asked.

    :raises Refused: when they may not ask now.
    """
    text = say("{asker} would like to end the game now, as it stands.", asker=_asker_name(table.position, asker))
    return await _ask(table, asker, End(), text)


@changing
async def ask_terms(table: Table, asker: int, pace: str, on_timeout: str) -> int:
    """Ask for another pace, or for another action when time is up; return the ballot's id, or 0 if nobody has to be asked.

    Empty values change nothing.

    :raises Refused: when these are the table's terms, or they may not ask now.
    """
    at = table.position
    name, now = _asker_name(at, asker), at.row
    new = with_terms(now, Terms(pace=pace, lapse=on_timeout))
    if terms_text(new) == terms_text(now):
        raise Refused(say("This table already has these terms: {terms}", terms=terms_text(now)))
    params = {"asker": name, "new": terms_text(new), "old": terms_text(now)}
    text = say("{asker} would like to change the time limit.\n- From now on: {new}\n- Until now: {old}", **params)
    return await _ask(table, asker, NewTerms(new.pace, new.lapse), text)


@changing
async def ask_language(table: Table, asker: int, language: str, called: Text) -> int:
    """Ask for another language of the table; return the ballot's id, or 0 if nobody has to be asked.

    :param called: the name of the language.
    :raises Refused: when the table has this language, or they may not ask now.
    """
    at = table.position
    text = say(
        "{asker} would like to change the language of this table: {language}", asker=_asker_name(at, asker), language=called
    )
    if language == at.row.language:
        raise Refused(say("This table already has this language: {language}", language=called))
    return await _ask(table, asker, NewLanguage(language, str(called)), text)


@changing
async def offer_to_play(table: Table, seat: Seat, person: int, name: str, *, bounded: bool = True) -> int:
    """Ask whether a person without a seat may take over one from a stand-in.

    Return the ballot's id, or 0 if nobody has to be asked.

    :param bounded: whether the limits on tables count for this person.
    :raises Refused: when no stand-in plays that seat, the same is asked, or the person plays at too many tables.
    """
    at = table.position
    at.require_running()
    if all(one.seat != seat for one in at.stood_in):
        raise Refused(say("No stand-in plays for this seat any more."))
    text = say("{name} offers to take over {old}'s seat.", name=named(person, seat), old=by_id(at, seat))
    return await _ask(table, person, NewPlayer(seat, at.seats[seat].person, person, name, bounded), text)


@changing
async def ask_replace(table: Table, asker: int, seat: Seat, person: int, name: str, *, bounded: bool = True) -> int:
    """Ask whether a person, called ``name``, may take over a seat; return the ballot's id, or 0 if nobody has to be asked.

    :param bounded: whether the limits on tables count for this person.
    :raises Refused: when they have a seat here, the same is asked, or they play at too many tables.
    """
    at = table.position
    asking = _asker_name(at, asker)
    if not 0 <= seat < len(at.seats):
        raise Refused(say("There is no such seat at this table."))
    if has_seat(at, person, seat):
        raise Refused(say("{name} already has a seat at this table.", name=name))
    old, called, known = at.seats[seat], named(person, seat), by_id(at, seat)
    if old.level:
        text = say("{asker} asks {name} to play instead of the computer {computer}.", asker=asking, name=called, computer=known)
    elif old.person == asker:
        text = say("{asker} would like to hand the seat over to {name}.", asker=asking, name=called)
    else:
        text = say("{asker} asks {name} to take over {old}'s seat.", asker=asking, name=called, old=known)
    return await _ask(table, asker, NewPlayer(seat, old.person, person, name, bounded), text)


@changing
async def vote(table: Table, ballot: int, person: int, *, yes: bool) -> BallotRow:
    """Count a person's vote, and carry the question out if that settles it; return the ballot as it is then.

    A later vote of the same person replaces this one while the question is open.

    :raises Refused: when the question is closed, or not put to this person, or they would play at too many tables.
    """
    row = await _open(table, ballot)
    require_voter(table.position, row, person)
    if yes and row.expires <= table.now() and not silence_agrees(table.position, row):
        await _expire(table, row)
        raise Refused(CLOSED)
    question = question_of(row)
    if yes and question.newcomer == person:
        await question.require_within_limits(table, person)
    await table.store.ballots.vote(row, person, table.now(), yes=yes)
    return await _settle(table, row)


@changing
async def withdraw(table: Table, ballot: int, person: int) -> BallotRow:
    """Close a question that its asker takes back; return the ballot as it is then.

    :raises Refused: when it is closed already, or this person did not ask.
    """
    row = await _open(table, ballot)
    require_asker(table.position, row, person)
    return await _close(table, row, "withdrawn")


def require_voter(at: Position, ballot: BallotRow, person: int) -> None:
    """Require that a person may vote.

    :raises Refused: when the question is not put to them.
    """
    if person not in voters(at, ballot):
        raise Refused(say("This question is not for you."))


def require_asker(at: Position, ballot: BallotRow, person: int) -> None:
    """Require that a person asked the question.

    :raises Refused: when somebody else did.
    """
    if ballot.asker != person:
        raise Refused(say("Only the person who asked can withdraw a question."))


@changing
async def review(table: Table) -> bool:
    """Settle the open questions of a table that are decided by now; return whether one was carried out.

    A question may be decided without a new vote: because a voter left, its time is over, or the bot stopped after a vote.
    """
    done, undecided = False, list[BallotRow]()
    for one in await table.store.ballots.open(table.id):
        row = await table.store.ballots.get(one.id)
        if row is None or row.outcome:  # the one before may have ended the game
            continue
        settled = await _settle(table, row)
        if not settled.outcome and row.expires <= table.now():
            settled = await _expire(table, row)
        done |= settled.outcome == "agreed"
        undecided += [] if settled.outcome else [row]
    await table.store.ballots.mark_reviewed(table.id, undecided)
    return done


def _asker_name(at: Position, asker: int) -> Text:
    """Return the asker by id: somebody else may have their seat before the answer comes."""
    return named(asker, at.require_seat(asker))


async def prepare_ballot(table: Table, asker: int, question: Question) -> BallotRow:
    """Return the ballot of a question that is put now, not yet stored.

    :raises Refused: while the same question is open, and for six hours after a no to it.
    """
    for one in await table.store.ballots.open(table.id):
        if question.is_open_as(question_of(one)):
            raise Refused(say("This has already been asked. The answer is still open."))
    at, now = table.position, table.now()
    put = replace(question, asked=now, silence=question.silence_agrees(at, asker))
    row = BallotRow(0, at.id, question.kind, encode(put), asker, 0.0)
    row = row._replace(expires=now + _voting_seconds(at, row))
    alike = (one for one in await table.store.ballots.asked_before(row) if question_of(one) == question)
    last = next(alike, None)
    if last is not None and last.outcome in ("declined", "withdrawn") and now < _put_at(last) + ASK_AGAIN_SECONDS:
        raise Refused(ASKED_BEFORE)
    return row


def _put_at(ballot: BallotRow) -> float:
    """Return when a question was put, in seconds since 1970."""
    return question_of(ballot).asked or ballot.expires - VOTING_SECONDS


async def _ask(table: Table, asker: int, question: Question, text: Text) -> int:
    """Put a question, worded as ``text``; return its id, or 0 if nobody has to be asked and it is carried out at once.

    :raises Refused: when it cannot be asked now, or exceeds a limit.
    """
    row = await prepare_ballot(table, asker, question)
    text = joined(" ", text, question.rated_note if table.position.row.rated else None)
    require = partial(question.require_within_limits, table, asker)
    if not voters(table.position, row):
        await run_within(require, partial(question.carry_out, table, asker, Cause()))
        return 0
    await require()
    revision = table.position.row.revision
    directly = question.newcomer not in (0, asker) and (await read_person_settings(table.store, question.newcomer)).direct
    invitation = [notice(table.id, "asked", text, person=question.newcomer, direct=True)] if directly else []
    known = add_people(question.people, table.now(), table.id)
    ballot = await table.store.ballots.ask(row, notice(table.id, "ballot", text), revision, *invitation, people=known)
    table.apply_row_change(revision + 1)
    return ballot


def voters(at: Position, ballot: BallotRow) -> tuple[int, ...]:
    """Return the ids of the people who may answer a question."""
    return question_of(ballot).voters(at, ballot.asker)


def silence_agrees(at: Position, ballot: BallotRow) -> bool:
    """Return whether the answer to a question is yes if nobody votes in time."""
    return question_of(ballot).silence_agrees(at, ballot.asker)


async def _open(table: Table, ballot: int) -> BallotRow:
    row = await table.store.ballots.get(ballot)
    if row is None or row.table != table.id or row.outcome:
        raise Refused(CLOSED)
    return row


async def _settle(table: Table, row: BallotRow) -> BallotRow:
    """Carry out or close a question that its votes decide; return the ballot as it is then."""
    question, at = question_of(row), table.position
    if not question.still_applies(at, row.asker):
        return await _close(table, row, "void")
    outcome = question.decide(at, row.asker, await table.store.ballots.votes(row.id))
    return await _agree(table, row) if outcome == "agreed" else await _close(table, row, outcome) if outcome else row


async def _expire(table: Table, row: BallotRow) -> BallotRow:
    """Close a question whose time is over. Where silence is a yes, carry it out, or give more time after an outage."""
    if not silence_agrees(table.position, row):
        return await _close(table, row, "expired")
    if question_of(row).prolonged or table.now() <= row.expires + UNSEEN_SECONDS:
        return await _agree(table, row)
    return await _prolong(table, row, _extension(table, row))


async def _agree(table: Table, row: BallotRow) -> BallotRow:
    """Carry out a question, or close it if a limit would not hold; return the ballot as it is then."""
    agreed = row._replace(outcome="agreed")
    try:
        await question_of(row).carry_out(table, row.asker, Cause(ballot=agreed))
    except Exceeded:
        return await _close(table, row, "full")
    return agreed


async def _close(table: Table, row: BallotRow, outcome: str) -> BallotRow:
    """Close a question that changes nothing, and answer its asker if it was not met. Caller holds the lock."""
    question, notices = question_of(row), tuple[OutboxRow, ...]()
    if outcome in UNMET and not (outcome in ("left", "erased") and question.newcomer == row.asker):  # they are gone themselves
        text = joined(" ", question.reminder, UNMET[outcome])
        direct = (await read_person_settings(table.store, row.asker)).direct
        notices = (notice(row.table, "answer", text, person=row.asker, direct=direct),)
    closed = row._replace(outcome=outcome)
    await table.store.ballots.settle(closed, table.position.row.revision, table.now(), *notices)
    return closed


def _voting_seconds(at: Position, ballot: BallotRow) -> float:
    """Return for how many seconds a question is open."""
    allowance = PACE_SECONDS[at.row.pace]
    if allowance is None or not silence_agrees(at, ballot):
        return VOTING_SECONDS
    return min(VOTING_SECONDS, allowance * SILENT_SHARE)


async def prolong_all(table: Table) -> None:
    """Give the open questions of a table more time after an outage; those that have enough are left as they are."""
    for row in await table.store.ballots.open(table.id):
        more = _extension(table, row)
        if row.expires < table.now() + more * EXTENDED_ENOUGH:
            await _prolong(table, row, more)


def _extension(table: Table, row: BallotRow) -> float:
    return min(EXTENSION_SECONDS, _voting_seconds(table.position, row))


async def _prolong(table: Table, row: BallotRow, more: float) -> BallotRow:
    """Let a question end in ``more`` seconds, and say so to its voters; return the ballot as it is then."""
    row = row._replace(expires=table.now() + more, subject=encode(replace(question_of(row), prolonged=True)))
    await table.store.ballots.prolong(row, table.position.row.revision, *await _extension_notices(table, row))
    return row


async def _extension_notices(table: Table, row: BallotRow) -> list[OutboxRow]:
    """Return the notices of a new end: to each voter where silence is a yes, else to the table."""
    date, left = moment(row.expires, "f"), moment(row.expires, "R")
    if not silence_agrees(table.position, row):
        text = say("The bot was away. You can answer the question at this table until {date}, {left}.", date=date, left=left)
        return [notice(row.table, "prolonged", text)]
    text = say(
        "The bot was away when your time to answer a question at this table ran out, so you get more. "
        "You can decline until {date}, {left}. If you do nothing, your answer is yes.",
        date=date,
        left=left,
    )
    return [
        notice(row.table, "asked", text, person=person, direct=(await read_person_settings(table.store, person)).direct)
        for person in voters(table.position, row)
    ]


@changing
async def close_for_absent(table: Table, person: int, outcome: str = "left") -> bool:
    """Close each question whether this person takes over a seat; return whether there was one.

    :param outcome: ``left`` if they left the server, ``erased`` if they delete their data.
    """
    ballots = [ballot for ballot in await table.store.ballots.open(table.id) if question_of(ballot).newcomer == person]
    for ballot in ballots:
        await _close(table, ballot, outcome)
    return bool(ballots)
