"""A database on a server that cannot be used is refused with one sentence and an exit status, and left as it is."""

from __future__ import annotations

import re
from pathlib import Path

import asyncpg
import pytest

from cogs.operations.exits import STATUSES, Exit
from db.address import parse_address
from db.errors import InUse, TooNew, Unusable
from db.postgres.driver import PostgresDatabase
from db.postgres.opening import NO_PASSWORD_FILE
from db.store import Store
from tests.program import run_bot_on
from tests.server import MAKE_GUARDED_ROLE, Server


async def refusal(address: str) -> Unusable:
    with pytest.raises(Unusable) as caught:
        await Store.open(address)
    return caught.value


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("address", "code", "words"),
    [
        (
            "postgresql://parterre@127.0.0.1:1/games",
            Exit.NO_SERVER,
            "The PostgreSQL server of 127.0.0.1:1/games cannot",
        ),
        ("postgresql://parterre@nowhere.invalid/games", Exit.NO_SERVER, "The PostgreSQL server of nowhere.invalid/games"),
        ("postgresql://parterre@localhost:many/games", Exit.CONFIGURATION, "PARTERRE_DATABASE is no address"),
    ],
)
async def test_address_without_a_server_is_refused(address: str, code: Exit, words: str) -> None:
    wrong = await refusal(address)
    assert str(wrong).startswith(words)
    assert (STATUSES[type(wrong)], str(wrong).count("\n")) == (code, 0)


async def test_password_file_in_another_encoding_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pgpass"
    file.write_bytes("127.0.0.1:*:*:*:clé".encode("latin-1"))
    file.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(file))
    wrong = await refusal("postgresql://parterre@127.0.0.1:1/games")
    assert (STATUSES[type(wrong)], str(wrong)) == (Exit.CONFIGURATION, NO_PASSWORD_FILE)
    assert wrong.__cause__ is None


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
@pytest.mark.parametrize("secret", ["wr/0ng", "wr?0ng", "123/0ng", "wr[0ng", "wr#0ng", "wr@h0/0ng"])
async def test_unescaped_password_does_not_show_in_the_error(scheme: str, secret: str) -> None:
    wrong = await refusal(f"{scheme}://parterre:{secret}@localhost/games")
    assert STATUSES[type(wrong)] == Exit.CONFIGURATION
    told = str(wrong)
    assert "PARTERRE_DATABASE is no address of a PostgreSQL server" in told
    assert not [part for part in re.split(r"\W", secret) if part in told]
    assert wrong.__cause__ is None
    assert wrong.__suppress_context__ or wrong.__context__ is None


def test_text_with_a_scheme_is_no_file() -> None:
    assert parse_address("mysql://parterre:wr0ng@localhost/games") == "mysql://parterre:wr0ng@localhost/games"
    assert parse_address("var/parterre.sqlite3") == Path("var/parterre.sqlite3")


async def test_wrong_password_is_refused_and_not_shown(server: Server) -> None:
    server.sql(MAKE_GUARDED_ROLE)
    wrong = await refusal(server.address("postgres", "guarded:wr0ng"))
    assert STATUSES[type(wrong)] == Exit.NOT_LET_IN
    assert "does not accept this name and password" in str(wrong)
    assert "wr0ng" not in str(wrong)


async def test_missing_database_is_refused(server: Server) -> None:
    wrong = await refusal(server.address("castles"))
    assert STATUSES[type(wrong)] == Exit.NOT_LET_IN
    assert "There is no database" in str(wrong)


async def test_database_of_another_program_is_refused(server: Server) -> None:
    name = server.new()
    server.sql("CREATE TABLE shopping (what TEXT)", name)
    wrong = await refusal(server.address(name))
    assert STATUSES[type(wrong)] == Exit.BAD_DATA
    assert "tables of something else" in str(wrong)
    assert server.sql("SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'", name) == "shopping"


async def test_database_in_another_encoding_is_refused(server: Server) -> None:
    server.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    wrong = await refusal(server.address("latin"))
    assert (STATUSES[type(wrong)], "its encoding is LATIN1" in str(wrong)) == (Exit.BAD_DATA, True)


async def test_newer_schema_is_refused(server: Server) -> None:
    name = server.new()
    await (await Store.open(server.address(name))).close()
    server.sql("UPDATE parterre SET schema = 99, oldest = 98", name)
    wrong = await refusal(server.address(name))
    assert isinstance(wrong, TooNew)
    assert "newer version of Parterre" in str(wrong)
    assert server.sql("SELECT schema FROM parterre", name) == "99"


async def test_newer_schema_that_names_an_older_program_is_used(server: Server) -> None:
    name = server.new()
    await (await Store.open(server.address(name))).close()
    server.sql("UPDATE parterre SET schema = 99", name)
    store = await Store.open(server.address(name))
    await store.facts.put(a="b")
    await store.close()
    assert server.sql("SELECT schema FROM parterre", name) == "99"


async def test_old_server_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgres.opening.OLDEST_VERSION", 99)
    wrong = await refusal(server.address(server.new()))
    assert re.fullmatch(r"The PostgreSQL server of .* is of version \d+; from 99 on it can be used\.", str(wrong))
    assert STATUSES[type(wrong)] == Exit.CONFIGURATION


async def test_read_only_database_is_refused(server: Server) -> None:
    name = server.new()
    server.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    wrong = await refusal(server.address(name))
    assert STATUSES[type(wrong)] == Exit.NOT_WRITABLE
    server.sql("CREATE ROLE visitor LOGIN")
    assert STATUSES[type(await refusal(server.address(server.new(), "visitor")))] == Exit.NOT_WRITABLE


async def test_failing_migration_changes_nothing(server: Server, tmp_path: Path) -> None:
    (tmp_path / "0001_good.sql").write_text("CREATE TABLE one (a BIGINT);")
    (tmp_path / "0002_bad.sql").write_text("CREATE TABLE two (a BIGINT); CREATE TABLE two (a BIGINT);")
    name = server.new()
    with pytest.raises(Unusable, match="0002_bad fails") as caught:
        await PostgresDatabase.open(server.address(name), tmp_path)
    assert STATUSES[type(caught.value)] == Exit.NOT_MIGRATED
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0"
    (tmp_path / "0002_bad.sql").write_text("CREATE TABLE two (a BIGINT);")
    await (await PostgresDatabase.open(server.address(name), tmp_path)).close()
    assert server.sql("SELECT schema FROM parterre", name) == "2"


async def test_command_for_an_unused_database_ends_with_a_sentence(server: Server) -> None:
    address = server.address(server.new())
    store = await Store.open(address)
    assert isinstance(await refusal(address), InUse)
    other = run_bot_on(address, "ratings", "--recompute")
    await store.close()
    assert (other.returncode, other.stdout) == (Exit.DATABASE_IN_USE, "")
    assert other.stderr.splitlines()[-1].startswith("Another Parterre uses ")
    assert "Traceback" not in other.stderr
    await (await Store.open(address)).close()


async def test_failed_opening_closes_its_connections(server: Server) -> None:
    name = server.new()
    server.sql("CREATE TABLE shopping (what TEXT)", name)
    await refusal(server.address(name))
    connection = await asyncpg.connect(server.address(name))
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
    while await connection.fetchval(others):  # the server notices in a moment
        pass
    await connection.close()
