"""Languages of messages: the person's in private, the table's in a channel, never the clicker's."""

from __future__ import annotations

from typing import Any

import pytest
from discord import Locale

from host.settings import set_person_settings
from sandbox.answer import Answer
from sandbox.client import Person
from tests.journeys.clocks import Clocks
from trials.journey import Journey, said
from trials.local_bot import known_languages
from trials.player import press

YOUR_MOVE = {"en": "Your move", "fr": "Ton coup", "de": "Dein Zug"}
MY_VIEW = {"en": "My view", "fr": "Ma vue", "de": "Ansicht"}
TO_MOVE = {"en": "{} to move", "fr": "À {} de jouer", "de": "{} am Zug"}
JOIN = {"en": "Join", "fr": "Rejoindre", "de": "Mitspielen"}
AGREE = {"en": "Agree", "fr": "Accepter", "de": "Zustimmen"}
HALF = {
    "en": "Half of your time for this move has passed.",
    "fr": "La moitié de ton temps pour ce coup est écoulée.",
    "de": "Die Hälfte deiner Zeit für diesen Zug ist vorbei.",
}


def labels(shown: Answer) -> list[str]:
    return [each.label for each in shown.buttons]


async def opened(journey: Journey, **options: Any) -> Answer:
    """Ada has opened a table for two, and Ben has joined it."""
    lobby = await journey.ada.slash("game new", game=journey.game, seats=2, **options)
    await press(journey.ben, "l1:join", lobby)
    return lobby


async def begun(journey: Journey, **options: object) -> Answer:
    """Open a table for two and start it; return its first board."""
    return await start(journey, await opened(journey, **options))


async def start(journey: Journey, lobby: Answer) -> Answer:
    """Ada starts it, and everybody looks at its first board."""
    await press(journey.ada, "l1:start", lobby)
    message = await journey.home.wait_for(lambda m: "b1:move" in str(m["components"]) and not m["_reader"])
    journey.look_at(message["channel_id"])
    return journey.board


def mover(journey: Journey, language: str) -> Person:
    """Return the person whom the board asks to move, in this language."""
    return next(p for p in journey.people if TO_MOVE[language].format(p.mention) in journey.board.text)


async def test_a_french_person_at_an_english_table(journey: Journey) -> None:
    journey.ben.locale = "fr"
    lobby = await opened(journey)
    assert JOIN["en"] in labels(lobby)  # whoever clicked it last
    await start(journey, lobby)
    assert labels(journey.board)[:2] == [YOUR_MOVE["en"], MY_VIEW["en"]]
    view = await press(journey.ben, "b1:view", journey.board)
    assert view.ephemeral
    assert labels(view)[:2] == [YOUR_MOVE["fr"], MY_VIEW["fr"]]
    assert labels(await press(journey.ada, "b1:view", journey.board))[0] == YOUR_MOVE["en"]
    for _ in range(2):  # both
        board = await journey.turn()
        assert labels(board)[0] == YOUR_MOVE["en"]


@pytest.mark.long
async def test_a_german_server_where_nobody_reads_german(journey: Journey) -> None:
    journey.home.locale, journey.ben.locale, journey.game = "de", "fr", "hanging_gardens"
    lobby = await opened(journey)
    assert JOIN["de"] in labels(lobby)
    await start(journey, lobby)
    assert journey.home.place(journey.place)["name"] == "Die hängenden Gärten · Ada, Ben"
    assert TO_MOVE["de"].format(mover(journey, "de").mention) in journey.board.text
    assert labels(await press(journey.ben, "b1:view", journey.board))[0] == YOUR_MOVE["fr"]
    former = journey.board
    await journey.turn()
    assert labels(journey.board)[0] == YOUR_MOVE["de"]
    await journey.until(lambda: not former.buttons)  # an old board is changed in German, too
    film = await journey.ben.slash("replay")
    assert not film.ephemeral
    await journey.until(lambda: " am Zug" in film.text)


async def test_a_question_is_put_in_the_language_of_the_table(journey: Journey) -> None:
    journey.ada.locale = "de"
    await opened_in(journey, "fr")
    asked = await journey.ada.slash("pause")
    assert asked.ephemeral
    put = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))
    assert AGREE["fr"] in labels(put)
    await press(journey.ben, "q1:no", put)
    await journey.until(lambda: not put.buttons)
    assert "Ben" in put.text or journey.ben.mention in put.text
    assert "Declined" not in put.text
    assert "Abgelehnt" not in put.text


async def opened_in(journey: Journey, language: str) -> Answer:
    """A table that Ada begins in this language, whatever she reads."""
    lobby = await journey.ada.slash("partie neu", spiel=journey.game, plätze=2, sprache=language)
    await press(journey.ben, "l1:join", lobby)
    return await start(journey, lobby)


