"""The Hanging Gardens, by Din Li (Hans im Glück, 2008): lay cards over cards, build temples, collect tiles.

`RULES.md` beside this file says which paragraph lives where.
"""

from __future__ import annotations

from rules.game import Game, Variant
from rules.hanging_gardens import apply, check, choices, score, topics, view, why, words
from rules.hanging_gardens.state import Action, State, View, setup
from rules.text import say


def _ending(state: State) -> str:
    return ("cards" if state.tile_bag else "tiles") if apply.over(state) else ""


def _topic_for(view: View) -> str:
    return "tiles" if view.over or view.pending else "placing"


GAME = Game[State, View, Action](
    key="hanging_gardens",
    title="The Hanging Gardens",
    credits="Din Li · Hans im Glück, 2008",
    seats=range(2, 5),
    minutes=45,
    version=1,
    variants=(Variant("open-tiles", say("Tiles taken from the display stay visible to all")),),
    state_type=State,
    setup=setup,
    to_act=apply.to_act,
    view=view.view,
    choices=choices.choices,
    chance=choices.chance,
    apply=apply.apply,
    scores=score.scores,
    ending=_ending,
    mid_turn=lambda state: state.pending is not None,
    why_not_after=why.why_not,
    describe=words.describe,
    summary=words.summary,
    topics=topics.topics,
    topic_for=_topic_for,
    check=check.findings,
)
