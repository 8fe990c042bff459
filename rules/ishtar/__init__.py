"""Ishtar: Gardens of Babylon, by Bruno Cathala and Evan Singh (IELLO, 2019): grow gardens round fountains in the desert.

`RULES.md` beside this file says which paragraph lives where.
"""

from __future__ import annotations

from rules.game import Game, Variant
from rules.ishtar import apply, check, choices, dealer, score, story, topics, view, words
from rules.ishtar.state import Action, State, View, setup, upgrade
from rules.text import say

GAME = Game[State, View, Action](
    key="ishtar", title=say("Ishtar: Gardens of Babylon"), credits="Bruno Cathala & Evan Singh · IELLO, 2019",
    seats=range(2, 5), minutes=45, version=4, replays=4, state_type=State, upgrade=upgrade, events=story.EVENT_DATA,
    variants=(Variant("open-trees", say("Planted tree cards stay visible to all")),),
    setup=setup, to_act=apply.to_act, view=view.view, choices=choices.choices, chance=dealer.chance, apply=apply.apply,
    scores=score.scores, open_points=lambda view: tuple(each.known for each in score.points_of(view)),
    ending=lambda state: "stacks" if state.phase == "over" else "",
    is_public=lambda path: True, stopped=view.stopped, preview=view.preview, possible=view.possible,
    mid_turn=lambda state: state.phase in ("reveal", "place"),
    check=check.findings,
    describe=words.describe, summary=words.summary, topics=topics.topics, topic_for=topics.topic_for,
)  # fmt: skip
