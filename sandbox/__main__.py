"""Run the sandbox alone: `python -m sandbox --port 8080 --token-file FILE --record FILE --clock FILE`."""

import argparse
import asyncio
import contextlib
import os
from pathlib import Path

from .server import Sandbox
from .world import make_token


def read_token(path: Path) -> str:
    """The token in a file; a new one is written there when there is none. It is never printed."""
    if path.exists():
        return path.read_text(encoding="utf-8").strip()
    token = make_token()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(token + "\n")
    return token


async def run(options: argparse.Namespace) -> None:
    """Serve until interrupted."""
    token = read_token(options.token_file)
    sandbox = await Sandbox.start(options.host, options.port, options.record, token=token, clock=options.clock)
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
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--record", type=Path, help="write every request to this file, as JSON Lines")
    parser.add_argument("--token-file", type=Path, default=Path("var/sandbox-token.txt"), help="read or made at the start")
    parser.add_argument("--clock", type=Path, help="keep the seconds that the clock is ahead in this file, for the bot")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
