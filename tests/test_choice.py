"""Conversations: walking, forced answers, typed text, autocomplete, chance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.choice import (
    Choices,
    IllegalMove,
    Label,
    Option,
    Options,
    Path,
    Progress,
    answer_forced,
    back,
    extend,
    pick,
    sample,
    walk,
)
from rules.legal import few_moves, legal_moves, legal_paths
from rules.text import Text, say
from rules.typed import complete, parse


def offered(*keys: str) -> list[Option[str]]:
    return [Option(key, key) for key in keys]


def trip() -> Choices[str]:
    """A walk goes somewhere; a ride is by bus only, and takes as many stops as one likes."""
    how = yield from pick("how", say("How?"), offered("walk", "ride", "wait"))
    if how == "wait":
        return how
    if how == "walk":
        where = yield from pick(
            "where", say("Where?"), [Option("north", "n", lambda: Label(say("To the hills"))), Option("south", "s")]
        )
        return f"walk {where}"
    by = yield from pick("by", say("By what?"), offered("bus"))
    stops = 0
    while (yield from pick("farther", say("Farther?"), offered("more", "done"))) == "more":
        stops += 1
    return f"{by} {stops}"


def chain() -> Choices[str]:
    """Every answer is forced."""
    first = yield from pick("first", say("First?"), offered("a"))
    return first + (yield from pick("second", say("Second?"), offered("b")))


def under_tabs() -> Choices[str]:
    way = yield from pick("way", say("Which way?"), offered("up", "down"), form="tabs")
    return way + (yield from pick("where", say("Where?"), offered("m20", "n20", "n21"), form="places"))


def numbers() -> Choices[int]:
    """Some keys begin others."""
    return (yield from pick("which", say("Which?"), Options((1, 10, 12), str)))


def refusal(text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        parse(trip, text)
    return str(refused.value)


def test_walk_leads_to_a_prompt_or_an_action() -> None:
    at = walk(trip, ("walk",))
    assert at.prompt is not None
    assert [option.key for option in at.prompt.options] == ["north", "south"]
    assert walk(trip, ("ride", "bus", "more", "more", "done"))[:3] == (("ride", "bus", "more", "more", "done"), None, "bus 2")


@pytest.mark.parametrize("path", [("run",), ("walk", "n"), ("wait", "walk"), ("walk", "north", "north")])
def test_walk_takes_whole_keys_that_are_on_offer(path: Path) -> None:
    with pytest.raises(IllegalMove):
        walk(trip, path)


def test_option_shows_its_key_without_a_label() -> None:
    prompt = walk(trip, ("walk",)).prompt
    assert prompt is not None
    north, south = prompt.options
    assert str(north.shown().text) == "To the hills"
    assert south.shown() == Label(say("{key}", key="south"), at="south")


def test_options_are_made_only_when_read() -> None:
    seen: list[int] = []

    def label(number: int) -> Label:
        seen.append(number)
        return Label(say("{number}", number=number))

    options = Options(range(1, 4), str, label)
    assert [option.key for option in options[1:]] == ["2", "3"]
    assert options[-1].value == 3
    assert not seen
    assert [str(option.shown().text) for option in options] == ["1", "2", "3"]


def test_forced_answers_are_given_and_taken_back() -> None:
    assert answer_forced(trip, ("ride",)).path == ("ride", "bus")
    assert answer_forced(chain, ()).action == "ab"
    assert back(trip, ("ride", "bus")) == ()
    assert back(trip, ("ride", "bus", "more")) == ("ride", "bus")
    assert back(chain, ("a", "b")) == ()
    assert back(trip, ()) == ()


def test_legal_paths_lists_every_move() -> None:
    assert list(legal_paths(trip, ("walk",))) == [("walk", "north"), ("walk", "south")]
    assert list(legal_paths(numbers)) == [("1",), ("10",), ("12",)]
    assert list(legal_paths(trip, ("wait",))) == [("wait",)]


def test_transposition_follows_only_the_first_way() -> None:
    """One may ride on for ever, and is asked the same after each stop."""
    found = legal_moves(trip, transposition=lambda board: board)
    assert [at.path for at in found] == [("walk", "north"), ("walk", "south"), ("ride", "bus", "done"), ("wait",)]


def test_few_moves_returns_none_beyond_its_limit() -> None:
    assert few_moves(numbers, 3) == list(legal_moves(numbers))
    assert few_moves(numbers, 2) is None
    assert few_moves(trip, 50) is None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("walk north", ("walk", "north")),
        ("WALK  N", ("walk", "north")),
        ("r more done", ("ride", "bus", "more", "done")),
        ("r b m d", ("ride", "bus", "more", "done")),
        ("ri", ("ride", "bus")),
        ("", ()),
    ],
)
def test_parse_takes_unique_beginnings_and_skips_forced_answers(text: str, path: Path) -> None:
    assert parse(trip, text).path == path


def test_parse_of_forced_answers_alone() -> None:
    assert parse(chain, "").action == parse(chain, "a").action == parse(chain, "b").action == "ab"


@pytest.mark.parametrize(
    ("text", "path"),
    [("2", ("up", "n20")), ("up 2", ("up", "n20")), ("down n21", ("down", "n21")), ("m20", ("up", "m20")), ("d", ("down",))],
)
def test_parse_takes_first_tabs_and_picture_numbers(text: str, path: Path) -> None:
    assert parse(under_tabs, text).path == path


def test_parse_refuses_a_number_that_is_not_in_the_picture() -> None:
    with pytest.raises(IllegalMove, match="There is no 9 in the picture now: its numbers go from 1 to 3"):
        parse(under_tabs, "9")


def test_parse_prefers_a_reason_to_a_beginning() -> None:
    closed = say("The hills are closed.")
    with pytest.raises(IllegalMove, match="The hills are closed"):
        parse(trip, "walk no", lambda path, answer: closed if answer == "no" else None)
    assert parse(trip, "walk nor", lambda path, answer: closed if answer == "no" else None).action == "walk n"


def test_parse_prefers_a_whole_key_to_a_beginning() -> None:
    assert parse(numbers, "1").action == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("w", "“w” could mean walk, wait. Please type more of it."),
        ("fly", "“fly” is not possible here. How? You can answer: walk, ride, wait."),
        ("walk west", "“west” is not possible here. Where? You can answer: north, south."),
        ("wait now", "“now” is one word too many: the move is complete without it."),
        ("ride car", "“car” is not possible here. Farther? You can answer: more, done."),
    ],
)
def test_parse_refuses_with_a_sentence(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_refusal_of_a_long_question_says_that_its_list_is_cut() -> None:
    def march() -> Choices[str]:
        return (yield from pick("day", say("Which day?"), offered(*(f"d{day}" for day in range(1, 32)))))

    with pytest.raises(IllegalMove) as refused:
        parse(march, "late")
    listed = ", ".join(f"d{day}" for day in range(1, 13))
    assert str(refused.value) == f"“late” is not possible here. Which day? You can answer, among others: {listed}."


def test_parse_of_a_wrong_word_for_a_forced_answer() -> None:
    with pytest.raises(IllegalMove, match="“x” is not possible here"):
        parse(chain, "x")


def test_games_own_reason_comes_first() -> None:
    def why_not(at: Progress[Any], answer: str) -> Text | None:
        return say("The road west is flooded.") if answer == "west" else None

    for text in ("walk west", "ride west", "west"):
        with pytest.raises(IllegalMove, match="flooded"):
            parse(trip, text, why_not)
    assert parse(trip, "ride more", why_not).path == ("ride", "bus", "more")


def test_prompt_refuses_with_its_own_reason() -> None:
    def crossing() -> Choices[str]:
        closed = {"bridge": say("The bridge is closed.")}
        return (yield from pick("way", say("Which way?"), offered("boat", "ford"), why_not=closed.get))

    for text, sentence in [
        ("bridge", "The bridge is closed."),
        ("tunnel", "“tunnel” is not possible here. Which way? You can answer: boat, ford."),
    ]:
        with pytest.raises(IllegalMove) as refused:
            parse(crossing, text)
        assert str(refused.value) == sentence
    assert parse(crossing, "b").action == "boat"


def test_extend_answers_one_more_prompt() -> None:
    at = walk(trip, ("ride", "bus"))
    assert at.values == ("ride", "bus")
    assert at.prompt is not None
    assert [extend(trip, at, option).path for option in at.prompt.options] == [("ride", "bus", "more"), ("ride", "bus", "done")]
    assert extend(trip, at, at.prompt.options[1]).action == "bus 0"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["walk", "ride", "wait"]),
        ("w", ["walk north", "walk south", "wait"]),
        ("walk", ["walk north", "walk south"]),
        ("walk ", ["walk north", "walk south"]),
        ("walk n", ["walk north"]),
        ("walk north", ["walk north"]),
        ("ride", ["ride bus more", "ride bus done"]),
        ("ride b", ["ride bus more", "ride bus done"]),
        ("ride d", ["ride bus done"]),
        ("wait ", ["wait"]),
        ("wait now", []),
        ("fly", []),
        ("fly n", []),
    ],
)
def test_complete_continues_word_by_word(text: str, lines: list[str]) -> None:
    assert [completion.line for completion in complete(trip, text)] == lines


BEDS = (("up", "lm"), ("down", "m"))


def turned() -> Choices[str]:
    """A tile lies in a garden, straight or turned, and not everywhere; or one passes."""
    garden = yield from pick("garden", say("Which?"), offered("a", "b", "pass"), form="tabs")
    if garden == "pass":
        return garden
    way = yield from pick("way", say("How?"), offered("up", "down"), form="tabs")
    places = {("a", "up"): "ghi", ("a", "down"): "hk", ("b", "up"): "lm", ("b", "down"): "m"}[garden, way]
    where = yield from pick("where", say("Where?"), offered(*(f"{column}{n}" for column in places for n in "123")), form="places")
    return garden + way + where + (yield from pick("with", say("With?"), offered("x", "y")))


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("", 5, ["a up g1", "a up g2", "a down h1", "b up l1", "pass"]),
        ("a", 4, ["a up g1", "a up g2", "a down h1", "a down h2"]),
        ("a ", 4, ["a up g1", "a up g2", "a down h1", "a down h2"]),
        ("b down ", 4, ["b down m1", "b down m2", "b down m3"]),
        ("down ", 4, ["a down h1", "a down h2", "a down h3", "a down k1"]),
        ("h", 5, ["a up h1", "a up h2", "a up h3", "a down h1", "a down h2"]),
        ("b", 25, [f"b {way} {place}{n} {piece}" for way, places in BEDS for place in places for n in "123" for piece in "xy"]),
        ("pass", 25, ["pass"]),
    ],
)
def test_complete_shows_answers_under_each_tab_left_out(text: str, limit: int, lines: list[str]) -> None:
    completed = [completion.line for completion in complete(turned, text, limit)]
    assert completed == lines
    assert all(parse(turned, line).path == tuple(line.split()) for line in completed)


def test_complete_labels_lines_and_keeps_its_limit() -> None:
    assert [str(completion.label.text) for completion in complete(trip, "walk n")] == ["To the hills"]
    assert [completion.line for completion in complete(numbers, "1", limit=2)] == ["1", "10"]


def test_sample_draws_by_weight() -> None:
    def urn() -> Choices[str]:
        return (yield from pick("which", say("Which?"), offered("common", "rare"), weights=(3, 1)))

    random = Random(1)
    drawn = Counter(sample(urn(), random)[1] for _ in range(4000))
    assert 0.72 < drawn["common"] / 4000 < 0.78
    even = Counter(sample(numbers(), random)[1] for _ in range(3000))
    assert all(900 < count < 1100 for count in even.values())
    assert sample(chain(), random) == (("a", "b"), "ab")


def placed() -> Choices[str]:
    """A card lies one way or the other."""
    way = yield from pick("way", say("Which way?"), offered("up", "down"), form="tabs")
    return f"{way} {(yield from pick('place', say('Where?'), offered('a', 'b'), form='places'))}"


@pytest.mark.parametrize(("text", "understood"), [("c", ()), ("down c", ("down",)), ("3", ()), ("a b", ("up", "a"))])
def test_a_refusal_says_how_far_a_text_was_understood(text: str, understood: Path) -> None:
    """Answers left out were not typed, so they are named only if something was understood after them."""
    with pytest.raises(IllegalMove) as refused:
        parse(placed, text)
    assert refused.value.understood == understood


def test_tabs_are_gone_after_the_only_answer_under_them() -> None:
    def way() -> Choices[str]:
        turn = yield from pick("way", say("Which way?"), offered("up", "down"), form="tabs")
        place = yield from pick("place", say("Where?"), offered("north"), form="places")
        return turn + place + (yield from pick("tree", say("A tree?"), offered("oak", "elm")))

    at = answer_forced(way, ())
    assert at.prompt is not None
    assert (at.prompt.key, at.tabs) == ("place", (0,))
    after = answer_forced(way, (*at.path, "north"))
    assert after.prompt is not None
    assert (after.prompt.key, after.tabs) == ("tree", ())
