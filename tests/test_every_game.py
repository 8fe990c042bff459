"""Facts of every game, seat count and variant, checked in random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.shell.components import ALT_CHARACTERS
from cogs.shell.reader import cut
from render import Teller, plain
from rules import GAMES
from rules.choice import IllegalMove, Progress, Prompt, answer_forced, walk
from rules.game import (
    DEALER,
    AnyGame,
    Move,
    Outcome,
    Step,
    conversation,
    play,
    play_at_random,
    random_move,
    read,
    refuser,
    replay,
    visible_to,
    winners,
)
from rules.text import seat_name, tell
from rules.typed import complete, parse
from tests import toy
from tests.examples import COMPLETE, examples, many, some
from tests.playing import told_by_the_picture_alone, with_states
from trials.screen import says_over
from trials.secrets.hidden_info import OPEN, hidden_info

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"[a-z0-9][a-z0-9-]*")
POSSIBLE = 5  # of so many positions one is looked at
PARTINGS = 7  # of so many moves one is where two games part
TOGETHER = 30  # moves that they go on alike
MESSAGE = 4000  # characters, Discord's limit
LONGEST = 100  # characters of a label and of a typed move, Discord's limit
TYPED = ("1", "2", "7", "33", "0", "red", "re", "c", "clockwise", "counter", "xx", "-1", "?", "é", "７")
# In the short run one seed for all tests of a table, so that its game is played once.
SEEDS = st.integers(0, many(0, 2**32))
PLAYED = GAMES | {toy.GAME.key: toy.GAME}


class Table(NamedTuple):
    key: str
    seats: int
    variants: frozenset[str]

    @property
    def game(self) -> AnyGame:
        return PLAYED[self.key]

    def setup(self) -> Any:
        return self.game.setup(self.seats, self.variants)


def tables() -> Iterator[Any]:
    for game in PLAYED.values():
        keys = [variant.key for variant in game.variants]
        sets = chain.from_iterable(combinations(keys, n) for n in range(len(keys) + 1))
        for variants in sets:
            marks = [pytest.mark.long] if 0 < len(variants) < len(keys) else []  # in the short run none of them, or all together
            for seats in game.seats:
                name = "-".join((game.key, str(seats), *variants))
                yield pytest.param(Table(game.key, seats, frozenset(variants)), id=name, marks=marks)


every_table = pytest.mark.parametrize("table", list(tables()))
every_table_of_ours = pytest.mark.parametrize("table", [each for each in tables() if each.values[0].key in COMPLETE])
every_game = pytest.mark.parametrize("game", list(PLAYED.values()), ids=list(PLAYED))
every_game_of_ours = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


@cache
def played(table: Table, seed: int) -> tuple[Move[Any], ...]:
    return tuple(play_at_random(table.game, table.setup(), Random(seed)))


def positions(table: Table, seed: int) -> Iterator[tuple[Any, Move[Any]]]:
    """Each state of a game with the move made from it."""
    return with_states(table.setup(), played(table, seed))


def prompts(game: AnyGame, state: Any, move: Move[Any]) -> Iterator[tuple[tuple[str, ...], Prompt[Any]]]:
    for depth in range(len(move.path)):
        prompt = walk(conversation(game, state, move.seat), move.path[:depth]).prompt
        assert prompt is not None
        yield move.path[:depth], prompt


@pytest.fixture(autouse=True)
def toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, toy.GAME.key, toy.GAME)


def own_checks(game: AnyGame) -> ModuleType:
    """``tests/<game>/invariants.py`` offers ``check(state)``; the toy has it in its one file."""
    if game is toy.GAME:
        return toy
    file = f"tests/{game.key}/invariants.py"
    assert (ROOT / file).is_file(), f"{file} is missing: check(state), what always holds."
    return import_module(f"tests.{game.key}.invariants")


@every_table
@examples(8)
@given(seed=SEEDS)
def test_it_ends_with_winners_and_keeps_its_invariants(table: Table, seed: int) -> None:
    check = own_checks(table.game).check
    end = table.setup()
    check(end)
    for state, move in positions(table, seed):
        assert table.game.ending(state) == ""
        end = move.step.state
        check(end)
    assert not table.game.to_act(end)
    assert table.game.ending(end)
    assert winners(table.game.scores(end))
    with pytest.raises(IllegalMove, match="The game is over"):
        play(table.game, end, 0, ())


@every_table_of_ours
@examples(3)
@given(seed=SEEDS)
def test_story_and_preview_say_that_the_game_is_over(table: Table, seed: int) -> None:
    game = table.game
    *_, (before, last) = positions(table, seed)
    outcome = Outcome(game.view(last.step.state, last.seat), visible_to(last.step.events, last.seat))
    preview = game.preview(game.view(before, last.seat), outcome, True)
    assert any(says_over(str(event.text)) for event in visible_to(last.step.events, None))
    assert any(says_over(str(event.text)) for event in preview.events)


@every_table
@examples(3)
@given(seed=SEEDS)
def test_possible_state_has_the_same_view(table: Table, seed: int) -> None:
    """A drawn possible state has the seat's view, and play can go on from it."""
    game, check, random = table.game, own_checks(table.game).check, Random(seed)
    for state, _ in list(positions(table, seed))[seed % POSSIBLE :: POSSIBLE]:
        for seat in (None, *range(table.seats)):
            view = game.view(state, seat)
            other = game.possible(view, random)
            check(other)
            assert game.view(other, seat) == view
            assert game.to_act(other) == game.to_act(state)
            random_move(game, other, min(game.to_act(other)), random)


