"""Why a typed answer is not on offer (R7.9), from the predicates of the conversation."""

from __future__ import annotations

from collections.abc import Callable

from rules.choice import Path
from rules.schlossgarten.board import (
    BIT,
    FORMS,
    NAMES,
    NEAR,
    WORKERS,
    bits,
    element_on,
    key,
    names,
    occupied,
    pawn_on,
    site_of,
    square_of,
    squares,
)
from rules.schlossgarten.choices import follow, listed
from rules.schlossgarten.draft import Draft, qualified
from rules.schlossgarten.figures import workers
from rules.schlossgarten.movement import movers, reach, refuges, setting
from rules.schlossgarten.parts import CARDS, KIND_KEYS, KINDS, KING, PAWNS
from rules.schlossgarten.state import NONE, Square, Squares, View
from rules.schlossgarten.tell import card_key, colour, pawn_name
from rules.schlossgarten.work import buildable, can_work, diggable, ground_for, half, sites
from rules.text import Text, say, term

CARD_KEYS = {card_key(card) for card in CARDS}
WORKS = {f"{PAWNS[worker]}-works": worker for worker in WORKERS}
Reason = Callable[[View, Draft, str], Text | None]

SECOND_WORK = say("One tile and one element in a turn, no more.")  # E25
NO_OWN_WORKER = say("None of your own workers is part of the figure.")  # E14


def why_not(view: View, path: Path, answer: str) -> Text | None:
    """The sentence for an answer that is not on offer after this path; None: no better reason than that."""
    draft, asked = follow(view, path)
    if draft.worker != NONE and WORKS.get(answer, draft.worker) != draft.worker:
        return _other(draft, WORKS[answer])
    if not asked:
        return None if path[-1] == "rest" else _over(view, draft, answer)
    return REASONS[asked](view, draft, answer) if asked in REASONS else None


def _card(view: View, draft: Draft, answer: str) -> Text | None:
    """E1"""
    held = {card_key(card) for card in view.hand}
    return say("You do not hold {card}.", card=answer) if answer in CARD_KEYS - held else None


def _pawn(view: View, draft: Draft, answer: str) -> Text | None:
    """E10"""
    if answer not in PAWNS or PAWNS.index(answer) in movers(draft.here, draft.seat):
        return None
    return say("Your {pawn} cannot move.", pawn=say(answer))


def _where(view: View, draft: Draft, answer: str) -> Text | None:
    """E2–E9"""
    to = square_of(answer)
    if to is None:
        return None
    cost = reach(draft.here, draft.seat, draft.pawn).cost(to)
    params = {"square": answer, "pawn": pawn_name(draft.pawn)}
    if 0 < cost <= draft.left:
        return None
    if cost:
        return say("{square} is {cost} steps away; you have {left} left.", square=answer, cost=cost, left=draft.left)
    return _no_place(view, draft, to) or say("Your {pawn} cannot get to {square} this turn.", **params)


def _no_place(view: View, draft: Draft, to: Square) -> Text | None:
    """Why no step can end on a square (R3.14, R3.15, R3.21)."""
    here, square = draft.here, NAMES[to]
    if here.pits & BIT[to]:
        return say("There is a pit on {square}; nobody can walk on pits.", square=square)
    element, pawn = element_on(here, to), pawn_on(here, to)
    if element and element[0] != draft.seat:
        owner, kind = colour(view.sides, element[0]), term(KINDS[element[1]].key)
        sentence = "{square} belongs to {owner}'s {kind}; only {owner}'s pawns may stand there."
        return say(sentence, square=square, owner=owner, kind=kind)
    if pawn == (draft.seat, draft.pawn):
        return say("Your {pawn} already stands on {square}.", pawn=pawn_name(draft.pawn), square=square)
    if pawn and pawn[0] == draft.seat:
        return say("Your own {pawn} stands on {square}.", pawn=pawn_name(pawn[1]), square=square)
    if pawn and pawn[1] == KING:
        return say("A king stands on {square}; kings cannot be hit or jumped.", square=square)
    if pawn and not setting(here, draft.seat).targets & BIT[to]:
        params = {"owner": colour(view.sides, pawn[0]), "pawn": pawn_name(pawn[1]), "square": square}
        sentence = "{owner}'s {pawn} on {square} cannot be hit, because {owner} has no free square on an element."
        return say(sentence, **params)
    return None


def _hit(view: View, draft: Draft, answer: str) -> Text | None:
    """E11"""
    to, (owner, _) = square_of(answer), draft.victim()
    free = refuges(draft.here, owner)
    if to is None or free & BIT[to]:
        return None
    sentence = "A hit pawn goes to a free square of an element of {owner}: {squares}."
    return say(sentence, owner=colour(view.sides, owner), squares=names(squares(free)))


def _figure(view: View, draft: Draft, answer: str) -> Text | None:
    """E12"""
    squares = answer.split("-")
    if len(squares) != len(PAWNS) or None in map(square_of, squares):
        return None
    if answer in {each.figure.key for each in listed(draft)}:
        return None
    return say("{key} is not on the list; move the pawns one by one.", key=answer)


def _work(view: View, draft: Draft, answer: str) -> Text | None:
    """E26, of one kind of work; nothing where digging is the only answer, as it may be left out (R6.1)."""
    if answer == "dig" and not diggable(draft.here, draft.square()):
        return say("There is nothing your {pawn} could dig.", pawn=pawn_name(draft.worker))
    forced = len(qualified(draft)) > 1  # then there is no rest
    return None if forced else _build_first(draft, answer)


