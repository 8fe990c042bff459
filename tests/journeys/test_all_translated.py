"""Every sentence that reaches Discord is translated, here into an invented language (`tests.pseudo`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest

from cogs.shell.languages import own_names
from rules import GAMES
from sandbox.kinds import Json
from tests import pseudo
from tests.journeys import further, walk
from tests.journeys.test_whose_language import press
from tests.playing import at_random
from trials.journey import Journey

SAMPLE = "djinns"
PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
CUT = tuple(f"{name[:letters]}…" for name in PEOPLE for letters in range(1, len(name)))  # at the end of what is too long
LANGUAGES = tuple(map(str, own_names().values()))  # a menu offers those of the house
CALLED = (*PEOPLE, *CUT, "Europe/Berlin", "Berlin", "UTC", *LANGUAGES, *GAMES, *(game.credits for game in GAMES.values()))


def plain(requests: Iterable[Json]) -> dict[str, str]:
    """The words of what a bot has sent that were not told, and where each was."""
    return {word: line for line in walk.sent(requests) for word in pseudo.foreign(line, CALLED)}


def speak(journey: Journey, folder: Path, game: str) -> None:
    """Bot, server and people speak no other language."""
    journey.game, journey.home.locale, journey.bot.languages = game, pseudo.LOCALE, folder
    pseudo.write(folder)
    for person in journey.people:
        person.locale = pseudo.LOCALE


@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("game", [key if key == SAMPLE else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
async def test_every_sentence_of_a_game_is_translated(journey: Journey, tmp_path: Path, game: str) -> None:
    speak(journey, tmp_path / "locales", game)
    await journey.bot.start()
    await walk.set_up(journey)
    await walk.choose_settings(journey)
    await walk.play_and_look(journey)
    await further.go_on(journey)
    assert plain(journey.told) == {}
    assert len(journey.told) > 100


@pytest.mark.long
@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("game", GAMES)
async def test_every_sentence_after_a_game_is_translated(journey: Journey, tmp_path: Path, game: str) -> None:
    speak(journey, tmp_path / "locales", game)
    await journey.prepared(3, at_random(game), lambda step: False, seed=4, language=pseudo.LOCALE)
    for name, given in (*walk.LOOKING, ("replay", {}), ("undo", {}), ("pause", {})):
        await journey.ada.slash(name, given)
    await walk.look_behind(journey, journey.ada, journey.board)
    await walk.look_behind(journey, journey.ada, await journey.ada.slash("log"))
    assert plain(journey.told) == {}


@pytest.mark.long
@pytest.mark.own_bot(started=False)
@pytest.mark.parametrize("game", [key if key == SAMPLE else pytest.param(key, marks=pytest.mark.long) for key in GAMES])
async def test_every_sentence_of_hints_is_translated(journey: Journey, tmp_path: Path, game: str) -> None:
    speak(journey, tmp_path / "locales", game)
    made = count()
    await journey.prepared(2, at_random(game), lambda _: next(made) == 21, seed=3, language=pseudo.LOCALE, hints=True)
    mover = journey.mover
    shown = await press(mover, "p1:hint", await press(mover, "b1:move", journey.board))
    preview = await press(mover, "p1:hinted", shown)
    await mover.press(f"p1:hint:{journey.tables[-1]}:99:0", preview)
    await journey.ben.slash("log")
    assert any("p1:hinted" in str(each["body"]) for each in journey.told)
    assert plain(journey.told) == {}


@pytest.mark.parametrize(
    "body",
    [
        {"data": {"components": [{"components": [{"content": "‹Yóú plány › and nobody told it"}]}]}},
        {"data": {"components": [{"items": [{"description": "‹Íshtár›; Ada to move"}]}]}},
        {"data": {"title": "Time zone"}},
        {"data": {"choices": [{"name": "the hedge · 7 2-12", "value": "7 2-12"}]}},
        {"name": "Ishtar · Ada", "auto_archive_duration": 60},
        {"components": [{"options": [{"label": "‹Páúsé›", "value": "1", "description": "for a day"}]}]},
    ],
)
def test_untranslated_string_is_found(body: Json) -> None:
    assert plain([{"path": "/channels/1/messages", "body": body}])


def test_names_and_typed_words_need_no_translation() -> None:
    body = {
        "content": "‹Ada tó móvé› `take 7` <@1> a3 stack-4 <:parterre_red:5> Ada, Ben · Europe/Berlin",
        "custom_id": "p1:pick",
    }
    assert plain([{"path": "/channels/1/messages", "body": body}]) == {}
