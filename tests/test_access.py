"""The access table has a row for each command, button and form, and each row has a handler."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord import AppCommandType, app_commands

from cogs.shell.access import ACCESS, Where, Which, Who, declare
from cogs.shell.client import Interaction, Parterre
from cogs.shell.routes import ROUTES, route
from host.tables import Tables

CONTEXTS = {Where.SERVER: [0], Where.ANYWHERE: [0, 1], Where.EVERYWHERE: [0, 1, 2]}


@pytest_asyncio.fixture
async def client(tables: Tables) -> AsyncIterator[Parterre]:
    made = Parterre(tables)
    await made.load_cogs()
    yield made
    await made.close()


def leaves(client: Parterre) -> dict[str, app_commands.Command | app_commands.ContextMenu]:
    """All commands that can be typed, or chosen in a menu, by name."""
    found = [*client.tree.walk_commands(), *client.tree.get_commands(type=AppCommandType.user)]
    return {f"/{each.qualified_name}": each for each in found if not isinstance(each, app_commands.Group)}


async def test_every_row_is_of_something_that_exists(client: Parterre) -> None:
    routes = [":".join(each.pattern.pattern.split(":")[:2]) for each in ROUTES]
    assert len(set(routes)) == len(routes)
    assert set(ACCESS) == {*routes, *leaves(client)}


async def test_rows_about_a_table_name_it(client: Parterre) -> None:
    commands = leaves(client)
    for name, row in ACCESS.items():
        if name in commands:
            named = any(option.name == "table" for option in getattr(commands[name], "parameters", ()))
            assert row.about_a_table == named == (row.which is not Which.ANY), name
    for each in ROUTES:
        assert each.row.about_a_table <= ("table_n" in each.pattern.groupindex), each
        assert each.row.who not in (Who.VOTER, Who.ASKER) or "ballot_n" in each.pattern.groupindex, each


async def test_discord_is_told_of_it(client: Parterre) -> None:
    told = {command["name"]: command for command in await client.command_payloads()}
    for name, row in ACCESS.items():
        if name.startswith("/"):
            command = told[name[1:].split()[0]]
            assert command["contexts"] == CONTEXTS[row.where], name
            assert command["integration_types"] == ([0, 1] if row.where is Where.EVERYWHERE else [0]), name
            assert (command["default_member_permissions"] is not None) == (row.who is Who.MANAGER), name


def test_a_route_without_a_row_is_refused() -> None:
    async def handler(_: Interaction) -> None: ...

    with pytest.raises(LookupError, match=r"access\.py says who may do x1:new"):
        route("x1:new:{table}")(handler)
    assert not any(each.handler is handler for each in ROUTES)


async def test_a_command_without_a_row_is_refused(client: Parterre) -> None:
    @app_commands.command(name="new", description="New")
    async def new(_: Interaction) -> None: ...

    client.tree.add_command(new)
    with pytest.raises(LookupError, match=r"access\.py says who may do /new,"):
        declare(client.tree)


async def test_every_completion_answers_where_it_fails(client: Parterre) -> None:
    """Each goes through `offers`, in the person's language; Discord would show an error in place of a list."""
    completions = [option.autocomplete for each in leaves(client).values() for option in getattr(each, "_params", {}).values()]
    found = [each for each in completions if each is not None]
    assert found
    assert [each.__qualname__ for each in found if not hasattr(each, "__wrapped__")] == []
