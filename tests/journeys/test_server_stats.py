"""/server stats: managers see games, turns and active people by week, as a plot, in words and as a file."""

from __future__ import annotations

import csv
import io

import pytest
from PIL import Image

from cogs.server.stats import COLUMNS
from rules import GAMES
from sandbox.answer import Answer
from sandbox.words import UserError
from trials.journey import Journey, said

PNG, CSV = "server-weeks.png", "server-weeks.csv"


def files_of(answer: Answer) -> dict[str, bytes]:
    """Return the files of an answer, by name."""
    return {found["filename"]: data for found, data in zip(answer.message["attachments"], answer.images, strict=True)}


def lines_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


async def test_server_without_games_gets_one_sentence(journey: Journey) -> None:
    await journey.open(2)
    assert said(await journey.ada.slash("server stats")) == "No game was played on this server in the last 26 weeks."


async def test_manager_sees_a_plot_words_and_a_file(journey: Journey) -> None:
    await journey.under_way(turns=3)
    shown = await journey.ada.slash("server stats")
    assert shown.ephemeral
    for line in (
        "## Games on this server by week",
        "**This week so far** · 1 game started · 3 turns · 2 active people\n",
        "**In 1 week** · 1 game started · 3 turns",
        "**Most played** Djinns of the Lake (1)",
        "A week begins on Monday, 0:00 UTC.",
    ):
        assert line in shown.text
    alt = shown.alt[0]
    assert "Most turns: 3 in the week of " in alt
    assert alt.endswith("This week so far · 1 game started · 3 turns · 2 active people.")
    assert "*" not in alt
    files = files_of(shown)
    assert Image.open(io.BytesIO(files[PNG])).width == 1080
    (week,) = lines_of(files[CSV])
    assert list(week) == [*COLUMNS, *(f"started_{key}" for key in GAMES)]
    assert [week[name] for name in ("games_started", "games_ended", "turns", "active_people")] == ["1", "0", "3", "2"]
    assert week["started_djinns"] == "1"


async def test_counts_name_nobody(journey: Journey) -> None:
    """Ben hides his profile, as everybody does at first."""
    await journey.under_way(turns=4)
    shown = await journey.ada.slash("server stats")
    told = str(shown.message) + files_of(shown)[CSV].decode()
    for person in (journey.ben, journey.cleo):
        assert person.name not in told
        assert person.id not in told


async def test_command_is_not_offered_to_others(journey: Journey) -> None:
    await journey.under_way(turns=1)
    with pytest.raises(UserError, match="not offered here"):
        await journey.ben.slash("server stats")


@pytest.mark.parametrize(
    ("locale", "sentence", "title"),
    [
        ("de", "1 begonnene Partie · 2 Züge · 2 aktive Personen", "Partien auf diesem Server nach Wochen"),
        ("fr", "1 partie commencée · 2 tours · 2 personnes actives", "Parties sur ce serveur par semaine"),
    ],
)
async def test_answer_is_in_the_language_of_the_manager(journey: Journey, locale: str, sentence: str, title: str) -> None:
    await journey.under_way(turns=2)
    journey.ada.locale = locale
    shown = await journey.ada.slash("server stats")
    assert sentence in shown.text
    assert title in str(shown.message["components"])
    journey.ada.locale = "en-US"


async def test_where_discord_takes_no_files_the_weeks_are_in_words(journey: Journey) -> None:
    await journey.under_way(turns=1)
    journey.home.guild.limits_uploads = True
    shown = said(await journey.ada.slash("server stats"))
    journey.home.guild.limits_uploads = False
    assert "does not accept pictures here" in shown
    assert shown.count("**This week so far** · 1 game started · 1 turn · 1 active person") == 2
