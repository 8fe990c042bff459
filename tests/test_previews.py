"""A preview shows nothing that only the end of a game reveals; and, where points are hidden, none of the move's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from rules import GAMES
from rules.djinns.score import points_shown
from rules.game import DEALER, Event, Outcome, visible_to
from rules.ishtar.score import points_of
from rules.schlossgarten.score import totals
from rules.wording import without_gain
from tests.greedy import GREEDY
from tests.playing import at_random, play_out, with_states

POINTS = re.compile(r"\d points?\b|[+−]\d|, now \d")
TOTALS: dict[str, Callable[[Any], Any]] = {
    "djinns": points_shown,
    "hanging_gardens": lambda view: view.points,
    "ishtar": points_of,
    "schlossgarten": totals,
}
BY_RULE = ("five", "last_round")  # tell what anybody could say without the move


class Moment(NamedTuple):
    before: Any
    after: Any
    told: tuple[Event, ...]
    over: bool

    def preview(self, game: str, *, points: bool) -> Outcome[Any]:
        return GAMES[game].preview(self.before, Outcome(self.after, self.told), points)


def moments(key: str, seats: int) -> Iterator[Moment]:
    """Every move of a game as the seat that makes it sees it."""
    game = GAMES[key]
    moves = play_out(game, GREEDY.get(key, at_random(key)), seats, frozenset(), Random(seats))
    for state, (seat, _, step) in with_states(game.setup(seats, frozenset()), moves):
        if seat != DEALER:
            views = (game.view(each, seat) for each in (state, step.state))
            yield Moment(*views, visible_to(step.events, seat), not game.to_act(step.state))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_where_points_are_hidden_a_preview_tells_none(key: str, seats: int) -> None:
    changed = 0
    for moment in moments(key, seats):
        view, events = moment.preview(key, points=False)
        shown = TOTALS.get(key, GAMES[key].open_points)
        if shown(view) != shown(moment.before) and not GAMES[key].complete:
            pytest.skip(f"{GAMES[key].title} has no preview of its own yet, so it shows points where a table hides them.")
        assert shown(view) == shown(moment.before)
        changed += shown(moment.after) != shown(moment.before)
        told = [str(without_gain(event.text)) for event in events if event.kind not in BY_RULE]
        assert not [text for text in told if POINTS.search(text)]
        assert GAMES[key].describe(view)
    assert changed or not GAMES[key].complete


@pytest.mark.parametrize("key", ["hanging_gardens", "ishtar"])
@pytest.mark.parametrize("points", [True, False])
def test_preview_of_the_last_move_reveals_no_secrets(key: str, points: bool) -> None:
    *_, last = moments(key, 3)
    assert last.over
    view, events = last.preview(key, points=points)
    assert not {event.kind for event in events} & {"won", "score", "tiles_shown"}
    others = [seat for seat in range(3) if seat != view.me]
    if key == "ishtar":
        assert [view.planted[seat] for seat in others] == [last.before.planted[seat] for seat in others]
    else:
        assert [(view.known[seat], view.points[seat]) for seat in others] == [((), 0)] * 2
        shown = last.after if points else last.before
        assert view.points[view.me] == shown.points[view.me]
