"""Answer requests that carry the first answer to an interaction."""

from .calls import Call, Handler, Reply
from .errors import FormErrors, Refused
from .interactions import Interaction
from .kinds import COMMAND, COMPONENT, COMPONENTS_V2, EPHEMERAL, LOADING, Json, mapping, public
from .limits_commands import check_choices
from .limits_components import check_modal
from .mailbox import Draft, edit, empty_message, find_message, post, put
from .world import BOT_ID, World

NEW, DEFER, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9


def callback(call: Call) -> Reply:
    """Answer an interaction for the first time.

    :raises Refused: when there is no such interaction.
    """
    interaction = call.world.interactions.get(call.path["token"])
    if interaction is None or interaction.id != call.path["interaction"]:
        raise Refused(10062)
    call.interaction, call.interaction_type = interaction, interaction.type
    interaction.require_open()
    kind, data = int(call.data.get("type") or 0), mapping(call.data.get("data"))
    if kind not in interaction.legal:
        form = FormErrors()
        form.add("type", "INTERACTION_CALLBACK_TYPE_INVALID", f"{kind} cannot answer interaction type {interaction.type}")
        form.raise_if_any()
    source = _source(call.world, interaction)
    if kind == UPDATE and source is not None:
        call.components_v2 = bool(source["flags"] & COMPONENTS_V2)
    message = _apply(call, interaction, kind, data, source)
    interaction.callback = kind
    call.world.changes.notify()
    if not call.asks("with_response"):
        return 204, None
    return 200, _response(interaction, kind, message)


def _source(world: World, interaction: Interaction) -> Json | None:
    if interaction.source_id is None:
        return None
    return world.messages.get(interaction.channel_id, {}).get(interaction.source_id)


def _apply(call: Call, interaction: Interaction, kind: int, data: Json, source: Json | None) -> Json | None:
    """Carry out the callback; return the message that is the answer, if there is one."""
    if kind == NEW:
        message = post(call.world, draft(call.world, interaction, data, call))
    elif kind == DEFER:
        message = put(call.world, _loading(call.world, interaction, data))
    elif kind == DEFER_UPDATE:
        message = source
    elif kind == UPDATE:
        if source is None:
            raise Refused(10008)
        # Reported of Discord: an update that does not list the files drops them.
        message = edit(call.world, source, data, call.files, keep=False, at="data")
    else:
        _apply_form(interaction, kind, data)
        return None
    interaction.original_id = message["id"] if message else interaction.source_id
    return message


def _apply_form(interaction: Interaction, kind: int, data: Json) -> None:
    form = FormErrors()
    if kind == CHOICES:
        check_choices(form, data.get("choices"), "data.choices")
        form.raise_if_any()
        interaction.choices = list(data.get("choices") or [])
    else:
        check_modal(form, data)
        form.raise_if_any()
        interaction.modal = data


def _loading(world: World, interaction: Interaction, data: Json) -> Json:
    carried = {key for key, value in data.items() if value and key != "flags"}
    flags = int(data.get("flags") or 0)
    if carried or flags & ~EPHEMERAL:
        form = FormErrors()
        form.add("data", "INTERACTION_CALLBACK_DEFERRED", "a deferral carries only the flag EPHEMERAL")
        form.raise_if_any()
    made = draft(world, interaction, {"flags": flags}, None)
    message = empty_message(world, made)
    message["flags"] |= LOADING
    return message


def draft(world: World, interaction: Interaction, body: Json, call: Call | None, *, followup: bool = False) -> Draft:
    """Return a new message that answers an interaction."""
    metadata: Json = {
        "id": interaction.id,
        "type": interaction.type,
        "user": world.users[interaction.user_id],
        "authorizing_integration_owners": interaction.payload["authorizing_integration_owners"],
    }
    extra: Json = {
        "webhook_id": BOT_ID,
        "application_id": BOT_ID,
        "interaction_metadata": _metadata(interaction, metadata),
    }
    kind = 20 if interaction.type == COMMAND else 19 if interaction.source_id else 0
    before = interaction.original_id if followup else interaction.source_id
    if before is not None:
        kind = 19
        extra["message_reference"] = {"type": 0, "channel_id": interaction.channel_id, "message_id": before}
        if guild_id := world.channel(interaction.channel_id).get("guild_id"):
            extra["message_reference"]["guild_id"] = guild_id
    reader = interaction.user_id if int(body.get("flags") or 0) & EPHEMERAL else None
    files = call.files if call else {}
    at = "" if followup else "data"
    return Draft(interaction.channel_id, world.bot, body, files, kind=kind, reader=reader, extra=extra, at=at)


def _metadata(interaction: Interaction, base: Json) -> Json:
    if interaction.type == COMPONENT:
        return {**base, "interacted_message_id": interaction.source_id}
    if interaction.opened_by is not None:
        opener = interaction.opened_by
        first: Json = {**base, "id": opener.id, "type": opener.type}
        return {**base, "triggering_interaction_metadata": _metadata(opener, first)}
    return base


def _response(interaction: Interaction, kind: int, message: Json | None) -> Json:
    state: Json = {"id": interaction.id, "type": interaction.type}
    if message is not None:
        state["response_message_id"] = message["id"]
        state["response_message_loading"] = bool(message["flags"] & LOADING)
        state["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
    answer: Json = {"interaction": state}
    if message is not None and kind in (NEW, UPDATE):
        answer["resource"] = {"type": kind, "message": public(message)}
    return answer


def original(world: World, interaction: Interaction) -> Json:
    """Return the message that is the first answer."""
    interaction.require_token()
    return find_message(world, interaction.channel_id, interaction.original_id or "")


ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", "/interactions/{interaction}/{token}/callback", callback),
]
