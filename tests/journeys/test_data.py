"""/data: people get what is stored about them, and delete it."""

from __future__ import annotations

from tests.journeys.test_consent import question
from trials.journey import Journey, said


async def test_people_get_their_data_and_delete_it(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    assert "Nothing is stored about you" in said(await journey.cleo.slash("data export"))
    await journey.begin(2)
    assert "direct message" in said(await ben.slash("data export"))
    page = await ben.slash("data delete")
    assert "A stand-in plays on for you at 1 running table. You cannot take this seat back." in page.text
    assert "Your data is deleted" in said(await ben.click("Delete my data", on=page))
    assert journey.rows("SELECT count(*) FROM people WHERE id = ?", ben.id) == [(0,)]
    assert journey.rows("SELECT status FROM tables") == [("running",)]
    board = await journey.board_with("A former player has left the game")
    assert "A stand-in keeps playing" in board.text
    assert "Nothing is stored about you" in said(await ben.press("m1:forgotten", page))
    assert "Nothing is stored about you" in said(await ben.slash("data delete"))
    assert "A former player has left the game." in (await ada.slash("log")).text


async def test_language_of_people_without_games_is_not_stored(journey: Journey) -> None:
    ben = journey.ben
    ben.locale = "fr"
    told = said(await ben.slash("data export"))
    await journey.begin(2)
    page = await ben.slash("data delete")
    await ben.press("m1:forgotten", page)
    assert said(await ben.slash("data export")) == told
    assert said(await ben.slash("data export")) == told
    assert journey.rows("SELECT * FROM persons WHERE id = ?", ben.id) == []


async def test_deletion_says_which_games_end(journey: Journey) -> None:
    ada = journey.ada
    await ada.click("Start", on=await ada.slash("game new", game="djinns", computers=1))
    await journey.until(lambda: journey.rows("SELECT status FROM tables") == [("running",)])
    page = await ada.slash("data delete")
    assert "1 game ends, as nobody else plays." in page.text
    assert "stand-in" not in page.text
    await ada.click("Delete my data", on=page)
    assert journey.rows("SELECT status FROM tables") == [("over",)]


async def test_posted_questions_follow_their_seats(journey: Journey) -> None:
    ada, ben, cleo, dan = journey.ada, journey.ben, journey.cleo, journey.dan
    await journey.begin(3)
    await ada.slash("pause")
    pause = await question(journey, "pause the table")
    assert f"Asked: {ben.mention}, {cleo.mention}" in pause.text
    await ada.slash("replace", by=dan, seat=1)
    replace = await question(journey, "to take over")
    assert "take over Ben's seat" in replace.text
    await ben.click("Delete my data", on=await ben.slash("data delete"))
    await journey.until(lambda: f"0 of 1 agree.** Asked: {cleo.mention}" in pause.text)
    await journey.until(lambda: "take over a former player's seat" in replace.text)
    assert {button.label for button in replace.buttons} == {"Agree", "Decline", "Withdraw"}
    await dan.click("Agree", on=replace)
    await journey.until(lambda: f"0 of 2 agree.** Asked: {dan.mention}, {cleo.mention}" in pause.text)
    await cleo.click("Resign", on=await cleo.slash("resign"))
    await journey.until(lambda: f"0 of 1 agree.** Asked: {dan.mention}" in pause.text)
    await dan.click("Agree", on=pause)
    assert "Agreed." in pause.text


async def test_deleting_data_closes_offers_to_oneself(journey: Journey) -> None:
    ada, dan = journey.ada, journey.dan
    await journey.begin(2)
    await ada.slash("replace", by=dan)
    asked = await question(journey, "hand the seat over")
    assert "Dan" in asked.text
    await dan.click("Delete my data", on=await dan.slash("data delete"))
    await journey.until(lambda: "**Closed:** the new player is no longer here." in asked.text)
    assert "hand the seat over to a former player" in asked.text
    answer = await journey.home.wait_for(lambda m: "You asked for a new player" in str(m["components"]))
    assert "is no longer here, so nothing changes" in str(answer["components"])
