"""The conversations (section 6 of the specification)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import cache, lru_cache, partial
from typing import Any, TypeVar

from rules.choice import Choices, Option, Path, Prompt, pick, walk
from rules.schlossgarten import labels
from rules.schlossgarten.apply import in_turn
from rules.schlossgarten.board import NAMES, by_name, ground, key
from rules.schlossgarten.draft import Draft, qualified
from rules.schlossgarten.movement import movers, reach, refuges
from rules.schlossgarten.parts import FIGURES, KINDS, PAWNS, SIDES, SIZE, STEPS, TILES
from rules.schlossgarten.ready import Ready, any_ready, ready
from rules.schlossgarten.state import NONE, Action, Draw, First, Hands, Lay, Move, Square, Squares, State, View
from rules.schlossgarten.tell import card_key
from rules.schlossgarten.work import diggable, sites
from rules.text import Text, say

T = TypeVar("T")
Watch = Callable[[Draft, str], object]  # is told of the draft and what is asked now; nothing when the turn is complete
Asked = Generator[Prompt[Any], Any, T]

QUESTIONS = {
    "card": say("Which card do you play?"),
    "pawn": say("Which pawn do you move?"),
    "where": say("To which square?"),
    "hit": say("Where is the hit pawn put?"),
    "figure": say("Which figure do you make?"),
    "worker": say("Who works?"),
    "work": say("What work is done?"),
    "dig": say("Which tile is dug?"),
    "after": say("Do you build as well?"),
    "kind": say("What is built?"),
    "site": say("On which squares?"),
}
SQUARES = {"where", "site"}  # grouped by letters in menus
LEFT = (say("No step left."), say("1 step left."), *(say("{steps} steps left.", steps=n) for n in range(2, STEPS + 1)))
READY, DONE = len(PAWNS), len(PAWNS) + 1  # answers beside the pawns


def choices(view: View) -> Choices[Action]:
    """A seat's conversation: a whole turn (R6.1)."""
    return turn(view, lambda draft, asked: None)


@lru_cache(maxsize=256)
def follow(view: View, path: Path) -> tuple[Draft, str]:
    """The turn as far as a path says it, and what is asked next: for refusals, and for those who draw it."""
    seen: list[tuple[Draft, str]] = []
    walk(lambda: turn(view, lambda draft, asked: seen.append((draft, asked))), path)
    return seen[-1]


def turn(view: View, watch: Watch) -> Choices[Action]:
    """The conversation, watched."""
    assert view.me is not None
    draft = Draft(view.me, ground(view))
    cards = [Option(card_key(card), card, partial(labels.card, draft, card)) for card in view.hand]
    draft = draft._replace(card=(yield from _ask(watch, draft, "card", cards)))
    draft = yield from _movement(view, watch, draft)
    draft = yield from _work(view, watch, draft)
    watch(draft, "")
    return draft.turn()


def _ask(watch: Watch, draft: Draft, asked: str, options: Iterable[Option[T]], *, note: Text | None = None) -> Asked[T]:
    watch(draft, asked)
    return pick(asked, QUESTIONS[asked], options, by_letter=asked in SQUARES, note=note)


