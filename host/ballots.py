"""What the others at a table are asked to agree to, and what happens when they do.

Pausing, ending early, other terms, another language and undoing what concerns others need the yes of everyone else who sits
there. A seat changes hands when the newcomer says yes and so does the host, or else more than half of those who sit there, with
the one who leaves. Where only those may answer who let their time run out, silence is a yes after a part of the time for a turn.
"""

from __future__ import annotations

from functools import partial

from db.rows import BallotRow, OutboxRow, SeatRow, TableRow
from db.statement import Exceeded
from host.consent import Subject, asking, silence_agrees, sits, standing, subject_of, voters
from host.deadlines import HOUR
from host.leaving import AGREED, AT_WILL, end, pause, replace, taken_over
from host.lobby import LAPSES, PACE_NAMES, Terms, with_terms
from host.notices import notice
from host.outline import newcomer_name
from host.position import Position
from host.quotas import quotas_of, within
from host.refusal import MovedOn, Refused
from host.settings import person_of
from host.silence import EXPIRY, lasting, prolonged
from host.table import Table, changing
from host.undo import newest_of, question, since, undone
from rules.game import Event, Seat
from rules.text import Text, joined, message, say, say_n

AGAIN = 6 * HOUR  # until the same may be asked again
CLOSED = say("This question is closed.")
ASKED_FOR = {
    "undo": say("You asked to take a move back."),
    "pause": say("You asked for a pause."),
    "end": say("You asked to end the game."),
    "terms": say("You asked to change the time for a turn."),
    "language": say("You asked to change the language of the table."),
    "replace": say("You asked for a new player on a seat."),
}
UNMET = {  # what the asker is told
    "declined": say("The answer is no, so nothing changes."),
    "expired": say("Not everyone has answered in time, so nothing changes."),
    "full": say("The new player has reached the limit of running tables on this server, so nothing changes."),
    "left": say("The person you asked for has left the server, so nothing changes."),
}
ASKED_BEFORE = say_n(
    "You have asked this less than {count} hour ago. Please give the others some time.",
    "You have asked this less than {count} hours ago. Please give the others some time.",
    int(AGAIN / HOUR),
)
TERMS = say("Everyone agreed to other terms of time. The present turn begins anew.")
TERMS_ALONE = say("Other terms of time hold now. The present turn begins anew.")
LANGUAGE = message("Everyone agreed to another language. From now on all at this table are told in it: {language}")
LANGUAGE_ALONE = message("From now on this table is told in another language: {language}")


@changing
async def ask_undo(table: Table, asker: int, seq: int) -> int:
    """Ask to take back one's newest move and all that followed, up to this seq; as `_ask` does it. Raises `Refused`."""
    at = table.position
    if seq != at.seq:
        raise MovedOn
    back_to = await newest_of(table, asker)
    return await _ask(table, "undo", asker, Subject(back_to), await question(table, at.require_seat(asker), back_to))


@changing
async def ask_pause(table: Table, asker: int) -> int:
    """Ask to let the clocks stand still; as `_ask` does it. Raises `Refused`."""
    at = table.position
    text = say("{asker} would like to pause the table. No clock runs until somebody ends the pause.", asker=_asking(at, asker))
    if at.row.paused is not None:
        raise Refused(say("This table pauses already."))
    return await _ask(table, "pause", asker, Subject(), text)


@changing
async def ask_end(table: Table, asker: int) -> int:
    """Ask to end the game as it stands; as `_ask` does it. Raises `Refused`."""
    at = table.position
    text = say("{asker} would like to end the game now, as it stands.", asker=_asking(at, asker))
    return await _ask(table, "end", asker, Subject(), text)


@changing
async def ask_terms(table: Table, asker: int, pace: str, lapse: str) -> int:
    """Ask for another pace, or for another thing to happen at time-out; as `_ask` does it. Raises `Refused`."""
    at = table.position
    name, now = _asking(at, asker), at.row
    new = with_terms(now, Terms(pace=pace, lapse=lapse))
    if (new.pace, new.lapse) == (now.pace, now.lapse):
        raise Refused(say("These are the terms of this table already: {terms}", terms=_told(now)))
    told = {"asker": name, "new": _told(new), "old": _told(now)}
    text = say("{asker} would like to change the time for a turn.\n- From now on: {new}\n- Until now: {old}", **told)
    return await _ask(table, "terms", asker, Subject(pace=new.pace, lapse=new.lapse), text)


@changing
async def ask_language(table: Table, asker: int, language: str, called: Text) -> int:
    """Ask that the table is told in another language, which is ``called`` so; as `_ask` does it. Raises `Refused`."""
    at = table.position
    text = say("{asker} would like to change the language of this table: {language}", asker=_asking(at, asker), language=called)
    if language == at.row.language:
        raise Refused(say("This is the language of the table already: {language}", language=called))
    return await _ask(table, "language", asker, Subject(language=language, name=str(called)), text)


