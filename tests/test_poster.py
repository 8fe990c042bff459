"""The poster of a finished table shows its result."""

from __future__ import annotations

import pytest

from cogs.board.ending import points_lines, result_line
from cogs.board.final_picture import duration_text, poster_of, words_of
from cogs.shell.reader import Reader
from host.leaving import end_by_manager, resign
from host.replay import replay_turns, without_undone
from host.tables import Tables
from render.poster import Poster
from tests.test_course import played
from tests.test_history import PEOPLE, move
from trials.seeding import FIRST_CLICK_ID, start_table


async def poster(tables: Tables, key: str, *, version: int | None = None) -> tuple[Poster, str, str]:
    """That of a finished table, what the post tells beneath it, and the poster in words."""
    table = await played(tables, key)
    moves = without_undone(await table.store.moves(table.id))
    moves = moves if version is None else [each._replace(version=version) for each in moves]
    at = table.position
    reader = Reader(at.names)
    made = poster_of(at, moves, reader)
    return made, reader.bare(points_lines(at)), reader.bare(words_of(made, at))


@pytest.mark.short("djinns", "hanging_gardens", "ishtar")
@pytest.mark.parametrize("key", ["djinns", "hanging_gardens", "ishtar", "schlossgarten"])
async def test_poster_and_post_show_the_same_result(tables: Tables, key: str) -> None:
    made, told, words = await poster(tables, key)
    assert [line.place for line in made.seats] == sorted(line.place for line in made.seats)
    assert made.seats[0].place == 1
    assert made.decided
    for line in made.seats:
        assert sum(line.kinds) == line.points
        assert f"**{line.points}** {made.board.teller.told(line.name)}" in told
    assert any(any(kinds) for kinds in zip(*(line.kinds for line in made.seats), strict=True))
    assert " turns · " in str(made.length)
    assert str(made.best).startswith("Best turn: ")
    first = made.seats[0]
    assert words.startswith(f"1. {made.board.teller.told(first.name)} {first.points} (")


async def test_poster_counts_turns_as_the_replay_does(tables: Tables) -> None:
    table = await played(tables, "djinns")  # the first player chooses two djinns in one turn
    moves = without_undone(await table.store.moves(table.id))
    turns = [turn for turn in replay_turns(table.position, moves) if turn.seat is not None]
    made = poster_of(table.position, moves, Reader(table.position.names))
    assert str(made.length).startswith(f"{len(turns)} turns · ")


async def test_a_game_of_other_rules_has_no_best_turn(tables: Tables) -> None:
    made, _, _ = await poster(tables, "djinns", version=0)
    assert made.best is None
    assert "turn" not in str(made.length)


async def test_a_game_that_ended_early_says_so(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE[:2])
    for number in range(1, 8):
        await move(table, number)
    await resign(table, 11, FIRST_CLICK_ID + 8)
    at = table.position
    made = poster_of(at, without_undone(await table.store.moves(table.id)), Reader(at.names))
    assert not made.decided
    assert str(made.length).startswith("ended early · ")
    assert {str(line.note) for line in made.seats} == {"None", "left the game"}


async def test_nobody_is_ahead_in_an_early_end_with_equal_points(tables: Tables) -> None:
    table = await start_table(tables, "ishtar", PEOPLE[:2])
    await resign(table, 11, FIRST_CLICK_ID + 1)
    assert str(result_line(table.position)) == "The game ended early: nobody was ahead."


async def test_leaver_comes_last_as_in_the_results(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE[:2])
    await resign(table, 11, FIRST_CLICK_ID + 1)
    at = table.position
    made = poster_of(at, without_undone(await table.store.moves(table.id)), Reader(at.names))
    results = await table.store.results.of_table(table.id)
    assert {line.seat: line.place for line in made.seats} == {row.seat: row.place for row in results}
    assert [line.place for line in made.seats] == [1, 2]


async def test_poster_without_points_has_no_empty_brackets(tables: Tables) -> None:
    table = await start_table(tables, "ishtar", PEOPLE[:2])
    await resign(table, 11, FIRST_CLICK_ID + 1)
    at = table.position
    reader = Reader(at.names)
    words = reader.bare(words_of(poster_of(at, without_undone(await table.store.moves(table.id)), reader), at))
    assert words.startswith("1. ")
    assert "()" not in words


async def test_stand_in_is_named_where_the_game_went_on(tables: Tables) -> None:
    table = await start_table(tables, "djinns", PEOPLE[:3])
    await resign(table, 11, FIRST_CLICK_ID + 1)
    await end_by_manager(table, 99, "Mia", FIRST_CLICK_ID + 2)
    named = Reader(table.position.names).bare(points_lines(table.position))
    assert named.count("(stand-in)") == 1


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "2 minutes"), (5400, "90 minutes"), (7200, "2 hours"), (86400, "24 hours"), (864000, "10 days")]
)
def test_how_long_it_was(seconds: float, told: str) -> None:
    assert str(duration_text(seconds)) == told
