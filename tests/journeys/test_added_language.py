"""A folder with a catalogue adds a language: here Spanish, translated in part, for Spain and for Latin America."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.live_state import offered_locales
from tests.journeys.test_whose_language import labels
from trials.journey import Journey, is_board
from trials.player import press

CATALOGUES = Path(__file__).parents[1] / "locales"
LOCALES = ("es-419", "es-ES")


@pytest.fixture
def spanish(journey: Journey) -> Journey:
    """Return a journey whose bot finds the Spanish catalogue alone, once it starts."""
    journey.bot.languages = CATALOGUES
    return journey


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("locale", LOCALES)
async def test_people_of_both_regions_play_in_spanish(spanish: Journey, locale: str) -> None:
    ada, ben = spanish.ada, spanish.ben
    ada.locale = ben.locale = locale
    await spanish.bot.start()
    (game,) = await ada.complete("partida nueva", "juego", "lago")
    assert game["name"] == "Los djinns del lago"
    lobby = await ada.slash("partida nueva", juego=game["value"], asientos=2)
    assert "2. *libre*" in lobby.text
    assert {"Unirse", "Salir", "Empezar"} <= set(labels(lobby))
    await ben.slash("partida unirse")
    await spanish.until(lambda: "2. Ben" in lobby.text)
    await press(ada, "l1:start", lobby)
    board = await spanish.home.wait_for(is_board)
    spanish.look_at(board["channel_id"])
    assert labels(spanish.board)[0] == "Tu jugada"
    assert "Elige tu primer djinn." in (await spanish.open_panel(spanish.mover)).text


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("locale", LOCALES)
async def test_server_of_either_region_opens_tables_in_spanish(spanish: Journey, locale: str) -> None:
    spanish.home.locale = locale
    await spanish.bot.start()
    lobby = await spanish.ada.slash("game new", game="djinns", seats=2)
    assert "Unirse" in labels(lobby)


@pytest.mark.own_bot(started=False)
async def test_sandbox_offers_both_regions_and_others_stay_english(spanish: Journey) -> None:
    await spanish.bot.start()
    offered = offered_locales(spanish.sandbox.world)
    assert offered[0] == "en-US"
    assert set(LOCALES) <= set(offered)
    assert "pt-BR" not in offered
    spanish.ada.locale = "pt-BR"
    assert "Join" in labels(await spanish.ada.slash("game new", game="djinns", seats=2))