@every_table
@examples(3)
@given(seed=SEEDS)
def test_states_survive_json_and_the_log_replays(table: Table, seed: int) -> None:
    moves = played(table, seed)
    for move in moves:
        state = move.step.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=table.game.state_type) == state
    log = [(move.seat, move.path) for move in moves]
    assert list(replay(table.game, table.setup(), log)) == [move.step for move in moves]


@every_table
@examples(2)
@given(seed=SEEDS)
def test_every_logged_path_is_read_back_as_text_and_completed(table: Table, seed: int) -> None:
    for state, move in some(positions(table, seed)):
        ask = conversation(table.game, state, move.seat)
        line = " ".join(move.path)
        assert parse(ask, line).path == move.path
        if move.seat != DEALER:
            assert len(line) <= LONGEST
            assert line in [completion.line for completion in complete(ask, line)]


@every_table
@examples(2)
@given(seed=SEEDS)
def test_prompts_offer_regular_keys_with_short_labels(table: Table, seed: int) -> None:
    for state, move in some(positions(table, seed)):
        for _, prompt in prompts(table.game, state, move):
            keys = [option.key for option in prompt.options]
            assert keys
            assert len(keys) == len(set(keys))
            assert all(KEY.fullmatch(key) for key in keys)
            assert prompt.weights is None or (len(prompt.weights) == len(keys) and all(prompt.weights))
            if move.seat != DEALER:
                labels = [tell(option.shown().text, seat_name) for option in prompt.options]
                assert all(0 < len(label) <= LONGEST for label in labels), labels
        if move.seat != DEALER:
            asked = answer_forced(conversation(table.game, state, move.seat), ())
            assert asked.prompt or all(len(prompt.options) == 1 for prompt in asked.answered)  # nobody's choice is skipped


@every_table
@examples(2)
@given(seed=SEEDS)
def test_answers_on_offer_have_no_reason_against_them(table: Table, seed: int) -> None:
    for state, move in some(positions(table, seed)):
        if move.seat == DEALER:
            continue
        why_not = refuser(table.game, state, move.seat)
        for path, prompt in prompts(table.game, state, move):
            at = Progress(path, prompt, None)
            assert [key for key in (option.key for option in prompt.options) if why_not(at, key)] == []


@every_table
@examples(20)
@given(
    seed=SEEDS,
    words=st.lists(st.sampled_from(TYPED), max_size=5),
)
def test_typed_text_leads_to_a_prompt_or_a_sentence(table: Table, seed: int, words: list[str]) -> None:
    game = table.game
    state, move = Random(seed).choice([each for each in positions(table, seed % 5) if each[1].seat != DEALER])
    at, said = None, ""
    try:
        at = read(game, state, move.seat, " ".join(words))
    except IllegalMove as error:
        said = str(error)
    assert (at is None) == said.endswith(".")
    if at and at.prompt is None:
        assert walk(conversation(game, state, move.seat), at.path).action == at.action


