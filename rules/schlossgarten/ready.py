"""Complete turns on offer: a figure that stands or is made in one go, and what brings most points of what can be built then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.choice import Gain, Label, Path
from rules.game import Turn
from rules.schlossgarten.board import NAMES, ground, key, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import listed
from rules.schlossgarten.movement import movers
from rules.schlossgarten.names import card_key, card_name, kind_name
from rules.schlossgarten.parts import KINDS, PAWNS
from rules.schlossgarten.state import Squares, View
from rules.text import say

OFFERED = 5


class Plan(NamedTuple):
    """A turn as far as it is answered."""

    path: Path
    draft: Draft


class Built(NamedTuple):
    """A complete turn, and what it brings."""

    plan: Plan
    kind: int
    site: Squares
    gain: Gain


def best_turns(view: View) -> tuple[Turn, ...]:
    """R6.21"""
    return tuple(map(_turn, best(view)))


@lru_cache(maxsize=16)
def best(view: View) -> tuple[Built, ...]:
    """Those that bring most, no two with the same element on the same squares; of equal ones the cheaper movement."""
    if view.me is None or view.phase != "turn" or view.turn != view.me:
        return ()
    found = dict[tuple[int, Squares], Built]()
    for built in buildings(view):
        end = built.kind, built.site
        if end not in found or built.gain.own > found[end].gain.own:
            found[end] = built
    most = sorted(found.values(), key=lambda built: -built.gain.own)[:OFFERED]
    return tuple(built for built in most if built.gain.own > 0)


def buildings(view: View) -> Iterator[Built]:
    """All that can be built by whoever is to move, in every way that takes a figure in one answer; cheaper movement first."""
    return (built for card in view.hand for plan in _figures(view, card) for built in _built(view, plan))


def _figures(view: View, card: int) -> Iterator[Plan]:
    """The ways to a figure of a card, as far as they are one answer."""
    assert view.me is not None
    start = Draft(view.me, ground(view), card)
    if start.able():
        stop = ("done",) if movers(start.here, start.seat) else ()
        yield Plan((card_key(card), *stop), start)
    for finish in listed(start.here, start.seat, card):
        yield Plan((card_key(card), "reach", finish.key()), start.made(finish.moves))


def _built(view: View, plan: Plan) -> Iterator[Built]:
    """All that can be built then, with a tile dug before or without."""
    path, draft = plan
    able = draft.able()
    for worker in able:
        said = (f"{PAWNS[worker]}-works",) if len(able) > 1 else ()
        at_work = draft._replace(worker=worker)
        dug = [Plan(("dig", NAMES[tile]), at_work.dug(tile)) for tile in squares(at_work.diggable())]
        for digging, ground_then in (Plan((), at_work), *dug):
            for kind, sites in ground_then.sites().items():
                for site in sites:
                    words = (*path, *said, *digging, KINDS[kind].key, key(site))
                    yield Built(Plan(words, ground_then), kind, site, ground_then.gain(view.values, site))


def _turn(built: Built) -> Turn:
    what = say("{kind} {site}", kind=kind_name(built.kind), site=key(built.site))
    card = built.plan.draft.card
    return Turn(built.plan.path, Label(what, note=None if card is None else card_name(card), gain=built.gain))
