"""A seat's conversation (R6.1): the card and the movement of a turn; `work_choices.py` goes on with the work.

Beside each question stand the labels of its answers, and the reasons against answers that are not on offer (R7.9).
The board of each prompt is the turn so far, a `Draft`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.choice import Choices, Label, Option, Options, Path, pick
from rules.schlossgarten.board import BIT, NAMES, element_on, in_reading_order, pawn_on, square_names, square_of, squares
from rules.schlossgarten.draft import Draft, first_draft
from rules.schlossgarten.finishes import Finish, has_finish, offered_finishes
from rules.schlossgarten.movement import jumped_over, movable_pawns, refuges, surroundings
from rules.schlossgarten.names import (
    card_key,
    card_name,
    figure_in_words,
    kind_name,
    of_owner,
    pawn_name,
    steps,
    with_figure,
    with_pawn,
    your_pawn,
)
from rules.schlossgarten.parts import ARCHITECT, CARDS, GARDENER, KING, PAWNS, STEPS
from rules.schlossgarten.state import Action, Move, Square, View
from rules.schlossgarten.work_choices import LITTLE_GARDENS, MAKES_FIGURE, dotted, end_label, work
from rules.text import Text, joined, say, say_n, who
from rules.values import Bitboard

WHICH_CARD = say("Which card do you play?")
SHUT_IN = say("None of your pawns can move.")
WHICH_PAWN = say("Who moves?")
WHERE_TO = [
    with_pawn(pawn, where)
    for pawn, where in enumerate(
        (say("Where does your king go?"), say("Where does your gardener go?"), say("Where does your architect go?"))
    )
]
WHERE_IS_HIT_PAWN_PUT = say("Where do you put the pawn you hit?")
WHICH_FIGURE = say("Where do you make the pattern?")
FIGURE_NOTE = say("In each small picture your king, a gardener and an architect stand as on the card.")
STEPS_LEFT = (say("No steps left."), *(say_n("{count} step left.", "{count} steps left.", n) for n in range(1, STEPS + 1)))
MAKE_PATTERN = Label(with_figure(say("make the pattern")))
MOVE_PAWN = [
    Label(with_pawn(pawn, move), words=pawn_name(pawn))
    for pawn, move in enumerate((say("move king"), say("move gardener"), say("move architect")))
]
WORK_NOW = Label(say("work now"))
REACH, DONE = len(PAWNS), len(PAWNS) + 1  # answers beside the pawns
CARD_OF = {card_key(card): card for card in CARDS}


def choices(view: View) -> Choices[Action]:
    """Ask for the card, the movement, and the work (R6.1)."""
    draft = first_draft(view)
    cards, why_not = Options(view.hand, card_key, partial(_card_label, draft)), partial(_why_not_card, view)
    note = None if movable_pawns(draft.board, draft.seat) else SHUT_IN
    card = yield from pick("card", WHICH_CARD, cards, board=draft, note=note, why_not=why_not)
    draft = yield from _movement(draft._replace(card=card))
    draft = yield from work(view, draft)
    return draft.turn()


def _card_label(draft: Draft, card: int) -> Label:
    """Return the card's pattern as its note, and mark a card whose pattern stands already."""
    pattern = say("seen from your king: {figure}", figure=figure_in_words(card))
    return Label(card_name(card), card_key(card), pattern, star=bool(draft._replace(card=card).figures()))


def _why_not_card(view: View, answer: str) -> Text | None:
    """Refuse a card that the seat does not hold (E1)."""
    card = CARD_OF.get(answer)
    return None if card is None or card in view.hand else say("Card {card} is not in your hand.", card=card)


def _movement(draft: Draft) -> Choices[Draft]:
    """Ask which pawn moves (R6.3), again and again: until none can, it is done, or a whole figure is made."""
    while draft.left and (pawns := movable_pawns(draft.board, draft.seat)):
        options, note, why_not = _pawn_options(draft, pawns), STEPS_LEFT[draft.left], partial(_why_not_pawn, draft)
        answer = yield from pick("pawn", WHICH_PAWN, options, board=draft, form="tabs", note=note, why_not=why_not)
        if answer == DONE:
            break
        if answer == REACH:
            return (yield from _figure(draft))
        draft = yield from _destination(draft._replace(pawn=answer))
    return draft


