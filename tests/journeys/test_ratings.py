"""Rated games: turned on by a manager, told before people join, and kept free of computers and hints."""

from __future__ import annotations

from sandbox.answer import Answer
from tests.playing import at_random
from trials.journey import Journey, is_board, said

CONSENT = "After 8 rated games, your rating and your name appear on this server's leaderboard"


async def turn_on(journey: Journey, ratings: str = "on") -> Answer:
    panel = await journey.ada.slash("setup")
    await journey.ada.submit(await journey.ada.click("Leaderboard…", on=panel), Ratings=ratings)
    return panel


async def begin_rated(journey: Journey, seats: int = 2) -> Answer:
    await turn_on(journey)
    return await journey.begin(seats, rated=True)


async def test_managers_turn_ratings_on_and_off(journey: Journey) -> None:
    assert "not rated on this server" in said(await journey.ada.slash("game new", game="djinns", seats=2, rated=True))
    panel = await turn_on(journey)
    assert "**Ratings** people can open rated tables" in panel.text
    assert "Only people who can manage" in said(await journey.ben.press("s1:leaderboard", panel))
    lobby = await journey.ada.slash("game new", game="djinns", seats=2, rated=True)
    assert "Result · rated" in lobby.text
    assert "**Ratings** no rated tables" in (await turn_on(journey, "off")).text
    await journey.ben.click("Join", on=lobby)
    await journey.ada.click("Start", on=lobby)
    await journey.home.wait_for(is_board)
    assert journey.rows("SELECT status, rated FROM tables") == [("running", 1)]


async def test_terms_are_shown_before_joining(journey: Journey) -> None:
    await turn_on(journey)
    lobby = await journey.ada.slash("game new", game="djinns", seats=3, rated=True, invite=journey.cleo.id)
    assert CONSENT in lobby.text
    assert "Add a computer" not in [button.label for button in lobby.buttons]
    for asked in (await journey.ben.slash("game join"), await journey.ben.press("l1:join:1", lobby)):
        assert asked.ephemeral
        assert CONSENT in asked.text
        assert journey.rows("SELECT person FROM seats WHERE person = ?", journey.ben.id) == []
    assert "You have joined" in said(await journey.ben.click("Join", on=asked))
    assert "already at this table" in said(await journey.ben.slash("game join"))
    await journey.cleo.click("Join", on=lobby)
    assert "3. Cleo" in lobby.text


async def test_computers_and_hints_stay_away(journey: Journey) -> None:
    await turn_on(journey)
    ada = journey.ada
    assert "Computers cannot play" in said(await ada.slash("game new", game="djinns", seats=2, rated=True, computers=1))
    assert "no hints in rated games" in said(await ada.slash("game new", game="djinns", seats=2, rated=True, hints=True))
    lobby = await ada.slash("game new", game="djinns", seats=2, rated=True)
    assert "Computers cannot play" in said(await ada.press("l1:add:1", lobby))
    form = await ada.click("Change…", on=lobby)
    assert "no hints in rated games" in said(await ada.submit(form, Help_and_rating=["points", "guidance", "hints", "rated"]))
    await ada.submit(await ada.click("Change…", on=lobby), Help_and_rating=["points", "guidance", "hints"])
    await journey.until(lambda: "Result · rated" not in lobby.text)
    await ada.submit(await ada.click("Change…", on=lobby), Help_and_rating=["points", "guidance", "rated"])
    await journey.until(lambda: "Result · rated" in lobby.text)
    await journey.ben.click("Join", on=lobby)
    await ada.submit(await ada.click("Change…", on=lobby), Help_and_rating=["points", "guidance"])
    form = await ada.click("Change…", on=lobby)
    assert "already joined this table" in said(await ada.submit(form, Help_and_rating=["points", "guidance", "rated"]))


