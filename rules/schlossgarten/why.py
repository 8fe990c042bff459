"""Why a typed answer is not on offer (R7.9), from the predicates of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, LiteralString

from rules.choice import Prompt
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
from rules.schlossgarten.draft import Draft, drafted
from rules.schlossgarten.finishes import listed
from rules.schlossgarten.movement import movers, refuges, setting
from rules.schlossgarten.names import card_key, kind_first, kind_name, your_pawn
from rules.schlossgarten.parts import ARCHITECT, CARDS, GARDENER, KIND_KEYS, KINDS, KING, PAWNS
from rules.schlossgarten.state import Action, Square, Squares, Turn, View
from rules.schlossgarten.work import diggable, ground_for, half
from rules.text import Text, message, say, say_n, who
from rules.values import Bitboard

CARD_KEYS = {card_key(card): card for card in CARDS}
WORKS = {f"{PAWNS[worker]}-works": worker for worker in WORKERS}

SECOND_WORK = say("One tile and one element in a turn, no more.")  # E25
NO_OWN_WORKER = say("None of your own workers is part of the figure.")  # E14
BUILDERS: dict[int, LiteralString] = {
    GARDENER: message("{kind}: only gardeners build that."),
    ARCHITECT: message("{kind}: only architects build that."),
}


def why_not(view: View, prompt: Prompt[Any], answer: str) -> Text | None:
    """The sentence for an answer that is not on offer; None: no better reason than that."""
    draft: Draft = prompt.board
    return _former(prompt.key, answer) or _other_worker(draft, answer) or REASONS[prompt.key](view, draft, answer)


def _former(asked: str, answer: str) -> Text | None:
    """What earlier versions of the questions were answered with."""
    if answer == "build" and asked in ("work", "after"):
        return say("Say what is built: {kinds}.", kinds=KIND_KEYS)
    if answer == "done" and asked in ("worker", "work"):
        return say("The movement is done: go on with the work.")
    return None


def why_too_many(view: View, action: Action, answer: str) -> Text | None:
    """E13, E14, E25, E26: the turn is complete, and work is named; None: it is complete."""
    if not isinstance(action, Turn) or answer not in {"dig", *KIND_KEYS, *WORKS}:
        return None
    draft = drafted(view, action)
    if draft.worker is not None:
        return _other_worker(draft, answer) or _more_work(draft, answer)
    if not draft.figures():
        return say("The figure of card {card} does not stand, so nobody may work.", card=action.card)
    if draft.able():
        return None  # it was said that nobody works
    own = draft.in_figure()
    return _idle(draft, WORKS.get(answer, own[0])) if own else NO_OWN_WORKER


def _more_work(draft: Draft, answer: str) -> Text | None:
    """E25, E26, of the worker who has done something."""
    if answer == "dig" or draft.site:
        return SECOND_WORK
    if draft.sites():
        return None  # it was said that nothing is built
    return say("{pawn} has nothing to build.", pawn=draft.your_worker())


def _card(view: View, draft: Draft, answer: str) -> Text | None:
    """E1"""
    held = {card_key(card) for card in view.hand}
    return say("You do not hold card {card}.", card=CARD_KEYS[answer]) if answer in CARD_KEYS.keys() - held else None


def _pawn(view: View, draft: Draft, answer: str) -> Text | None:
    """E10, and R6.3"""
    if answer == "reach":
        return _no_figure(draft)
    if answer not in PAWNS or PAWNS.index(answer) in movers(draft.here, draft.seat):
        return None
    return say("{pawn} cannot move.", pawn=your_pawn(PAWNS.index(answer)))


def _no_figure(draft: Draft) -> Text | None:
    assert draft.card is not None
    if draft.moves:
        return say("A figure in one go can only be chosen before the first step.")
    if listed(draft.here, draft.seat, draft.card):
        return None
    return say("No other figure of card {card} can be made in one go.", card=draft.card)


def _where(view: View, draft: Draft, answer: str) -> Text | None:
    """E2–E9"""
    to = square_of(answer)
    if to is None:
        return None
    cost = draft.reach().cost(to)
    if 0 < cost <= draft.left:
        return None
    if cost:
        return say_n(
            "{square} is {count} step away; you have {left} left.",
            "{square} is {count} steps away; you have {left} left.",
            cost,
            square=answer,
            left=draft.left,
        )
    assert draft.pawn is not None
    far = say("{pawn} cannot get to {square} this turn.", pawn=your_pawn(draft.pawn), square=answer)
    return _no_place(draft, draft.pawn, to) or far


def _no_place(draft: Draft, moving: int, to: Square) -> Text | None:
    """Why no step can end on a square (R3.14, R3.15, R3.21)."""
    here, square = draft.here, NAMES[to]
    if here.pits & BIT[to]:
        return say("There is a pit on {square}; nobody can walk on pits.", square=square)
    element, pawn = element_on(here, to), pawn_on(here, to)
    if element and element[0] != draft.seat:
        owner, kind = who(element[0]), kind_name(element[1])
        return say(
            "{owner} has an element on {square} ({kind}): nobody else may stand there.", owner=owner, square=square, kind=kind
        )
    if pawn and pawn[0] == draft.seat:
        return say("{pawn} already stands on {square}.", pawn=your_pawn(pawn[1]), square=square)
    if pawn and pawn[1] == KING:
        return say("A king stands on {square}; kings cannot be hit or jumped.", square=square)
    if pawn and not setting(here, draft.seat).targets & BIT[to]:
        return say(
            "The pawn on {square} cannot be hit: {owner} has no free square on an element.", square=square, owner=who(pawn[0])
        )
    return None


def _hit(view: View, draft: Draft, answer: str) -> Text | None:
    """E11"""
    to, victim = square_of(answer), draft.victim()
    assert victim
    free = refuges(draft.here, victim[0])
    if to is None or free & BIT[to]:
        return None
    return say("A hit pawn goes to a free square on an element of its owner: {squares}.", squares=names(squares(free)))


def _figure(view: View, draft: Draft, answer: str) -> Text | None:
    """E12"""
    squares = answer.split("-")
    if len(squares) != len(PAWNS) or None in map(square_of, squares):
        return None
    assert draft.card is not None
    if answer in {each.figure.key for each in listed(draft.here, draft.seat, draft.card)}:
        return None
    return say("{key} is not on the list; move the pawns one by one.", key=answer)


def _worker(view: View, draft: Draft, answer: str) -> Text | None:
    return say("Say first who works.") if answer in {"dig", *KIND_KEYS} else None


def _work(view: View, draft: Draft, answer: str) -> Text | None:
    """E15, E19, E26"""
    if answer == "dig" and not draft.diggable():
        return say("{pawn} has nothing to dig.", pawn=draft.your_worker())
    two = len(draft.able()) > 1
    if answer == "rest" and two:
        return say("{pawn} works now: you have chosen that.", pawn=draft.your_worker())
    if two and draft.diggable().bit_count() == 1 and not draft.sites():
        return None  # it may be meant for what follows the only work there is (R6.1)
    return _kind(draft, answer)


def _other_worker(draft: Draft, answer: str) -> Text | None:
    """Why the other worker does nothing, once one has been chosen."""
    other = WORKS.get(answer)
    if draft.worker is None or other is None or other == draft.worker:
        return None
    return say("Only one worker works in a turn.") if other in draft.able() else _idle(draft, other)


def _idle(draft: Draft, worker: int) -> Text:
    """Why a worker cannot be chosen."""
    if worker in draft.in_figure():
        return say("{pawn} has nothing to dig or build.", pawn=your_pawn(worker))
    return say("{pawn} is not part of the figure.", pawn=your_pawn(worker))


def _dig(view: View, draft: Draft, answer: str) -> Text | None:
    """E16–E18"""
    tile, worker = square_of(answer), draft.square()
    if tile is None:
        return None
    if not NEAR[worker] & BIT[tile]:
        return say("{pawn} does not stand next to {square}.", pawn=draft.your_worker(), square=answer)
    if not diggable(draft.here._replace(pawns=()), worker) & BIT[tile]:
        return say("{square} has no tile to dig.", square=answer)
    return _pawn_stands(draft, BIT[tile])


def _pawn_stands(draft: Draft, site: Bitboard) -> Text | None:
    """E18"""
    stood = names(squares(site & occupied(draft.here)))
    return say("A pawn stands on {square}.", square=stood[0]) if stood else None


def _after(view: View, draft: Draft, answer: str) -> Text | None:
    """E15, E19, E25"""
    return SECOND_WORK if answer == "dig" else _kind(draft, answer)


def _kind(draft: Draft, answer: str) -> Text | None:
    """E15, E19, E26: why an element cannot be built."""
    if answer not in KIND_KEYS:
        return None
    number = KIND_KEYS.index(answer)
    builder = KINDS[number].pawn
    if builder != draft.worker:
        return say(BUILDERS[builder], kind=kind_first(number))
    if draft.here.elements[draft.seat][number]:
        return say("{kind}: already lies in the garden.", kind=kind_first(number))
    if number in draft.sites():
        return None
    if draft.dig is None and draft.diggable():
        return say("{pawn} has no site for this before he digs: {kind}.", pawn=draft.your_worker(), kind=kind_name(number))
    return say("{pawn} has no site for this: {kind}.", pawn=draft.your_worker(), kind=kind_name(number))


def _site(view: View, draft: Draft, answer: str) -> Text | None:
    """E23, E18, E20, E21, E22, E24"""
    site = site_of(answer)
    if site is None:
        return None
    assert draft.kind is not None
    kind, mask, places = KINDS[draft.kind], bits(site), draft.sites()[draft.kind]
    if site in places:
        return None if answer == key(site) else say("Say {key}.", key=key(site))
    if len(site) < kind.size:
        return say_n(
            "{kind}: covers {count} square, named as in {key}.",
            "{kind}: covers {count} squares, named as in {key}.",
            kind.size,
            kind=kind_first(draft.kind),
            key=key(places[0]),
        )
    if mask not in FORMS[kind.size]:
        return say("{kind}: {key} does not have its form.", kind=kind_first(draft.kind), key=answer)
    reason = _pawn_stands(draft, mask) or _ground(view, draft, draft.kind, site)
    if reason or mask & NEAR[draft.square()]:
        return reason
    return say("{pawn} stands next to no square of {key}.", pawn=draft.your_worker(), key=answer)


def _ground(view: View, draft: Draft, kind: int, site: Squares) -> Text | None:
    """E20–E22"""
    here = draft.here
    for square in site:
        if not here.pits & BIT[square] and not element_on(here, square):
            return say("{square} has not been dug.", square=NAMES[square])
    for square in site:
        if not ground_for(here, KINDS[kind].size) & BIT[square] and (there := element_on(here, square)):
            return say(
                "{kind}: what lies on {square} is not smaller ({other}).",
                kind=kind_first(kind), square=NAMES[square], other=kind_name(there[1]),
            )  # fmt: skip
    if left := half(here, bits(site)):
        return say("{kind} ({owner}) would not be covered completely.", kind=kind_first(left[1]), owner=who(left[0]))
    return None


REASONS: dict[str, Callable[[View, Draft, str], Text | None]] = {
    "card": _card,
    "pawn": _pawn,
    "where": _where,
    "hit": _hit,
    "figure": _figure,
    "worker": _worker,
    "work": _work,
    "dig": _dig,
    "after": _after,
    "site": _site,
}
