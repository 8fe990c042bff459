"""Pictures on a dark background: a person's own by /settings, those for everybody by /setup."""

from __future__ import annotations

import io

from PIL import Image

from sandbox.answer import Answer
from trials.journey import Journey

MIDDLE_GREY = 128  # of 255


def is_dark(answer: Answer) -> bool:
    """Return whether the only picture of a message has a dark background."""
    (data,) = answer.images
    with Image.open(io.BytesIO(data)) as picture:
        level = picture.convert("L").getpixel((2, 2))
    assert isinstance(level, int)
    return level < MIDDLE_GREY


async def test_person_chooses_the_background_of_private_pictures(journey: Journey) -> None:
    await journey.begin(2)
    assert not is_dark(await journey.ada.slash("board"))
    panel = await journey.ada.slash("settings", pictures="dark")
    assert "**Pictures** dark background" in panel.text
    assert is_dark(await journey.ada.slash("board"))
    assert is_dark(await journey.ada.slash("rules", topic="moving"))
    assert not is_dark(await journey.ben.slash("board"))
    assert not is_dark(journey.board)
    await journey.ada.submit(await journey.ada.press("m1:choices", panel), Pictures="light")
    assert "**Pictures** light background" in panel.text
    assert not is_dark(await journey.ada.slash("board"))


async def test_server_chooses_the_background_of_public_pictures(journey: Journey) -> None:
    await journey.begin(2)
    panel = await journey.ada.slash("setup")
    assert "**Pictures** light background" in panel.text
    await journey.ada.submit(await journey.ada.click("New tables…", on=panel), Pictures="dark")
    assert "**Pictures** dark background" in panel.text
    assert not is_dark(journey.board)
    await journey.turn()
    assert is_dark(journey.board)
    assert not is_dark(await journey.ben.slash("board"))
    assert is_dark(await journey.ben.slash("game new", game="ishtar", seats=2, channel="terrace"))
