"""Offer the developer tools of the page: restart the bot, cut connections, plant faults, move the clock, read requests."""

import asyncio
import json
import math
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from .client import Person
from .faults import Fault, rate_limited
from .guild_handle import GuildHandle
from .kinds import DM, THREADS, Json
from .limits_commands import LOCALES
from .live_actions import Tool
from .live_state import offered_locales
from .mailbox import delete
from .permissions import BITS, BOT
from .rest import PREFIX
from .supervisor import Supervisor
from .words import Said, UserError
from .world import BOT_ID, World

SHOWN = 50  # requests at a time
CHECK_SECONDS = 120
RETRY_SECONDS = 2.0
SLOW_SECONDS = 5.0
METHODS = ("*", "GET", "POST", "PUT", "PATCH", "DELETE")
SECRET = re.compile(r"(/interactions/\d+/|/webhooks/\d+/)[^/\s\"]+")
PERMISSIONS = [name for name, bit in BITS.items() if bit & BOT]
FAULTS: dict[str, Json] = {  # each told by the word "fault_KEY"
    "50013": {"code": 50013},
    "10003": {"code": 10003},
    "10008": {"code": 10008},
    "429": {},
    "500": {"status": 500, "body": {"message": "500: Internal Server Error", "code": 0}},
    "503": {"code": 130000},
    "lost": {"lose": True},
    "slow": {"delay": SLOW_SECONDS},
}


def masked(text: str) -> str:
    """Return a path, or any text with paths, without the tokens that answer interactions."""
    return SECRET.sub(r"\1…", text)


class Controls(Protocol):
    """Name the parts of a sandbox that its tools use."""

    world: World
    bot: Supervisor | None
    checker: Path | None

    @property
    def connected(self) -> bool:
        """Return whether a bot is connected to the gateway."""
        ...

    @property
    def requests(self) -> list[Json]:
        """Return all requests so far, in the record format."""
        ...

    def advance(self, seconds: float) -> None:
        """Move the clock of the world forward."""
        ...

    async def disconnect(self, code: int = 4000, *, resumable: bool = True) -> None:
        """Close the connections of the gateway with this code; the bot may resume its session or not."""
        ...


