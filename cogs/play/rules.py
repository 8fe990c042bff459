"""/rules: the short rules of a game, page by page, each with its picture."""

from __future__ import annotations

import logging
from typing import Any

from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.operations.drawing import Drawing
from cogs.play.panel import draft_of
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, Picture, button, layout, rows
from cogs.shell.find import offer_games
from cogs.shell.reader import cut
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.position import Position
from host.refusal import Refused
from host.tables import game_named
from render import Teller, drawn, scene, thumbnail
from render.plain import alt
from rules import GAMES
from rules.choice import Prompt
from rules.game import AnyGame, Topic
from rules.text import Text, joined, say
from rules.topics import topic_at

log = logging.getLogger(__name__)

ROW_PAGES = 3  # buttons side by side
NO_GAME = say("Choose the game with `game:`. The games are: {games}.", games=tuple(game.key for game in GAMES.values()))


class Rules(commands.Cog):
    """The command /rules."""

    @app_commands.command(
        name=word("command", "rules"), description=word("description", "The short rules of a game, with pictures")
    )
    @describe(game=word("description", "Which game (default: the one played here)"), topic=word("description", "Which page"))
    @answers()
    async def rules(self, i: Interaction, game: str | None = None, topic: str | None = None) -> Answer:
        at = None if game else await _table_here(i)
        if at is None and game is None:
            raise Refused(NO_GAME)
        rules = at.game if at else game_named(game or "")
        return await show_rules(i, rules, topic or await helpful_topic(i, at, rules), at)

    @rules.autocomplete("game")
    @offers
    async def games(self, i: Interaction, current: str) -> list[Choice[str]]:
        return offer_games(i, current)

    @rules.autocomplete("topic")
    @offers
    async def topics(self, i: Interaction, current: str) -> list[Choice[str]]:
        at = None if i.namespace.game else await _table_here(i)
        rules = at.game if at else GAMES.get(str(i.namespace.game))
        reader = reader_of(i)
        found = [(reader.label(topic.title, 100), topic.key) for topic in (rules.topics() if rules else ())]
        return [Choice(name=title, value=key) for title, key in found if current.lower() in f"{title} {key}".lower()]


async def _table_here(i: Interaction) -> Position | None:
    """Return a table of this place, if all here play one game: this person's own, else any, else the one that ended last."""
    if i.guild_id is None or i.channel_id is None:
        return None
    living = await i.client.tables.living_in(i.channel_id)
    over = None if living else await i.client.tables.store.last_over_in(i.channel_id)
    if len({row.game for row in living}) > 1:
        return None
    ids = [row.id for row in living] or ([over] if over else [])
    tables = [table.position for table in await i.client.tables.get_all(ids)]
    return next((at for at in tables if at.seat_of(i.user.id) is not None), tables[-1] if tables else None)


async def open_question(i: Interaction, at: Position | None) -> Prompt[Any] | None:
    """Return the question that this person has to answer now at a table; None if there is none."""
    return at.drafted(i.user.id, await draft_of(i, at)).prompt if at is not None and at.acts(i.user.id) else None


async def helpful_topic(i: Interaction, at: Position | None, rules: AnyGame) -> str:
    """Return the key of the topic that helps with the present question, else of one that fits the position, else the first."""
    if at is None or at.state is None:
        return next((topic.key for topic in rules.topics()), "")
    prompt = await open_question(i, at)
    return topic_at(rules, at.view(i.user.id), prompt.key if prompt else "")


async def show_rules(i: Interaction, rules: AnyGame, key: str, at: Position | None) -> Answer:
    """Show a page of the short rules; at a table, with a button back to it.

    :raises Refused: if the game has no such page.
    """
    topics, reader = rules.topics(), reader_of(i)
    topic = next((topic for topic in topics if key.lower() in (topic.key, reader.label(topic.title).lower())), None)
    if topic is None:
        known = tuple(topic.key for topic in topics)
        told = say("{game} has no page “{topic}”. The pages are: {topics}.", game=rules.title, topic=cut(key, 40), topics=known)
        raise Refused(told)
    shown = await topic_picture(i.client.drawing, rules, topic, reader.teller, small=topic is topics[0])
    lines = [say("- {line}", line=line) for line in topic.lines]
    place = f"r1:page:{at.id}" if at else f"r1:topic:{rules.key}"
    pages = [button(t.title, f"{place}:{n}", _style(t is topic), disabled=t is topic) for n, t in enumerate(topics)]
    controls = [*rows(pages[:ROW_PAGES]), *rows(pages[ROW_PAGES:]), *rows(_way_back(at, i.user.id) if at else [])]
    now = await _now(i, at, rules, topic)
    head, source = say("## {game} · {topic}", game=rules.title, topic=topic.title), say("-# {credits}", credits=rules.credits)
    return private(layout(joined("\n", head, now, *lines, source), shown, *controls))


async def _now(i: Interaction, at: Position | None, rules: AnyGame, topic: Topic) -> Text | None:
    """Return the question that this person has to answer now, if this page helps with it; else None."""
    if at is None or not at.acts(i.user.id) or topic.key != await helpful_topic(i, at, rules):
        return None
    prompt = await open_question(i, at)
    return say("**Now: {question}**", question=prompt.question) if prompt else say("**Now: confirm your move, or go back.**")


def _style(chosen: bool) -> ButtonStyle:
    return ButtonStyle.primary if chosen else ButtonStyle.secondary


def _way_back(at: Position, person: int) -> list[Button]:
    """Return buttons to the page that helps now, and to the person's move or view."""
    if at.state is None:
        return []
    now = button(say("What now?"), f"r1:table:{at.id}")
    if at.acts(person):
        return [button(say("Your move"), f"b1:move:{at.id}", ButtonStyle.success), now]
    return [button(say("My view"), f"b1:view:{at.id}"), now]


async def topic_picture(drawing: Drawing, rules: AnyGame, topic: Topic, teller: Teller, *, small: bool = False) -> Picture | None:
    """Return the picture of a topic, drawn off the event loop; None if it has none, or the drawing fails."""
    try:
        sketch = scene(rules, topic, teller)
        png = await drawing.draw(thumbnail if small else drawn, sketch) if sketch else b""
    except Exception:  # a failed picture must not fail a page
        log.exception("%s: no picture of %s", rules.key, topic.key)
        return None
    return Picture(f"rules-{rules.key}-{topic.key}.png", png, alt(rules, sketch.view)) if sketch else None


async def _turn_to(i: Interaction, rules: AnyGame, index: int, at: Position | None) -> Answer:
    topics = rules.topics()
    return await show_rules(i, rules, topics[index].key if index < len(topics) else str(index), at)


@route("r1:table:{table}")
async def rules_button(i: Interaction) -> Answer:
    at = table_of(i).position
    return await show_rules(i, at.game, await helpful_topic(i, at, at.game), at)


@route("r1:page:{table}:{index}")
async def page_at_table(i: Interaction, index: int) -> Answer:
    at = table_of(i).position
    return await _turn_to(i, at.game, index, at)


@route("r1:topic:{game:w}:{index}")
async def page_anywhere(i: Interaction, game: str, index: int) -> Answer:
    return await _turn_to(i, game_named(game), index, None)


async def setup(client: Parterre) -> None:
    await client.add_cog(Rules())
