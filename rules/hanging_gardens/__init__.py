"""The Hanging Gardens, by Din Li (Hans im Glück, 2008): lay cards over cards, build temples, collect tiles.

`RULES.md` beside this file says which paragraph lives where.
"""

from __future__ import annotations

from rules.game import Game, Variant
from rules.hanging_gardens import apply, check, choices, rounds, score, story, topics, view, words
from rules.hanging_gardens.state import Action, State, View, setup, upgrade
from rules.text import say

GAME = Game[State, View, Action](
    key="hanging_gardens", title=say("The Hanging Gardens"), credits="Din Li · Hans im Glück, 2008",
    seats=range(2, 5), minutes=45, version=3, replays=3, state_type=State, upgrade=upgrade, events=story.EVENT_DATA,
    variants=(Variant("open-tiles", say("Tiles taken from the display stay visible to all")),),
    setup=setup, to_act=rounds.to_act, view=view.view, choices=choices.choices, chance=choices.chance, apply=apply.apply,
    possible=view.possible, scores=score.scores, ending=rounds.ending,
    mid_turn=lambda state: state.pending is not None, is_public=choices.is_public, stopped=view.stopped, preview=view.preview,
    why_too_many=choices.why_too_many, check=check.findings,
    describe=words.describe, summary=words.summary, topics=topics.topics, topic_for=topics.topic_for,
)  # fmt: skip