def _build_first(draft: Draft, answer: str) -> Text | None:
    """E26, of building without digging."""
    if answer != "build" or sites(draft.here, draft.seat, draft.worker):
        return None
    return say("There is nothing your {pawn} could build before he digs.", pawn=pawn_name(draft.worker))


def _other(draft: Draft, worker: int) -> Text:
    """Why the other worker does nothing."""
    if worker in workers(draft.here, draft.seat, draft.card) and can_work(draft.here, draft.seat, worker):
        return say("Only one worker works in a turn.")
    return _idle(draft, worker)


def _idle(draft: Draft, worker: int) -> Text:
    """Why a worker cannot be chosen."""
    if worker in workers(draft.here, draft.seat, draft.card):
        return say("There is nothing your {pawn} could dig or build.", pawn=pawn_name(worker))
    return say("Your {pawn} is not part of the figure.", pawn=pawn_name(worker))


def _dig(view: View, draft: Draft, answer: str) -> Text | None:
    """E16–E18"""
    tile, worker = square_of(answer), draft.square()
    if tile is None:
        several = diggable(draft.here, worker).bit_count() > 1
        return _build_first(draft, answer) if several else None
    if not NEAR[worker] & BIT[tile]:
        return say("{square} is not next to your {pawn}.", square=answer, pawn=pawn_name(draft.worker))
    if not diggable(draft.here._replace(pawns=()), worker) & BIT[tile]:
        return say("{square} has no tile to dig.", square=answer)
    return _pawn_stands(draft, BIT[tile])


def _pawn_stands(draft: Draft, site: int) -> Text | None:
    """E18"""
    stood = names(squares(site & occupied(draft.here)))
    return say("A pawn stands on {square}.", square=stood[0]) if stood else None


def _after(view: View, draft: Draft, answer: str) -> Text | None:
    """E25"""
    return SECOND_WORK if answer == "dig" else None


def _kind(view: View, draft: Draft, answer: str) -> Text | None:
    """E15, E19"""
    if answer not in KIND_KEYS:
        return None
    number = KIND_KEYS.index(answer)
    params = {"kind": term(answer), "pawn": pawn_name(draft.worker)}
    if KINDS[number].pawn != draft.worker:
        return say("The {pawn} cannot build a {kind}.", **params)
    if not buildable(draft.here, draft.seat, draft.worker, number):
        return say("Your {kind} already lies in the garden.", **params)
    if number in sites(draft.here, draft.seat, draft.worker):
        return None
    return say("There is no site for a {kind} next to your {pawn}.", **params)


def _site(view: View, draft: Draft, answer: str) -> Text | None:
    """E23, E18, E20, E21, E22, E24"""
    site = site_of(answer)
    if site is None:
        return None
    kind, mask, places = KINDS[draft.kind], bits(site), sites(draft.here, draft.seat, draft.worker)[draft.kind]
    if site in places:
        return None if answer == key(site) else say("Say {key}.", key=key(site))
    if len(site) < kind.size:
        sentence = "A {kind} covers {size} squares: name them as in {key}."
        return say(sentence, kind=term(kind.key), size=kind.size, key=key(places[0]))
    if mask not in FORMS[kind.size]:
        return say("{key} is not the form of a {kind}.", key=answer, kind=term(kind.key))
    reason = _pawn_stands(draft, mask) or _ground(view, draft, site)
    if reason or mask & NEAR[draft.square()]:
        return reason
    return say("No square of {key} is next to your {pawn}.", key=answer, pawn=pawn_name(draft.worker))


def _ground(view: View, draft: Draft, site: Squares) -> Text | None:
    """E20–E22"""
    here, size = draft.here, KINDS[draft.kind].size
    for square in site:
        if not here.pits & BIT[square] and not element_on(here, square):
            return say("{square} has not been dug.", square=NAMES[square])
    for square in site:
        if not ground_for(here, size) & BIT[square] and (there := element_on(here, square)):
            params = {"kind_there": term(KINDS[there[1]].key), "kind": term(KINDS[draft.kind].key)}
            return say("The {kind_there} on {square} is not smaller than a {kind}.", square=NAMES[square], **params)
    if left := half(here, bits(site)):
        params = {"kind_there": term(KINDS[left[1]].key), "owner": colour(view.sides, left[0])}
        return say("The {kind_there} of {owner} would not be covered completely.", **params)
    return None


def _over(view: View, draft: Draft, answer: str) -> Text | None:
    """E13, E14, E25, E26: the turn is complete, and work is named."""
    if answer not in {"dig", "build", *WORKS}:
        return None
    if draft.worker != NONE:
        nothing = answer == "build" and not draft.site
        return say("There is nothing your {pawn} could build.", pawn=pawn_name(draft.worker)) if nothing else SECOND_WORK
    if not draft.figures():
        return say("The figure of {card} does not stand, so nobody may work.", card=card_key(draft.card))
    able = workers(draft.here, draft.seat, draft.card)
    return _idle(draft, WORKS.get(answer, able[0])) if able else NO_OWN_WORKER


REASONS: dict[str, Reason] = {
    "card": _card,
    "pawn": _pawn,
    "where": _where,
    "hit": _hit,
    "figure": _figure,
    "work": _work,
    "dig": _dig,
    "after": _after,
    "kind": _kind,
    "site": _site,
}