def movement_path(draft: Draft, finish: Finish | None) -> Path:
    """Return the answers that make a finishing position, or, with None, that leave the pawns where they stand."""
    if finish is not None:
        return "reach", finish.key()
    return ("done",) if movable_pawns(draft.board, draft.seat) else ()


def _pawn_options(draft: Draft, pawns: Sequence[int]) -> list[Option[int]]:
    """Return the pawns that can move; the first tab, which is open, is the likeliest wish: to work, or a whole figure."""
    assert draft.card is not None
    options = [Option(PAWNS[pawn], pawn, partial(MOVE_PAWN.__getitem__, pawn)) for pawn in pawns]
    if not draft.moves and has_finish(draft.board, draft.seat, draft.card):
        options.insert(0, Option("reach", REACH, lambda: MAKE_PATTERN))
    if draft.able_workers():
        return [Option("done", DONE, lambda: WORK_NOW), *options]
    return [*options, Option("done", DONE, end_label)]


def _why_not_pawn(draft: Draft, answer: str) -> Text | None:
    """Refuse a pawn that cannot move (E10), or figures where none are on offer (E12)."""
    if answer == "reach":
        return _why_no_figure(draft)
    if answer not in PAWNS or PAWNS.index(answer) in movable_pawns(draft.board, draft.seat):
        return None
    return say("{pawn} cannot move.", pawn=your_pawn(PAWNS.index(answer)))


def _why_no_figure(draft: Draft) -> Text | None:
    assert draft.card is not None
    if draft.moves:
        return say("You can make the pattern in one go only before the first step.")
    if has_finish(draft.board, draft.seat, draft.card):
        return None
    return say("There is no other way to make the pattern of card {card} in one go.", card=draft.card)


def _destination(draft: Draft) -> Choices[Draft]:
    """Ask where the pawn goes (R6.4), and where a pawn that it hits there is put (R6.5)."""
    assert draft.pawn is not None
    options = Options(in_reading_order(draft.reach().within(draft.left)), NAMES.__getitem__, partial(_destination_label, draft))
    question, note, why_not = WHERE_TO[draft.pawn], STEPS_LEFT[draft.left], partial(_why_not_there, draft)
    to: Square = yield from pick("where", question, options, board=draft, form="places", note=note, why_not=why_not)
    aimed = draft._replace(to=to)
    victim = aimed.victim()
    if victim is None:
        return draft.after_move(Move(draft.pawn, to))
    free = refuges(draft.board, victim[0])
    places = Options(in_reading_order(free), NAMES.__getitem__, partial(_refuge_label, aimed))
    why_not = partial(_why_not_refuge, free)
    refuge = yield from pick("hit", WHERE_IS_HIT_PAWN_PUT, places, board=aimed, form="places", why_not=why_not)
    return draft.after_move(Move(draft.pawn, to, refuge))


def _destination_label(draft: Draft, to: Square) -> Label:
    """Say the cost of a destination, who is jumped and hit, and whether the figure stands then."""
    made = set(draft.makes_figure_by_refuge(to))
    makes = None if True not in made else say("can make the pattern") if False in made else MAKES_FIGURE
    hits = _hits(draft._replace(to=to))
    note = joined(" · ", hits, makes) if hits or makes else None
    facts = steps(draft.reach().cost(to)), _jumps(draft, to), hits, makes
    return Label(dotted(NAMES[to], *facts), NAMES[to], note, star=makes is MAKES_FIGURE)


def _hits(aimed: Draft) -> Text | None:
    if not (victim := aimed.victim()):
        return None
    owner, pawn = victim
    return say("hits {victim}", victim=of_owner(who(owner), pawn_name(pawn)))


def _jumps(draft: Draft, to: Square) -> Text | None:
    """Say who is jumped on the way: ``jumps Ben's gardener b4``."""
    assert draft.pawn is not None
    jumped = jumped_over(draft.board, draft.seat, draft.pawn, to)
    if len(jumped) == 1:
        return say("jumps {over}", over=_worker_on(draft, *jumped))
    return say("jumps over {over}", over=tuple(NAMES[square] for square in jumped)) if jumped else None


def _worker_on(draft: Draft, square: Square) -> Text:
    standing = pawn_on(draft.board, square)
    assert standing, f"nobody stands on {NAMES[square]}"
    owner, pawn = standing
    name = pawn_name(pawn) if owner == draft.seat else of_owner(who(owner), pawn_name(pawn))
    return say("{pawn} {square}", pawn=name, square=NAMES[square])


