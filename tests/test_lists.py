"""Lists of tables fit a message."""

from __future__ import annotations

from cogs.board.lines import PAGE_TABLES, join_button, page_of
from cogs.lobby.listing import lines_of
from cogs.shell.components import build, layout, turner
from cogs.shell.reader import Reader
from db.rows import SeatRow
from host.lobby import Terms
from host.tables import Tables
from rules.text import say
from trials.seeding import start_table

SNOWFLAKE = 10**18
PEOPLE = [SeatRow(seat, SNOWFLAKE + seat, f"{seat}{'_*~`' * 8}"[:32]) for seat in range(4)]
MESSAGE = 4000  # characters, Discord's limit
COMPONENTS = 40  # of a message, Discord's limit


async def test_a_page_of_the_longest_lines_fits_a_message(tables: Tables) -> None:
    table = await start_table(tables, "ishtar", PEOPLE, guild=SNOWFLAKE, channel=SNOWFLAKE)
    table.apply_row_change(table.position.row.revision + 1, board=SNOWFLAKE)
    lines = lines_of([table.position] * PAGE_TABLES, everywhere=True, button_of=join_button)
    shown = layout(say("## Tables of this server"), *lines, *turner("t1:list:1", 0, 2))
    view = build(shown, Reader())
    assert len(lines) == PAGE_TABLES + 1
    assert view.content_length() <= MESSAGE
    assert view.total_children_count <= COMPONENTS


async def test_a_table_that_has_ended_meanwhile_is_left_out(tables: Tables) -> None:
    opened = await tables.open(game="djinns", terms=Terms(size=2), host=PEOPLE[0], guild=1, channel=2)
    running = await start_table(tables, "djinns", PEOPLE[:2])
    assert len(lines_of([opened.position, running.position], everywhere=True)) == 4
    await tables.cancel(opened.id, PEOPLE[0].person)
    assert len(lines_of([opened.position, running.position], everywhere=True)) == 2
    assert lines_of([opened.position], everywhere=False) == []


def test_lists_are_split_into_pages() -> None:
    assert page_of([], 3) == ([], 0, 1)
    assert page_of(range(25), 9) == (range(20, 25), 2, 3)
    assert page_of(range(20), 1) == (range(10, 20), 1, 2)
    (row,) = turner("t1:turns", 0, 2)
    assert [(str(button.label), button.disabled) for button in row.buttons] == [
        ("First", True),
        ("‹", True),
        ("›", False),
        ("Last", False),
    ]
    assert turner("t1:turns", 0, 1) == []