async def test_discords_language_is_remembered_for_reminders(journey: Journey) -> None:
    clocks = Clocks(journey)
    board = await begun(journey, time_limit="daily")
    person = mover(journey, "en")
    person.locale = "de"
    await person.slash("einstellungen", erinnerungen="direct")
    clocks.pass_hours(12)
    told = await clocks.told_directly(person, HALF["de"])
    assert YOUR_MOVE["de"] in labels(told)
    assert labels(board)[0] == YOUR_MOVE["en"]


async def test_a_reminder_at_the_table_is_in_the_language_of_the_table(journey: Journey) -> None:
    clocks = Clocks(journey)
    await begun(journey, time_limit="daily", language="fr")
    mover(journey, "fr").locale = "de"
    clocks.pass_hours(12)
    await clocks.told(HALF["fr"])


async def test_chosen_language_outranks_discords(journey: Journey) -> None:
    ada = journey.ada.go("dm")
    ada.locale = "fr"
    panel = await ada.slash("settings")
    assert "comme dans Discord" in panel.text
    await ada.submit(await ada.press("m1:choices", panel), {"2": "de"})
    assert "**Sprache** Deutsch" in panel.text
    ada.locale = "en-US"
    assert "**Sprache** Deutsch" in (await ada.slash("settings")).text
    found = [choice["name"] for choice in await ada.complete("rules", "game", "gärten")]
    assert "Die hängenden Gärten" in found
    assert "**Language** English" in (await ada.slash("settings", language="en")).text
    ada.locale = "fr"
    panel = await ada.slash("settings")
    assert "**Language** English" in panel.text
    await ada.press("m1:language", panel, values=["discord"])  # in a menu of a former version
    assert "**Langue** comme dans Discord" in panel.text
    refused = await ada.press("m1:language", panel, values=["klingon"])
    assert "klingon" in said(refused)


@pytest.mark.own_bot(started=False)
async def test_language_of_a_renamed_catalogue_is_still_chosen(journey: Journey) -> None:
    store = await journey.bot.open_store()
    await set_person_settings(store, int(journey.ada.id), language="de-AT")
    await store.close()
    await journey.bot.start()
    assert "**Sprache** Deutsch" in (await journey.ada.slash("settings")).text


async def test_a_language_that_is_not_spoken_here_is_english(journey: Journey) -> None:
    unknown = next(locale.value for locale in Locale if not known_languages().spoken(locale.value, ""))
    journey.ada.locale = journey.home.locale = unknown
    board = await begun(journey)
    assert labels(board)[0] == YOUR_MOVE["en"]
    assert "## Your settings" in (await journey.ada.slash("settings")).text


async def test_the_language_of_new_tables_is_chosen_for_a_server(journey: Journey) -> None:
    ada, cleo = journey.ada, journey.cleo
    terrace = journey.home.channel_id("terrace")
    panel = await ada.slash("setup")
    await ada.press("s1:log", panel, values=[terrace])
    await ada.submit(await ada.press("s1:defaults", panel), Language="fr")
    await journey.home.wait_for(lambda m: "Français" in str(m["components"]) and m["channel_id"] == terrace)
    lobby = await cleo.slash("game new", game="djinns", seats=2)
    assert JOIN["fr"] in labels(lobby)
    lobby = await cleo.slash("game new", game="djinns", seats=2, language="de")
    assert JOIN["de"] in labels(lobby)
    change = await press(cleo, "l1:change", lobby)
    await cleo.submit(change, {"4": "en"})
    await journey.until(lambda: JOIN["en"] in labels(lobby))
    await ada.press("s1:language", panel, values=["discord"])
    journey.dan.locale = "de"  # of whoever opens it, as this server has not said
    assert JOIN["de"] in labels(await journey.dan.slash("partie neu", spiel="djinns"))
    journey.home.locale = "fr"
    assert JOIN["fr"] in labels(await journey.dan.slash("partie neu", spiel="djinns"))


@pytest.mark.own_bot
async def test_a_rematch_keeps_the_language_of_the_table(journey: Journey) -> None:
    await begun(journey, language="de")
    await press(journey.ada, "v1:end", await journey.ada.slash("game end"))
    put = journey.ada.read(await journey.home.wait_for(lambda m: "q1:yes" in str(m["components"])))
    assert AGREE["de"] in labels(put)
    await press(journey.ben, "q1:yes", put)
    last = await journey.home.wait_for(lambda m: "l1:rematch" in str(m["components"]) and not m["_reader"])
    await press(journey.ben, "l1:rematch", journey.ada.read(last))
    lobby = await journey.home.wait_for(lambda m: "l1:join" in str(m["components"]) and not m["_reader"])
    assert JOIN["de"] in labels(journey.ada.read(lobby))
