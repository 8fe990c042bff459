"""Commands find the password of an address that has none, and never show one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.operations.exits import Exit
from db.address import with_known_password, without_passwords
from db.store import Store
from tests.program import run_bot
from tests.server import GUARDED_PASSWORD, MAKE_GUARDED_ROLE, Server

SECRET = GUARDED_PASSWORD


async def guarded(server: Server) -> str:
    """Make a database of a role that needs its password; return its name."""
    server.sql(MAKE_GUARDED_ROLE)
    name = server.new()
    server.sql(f"ALTER DATABASE {name} OWNER TO guarded")
    await (await Store.open(server.address(name, f"guarded:{SECRET}"))).close()
    return name


def ways(server: Server, folder: Path) -> dict[str, dict[str, str]]:
    """Return the settings that can hold a password."""
    file = folder / "passwords"
    file.write_text(f"*:*:*:guarded:{SECRET}\n")
    file.chmod(0o600)
    here = {"PARTERRE_DATABASE": str(folder / "x.sqlite3")}
    return {
        "environment": {**here, "PGPASSWORD": SECRET},
        "password file": {**here, "PGPASSFILE": str(file)},
        "own database": {"PARTERRE_DATABASE": server.address("games", f"guarded:{SECRET}")},
    }


@pytest.mark.parametrize("way", ["environment", "password file", "own database"])
async def test_a_password_is_taken_from_elsewhere(server: Server, tmp_path: Path, way: str) -> None:
    address = server.address(await guarded(server), "guarded")
    settings = ways(server, tmp_path)[way]
    assert run_bot("verify", address, **settings).returncode == Exit.OK
    assert run_bot("copy", address, str(tmp_path / "copy.sqlite3"), **settings).returncode == Exit.OK
    assert "nothing is changed" in run_bot("restore", address, **settings).stderr  # as a bot has used it: it was let in


async def test_a_wrong_password_is_not_shown(server: Server, tmp_path: Path) -> None:
    address = server.address(await guarded(server), "guarded")
    for words in (["verify", address], ["restore", address], ["copy", address, str(tmp_path / "copy.sqlite3")]):
        done = run_bot(*words, PGPASSWORD="wr0ng", PARTERRE_DATABASE=str(tmp_path / "x.sqlite3"), PARTERRE_LOG="DEBUG")
        assert done.returncode == Exit.NOT_LET_IN
        assert "wr0ng" not in done.stdout + done.stderr
        assert done.stderr.count("\n") == 1


async def test_backup_on_a_server_names_pg_dump_instead(server: Server, tmp_path: Path) -> None:
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        done = run_bot(command, str(tmp_path / "copy"), PARTERRE_DATABASE=server.address("games", f"guarded:{SECRET}"))
        assert (done.returncode, done.stderr.count("\n")) == (Exit.CONFIGURATION, 1)
        assert instead in done.stderr
        assert SECRET not in done.stderr


def test_a_command_line_that_is_not_understood_shows_no_password() -> None:
    done = run_bot("verify", "a", f"postgresql://parterre:{SECRET}/@host/games", f"postgresql://host/games?password={SECRET}")
    assert done.returncode == Exit.USAGE
    assert "unrecognized arguments: postgresql://parterre:…@host/games" in done.stderr
    assert SECRET not in done.stderr
    assert SECRET not in run_bot("--help", PARTERRE_DATABASE=f"postgresql://parterre:{SECRET}@host/games").stdout


OWN = "postgresql://parterre:own@host:5433/games"


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("postgresql://parterre@host:5433/new", "postgresql://parterre:own@host:5433/new"),
        ("postgresql://parterre:other@host:5433/new", "postgresql://parterre:other@host:5433/new"),
        ("postgresql://ada@host:5433/new", "postgresql://ada@host:5433/new"),
        ("postgresql://parterre@host/new", "postgresql://parterre@host/new"),
        ("postgresql://parterre@other:5433/new", "postgresql://parterre@other:5433/new"),
        ("postgresql://parterre@[host:5433/new", "postgresql://parterre@[host:5433/new"),
    ],
)
def test_own_password_goes_to_own_server_alone(monkeypatch: pytest.MonkeyPatch, address: str, found: str) -> None:
    monkeypatch.delenv("PGPASSWORD", raising=False)
    assert with_known_password(address, OWN) == found
    assert with_known_password(Path("x.sqlite3"), OWN) == Path("x.sqlite3")
    monkeypatch.setenv("PGPASSWORD", "set")
    assert with_known_password(address, OWN) == address


def test_text_without_passwords() -> None:
    assert without_passwords(f"no {OWN} and none") == "no postgresql://parterre:…@host:5433/games and none"
    assert without_passwords("table:3 a@b") == "table:3 a@b"
