"""Hostile values, and mutations of valid ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

# Ids that nothing of the bot concerns.
BYSTANDER, CHANNEL, ROLE = "1190000000000000099", "1190000000000000098", "1190000000000000097"
LINK = "https://evil.example"
INTS = (0, 1, -1, 2, 7, 99, 2**31, 2**53, 2**63 - 1, 2**63, 2**63 + 1, 2**64, 10**30, -(2**63), -(10**30))
WORDS = (
    "",
    " ",
    "\u0000",
    "\n",
    "\u202e\u2066abc",
    "💣" * 30,
    "ё𝕬ﷺ",
    "a\u0301" * 20,
    "٣",
    "²",
    "1e9",
    "0x10",
    "-0",
    "+1",
    "1_0",
    "NaN",
    "null",
    "{seat}",
    "{0}%s%n",
    "../../etc/passwd",
    "'; DROP TABLE moves; --",
    "```",
    "** ~~ || __ # > -",
    "@everyone",
    "@here",
    f"<@{BYSTANDER}>",
    f"<@&{ROLE}>",
    f"<#{CHANNEL}>",
    "</game new:1>",
    "<t:1:R>",
    LINK,
    f"[here]({LINK})",
    "a" * 300,
    "x " * 3000,
)
NAMES = (  # of people; a name holds 32 characters
    f"@everyone <@{BYSTANDER}>",
    f"[Ben]({LINK}/b)",
    "</game new:1> **C** ||x|| `c`",
    f"{LINK} @here",
    f"<#{CHANNEL}> ~~E~~",
    "# F\n> {seat} {0}",
    "\u202e\u2066G\\ __g__ *",
    f"<@&{ROLE}> <t:1:R>",
)
LONGEST_ID = 100  # characters of a custom_id


def number(random: Random, known: Sequence[int] = ()) -> int:
    """Return a random number, perhaps a known one."""
    return random.choice(known) if known and random.random() < 0.6 else random.choice(INTS)


def word(random: Random) -> str:
    """Return a random text."""
    return random.choice(WORDS)


def mutated(random: Random, text: str) -> str:
    """Return a text with something removed, added or changed."""
    at = random.randrange(len(text) + 1)
    other = random.choice((word(random)[:40], str(number(random)), chr(random.randrange(32, 0x2FFF)), text[::-1]))
    return random.choice((text[:at], text[at:], text[:at] + other + text[at:], text[:at] + other + text[at + 1 :], text + text))


def mutated_id(random: Random, custom_id: str, numbers: Sequence[int], verbs: Sequence[str]) -> str:
    """Return a custom_id as somebody might forge it, with ids of other tables, positions and questions."""
    parts = custom_id.split(":")
    way = random.random()
    if way < 0.5 and len(parts) > 2:
        at = random.randrange(2, len(parts))
        parts[at] = random.choice((str(number(random, numbers)), str(number(random, numbers)), word(random)[:30]))
    elif way < 0.65:
        parts[:2] = random.choice(verbs).split(":")
    elif way < 0.75:
        parts.append(random.choice((str(number(random, numbers)), word(random)[:30])))
    elif way < 0.85 and len(parts) > 2:
        parts.pop(random.randrange(2, len(parts)))
    else:
        return mutated(random, custom_id)[:LONGEST_ID]
    return ":".join(parts)[:LONGEST_ID]
