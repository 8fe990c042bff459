"""Players ask each other for an undo, a pause or an end, and leave the table."""

from __future__ import annotations

import re
from typing import Any

from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.world import BOT_ID
from trials.journey import Journey

DAY = 86_400


async def question(journey: Journey, words: str) -> Answer:
    """The open question at the table that has these words."""
    message = await journey.home.wait_for(lambda m: words in str(m["components"]) and "q1:yes" in str(m["components"]))
    return journey.ada.read(message)


async def shows(journey: Journey, answer: Answer, words: str) -> None:
    """Wait until a message says so, and has no buttons any more."""
    await journey.until(lambda: words in answer.text and not answer.buttons)


async def told(journey: Journey, words: str) -> Answer:
    """The message that says so to somebody."""
    return journey.ada.read(await journey.home.wait_for(lambda m: words in str(m["components"])))


def pinged(answer: Answer) -> set[str]:
    return {mention["id"] for mention in answer.message["mentions"]}


def labels(answer: Answer) -> list[str]:
    return [button.label for button in answer.buttons]


async def moved_on(journey: Journey, seats: int, **terms: Any) -> Person:
    """A table where somebody has moved and the next person, too; returns who was first."""
    await journey.begin(seats, **terms)
    for _ in range(4):
        await journey.turn()
    first = journey.mover
    await journey.turn()
    await journey.turn()
    return first


async def test_undo_of_moves_by_others_asks_them(journey: Journey) -> None:
    first = await moved_on(journey, 3)
    told = await first.slash("undo")
    assert told.ephemeral
    assert "would like to take back a move" in told.text
    assert "other players' moves" in told.text
    await journey.turn()
    before, former = journey.state, len(journey.boards)
    shown = await first.click("Ask the others", on=told)
    assert "moved on" in shown.text
    assert "current position" not in shown.text
    assert shown.text.count("also undo other players") == 1
    assert "I have asked the others" in (await first.click("Ask the others", on=shown)).text
    asked = await question(journey, "take back")
    others = [person for person in journey.people[:3] if person is not first]
    assert pinged(asked) == {person.id for person in others}
    assert "0 of 2 agree" in asked.text
    assert "not for you" in (await first.click("Agree", on=asked)).text
    assert "not for you" in (await journey.dan.click("Agree", on=asked)).text
    await others[0].click("Agree", on=asked)
    assert "1 of 2 agree" in asked.text
    await journey.bot.kill()
    await journey.bot.start()
    await others[1].click("Agree", on=asked)
    assert "Agreed." in asked.text
    board = await journey.next_board(former)
    assert "as the others agreed" in board.text
    assert journey.mover is first
    assert journey.state != before
    log = await journey.dan.slash("log")
    assert "as the others agreed" in log.text
    assert "~~" in log.text
    await journey.turn()


async def test_outdated_undo_request_asks_nobody(journey: Journey) -> None:
    first = await moved_on(journey, 2)
    told = await first.slash("undo")
    while journey.mover is not first:
        await journey.turn()
    await journey.turn()
    assert "nobody needs to be asked" in (await first.click("Ask the others", on=told)).text


async def test_undo_declined_void_and_expired(journey: Journey) -> None:
    first = await moved_on(journey, 2, time_limit="untimed")
    other = next(person for person in journey.people[:2] if person is not first)
    offer = await first.click("Undo", on=journey.board)
    assert labels(offer) == ["Ask the others", "Close"]
    await first.click("Ask", on=offer)
    asked = await question(journey, "take back")
    assert "Only the person who asked" in (await other.click("Withdraw", on=asked)).text
    agree = next(button.custom_id for button in asked.buttons if button.label == "Agree")
    await other.click("Decline", on=asked)
    assert f"Declined** by {other.mention}" in asked.text
    assert pinged(await told(journey, "The answer is no")) == {first.id}
    assert "closed" in (await other.press(agree, asked)).text
    assert "less than 6 hours ago" in (await first.slash("undo")).text
    journey.sandbox.advance(DAY / 4)
    await first.click("Ask", on=await first.slash("undo"))
    asked = await question(journey, "take back")
    await journey.turn()
    await shows(journey, asked, "moved on")
    mover = journey.mover
    await mover.click("Ask", on=await mover.slash("undo"))
    asked = await question(journey, "take back")
    journey.sandbox.advance(2 * DAY + 1)
    await shows(journey, asked, "not everyone answered")
    assert pinged(await told(journey, "Not everyone has answered")) == {mover.id}


