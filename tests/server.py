"""Run a PostgreSQL server for tests, as a user without rights, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from bench.live.processes import below

ON_SERVER = os.environ.get("PARTERRE_TESTS_ON") == "postgres"  # whatever works on both engines is tried on this one
INSTALLED = Path("/usr/lib/postgresql")  # by version, as Debian has it
ORDINARY = ("postgres", "nobody")  # as whom it runs where the tests are root's, which a server refuses to be
SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    "wal_writer_delay=10s",  # nothing but a COMMIT is written at once, so that a crash loses the rest
)
UNTIL_EOF = '"$@" & server=$!; read -r how; kill -"${how:-QUIT}" $server; wait $server'  # nobody leaves a server behind
# Tables that no migration makes: the number of the schema, and the processes with their last jobs and roles.
DRIVER_TABLES = {"parterre", *(f"parterre_{name}" for name in ("jobs", "processes", "roles", "turns"))}
EMPTY = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = current_database() AND pid != pg_backend_pid();
           DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', tablename), ', ') || ' RESTART IDENTITY'
             FROM pg_tables WHERE schemaname = 'public' AND tablename != 'parterre'); END $$"""


def program(name: str) -> str | None:
    """Return the path of a program of PostgreSQL; None if it is not installed."""
    found = sorted(INSTALLED.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(found[-1]) if found else shutil.which(name)


# What is tried with dumps; `.ci/run` says if it is not.
TOOLS = pytest.mark.skipif(
    ON_SERVER and not all(map(program, ("pg_dump", "pg_restore"))),
    reason="NOT CHECKED: going back to a dump of a server; there is no pg_dump or pg_restore",
)


def _ordinary() -> str | None:
    """Return the user that runs the server if root runs the tests, else None."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ORDINARY if name in known)


GUARDED_PASSWORD = "s3cret"  # of the role ``guarded``, which no address without it lets in
MAKE_GUARDED_ROLE = f"""DO $$ BEGIN CREATE ROLE guarded LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
    ALTER ROLE guarded PASSWORD '{GUARDED_PASSWORD}'"""


class Server:
    """Run one cluster, for one worker's tests."""

    def __init__(self, settings: Sequence[str] = SETTINGS) -> None:
        self._user = _ordinary()
        self._settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.run("initdb", "-D", str(self.folder / "data"), "-U", "parterre", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all guarded scram-sha-256\n{rules.read_text()}")

    @property
    def pid(self) -> int:
        """Return the id of the process above all processes of the running server."""
        assert self._process is not None
        return self._process.pid

    def run(self, name: str, *words: str) -> str:
        """Run a program of PostgreSQL on the server; return its output."""
        path = program(name)
        assert path is not None, f"{name} of PostgreSQL is not installed"
        env = {"PATH": os.environ["PATH"], "PGHOST": str(self.folder), "PGUSER": "parterre"}
        done = subprocess.run([path, *words], user=self._user, cwd="/", env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def start(self) -> None:
        """Start it, and wait until it answers."""
        path = program("postgres")
        assert path is not None
        settings = [word for setting in (*self._settings, f"unix_socket_directories={self.folder}") for word in ("-c", setting)]
        words = ["sh", "-c", UNTIL_EOF, "sh", path, "-D", str(self.folder / "data"), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(words, user=self._user, cwd="/", stdin=subprocess.PIPE, stdout=log, stderr=log)
        ready = program("pg_isready")
        assert ready is not None
        try:
            while subprocess.run([ready, "-q", "-h", str(self.folder), "-U", "parterre"], check=False).returncode:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)
        except BaseException:
            self.stop("QUIT")  # one that begins may not hear of anything milder
            raise

    def stop(self, how: str = "INT") -> None:
        """Stop it by a signal: INT closes connections and ends in good order, QUIT ends as a power cut would."""
        if self._process is not None:
            self._process.communicate(how.encode())
            self._process = None

    @contextmanager
    def hanging(self) -> Generator[None]:
        """Stop all its processes (SIGSTOP) while the context lasts."""
        try:
            self._signal(signal.SIGSTOP)
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        for process in below(self.pid):
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def remove(self) -> None:
        """Stop it and delete its folder."""
        self.stop("QUIT")
        shutil.rmtree(self.folder)

    def address(self, database: str, user: str = "parterre", folder: Path | None = None) -> str:
        """Return the address of a database, reached by the socket in this folder."""
        return f"postgresql://{user}@/{database}?host={quote(str(folder or self.folder), safe='')}"

    def sql(self, text: str, database: str = "postgres") -> str:
        """Run SQL; return the result as text."""
        return self.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", text).strip()

    def new(self) -> str:
        """Make an empty database without a schema; return its name."""
        name = f"games{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0")
        return name

    def empty(self, database: str) -> None:
        """Close all connections to a database and delete all rows; the tables stay."""
        self.sql(EMPTY, database)