@every_table
def test_nobody_else_can_move(table: Table) -> None:
    for state, move in positions(table, 1):
        for seat in {*range(table.seats), DEALER} - table.game.to_act(state):
            with pytest.raises(IllegalMove, match="not your turn"):
                play(table.game, state, seat, move.path)


@every_table
@examples(3)
@given(seed=SEEDS)
def test_seats_with_equal_knowledge_have_equal_views(table: Table, seed: int) -> None:
    """Two games part in a random move of the same seat and go on alike: seats with the same events must see the same in both."""
    game = table.game
    for state, move in list(positions(table, seed))[seed % PARTINGS :: PARTINGS]:
        twin = random_move(game, state, move.seat, Random(seed))
        if told_by_the_picture_alone(move, twin):
            continue
        watchers = {*range(table.seats), None} - {move.seat}
        for one, other in side_by_side(game, move, twin, Random(seed)):
            watchers = {each for each in watchers if visible_to(one.events, each) == visible_to(other.events, each)}
            for watcher in watchers:
                assert game.view(other.state, watcher) == game.view(one.state, watcher), twin.path
            if not watchers:
                break


def side_by_side(game: AnyGame, move: Move[Any], twin: Move[Any], random: Random) -> Iterator[tuple[Step[Any], Step[Any]]]:
    """The steps of two games, the same answers in both, as long as they are legal in both."""
    one, other = move.step, twin.step
    yield one, other
    for _ in range(TOGETHER):
        acting = game.to_act(one.state)
        if not acting or acting != game.to_act(other.state):
            return
        following = random_move(game, one.state, min(acting), random)
        try:
            other = play(game, other.state, following.seat, following.path)
        except IllegalMove:
            return
        one = following.step
        yield one, other


@every_game_of_ours
def test_game_has_rules_tests_and_seats(game: AnyGame) -> None:
    rules, tests = ROOT / "rules" / game.key, ROOT / "tests" / game.key
    assert (rules / "RULES.md").is_file(), f"rules/{game.key}/RULES.md is missing: the rules, paragraph by paragraph."
    assert list(tests.glob("test_*.py")), f"tests/{game.key}/test_*.py is missing: a test for each paragraph of the rules."
    assert {2, 3, 4} <= set(game.seats), f"{game.key} must seat two, three and four: tests of all games do."


@pytest.mark.parametrize("key", COMPLETE)
def test_complete_game_has_playthroughs_and_stored_state(key: str) -> None:
    game, tests = GAMES[key], ROOT / "tests" / key
    played = {path.stem.split("-")[0] for path in (tests / "playthroughs").glob("*.txt")}
    assert played == {str(seats) for seats in game.seats}, (
        f"tests/{game.key}/playthroughs is not complete: python -m tests.test_playthroughs writes one for each number of seats."
    )
    assert list((ROOT / "tests" / "stored").glob(f"{game.key}-{game.version}.json")), (
        f"tests/stored/{game.key}-{game.version}.json is missing: python -m tests.stored.state {game.key} keeps one."
    )
    row = re.escape(f"| {game.title} (`{game.key}`) |") + ".*" + re.escape(game.credits)
    assert re.search(row, (ROOT / "README.md").read_text()), f"README.md has no row for {game.title} with its credits."


@every_game_of_ours
def test_game_without_declared_hidden_information_hides_nothing(game: AnyGame) -> None:
    if hidden_info(game.key) is not OPEN:
        return
    state = game.setup(2, frozenset())
    for move in play_at_random(game, state, Random(3)):
        state = move.step.state
        for seat in (None, 0, 1):
            found = game.possible(game.view(state, seat), Random(1))
            assert found == state, f"trials/secrets/hidden/{game.key}.py is missing: what one seat knows and others do not."


@every_game
def test_its_components_add_up(game: AnyGame) -> None:
    assert not [finding for finding in game.check() if finding.fault]


@every_table
def test_the_board_in_words_is_short_enough_for_a_picture(table: Table) -> None:
    names = ("A name of thirty-two characters 1", "Łukasz", "Zoë", "Gül")[: table.seats]
    for state, _ in positions(table, 2):
        alt = cut(tell(plain.alt(table.game, table.game.view(state, None)), Teller(names).called), ALT_CHARACTERS)
        assert all(name in alt for name in names)
