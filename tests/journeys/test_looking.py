"""Looking: what has changed, the tables that wait, the short rules."""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import Any

import pytest

from cogs.play.answers import PAGE_ANSWERS
from cogs.shell.components import YOUR_TURN_COLOUR
from host.codec import decode_story, with_data
from render import Sketch, Teller, sketch_prompt
from rules import GAMES
from rules.choice import walk
from rules.game import Step, conversation, visible_to
from rules.legal import legal_paths
from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.kinds import SUPPRESS_NOTIFICATIONS
from sandbox.sight import permit
from tests.playing import at_random
from trials.journey import Journey, is_board, said


def labels(answer: Answer) -> list[str]:
    return [button.label for button in answer.buttons]


def first_question(journey: Journey, person: Person, *, marked: bool) -> bytes:
    """The picture of a person's first question, perhaps with what has happened since their own newest move."""
    game, seat = GAMES[journey.game], journey.people.index(person)
    made = 'SELECT seat, events FROM moves WHERE "table" = ? AND undone_at IS NULL ORDER BY seq DESC'
    moves = journey.rows(made, journey.tables[-1])
    since = [decode_story(events) for _, events in takewhile(lambda move: move[0] != seat, moves)]
    last = tuple(event for events in reversed(since) for event in visible_to(events, seat)) if marked else ()
    prompt = walk(conversation(game, journey.state, seat), ()).prompt
    assert prompt is not None
    view, shown = game.view(journey.state, seat), sketch_prompt(prompt, page=slice(PAGE_ANSWERS))
    return journey.bot.draw(Sketch(game.key, view, Teller(("Ada", "Ben")), shown, last=with_data(game, last)))


async def test_panel_shows_recent_events_first(journey: Journey) -> None:
    await journey.begin(2)
    start = await journey.mover.click("Your move", on=journey.board)
    assert "So far" not in start.text
    assert "So far" in (await journey.mover.slash("board")).text
    for _ in range(6):
        await journey.turn()
    mover, other = journey.mover, journey.waiting
    opened = await mover.click("Your move", on=journey.board)
    assert "Last turn" not in opened.text  # the board above tells it
    before = await mover.press(f"b1:move:{journey.tables[0]}", journey.boards[-2])
    assert re.match(rf"-# Last turn: .*{other.name}.*\n(?:-# .*\n)*\*\*.*\?", before.text)
    more = await mover.click("⋯", on=before)
    assert re.search(rf"\*\*Since your last move\*\*\n.*{other.name}", more.text)
    assert (await mover.click("Back", on=more)).images == before.images
    assert opened.images == [first_question(journey, mover, marked=True)] != [first_question(journey, mover, marked=False)]
    asked = await journey.answer(mover, opened)
    again = await mover.click("Back", on=asked)
    assert "Last turn" not in again.text
    assert "Since your last move" not in (await journey.cleo.slash("board")).text
    words = await mover.slash("board", text=True)
    assert "Since your last move" in words.text
    await journey.until(lambda: any("to move" in page.text for page in words.followups))
    view = await mover.click("My view", on=journey.board)
    assert "Since your last move" not in view.text


async def test_a_completion_says_each_word_once(journey: Journey) -> None:
    await journey.begin(2)
    offered = await journey.mover.complete("move", "move", "")
    assert [choice["name"] for choice in offered] == ["red", "blue", "green", "yellow"]


def _leaves_one_move(step: Step[Any]) -> bool:
    """Return whether the players to act have one legal move in all."""
    game, state = GAMES["djinns"], step.state
    ways = islice((path for seat in game.to_act(state) for path in legal_paths(conversation(game, state, seat))), 2)
    return len(list(ways)) == 1


@pytest.mark.own_bot(started=False)
async def test_a_move_without_a_choice_has_no_way_back(journey: Journey) -> None:
    path = await journey.prepared(2, at_random("djinns"), _leaves_one_move, seed=15)
    former, mover = len(journey.boards), journey.mover
    await mover.click("Confirm", on=await mover.slash("move", move=" ".join(path)))
    await journey.next_board(former)
    panel = await journey.mover.click("Your move", on=journey.board)
    assert labels(panel) == ["Confirm", "Rules", "Close"]
    assert "**Your move would be**" in panel.text


async def test_closed_panel_can_be_resumed(journey: Journey) -> None:
    await journey.begin(2)
    for _ in range(4):
        await journey.turn()
    mover = journey.mover
    asked = await journey.answer(mover, await mover.click("Your move", on=journey.board))
    question = asked.text
    closed = await mover.click("Close", on=asked)
    assert "Closed" in closed.text
    assert labels(closed) == ["Your move"]
    assert (await mover.click("Your move", on=closed)).text.endswith(question)


async def begun(journey: Journey, channel: str) -> str:
    """Ada and Ben start a table in this channel; returns the place of its board."""
    for person in journey.people:
        person.go(channel)
    board = await journey.begin(2)
    return str(board.message["channel_id"])


