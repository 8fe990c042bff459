"""Djinns of the Lake, by Claude Leroy (Cosmoludo, 2023): stack domes of four colours into dream towers.

`RULES.md` beside this file says which paragraph lives where.
"""

from __future__ import annotations

from rules.djinns import apply, choices, score, story, topics, words
from rules.djinns.state import Action, State, View, possible, setup, stopped, upgrade
from rules.game import Game, Variant
from rules.text import say

GAME = Game[State, View, Action](
    key="djinns", title=say("Djinns of the Lake"), credits="Claude Leroy · Cosmoludo, 2023",
    seats=range(2, 5), minutes=10, version=3, replays=3, state_type=State, upgrade=upgrade, events=story.EVENT_DATA,
    variants=(Variant("blind-markers", say("Markers are chosen before the domes are laid, as in the printed rules")),),
    setup=setup, to_act=apply.to_act, view=View, choices=choices.choices, chance=choices.chance, apply=apply.apply,
    scores=score.scores, open_points=lambda view: tuple(each.points for each in score.scores(view.state)),
    ending=lambda state: state.ending, mid_turn=apply.chooses_again,
    is_public=lambda path: True, stopped=stopped, preview=score.preview, possible=possible,
    describe=words.describe, summary=words.summary, topics=topics.topics, topic_for=topics.topic_for,
)  # fmt: skip
