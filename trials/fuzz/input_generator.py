"""Generate inputs: valid ones, valid ones by other people and in other places, and forged ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cogs.shell.access import ACCESS
from rules import GAMES
from sandbox.asking import resolved_user, resolved_values
from sandbox.attaching import attach
from sandbox.client import Person
from sandbox.commands import ATTACHMENT, BOOLEAN, INTEGER, OF_PERSON, USER, list_leaves, on_person_data
from sandbox.kinds import BUTTON, COMPONENTS_V2, EPHEMERAL, PICKERS, SELECT, TEXT, TEXT_INPUT, Json, dicts
from sandbox.mailbox import Draft, post
from sandbox.media import Upload
from sandbox.world import World
from trials.fuzz.hostile_values import mutated, mutated_id, number, word
from trials.fuzz.inputs import Input, Post
from trials.fuzz.servers import Club
from trials.fuzz.vocabulary import ComponentPool, Line, Seen, values_of

VERBS = [name for name in ACCESS if not name.startswith("/")]
WEIGHTS = {"lead": 16, "click": 26, "forge": 26, "command": 10, "move": 6, "typing": 12, "form": 4}
RARE = ("s1:forgotten", "m1:forgotten")  # they delete data, and inputs at deleted tables try little
RARE_SHARE = 0.1  # of these clicks are kept
FORMS = (
    *("m1:typed:zone", "m1:typed:quiet", "m1:typed:away", "m1:typed:x", "m1:typed:", "m1:chosen"),
    *(
        "l1:opened",
        "l1:terms:{table}",
        "s1:form:places",
        "s1:form:defaults",
        "s1:form:leaderboard",
        "s1:form:seasons",
        "s1:form:x",
    ),
)
CHOSEN = (
    "djinns",
    "2",
    "1",
    "live",
    "daily",
    "wait",
    "stand-in",
    "joined",
    "random",
    "threads",
    "direct",
    "digest",
    "fr",
    "discord",
    "hints",
    "rated",
    "on",
    "everything",
)
WRITTEN = ("Europe/Berlin", "22:30", "07:00", "2027-07-15", "2027-07-20", "off", "25:61", "9999-12-31", "0000-00-00")
NOTE: Json = {"components": [{"type": TEXT, "content": "A note."}], "flags": EPHEMERAL | COMPONENTS_V2}
SHORT = 100  # characters of what is typed, mostly


class InputGenerator:
    """Generate random inputs; `moves` gives a move that somebody might type, `files` a file; `tables` are all tables' ids."""

    def __init__(
        self, world: World, clubs: Sequence[Club], random: Random, moves: Callable[[], Line], files: Callable[[], Upload]
    ) -> None:
        self.pool = ComponentPool()
        self.tables: list[int] = []
        self._world = world
        self._clubs = clubs
        self._random = random
        self._moves = moves
        self._files = files
        self._post = Post(world)

    def chance(self) -> float:
        """Return a random number from 0 to 1."""
        return self._random.random()

    def next(self) -> Input:
        """Generate the next input."""
        kinds: dict[str, Callable[[], Input | None]] = {
            "lead": self._lead,
            "click": self.click,
            "forge": self._forge,
            "command": self._command,
            "move": self._move,
            "typing": self._typing,
            "form": self._form,
        }
        while True:
            (kind,) = self._random.choices(list(WEIGHTS), list(WEIGHTS.values()))
            if (found := kinds[kind]()) is not None:
                return found

    # -- who and where --------------------------------------------------------------------

    def _somebody(self) -> tuple[Club, Person]:
        club = self._random.choice(self._clubs)
        return club, self._random.choice(club.people)

    def _where(self, club: Club, who: Person) -> str:
        if self._random.random() < 0.15:
            return str(self._world.direct(who.id)["id"])
        return self._random.choice([each for each in club.places if each != club.hidden or who.id != club.stranger])

    # -- components -----------------------------------------------------------------------

    def _lead(self) -> Input | None:
        """Press a component of the newest private message of a person."""
        club, who = self._somebody()
        seen = self._pool_of(who)
        if seen is None or seen.message["channel_id"] not in self._world.channels:
            return None
        return self._pressed(club, who, seen.message["channel_id"], seen, seen.custom_id, forged=False)

    def _pool_of(self, who: Person) -> Seen | None:
        return self.pool.own(self._random, who.id)

    def click(self) -> Input | None:
        """Press a component that somebody saw, as anybody, anywhere."""
        club, who = self._somebody()
        seen = self.pool.any(self._random)
        return seen and self._pressed(club, who, self._where(club, who), seen, seen.custom_id, forged=False)

    def _forge(self) -> Input | None:
        """Press a component with a changed custom_id or other values."""
        club, who = self._somebody()
        seen = self.pool.any(self._random)
        if seen is None:
            return None
        custom_id = mutated_id(self._random, seen.custom_id, self._numbers(), [*VERBS, "p0:pick", "zz:zz"])
        return self._pressed(club, who, self._where(club, who), seen, custom_id or "x", forged=True)

    def _pressed(self, club: Club, who: Person, channel: str, seen: Seen, custom_id: str, *, forged: bool) -> Input | None:
        if custom_id.startswith(RARE) and self._random.random() > RARE_SHARE:
            return None
        part = seen.part
        data: Json = {"custom_id": custom_id, "component_type": part["type"], "id": part.get("id", 1)}
        if forged and self._random.random() < 0.3:
            data["component_type"] = self._random.choice((BUTTON, SELECT, *PICKERS))
        if data["component_type"] != BUTTON:
            data["values"] = self._values(club, part, forged=forged)
            menus = [{"type": data["component_type"], "values": data["values"]}]
            data |= {"resolved": resolved_values(self._world, who_guild(self._world, club), who.id, menus)}
        genuine = channel == seen.message["channel_id"] and custom_id == seen.custom_id
        genuine = genuine and seen.message["_reader"] in (None, who.id)
        return self._post.component(club, who, channel, data, seen.message if genuine else self._note(who, channel))

    def _note(self, who: Person, channel: str) -> Json:
        """Post a private message of the bot, so that a forged click changes nothing that others read.

        Each forged click has its own message: if two people changed one at once, nobody could tell their clicks apart.
        """
        return post(self._world, Draft(channel, self._world.bot, NOTE, {}, reader=who.id))

    def _values(self, club: Club, part: Json, *, forged: bool) -> list[str]:
        offered = values_of(part)
        if not offered:
            ids = [*(person.id for person in club.people), *club.places, *(r["id"] for r in who_guild(self._world, club).roles)]
            offered = [each for each in ids if each is not None]
        if not forged and self._random.random() < 0.8:
            return [self._random.choice(offered)]
        return [self._random.choice((word(self._random)[:SHORT], str(number(self._random)), self._random.choice(offered)))]

    # -- forms ----------------------------------------------------------------------------

    def _form(self) -> Input:
        club, who = self._somebody()
        parts: list[Json] = [
            {"type": 18, "id": n, "component": self._field(n)} for n in range(self._random.choice((0, 1, 1, 2, 2, 3, 4, 5)))
        ]
        custom_id = self._random.choice(FORMS).format(table=self._random.choice(self._numbers()))
        if self._random.random() < 0.2:
            custom_id = mutated_id(self._random, custom_id, self._numbers(), VERBS)
        return self._post.modal(club, who, self._where(club, who), {"custom_id": custom_id, "components": parts})

    def _field(self, number: int) -> Json:
        """Return a field with a typed text, or with chosen values."""
        if self._random.random() < 0.5:
            return {"type": TEXT_INPUT, "id": 9, "custom_id": f"{number}", "value": self._typed(WRITTEN)}
        club = self._random.choice(self._clubs)
        ids = [*(person.id for person in club.people), *club.places]
        chosen = [self._typed((*CHOSEN, *ids)) for _ in range(self._random.choice((0, 1, 1, 1, 2)))]
        return {"type": SELECT, "id": 9, "custom_id": f"{number}", "values": chosen}

    def _typed(self, valid: Sequence[str]) -> str:
        text = self._random.choice(valid)
        return self._random.choice((text, text, mutated(self._random, text), word(self._random)))

    # -- commands -------------------------------------------------------------------------

    def _command(self) -> Input:
        return self._slash(*self._random.choice(self._leaves()))

    def _move(self) -> Input:
        """Type a move of some game, mostly as the person whose turn it was."""
        command, name, leaf = next(each for each in self._leaves() if each[1] == "move")
        line = self._moves()
        known = [(club, person) for club in self._clubs for person in club.people if int(person.id) == line.person]
        if known and self._random.random() < 0.7:
            return self._slash(command, name, leaf, {"move": line.text, "table": line.table}, by=known[0])
        given: Json = {"move": self._random.choice((line.text, mutated(self._random, line.text), word(self._random)))}
        if self._random.random() < 0.7:
            given["table"] = self._random.choice((line.table, number(self._random, self.tables)))
        return self._slash(command, name, leaf, given)

    def _typing(self) -> Input:
        """Ask for the completions of an option."""
        found = [
            (each, option) for each in self._leaves() for option in dicts(each[2].get("options")) if option.get("autocomplete")
        ]
        (command, name, leaf), option = self._random.choice(found)
        given = self._options(leaf, {})[0]
        text = self._moves().text if option["name"] == "move" else ""
        given[option["name"]] = self._random.choice(
            (text, text[: len(text) // 2], mutated(self._random, text), word(self._random))
        )
        return self._slash(command, name, leaf, given, focused=option["name"])

    def _leaves(self) -> list[tuple[Json, str, Json]]:
        return [(command, name, leaf) for command in self._world.commands[""] for name, leaf in list_leaves(command)]

    def _slash(
        self,
        command: Json,
        name: str,
        leaf: Json,
        given: Json | None = None,
        *,
        focused: str = "",
        by: tuple[Club, Person] | None = None,
    ) -> Input:
        club, who = by or self._somebody()
        if command["type"] == OF_PERSON:
            data = on_person_data(self._world, self._world.guilds[str(club.id)], command, self._random.choice(club.people).id)
            return self._post.command(club, who, self._where(club, who), data)
        values, resolved = self._options(leaf, given or {}, club) if not focused else (given or {}, {})
        declared: dict[str, Json] = {option["name"]: option for option in dicts(leaf.get("options"))}
        level: list[Json] = [{"name": key, "type": declared[key]["type"], "value": value} for key, value in values.items()]
        for option in level:
            if option["name"] == focused:
                option["focused"] = True
        for step in reversed(name.split()[1:]):
            level = [{"name": step, "type": 1, "options": level}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": level, "resolved": resolved}
        return self._post.command(club, who, self._where(club, who), data, typing=bool(focused))

    def _options(self, leaf: Json, given: Json, club: Club | None = None) -> tuple[Json, Json]:
        """Return values of the required options and of some others, and the objects that they name."""
        values, resolved = dict(given), dict[str, Any]()
        for option in dicts(leaf.get("options")):
            if option["name"] not in values and (option.get("required") or self._random.random() < 0.5):
                if option["type"] == USER and club is None:
                    continue
                values[option["name"]] = self._value(option, club, resolved)
        return values, resolved

    def _value(self, option: Json, club: Club | None, resolved: Json) -> Any:
        if choices := [choice["value"] for choice in dicts(option.get("choices"))]:
            return self._random.choice(choices) if self._random.random() < 0.9 else word(self._random)
        if option["type"] == INTEGER:
            return number(self._random, self.tables if option["name"] == "table" else range(5))
        if option["type"] == BOOLEAN:
            return self._random.random() < 0.5
        if option["type"] == USER and club is not None:
            chosen = self._random.choice([*(p.id for each in self._clubs for p in each.people), self._world.bot["id"]])
            for key, found in resolved_user(self._world, who_guild(self._world, club), chosen).items():
                resolved.setdefault(key, {}).update(found)
            return chosen
        if option["type"] == ATTACHMENT:
            kept = attach(self._world, self._files())
            resolved.setdefault("attachments", {})[kept["id"]] = kept
            return kept["id"]
        return self._typed((*GAMES, "22:30-07:00", "Europe/Berlin", "2027-07-15 2027-07-20", "off"))

    def _numbers(self) -> Sequence[int]:
        return [*self.tables, *range(30)]


def who_guild(world: World, club: Club) -> Any:
    """Return the sandbox's guild of a club."""
    return world.guilds[str(club.id)]