async def until_moves(journey: Journey, place: str, person: Person) -> None:
    """Play at a table until it is this person's turn anew; then a minute passes."""
    journey.look_at(place)
    former = None
    while former in (None, person) or journey.mover is not person:
        former = journey.mover
        await journey.turn()
    journey.sandbox.advance(60)


async def answered(journey: Journey, person: Person, panel: Answer) -> Answer:
    """Random answers until the preview shows."""
    while "Confirm" not in labels(panel):
        panel = await journey.answer(person, panel)
    return panel


async def turn_made(journey: Journey, person: Person, panel: Answer) -> Answer:
    """All moves of a person's turn: a second djinn may be hers to choose."""
    done = await person.click("Confirm", on=await answered(journey, person, panel))
    while "Close" in labels(done):
        done = await person.click("Confirm", on=await answered(journey, person, done))
    return done


async def test_the_tables_that_wait(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    places = [await begun(journey, channel) for channel in ("garden", "terrace", "terrace")]
    for number, person in ((2, ada), (1, ada), (3, ben)):
        await until_moves(journey, places[number - 1], person)
    one, two, three = map(str, journey.tables)
    turns = await ada.slash("turns", channel="garden")
    assert turns.ephemeral
    assert "Running: 3 · waiting for you: 2" in turns.text
    assert re.findall(r"table (\d+)", turns.text) == [two, one, three]
    assert turns.text.count("https://discord.com/channels/") == 3
    assert [button.custom_id for button in turns.buttons][:2] == [f"b1:move:{two}", f"b1:move:{one}"]
    direct = await ada.go("dm").slash("turns")
    assert "Running: 3" in direct.text
    assert not direct.buttons

    panel = await ada.go("garden").click(custom_id=f"b1:move:{two}", on=turns)
    assert f"table {two}" in panel.text  # it is shown elsewhere
    done = await turn_made(journey, ada, panel)
    assert f"table {two}" in done.text
    assert "Next table waiting for me" in labels(done)
    panel = await ada.click("Next table waiting for me", on=done)
    assert {button.custom_id.split(":")[2] for button in panel.buttons} == {one}
    assert f"table {one}" in panel.text
    here = await ada.slash("game list", channel="garden")
    assert re.findall(r"table (\d+)", here.text) == [one]
    await journey.open(3)
    four = str(journey.tables[-1])
    everywhere = await journey.dan.go("garden").slash("game list", everywhere=True)
    assert re.findall(r"table (\d+)", everywhere.text) == [four, one, two, three]
    assert "Running" in everywhere.text
    assert "24 hours a turn" in everywhere.text
    terrace = journey.home.place("terrace")
    assert f"<#{terrace['id']}>" in everywhere.text
    permit(journey.sandbox.world, terrace, ben.id, {"view_channel": False})
    assert "Running: 1" in (await ben.go("garden").slash("turns")).text
    assert "Running: 1" in (await ben.go("dm").slash("turns")).text
    seen = await ben.go("garden").slash("game list", everywhere=True)
    assert re.findall(r"table (\d+)", seen.text) == [four, one]
    assert "There is no such table" in (await ben.slash("log", table=two)).text


async def test_table_opens_in_the_channel_from_the_thread_of_a_game(journey: Journey) -> None:
    await journey.begin(2)
    dan = journey.dan
    form = await dan.click("Open a table", on=await dan.slash("turns"))
    garden = journey.home.channel_id("garden")
    told = await dan.submit(form)
    assert f"is open in <#{garden}>" in said(told)
    assert journey.of_tables("place")[-1] == int(garden)


async def test_seats_kept_for_a_person_are_listed_first(journey: Journey) -> None:
    ada, ben = journey.ada, journey.ben
    lobby = await ada.slash("game new", game="djinns", seats=3, invite=ben.id)
    listed = await ada.slash("turns")
    assert "-# Not started yet: 1" in listed.text
    assert "Running" not in listed.text
    assert "not started yet · Free seats: 1 of 3, kept: 1" in listed.text
    listed = await ben.go("terrace").slash("turns")
    assert "**a seat is kept for you** · Free seats: 1 of 3, kept: 1" in listed.text
    assert "https://discord.com/channels/" in listed.text
    await ben.click("Join", on=listed)
    await journey.until(lambda: "2. Ben" in lobby.text)


async def test_board_without_a_number_lists_the_tables(journey: Journey) -> None:
    for _ in range(2):
        await begun(journey, "garden")
    told = said(await journey.dan.go("garden").slash("board"))
    named = [line for line in told.splitlines() if "·" in line]
    assert named == [f"{table} · Djinns of the Lake · Ada, Ben" for table in journey.tables]


async def test_board_shown_elsewhere_names_its_table(journey: Journey) -> None:
    journey.game = "hanging_gardens"
    await journey.begin(2)
    own = f"table {journey.tables[0]}"
    assert own not in (await journey.dan.slash("board")).text
    view = await journey.dan.go("garden").slash("board")
    assert own in view.text
    detail = await journey.dan.click("Ada's garden", on=view)
    assert own in detail.text
    log = await journey.dan.click("Log", on=detail)
    past = await journey.dan.choose(log.selects[0].custom_id, log.selects[0].options[0][1], on=log)
    assert own in past.text


async def test_many_larger_pictures_become_a_menu(journey: Journey) -> None:
    journey.game = "ishtar"
    await journey.begin(2)
    more = await journey.ada.click("⋯", on=journey.board)
    (parts,) = more.selects
    assert [label for label, _ in parts.options][-1] == "All masteries, open trees"
    larger = await journey.ada.choose(parts.custom_id, parts.options[-1][1], on=more)
    assert "All masteries, open trees" in larger.text
    assert "no such part" in said(await journey.ada.press(parts.custom_id, larger, values=["99"]))


async def test_joining_from_the_list(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", seats=3)
    journey.home.reset("GET", rf"/messages/{lobby.message['id']}", times=9)
    listed = await journey.ben.slash("game list")
    assert "Free seats: 2 of 3" in listed.text
    await journey.ben.click("Join", on=listed)
    await journey.home.wait_for(lambda m: m["id"] == lobby.message["id"] and "2. Ben" in str(m["components"]))
    again = await journey.ben.slash("game list")
    assert "Free seats: 1 of 3" in again.text
    assert not again.buttons


async def test_a_page_of_the_rules_is_found_by_its_title(journey: Journey) -> None:
    journey.ada.locale = "de"
    page = await journey.ada.slash("rules", game="schlossgarten", topic="arbeiten")
    assert "Schlossgarten · Arbeiten" in page.text


@pytest.mark.own_bot(started=False)
async def test_the_short_rules(journey: Journey) -> None:
    await journey.start_with_emojis()
    ada = journey.ada
    assert "Choose the game with" in (await ada.slash("rules")).text
    assert [choice["value"] for choice in await ada.complete("rules", "game", "ish")] == ["ishtar"]
    assert "towers" in [choice["value"] for choice in await ada.complete("rules", "topic", "", game="djinns")]
    page = await ada.go("dm").slash("rules", game="schlossgarten", topic="work")
    assert "Schlossgarten · Working" in page.text
    (picture,) = page.images
    other = await ada.click("Patterns", on=page)
    assert "You have two cards" in other.text
    assert other.images != [picture]
    ada.go("garden")
    lobby = await ada.slash("game new", game=journey.game)
    assert "Djinns of the Lake · The aim" in (await ada.click("Rules", on=lobby)).text
    await ada.click("Cancel", on=lobby)
    await journey.begin(2)
    mover = journey.mover
    choosing = await mover.click("Rules", on=await mover.click("⋯", on=journey.board))
    assert "· Djinns" in choosing.text
    assert "Now: Choose your first djinn." in choosing.text
    for _ in range(4):
        await journey.turn()
    assert "· Moving" in (await ada.slash("rules")).text
    mover = journey.mover
    refused = await mover.slash("move", move="99")
    assert "numbered from 1 to 32" in refused.text
    rules = await mover.click("Rules", on=refused)
    assert "· Moving" in rules.text
    more = await mover.click("⋯", on=journey.board)
    assert "· Moving" in (await mover.click("Rules", on=more)).text
    assert "Now: Which stack do you move from?" in rules.text
    towers = await mover.click("Towers", on=rules)
    assert "dream tower" in towers.text
    assert "Now:" not in towers.text
    signs = await mover.click("Signs", on=towers)
    assert re.search("flame: <:parterre_djinns_red_[0-9a-f]{5}:[0-9]+> red", signs.text)
    assert "· Moving" in (await mover.click("What now?", on=signs)).text
    panel = await mover.click("Your move", on=towers)
    assert "Confirm" in labels(await answered(journey, mover, panel))


async def test_alt_text_begins_with_the_turn_and_the_last_one(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    (alt,) = (await journey.turn()).alt
    title, to_move, last, _ = alt.split(". ", 3)
    assert title == "Djinns of the Lake"
    assert to_move == f"{journey.mover.name} to move"
    assert last.startswith(f"Last turn: {mover.name}")
    assert "In words to read the whole board" in alt


async def test_only_boards_that_ask_people_to_move_notify(journey: Journey) -> None:
    lobby = await journey.ada.slash("game new", game="djinns", computers=1)
    await journey.ada.click("Start", on=lobby)
    board = await journey.home.wait_for(is_board)
    journey.look_at(board["channel_id"])
    table = journey.tables[-1]
    assert not board["flags"] & SUPPRESS_NOTIFICATIONS
    former = len(journey.boards)
    await journey.ada.click("End it", on=await journey.ada.slash("game end", table=table))
    assert (await journey.next_board(former)).message["flags"] & SUPPRESS_NOTIFICATIONS


async def test_frame_of_a_list_says_that_a_table_waits(journey: Journey) -> None:
    await journey.begin(2)
    colours = {}
    for person in (journey.mover, journey.waiting):
        (container,) = (await person.slash("turns")).message["components"]
        colours[person is journey.mover] = container["accent_color"]
    assert colours == {True: YOUR_TURN_COLOUR, False: None}
