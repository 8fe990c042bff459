"""Complete turns on offer: a figure that stands or is made in one go, and the elements that bring most points then (R6.21)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from rules.choice import Gain, Label, Path, walk
from rules.game import Turn
from rules.schlossgarten.board import site_key, squares
from rules.schlossgarten.choices import choices, movement_path
from rules.schlossgarten.draft import Draft, first_draft
from rules.schlossgarten.finishes import offered_finishes
from rules.schlossgarten.names import card_key, card_name, kind_name
from rules.schlossgarten.state import Squares, View
from rules.schlossgarten.work_choices import work_path
from rules.text import say

OFFERED_TURNS = 5


class Candidate(NamedTuple):
    """A complete turn that builds an element, and the points that it brings; ``able`` are the workers on offer in it."""

    draft: Draft
    movement: Path
    able: list[int]
    gain: Gain

    @property
    def path(self) -> Path:
        """Return the answers that make this turn."""
        assert self.draft.card is not None
        return (card_key(self.draft.card), *self.movement, *work_path(self.able, self.draft))


def best_turns(view: View, path: Path) -> tuple[Turn, ...]:
    """Return the complete turns that bring most points at once, the best first (R6.21).

    They are on offer before the first answer and, with the movement of the path, where a tile to dig is asked for.

    :raises IllegalMove: if an answer of the path is not on offer.
    """
    return tuple(map(_turn, best_candidates(view, path)))


@lru_cache(maxsize=16)
def best_candidates(view: View, path: Path = ()) -> tuple[Candidate, ...]:
    """Return the best candidates, no two with the same element on the same squares; of equal ones the cheaper movement.

    :raises IllegalMove: if an answer of the path is not on offer.
    """
    if view.me is None or view.phase != "turn" or view.turn != view.me:
        return ()
    found = dict[tuple[int | None, Squares], Candidate]()
    for candidate in _digging(view, path) if path else candidates(view):
        end = candidate.draft.kind, candidate.draft.site
        if end not in found or candidate.gain.own > found[end].gain.own:
            found[end] = candidate
    most = sorted(found.values(), key=lambda candidate: -candidate.gain.own)[:OFFERED_TURNS]
    return tuple(candidate for candidate in most if candidate.gain.own > 0)


def candidates(view: View) -> Iterator[Candidate]:
    """Yield every way to build after a figure that takes one answer; those with cheaper movement first."""
    start = first_draft(view)
    for card in view.hand:
        draft = start._replace(card=card)
        if draft.able_workers():
            yield from _building(view, draft, movement_path(draft, None))
        for finish in offered_finishes(draft.board, draft.seat, card):
            yield from _building(view, draft.after_moves(finish.moves), movement_path(draft, finish))


def _digging(view: View, path: Path) -> Iterator[Candidate]:
    """Yield every way to build over a tile that is dug first, by any worker, if the path leads to the question for the tile."""
    at = walk(partial(choices, view), path)
    if at.prompt is None or at.prompt.key != "dig":
        return
    moved = next(depth for depth, prompt in enumerate(at.answered) if prompt.key in ("worker", "work"))
    draft: Draft = at.answered[moved].board._replace(worker=None)
    yield from (found for found in _building(view, draft, path[1:moved]) if found.draft.dig in found.draft.site)


def _building(view: View, draft: Draft, movement: Path) -> Iterator[Candidate]:
    """Yield every way to build after a movement, with or without a tile dug first."""
    able = draft.able_workers()
    for worker in able:
        at_work = draft._replace(worker=worker)
        for ground in (at_work, *(at_work.after_digging(tile) for tile in squares(at_work.diggable()))):
            for kind, sites in ground.sites().items():
                for site in sites:
                    built = ground._replace(kind=kind, site=site)
                    yield Candidate(built, movement, able, ground.gain(view.values, site))


def _turn(candidate: Candidate) -> Turn:
    card, kind = candidate.draft.card, candidate.draft.kind
    assert card is not None
    assert kind is not None
    element = say("{kind} {site}", kind=kind_name(kind), site=site_key(candidate.draft.site))
    return Turn(candidate.path, Label(element, note=card_name(card), gain=candidate.gain))
