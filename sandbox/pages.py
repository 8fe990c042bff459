"""The page and its small JSON API, on top of the four people."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from . import modals
from .answer import Answer, Unanswered
from .client import Person
from .commands import leaves, offered
from .errors import Refused
from .interactions import Interaction
from .kinds import DM, THREADS, Json, public
from .world import World

FOLDER = Path(__file__).with_name("page")
TIMEOUT = 10.0
SHOWN = 60
Action = Callable[[Person, Json], Awaitable[Answer | None]]


class Page:
    """Serves the page; every action is one of a Person."""

    def __init__(self, world: World, people: dict[str, Person]) -> None:
        self._world = world
        self._people = people

    def attach(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/state", self._state)
        app.router.add_get("/page/events", self._events)
        app.router.add_static("/static/", FOLDER)
        actions: dict[str, Action] = {
            "slash": self._slash,
            "press": self._press,
            "submit": self._submit,
            "say": self._say,
        }
        for name, action in actions.items():
            app.router.add_post(f"/page/{name}", self._acting(action))
        app.router.add_post("/page/complete", self._complete)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(FOLDER / "index.html")

    def _person(self, name: str, channel: str) -> Person:
        if name not in self._people:
            raise web.HTTPNotFound(text="nobody is called that")
        person = self._people[name]
        if channel in self._world.channels:
            person.channel = channel
        return person

    async def _state(self, request: web.Request) -> web.StreamResponse:
        person = self._person(request.query.get("person", "Ada"), request.query.get("channel", ""))
        here = self._world.channels.get(person.channel)
        if here is None:
            person.go("garden")
            here = self._world.channels[person.channel]
        return web.json_response(
            {
                "people": [{"name": name, "id": p.id} for name, p in self._people.items()],
                "channel": here["id"],
                "channels": [_place(channel) for channel in self._channels(person)],
                "messages": [public(message) | {"mine": message["_reader"]} for message in person.visible()[-SHOWN:]],
                "commands": [
                    {"name": name, "description": leaf["description"], "options": leaf.get("options") or []}
                    for command in offered(self._world, person.id, here)
                    for name, leaf in leaves(command)
                ],
                "users": {user_id: _name(user) for user_id, user in self._world.users.items()},
            }
        )

    def _channels(self, person: Person) -> list[Json]:
        seen: list[Json] = []
        for channel in self._world.channels.values():
            if channel["type"] == DM and channel["recipients"][0]["id"] != person.id:
                continue
            if self._world.allowed(person.id, channel, "view_channel"):
                seen.append(channel)
        return seen

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """Server-sent events: one line at each change."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        try:
            while True:
                count = self._world.pulse.count
                await response.write(b"data: changed\n\n")
                await self._world.pulse.until(lambda seen=count: self._world.pulse.count != seen, 20)
                await asyncio.sleep(0.05)
        except (ConnectionError, asyncio.CancelledError):
            return response

    def _acting(self, action: Action) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def act(request: web.Request) -> web.StreamResponse:
            data: Json = await request.json()
            person = self._person(str(data.get("person")), str(data.get("channel")))
            try:
                answer = await action(person, data)
            except Unanswered:
                return web.json_response({"error": "This interaction failed: the bot did not answer."})
            except (LookupError, ValueError, Refused) as error:
                return web.json_response({"error": str(error)})
            return web.json_response(_result(answer))

        return act

    async def _slash(self, person: Person, data: Json) -> Answer:
        options: Json = data.get("options") or {}
        return await person.slash(str(data["name"]), timeout=TIMEOUT, **options)

    async def _press(self, person: Person, data: Json) -> Answer:
        return await person.press(str(data["custom_id"]), str(data["message"]), values=data.get("values"))

    async def _submit(self, person: Person, data: Json) -> Answer:
        opener = self._opener(str(data["interaction"]))
        return await person.submit(Answer(self._world, opener), data.get("fields"))

    async def _say(self, person: Person, data: Json) -> None:
        await person.say(str(data["text"]))

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        data: Json = await request.json()
        person = self._person(str(data.get("person")), str(data.get("channel")))
        options: Json = data.get("options") or {}
        try:
            name, option, text = str(data["name"]), str(data["option"]), str(data["text"])
            choices = await person.complete(name, option, text, **options)
        except (LookupError, ValueError, Unanswered):
            choices = []
        return web.json_response({"choices": choices})

    def _opener(self, interaction_id: str) -> Interaction:
        for interaction in self._world.interactions.values():
            if interaction.id == interaction_id:
                return interaction
        raise LookupError("this form is no longer open")


def _place(channel: Json) -> Json:
    metadata: Json = channel.get("thread_metadata") or {}
    return {
        "id": channel["id"],
        "name": channel.get("name") or "Direct messages",
        "thread": channel["type"] in THREADS,
        "direct": channel["type"] == DM,
        "parent": channel.get("parent_id"),
        "archived": bool(metadata.get("archived")),
    }


def _name(user: Json) -> str:
    return str(user["global_name"] or user["username"].capitalize())


def _result(answer: Answer | None) -> Json:
    if answer is None or answer.modal is None or answer.interaction is None:
        return {}
    fields: list[Any] = [{**field, "label": label} for label, field in modals.fields(answer.modal)]
    texts = [part["content"] for part in answer.modal["components"] if part.get("content")]
    modal: Json = {"title": answer.modal["title"], "fields": fields, "texts": texts}
    return json.loads(json.dumps({"modal": modal, "interaction": answer.interaction.id}))
