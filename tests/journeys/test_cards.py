"""The message of a lobby goes on as a card above the table's thread."""

from __future__ import annotations

from db.enqueue import CHANNEL_CARDS
from sandbox.answer import Answer
from sandbox.faults import rate_limited
from sandbox.kinds import Json
from trials.journey import Journey, is_board

REST = 71  # seconds after which a card shows the newest turn
TABLES_OF_A_PERSON = 2
SETTLED = 11  # seconds after which the end is shown


def card(journey: Journey) -> Answer:
    message: Json = next(m for m in journey.home.messages(journey.home.channel_id("garden")) if m["id"] == journey.place)
    return journey.ada.read(message)


def changes(journey: Journey) -> int:
    return len(journey.requests("PATCH", f"/messages/{journey.place}"))


async def told(journey: Journey, words: str) -> Answer:
    await journey.until(lambda: words in card(journey).text)
    return card(journey)


async def test_a_card_follows_the_table(journey: Journey) -> None:
    await journey.begin(2)
    mover = journey.mover
    first = await told(journey, f"**{mover.name}** to move · turn began")
    assert "Points so far: Ada 0 · Ben 0" in first.text
    assert "As of <t:" in first.text
    assert not first.buttons
    board = await journey.turn()
    journey.sandbox.advance(REST)
    shown = await told(journey, f"**{journey.mover.name}** to move · turn began")
    assert board.message["id"] in shown.text
    count = changes(journey)
    newest = [await journey.turn(), await journey.turn()][-1]
    assert changes(journey) == count
    journey.sandbox.advance(REST)
    shown = await told(journey, newest.message["id"])
    assert changes(journey) == count + 1
    assert not shown.message["mentions"]


async def test_move_during_a_card_edit_does_not_hasten_the_next_edit(journey: Journey) -> None:
    await journey.begin(2)
    await told(journey, "to move · turn began")
    await journey.turn()
    held, before = journey.home.hold("PATCH", rf"/messages/{journey.place}$"), changes(journey)
    journey.sandbox.advance(REST)
    await journey.until(lambda: held.hits > 0)
    await journey.turn()
    journey.home.release(held)
    rests = "SELECT not_before > ? AND claimed_until IS NULL FROM outbox WHERE guild = ? AND kind = 'lobby'"
    now, guild = journey.sandbox.world.now() + SETTLED, journey.home.guild.id
    await journey.until(lambda: changes(journey) > before and journey.rows(rests, now, guild) == [(1,)])
    assert changes(journey) == before + 1


async def test_the_end_is_shown_although_the_card_rests(journey: Journey) -> None:
    """Soon and once; what comes after it rests as before."""
    lobby = await journey.ada.slash("game new", game="djinns", computers=1)
    await journey.ada.click("Start", on=lobby)
    board = await journey.home.wait_for(lambda m: is_board(m) and m["channel_id"] == lobby.message["id"])
    journey.look_at(board["channel_id"])
    await told(journey, "Points so far")
    count, former = changes(journey), len(journey.boards)
    await journey.ada.click("End it", on=await journey.ada.slash("game end", table=journey.tables[-1]))
    await journey.next_board(former)
    journey.sandbox.advance(SETTLED)
    await told(journey, "The game ended early")
    assert changes(journey) == count + 1
    waits = "SELECT not_before > ? FROM outbox WHERE guild = ? AND kind = 'lobby'"
    now, guild = journey.sandbox.world.now() + SETTLED, journey.home.guild.id
    await journey.until(lambda: all(rests for (rests,) in journey.rows(waits, now, guild)))


async def test_a_card_that_was_deleted_stays_so(journey: Journey) -> None:
    await journey.begin(2)
    lobby = card(journey)
    journey.home.delete_message(lobby.message)
    await journey.turn()
    journey.sandbox.advance(REST)
    gone = "SELECT lobby FROM tables WHERE guild = ?"
    await journey.until(lambda: journey.rows(gone, journey.home.guild.id) == [(None,)])
    count = changes(journey)
    await journey.turn()
    journey.sandbox.advance(REST)
    await journey.turn()
    assert changes(journey) == count


async def test_a_card_that_is_too_old_waits_for_an_hour(journey: Journey) -> None:
    await journey.begin(2)
    await journey.turn()
    full = journey.sandbox.world.faults.add(
        rate_limited("PATCH", f"/messages/{journey.place}$", times=1, retry_after=40.0, via=True)
    )
    journey.sandbox.advance(REST)
    await journey.until(lambda: full.hits == 1)
    waits = "SELECT not_before FROM outbox WHERE guild = ? AND kind = 'lobby' AND claimed_until IS NULL"
    until = journey.sandbox.world.now() + 3500
    await journey.until(lambda: any(at > until for (at,) in journey.rows(waits, journey.home.guild.id)))
    board = await journey.turn()
    journey.sandbox.advance(3600)
    await told(journey, board.message["id"])


async def test_channel_has_five_card_changes_in_a_minute(journey: Journey) -> None:
    """The other cards follow when there is room again."""
    cards: list[str] = []
    for person in journey.people[1:]:
        for _ in range(TABLES_OF_A_PERSON):
            lobby = await person.slash("game new", game="djinns", computers=1)
            await person.click("Start", on=lobby)
            cards.append(lobby.message["id"])

    def changed() -> int:
        return sum(len(journey.requests("PATCH", f"/messages/{card}")) for card in cards)

    waiting = "SELECT count(*) FROM outbox WHERE guild = ? AND kind = 'lobby' AND claimed_until IS NULL AND message IS NULL"
    before = changed()
    journey.sandbox.advance(REST)
    await journey.until(lambda: changed() >= before + CHANNEL_CARDS)
    await journey.until(lambda: journey.rows(waiting, journey.home.guild.id) == [(len(cards) - CHANNEL_CARDS,)])
    assert changed() == before + CHANNEL_CARDS
    journey.sandbox.advance(REST)
    await journey.until(lambda: changed() == before + len(cards))
