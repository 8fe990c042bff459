"""What names and typed words must not become: pings, mentions, links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sandbox.kinds import Json, dicts, mapping
from sandbox.mentions import texts
from trials.fuzz.nasty import BYSTANDER, CHANNEL, LINK, ROLE

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)  # where no sign means anything
MADE = {
    "a ping of everyone": re.compile(r"(?<!\\)@(?:everyone|here)"),
    "a mention": re.compile(rf"<@!?{BYSTANDER}>|<@&{ROLE}>|<#{CHANNEL}>"),
    "a command": re.compile(r"</[^>\n]*:1>"),
    "a moment": re.compile(r"<t:1:R>"),
    "a link": re.compile(re.escape(LINK)),
}
SAID = re.compile(r"/(?:callback|messages(?:/[^/]+)?|webhooks/\d+/[^/]+)$")


def made_of(message: Json) -> Iterator[str]:
    """What data has become on a message."""
    text = CODE.sub("", "\n".join(texts(message)))
    yield from (f"{what}: {found[0]}" for what, pattern in MADE.items() if (found := pattern.search(text)))
    pinged = {str(user["id"]) for user in dicts(message.get("mentions"))}
    if BYSTANDER in pinged or message.get("mention_everyone") or message.get("mention_roles"):
        yield "somebody was pinged whom no table concerns"


def unguarded(request: Json) -> Iterator[str]:
    """A message that was sent or changed without saying whom it may ping, or that leaves it to its text."""
    if request["method"] not in ("POST", "PATCH") or not SAID.search(str(request["path"])):
        return
    body = mapping(request["body"])
    said = mapping(body.get("data")) if "/callback" in str(request["path"]) else body
    if not (said.get("components") or said.get("content")) or body.get("type") == 9:
        return
    allowed = said.get("allowed_mentions")
    if not isinstance(allowed, dict) or mapping(allowed).get("parse") != []:
        yield f"allowed_mentions is {allowed}"
