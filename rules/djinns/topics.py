"""The short rules: aim, djinns, moving, towers, points and signs; one position shows them."""

from __future__ import annotations

from dataclasses import replace

from rules.djinns.parts import EMBLEMS, MAX_MOVES, SPACES, STRENGTHS, Dome
from rules.djinns.state import Stack, State, View, setup, with_position
from rules.djinns.words import colour_name
from rules.game import Topic
from rules.text import joined, say
from rules.wording import SIGNS

AIM = (
    say(
        "Each player has a colour; in a game of two, two colours. Stacks with your colour on top score for you. Most points win."
    ),
    say("A turn, step 1: choose a stack with your colour on top."),
    say("Step 2: lift its top dome, several domes, or all of them."),
    say("Step 3: put them on the stack that lies as far away as the number on the top dome says."),
    say("Four colours in one stack are a dream tower: it leaves the lake and scores for the player who completed it."),
    say("The game ends when the player to move cannot move."),
)
CHOOSING = (
    say("A djinn is a colour: you may move the stacks with this colour on top, and they score for you."),
    say("All colours have the same domes; only their places differ. In a first game any choice is a good one."),
    say("The domes lie around the lake before anyone chooses. In the printed rules the choice comes first: that is a variant."),
    say("Two players choose two djinns each, in the order first, other, other, first. The one who chose last moves first."),
    say("Three players choose one each; the fourth colour is neutral. Four players choose one each."),
)
MOVING = (
    say("Pick a stack with one of your colours on top. Lift its top dome, several, or all of them."),
    say("The number on the top dome is its strength: put the domes on the 1st, 2nd, 3rd or 4th stack away, either way round."),
    say("Empty spaces are skipped, and the space you left does not count."),
    say("No stack may hold the same colour twice."),
    say("With three players anyone may move the neutral colour."),
)
TOWERS = (
    say("Four domes, one of each colour, are a dream tower: it leaves the lake at once."),
    say("With two players the one who completes it takes all of it."),
    say(
        "With more, the one who completes it takes the two upper domes; "
        "the two lower ones go to the owner of the colour that tops them."
    ),
    say("With three players, if that colour is neutral, the one who completes the tower takes the lower half, too."),
)
SCORING = (
    say("A tower, or half of one, is worth its number of domes times the strength of its top dome."),
    say("Stacks left around the lake count in the same way for the owner of the colour on top."),
    say("Halves and stacks topped by the neutral colour are worth nothing."),
    say("The game ends when the player to move cannot move."),
    say(
        "It also ends when a position comes for the third time with the same player to move, and after {count} moves.",
        count=MAX_MOVES,
    ),
    say("Most points win; equal points share the victory."),
)
EMBLEM_NAMES = {"flame": say("flame"), "wave": say("wave"), "leaf": say("leaf"), "sun": say("sun")}
LEGEND = (
    joined(" · ", *(say("{emblem}: {colour}", colour=colour_name(c), emblem=EMBLEM_NAMES[e]) for c, e in EMBLEMS.items())),
    say("The number on a dome is its strength, {least} to {most}.", least=min(STRENGTHS), most=max(STRENGTHS)),
    say("The numbers around the lake, 1 to {last}, name the spaces; 7 → 12 leads from space 7 to space 12.", last=SPACES),
    say("Beside a name stand the points so far, for towers and for the stacks with this player's colours on top."),
    say("Small stacks under a name are the dream towers of this player."),
    *SIGNS,
)
RING = {
    2: "g3", 4: "y3 g2", 7: "y2 r4 g3", 11: "b2 g4 y4", 12: "y4 r2 b3", 13: "r2 b4", 14: "b1 y1",
    17: "r3 g4 b1", 20: "b2 r1", 26: "g2 b3", 27: "r1 y3", 28: "r3 y2", 31: "g1",
}  # fmt: skip
TOWER = "b4 y1 r4 g1"
COLOURS = {"b": "blue", "g": "green", "r": "red", "y": "yellow"}


def topics() -> tuple[Topic, ...]:
    """Return the pages of the short rules."""
    scene = _scene()
    return (
        Topic("aim", say("The aim"), AIM, scene),
        Topic("choosing", say("Djinns"), CHOOSING, scene, helps={"marker": CHOOSING[0]}),
        Topic("moving", say("Moving"), MOVING, scene, 0, helps={"stack": MOVING[0], "landing": MOVING[1]}),
        Topic("towers", say("Towers"), TOWERS, scene, 0, ("12",)),
        Topic("scoring", say("Points"), SCORING, scene),
        Topic("signs", say("Signs"), LEGEND, scene, 0),
    )


def topic_for(view: View) -> str:
    """Return points at the end, djinns while they are chosen, else moving."""
    if view.state.ending:
        return "scoring"
    return "choosing" if view.state.order else "moving"


def _scene() -> State:
    """Return a game of two in its thirty-first move."""
    ring = tuple(_stack(RING.get(space, "")) for space in range(1, SPACES + 1))
    return replace(
        setup(2, frozenset()),
        ring=ring,
        bag=(),
        colours=(("blue", "green"), ("red", "yellow")),
        first=1,
        turn=0,
        taken=((_stack(TOWER),), ()),
        seen=with_position((), ring, 0),
        plies=30,
    )


def _stack(domes: str) -> Stack:
    """Read ``b2 r1``: a blue dome of strength 2 under a red one of strength 1."""
    return tuple(Dome(COLOURS[dome[0]], int(dome[1])) for dome in domes.split())
