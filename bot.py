"""Run Parterre on Discord or on the local sandbox, or carry out a sub-command."""

# Imports that only one way of running needs stand in its function, so that the sandbox starts quickly.

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from dotenv import load_dotenv

from cogs import VERSION
from cogs.operations.exits import CannotStart, Exit
from cogs.operations.logs import set_up_logging as set_up_logs
from cogs.operations.settings import log_format, log_level
from cogs.operations.settings_file import settings_text
from db.address import parse_address, with_known_password, without_passwords

if TYPE_CHECKING:
    from sandbox.server import Sandbox

ROOT = Path(__file__).resolve().parent
SANDBOX_FOLDER = Path("var/sandbox")  # of its database
CHECKER = ROOT.parent / "shared" / "discord" / "conformance.py"
SHUTDOWN_SECONDS = 20.0  # for an orderly end after standard input has ended
COMMANDS = {  # by name: its argument, the type of that, and its help
    "backup": ("FILE", Path, "copy the database to a new file, even while the bot runs"),
    "verify": (
        "DATABASE",
        parse_address,
        "check a copy or postgresql://…: replay its games and compare the results",
    ),
    "restore": (
        "COPY",
        parse_address,
        "replace the database by a copy and keep the former one; for postgresql://…, continue after pg_restore; "
        "no bot may run meanwhile",
    ),
}
CLICK_SECONDS = 1.5  # of the demonstration, at speed 1


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Await the work, and cancel it on SIGTERM or Ctrl+C.

    Several signals cancel it once only: a second cancellation would interrupt its cleanup.

    :raises asyncio.CancelledError: when the work was cancelled.
    """
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows has no such signals
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    working = asyncio.ensure_future(work)
    while not working.done():
        try:
            await asyncio.wait({working})
        except asyncio.CancelledError:
            if not working.cancelling():
                working.cancel()
    await working


def end_with_parent() -> None:
    """Block until standard input ends, as it does when the parent process is gone; then stop this process.

    Send SIGTERM, and exit with `Exit.FAILED` if it still runs `SHUTDOWN_SECONDS` later.
    """
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SHUTDOWN_SECONDS)
    os._exit(Exit.FAILED)


def database_address() -> Path | str:
    """Return the database of the settings: a file, or an address ``postgresql://…``."""
    return parse_address(os.environ.get("PARTERRE_DATABASE") or "var/parterre.sqlite3")


def serve_discord(token: str, *, standby: bool, ahead: bool) -> Coroutine[Any, Any, None]:
    """Return the bot's run on Discord, to be awaited.

    :param standby: wait while another process uses the file of the database, then take over.
    :param ahead: bring a server's database up to date although other processes use it.
    """
    from cogs.run import serve

    return serve(token, database_address(), standby=standby, ahead=ahead)


async def serve_sandbox(asked: argparse.Namespace) -> None:
    """Run the sandbox with its page, and the bot on it. Both start empty: the sandbox keeps nothing of earlier runs.

    :raises CannotStart: if another process uses the port or the folder (nothing is deleted then), or a game is unknown.
    """
    from cogs.operations.folder import claim_folder
    from sandbox.local import DATABASE, FORGOTTEN, serve

    try:
        listening = socket.create_server(("127.0.0.1", asked.port))
    except OSError as error:
        sentence = f"Port {asked.port} is not free ({error.strerror}). Start bot.py with --port N, or --port 0 for a free one."
        raise CannotStart(sentence, Exit.PORT_IN_USE) from error
    program = [sys.executable, str(ROOT / "bot.py"), "--until-eof"]
    checker = CHECKER if CHECKER.exists() else None
    demo = partial(show_demo, asked) if asked.demo else None
    with listening, claim_folder(SANDBOX_FOLDER, DATABASE, FORGOTTEN) as folder:
        await serve(program, os.environ, folder, listening, checker=checker, then=demo)


async def show_demo(asked: argparse.Namespace, sandbox: Sandbox) -> None:
    """Play the games of a demonstration.

    :raises CannotStart: when the bot does not offer one of them.
    """
    from sandbox.demo import Demo, UnknownGame, play

    seed = os.environ.get("PARTERRE_SEED", "")
    demo = Demo(CLICK_SECONDS / asked.speed, tuple(asked.game), int(seed) if seed.isdecimal() else None, asked.once)
    try:
        await play(sandbox, demo)
    except UnknownGame as error:
        raise CannotStart(str(error), Exit.FAILED) from error


def run_command(asked: argparse.Namespace) -> int:
    """Carry out a sub-command and return the exit status."""
    from cogs.copying import copy
    from cogs.processes import list_processes
    from cogs.upkeep import carry_out

    if asked.command == "processes":
        return asyncio.run(list_processes(database_address(), as_json=asked.json))
    if asked.command == "copy":
        return copy(*(with_known_password(each, database_address()) for each in (asked.source, asked.target)))
    if asked.command not in ("results", "ratings"):
        asked.file = with_known_password(asked.file, database_address())
    return carry_out(asked, database_address())


def speed(word: str) -> float:
    """Read a number above 0.

    :raises argparse.ArgumentTypeError: if it is not above 0.
    """
    number = float(word)
    if not number > 0:
        raise argparse.ArgumentTypeError("a number above 0 is expected")
    return number


def port(word: str) -> int:
    """Read a port number; 0 stands for a free port.

    :raises argparse.ArgumentTypeError: if it is not from 0 to 65535.
    """
    number = int(word)
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError("a number from 0 to 65535 is expected")
    return number


