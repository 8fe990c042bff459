"""The answers so far of a turn: the board of every prompt."""

from __future__ import annotations

from typing import NamedTuple

from rules.hanging_gardens.garden import build, eligible, lay
from rules.hanging_gardens.state import Garden, Group, Laid, Lay, Square


class Draft(NamedTuple):
    """The answers so far, None where there is none yet.

    :param garden: the garden, with the card once its place is known.
    :param open_to: structures open to building; once the temple has a square, the one beneath it.
    :param size: squares of that structure.
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
        """Return the garden with the temple, too."""
        return build(self.garden, self.temple, self.source) if self.temple else self.garden

    def with_card(self, at: Square) -> Draft:
        """Return the draft with the card laid at this top left square."""
        assert self.card
        assert self.turn
        garden = lay(self.garden, Laid(self.card, self.turn, *at))
        return Draft(garden, self.slot, self.card, self.turn, at, tuple(eligible(garden)))

    def with_temple(self, temple: Square) -> Draft:
        """Return the draft with a temple on this square."""
        (structure,) = (each for each in self.open_to if temple in each)
        return self._replace(open_to=(structure,), temple=temple, size=len(structure))

    def action(self, tile: int | None = None) -> Lay:
        """Return the move that these answers are."""
        assert self.slot is not None
        assert self.turn
        assert self.at
        return Lay(self.slot, self.turn, self.at, self.temple, self.source, tile)
