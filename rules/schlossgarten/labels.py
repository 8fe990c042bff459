"""What people are shown of each answer in a turn: asked only when somebody looks."""

from __future__ import annotations

from rules.choice import Label, best_of
from rules.schlossgarten.board import NAMES, bits, element_on, key, squares
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish
from rules.schlossgarten.movement import over
from rules.schlossgarten.names import (
    card_key,
    card_name,
    kind_name,
    of_owner,
    pawn_name,
    steps,
    terrain,
    with_figure,
    with_pawn,
    with_pit,
)
from rules.schlossgarten.parts import ARCHITECT, GARDENER
from rules.schlossgarten.state import Square, Squares, View
from rules.schlossgarten.work import under
from rules.text import Text, joined, say, say_n, verbatim, who
from rules.wording import END_TURN

FIGURE = with_figure(say("figure"))
MAKES = with_figure(say("makes the figure"))
WORKS = {GARDENER: say("gardener works"), ARCHITECT: say("architect works")}


def dotted(first: Text | str, *rest: Text | None) -> Text:
    """Facts side by side, those that there are."""
    return joined(" · ", verbatim(first) if isinstance(first, str) else first, *rest)


def card(draft: Draft, number: int) -> Label:
    """What it is called, and whether it stands already."""
    return Label(card_name(number), card_key(number), star=bool(draft._replace(card=number).figures()))


def pawn(number: int) -> Label:
    """Who moves."""
    return Label(pawn_name(number))


def figures() -> Label:
    """Finishing positions in one answer."""
    return Label(FIGURE)


def done(draft: Draft) -> Label:
    """On with the work, or the end of the turn."""
    return Label(say("to work")) if draft.able() else Label(END_TURN, ends=True)


def where(draft: Draft, to: Square) -> Label:
    """The cost of a destination, whom it jumps and hits, and whether the figure stands then."""
    cost = draft.reach().cost(to)
    makes = _makes(draft, to)
    hits = _hits(draft._replace(to=to))
    facts = (steps(cost), _jumps(draft, to), hits, makes)
    note = joined(" · ", hits, makes) if hits or makes else None
    return Label(dotted(NAMES[to], *facts), NAMES[to], note, star=makes is MAKES)


def _hits(aimed: Draft) -> Text | None:
    """Who is hit on the destination."""
    if not (victim := aimed.victim()):
        return None
    owner, which = victim
    return say("hits {victim}", victim=of_owner(who(owner), pawn_name(which)))


def _makes(draft: Draft, to: Square) -> Text | None:
    """Does the figure stand then, or can it, as far as this depends on where a hit pawn is put?"""
    made = set(draft.outcomes(to))
    return None if True not in made else say("can make the figure") if False in made else MAKES


def _jumps(draft: Draft, to: Square) -> Text | None:
    """Whom a pawn jumps on its way."""
    assert draft.pawn is not None
    jumped = over(draft.here, draft.seat, draft.pawn, to)
    if len(jumped) == 1:
        return say("jumps {over}", over=standing_on(draft, *jumped))
    return say("jumps over {over}", over=tuple(NAMES[square] for square in jumped)) if jumped else None


def standing_on(draft: Draft, square: Square) -> Text:
    """Whose worker stands on a square: ``Ben's gardener b4``, ``architect d2``."""
    for owner, own in enumerate(draft.here.pawns):
        if square in own:
            name = pawn_name(own.index(square))
            told = name if owner == draft.seat else of_owner(who(owner), name)
            return say("{pawn} {square}", pawn=told, square=NAMES[square])
    raise AssertionError(f"nobody stands on {NAMES[square]}")


def put(aimed: Draft, place: Square) -> Label:
    """Where a hit pawn goes."""
    victim, lies = aimed.victim(), element_on(aimed.here, place)
    assert victim
    assert lies
    assert aimed.to is not None
    owner, pawn = victim
    goes = say("{pawn} → {kind}", pawn=of_owner(who(owner), pawn_name(pawn)), kind=kind_name(lies[1]))
    makes = aimed.makes_figure(aimed.to, place)
    note = MAKES if makes else None
    return Label(dotted(NAMES[place], goes, note), NAMES[place], note, star=makes)


def figure(draft: Draft, finish: Finish) -> Label:
    """What moves, which foreign workers help, and the cost (R6.9)."""
    moves = tuple(say("{pawn} {square}", pawn=pawn_name(p), square=NAMES[to]) for p, to in sorted(finish.moves))
    owners = finish.figure.gardener_owner, finish.figure.architect_owner
    helped = tuple(
        say("{pawn} {square}", pawn=of_owner(who(owner), pawn_name(p)), square=NAMES[square])
        for p, owner, square in zip((GARDENER, ARCHITECT), owners, finish.figure[1:3], strict=True)
        if owner != draft.seat
    )
    helpers = say("with {helped}", helped=helped) if helped else None
    label = dotted(say("{moves}", moves=moves), helpers, steps(finish.cost))
    return Label(label, finish.figure.key)


def worker(number: int) -> Label:
    """Who works."""
    return Label(with_pawn(number, WORKS[number]))


def rest() -> Label:
    """No work, or no more of it."""
    return Label(END_TURN, ends=True)


def dig() -> Label:
    """To turn over a tile first."""
    return Label(with_pit(say("dig")))


def tile(view: View, draft: Draft, square: Square) -> Label:
    """The value of a tile, and what could be built then."""
    value = view.values[square]
    lies, room = say("{terrain} {value}", terrain=terrain(value), value=value), _room(draft, square)
    return Label(dotted(NAMES[square], lies, room), NAMES[square], room)


def _room(draft: Draft, square: Square) -> Text | None:
    """What could be built when a tile is dug up, where that is not the same for all tiles."""
    after = {each: tuple(map(kind_name, draft.dug(each).sites())) for each in squares(draft.diggable())}
    kinds = after[square]
    if not kinds or len(set(after.values())) == 1:
        return None
    return say("room for {kinds}", kinds=kinds)


def kind(view: View, draft: Draft, number: int) -> Label:
    """An element, and what the best of its sites brings."""
    return Label(kind_name(number), gain=best_of(draft.gain(view.values, site) for site in draft.sites()[number]))


def site(view: View, draft: Draft, site: Squares) -> Label:
    """What a site brings, and which elements go back."""
    back = tuple(of_owner(who(owner), kind_name(k)) for owner, k in under(draft.here, bits(site)))
    returns = say_n("{back} goes back", "{back} go back", len(back), back=back) if back else None
    words = say("on {square}", square=key(site))
    return Label(dotted(key(site), returns), key(site), returns, draft.gain(view.values, site), words=words)
