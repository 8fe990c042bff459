"""What people are shown of each answer in a turn: asked only when somebody looks."""

from __future__ import annotations

from rules.choice import About
from rules.game import Seat
from rules.schlossgarten.board import BIT, NAMES, bits, key
from rules.schlossgarten.draft import Draft
from rules.schlossgarten.figures import positions, workers
from rules.schlossgarten.movement import over, reach
from rules.schlossgarten.parts import ARCHITECT, GARDENER, KINDS, TERRAIN, Place
from rules.schlossgarten.ready import Ready, ready
from rules.schlossgarten.state import Square, Squares, View
from rules.schlossgarten.tell import card_key, colour, pawn_name, steps
from rules.schlossgarten.work import can_work, diggable, sites, under
from rules.text import Param, Text, say


def card(draft: Draft, number: int) -> About:
    """The figure in words, and how it could be made."""
    listed = ready(draft.here, draft.seat, number)
    params: dict[str, Param] = {"card": card_key(number), "figure": in_words(number), "count": len(listed)}
    if draft._replace(card=number).figures():
        sentence = "{card} · {figure} · stands; {count} ways"
    elif listed:
        params["steps"] = listed[0].cost
        sentence = (
            "{card} · {figure} · {count} ways, {steps}+ steps"
            if len(listed) > 1
            else "{card} · {figure} · one way, {steps} steps"
        )
    else:
        sentence = "{card} · {figure} · not in reach"
    return About(say(sentence, **params), card_key(number), str(len(listed)))


def in_words(number: int) -> Text:
    """The printed card: ``gardener 1 east 1 north, architect 1 east 2 north``, seen from the king (R3.5)."""
    gardener, architect = positions(number)[0]
    return say("gardener {gardener}, architect {architect}", gardener=_way(gardener), architect=_way(architect))


def _way(place: Place) -> Text:
    x, y = place
    east = say("{count} east", count=x) if x > 0 else say("{count} west", count=-x)
    north = say("{count} north", count=y) if y > 0 else say("{count} south", count=-y)
    return say("{one} {other}", one=east, other=north) if x and y else east if x else north


def pawn(draft: Draft, number: int) -> About:
    """Where a pawn stands and how many squares it could go to."""
    count = len(reach(draft.here, draft.seat, number).within(draft.left))
    square = NAMES[draft.here.pawns[draft.seat][number]]
    label = say("{pawn} on {square} · {count} squares in reach", pawn=pawn_name(number), square=square, count=count)
    return About(label, square, str(count))


def figures(draft: Draft) -> About:
    """The ready-made answers."""
    listed = ready(draft.here, draft.seat, draft.card)
    return About(say("a figure in one go · {count} in reach, from {steps}", count=len(listed), steps=steps(listed[0].cost)))


def done(draft: Draft) -> About:
    """What stands, and who may work."""
    if not draft.figures():
        return About(say("no more steps · the figure does not stand"))
    able = [w for w in workers(draft.here, draft.seat, draft.card) if can_work(draft.here, draft.seat, w)]
    if not able:
        return About(say("no more steps · the figure stands, nobody can work"))
    return About(say("no more steps · the figure stands, at work: {workers}", workers=tuple(map(pawn_name, able))))


def where(view: View, draft: Draft, to: Square, cost: int) -> About:
    """The cost of a destination, whom it jumps and hits, and whether the figure stands then."""
    params: dict[str, Param] = {"square": NAMES[to], "steps": steps(cost)}
    sentence = "{square} · {steps}"
    if jumped := over(draft.here, draft.seat, draft.pawn, to):
        alone = len(jumped) == 1
        params["over"] = standing_on(view, draft, *jumped) if alone else tuple(NAMES[square] for square in jumped)
        sentence += " · jumps {over}" if alone else " · jumps over {over}"
    owner, victim = draft._replace(to=to).victim()
    if victim >= 0:
        params["victim"] = foreign(view, owner, pawn_name(victim))
        return About(say(f"{sentence} · hits {{victim}}", **params), NAMES[to], str(cost))
    here = draft.here.moved(draft.seat, draft.pawn, to)
    if draft._replace(here=here).figures():
        sentence += " · makes the figure"
    return About(say(sentence, **params), NAMES[to], str(cost))


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


