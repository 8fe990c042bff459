"""The message that shows a replay: its progress while it is drawn, then the replay itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from cogs.play.films import Film
from cogs.shell.answer import Answer
from cogs.shell.client import Interaction
from cogs.shell.components import Layout, Picture, note
from cogs.shell.delivery import Delivery
from host.mentions import moment
from rules.game import AnyGame
from rules.text import Text, joined, say, say_n, sentences

PROGRESS_PAUSES_SECONDS = (2.0, 5.0, 20.0)  # before each report of progress; with the replay at most four edits
STOPPED = say("The bot stopped before the replay was finished. Please ask for it again.")
Finished = Callable[[], Awaitable[Layout]]


async def show_film(i: Interaction, told: Callable[[Layout], Answer], film: Film, finished: Finished) -> Answer:
    """Answer with a replay, or with its progress until it is drawn.

    :param told: `private` or `public`.
    :param finished: returns the message with the replay, or with a sentence if it failed.
    """
    if film.making.done():
        return told(await finished())

    async def follow(_: int | None) -> None:
        i.client.background(_follow(i, film, told(_progress(i, film)), finished))

    return told(_progress(i, film)).then(follow)


async def _follow(i: Interaction, film: Film, answer: Answer, finished: Finished) -> None:
    """Report the progress, and then show the replay; if the bot ends before, say so."""
    delivery = Delivery.of(i)
    try:
        for pause in PROGRESS_PAUSES_SECONDS:
            await asyncio.wait({film.making}, timeout=pause)
            if film.making.done():
                break
            await delivery.update(answer, _progress(i, film))
        await asyncio.wait({film.making})
        await delivery.finish(answer, await finished())
    except asyncio.CancelledError:
        await delivery.update(answer, note(STOPPED))
        raise


def _progress(i: Interaction, film: Film) -> Layout:
    """Return the progress, and until when the replay can come, in case the bot is killed."""
    drawn = say_n("{done} of {count} turn", "{done} of {count} turns", film.count, done=film.done)
    far = say("The replay is being drawn: {drawn}.", drawn=drawn) if film.count else say("The replay will be here in a moment.")
    until = moment(i.expires_at.timestamp(), "f")
    return note(joined("\n", far, say("-# If it is not here by {moment}, please ask for it again.", moment=until)))


def count_line(film: Film) -> Text:
    """Return the number of turns of a finished replay, and how many of them it shows."""
    if film.count == film.turns:
        count = say_n("{count} turn", "{count} turns", film.turns)
    else:
        count = say_n("{done} of {count} turn", "{done} of {count} turns", film.turns, done=film.count)
    return say("-# {count}", count=count)


def film_picture(file: str, film: Film, game: AnyGame, view: Any) -> Picture:
    """Return a finished replay as a picture; ``view`` is the last public view."""
    words = say_n(
        "{count} turn of {game}. At the end: {board}",
        "{count} turns of {game}, one after the other. At the end: {board}",
        film.turns,
        game=game.title,
        board=sentences(*game.summary(view)),
    )
    return Picture(file, film.making.result(), words)