async def test_pause_resume_and_end(journey: Journey) -> None:
    lobby = await journey.open(2)
    assert "</game cancel:" in (await journey.ada.slash("game end")).text
    await journey.ada.click("Cancel", on=lobby)
    await journey.begin(2, time_limit="daily")
    due, began = deadline(journey), journey.sandbox.world.now()
    await journey.ada.slash("pause")
    asked = await question(journey, "pause the table")
    await journey.ada.click("Withdraw", on=asked)
    assert "Withdrawn" in asked.text
    await journey.ben.slash("pause")
    await journey.ada.click("Agree", on=await question(journey, "pause the table"))
    board = await journey.board_with("The table is paused")
    assert "Resume" in labels(board)
    assert not pinged(board)
    assert "Mute for this turn" not in labels(await journey.ada.click("⋯", on=board))
    journey.sandbox.advance(3 * DAY)
    former = len(journey.boards)
    assert "no seat" in (await journey.cleo.click("Resume", on=board)).text
    await journey.ben.click("Resume", on=board)
    await journey.next_board(former)
    assert "Resume" not in labels(journey.board)
    assert 3 * DAY <= deadline(journey) - due <= journey.sandbox.world.now() - began
    more = await journey.ben.click("⋯", on=journey.board)
    assert labels(more)[-5:] == ["Pause", "Terms…", "Replace…", "Resign…", "End…"]
    assert "Resign…" not in labels(await journey.cleo.click("⋯", on=journey.board))
    await journey.ben.click("Ask the others", on=await journey.ben.click("End…", on=more))
    await journey.ada.click("Agree", on=await question(journey, "end the game"))
    await journey.board_with("Everyone agreed to end")
    assert journey.of_tables("ending")[-1] == "agreed"


def deadline(journey: Journey) -> float:
    return journey.rows('SELECT due FROM clocks WHERE "table" = ?', journey.tables[-1])[0][0]


async def test_replace_terms_and_resign(journey: Journey) -> None:
    board = await journey.begin(3, time_limit="daily")
    while "Ben" not in board.text:
        board = await journey.turn()
    seats = await journey.ada.complete("replace", "seat", "", by=journey.dan)
    assert [(choice["name"], choice["value"]) for choice in seats] == [("Ada", 0), ("Ben", 1), ("Cleo", 2)]
    assert "cannot take a seat" in (await journey.ada.slash("replace", by=BOT_ID, seat=1)).text
    journey.dan.leave()
    assert "cannot take a seat" in (await journey.ada.slash("replace", by=journey.dan, seat=1)).text
    journey.dan.join()
    assert "has a seat" in (await journey.ada.slash("replace", by=journey.cleo, seat=1)).text
    await journey.ada.slash("replace", by=journey.dan, seat=1)
    asked = await question(journey, "to take over")
    assert pinged(asked) == {journey.dan.id}
    assert "not for you" in (await journey.ben.click("Agree", on=asked)).text
    await journey.dan.click("Agree", on=asked)
    await journey.board_with("Dan takes over Ben's seat")
    await journey.until(lambda: not board.buttons)
    assert ("Ben" in board.text, "Dan" in board.text) == (True, False)
    assert "Ada asks Dan to take over Ben's seat." in asked.text
    while journey.mover is not journey.dan:
        await journey.turn()
    await journey.turn()
    assert "already has these terms" in (await journey.dan.slash("game terms", time_limit="daily")).text
    await agree_on(journey, journey.dan, {"timeout": "stand-in", "time_limit": "quick"}, journey.ada, journey.cleo)
    told = await journey.cleo.slash("resign")
    assert "a stand-in plays for you" in told.text
    assert f"table {journey.tables[0]}" in told.text
    assert labels(told) == ["Resign"]
    await journey.cleo.click("Resign", on=told)
    await journey.board_with("Cleo resigns")
    for _ in range(4):
        assert journey.mover is not journey.cleo
        await journey.turn()
    assert "no seat" in (await journey.cleo.slash("resign")).text
    assert "No stand-in plays for you" in (await journey.cleo.slash("replace", by=journey.cleo)).text
    assert "the game will end" in (await journey.ada.slash("resign")).text
    await journey.ada.click("Resign", on=journey.ada.panel)
    await journey.board_with("Too few people")
    assert journey.of_tables("ending") == ["alone"]


