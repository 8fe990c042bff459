"""Ishtar between people: four by typing, with a joker, all lower masteries and a reserved tree."""

from __future__ import annotations

import re
from random import Random

import pytest

from cogs.play.panel import digest
from rules.choice import Path
from rules.ishtar.hexes import face
from rules.ishtar.legality import ASSIST
from rules.ishtar.parts import COLUMNS, JOKER, MASTERIES
from rules.ishtar.score import points_of
from rules.ishtar.state import State, View
from sandbox.answer import Answer
from tests.ishtar.greedy import greedy_move
from trials.journey import Journey
from trials.screen import enabled, is_preview, other_pages_and_tabs

pytestmark = pytest.mark.game("ishtar")
HEADLINE = re.compile(r"^\*\*(\w+)(?: \\?[+−]\d+(?:, now \d+\+?)?)? · .*\*\*$", re.MULTILINE)


async def first_panel(journey: Journey) -> Answer:
    """Choose a stack in the very first turn; return the panel after it."""
    await journey.begin(2)
    return await journey.mover.click("stack 3 · free", on=await journey.open_panel(journey.mover))


async def test_first_turn_is_confirmed_once(journey: Journey) -> None:
    panel, mover, former = await first_panel(journey), journey.mover, len(journey.boards)
    assert "Where does the tile's golden cell go?" in panel.text
    assert "So far: stack 3" in panel.text
    while not is_preview(panel):
        panel = await journey.answer(mover, panel)
    assert "takes the tile from stack 3" in panel.text
    assert "a tile at fountain" in panel.text
    (button,) = enabled(panel, "p1:confirm")
    done = await mover.press(button, panel)
    again = await mover.press(button, panel)
    board = await journey.next_board(former)
    assert "You have just played this" in again.text
    for told in (done, again, board):
        assert "takes the tile from stack 3" in told.text
        assert "a tile at fountain" in told.text
    (line,) = re.findall(r"As typed: `(.+?)`", done.text)
    assert line.startswith("stack-3 ")
    assert len(journey.boards) == former + 1


async def test_chosen_tab_changes_nothing(journey: Journey) -> None:
    panel, mover = await first_panel(journey), journey.mover
    _, _, table, seq, *_ = enabled(panel, "p1:pick")[0].split(":")
    played = await mover.press(f"p1:confirm:{table}:{seq}:{digest(('stack-3',), None)}", panel)
    labels, text = [button.label for button in played.buttons], played.text
    assert "Undo" in labels
    chosen = set(enabled(played, "p1:tab")) - set(other_pages_and_tabs(played))
    for tab in chosen:
        same = await mover.press(tab, played)
        assert ([button.label for button in same.buttons], same.text) == (labels, text)
    there_and_back = await mover.press(f"p1:page:{chosen.pop().removeprefix('p1:tab:').rsplit(':', 2)[0]}:0", played)
    assert "Undo" in [button.label for button in there_and_back.buttons]


async def test_button_of_an_older_version_confirms_the_stack_alone(journey: Journey) -> None:
    panel, mover = await first_panel(journey), journey.mover
    _, _, table, seq, *_ = enabled(panel, "p1:pick")[0].split(":")
    older = f"p1:confirm:{table}:{seq}:{digest(('stack-3',), None)}"
    done = await mover.press(older, panel)
    assert re.search(r"-# \*\*Played\.\*\* .*takes the tile from stack 3", done.text)
    assert "Where does the tile's golden cell go?" in done.text
    assert "You have just played this" in (await mover.press(older, panel)).text
    assert journey.state.phase == "place"


async def test_back_from_placing_leads_to_the_stacks(journey: Journey) -> None:
    panel, mover = await first_panel(journey), journey.mover
    assert "Which stack does the watering can move to?" in (await mover.click("Back", on=panel)).text


@pytest.mark.long
@pytest.mark.dealer(1)
async def test_four_people_play_a_whole_game_by_typing(journey: Journey) -> None:
    jokers: list[Path] = []
    reserved: dict[int, int] = {}

    def watched(view: View, random: Random) -> Path:
        path = greedy_move(view, random)
        if view.held and face(view.held).symbol == JOKER and {ASSIST, *MASTERIES}.intersection(path):
            jokers.append(path)
        if "m1" in path:
            assert view.me is not None
            reserved[view.me] = int(path[path.index("m1") + 2].removeprefix("tree-"))
        return path

    await journey.begin(4)
    board = await journey.play_out(watched, typed=True)
    state: State = journey.state
    assert state.phase == "over"
    assert jokers
    assert {lower for lower, _ in COLUMNS} <= {mastery for player in state.players for mastery in player.owned}
    assert reserved
    assert all((tree in state.planted[seat]) != (tree in state.discarded) for seat, tree in reserved.items())
    _told(journey, state)
    for person, points in zip(journey.people, points_of(state), strict=True):
        assert f"{person.name}: {points.total} points: trees {points.trees}, flowers {points.flowers}," in board.text


def _told(journey: Journey, state: State) -> None:
    """Each board but the first begins with the headline of its turn, and has no other; seats take turns clockwise."""
    _, *boards = (board.text for board in journey.boards)
    assert state.first is not None
    assert [HEADLINE.findall(text) for text in boards] == [
        [journey.people[(state.first + turn) % state.seats].name] for turn in range(state.turns)
    ]
    story = "".join(boards)
    assert all(HEADLINE.match(text) and "-# " in text for text in boards)
    assert all(f"Mastery {lower[1:]} for" in story for lower, _ in COLUMNS)
    assert "A tree is reserved" in story
