"""What has been answered so far: the card in hand, and the garden as it would be."""

from __future__ import annotations

from typing import NamedTuple

from render.sketch import Mark
from rules.game import Seat
from rules.hanging_gardens.garden import Group, build, eligible, group, lay, square_of, top
from rules.hanging_gardens.parts import TURNS
from rules.hanging_gardens.state import Garden, Laid, Square, View, slot_key

FROM = "from-"


class Draft(NamedTuple):
    """The answers so far, those not given None; ``garden`` is as it would be, with card and temple."""

    garden: Garden
    slot: str = ""
    card: str | None = None
    laid: Laid | None = None
    turn: str = ""
    temple: Square | None = None
    source: Square | None = None

    @property
    def open_to(self) -> list[Group]:
        """The structures that may bring a temple; once it is placed, that one alone."""
        if not self.laid:
            return []
        if self.temple:
            return [group(top(self.garden), self.temple)]
        return eligible(self.garden)


def read(view: View, seat: Seat, chosen: tuple[str, ...], marks: tuple[Mark, ...]) -> Draft:
    """The answers of a seat; when nothing is on offer any more the move is made, and the view has it."""
    garden = view.gardens[seat]
    cards = {slot_key(slot): card for slot, card in enumerate(view.cards) if card}
    if not marks or not chosen or chosen[0] not in cards:
        return Draft(garden)
    slot, *rest = chosen
    draft = Draft(garden, slot, cards[slot])
    if rest and rest[0] in TURNS:
        draft = draft._replace(turn=rest[0])
    if len(rest) > 1 and (at := square_of(rest[1])):
        draft = _laid(draft, cards[slot], at)
    if len(rest) > 3 and (temple := square_of(rest[3])):
        source = square_of(rest[4].removeprefix(FROM)) if len(rest) > 4 else None
        draft = draft._replace(garden=build(draft.garden, temple, source), temple=temple, source=source)
    return draft


def _laid(draft: Draft, card: str, at: Square) -> Draft:
    laid = Laid(card, draft.turn, *at)
    return draft._replace(laid=laid, garden=lay(draft.garden, laid))
