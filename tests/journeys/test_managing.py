"""The tables of a server, for those who manage it."""

from __future__ import annotations

from trials.journey import Journey, said


async def test_a_table_is_moved_and_ended(journey: Journey) -> None:
    await journey.begin(2)
    await journey.turn()
    old, thread = journey.board, journey.place
    listed = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    assert "Ada, Ben" in listed.text
    (table,) = journey.tables
    panel = await journey.ada.choose("Choose a table", str(table), on=listed)
    terrace = journey.home.channel_id("terrace")
    assert "continues in" in said(await journey.ada.choose("Move it", terrace, on=panel))
    moved = await journey.home.wait_for(lambda m: "moved this table here" in str(m["components"]))
    assert journey.sandbox.world.channels[moved["channel_id"]]["parent_id"] == terrace
    await journey.until(lambda: not journey.ada.read(old.message).buttons)
    told = await journey.home.wait_for(lambda m: "continues in" in str(m["components"]) and m["channel_id"] == thread)
    assert moved["channel_id"] in str(told["components"])
    cards = [m for m in journey.home.messages("terrace") if m["id"] == moved["channel_id"]]
    await journey.until(lambda: "to move · turn began" in journey.ada.read(cards[0]).text)
    left = journey.home.world.messages[journey.home.channel_id("garden")][thread]
    await journey.until(lambda: moved["channel_id"] in journey.ada.read(left).text)
    journey.look_at(moved["channel_id"])
    await journey.turn()
    listed = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    panel = await journey.ada.choose("Choose a table", str(table), on=listed)
    sure = await journey.ada.click("End…", on=panel)
    assert "The game ends here, as it stands." in sure.text
    assert "has ended" in said(await journey.ada.click("End it", on=sure))
    await journey.until(lambda: "Ada, who manages this server, ends the game here." in journey.board.text)


async def test_an_open_table_is_closed(journey: Journey) -> None:
    lobby = await journey.ben.slash("game new", game="djinns", seats=2)
    (table,) = journey.tables
    listed = await journey.ada.click("Tables…", on=await journey.ada.slash("setup"))
    panel = await journey.ada.choose("Choose a table", str(table), on=listed)
    assert [select.placeholder for select in panel.selects] == []
    assert "not a table" in said(await journey.ada.press("s1:table:0", listed, values=["x"]))
    assert "no such table" in said(await journey.ada.press("s1:table:0", listed, values=["99999"]))
    terrace = journey.home.channel_id("terrace")
    assert "has not started yet" in said(await journey.ada.press(f"s1:move:{table}", panel, values=[terrace]))
    assert "is cancelled" in said(await journey.ada.click("End it", on=await journey.ada.click("End…", on=panel)))
    await journey.until(lambda: "was cancelled" in journey.ada.read(lobby.message).text)
    assert "can manage this server" in said(await journey.ben.press(f"s1:ended:{table}", lobby))
