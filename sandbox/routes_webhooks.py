"""Answer requests with an interaction token after the first answer: edits and followups."""

from .calls import Call, Handler, Reply
from .errors import Refused
from .interactions import Interaction
from .kinds import COMPONENTS_V2, LOADING, Json, public
from .mailbox import delete, edit, find_message, post
from .routes_interactions import draft, original
from .world import BOT_ID


def _interaction(call: Call) -> Interaction:
    interaction = call.world.interactions.get(call.path["token"])
    if call.path["app"] != BOT_ID or interaction is None:
        raise Refused(10015)
    call.interaction = interaction
    interaction.require_token()
    return interaction


def _message(call: Call) -> Json:
    interaction = _interaction(call)
    name = call.path.get("message", "@original")
    if name == "@original":
        return original(call.world, interaction)
    if name != interaction.original_id and name not in interaction.followups:
        raise Refused(10008)
    return find_message(call.world, interaction.channel_id, name)


def fetch(call: Call) -> Reply:
    """Return a message that answered the interaction."""
    return 200, public(_message(call))


def patch(call: Call) -> Reply:
    """Edit a message that answered the interaction, by its token and message id."""
    message = _message(call)
    call.components_v2 = bool(message["flags"] & COMPONENTS_V2)
    return 200, public(edit(call.world, message, call.data, call.files))


def remove(call: Call) -> Reply:
    """Delete a message that answered the interaction."""
    delete(call.world, _message(call))
    return 204, None


def followup(call: Call) -> Reply:
    """Send a followup; the first one after a deferral edits the loading message."""
    interaction = _interaction(call)
    call.world.channel(interaction.channel_id)  # refused if it is gone
    waiting = call.world.messages[interaction.channel_id].get(interaction.original_id or "")
    if waiting is not None and waiting["flags"] & LOADING:
        message = edit(call.world, waiting, call.data, call.files)
    else:
        message = post(call.world, draft(call.world, interaction, call.data, call, followup=True))
        interaction.followups.append(message["id"])
    call.world.changes.notify()
    return (200, public(message)) if call.asks("wait") else (204, None)


WEBHOOK = "/webhooks/{app}/{token}"
ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", WEBHOOK, followup),
    ("GET", WEBHOOK + "/messages/{message}", fetch),
    ("PATCH", WEBHOOK + "/messages/{message}", patch),
    ("DELETE", WEBHOOK + "/messages/{message}", remove),
]
