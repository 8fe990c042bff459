"""Describe refusals as Discord answers them."""

from typing import Any

from .kinds import Json

MESSAGES: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20016: (429, "This action cannot be performed due to slowmode rate limit"),
    20009: (400, "Explicit content cannot be sent to the desired recipient(s)"),
    20028: (429, "The channel you are writing has hit the write rate limit."),
    20029: (429, "The write action you are performing on the server has hit the write rate limit"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50045: (400, "File uploaded exceeds the maximum size"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    130000: (503, "API resource is currently overloaded. Try again a little later"),
    160002: (403, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    240000: (400, "Message blocked by harmful links filter"),
    400001: (403, "Access to file uploads has been limited for this guild"),
}


class Refused(Exception):
    """Report a request that Discord refuses, with its answer."""

    def __init__(self, code: int, *, status: int | None = None, message: str = "", errors: Json | None = None) -> None:
        known_status, known_message = MESSAGES.get(code, (400, "Bad Request"))
        self.code = code
        self.status = known_status if status is None else status
        self.body: Json = {"message": message or known_message, "code": code}
        if errors:
            self.body["errors"] = errors
        super().__init__(f"{self.status} {code} {self.body['message']}")


class FormErrors:
    """Collect the mistakes of a request body, as the tree of error 50035."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note one mistake at a dotted path."""
        node = self.tree
        for step in filter(None, path.split(".")):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check_length(self, path: str, value: Any, most: int, least: int = 0) -> None:
        """Note a mistake unless the value is absent, null, or a text of least to most characters."""
        if value is None:
            return
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        elif not least <= len(value) <= most:
            if least:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def check_count(self, path: str, count: int, most: int, least: int = 0) -> None:
        """Note a mistake unless there are least to most items."""
        if not least <= count <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def check_given(self, path: str, value: Any) -> bool:
        """Note a mistake if a required value is missing; return whether it is there."""
        if value is None or value == "":
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return False
        return True

    def raise_if_any(self) -> None:
        """Raise `Refused` if anything was noted."""
        if self.tree:
            raise Refused(50035, errors=self.tree)
