"""The sentences of the story (R7.8)."""

from __future__ import annotations

from functools import cache
from typing import LiteralString

from rules.game import Event, Seat
from rules.schlossgarten.parts import PAWNS, SIDES
from rules.text import Param, Text, say, term, who

SENTENCES: dict[str, LiteralString] = {
    "garden-laid": "The garden is laid: {ones} tiles of 1, {twos} of 2, {threes} of 3.",
    "first-player": "{seat} begins.",
    "card-dealt": "{seat} receives a card.",
    "card-drawn": "{seat} draws a card.",
    "your-card": "You drew {card}.",
    "bag-refilled": "The pile was empty: {cards} played cards are shuffled into it.",
    "card-played": "{seat} plays {card}.",
    "pawn-hit": "{seat} hits {owner}'s {pawn}: {start} → {to}.",
    "pawn-moved": "{seat}'s {pawn}: {start} → {to}, {steps}.",
    "figure-made": "The figure stands: king {king}, {with_gardener}, {with_architect}.",
    "figure-missed": "The figure does not stand.",
    "tile-dug": "{seat}'s {pawn} digs {square} ({value}).",
    "element-returned": "{owner}'s {kind} goes back into the supply: −{points}.",
    "element-built": "{seat}'s {pawn} builds the {kind} on {site}: {points} points.",
    "rested": "{seat} does no work.",
    "score": "{seat} has {points} points.",
    "stillness-near": "Nothing has been dug or built for long: {turns_left} more such turns end the game.",
    "round-closing": "{seat} has {points} points. The round is finished.",
    "goal-reached": "{seat} has reached the goal with {points} points.",
    "stillness": "Nothing was dug or built in {turns} turns: the game ends.",
    "winners": "{seats} wins with {points} points.",
}
SHARED = "{seats} share the victory with {points} points."
SINGLE: dict[LiteralString, LiteralString] = {
    SENTENCES["score"]: "{seat} has {points} point.",
    SENTENCES["winners"]: "{seats} wins with {points} point.",
    SHARED: "{seats} share the victory with {points} point.",
}


def tell(kind: str, /, **params: Param) -> Event:
    """An event with its sentence."""
    return Event(kind, say(_sentence(SENTENCES[kind], params.get("points")), **params))


def won(seats: tuple[Text, ...], points: int) -> Event:
    """Who won, alone or together."""
    return Event("winners", victory(seats, points))


def victory(seats: tuple[Text, ...], points: int) -> Text:
    """The same in a sentence."""
    return say(_sentence(SHARED if len(seats) > 1 else SENTENCES["winners"], points), seats=seats, points=points)


def _sentence(sentence: LiteralString, points: Param | None) -> LiteralString:
    return SINGLE.get(sentence, sentence) if points == 1 else sentence


player = cache(who)


@cache
def card_key(card: int) -> str:
    """``card-17`` (R6.2)."""
    return f"card-{card}"


@cache
def steps(count: int) -> Text:
    """A number of steps in words."""
    return say("1 step") if count == 1 else say("{count} steps", count=count)


def dotted(first: Text | str, *rest: Text | None) -> Text:
    """Facts side by side, those that there are."""
    found = first if isinstance(first, Text) else say("{word}", word=first)
    for each in filter(None, rest):
        found = say("{one} · {other}", one=found, other=each)
    return found


@cache
def pawn_name(pawn: int) -> Text:
    """What a pawn is called."""
    return say(PAWNS[pawn])


@cache
def colour(sides: tuple[int, ...], seat: Seat) -> Text:
    """A seat by its colour, as it is known on the board."""
    return term(SIDES[sides[seat]].colour.capitalize())