def _why_not_there(draft: Draft, answer: str) -> Text | None:
    """Refuse a square that no step may end on (E2 to E6, E9), or that the steps do not reach (E7, E8)."""
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
    too_far = say("{pawn} cannot get to {square} this turn.", pawn=your_pawn(draft.pawn), square=answer)
    return _why_nobody_there(draft, to) or too_far


def _why_nobody_there(draft: Draft, to: Square) -> Text | None:
    """Return why no step can end on a square (R3.14, R3.15, R3.21)."""
    board, square = draft.board, NAMES[to]
    if board.pits & BIT[to]:
        return say("There is a pit on {square}; nobody can walk on pits.", square=square)
    element, pawn = element_on(board, to), pawn_on(board, to)
    if element and element[0] != draft.seat:
        owner, kind = who(element[0]), kind_name(element[1])
        return say(
            "{owner} has an element on {square} ({kind}): nobody else may stand there.", owner=owner, square=square, kind=kind
        )
    if pawn and pawn[0] == draft.seat:
        return say("{pawn} is already on {square}.", pawn=your_pawn(pawn[1]), square=square)
    if pawn and pawn[1] == KING:
        return say("A king stands on {square}; kings cannot be hit or jumped.", square=square)
    if pawn and not surroundings(board, draft.seat).targets & BIT[to]:
        return say(
            "The pawn on {square} cannot be hit: {owner} has no free square on an element.", square=square, owner=who(pawn[0])
        )
    return None


def _refuge_label(aimed: Draft, refuge: Square) -> Label:
    """Say onto which element a hit pawn goes, and whether the figure stands then."""
    victim, element = aimed.victim(), element_on(aimed.board, refuge)
    assert victim
    assert element
    assert aimed.to is not None
    owner, pawn = victim
    goes = say("{pawn} → {kind}", pawn=of_owner(who(owner), pawn_name(pawn)), kind=kind_name(element[1]))
    makes = aimed.makes_figure(aimed.to, refuge)
    note = MAKES_FIGURE if makes else None
    return Label(dotted(NAMES[refuge], goes, note), NAMES[refuge], note, star=makes)


def _why_not_refuge(free: Bitboard, answer: str) -> Text | None:
    """Refuse a square where the hit pawn cannot be put (E11)."""
    to = square_of(answer)
    if to is None or free & BIT[to]:
        return None
    names = square_names(squares(free))
    return say("A hit pawn goes to a free square on an element of its owner: {squares}.", squares=names)


def _figure(draft: Draft) -> Choices[Draft]:
    """Ask for a finishing position; its destinations are made one after the other (R6.9, R6.10)."""
    assert draft.card is not None
    found = offered_finishes(draft.board, draft.seat, draft.card)
    options, why_not = Options(found, Finish.key, partial(_figure_label, draft)), partial(_why_not_figure, found)
    chosen = yield from pick(
        "figure", WHICH_FIGURE, options, board=draft, form="places", note=FIGURE_NOTE, why_not=why_not, page=LITTLE_GARDENS
    )
    return draft.after_moves(chosen.moves)


def _figure_label(draft: Draft, finish: Finish) -> Label:
    """Say which pawns move, which foreign workers help, and the cost (R6.9)."""
    moves = tuple(say("{pawn} {square}", pawn=pawn_name(p), square=NAMES[to]) for p, to in sorted(finish.moves))
    owners = finish.figure.gardener_owner, finish.figure.architect_owner
    helped = tuple(
        say("{pawn} {square}", pawn=of_owner(who(owner), pawn_name(p)), square=NAMES[square])
        for p, owner, square in zip((GARDENER, ARCHITECT), owners, finish.figure[1:3], strict=True)
        if owner != draft.seat
    )
    helpers = say("with {helped}", helped=helped) if helped else None
    return Label(dotted(say("{moves}", moves=moves), helpers, steps(finish.cost)), finish.figure.key)


def _why_not_figure(offered: tuple[Finish, ...], answer: str) -> Text | None:
    """Refuse the squares of a figure that is not on the list (E12)."""
    places = [square_of(word) for word in answer.split("-")]
    if len(places) != len(PAWNS) or None in places or answer in {finish.key() for finish in offered}:
        return None
    return say("{key} is not on the list; move the pawns one by one.", key=answer)