async def test_terms_and_replace_by_clicks(journey: Journey) -> None:
    await journey.begin(2, time_limit="daily")
    more = await journey.ada.click("⋯", on=journey.board)
    for label in ("Terms…", "Replace…", "Resign…", "End…"):
        more = await journey.ada.click("Back", on=await journey.ada.click(label, on=more))
        assert label in labels(more)
    terms = await journey.ada.click("Terms…", on=more)
    assert all(label.startswith(f"{menu.placeholder} · ") for menu in terms.selects for label, _ in menu.options)
    await journey.ada.choose("Time limit", "quick", on=terms)
    await journey.ben.click("Agree", on=await question(journey, "change the time limit"))
    await journey.board_with("Everyone agreed to new terms")
    (table,) = journey.tables
    for target in (f"v1:terms:{table}", f"v1:replace:{table}"):
        assert "no seat" in (await journey.cleo.press(target, journey.board)).text
    more = await journey.ben.click("⋯", on=journey.board)
    menus = await journey.ben.click("Replace…", on=more)
    assert "cannot take a seat" in (await journey.ben.press(f"v1:by:{table}:1", menus, values=[BOT_ID])).text
    await journey.ben.choose("Who takes over your seat", journey.dan.id, on=menus)
    asked = await question(journey, "hand the seat over")
    await journey.dan.click("Agree", on=asked)
    await journey.ada.click("Agree", on=asked)
    await journey.board_with("Dan takes over Ben's seat")


async def test_a_running_table_speaks_another_language_when_all_agree(journey: Journey) -> None:
    await journey.begin(2)
    assert "to move" in journey.board.text
    half = await journey.ada.slash("game terms", given={"time_limit": "relaxed", "language": "en"})
    assert re.search(f"I have asked <@{journey.ben.id}>.*already has this language: English", half.text, re.DOTALL)
    more = await journey.ada.click("⋯", on=journey.board)
    await journey.ada.choose("Language of the table", "de", on=await journey.ada.click("Terms…", on=more))
    await journey.ben.click("Agree", on=await question(journey, "Deutsch"))
    board = await journey.board_with("Alle haben einer neuen Sprache für diesen Tisch zugestimmt")
    assert "am Zug" in board.text
    assert "to move" not in board.text


async def agree_on(journey: Journey, asker: Person, terms: dict[str, Any], *others: Person) -> None:
    """Other terms of time, from the command to the board."""
    await asker.slash("game terms", given=terms)
    asked = await question(journey, "change the time limit")
    for person in others:
        await person.click("Agree", on=asked)
    await journey.board_with("Everyone agreed to new terms")


async def test_back_after_time_outs(journey: Journey) -> None:
    await journey.begin(3, time_limit="daily")
    await agree_on(journey, journey.ada, {"timeout": "give-up"}, journey.ben, journey.cleo)
    late = journey.mover
    while "let the time run out" not in journey.board.text:
        former = len(journey.boards)
        if journey.mover is late:
            journey.sandbox.advance(DAY + 60)
            await journey.next_board(former)
        else:
            await journey.turn()
    await late.click("I am back", on=await late.click("⋯", on=journey.board))
    await journey.board_with(f"{late.name} is back")


async def test_outcome_stays_after_an_older_edit_of_the_question(journey: Journey) -> None:
    await journey.begin(4)
    await journey.ada.slash("pause")
    asked = await question(journey, "pause the table")
    held = journey.home.hold("PATCH", rf"/messages/{asked.message['id']}$")
    await journey.cleo.click("Resign", on=await journey.cleo.slash("resign"))
    await journey.until(lambda: held.hits == 1)
    await journey.ben.click("Agree", on=asked)
    await journey.dan.click("Agree", on=asked)
    assert "Agreed." in asked.text
    journey.home.release(held)
    await journey.until(lambda: not journey.rows("SELECT 1 FROM outbox WHERE kind IN ('question-update', 'settle')"))
    assert "Agreed." in asked.text
    assert not asked.buttons