def put(view: View, draft: Draft, place: Square) -> About:
    """Where a hit pawn goes."""
    owner, victim = draft.victim()
    (kind,) = (kind for kind, mask in enumerate(draft.here.elements[owner]) if mask & BIT[place])
    params: dict[str, Param] = {"square": NAMES[place], "kind": say(KINDS[kind].key), "owner": colour(view.sides, owner)}
    return About(say("{square} · {owner}'s {pawn} goes onto the {kind}", pawn=pawn_name(victim), **params), NAMES[place])


def figure(view: View, draft: Draft, ready: Ready) -> About:
    """What moves, which foreign workers help, and the cost (R6.9)."""
    moves = tuple(say("{pawn} {square}", pawn=pawn_name(p), square=NAMES[to]) for p, to in sorted(ready.moves))
    owners = ready.figure.gardener_owner, ready.figure.architect_owner
    helped = tuple(
        say("{pawn} {square}", pawn=foreign(view, owner, pawn_name(p)), square=NAMES[square])
        for p, owner, square in zip((GARDENER, ARCHITECT), owners, ready.figure[1:3], strict=True)
        if owner != draft.seat
    )
    sentence = "{moves} · with {helped} · {steps}" if helped else "{moves} · {steps}"
    label = say(sentence, moves=moves, helped=helped, steps=steps(ready.cost))
    return About(label, ready.figure.key, str(ready.cost))


def worker(draft: Draft, number: int) -> About:
    """Where a worker stands and what there is to do."""
    square = draft.here.pawns[draft.seat][number]
    params = {"pawn": pawn_name(number), "square": NAMES[square]}
    tiles = diggable(draft.here, square).bit_count()
    count = sum(map(len, sites(draft.here, draft.seat, number).values()))
    label = say("{pawn} on {square} · tiles to dig {tiles}, sites {sites}", tiles=tiles, sites=count, **params)
    return About(label, NAMES[square])


def rest() -> About:
    """No work."""
    return About(say("nothing more"))


def dig(draft: Draft) -> About:
    """How much there is to dig."""
    count = diggable(draft.here, draft.square()).bit_count()
    return About(say("dig · {pawn} beside {count} tiles", pawn=pawn_name(draft.worker), count=count))


def build(view: View, draft: Draft) -> About:
    """What could be built, and the best of it."""
    found = sites(draft.here, draft.seat, draft.worker)
    best = max(gain(view, draft, site) for places in found.values() for site in places)
    return About(say("build · {kinds} · up to {gain}", kinds=tuple(say(KINDS[k].key) for k in found), gain=signed(best)))


def tile(view: View, draft: Draft, square: Square) -> About:
    """The value of a tile, and what could be built then."""
    value = view.values[square]
    params: dict[str, Param] = {"square": NAMES[square], "terrain": say(TERRAIN[value]), "value": value}
    after = sites(draft.here.dug(square), draft.seat, draft.worker)
    params["kinds"] = tuple(say(KINDS[kind].key) for kind in after)
    sentence = "{square} · {terrain} {value} · then {kinds}" if after else "{square} · {terrain} {value}"
    return About(say(sentence, **params), NAMES[square], str(value))


def gain(view: View, draft: Draft, site: Squares) -> int:
    """By how much the own points rise: tiles, squares covered, less own elements under them."""
    tiles = sum(view.values[square] for square in site if draft.here.pits & BIT[square])
    own = sum(KINDS[kind].size for owner, kind in under(draft.here, bits(site)) if owner == draft.seat)
    return tiles + len(site) - own


def signed(number: int) -> str:
    """``+4``."""
    return f"{number:+d}".replace("-", "−")


def kind(view: View, draft: Draft, number: int) -> About:
    """How many sites there are for a kind, and the best of them."""
    found = sites(draft.here, draft.seat, draft.worker)[number]
    best = signed(max(gain(view, draft, site) for site in found))
    params: dict[str, Param] = {"kind": say(KINDS[number].key), "count": len(found), "gain": best}
    return About(say("{kind} · {count} sites · up to {gain}" if len(found) > 1 else "{kind} · {gain}", **params), note=best)


def site(view: View, draft: Draft, squares: Squares) -> About:
    """What a site brings, and which elements go back."""
    more = signed(gain(view, draft, squares))
    back = tuple(
        say("{owner}'s {kind}", owner=colour(view.sides, owner), kind=say(KINDS[k].key))
        for owner, k in under(draft.here, bits(squares))
    )
    sentence = "{site} · {gain} · {back} goes back" if len(back) == 1 else "{site} · {gain} · {back} go back"
    label = say(sentence if back else "{site} · {gain}", site=key(squares), gain=more, back=back)
    return About(label, key(squares), more)