class Tools:
    """Carry out the tools of a sandbox on the page of one guild.

    Each takes and gives a JSON object, and raises `UserError` where it cannot be done.
    """

    def __init__(self, sandbox: Controls, handle: GuildHandle) -> None:
        self._sandbox = sandbox
        self._handle = handle
        self._world = sandbox.world

    def named(self) -> dict[str, Tool]:
        """Return all tools by name. Tools for the bot's process are included only if the sandbox started the bot."""
        found: dict[str, Tool] = {
            "state": self.state,
            "cut": self.cut,
            "fail": self.fail,
            "faults": self.faults,
            "advance": self.advance,
            "language": self.language,
            "member": self.member,
            "permissions": self.permissions,
            "archive": self.archive,
            "lock": self.lock,
            "delete": self.delete,
            "requests": self.requests,
            "conformance": self.conformance,
        }
        if self._sandbox.bot is not None:
            found |= {"restart": self.restart, "kill": self.kill}
        return {f"tool.{name}": tool for name, tool in found.items()}

    async def state(self, _: Json) -> Json:
        """Return the objects that the tools can be used on, and their settings."""
        world, bot, offered = self._world, self._sandbox.bot, offered_locales(self._world)
        people, members = self._handle.people.values(), self._handle.guild.members
        places = [channel for channel in world.channels_of(self._handle.guild) if channel["type"] != DM]
        return {
            "tools": sorted(self.named()),
            "connected": self._sandbox.connected,
            "pid": bot.pid if bot else None,
            "ahead": world.ahead,
            "people": [{"name": p.name, "locale": p.locale, "member": p.id in members} for p in people],
            "locale": self._handle.locale,
            "locales": [*offered, *sorted(LOCALES.difference(offered))],
            "places": [self._place(channel) for channel in places],
            "permissions": PERMISSIONS,
            "presets": {key: [f"fault_{key}", SLOW_SECONDS] for key in FAULTS},
            "methods": METHODS,
            **await self.faults({}),
        }

    def _place(self, channel: Json) -> Json:
        thread: Json = channel.get("thread_metadata") or {"archived": False, "locked": False}
        lacking = [name for name in PERMISSIONS if not self._world.allowed(BOT_ID, channel, name)]
        kind: Json = {"thread": channel["type"] in THREADS, "archived": thread["archived"], "locked": thread["locked"]}
        return {"id": channel["id"], "name": channel["name"], "lacking": lacking, **kind}

    # -- the bot --------------------------------------------------------------------------

    async def restart(self, _: Json) -> Json:
        """End the bot in good order and start it again."""
        assert self._sandbox.bot is not None
        await self._sandbox.bot.restart()
        return {}

    async def kill(self, _: Json) -> Json:
        """End the bot as a power cut would."""
        assert self._sandbox.bot is not None
        self._sandbox.bot.kill()
        return {}

    async def cut(self, data: Json) -> Json:
        """Close the gateway connection; `resumable` or not."""
        await self._sandbox.disconnect(4000, resumable=bool(data.get("resumable", True)))
        return {}

    # -- faults ---------------------------------------------------------------------------

    async def fail(self, data: Json) -> Json:
        """Let the next `times` requests with this `method` and `path` (a regex) meet with the fault `preset`.

        :raises UserError: for an unknown fault or method, a bad count, or a bad path.
        """
        key, method, path = str(data.get("preset")), str(data.get("method") or "*"), str(data.get("path") or "")
        times = _number(data, "times", 1)
        if key not in FAULTS or method not in METHODS:
            raise UserError("noFault")
        if not 1 <= times <= 1000:
            raise UserError("faultCount")
        try:
            re.compile(path)
        except re.error as error:
            raise UserError("badPath", str(error)) from error
        if key == "429":
            fault = rate_limited(method, path, times=int(times), retry_after=RETRY_SECONDS, via=True)
        else:
            fault = Fault(method, path, int(times), **FAULTS[key])
        self._world.faults.add(fault)
        return await self.faults({})

    async def faults(self, data: Json) -> Json:
        """Return the faults that wait for requests; with `clear`, remove them first."""
        if data.get("clear"):
            self._world.faults.clear()
        return {"faults": [{**asdict(fault), "what": _told(fault)} for fault in self._world.faults.waiting]}

    # -- time, people and places ----------------------------------------------------------

    async def advance(self, data: Json) -> Json:
        """Move the clock forward by `minutes`, `hours` and `days`."""
        units = {"minutes": 60, "hours": 3600, "days": 86_400}
        self._sandbox.advance(sum(_number(data, unit, 0) * seconds for unit, seconds in units.items()))
        return {"ahead": self._world.ahead}

    async def language(self, data: Json) -> Json:
        """Let the client of `person` speak `locale`; without a person, the server."""
        who = self._person(data) if data.get("person") else self._handle
        who.locale = str(data.get("locale"))
        return {}

    async def member(self, data: Json) -> Json:
        """Let `person` leave the server, or come back if `member`."""
        person = self._person(data)
        (person.join if data.get("member") else person.leave)()
        return {}

    async def permissions(self, data: Json) -> Json:
        """Allow (True), deny (False) or leave open (None) the bot a `permission` in `place`.

        :raises UserError: when there is no such permission.
        """
        name = str(data.get("permission"))
        if name not in PERMISSIONS:
            raise UserError("noPermission", name)
        allow = data.get("allow")
        channel = self._handle.place(str(data.get("place")))
        home = channel.get("parent_id") or channel["id"]
        self._handle.permit(home, **{name: None if allow is None else bool(allow)})
        return {}

    async def archive(self, data: Json) -> Json:
        """Archive the thread `place`, or open it again."""
        return self._set_thread(data, archived=bool(data.get("archived", True)))

    async def lock(self, data: Json) -> Json:
        """Lock the thread `place`, or unlock it."""
        return self._set_thread(data, locked=bool(data.get("locked", True)))

    def _set_thread(self, data: Json, **changes: bool) -> Json:
        place = self._handle.place(str(data.get("place")))
        now: Json = place.get("thread_metadata") or {"archived": False, "locked": False}
        self._handle.archive(place["id"], **{"archived": now["archived"], "locked": now["locked"], **changes})
        return {}

    async def delete(self, data: Json) -> Json:
        """Delete of `place` a `message` by its id, the `newest` one, or the `whole` channel or thread: exactly one of them.

        :raises UserError: when not exactly one of them is given, or there is no such message.
        """
        place = self._handle.place(str(data.get("place")))
        box = self._world.messages[place["id"]]
        named, newest, whole = str(data.get("message") or "").strip(), bool(data.get("newest")), bool(data.get("whole"))
        if (bool(named), newest, whole).count(True) != 1:
            raise UserError("deleteWhat")
        if whole:
            self._handle.delete_channel(place["id"])
            return {}
        message = box.get(named) if named else next(reversed(box.values()), None)
        if message is None:
            raise UserError("noMessage")
        delete(self._world, message)
        return {}

    def _person(self, data: Json) -> Person:
        asked = str(data.get("person"))
        for person in self._handle.people.values():
            if asked in (person.name, person.id):
                return person
        raise UserError("onlyPeople")

    # -- requests -------------------------------------------------------------------------

    async def requests(self, data: Json) -> Json:
        """Return the newest requests with all words of `match`, before the one numbered `before`; or all of the one `number`.

        :raises UserError: when there is no request with this number.
        """
        recorded = self._sandbox.requests
        if data.get("number") is not None:
            number = int(_number(data, "number", 0))
            if not 0 <= number < len(recorded):
                raise UserError("noRequest")
            return json.loads(masked(json.dumps({**recorded[number], "number": number})))
        before = min(int(_number(data, "before", len(recorded))), len(recorded))
        words = str(data.get("match") or "").lower().split()
        found: list[Json] = []
        for number in range(before - 1, -1, -1):
            line = _line(recorded[number]).lower()
            if all(word in line for word in words):
                found.append(_row(number, recorded[number]))
            if len(found) == SHOWN:
                break
        return {"total": len(recorded), "requests": found}

    async def conformance(self, _: Json) -> Json:
        """Return the findings of the checker of recorded requests.

        :raises UserError: when there is no checker, or it takes too long.
        """
        checker = self._sandbox.checker
        if checker is None or not checker.exists():
            raise UserError("noChecker")
        lines = "".join(json.dumps(entry) + "\n" for entry in self._sandbox.requests)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(checker), "-", stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.STDOUT
        )
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                said, _nothing = await process.communicate(lines.encode())
        except TimeoutError:
            process.kill()
            await process.wait()
            raise UserError("slowChecker", CHECK_SECONDS) from None
        return {"clean": process.returncode == 0, "text": masked(said.decode(errors="replace"))}


def tools(sandbox: Controls, handle: GuildHandle) -> dict[str, Tool]:
    """Return the tools of a sandbox by name, for the page of one guild."""
    return Tools(sandbox, handle).named()


def _number(data: Json, key: str, default: float) -> float:
    given: Any = data.get(key)
    try:
        number = default if given is None or given == "" else float(given)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise UserError("badNumber", key)
    return number


def _told(fault: Fault) -> Said:
    if fault.lose:
        return ["fault_lost"]
    return ["asIs", f"{fault.answer[0]} {fault.answer[1]['message']}"] if fault.answer else ["fault_slow", fault.delay]


def _line(entry: Json) -> str:
    return f"{entry['method']} {_path(entry)} {entry['status']}"


def _path(entry: Json) -> str:
    return masked(entry["path"].removeprefix(PREFIX))


def _row(number: int, entry: Json) -> Json:
    times: Json = {"at": entry["_at"], "seconds": entry["_seconds"]}
    return {"number": number, "method": entry["method"], "path": _path(entry), "status": entry["status"], **times}
