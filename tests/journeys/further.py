"""Continue the walk, in any language: questions among players, reminders and timeouts, and the end of a table."""

from __future__ import annotations

from datetime import timedelta

from sandbox.answer import Answer
from sandbox.client import Person
from tests.journeys.clocks import Clocks
from tests.journeys.walk import play, start
from trials.journey import Journey
from trials.player import press
from trials.screen import enabled


def other(journey: Journey) -> Person:
    """Return the one of Ada and Ben who is not to move."""
    return next(person for person in journey.people[:2] if person is not journey.mover)


async def answered(journey: Journey, *answers: tuple[Person, str]) -> None:
    """Answer the open question until it closes; then press once more, which the bot refuses."""
    put = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"]) and not m["_reader"]))
    targets = {name: enabled(put, f"q1:{name}")[0] for name in ("yes", "no", "back")}
    for person, name in answers:
        await person.press(targets[name], put)
    await journey.until(lambda: not put.buttons)
    await answers[-1][0].press(targets["yes"], put)


async def noticed(journey: Journey, hours: float) -> None:
    """Let hours pass, and wait for the message that they bring."""
    guild = journey.home.guild.id
    ((last,),) = journey.rows("SELECT coalesce(max(id), 0) FROM outbox WHERE guild = ?", guild)
    Clocks(journey).pass_hours(hours)
    sent = "SELECT 1 FROM outbox WHERE guild = ? AND id > ? AND message IS NOT NULL"
    await journey.until(lambda: bool(journey.rows(sent, guild, last)))


async def press_in_vain(journey: Journey) -> None:
    """Press buttons and send commands out of turn or without a seat."""
    table, board = journey.tables[-1], journey.board
    for person in (other(journey), journey.dan):
        for target in ("b1:move", "n1:mute", "q1:yes", "v1:back", "p1:close"):
            await person.press(f"{target}:{table}" + ":1" * (target == "q1:yes"), board)
        await person.slash("move", move="1")
    for name in ("undo", "pause", "resign", "game end"):
        await journey.dan.slash(name)
    await journey.mover.press(f"b1:move:{table}", journey.boards[0])


async def ask_others(journey: Journey) -> None:
    """Ask questions that are agreed to, declined and withdrawn; pause and go on."""
    ada, ben, dan, mover = journey.ada, journey.ben, journey.dan, journey.mover
    await ada.slash("pause")
    await answered(journey, (dan, "yes"), (ben, "back"), (ada, "back"))
    await ada.slash("game terms", time_limit="relaxed")
    await answered(journey, (ben, "no"))
    await ada.slash("game terms", time_limit="relaxed")
    former = len(journey.boards)
    await press(mover, "q2:undo", await mover.slash("undo"))
    await answered(journey, (ben if mover is ada else ada, "yes"))
    await journey.next_board(former)
    await ben.slash("pause")
    await answered(journey, (ada, "yes"))
    await journey.until(lambda: "v1:pause" in str(journey.board.message["components"]))
    for person in (ada, dan):
        await press(person, "b1:more", journey.board)
        await person.slash("move", move="1")
    former = len(journey.boards)
    await ben.slash("pause")
    await journey.next_board(former)


async def pass_time(journey: Journey) -> None:
    """Let time pass: nudges, reminders, a turn that a stand-in plays, one message a day, and days away."""
    mover, waiting, table, clocks = journey.mover, other(journey), journey.tables[-1], Clocks(journey)
    for _ in range(2):
        await waiting.press(f"n1:nudge:{table}", journey.board)
    for hours in (12, 10):
        await noticed(journey, hours)
    await mover.press(f"n1:mute:{table}", journey.board)
    await waiting.press(f"n1:nudge:{table}", journey.board)
    former = len(journey.boards)
    clocks.pass_hours(3)
    await journey.next_board(former)
    late, former = journey.mover, len(journey.boards)
    await late.slash("settings", reminders="digest")
    await journey.ada.slash("game terms", time_limit="relaxed")
    await answered(journey, (journey.ben, "yes"))
    await journey.next_board(former)
    clocks.pass_hours(37)
    digest = "SELECT 1 FROM due WHERE kind = 'digest' AND subject = ?"
    await journey.until(lambda: bool(journey.rows(digest, late.id)))
    clocks.pass_hours(25)
    await clocks.told_directly(late, "")
    await play(journey)
    away, tomorrow = journey.mover, clocks.now.date() + timedelta(days=1)
    await away.slash("settings", away=f"{tomorrow} {tomorrow + timedelta(days=2)}")
    await noticed(journey, 24)
    await journey.dan.slash("board")
    await away.slash("settings", away="off")


async def ended(journey: Journey) -> Answer:
    """Return the last board, once it is posted."""
    return journey.ada.read(await journey.home.wait_for(lambda m: "l1:rematch" in str(m["components"]) and not m["_reader"]))


async def end(journey: Journey) -> None:
    """End three tables: after a takeover by agreement, after a rematch by resigning, and by managers."""
    ada, dan = journey.ada, journey.dan
    former = len(journey.boards)
    await ada.slash("replace", by=dan, seat=1)
    await answered(journey, (dan, "yes"))
    await journey.next_board(former)
    await press(ada, "v1:end", await ada.slash("game end"))
    await answered(journey, (dan, "yes"))
    last = await ended(journey)
    for name in ("board", "log", "turns", "game list", "undo"):
        await ada.slash(name)
    for _ in range(2):
        await press(ada, "l1:rematch", last)
    lobby = await journey.home.wait_for(lambda m: "l1:join" in str(m["components"]) and not m["_reader"])
    await press(dan, "l1:join", ada.read(lobby))
    await start(journey, ada.read(lobby))
    await press(ada, "v1:resign", await ada.slash("resign"))
    await ended(journey)
    challenge = await dan.go("terrace").on_person("Challenge", ada)
    await dan.press(f"l1:challenge:{ada.id}", challenge, values=[journey.game])
    listed = await press(ada, "s1:tables", await ada.slash("setup"))
    panel = await ada.press("s1:table:0", listed, values=[str(journey.tables[-1])])
    await press(ada, "s1:ended", await press(ada, "s1:end", panel))


async def go_on(journey: Journey) -> None:
    """Do all of this, from a table where some turns have been played."""
    for part in (press_in_vain, ask_others, pass_time, end):
        await part(journey)