class Parser(argparse.ArgumentParser):
    """A parser whose error messages hide the passwords of addresses."""

    def error(self, message: str) -> NoReturn:
        super().error(without_passwords(message))


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line, or these words.

    :raises SystemExit: after help, the version, or a usage error.
    """
    parser = Parser(prog="bot.py", description="Parterre, a Discord bot for garden board games.")
    parser.add_argument("--version", action="version", version=f"Parterre {VERSION}")
    parser.add_argument("--check", action="store_true", help="check the installation, then stop; needs no token")
    parser.add_argument("--json", action="store_true", help="with --check: print the findings as JSON")
    parser.add_argument("--sandbox", action="store_true", help="run on the local sandbox even if a token is set")
    parser.add_argument("--discord", action="store_true", help="run on Discord or not at all, for supervisors; needs a token")
    parser.add_argument("--port", type=port, default=8765, help="port of the sandbox's page; 0 picks a free one (default: 8765)")
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends, for a parent process")
    parser.add_argument(
        "--standby", action="store_true", help="wait while another bot uses the file; on a server this goes without saying"
    )
    parser.add_argument(
        "--migrate-now", action="store_true", help="bring a server's database up to date although other processes use it"
    )
    _add_demonstration(parser)
    _add_commands(parser)
    return parser.parse_args(words)


def _add_demonstration(parser: Parser) -> None:
    """Add the options of the demonstration."""
    demo = parser.add_argument_group("demonstration", "show one whole game of each kind on the sandbox, played by the program")
    demo.add_argument("--demo", action="store_true", help="run the demonstration; the page stays open until Ctrl+C")
    demo.add_argument("--game", action="append", default=[], metavar="KEY", help="play only this game; may be repeated")
    demo.add_argument(
        "--speed", type=speed, default=1.0, help=f"speed; 1 is a click every {CLICK_SECONDS:g} s, 2 is twice as fast (default: 1)"
    )
    demo.add_argument("--once", action="store_true", help="play without pauses and stop after the games")


def _add_commands(parser: Parser) -> None:
    """Add the sub-commands."""
    commands = parser.add_subparsers(
        dest="command",
        metavar="COMMAND",
        title="database commands",
        description="work on the database instead of running the bot",
    )
    for name, (metavar, kind, about) in COMMANDS.items():
        commands.add_parser(name, help=about, description=about).add_argument("file", type=kind, metavar=metavar)
    about = "compare the stored results of ended games with the games; without --rebuild nothing is changed"
    results = commands.add_parser("results", help=about, description=about)
    results.add_argument("--rebuild", action="store_true", help="store the results of the games; no bot may run meanwhile")
    about = "compute the ratings from the stored results and compare them; without --recompute nothing is changed"
    ratings = commands.add_parser("ratings", help=about, description=about)
    ratings.add_argument("--recompute", action="store_true", help="store the computed ratings; no bot may run meanwhile")
    about = "copy everything from one database to an empty one: files, or postgresql://…"
    copy = commands.add_parser("copy", help=about, description=about)
    copy.add_argument("source", type=parse_address, metavar="SOURCE")
    copy.add_argument("target", type=parse_address, metavar="TARGET")
    about = "list the processes that share the games on a PostgreSQL server, and their roles; fail if one is missing or silent"
    processes = commands.add_parser("processes", help=about, description=about)
    processes.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the list as JSON")


def exit_on_signal(*_: object) -> None:
    """Exit on a SIGTERM that arrives before the bot runs.

    The first process of a container ignores signals that it has no handler for.
    """
    sys.exit(Exit.OK)


def inspect(asked: argparse.Namespace) -> int:
    """Check the installation or carry out a sub-command, and return the exit status.

    :raises CannotStart: if a database cannot be used.
    """
    from db.errors import Unusable

    set_up_logs(logging.WARNING)  # print findings and nothing else
    try:
        if asked.check:
            from cogs.check import check_everything

            return asyncio.run(check_everything(database_address(), as_json=asked.json))
        return run_command(asked)
    except Unusable as error:
        raise CannotStart.by(error) from error


def run(asked: argparse.Namespace) -> int:
    """Run the bot, a check or a sub-command, and return the exit status.

    :raises CannotStart: if settings, port, folder or database prevent it.
    """
    if asked.check or asked.command:
        return inspect(asked)
    set_up_logs(log_level(), log_format())
    signal.signal(signal.SIGTERM, exit_on_signal)
    if asked.until_eof:
        threading.Thread(target=end_with_parent, daemon=True).start()
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    discord = bool(token) and not (asked.sandbox or asked.demo)
    if asked.discord and not discord:
        raise CannotStart("There is no DISCORD_TOKEN. Copy it from the developer portal into the settings.")
    on_discord = partial(serve_discord, token, standby=asked.standby, ahead=asked.migrate_now)
    asyncio.run(until_stopped(on_discord() if discord else serve_sandbox(asked)))
    return Exit.OK


def main() -> int:
    """Read the settings and the command line, run, and return the exit status.

    Print the reason to standard error if the bot cannot start.
    """
    try:
        load_dotenv(stream=StringIO(settings_text(ROOT)))
        return run(arguments())
    except CannotStart as error:
        print(error, file=sys.stderr)
        return error.code
    except (KeyboardInterrupt, asyncio.CancelledError):
        return Exit.OK


if __name__ == "__main__":
    sys.exit(main())
