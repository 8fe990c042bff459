"""Run the sandbox alone: `python -m sandbox --port 8080 --token-file FILE --record FILE --clock FILE`."""

import argparse
import asyncio
import contextlib
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

from .server import Sandbox
from .world import make_token

PORT_IN_USE, CONFIGURATION = 69, 78  # the status to end with, as of bot.py


def refuse(sentence: str, status: int) -> NoReturn:
    """End the program with a sentence."""
    print(sentence, file=sys.stderr)
    sys.exit(status)


def read_token(path: Path) -> str:
    """Return the token in a file; write a new one there if there is none. Never print it."""
    try:
        return path.read_text(encoding="utf-8-sig").strip() if path.exists() else _new_token(path)
    except OSError as error:
        refuse(f"The token file {path} cannot be used ({error.strerror}). Name another one by --token-file.", CONFIGURATION)
    except UnicodeDecodeError:
        refuse(f"The token file {path} is not written in UTF-8. Name another one by --token-file.", CONFIGURATION)


def _new_token(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    token = make_token()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(token + "\n")
    return token


async def run(options: argparse.Namespace) -> None:
    """Serve until interrupted."""
    token = read_token(options.token_file)
    try:
        listening = socket.create_server((options.host, options.port))
    except OSError as error:
        refuse(f"Port {options.port} is not free ({error.strerror}). Choose another one by --port.", PORT_IN_USE)
    sandbox = await Sandbox.start(record=options.record, token=token, listening=listening, clock=options.clock)
    sandbox.world.session_starts.recommended = options.shards
    print(f"page               {sandbox.page}")
    print(f"PARTERRE_API       {sandbox.api}")
    print(f"PARTERRE_GATEWAY   {sandbox.gateway}")
    if options.clock:
        print(f"PARTERRE_CLOCK     {options.clock}")
    print(f"the bot's token is in {options.token_file}", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await sandbox.close()


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description="A local stand-in for Discord.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: loopback only)")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (default: 8080)")
    parser.add_argument("--shards", type=int, default=1, help="number of shards to recommend to the bot (default: 1)")
    parser.add_argument("--record", type=Path, help="write every request to this file, as JSON Lines")
    parser.add_argument(
        "--token-file",
        type=Path,
        default=Path("var/sandbox-token.txt"),
        help="file with the token; created at the start if it is missing",
    )
    parser.add_argument("--clock", type=Path, help="file that tells the bot how many seconds the clock is ahead")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