def _movement(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    """R6.3: again and again, until no pawn can move or it is done."""
    while draft.left:
        answers = movers(draft.here, draft.seat)
        if not answers:
            break
        if not draft.moves and any_ready(draft.here, draft.seat, draft.card):
            answers.append(READY)
        options = [_answer(draft, answer) for answer in (*answers, DONE)]
        answer = yield from _ask(watch, draft, "pawn", options, note=LEFT[draft.left])
        if answer == DONE:
            break
        if answer == READY:
            draft = yield from _figure(view, watch, draft)
        else:
            draft = yield from _destination(view, watch, draft._replace(pawn=answer))
    return draft


def _answer(draft: Draft, answer: int) -> Option[int]:
    if answer == DONE:
        return Option("done", DONE, partial(labels.done, draft))
    if answer == READY:
        return Option("reach", READY, partial(labels.figures, draft))
    return Option(PAWNS[answer], answer, partial(labels.pawn, draft, answer))


def _destination(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    """One destination (R6.4), and where the pawn hit there is put (R6.5)."""
    found = by_name(reach(draft.here, draft.seat, draft.pawn).within(draft.left))
    options = [Option(NAMES[to], to, partial(labels.where, view, draft, to)) for to in found]
    draft = draft._replace(to=(yield from _ask(watch, draft, "where", options, note=LEFT[draft.left])))
    owner, victim = draft.victim()
    refuge = NONE
    if victim != NONE:
        places = by_name(refuges(draft.here, owner))
        put = [Option(NAMES[place], place, partial(labels.put, view, draft, place)) for place in places]
        refuge = yield from _ask(watch, draft, "hit", put)
    return draft.gone(Move(draft.pawn, draft.to, refuge))


def _figure(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    """A finishing position, made by its destinations one after the other (R6.9, R6.10)."""
    options = [Option(each.figure.key, each, partial(labels.figure, view, draft, each)) for each in listed(draft)]
    chosen: Ready = yield from _ask(watch, draft, "figure", options)
    for pawn, to in chosen.moves:
        draft = draft.gone(Move(pawn, to))
    return draft


def listed(draft: Draft) -> tuple[Ready, ...]:
    """The finishing positions on offer."""
    return ready(draft.here, draft.seat, draft.card)[:FIGURES]


def _work(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    """One worker of the figure digs, builds, or both (R6.6, R6.7)."""
    here, seat = draft.here, draft.seat
    able = qualified(draft)
    if not able:
        return draft
    rest = Option("rest", NONE, labels.rest)
    worker = able[0]
    if len(able) > 1:
        both = [Option(f"{PAWNS[each]}-works", each, partial(labels.worker, draft, each)) for each in able]
        worker = yield from _ask(watch, draft, "worker", [*both, rest])
        if worker == NONE:
            return draft
    draft = draft._replace(worker=worker)
    what = [Option("dig", 1, partial(labels.dig, draft))] if diggable(here, draft.square()) else []
    if sites(here, seat, worker):
        what.append(Option("build", 0, partial(labels.build, view, draft)))
    answer = yield from _ask(watch, draft, "work", what if len(able) > 1 else [*what, rest])
    if answer == NONE:
        return draft
    if answer:
        draft = yield from _dig(view, watch, draft)
        if not sites(draft.here, seat, worker):
            return draft
        after = [Option("build", 0, partial(labels.build, view, draft)), rest]
        if (yield from _ask(watch, draft, "after", after)) == NONE:
            return draft
    return (yield from _build(view, watch, draft))


def _dig(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    tiles = by_name(diggable(draft.here, draft.square()))
    options = [Option(NAMES[tile], tile, partial(labels.tile, view, draft, tile)) for tile in tiles]
    square: Square = yield from _ask(watch, draft, "dig", options)
    return draft._replace(here=draft.here.dug(square), dig=square)


def _build(view: View, watch: Watch, draft: Draft) -> Asked[Draft]:
    found = sites(draft.here, draft.seat, draft.worker)
    kinds = [Option(KINDS[kind].key, kind, partial(labels.kind, view, draft, kind)) for kind in found]
    draft = draft._replace(kind=(yield from _ask(watch, draft, "kind", kinds)))
    options = [Option(key(site), site, partial(labels.site, view, draft, site)) for site in found[draft.kind]]
    site: Squares = yield from _ask(watch, draft, "site", options)
    return draft._replace(site=site)


def chance(state: State) -> Choices[Action]:
    """The dealer's conversation (section 6B)."""
    if state.phase == "lay":
        return Lay((yield from _lay()))
    if state.phase == "first":
        seats = [Option(SIDES[side].key, seat) for seat, side in enumerate(state.sides)]
        return First((yield from pick("first", say("Who begins?"), seats)))
    if state.phase == "hands":
        return Hands((yield from _hands(state)))
    return Draw((yield from pick("card", DRAWN, [_card(card) for card in state.bag or sorted(state.discard)])))


DRAWN = say("Which card is drawn?")


def _lay() -> Choices[tuple[int, ...]]:
    left, laid = dict(TILES), list[int]()
    for square in range(SIZE**2):
        tiles = [Option(str(value), value, weight=count) for value, count in left.items() if count]
        laid.append((yield from pick("tile", say("Which tile lies on {square}?", square=NAMES[square]), tiles)))
        left[laid[-1]] -= 1
    return tuple(laid)


def _hands(state: State) -> Choices[tuple[int, ...]]:
    left, dealt = {card: _card(card) for card in state.bag}, list[int]()
    for _ in in_turn(state):
        dealt.append((yield from pick("card", DRAWN, left.values())))
        del left[dealt[-1]]
    return tuple(dealt)


@cache
def _card(card: int) -> Option[int]:
    return Option(card_key(card), card)
