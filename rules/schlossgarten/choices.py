"""A seat's conversation: a whole turn (section 6A). Each prompt's board is the draft so far."""

from __future__ import annotations

from functools import partial

from rules.choice import Choices, Option, Options, pick
from rules.schlossgarten import labels
from rules.schlossgarten.board import NAMES, by_name, ground, key
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish, any_finish, listed
from rules.schlossgarten.movement import movers, refuges
from rules.schlossgarten.names import card_key
from rules.schlossgarten.parts import KIND_KEYS, PAWNS, STEPS
from rules.schlossgarten.state import Action, Move, Square, View
from rules.text import say

CARD = say("Which card do you play?")
PAWN = say("Which pawn do you move?")
WHERE = say("To which square?")
HIT = say("Where is the hit pawn put?")
FIGURE = say("Which figure do you make?")
WORKER = say("Who works?")
WORK = say("What work is done?")
DIG = say("Which tile is dug?")
AFTER = say("Do you build as well?")
KIND = say("What is built?")
SITE = say("On which squares?")
LEFT = (say("No step left."), say("1 step left."), *(say("{steps} steps left.", steps=n) for n in range(2, STEPS + 1)))
REACH, DONE = len(PAWNS), len(PAWNS) + 1  # answers beside the pawns
REST = Option("rest", "rest", labels.rest)


def choices(view: View) -> Choices[Action]:
    """The card, the movement, the work (R6.1)."""
    assert view.me is not None
    draft = Draft(view.me, ground(view))
    cards = Options(view.hand, card_key, partial(labels.card, draft))
    draft = draft._replace(card=(yield from pick("card", CARD, cards, board=draft)))
    draft = yield from _movement(view, draft)
    draft = yield from _work(view, draft)
    return draft.turn()


def _movement(view: View, draft: Draft) -> Choices[Draft]:
    """R6.3: again and again, until no pawn can move or it is done."""
    while draft.left and (pawns := movers(draft.here, draft.seat)):
        options = [Option(PAWNS[pawn], pawn, partial(labels.pawn, draft, pawn)) for pawn in pawns]
        if not draft.moves and any_finish(draft.here, draft.seat, draft.card):
            options.append(Option("reach", REACH, partial(labels.figures, draft)))
        options.append(Option("done", DONE, partial(labels.done, draft)))
        answer = yield from pick("pawn", PAWN, options, board=draft, note=LEFT[draft.left])
        if answer == DONE:
            break
        draft = yield from _figure(view, draft) if answer == REACH else _destination(view, draft._replace(pawn=answer))
    return draft


def _destination(view: View, draft: Draft) -> Choices[Draft]:
    """One destination (R6.4), and where the pawn hit there is put (R6.5)."""
    assert draft.pawn is not None
    found = by_name(draft.reach().within(draft.left))
    options = Options(found, NAMES.__getitem__, partial(labels.where, view, draft))
    to: Square = yield from pick("where", WHERE, options, board=draft, form="places", note=LEFT[draft.left])
    aimed = draft._replace(to=to)
    victim = aimed.victim()
    if victim is None:
        return draft.gone(Move(draft.pawn, to))
    places = by_name(refuges(draft.here, victim[0]))
    put = Options(places, NAMES.__getitem__, partial(labels.put, view, aimed))
    return draft.gone(Move(draft.pawn, to, (yield from pick("hit", HIT, put, board=aimed))))


def _figure(view: View, draft: Draft) -> Choices[Draft]:
    """A finishing position, made by its destinations one after the other (R6.9, R6.10)."""
    assert draft.card is not None
    found = listed(draft.here, draft.seat, draft.card)
    options = Options(found, Finish.key, partial(labels.figure, view, draft))
    chosen = yield from pick("figure", FIGURE, options, board=draft)
    for pawn, to in chosen.moves:
        draft = draft.gone(Move(pawn, to))
    return draft


def _work(view: View, draft: Draft) -> Choices[Draft]:
    """One worker of the figure digs, builds, or both (R6.6, R6.7)."""
    able = draft.able()
    if not able:
        return draft
    worker = able[0] if len(able) == 1 else (yield from _worker(draft, able))
    if worker is None:
        return draft
    draft = draft._replace(worker=worker)
    what = [_dig_option(draft)] if draft.diggable() else []
    what += [_build_option(view, draft)] if draft.sites() else []
    answer = yield from pick("work", WORK, what if len(able) > 1 else [*what, REST], board=draft)
    if answer == "dig":
        draft = yield from _dig(view, draft)
        answer = "rest"
        if draft.sites():
            answer = yield from pick("after", AFTER, [_build_option(view, draft), REST], board=draft)
    return (yield from _build(view, draft)) if answer == "build" else draft


def _worker(draft: Draft, able: list[int]) -> Choices[int | None]:
    both = [Option[int | None](f"{PAWNS[each]}-works", each, partial(labels.worker, draft, each)) for each in able]
    return (yield from pick("worker", WORKER, [*both, Option("rest", None, labels.rest)], board=draft))


def _dig_option(draft: Draft) -> Option[str]:
    return Option("dig", "dig", partial(labels.dig, draft))


def _build_option(view: View, draft: Draft) -> Option[str]:
    return Option("build", "build", partial(labels.build, view, draft))


def _dig(view: View, draft: Draft) -> Choices[Draft]:
    tiles = by_name(draft.diggable())
    options = Options(tiles, NAMES.__getitem__, partial(labels.tile, view, draft))
    square = yield from pick("dig", DIG, options, board=draft)
    return draft._replace(here=draft.here.dug(square), dig=square)


def _build(view: View, draft: Draft) -> Choices[Draft]:
    found = draft.sites()
    kinds = Options(tuple(found), KIND_KEYS.__getitem__, partial(labels.kind, view, draft))
    kind = yield from pick("kind", KIND, kinds, board=draft)
    draft = draft._replace(kind=kind)
    options = Options(found[kind], key, partial(labels.site, view, draft))
    site = yield from pick("site", SITE, options, board=draft, form="places")
    return draft._replace(site=site)
