"""Der Prestel Schlossgarten, by Ulf Siebert (Prestel, 2004): king, gardener and architect make figures, dig and build.

`RULES.md` beside this file lists the rules, with the code and the tests of each.
"""

from __future__ import annotations

from rules.game import Game, Variant
from rules.schlossgarten import apply, best_turns, check, choices, dealer, score, story, topics, view, words, work_choices
from rules.schlossgarten.state import Action, State, View, setup, upgrade
from rules.text import say

GAME = Game[State, View, Action](
    key="schlossgarten", title=say("Schlossgarten"), credits="Ulf Siebert · Prestel, 2004",
    seats=range(2, 5), minutes=45, version=3, replays=3, state_type=State, upgrade=upgrade, events=story.EVENT_DATA,
    variants=(
        Variant("full-round", say("When somebody reaches the goal, the round is played to its end; the highest score wins")),
        Variant("long-game", say("The goal is 30 points instead of 21")),
    ),
    setup=setup, to_act=apply.to_act, view=view.view, stopped=view.stopped, preview=view.preview, is_public=view.is_public,
    possible=view.possible, choices=choices.choices, chance=dealer.chance, apply=apply.apply,
    scores=score.scores, open_points=score.totals, ending=lambda state: state.ending,
    why_too_many=work_choices.why_too_many, best_turns=best_turns.best_turns, check=check.findings,
    describe=words.describe, summary=words.summary, topics=topics.topics, topic_for=topics.topic_for,
)  # fmt: skip