async def test_game_to_the_end_changes_ratings(journey: Journey) -> None:
    await begin_rated(journey)
    mover = journey.mover
    panel = await mover.click("Your move", on=journey.board)
    assert not [button for button in panel.buttons if button.custom_id.startswith("p1:hint")]
    seq = journey.rows("SELECT seq FROM tables")[0][0]
    assert "no hints in rated games" in said(await mover.press(f"p1:hint:1:{seq}:0", panel))
    await journey.play_out(at_random("djinns"), typed=True)
    results = journey.rows("SELECT person, place, rated, unrated_because FROM results ORDER BY place")
    assert [result[2:] for result in results] == [(1, "")] * 2
    ratings = dict(journey.rows("SELECT person, mu FROM ratings"))
    best, last = (ratings[result[0]] for result in results)
    assert best > last or results[0][1] == results[1][1]
    again = await journey.ada.press("l1:rematch:1", journey.board)
    assert "open for the rematch" in said(again)
    await journey.home.wait_for(lambda m: "Ada, Ben in <#" in str(m["components"]) and "· rated" in str(m["components"]))
    assert journey.rows("SELECT rated FROM tables WHERE rematch_of = 1") == [(1,)]


async def test_resigning_is_told_to_rank_last(journey: Journey) -> None:
    board = await begin_rated(journey)
    asked = await journey.ben.slash("resign")
    assert "if you resign, you rank last" in asked.text
    await journey.ben.click("Resign", on=asked)
    await journey.until(lambda: "The game ended early" in board.text or bool(journey.rows("SELECT 1 FROM results")))
    mus = dict(journey.rows("SELECT person, mu FROM ratings"))
    assert mus[int(journey.ben.id)] < mus[int(journey.ada.id)]


async def test_leaver_of_a_rated_seat_is_asked(journey: Journey) -> None:
    await begin_rated(journey)
    told = await journey.ada.slash("replace", by=journey.cleo.id, seat=1)
    assert "I have asked the others." in told.text
    asked = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))
    assert "the former player of the seat ranks last, and the new one is not rated" in asked.text
    assert f"<@{journey.cleo.id}> and <@{journey.ben.id}> must agree." in asked.text
    await journey.ben.click("Decline", on=asked)
    assert "**Declined**" in asked.text


async def test_only_the_newcomer_is_asked_about_an_own_seat(journey: Journey) -> None:
    await begin_rated(journey)
    told = await journey.ada.slash("replace", by=journey.cleo.id)
    assert f"I have asked <@{journey.cleo.id}>." in told.text


async def test_agreed_end_is_told_to_change_no_rating(journey: Journey) -> None:
    await begin_rated(journey)
    asked = await journey.ada.slash("game end")
    assert "if it ends this way, no rating changes" in asked.text
    await journey.ada.click("Ask the others", on=asked)
    ballot = journey.ben.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))
    assert "if it ends this way, no rating changes" in ballot.text
    await journey.ben.press(next(each.custom_id for each in ballot.buttons if each.custom_id.startswith("q1:yes")), ballot)
    await journey.until(lambda: bool(journey.rows("SELECT 1 FROM results")))
    assert journey.rows("SELECT DISTINCT rated, unrated_because FROM results") == [(0, "agreed")]
    assert journey.rows("SELECT count(*) FROM ratings") == [(0,)]
    assert "as this rated game ended early" in (await journey.ada.slash("log")).text


async def test_challenge_to_a_rated_game(journey: Journey) -> None:
    asked = await journey.ada.on_person("Challenge", journey.ben)
    assert len(asked.selects) == 1
    await turn_on(journey)
    asked = await journey.ada.on_person("Challenge", journey.ben)
    lobby = await journey.ada.choose("Choose a game that is rated", "Djinns of the Lake", on=asked)
    assert CONSENT in lobby.text
    assert "2. *kept for Ben*" in lobby.text


async def test_form_of_new_tables_offers_rated_ones(journey: Journey) -> None:
    await turn_on(journey)
    listing = await journey.ada.slash("game list")
    form = await journey.ada.press("l1:new", listing)
    lobby = await journey.ada.submit(form, Computer_players="rated")
    assert CONSENT in lobby.text
    assert "daily: 24 hours a turn · rated" in (await journey.ben.slash("game list")).text


async def test_names_are_withdrawn_from_leaderboards(journey: Journey) -> None:
    panel = await journey.ben.slash("settings")
    assert "**Leaderboards** show your name" in panel.text
    panel = await journey.ben.slash("settings", leaderboards=False)
    assert "**Leaderboards** show your results without a name" in panel.text
    await journey.ben.submit(await journey.ben.press("m1:choices", panel), More=["on_leaderboards"])
    assert "**Leaderboards** show your name" in panel.text
