"""A seat's conversation: a whole turn (section 6A). Each prompt's board is the draft so far."""

from __future__ import annotations

from functools import partial

from rules.choice import Choices, Option, Options, pick
from rules.schlossgarten import labels
from rules.schlossgarten.board import NAMES, ground, in_reading_order, key
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish, any_finish, listed
from rules.schlossgarten.movement import movers, refuges
from rules.schlossgarten.names import card_key, with_kind, with_pawn
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, PAWNS, STEPS
from rules.schlossgarten.state import Action, Move, Square, View
from rules.text import say, say_n

CARD = say("Which card do you play?")
SHUT_IN = say("None of your pawns can move.")
PAWN = say("Who moves?")
WHERE = [
    with_pawn(pawn, where)
    for pawn, where in enumerate(
        (say("Where does your king go?"), say("Where does your gardener go?"), say("Where does your architect go?"))
    )
]
HIT = say("Where is the hit pawn put?")
FIGURE = say("Which figure do you make?")
STANDS = say("Each small picture shows a figure: your king, a gardener and an architect stand as on the card.")
WORKER = say("Who works?")
WORK = say("What work is done?")
DIG = {
    GARDENER: with_pawn(GARDENER, say("Where does your gardener dig?")),
    ARCHITECT: with_pawn(ARCHITECT, say("Where does your architect dig?")),
}
AFTER = say("What is built?")
SITE = [
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
LEFT = (say("No step left."), *(say_n("{count} step left.", "{count} steps left.", n) for n in range(1, STEPS + 1)))
REACH, DONE = len(PAWNS), len(PAWNS) + 1  # answers beside the pawns
DIGS, RESTS = len(KINDS), len(KINDS) + 1  # answers beside the kinds of elements
REST = Option("rest", RESTS, labels.rest)


def choices(view: View) -> Choices[Action]:
    """The card, the movement, the work (R6.1)."""
    assert view.me is not None
    draft = Draft(view.me, ground(view))
    cards = Options(view.hand, card_key, partial(labels.card, draft))
    if movers(draft.here, draft.seat):
        card: int = yield from pick("card", CARD, cards, board=draft, form="tabs")
    else:  # a card may end the turn
        card = yield from pick("card", CARD, cards, board=draft, note=SHUT_IN)
    draft = draft._replace(card=card)
    draft = yield from _movement(draft)
    draft = yield from _work(view, draft)
    return draft.turn()


def _movement(draft: Draft) -> Choices[Draft]:
    """R6.3: again and again, until no pawn can move, it is done, or a whole figure is made."""
    while draft.left and (pawns := movers(draft.here, draft.seat)):
        options = _pawn_options(draft, pawns)
        answer = yield from pick("pawn", PAWN, options, board=draft, form="tabs", note=LEFT[draft.left])
        if answer == DONE:
            break
        if answer == REACH:
            return (yield from _figure(draft))
        draft = yield from _destination(draft._replace(pawn=answer))
    return draft


def _pawn_options(draft: Draft, pawns: list[int]) -> list[Option[int]]:
    """First, as the tab that is open, what is wanted most: to work where the figure stands, or a whole figure."""
    assert draft.card is not None
    options = [Option(PAWNS[pawn], pawn, partial(labels.pawn, pawn)) for pawn in pawns]
    if not draft.moves and any_finish(draft.here, draft.seat, draft.card):
        options.insert(0, Option("reach", REACH, labels.figures))
    done = Option("done", DONE, partial(labels.done, draft))
    return [done, *options] if draft.able() else [*options, done]


def _destination(draft: Draft) -> Choices[Draft]:
    """One destination (R6.4), and where the pawn hit there is put (R6.5)."""
    assert draft.pawn is not None
    found = in_reading_order(draft.reach().within(draft.left))
    options = Options(found, NAMES.__getitem__, partial(labels.where, draft))
    to: Square = yield from pick("where", WHERE[draft.pawn], options, board=draft, form="places", note=LEFT[draft.left])
    aimed = draft._replace(to=to)
    victim = aimed.victim()
    if victim is None:
        return draft.gone(Move(draft.pawn, to))
    places = in_reading_order(refuges(draft.here, victim[0]))
    put = Options(places, NAMES.__getitem__, partial(labels.put, aimed))
    return draft.gone(Move(draft.pawn, to, (yield from pick("hit", HIT, put, board=aimed, form="places"))))


def _figure(draft: Draft) -> Choices[Draft]:
    """A finishing position, made by its destinations one after the other (R6.9, R6.10)."""
    assert draft.card is not None
    found = listed(draft.here, draft.seat, draft.card)
    options = Options(found, Finish.key, partial(labels.figure, draft))
    chosen = yield from pick("figure", FIGURE, options, board=draft, form="places", note=STANDS)
    return draft.made(chosen.moves)


def _work(view: View, draft: Draft) -> Choices[Draft]:
    """One worker of the figure digs, builds, or both (R6.6, R6.7)."""
    able = draft.able()
    if not able:
        return draft
    worker = able[0] if len(able) == 1 else (yield from _worker(draft, able))
    if worker is None:
        return draft
    draft = draft._replace(worker=worker)
    dig = [Option("dig", DIGS, labels.dig)] if draft.diggable() else []
    rest = [REST] if len(able) == 1 else []
    answer = yield from pick("work", WORK, [*_kinds(view, draft), *dig, *rest], board=draft, form="tabs")
    if answer == DIGS:
        draft = yield from _dig(view, draft)
        kinds = _kinds(view, draft)
        answer = (yield from pick("after", AFTER, [*kinds, REST], board=draft, form="tabs")) if kinds else RESTS
    return draft if answer == RESTS else (yield from _build(view, draft._replace(kind=answer)))


def _worker(draft: Draft, able: list[int]) -> Choices[int | None]:
    both = [Option[int | None](f"{PAWNS[each]}-works", each, partial(labels.worker, each)) for each in able]
    return (yield from pick("worker", WORKER, [*both, Option("rest", None, labels.rest)], board=draft, form="tabs"))


def _kinds(view: View, draft: Draft) -> list[Option[int]]:
    """What the worker can build, the largest first, as it mostly brings most."""
    return [Option(KINDS[kind].key, kind, partial(labels.kind, view, draft, kind)) for kind in reversed(draft.sites())]


def _dig(view: View, draft: Draft) -> Choices[Draft]:
    assert draft.worker is not None
    options = Options(in_reading_order(draft.diggable()), NAMES.__getitem__, partial(labels.tile, view, draft))
    return draft.dug((yield from pick("dig", DIG[draft.worker], options, board=draft, form="places")))


def _build(view: View, draft: Draft) -> Choices[Draft]:
    assert draft.kind is not None
    options = Options(draft.sites()[draft.kind], key, partial(labels.site, view, draft))
    site = yield from pick("site", SITE[draft.kind], options, board=draft, form="places")
    return draft._replace(site=site)
