"""Leaderboards name nobody who hides their name: not in words, pictures, or descriptions of pictures, to the byte."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest

from cogs.operations.drawing import Drawing
from cogs.server.leaders import lines_of, own_line, picture_of, rated_leaders, season_leaders
from cogs.shell.components import Picture
from cogs.shell.reader import Reader
from db.due import ERASE
from db.seasons import ALL_GAMES, Board, Standing
from db.statement import Statement
from host.leaderboard import read_page, read_season
from host.leaving import resign
from host.ratings import RatedLine
from host.settings import PersonSettings, may_be_named, set_person_settings
from host.tables import Tables
from rules.text import Text
from standings.ratings import Rating
from tests.people import ADA, BEN, CLEO, clicks, start_table

GUILD = 1
TOTAL = """INSERT INTO season_totals (guild, season, game, person, half_points, games, wins, seen)
    VALUES ($1, 1, '', $2, $3, $4, $5, $6)"""


class Shown(NamedTuple):
    """Everything that a person sees of a leaderboard."""

    words: tuple[str, ...]
    alt: str
    png: bytes


async def shown_to(tables: Tables, asker: int) -> Shown:
    season, reader = await read_season(tables.store, GUILD), Reader()
    leaders = season_leaders(await read_page(tables.store, season, ALL_GAMES, tables.now(), asker=asker), ALL_GAMES, asker)
    picture, *below = await picture_of(Drawing(), leaders, reader)
    assert isinstance(picture, Picture)
    words = (
        leaders.title,
        leaders.game,
        *(part for part in below if isinstance(part, Text)),
        *lines_of(leaders),
        own_line(leaders),
    )
    return Shown(tuple(map(reader.markdown, words)), reader.bare(picture.alt), picture.data)


async def play(tables: Tables) -> None:
    """Let Ada win against Ben and Cleo, who resign."""
    table = await start_table(tables, 3)
    for person in (BEN, CLEO):
        await resign(table, person, next(clicks))


@pytest.mark.parametrize("hidden", [{}, {"profile": "everything", "on_leaderboards": False}])
async def test_hidden_name_is_nowhere(tables: Tables, hidden: dict[str, object]) -> None:
    await play(tables)
    await set_person_settings(tables.store, ADA, **{"profile": "nothing"} | hidden)
    await set_person_settings(tables.store, BEN, profile="results")
    seen: list[Shown] = []
    for name in ("Ada", "Somebody else"):
        await tables.store.people.update(ADA, name, tables.now())
        seen.append(await shown_to(tables, BEN))
    assert seen[0] == seen[1]
    assert "Ada" not in "".join(seen[0].words) + seen[0].alt
    assert "Ben" in seen[0].alt
    assert "1. a player, points: 6, games: 1, wins: 1." in seen[0].alt


async def test_picture_is_the_same_for_everybody(tables: Tables) -> None:
    await play(tables)
    ada, stranger = await shown_to(tables, ADA), await shown_to(tables, 999)
    assert (ada.png, ada.alt) == (stranger.png, stranger.alt)
    assert "**1.** **you** · points: 6, games: 1, wins: 1" in ada.words
    assert stranger.words[-1] == "You have no line here yet."


async def test_names_that_no_font_can_draw_are_below_the_picture(tables: Tables) -> None:
    await play(tables)
    for person, name in ((ADA, "花子"), (BEN, "Ben"), (CLEO, "🎉🎉")):
        await tables.store.people.update(person, name, tables.now())
        await set_person_settings(tables.store, person, profile="results")
    assert "**1.** 花子 · **2.** 🎉🎉" in (await shown_to(tables, BEN)).words
    await set_person_settings(tables.store, ADA, on_leaderboards=False)
    hidden = await shown_to(tables, BEN)
    assert "**2.** 🎉🎉" in hidden.words
    assert "花子" not in "".join(hidden.words) + hidden.alt


async def test_name_is_hidden_once_erasure_has_begun(tables: Tables) -> None:
    await play(tables)
    for person in (ADA, BEN):
        await set_person_settings(tables.store, person, profile="everything")
    assert "Ada" in (await shown_to(tables, BEN)).alt
    await tables.store.due.put(ERASE, ADA, tables.now())
    seen = await shown_to(tables, BEN)
    assert "Ada" not in "".join(seen.words) + seen.alt
    assert "1. a player" in seen.alt
    assert "Ben" in seen.alt


@pytest.mark.parametrize(
    ("chosen", "points", "rated"),
    [
        (PersonSettings(), False, True),
        (PersonSettings(profile="results"), True, True),
        (PersonSettings(profile="everything"), True, True),
        (PersonSettings(profile="of a later version"), False, True),
        (PersonSettings(profile="everything", on_leaderboards=False), False, False),
    ],
)
def test_leaderboard_names_by_settings(chosen: PersonSettings, points: bool, rated: bool) -> None:
    assert may_be_named(chosen, rated=False) is points
    assert may_be_named(chosen, rated=True) is rated


def test_ratings_are_shown_with_their_uncertainty() -> None:
    lines = [RatedLine(1, ADA, Rating(30, 2, 9)), RatedLine(2, None, Rating(25, 3, 8))]
    leaders = rated_leaders(lines, {ADA: "Ada"}, 2, "djinns", lines[0])
    assert [Reader().markdown(line) for line in lines_of(leaders)] == [
        "**1.** **you** · rating: 1700 ± 80, games: 9",
        "**2.** a player · rating: 1500 ± 120, games: 8",
    ]
    assert "Your place: 1 of 2" in Reader().markdown(own_line(leaders))


async def test_pages_follow_each_other_from_both_ends(tables: Tables) -> None:
    random, store = Random(5), tables.store
    people = [Standing(100 + n, random.randrange(6), random.randrange(3), random.randrange(2)) for n in range(57)]
    for one in people:
        await store._db.run([Statement(TOTAL, (GUILD, one.person, *one[1:], 5.0))])
    order = sorted(people, key=lambda one: (-one.half_points, -one.wins, one.games, one.person))
    board = Board(GUILD, 1, ALL_GAMES, 5.0)
    found = [one for first in range(0, 57, 10) for one in await store.seasons.page(board, 10, first, 57)]
    assert found == order
    places: dict[int, int] = {}
    for _, equal in groupby(order, lambda one: one[1:]):
        same = [one.person for one in equal]
        places |= dict.fromkeys(same, len(places) + 1)
    season = await read_season(store, GUILD)
    for page in range(6):
        shown = await read_page(store, season, ALL_GAMES, 0.0, page, asker=order[page].person)
        assert [(line.place, line.person) for line in shown.lines] == [
            (places[p.person], p.person) for p in order[page * 10 :][:10]
        ]
        assert shown.own is not None
        assert shown.own.place == places[order[page].person]
    assert await store.seasons.count(board._replace(seen=6.0)) == (0, 0)
