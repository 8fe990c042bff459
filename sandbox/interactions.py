"""Hold one interaction: what was asked, how it was answered, and until when that is possible."""

from dataclasses import dataclass, field
from typing import Any

from .changes import loop_time
from .errors import Refused
from .kinds import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Json

FIRST_ANSWER_SECONDS = 3.0
TOO_LATE = 10062
TOKEN_SECONDS = 15 * 60.0
LEGAL: dict[int, tuple[int, ...]] = {
    COMMAND: (4, 5, 9),
    COMPONENT: (4, 5, 6, 7, 9),
    AUTOCOMPLETE: (8,),
    MODAL: (4, 5),
}


@dataclass
class Interaction:
    """Hold the state of one interaction."""

    payload: Json
    user_id: str
    channel_id: str
    source_id: str | None = None
    opened_by: "Interaction | None" = None
    answer_seconds: float = FIRST_ANSWER_SECONDS  # until the first answer
    born: float = field(default_factory=loop_time)
    callback: int | None = None
    original_id: str | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list[Json])
    followups: list[str] = field(default_factory=list[str])
    refusals: list[Json] = field(default_factory=list[Json])

    @property
    def id(self) -> str:
        """Return the id of the interaction."""
        return str(self.payload["id"])

    @property
    def token(self) -> str:
        """Return the token that answers it."""
        return str(self.payload["token"])

    @property
    def type(self) -> int:
        """Return the type: 2 command, 3 component, 4 autocomplete, 5 modal submit."""
        kind: Any = self.payload["type"]
        return int(kind)

    @property
    def age(self) -> float:
        """Return the seconds since it was sent."""
        return loop_time() - self.born

    @property
    def is_fresh(self) -> bool:
        """Return whether a first answer is still in time, and none was refused as too late."""
        return self.age <= self.answer_seconds and all(body["code"] != TOO_LATE for body in self.refusals)

    @property
    def legal(self) -> tuple[int, ...]:
        """Return the types of callbacks that may answer it first."""
        by_component = self.opened_by is not None and self.opened_by.type == COMPONENT
        return LEGAL[self.type] + ((6, 7) if self.type == MODAL and by_component else ())

    def require_open(self) -> None:
        """Refuse a first answer that is one too many or too late.

        :raises Refused: after the first answer, or after ``answer_seconds``.
        """
        if self.callback is not None:
            raise Refused(40060)
        if self.age > self.answer_seconds:
            raise Refused(TOO_LATE)

    def require_token(self) -> None:
        """Refuse edits and followups before the first answer and after 15 minutes."""
        if self.age > TOKEN_SECONDS:
            raise Refused(50027)
        if self.callback is None or self.original_id is None:
            raise Refused(10015)
