"""Commands in the language of the person who types them."""

from __future__ import annotations

import pytest

from trials.journey import Journey, is_board, said


async def test_commands_are_typed_in_french_and_german(journey: Journey) -> None:
    journey.ada.locale, journey.ben.locale = "fr", "de"
    found = await journey.ada.complete("partie nouvelle", "jeu", "djinn")
    lobby = await journey.ada.slash("partie nouvelle", jeu=found[0]["value"], places=2)
    await journey.ben.slash("partie mitspielen")
    await journey.until(lambda: "2. Ben" in lobby.text)
    await journey.ada.slash("game start")
    board = await journey.home.wait_for(is_board)
    journey.look_at(board["channel_id"])
    shown = await journey.ben.slash("spielplan", text=True)
    assert shown.ephemeral
    await journey.until(lambda: "am Zug" in said(shown))  # on the last of its pages
    with pytest.raises(LookupError):
        await journey.cleo.slash("spielplan")
    with pytest.raises(ValueError, match="no language"):
        journey.cleo.locale = "klingon"
