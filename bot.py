"""Parterre: reads the settings, opens the database, loads the cogs, runs."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sys
from pathlib import Path
from random import Random

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from dotenv import load_dotenv

from cogs.house import House
from db.connection import TooNew
from db.store import Store
from host.tables import Tables

log = logging.getLogger("parterre")


def point_at(api: str, gateway: str) -> None:
    """Talk to another server that speaks Discord's API."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def dealer(token: str) -> Random | None:
    """A dealer who draws the same in every game, for tests and demonstrations; never on Discord itself."""
    seed = os.environ.get("PARTERRE_SEED", "")
    elsewhere = os.environ.get("PARTERRE_API") or not token
    return Random(int(seed)) if seed.isdecimal() and elsewhere else None


async def serve(token: str, database: Path, random: Random | None) -> None:
    """Run the bot until it is stopped."""
    store = await Store.open(database)
    limit = int(os.environ.get("PARTERRE_TABLES") or 200)
    house = House(Tables(store, limit, random), database.with_suffix(".commands"))
    try:
        async with house:
            await house.start(token)
    finally:
        await store.close()


async def serve_on_sandbox(folder: Path, port: int) -> None:
    """Run the bot on the local stand-in for Discord, with its page; both begin with nothing, as the sandbox forgets, too."""
    from sandbox.server import Sandbox

    shutil.rmtree(folder, ignore_errors=True)
    sandbox = await Sandbox.start(port=port)
    point_at(sandbox.api, sandbox.gateway)
    print(f"No DISCORD_TOKEN is set: this is the sandbox. Play at {sandbox.page}", flush=True)
    try:
        await serve(sandbox.token, folder / "parterre.sqlite3", dealer(""))
    finally:
        await sandbox.close()


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bot.py", description="Parterre, a Discord bot for garden board games.")
    parser.add_argument("--check", action="store_true", help="look whether everything is in place, and stop; needs no token")
    parser.add_argument("--json", action="store_true", help="with --check: print the findings as JSON")
    parser.add_argument("--sandbox", action="store_true", help="run on the local sandbox even if a token is set")
    parser.add_argument("--port", type=int, default=8765, help="of the sandbox's page (default: 8765)")
    return parser.parse_args(words)


def main() -> int:
    load_dotenv()
    asked = arguments()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    discord.utils.setup_logging(level=logging.getLevelNamesMapping().get(os.environ.get("PARTERRE_LOG", ""), logging.INFO))
    if asked.check:
        from cogs.check import report

        return asyncio.run(report(as_json=asked.json))
    if os.environ.get("PARTERRE_API"):
        point_at(os.environ["PARTERRE_API"], os.environ["PARTERRE_GATEWAY"])
    database = Path(os.environ.get("PARTERRE_DATABASE") or "var/parterre.sqlite3")
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    try:
        if token and not asked.sandbox:
            asyncio.run(serve(token, database, dealer(token)))
        else:
            asyncio.run(serve_on_sandbox(Path("var/sandbox"), asked.port))
    except KeyboardInterrupt:
        return 0
    except TooNew as error:
        print(error, file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("Discord does not know this DISCORD_TOKEN. Copy it again from the developer portal.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
