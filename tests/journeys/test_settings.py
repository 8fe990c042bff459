"""/settings: chosen by typing and by clicking, at a table and in a direct message."""

from __future__ import annotations

from datetime import date, timedelta

from babel.dates import format_date

from sandbox.answer import Answer
from tests.journeys.clocks import Clocks
from trials.journey import Journey


async def test_settings_are_typed_and_clicked(journey: Journey, clocks: Clocks) -> None:
    ada = journey.ada.go("dm")
    found = await ada.complete("settings", "zone", "berlin")
    assert [choice["value"] for choice in found] == ["Europe/Berlin"]
    assert "22:00-07:00" in [choice["value"] for choice in await ada.complete("settings", "quiet", "22")]
    assert len(await ada.complete("settings", "away", "")) == 7
    panel = await ada.slash("settings", {"next": True}, zone="europe/berlin", quiet="22:30-07:00", swift=True)
    for line in (
        "Europe/Berlin, where it is",
        "22:30 to 07:00 in Berlin; it is ",
        "you get a direct message",
        "count at once",
        "at the table",
    ):
        assert line in panel.text
    for typed, error in (
        ({"zone": "Mars"}, "no time zone “Mars”"),
        ({"quiet": "late"}, "Type, for example, 22:30-07:00"),
        ({"quiet": "8-25"}, "could not be read as quiet hours"),
        ({"quiet": "06:00-23:00"}, "up to 14 hours"),
        ({"away": "2020-01-01"}, "or in the past"),
        ({"away": "tomorrow"}, "could not be read as days away"),
        ({"away": f"{clocks.now.date()} {clocks.now.date() + timedelta(days=90)}"}, "up to 60 days at a time"),
    ):
        assert error in (await ada.slash("settings", typed)).text
    await ada.submit(await ada.press("m1:choices", panel), Reminders="direct")
    assert "as direct messages" in panel.text
    assert "always sends you a direct message when the channel of your table was deleted" in panel.text
    await ada.submit(await ada.click("Time zone…", on=panel), Time_zone="America/New_York")
    assert r"America/New\_York" in panel.text
    await ada.submit(await ada.click("Time zone…", on=panel), Time_zone="gmt+2")
    assert r"**Time zone** UTC+02\:00, where it is" in panel.text
    await ada.submit(await ada.click("Quiet hours…", on=panel), From="23h", To="6h30")
    assert "23:00 to 06:30" in panel.text
    assert "none" in (await ada.click("No quiet hours", on=panel)).text
    day = (clocks.now + timedelta(days=40)).date().isoformat()
    await ada.submit(await ada.click("Days away…", on=panel), First_day=day, Last_day=day)
    assert f"**Days away** {format_date(date.fromisoformat(day), 'long', 'en_GB')}" in panel.text
    await ada.choose("Cancel days away", day.replace("-", "") * 2, on=panel)
    assert "**Days away** none" in panel.text


async def test_span_fits_either_field_of_a_form(journey: Journey) -> None:
    ada = journey.ada.go("dm")
    panel = await ada.slash("settings")
    await ada.submit(await ada.click("Quiet hours…", on=panel), From="22h-7h")
    assert "22:00 to 07:00" in panel.text
    await ada.submit(await ada.click("Quiet hours…", on=panel), To="from 10:30 p.m. until 7:15 a.m.")
    assert "22:30 to 07:15" in panel.text


async def test_deadline_skips_days_away(journey: Journey, clocks: Clocks) -> None:
    board = await journey.begin(2, time_limit="daily")
    mover = journey.mover
    today = clocks.now.date()
    first, last = today + timedelta(days=1), today + timedelta(days=5)
    await mover.slash("settings", away=f"{first} {last}")
    await journey.until(lambda: "later than usual: days away" in board.text)
    assert board.alt
    assert [button.label for button in board.buttons] == ["Your move", "My view", "Undo", "⋯"]
    assert len(journey.boards) == 1
    shown = await journey.waiting.slash("board")
    assert "later than usual: days away" in shown.text
    clocks.pass_hours(24)
    away = await clocks.told("is away")
    assert "Away until <t:" in away.text
    assert mover.mention not in away.text
    assert "away until <t:" in (await journey.waiting.slash("board")).text
    clocks.pass_hours(24)
    await clocks.another_look()
    assert len(clocks.reading("is away")) == 1
    assert not clocks.reading("Half of your time")
    await journey.turn()
    await clocks.none_left("is away")


async def test_swift_typed_move_and_notice_to_the_next_player(journey: Journey, clocks: Clocks) -> None:
    for person in journey.people:
        await person.slash("settings", {"next": True}, swift=True)
    await journey.begin(3, time_limit="daily")
    mover, former = journey.mover, len(journey.boards)
    following = journey.people[(journey.people.index(mover) + 1) % 3]
    told = await clocks.told_directly(following, "You are next")
    line = ""
    for _ in range(20):
        choices = await mover.complete("move", "move", line)
        line = journey.random.choice(choices)["value"]
        done = await mover.slash("move", move=line)
        if "Played" in done.text:
            break
        line += " "
    await journey.next_board(former)
    await journey.until(lambda: not told.exists)


async def test_a_second_click_on_an_answer_that_moved_at_once_says_so(journey: Journey) -> None:
    for person in journey.people:
        await person.slash("settings", swift=True)
    await journey.begin(2)
    mover = journey.mover
    panel, given = await mover.click("Your move", on=journey.board), ""
    while "Played" not in panel.text:
        given = next(button.custom_id for button in panel.buttons if button.custom_id.startswith("p1:pick"))
        panel = await mover.click(custom_id=given, on=panel)
    await mover.press(given, panel)
    assert "You have just played this" in panel.text
    assert "Undo" in labels(panel)


async def test_clicked_moves_at_once(journey: Journey) -> None:
    for person in journey.people:
        await person.slash("settings", swift=True)
    panel = await journey.begin(2)
    mover = journey.mover
    for _ in range(3):
        former, mover = len(journey.boards), journey.mover
        panel = await journey.answer(mover, await mover.click("Your move", on=journey.board))
        while "Close" in labels(panel):  # it is the same person's move again, or was none yet
            assert "Undo" in labels(panel) or "Back" in labels(panel)
            panel = await journey.answer(mover, panel)
        assert "Played" in panel.text
        assert "Confirm" not in labels(panel)
        await journey.next_board(former)
    former = len(journey.boards)
    await mover.click("Take it back", on=await mover.click("Undo", on=panel))
    await journey.next_board(former)
    assert "takes back the last move" in journey.board.text


def labels(answer: Answer) -> list[str]:
    return [button.label for button in answer.buttons]


async def test_one_message_a_day(journey: Journey, clocks: Clocks) -> None:
    await journey.begin(2, time_limit="relaxed")
    mover, board = journey.mover, journey.board
    panel = await mover.slash("settings", reminders="as one message a day")
    assert "one direct message a day" in panel.text
    assert "at the table" in (await mover.press("m1:switch:direct", panel)).text  # in a message of a former version
    await mover.submit(await mover.press("m1:choices", panel), Reminders="digest")
    clocks.pass_hours(37)
    owed = "SELECT count(*) FROM due WHERE kind = 'digest' AND subject = ?"
    await journey.until(lambda: journey.rows(owed, mover.id) == [(1,)])
    clocks.pass_hours(25)
    told = await clocks.told_directly(mover, "Waiting for you")
    assert board.message["id"] in told.text
    assert "**your turn**" in told.text
    assert clocks.reading("Half of your time") == []
