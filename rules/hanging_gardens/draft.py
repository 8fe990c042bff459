"""What has been answered of a turn: the board of every prompt."""

from __future__ import annotations

from typing import NamedTuple

from rules.hanging_gardens.garden import build, eligible, lay
from rules.hanging_gardens.state import Garden, Group, Laid, Lay, Square


class Draft(NamedTuple):
    """The answers so far, None where there is none yet.

    ``garden`` has the card as soon as it has a place; ``open_to`` are the structures open to building then, and once the temple
    has a square the one that it stands on; ``size`` is the size of that.
    """

    garden: Garden
    slot: int | None = None
    card: str | None = None
    turn: str | None = None
    at: Square | None = None
    open_to: tuple[Group, ...] = ()
    temple: Square | None = None
    source: Square | None = None
    size: int = 0

    @property
    def built(self) -> Garden:
        """The garden with the temple, too."""
        return build(self.garden, self.temple, self.source) if self.temple else self.garden

    def with_card(self, at: Square) -> Draft:
        """The card lies there."""
        assert self.card
        assert self.turn
        garden = lay(self.garden, Laid(self.card, self.turn, *at))
        return Draft(garden, self.slot, self.card, self.turn, at, tuple(eligible(garden)))

    def with_temple(self, temple: Square) -> Draft:
        """A temple stands there."""
        (structure,) = (each for each in self.open_to if temple in each)
        return self._replace(open_to=(structure,), temple=temple, size=len(structure))

    def action(self, tile: int | None = None) -> Lay:
        """The move that these answers are."""
        assert self.slot is not None
        assert self.turn
        assert self.at
        return Lay(self.slot, self.turn, self.at, self.temple, self.source, tile)
