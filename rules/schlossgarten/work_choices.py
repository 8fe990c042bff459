"""The second part of a seat's conversation: one worker of the figure digs, builds, or both (R6.6, R6.7).

As in `choices.py`, the labels of answers and the reasons against others stand beside their question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import LiteralString

from rules.choice import Choices, Form, Label, Option, Options, Path, best_of, pick
from rules.schlossgarten.board import (
    ADJACENT,
    BIT,
    FORMS,
    NAMES,
    bits,
    element_on,
    in_reading_order,
    occupied,
    site_key,
    site_of,
    square_names,
    square_of,
    squares,
)
from rules.schlossgarten.draft import Draft, draft_of
from rules.schlossgarten.names import (
    kind_name,
    kind_name_capital,
    of_owner,
    terrain,
    with_figure,
    with_kind,
    with_pawn,
    with_pit,
    your_pawn,
)
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KIND_KEYS, KINDS, PAWNS
from rules.schlossgarten.state import Action, Square, Squares, Turn, View
from rules.schlossgarten.work import buildable_squares, diggable, elements_under, partly_covered
from rules.text import Text, joined, message, say, say_n, verbatim, who
from rules.values import Bitboard
from rules.wording import END_TURN

WHICH_WORKER = say("Who works?")
WHICH_WORK = say("Do you build or dig?")
WHERE_TO_DIG = {
    GARDENER: with_pawn(GARDENER, say("Where does your gardener dig?")),
    ARCHITECT: with_pawn(ARCHITECT, say("Where does your architect dig?")),
}
WHICH_ELEMENT = say("What do you build?")
WHERE_TO_BUILD = [
    with_kind(kind, where)
    for kind, where in enumerate(
        (
            say("Where do you build the hedge?"),
            say("Where do you build the long hedge?"),
            say("Where do you build the maze?"),
            say("Where do you build the column?"),
            say("Where do you build the pool?"),
            say("Where do you build the terrace?"),
        )
    )
]
MAKES_FIGURE = with_figure(say("makes the pattern"))
WORKS = {GARDENER: say("gardener works"), ARCHITECT: say("architect works")}
BUILDERS: dict[int, LiteralString] = {
    GARDENER: message("{kind}: only gardeners build that."),
    ARCHITECT: message("{kind}: only architects build that."),
}
SECOND_WORK = say("One tile and one element in a turn, no more.")
NO_OWN_WORKER = say("None of your own workers is part of the pattern.")
MOVEMENT_IS_DONE = say("You have finished moving: go on with the work.")
SAY_THE_KIND = say("Type what you build: {kinds}.", kinds=KIND_KEYS)
LITTLE_GARDENS = 6  # answers of several squares shown at once, each as a little garden
DIG, REST = len(KINDS), len(KINDS) + 1  # answers beside the kinds of elements


def dotted(first: Text | str, *rest: Text | None) -> Text:
    """Return facts side by side, without those that are None."""
    return joined(" · ", verbatim(first) if isinstance(first, str) else first, *rest)


def end_label() -> Label:
    """Return the label of an answer that ends the turn."""
    return Label(END_TURN, ends=True)


def worker_key(worker: int) -> str:
    """Return ``gardener-works`` or ``architect-works``."""
    return f"{PAWNS[worker]}-works"


WORKER_OF = {worker_key(worker): worker for worker in WORKS}


def work(view: View, draft: Draft) -> Choices[Draft]:
    """Ask who works, and what is done; without a worker who can, nothing is asked."""
    able = draft.able_workers()
    if not able:
        return draft
    worker = able[0] if len(able) == 1 else (yield from _worker(draft, able))
    if worker is None:
        return draft
    draft = draft._replace(worker=worker)
    dig = [Option("dig", DIG, _dig_label)] if draft.diggable() else []
    rest = [Option("rest", REST, end_label)] if len(able) == 1 else []
    options, why_not = [*_kinds(view, draft), *dig, *rest], partial(_why_not_work, draft)
    answer = yield from pick("work", WHICH_WORK, options, board=draft, form=_form(draft), why_not=why_not)
    if answer == DIG:
        draft = yield from _tile(view, draft)
        answer = yield from _after(view, draft)
    return draft if answer == REST else (yield from _site(view, draft._replace(kind=answer)))


def _form(draft: Draft) -> Form:
    """Return words if each element on offer has one site, so that its name says all; else tabs over the sites."""
    sites = draft.sites().values()
    return "words" if sites and all(len(places) == 1 for places in sites) else "tabs"


def work_path(able: Sequence[int], draft: Draft) -> Path:
    """Return the answers that say the work of a draft in which an element is built; ``able`` are the workers on offer."""
    assert draft.worker is not None
    assert draft.kind is not None
    worker = (worker_key(draft.worker),) if len(able) > 1 else ()
    dug = () if draft.dig is None else ("dig", NAMES[draft.dig])
    return (*worker, *dug, KINDS[draft.kind].key, site_key(draft.site))


def _worker(draft: Draft, able: Sequence[int]) -> Choices[int | None]:
    """Ask who works; the first tab, which is open, is a worker who can build at once."""
    builders_first = sorted(able, key=lambda worker: not draft._replace(worker=worker).sites())
    options = [Option[int | None](worker_key(each), each, partial(_worker_label, each)) for each in builders_first]
    options.append(Option("rest", None, end_label))
    return (yield from pick("worker", WHICH_WORKER, options, board=draft, form="tabs", why_not=_why_not_worker))


def _worker_label(worker: int) -> Label:
    return Label(with_pawn(worker, WORKS[worker]))


def _why_not_worker(answer: str) -> Text | None:
    """Refuse work before the worker is chosen; ``done`` was an answer here in earlier versions."""
    if answer == "done":
        return MOVEMENT_IS_DONE
    return say("First type who works.") if answer in {"dig", *KIND_KEYS} else None


def _dig_label() -> Label:
    return Label(with_pit(say("dig")))


def _kinds(view: View, draft: Draft) -> list[Option[int]]:
    """Return the elements that the worker can build, the largest first, as it mostly brings most."""
    return [Option(KINDS[kind].key, kind, partial(_kind_label, view, draft, kind)) for kind in reversed(draft.sites())]


def _kind_label(view: View, draft: Draft, kind: int) -> Label:
    """Promise the points of the only or the best site."""
    sites = draft.sites()[kind]
    gains = [draft.gain(view.values, site) for site in sites]
    if len(sites) == 1:
        return Label(kind_name(kind), site_key(sites[0]), gain=gains[0])
    return Label(kind_name(kind), gain=best_of(gains))


def _why_not_work(draft: Draft, answer: str) -> Text | None:
    """Refuse work that this worker cannot do (E15, E19, E26)."""
    if answer == "done":
        return MOVEMENT_IS_DONE
    if answer == "dig" and not draft.diggable():
        return say("{pawn} has nothing to dig.", pawn=draft.your_worker())
    two = len(draft.able_workers()) > 1
    if answer == "rest" and two:
        return say("{pawn} works now: you have chosen that.", pawn=draft.your_worker())
    if two and answer in KIND_KEYS and draft.diggable().bit_count() == 1 and not draft.sites():
        return None  # it may be meant for what follows the only work there is (R6.1)
    return _why_not_other_worker(draft, answer) or _why_not_kind(draft, answer)


def _tile(view: View, draft: Draft) -> Choices[Draft]:
    """Ask which tile is dug up."""
    assert draft.worker is not None
    options = Options(in_reading_order(draft.diggable()), NAMES.__getitem__, partial(_tile_label, view, draft))
    question, why_not = WHERE_TO_DIG[draft.worker], partial(_why_not_tile, draft)
    return draft.after_digging((yield from pick("dig", question, options, board=draft, form="places", why_not=why_not)))


def _tile_label(view: View, draft: Draft, square: Square) -> Label:
    """Say the value of a tile, and what could be built then."""
    value = view.values[square]
    tile, room = say("{terrain} {value}", terrain=terrain(value), value=value), _room(draft, square)
    return Label(dotted(NAMES[square], tile, room), NAMES[square], room)


def _room(draft: Draft, square: Square) -> Text | None:
    """Say what could be built after a tile is dug up; None where this is the same for all tiles."""
    after = {each: tuple(map(kind_name, draft.after_digging(each).sites())) for each in squares(draft.diggable())}
    kinds = after[square]
    if not kinds or len(set(after.values())) == 1:
        return None
    return say("room for {kinds}", kinds=kinds)


def _why_not_tile(draft: Draft, answer: str) -> Text | None:
    """Refuse a square that is not beside the worker (E16), has no tile (E17), or a pawn (E18)."""
    tile, worker = square_of(answer), draft.square()
    if tile is None:
        return _why_not_other_worker(draft, answer)
    if not ADJACENT[worker] & BIT[tile]:
        return say("{pawn} is not next to {square}.", pawn=draft.your_worker(), square=answer)
    if not diggable(draft.board._replace(pawns=()), worker) & BIT[tile]:
        return say("{square} has no tile to dig.", square=answer)
    return _why_occupied(draft, BIT[tile])


def _why_occupied(draft: Draft, site: Bitboard) -> Text | None:
    """Refuse squares on which a pawn stands (E18)."""
    stood = square_names(squares(site & occupied(draft.board)))
    return say("A pawn stands on {square}.", square=stood[0]) if stood else None


def _after(view: View, draft: Draft) -> Choices[int]:
    """Ask what is built after digging, if anything can be."""
    kinds, why_not = _kinds(view, draft), partial(_why_not_after, draft)
    if not kinds:
        return REST
    options = [*kinds, Option("rest", REST, end_label)]
    return (yield from pick("after", WHICH_ELEMENT, options, board=draft, form=_form(draft), why_not=why_not))


def _why_not_after(draft: Draft, answer: str) -> Text | None:
    """Refuse a second tile (E25), the other worker (E26), and elements that cannot be built (E15, E19)."""
    if answer == "dig":
        return SECOND_WORK
    return _why_not_other_worker(draft, answer) or _why_not_kind(draft, answer)


def _why_not_kind(draft: Draft, answer: str) -> Text | None:
    """Refuse an element that the worker cannot build (E15, E19, E26); ``build`` was an answer in earlier versions."""
    if answer == "build":
        return SAY_THE_KIND
    if answer not in KIND_KEYS:
        return None
    kind = KIND_KEYS.index(answer)
    builder = KINDS[kind].pawn
    if builder != draft.worker:
        return say(BUILDERS[builder], kind=kind_name_capital(kind))
    if draft.board.elements[draft.seat][kind]:
        return say("{kind}: already in the garden.", kind=kind_name_capital(kind))
    if kind in draft.sites():
        return None
    if draft.dig is None and draft.diggable():
        return say("{pawn} has no site for this before he digs: {kind}.", pawn=draft.your_worker(), kind=kind_name(kind))
    return say("{pawn} has no site for this: {kind}.", pawn=draft.your_worker(), kind=kind_name(kind))


def _site(view: View, draft: Draft) -> Choices[Draft]:
    """Ask where the element is built."""
    assert draft.kind is not None
    options = Options(draft.sites()[draft.kind], site_key, partial(_site_label, view, draft))
    question, why_not = WHERE_TO_BUILD[draft.kind], partial(_why_not_site, draft)
    page = LITTLE_GARDENS if KINDS[draft.kind].size > 1 else None
    site = yield from pick("site", question, options, board=draft, form="places", why_not=why_not, page=page)
    return draft._replace(site=site)


def _site_label(view: View, draft: Draft, site: Squares) -> Label:
    """Say what a site brings, and which elements go back."""
    back = tuple(of_owner(who(owner), kind_name(k)) for owner, k in elements_under(draft.board, bits(site)))
    returns = say_n("{back} goes back", "{back} go back", len(back), back=back) if back else None
    words = say("on {square}", square=site_key(site))
    return Label(dotted(site_key(site), returns), site_key(site), returns, draft.gain(view.values, site), words=words)


def _why_not_site(draft: Draft, answer: str) -> Text | None:
    """Refuse a site by the first of E23, E18, E20, E21, E22, E24."""
    site = site_of(answer)
    if site is None:
        return _why_not_other_worker(draft, answer)
    assert draft.kind is not None
    kind, mask, places = KINDS[draft.kind], bits(site), draft.sites()[draft.kind]
    if site in places:
        return None if answer == site_key(site) else say("Type {key}.", key=site_key(site))
    if len(site) < kind.size:
        return say_n(
            "{kind}: covers {count} square, named as in {key}.",
            "{kind}: covers {count} squares, named as in {key}.",
            kind.size,
            kind=kind_name_capital(draft.kind),
            key=site_key(places[0]),
        )
    if mask not in FORMS[kind.size]:
        return say("{kind}: {key} is not the right shape.", kind=kind_name_capital(draft.kind), key=answer)
    reason = _why_occupied(draft, mask) or _why_unfit(draft, draft.kind, site)
    if reason or mask & ADJACENT[draft.square()]:
        return reason
    return say("{pawn} is not next to any square of {key}.", pawn=draft.your_worker(), key=answer)


def _why_unfit(draft: Draft, kind: int, site: Squares) -> Text | None:
    """Return why an element cannot lie on these squares: not dug (E20), nothing smaller (E21), half covered (E22)."""
    board = draft.board
    for square in site:
        if not board.pits & BIT[square] and not element_on(board, square):
            return say("{square} has not been dug.", square=NAMES[square])
    for square in site:
        if not buildable_squares(board, KINDS[kind].size) & BIT[square] and (there := element_on(board, square)):
            return say(
                "{kind}: the element on {square} is not smaller ({other}).",
                kind=kind_name_capital(kind), square=NAMES[square], other=kind_name(there[1]),
            )  # fmt: skip
    if left := partly_covered(board, bits(site)):
        return say("{kind} ({owner}) would not be covered completely.", kind=kind_name_capital(left[1]), owner=who(left[0]))
    return None


def _why_not_other_worker(draft: Draft, answer: str) -> Text | None:
    """Refuse the other worker once one works (E26)."""
    other = WORKER_OF.get(answer)
    if draft.worker is None or other is None or other == draft.worker:
        return None
    return say("Only one worker may work in a turn.") if other in draft.able_workers() else _why_idle(draft, other)


def _why_idle(draft: Draft, worker: int) -> Text:
    """Return why a worker cannot be chosen."""
    if worker in draft.own_workers():
        return say("{pawn} has nothing to dig or build.", pawn=your_pawn(worker))
    return say("{pawn} is not part of the pattern.", pawn=your_pawn(worker))


def why_too_many(view: View, action: Action, answer: str) -> Text | None:
    """Return why work cannot follow a complete turn (cases E13, E14, E25, E26 of the rules); None without a special reason."""
    if not isinstance(action, Turn) or answer not in {"dig", *KIND_KEYS, *WORKER_OF}:
        return None
    draft = draft_of(view, action)
    if draft.worker is not None:
        return _why_not_other_worker(draft, answer) or _why_no_more_work(draft, answer)
    if not draft.figures():
        return say("The pattern of card {card} is not complete, so nobody may work.", card=action.card)
    if draft.able_workers():
        return None  # the seat has said that nobody works
    own = draft.own_workers()
    return _why_idle(draft, WORKER_OF.get(answer, own[0])) if own else NO_OWN_WORKER


def _why_no_more_work(draft: Draft, answer: str) -> Text | None:
    """Refuse more work of the worker who has done something (E25, E26)."""
    if answer == "dig" or draft.site:
        return SECOND_WORK
    if draft.sites():
        return None  # the seat has said that nothing is built
    return say("{pawn} has nothing to build.", pawn=draft.your_worker())
