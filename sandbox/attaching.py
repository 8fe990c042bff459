"""Keep the files that people attach to an option of a command."""

import re

from .asking import ATTACHMENT_BYTES_LIMIT
from .kinds import Json
from .media import Upload
from .words import UserError
from .world import BOT_ID, World

UNUSUAL = re.compile(r"[^\w.-]")  # characters that Discord replaces in the name of a file


def describe_file(world: World, place: str, name: str, upload: Upload) -> Json:
    """Return a file with a new id as Discord describes an attachment.

    :param place: the channel, or whatever else stands in its address.
    """
    attachment_id = world.ids.next()
    url = f"{world.origin}/attachments/{place}/{attachment_id}/{name}"
    attachment: Json = {
        "id": attachment_id,
        "filename": name,
        "size": len(upload.data),
        "url": url,
        "proxy_url": url,
        "content_type": upload.content_type,
    }
    if upload.dimensions:
        attachment["width"], attachment["height"] = upload.dimensions
    return attachment


def attach(world: World, upload: Upload) -> Json:
    """Keep a file, and return it as Discord describes an attachment. The last `world.OUTDATED` files are kept.

    :raises UserError: when Discord's client would not upload it.
    """
    if len(upload.data) > ATTACHMENT_BYTES_LIMIT:
        raise UserError("fileTooLarge", ATTACHMENT_BYTES_LIMIT // 1024**2)
    attachment = describe_file(world, BOT_ID, UNUSUAL.sub("_", upload.name) or "file", upload) | {"ephemeral": True}
    attachment_id = str(attachment["id"])
    world.files[attachment_id] = upload
    world.attached[attachment_id] = attachment
    world.outdate([attachment_id])
    return attachment


def find_attached(world: World, given: object) -> Json:
    """Return the attachment of a file (`Upload`), or of one that was kept before, by its id.

    :raises UserError: when it is not kept any more.
    """
    if isinstance(given, Upload):
        return attach(world, given)
    if str(given) not in world.files or str(given) not in world.attached:
        raise UserError("fileGone")
    return world.attached[str(given)]
