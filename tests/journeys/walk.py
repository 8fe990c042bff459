"""Walk past every sentence of the bot, in any language: by the ids of buttons and menus, as their labels are unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import cast

from sandbox.answer import Answer
from sandbox.client import Person
from sandbox.kinds import Json
from sandbox.modals import fields
from tests.journeys.clocks import Clocks
from trials.journey import Journey
from trials.player import press

Given = tuple[str, dict[str, object]]
DATA = re.compile(r"(?<!`)`[^`\n]+`(?!`)|<[^>]*>|\(https?://\S+\)")  # what is typed, mentions and addresses
UNTOLD = re.compile(r"/commands$|/emojis(/\d+)?$|/@me$")  # what is told there is told to nobody in a language
TOLD = ("content", "label", "placeholder", "description", "title")
LOOKING: tuple[Given, ...] = (
    ("board", {}),
    ("board", {"text": True}),
    ("rules", {}),
    ("move", {"move": "zrkl"}),
    ("turns", {}),
    ("log", {}),
    ("settings", {}),
    ("help", {}),
    ("game list", {}),
)
MISTAKES: tuple[Given, ...] = (
    *(("settings", {"quiet": hours}) for hours in ("zrkl", "8-25", "06:00-23:00")),
    *(("settings", {"away": days}) for days in ("2020-01-01", "zrkl")),
    ("settings", {"zone": "zrkl"}),
    ("game new", {"game": "zrkl"}),
    *((f"game {name}", {}) for name in ("join", "leave", "start", "cancel", "end")),
    *((name, {"table": 999}) for name in ("board", "log", "undo", "pause", "resign")),
)
COMPLETED = (("settings", "zone", "berlin"), ("settings", "quiet", "22"), ("settings", "away", ""), ("game new", "game", ""))
COPY = "g1:copy"  # shows moves as they are typed
CHANGES = (
    "b1:move",
    "b1:takeback",
    "b1:undo",
    "n1",
    "p1",
    "v1:pause",
    "v1:offer",
    "v1:resign",
    "v1:end:",
    "v1:back",
    "q1",
    "s1:ended",
    "l1",
)


def sent(requests: Iterable[Json]) -> list[str]:
    """Return the lines that these requests show to people, without typed words, mentions and addresses."""
    lines = [line for each in requests if not UNTOLD.search(each["path"]) for line in told(each["body"])]
    return [DATA.sub(" ", line.replace("\\", "")) for line in lines]


def told(message: object) -> list[str]:
    """Return the texts of a message, form or completion, with the alt texts of pictures, and the name of a thread."""
    if isinstance(message, dict):
        parts = cast("dict[str, object]", message)
        here = [value for key, value in parts.items() if key in TOLD and isinstance(value, str)]
        if parts.keys() & {"value", "auto_archive_duration"}:
            here.append(str(parts.get("name", "")).removesuffix(str(parts.get("value", ""))))  # what may be typed on
        return here + told(list(parts.values()))
    return [line for part in cast("list[object]", message) for line in told(part)] if isinstance(message, list) else []


def harmless(shown: Answer) -> Iterator[str]:
    """Yield the ids of enabled buttons that change no table."""
    yield from (each.custom_id for each in shown.buttons if not each.disabled and not each.custom_id.startswith((*CHANGES, COPY)))


async def choose_all(person: Person, panel: Answer) -> None:
    """Choose the last and the first option of each menu, except languages."""
    for menu in panel.selects:
        if not menu.custom_id.startswith(("l1:language", "m1:language", "s1:language", "v1:language")):
            for _, value in menu.options[-1:] + menu.options[:1]:
                await person.press(menu.custom_id, panel, values=[value])


async def submit_all(person: Person, panel: Answer, *openers: str) -> None:
    """Submit each form twice, with the last and with the first option of each choice, except languages."""
    for custom_id in openers:
        for place in (-1, 0):
            form = await person.press(custom_id, panel)
            assert form.modal is not None
            chosen = {
                field["custom_id"]: field["options"][place]["value"]
                for _, field in fields(form.modal)
                if field.get("options") and "de" not in [option["value"] for option in field["options"]]
            }
            await person.submit(form, chosen)


async def set_up(journey: Journey) -> None:
    """Choose every setting of a server, with a log channel."""
    ada, terrace = journey.ada, journey.home.channel_id("terrace")
    panel = await ada.slash("setup")
    await ada.press("s1:log", panel, values=[terrace])
    await submit_all(ada, panel, "s1:places", "s1:defaults")
    await choose_all(ada, await ada.press("s1:quotas", panel))
    for channels in ([terrace], []):
        await ada.press("s1:channels", panel, values=channels)
    journey.home.permit("garden", attach_files=False)
    for each in harmless(await ada.slash("setup")):
        await ada.press(each, panel)
    journey.home.permit("garden", attach_files=True)
    await journey.ben.press("s1:permissions", panel)


async def choose_settings(journey: Journey) -> None:
    """Choose every personal setting, and make mistakes."""
    ben, day = journey.ben, (Clocks(journey).now + timedelta(days=40)).date().isoformat()
    panel = await ben.slash("settings", {"next": True}, quiet="22:30-07:00", zone="Europe/Berlin", away=day)
    for each in harmless(panel):
        form = (await ben.press(each, panel)).modal
        assert form is None or fields(form)
    await submit_all(ben, panel, "m1:choices")
    await ben.slash("settings", {"next": False}, reminders="table", swift=False, zone="UTC")
    for name, given in MISTAKES:
        await ben.slash(name, given)
    for completed in COMPLETED:
        await ben.complete(*completed)


async def open_table(journey: Journey) -> Answer:
    """Open a table and change its terms; let somebody who joined leave and come back."""
    ada, ben = journey.ada, journey.ben
    lobby = await ada.slash("game new", game=journey.game, seats=2, time_limit="daily", invite=journey.cleo.id)
    (table,) = journey.tables
    await submit_all(ada, lobby, f"l1:change:{table}")
    panel = await press(ada, "l1:seats", lobby)
    await choose_all(ada, panel)
    await ada.press(f"l1:free:{table}", panel, values=[journey.cleo.id])
    for each in ("change", "join", "join", "leave", "start", "join"):
        await ben.press(f"l1:{each}:{table}", lobby)
    for menu, value in (("pace", "daily"), ("lapse", "stand-in"), ("size", "2"), ("seating", "joined"), ("points", "shown")):
        await ada.press(f"l1:{menu}:{table}", panel, values=[value])
    for name in ("game list", "turns", "help", "game join"):
        await journey.dan.slash(name)
    return lobby


async def start(journey: Journey, lobby: Answer) -> Answer:
    """Let Ada start it as soon as the lobby allows it, and everybody look at its first board."""
    await journey.until(lambda: any(each.custom_id.startswith("l1:start") and not each.disabled for each in lobby.buttons))
    await press(journey.ada, "l1:start", lobby)
    message = await journey.home.wait_for(lambda m: "b1:move" in str(m["components"]) and not m["_reader"])
    journey.look_at(message["channel_id"])
    return journey.board


async def play(journey: Journey, *, typed: bool = False) -> None:
    """Play a random turn, and wait until its board is there."""
    await journey.turn(typed=typed)
    owed = "SELECT 1 FROM outbox WHERE guild = ? AND kind = 'board' AND message IS NULL"
    await journey.until(lambda: not journey.rows(owed, journey.home.guild.id))


async def play_and_look(journey: Journey) -> None:
    """Play the beginning of a game by clicks and typed moves, and look at everything."""
    await start(journey, await open_table(journey))
    for typed in (False, True, False, True):
        await play(journey, typed=typed)
    await look_around(journey.mover)
    for person in (journey.ada, journey.ben, journey.dan):
        await look_behind(journey, person, await press(person, "b1:more", journey.board))


async def look_around(person: Person) -> None:
    """Look at the board, also in words, all pages of the rules, a wrong move, lists and completions."""
    for name, given in LOOKING:
        shown = await person.slash(name, given)
        for page in [each for each in harmless(shown) if each.startswith("r1")]:
            await person.click(custom_id=page, on=shown)
    await person.complete("move", "move", "")


async def look_behind(journey: Journey, person: Person, shown: Answer) -> None:
    """Open every view that a board, or the panel behind its ⋯, offers."""
    for each in harmless(shown):
        opened = await person.press(each, shown)
        if each.startswith("g1:replay"):
            await journey.until(lambda answer=opened: bool(answer.images))
        for menu in (*opened.selects, *shown.selects):
            if menu.custom_id.startswith(("g1:after", "b1:part")):
                await person.press(menu.custom_id, opened, values=[menu.options[-1][1]])
