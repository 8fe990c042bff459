"""Routes of the application's emojis."""

from .calls import Call, Handler, Reply
from .emojis import Emojis
from .errors import Refused
from .world import BOT_ID


def _emojis(call: Call) -> Emojis:
    if call.path["app"] != BOT_ID:
        raise Refused(10002)
    return call.world.emojis


def listed(call: Call) -> Reply:
    """All of them."""
    return 200, {"items": list(_emojis(call).by_id.values())}


def fetch(call: Call) -> Reply:
    """One of them."""
    return 200, _emojis(call).find(call.path["emoji"])


def create(call: Call) -> Reply:
    """A new one."""
    return 201, _emojis(call).add(call.world.ids.next(), call.data, call.world.bot)


def patch(call: Call) -> Reply:
    """Another name."""
    return 200, _emojis(call).rename(call.path["emoji"], call.data.get("name"))


def remove(call: Call) -> Reply:
    """Delete one."""
    _emojis(call).remove(call.path["emoji"])
    return 204, None


EMOJIS = "/applications/{app}/emojis"
ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", EMOJIS, listed),
    ("POST", EMOJIS, create),
    ("GET", EMOJIS + "/{emoji}", fetch),
    ("PATCH", EMOJIS + "/{emoji}", patch),
    ("DELETE", EMOJIS + "/{emoji}", remove),
]