@changing
async def offer_to_play(table: Table, seat: Seat, person: int, name: str, *, bounded: bool = True) -> int:
    """Ask the others whether a person without a seat may take over one from a stand-in, and return as `_ask` does.

    :param bounded: the limits on tables count for this person.
    :raises Refused: when no stand-in plays that seat, the same is asked, or the person plays at too many tables.
    """
    at = table.position
    at.require_running()
    if all(one.seat != seat for one in at.stood_in):
        raise Refused(say("No stand-in plays this seat any more."))
    text = say("{name} offers to take over the seat of {old}.", name=newcomer_name(at, seat, name), old=at.called[seat])
    subject = Subject(seat=seat, leaver=at.seats[seat].person, person=person, name=name, bounded=bounded)
    return await _ask(table, "replace", person, subject, text)


@changing
async def ask_replace(table: Table, asker: int, seat: Seat, person: int, name: str, *, bounded: bool = True) -> int:
    """Ask that a person, called ``name``, takes over a seat, and return as `_ask` does.

    :param bounded: the limits on tables count for this person.
    :raises Refused: when they have a seat here, the same is asked, or they play at too many tables.
    """
    at = table.position
    asking = _asking(at, asker)
    if not 0 <= seat < len(at.seats):
        raise Refused(say("There is no such seat at this table."))
    if sits(at, person, seat):
        raise Refused(say("{name} has a seat at this table already.", name=name))
    old, called, known = at.seats[seat], newcomer_name(at, seat, name), at.called[seat]
    if old.level:
        text = say("{asker} asks {name} to play instead of the computer {computer}.", asker=asking, name=called, computer=known)
    elif old.person == asker:
        text = say("{asker} would like to hand the seat over to {name}.", asker=asking, name=called)
    else:
        text = say("{asker} asks {name} to take over the seat of {old}.", asker=asking, name=called, old=known)
    subject = Subject(seat=seat, leaver=old.person, person=person, name=name, bounded=bounded)
    return await _ask(table, "replace", asker, subject, text)


def _told(row: TableRow) -> Text:
    return say("{pace}; when time is up: {lapse}", pace=PACE_NAMES[row.pace], lapse=LAPSES[row.lapse])


@changing
async def vote(table: Table, ballot: int, person: int, *, yes: bool) -> BallotRow:
    """Somebody answers; the ballot as it is then, carried out if that settles it. A no counts until `review` settles it.

    :raises Refused: if the question is closed, or not put to this person, or they would play at too many tables.
    """
    row = await _open(table, ballot)
    require_voter(table.position, row, person)
    if yes and row.expires <= table.now() and not silence_agrees(table.position, row):
        await _time_over(table, row)
        raise Refused(CLOSED)
    if yes and subject_of(row).person == person:
        await _require_takeover(table, row, person)
    await table.store.ballots.vote(ballot, person, yes=yes)
    return await _settle(table, row)


@changing
async def withdraw(table: Table, ballot: int, person: int) -> BallotRow:
    """The asker takes the question back, until `review` settles it; raises `Refused`."""
    row = await _open(table, ballot)
    require_asker(table.position, row, person)
    return await close_question(table, row, "withdrawn")


def require_voter(at: Position, ballot: BallotRow, person: int) -> None:
    """Only those who are asked may answer; raises `Refused`."""
    if person not in voters(at, ballot):
        raise Refused(say("This question is not put to you."))


def require_asker(at: Position, ballot: BallotRow, person: int) -> None:
    """Only who has asked may take the question back; raises `Refused`."""
    if ballot.asker != person:
        raise Refused(say("Only who has asked can take a question back."))


@changing
async def review(table: Table) -> bool:
    """Settle the questions that are decided, as somebody has left since, the house was stopped after a vote, or time is over.

    Returns whether one was carried out, so that the channel is owed a board.
    """
    done = False
    for one in await table.store.ballots.open(table.id):
        row = await table.store.ballots.get(one.id)
        if row is None or row.outcome:  # the one before may have ended the game
            continue
        settled = await _settle(table, row)
        if not settled.outcome and row.expires <= table.now():
            settled = await _time_over(table, row)
        done |= settled.outcome == "agreed"
    await table.store.ballots.postpone(table.id)
    return done


def _asking(at: Position, asker: int) -> Text:
    """Return the asker's name; not the seat, as somebody else may have that seat before the answer comes."""
    return at.called[at.require_seat(asker)]


async def askable(table: Table, kind: str, asker: int, subject: Subject) -> BallotRow:
    """The question as it would be put; raises `Refused` while the same is open, and for a while after a no to it."""
    for one in await table.store.ballots.open(table.id):
        if one.kind == kind and (kind != "replace" or subject_of(one).seat == subject.seat):
            raise Refused(say("This has been asked already. The answer is still open."))
    now = table.now()
    row = asking(table.position, kind, asker, subject, now)
    row = row._replace(expires=now + lasting(table.position, row))
    alike = (one for one in await table.store.ballots.asked_before(row) if subject_of(one) == subject)
    last = next(alike, None)
    if last is not None and last.outcome in ("declined", "withdrawn") and now < _asked(last) + AGAIN:
        raise Refused(ASKED_BEFORE)
    return row


