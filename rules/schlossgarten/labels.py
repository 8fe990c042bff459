"""What people are shown of each answer in a turn: asked only when somebody looks."""

from __future__ import annotations

from rules.choice import Label
from rules.game import Seat
from rules.schlossgarten.board import BIT, NAMES, bits, element_on, key
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.finishes import Finish, finishes
from rules.schlossgarten.movement import over, reach
from rules.schlossgarten.names import card_key, colour, figure_in_words, pawn_name, steps
from rules.schlossgarten.parts import ARCHITECT, FIGURES, GARDENER, KINDS, TERRAIN
from rules.schlossgarten.state import Square, Squares, View
from rules.schlossgarten.work import under
from rules.text import Text, joined, say, term, verbatim
from rules.wording import signed

MAKES = say("makes the figure")


def dotted(first: Text | str, *rest: Text | None) -> Text:
    """Facts side by side, those that there are."""
    return joined(" · ", verbatim(first) if isinstance(first, str) else first, *rest)


def card(draft: Draft, number: int) -> Label:
    """The figure in words, and how it could be made."""
    found = finishes(draft.here, draft.seat, number)
    if draft._replace(card=number).figures():
        way = dotted(say("stands already"), _others(len(found)))
    elif found:
        way = _ways(found)
    else:
        way = say("not in reach")
    return Label(dotted(card_key(number), figure_in_words(number), way), card_key(number), str(len(found)))


def _others(count: int) -> Text | None:
    """Other ways to make a figure that stands."""
    if count > FIGURES:
        return say("{listed} of {count} other ways", listed=FIGURES, count=count)
    if count > 1:
        return say("{count} other ways", count=count)
    return say("1 other way") if count else None


def _ways(found: tuple[Finish, ...]) -> Text:
    """How many figures can be made, as far as they are listed, and with how few steps."""
    fewest = steps(found[0].cost)
    if len(found) == 1:
        return say("1 way, {steps}", steps=fewest)
    if len(found) > FIGURES:
        return say("{listed} of {count} ways, from {steps}", listed=FIGURES, count=len(found), steps=fewest)
    return say("{count} ways, from {steps}", count=len(found), steps=fewest)


def pawn(draft: Draft, number: int) -> Label:
    """Where a pawn stands and how many squares it could go to."""
    count = reach(draft.here, draft.seat, number).within(draft.left).bit_count()
    square = NAMES[draft.here.pawns[draft.seat][number]]
    stands = say("{pawn} on {square}", pawn=pawn_name(number), square=square)
    far = say("1 square in reach") if count == 1 else say("{count} squares in reach", count=count)
    return Label(dotted(stands, far), square, str(count))


def figures(draft: Draft) -> Label:
    """Finishing positions in one answer."""
    return Label(dotted(say("a figure in one go"), _ways(finishes(draft.here, draft.seat, draft.card))))


def done(draft: Draft) -> Label:
    """What stands, and who may work."""
    if not draft.figures():
        return Label(say("no more steps · the figure does not stand"))
    able = draft.able()
    if not able:
        return Label(say("no more steps · the figure stands, nobody can work"))
    return Label(say("no more steps · the figure stands, at work: {workers}", workers=tuple(map(pawn_name, able))))


def where(view: View, draft: Draft, to: Square) -> Label:
    """The cost of a destination, whom it jumps and hits, and whether the figure stands then."""
    cost = draft.reach().cost(to)
    facts = (steps(cost), _jumps(view, draft, to), _hits(view, draft._replace(to=to)), _makes(draft, to))
    return Label(dotted(NAMES[to], *facts), NAMES[to], str(cost))


def _hits(view: View, aimed: Draft) -> Text | None:
    """Who is hit on the destination."""
    if not (victim := aimed.victim()):
        return None
    owner, which = victim
    return say("hits {victim}", victim=foreign(view, owner, pawn_name(which)))


def _makes(draft: Draft, to: Square) -> Text | None:
    """Does the figure stand then, or can it, as far as this depends on where a hit pawn is put?"""
    made = set(draft.outcomes(to))
    return None if True not in made else say("can make the figure") if False in made else MAKES


def _jumps(view: View, draft: Draft, to: Square) -> Text | None:
    """Whom a pawn jumps on its way."""
    assert draft.pawn is not None
    jumped = over(draft.here, draft.seat, draft.pawn, to)
    if len(jumped) == 1:
        return say("jumps {over}", over=standing_on(view, draft, *jumped))
    return say("jumps over {over}", over=tuple(NAMES[square] for square in jumped)) if jumped else None


def foreign(view: View, owner: Seat, what: Text) -> Text:
    """``White's gardener``, ``Blue's pool``."""
    return say("{owner}'s {what}", owner=colour(view.sides, owner), what=what)


