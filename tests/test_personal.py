"""Every column of the database is known to hold something about a person, or nothing."""

from __future__ import annotations

import re

from db.personal import ANYWHERE, AT_TABLE, HERE, KEPT, NEW, PERSON
from db.store import Store
from tests.server import DRIVER_TABLES, ON_SERVER

COLUMNS = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    if ON_SERVER
    else """SELECT tables.name, columns.name FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"""
)


async def test_every_column_is_personal_or_kept(store: Store) -> None:
    there = {(table, column) for table, column in await store._db.all(COLUMNS) if table not in DRIVER_TABLES}
    personal = {(table, column) for lists in (AT_TABLE, ANYWHERE) for table, each in lists.items() for column in each.columns}
    kept = {(table, column) for table, (columns, _) in KEPT.items() for column in columns}
    assert personal | kept == there
    assert not personal & kept
    assert all(reason for _, reason in KEPT.values())


def test_statements_at_tables_have_known_parameters() -> None:
    for personal in AT_TABLE.values():
        for sql in (personal.found, *personal.erased):
            assert HERE in sql
            assert set(re.findall(r"\$\d+", sql.replace(HERE, ""))) <= {PERSON, NEW}
