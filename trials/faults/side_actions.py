"""Actions of people besides moves: undo, ask, answer, look, pause, leave."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sandbox.kinds import Json
from trials import screen
from trials.faults.group import Group

Action = Callable[[Group, Json], Awaitable[None]]
YES, ANSWERS = 0.7, 0.5  # how often somebody agrees, and answers at all


async def vote(at: Group, question: Json) -> None:
    """Have a person who was asked answer, or the asker withdraw the question."""
    asked = screen.pending_voters(screen.text_of(question))
    voters = [player for player in at.testbed.everybody if player.id in asked]
    if voters and at.random.random() < ANSWERS:
        voter = at.random.choice(voters)
        voter.channel = question["channel_id"]
        await voter.press_one("q1:yes" if at.random.random() < YES else "q1:no", question)
    elif at.random.random() < 0.02:
        await at.somebody().press_one("q1:back", question)


async def undo(at: Group, board: Json) -> None:
    """Have somebody undo a move, or ask the others to agree."""
    person = at.somebody()
    answer = await person.press_one("b1:undo", board)
    for step in ("b1:takeback", "q2:undo"):
        if screen.enabled(answer, step):
            await person.press_one(step, answer)


async def pause(at: Group, board: Json) -> None:
    """Have somebody ask for a pause, or end one."""
    await at.somebody().slash("pause", table=at.table)


async def end(at: Group, board: Json) -> None:
    """Have somebody ask to end the game."""
    person = at.somebody()
    await person.press_one("v1:end", await person.slash("game end", table=at.table))


async def terms(at: Group, board: Json) -> None:
    """Have somebody ask for another pace."""
    await at.somebody().slash("game terms", pace=at.random.choice(["live", "quick", "daily"]), table=at.table)


async def replace(at: Group, board: Json) -> None:
    """Have somebody take over a seat, or come back to it."""
    await at.somebody().slash("replace", by=at.somebody(), table=at.table)


async def resign(at: Group, board: Json) -> None:
    """Have somebody leave the game."""
    person = at.somebody()
    await person.press_one("v1:resign", await person.slash("resign", table=at.table))


async def nudge(at: Group, board: Json) -> None:
    """Have somebody nudge the person who is to move."""
    person = at.somebody()
    await person.press_one("n1:nudge", await person.press_one("b1:more", board))


async def look(at: Group, board: Json) -> None:
    """Have somebody look at the board, the log, or their tables."""
    person = at.somebody()
    way = at.random.choice(["view", "words", "board", "log", "turns"])
    if way == "view":
        await person.press_one("b1:view", board)
    elif way == "words":
        await person.press_one("b1:text", await person.press_one("b1:more", board))
    elif way == "turns":
        await person.slash("turns")
    else:
        await person.slash(way, table=at.table)


async def set_typing(at: Group, board: Json) -> None:
    """Have somebody switch whether typed moves count at once."""
    await at.somebody().slash("settings", swift=at.random.random() < 0.5)


BESIDES: tuple[tuple[int, Action], ...] = (
    (30, look),
    (20, undo),
    (8, nudge),
    (8, pause),
    (6, replace),
    (5, terms),
    (5, set_typing),
    (2, resign),
    (1, end),
)