def standing_on(view: View, draft: Draft, square: Square) -> Text:
    """Whose worker stands on a square: ``White's gardener b4``, ``architect d2``."""
    for owner, own in enumerate(draft.here.pawns):
        if square in own:
            name = pawn_name(own.index(square))
            who = name if owner == draft.seat else foreign(view, owner, name)
            return say("{pawn} {square}", pawn=who, square=NAMES[square])
    raise AssertionError(f"nobody stands on {NAMES[square]}")


def put(view: View, aimed: Draft, place: Square) -> Label:
    """Where a hit pawn goes."""
    victim, lies = aimed.victim(), element_on(aimed.here, place)
    assert victim
    assert lies
    assert aimed.to is not None
    params = {"kind": term(KINDS[lies[1]].key), "owner": colour(view.sides, victim[0])}
    goes = say("{owner}'s {pawn} goes onto the {kind}", pawn=pawn_name(victim[1]), **params)
    return Label(dotted(NAMES[place], goes, MAKES if aimed.makes_figure(aimed.to, place) else None), NAMES[place])


def figure(view: View, draft: Draft, finish: Finish) -> Label:
    """What moves, which foreign workers help, and the cost (R6.9)."""
    moves = tuple(say("{pawn} {square}", pawn=pawn_name(p), square=NAMES[to]) for p, to in sorted(finish.moves))
    owners = finish.figure.gardener_owner, finish.figure.architect_owner
    helped = tuple(
        say("{pawn} {square}", pawn=foreign(view, owner, pawn_name(p)), square=NAMES[square])
        for p, owner, square in zip((GARDENER, ARCHITECT), owners, finish.figure[1:3], strict=True)
        if owner != draft.seat
    )
    helpers = say("with {helped}", helped=helped) if helped else None
    label = dotted(say("{moves}", moves=moves), helpers, steps(finish.cost))
    return Label(label, finish.figure.key, str(finish.cost))


def worker(draft: Draft, number: int) -> Label:
    """Where a worker stands and what there is to do."""
    at_work = draft._replace(worker=number)
    square = NAMES[at_work.square()]
    count = sum(map(len, at_work.sites().values()))
    work = say("tiles to dig {tiles}, sites {sites}", tiles=at_work.diggable().bit_count(), sites=count)
    return Label(dotted(say("{pawn} on {square}", pawn=pawn_name(number), square=square), work), square)


def rest() -> Label:
    """No work."""
    return Label(say("nothing more"))


def dig(draft: Draft) -> Label:
    """How much there is to dig."""
    count = draft.diggable().bit_count()
    tiles = say("1 tile") if count == 1 else say("{count} tiles", count=count)
    return Label(dotted(say("dig"), say("{pawn} beside {tiles}", pawn=draft.worker_name(), tiles=tiles)))


def build(view: View, draft: Draft) -> Label:
    """What could be built, and the best of it."""
    found = draft.sites()
    best = max(gain(view, draft, site) for places in found.values() for site in places)
    return Label(say("build · {kinds} · up to {gain}", kinds=tuple(term(KINDS[k].key) for k in found), gain=signed(best)))


def tile(view: View, draft: Draft, square: Square) -> Label:
    """The value of a tile, and what could be built then."""
    value = view.values[square]
    after = tuple(term(KINDS[kind].key) for kind in draft._replace(here=draft.here.dug(square)).sites())
    lies = say("{terrain} {value}", terrain=term(TERRAIN[value]), value=value)
    return Label(dotted(NAMES[square], lies, say("then {kinds}", kinds=after) if after else None), NAMES[square], str(value))


def gain(view: View, draft: Draft, site: Squares) -> int:
    """By how much the own points rise: tiles, squares covered, less own elements under them."""
    tiles = sum(view.values[square] for square in site if draft.here.pits & BIT[square])
    own = sum(KINDS[kind].size for owner, kind in under(draft.here, bits(site)) if owner == draft.seat)
    return tiles + len(site) - own


def kind(view: View, draft: Draft, number: int) -> Label:
    """How many sites there are for a kind, and the best of them."""
    found = draft.sites()[number]
    best = signed(max(gain(view, draft, site) for site in found))
    name = term(KINDS[number].key)
    if len(found) == 1:
        return Label(say("{kind} · {gain}", kind=name, gain=best), note=best)
    return Label(say("{kind} · {count} sites · up to {gain}", kind=name, count=len(found), gain=best), note=best)


def site(view: View, draft: Draft, site: Squares) -> Label:
    """What a site brings, and which elements go back."""
    more = signed(gain(view, draft, site))
    back = tuple(
        say("{owner}'s {kind}", owner=colour(view.sides, owner), kind=term(KINDS[k].key))
        for owner, k in under(draft.here, bits(site))
    )
    returns = say("{back} goes back", back=back) if len(back) == 1 else say("{back} go back", back=back) if back else None
    return Label(dotted(key(site), say("{gain}", gain=more), returns), key(site), more)
