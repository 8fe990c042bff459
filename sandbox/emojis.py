"""Keep the application's emojis with their pictures, and check those that components show."""

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

from .errors import FormErrors, Refused
from .kinds import Json, dicts, mapping
from .media import Upload

MOST = 2000
MAX_BYTES = 256 * 1024
NAME = re.compile(r"[A-Za-z0-9_]+")
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


class Emojis:
    """Keep all emojis by id, oldest first; at most `most` of them."""

    def __init__(self) -> None:
        self.by_id: dict[str, Json] = {}
        self.pictures: dict[str, bytes] = {}
        self.most = MOST

    def find(self, emoji_id: str) -> Json:
        """Return an emoji.

        :raises Refused: when there is none with this id.
        """
        if emoji_id not in self.by_id:
            raise Refused(10014)
        return self.by_id[emoji_id]

    def add(self, emoji_id: str, data: Json, creator: Json) -> Json:
        """Create an emoji.

        :raises Refused: when there are ``most`` emojis already.
        """
        form = FormErrors()
        self._check_name(form, data.get("name"), "")
        picture = _picture(form, data.get("image"))
        form.raise_if_any()
        if len(self.by_id) >= self.most:
            raise Refused(30008)
        flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
        self.by_id[emoji_id] = {"id": emoji_id, "name": data["name"], "roles": [], "user": creator, **flags}
        self.pictures[emoji_id] = picture
        return self.by_id[emoji_id]

    def rename(self, emoji_id: str, name: Any) -> Json:
        """Change the name of an emoji."""
        emoji, form = self.find(emoji_id), FormErrors()
        self._check_name(form, name, emoji_id)
        form.raise_if_any()
        emoji["name"] = name
        return emoji

    def remove(self, emoji_id: str) -> None:
        """Delete an emoji; messages that show it stay."""
        self.find(emoji_id)
        del self.by_id[emoji_id], self.pictures[emoji_id]

    def check(self, components: Any, at: str) -> None:
        """Refuse components with an emoji that the application does not have."""
        form = FormErrors()
        for place, emoji_id in _shown(components, at):
            if emoji_id not in self.by_id:
                form.add(f"{place}.emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        form.raise_if_any()

    def _check_name(self, form: FormErrors, name: Any, own: str) -> None:
        if not form.check_given("name", name):
            return
        form.check_length("name", name, 32, 2)
        if not NAME.fullmatch(str(name)):
            form.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji["name"] == name for emoji_id, emoji in self.by_id.items() if emoji_id != own):
            form.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")


def _shown(components: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yield the place and id of each emoji that a button or an option shows."""
    for index, component in enumerate(dicts(components)):
        place = f"{at}.{index}"
        emoji_id = mapping(component.get("emoji")).get("id")
        if emoji_id is not None:
            yield place, str(emoji_id)
        yield from _shown(component.get("options"), f"{place}.options")
        yield from _shown(component.get("components"), f"{place}.components")
        yield from _shown([component.get("accessory")], f"{place}.accessory")


def _picture(form: FormErrors, image: Any) -> bytes:
    """Return the bytes of a picture in a data URL; note errors in the form."""
    try:
        found = IMAGE.fullmatch(str(image))
        data = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if Upload("emoji.png", data).dimensions is None:
        form.add("image", "IMAGE_INVALID", "Invalid image data")
    elif len(data) > MAX_BYTES:
        form.add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data