def _asked(ballot: BallotRow) -> float:
    """When the question was put."""
    return subject_of(ballot).asked or ballot.expires - EXPIRY


async def _ask(table: Table, kind: str, asker: int, subject: Subject, text: Text) -> int:
    """Put a question, whose id this is; 0 where there is nobody to be asked, and so it is done at once. Raises `Refused`."""
    row = await askable(table, kind, asker, subject)
    require = partial(_require_takeover, table, row, asker)
    if not voters(table.position, row):
        await within(require, partial(_carry_out, table, row))
        return row.id
    await require()
    revision = table.position.row.revision
    directly = subject.person not in (0, asker) and (await person_of(table.store, subject.person)).direct
    told = [notice(table.id, "asked", text, person=subject.person, direct=True)] if directly else []
    asked = await table.store.ballots.ask(row, notice(table.id, "ballot", text), revision, *told)
    table.placed(revision + 1)
    return asked


async def _open(table: Table, ballot: int) -> BallotRow:
    row = await table.store.ballots.get(ballot)
    if row is None or row.table != table.id or row.outcome:
        raise Refused(CLOSED)
    return row


async def _settle(table: Table, row: BallotRow) -> BallotRow:
    outcome = standing(table.position, row, await table.store.ballots.votes(row.id))
    return await _agree(table, row) if outcome == "agreed" else await close_question(table, row, outcome) if outcome else row


async def _time_over(table: Table, row: BallotRow) -> BallotRow:
    """Nobody can answer any more, but where silence would be a yes to what nobody could answer."""
    if not silence_agrees(table.position, row):
        return await close_question(table, row, "expired")
    return await prolonged(table, row) or await _agree(table, row)


async def _agree(table: Table, row: BallotRow) -> BallotRow:
    agreed = row._replace(outcome="agreed")
    try:
        await _carry_out(table, agreed)
    except Exceeded:
        return await close_question(table, row, "full")
    return agreed


async def _require_takeover(table: Table, ballot: BallotRow, asker: int) -> None:
    """Require that the newcomer may play at one more table, if the question is about one.

    :raises Refused: when they play at too many.
    """
    seats = _limited_seats(table.position, ballot)
    if seats is not None:
        await (await quotas_of(table)).require_takeover(seats, subject_of(ballot).person, asker)


def _limited_seats(at: Position, ballot: BallotRow) -> tuple[SeatRow, ...] | None:
    """Return the seats once a newcomer has one for whom limits count; None without one, and for players who come back."""
    subject = subject_of(ballot)
    if ballot.kind != "replace" or not subject.bounded or subject.person == subject.leaver:
        return None
    return taken_over(at, subject.seat, subject.person, subject.name)


async def close_question(table: Table, row: BallotRow, outcome: str) -> BallotRow:
    """Close a question that changes nothing, and tell its asker if it was not met. The caller holds the lock."""
    told: tuple[OutboxRow, ...] = ()
    if outcome in UNMET:
        text = joined(" ", ASKED_FOR[row.kind], UNMET[outcome])
        direct = (await person_of(table.store, row.asker)).direct
        told = (notice(row.table, "answer", text, person=row.asker, direct=direct),)
    closed = row._replace(outcome=outcome)
    await table.store.ballots.settle(closed, table.now(), *told)
    return closed


async def _carry_out(table: Table, agreed: BallotRow) -> None:
    """Do what was agreed on; where nobody was asked, there is no question to be settled."""
    subject, ballot = subject_of(agreed), agreed if agreed.id else None
    if agreed.kind == "undo":
        moves, before = await since(table, subject.back_to)
        await table.take_back(moves, before, undone(table.position.require_seat(agreed.asker), moves), ballot=ballot)
    elif agreed.kind == "pause":
        await pause(table, ballot)
    elif agreed.kind == "end":
        await end(table, "agreed", (Event("ended", AGREED if ballot else AT_WILL),), ballot=ballot)
    elif agreed.kind == "replace":
        seats = _limited_seats(table.position, agreed)
        hold = [(await quotas_of(table)).hold_player(table.id, seats, subject.person)] if seats else []
        await replace(table, subject.seat, subject.person, subject.name, ballot, hold)
    elif agreed.kind == "language":
        row = table.position.after_activity(table.now())._replace(language=subject.language)
        told = say(LANGUAGE if ballot else LANGUAGE_ALONE, language=subject.name or subject.language)
        await table.change(row, remark=(Event("language", told),), tell=True, ballot=ballot)
    else:
        await _change_terms(table, subject, ballot)


async def _change_terms(table: Table, subject: Subject, agreed: BallotRow | None) -> None:
    at = table.position
    row = with_terms(at.after_activity(table.now()), Terms(pace=subject.pace, lapse=subject.lapse))
    clocks, told = (await table.clock_maker()).begun(at, row), Event("terms", TERMS if agreed else TERMS_ALONE)
    await table.change(row, clocks=clocks, remark=(told,), tell=True, ballot=agreed)
