"""Sentences with parameters."""

from __future__ import annotations

import gc

from cogs.board.message import split_pages
from rules.text import say, seat_name, story, tell, who, write
from rules.wording import headline, lost, tells_gain, with_gain, without_gain, worth

NAMES = ["Zoë", "Gül"].__getitem__


def test_parameters_are_filled_in_by_name() -> None:
    assert str(say("{a} and {b}", a=1, b="two")) == "1 and two"


def test_seats_are_named_by_the_teller() -> None:
    text = say("{seat} moves.", seat=who(1))
    assert tell(text, NAMES) == "Gül moves."
    assert str(text) == "Seat 2 moves."


def test_texts_and_lists_nest() -> None:
    text = say("{winners} win with {things}.", winners=(who(0), who(1)), things=(say("{n} domes", n=3), "luck"))
    assert tell(text, NAMES) == "Zoë, Gül win with 3 domes, luck."


def test_every_part_is_translated_but_not_the_names() -> None:
    words = {"{seat} takes {colour}.": "{seat} nimmt {colour}.", "red": "Rot", "a former player": "jemand von früher"}
    assert (
        tell(say("{seat} takes {colour}.", seat=who(0), colour=say("red")), NAMES, lambda text: words[text.message])
        == "Zoë nimmt Rot."
    )


def test_braces_in_a_name_stay_as_they_are() -> None:
    assert tell(say("{seat} moves.", seat=who(0)), lambda seat: "{x}") == "{x} moves."


def test_a_story_is_a_line_each() -> None:
    assert story([say("One."), say("Two.")], seat_name) == "One.\nTwo."


def test_equal_texts_are_equal_keys() -> None:
    assert {say("{a}", a=1): "found"}[say("{a}", a=1)] == "found"


def test_a_long_text_comes_in_pages_that_lose_no_line() -> None:
    lines = [f"line {n}" for n in range(40)]
    found = split_pages("\n".join(lines), 60)
    assert len(found) > 1
    assert all(len(page) <= 60 for page in found)
    assert "\n".join(found).splitlines() == lines
    assert split_pages("x" * 100 + "\nend", 60) == ["x" * 59 + "…", "end"]
    assert split_pages("short", 60) == ["short"]


def test_a_headline_tells_its_points_or_not() -> None:
    line = headline(0, 4, say("a hedge on {square}", square="b3"), 12)
    assert tell(line, NAMES) == "Zoë +4, now 12 · a hedge on b3"
    assert tell(without_gain(line), NAMES) == "Zoë · a hedge on b3"
    assert without_gain(say("Nothing.")) == say("Nothing.")


def test_headline_shows_own_gain_then_losses_of_others() -> None:
    what = say("a hedge on {square}", square="b3")
    line = headline(0, 4, what, 12, ((1, -2),))
    assert tell(line, NAMES) == "Zoë +4, now 12 · a hedge on b3 · Gül −2"
    assert tell(without_gain(line), NAMES) == "Zoë · a hedge on b3"
    line = headline(0, 0, what, 12, ((1, -2),))
    assert tell(line, NAMES) == "Zoë · a hedge on b3 · Gül −2"
    assert tell(without_gain(line), NAMES) == "Zoë · a hedge on b3"


def test_worth_is_shown_only_where_points_are_open() -> None:
    line = worth(say("{seat} takes all of it", seat=who(1)), 12)
    assert tell(line, NAMES) == "Gül takes all of it: 12 points."
    assert tell(without_gain(line), NAMES) == "Gül takes all of it."
    line = lost(say("{seat}'s hedge goes back", seat=who(1)), 3)
    assert tell(line, NAMES) == "Gül's hedge goes back: −3."
    assert tell(without_gain(line), NAMES) == "Gül's hedge goes back."


def test_a_headline_tells_the_points_that_it_is_given() -> None:
    what = say("a hedge on {square}", square="b3")
    for told in (
        headline(1, 0, what, 0),
        headline(1, 2, what, 9),
        headline(1, 2, what, 9, ((0, -3),)),
        headline(1, 0, what, 9, ((0, 1),)),
    ):
        assert tell(with_gain(told, 5), NAMES) == f"{NAMES(1)} +5 · a hedge on b3"
        assert tells_gain(told) == (" +2, now 9 " in tell(told, NAMES))
    assert with_gain(say("Nothing."), 5) == say("Nothing.")


def test_written_text_leaves_no_garbage() -> None:
    text = say("{winners} win with {things}.", winners=(who(0), who(1)), things=(say("{n} domes", n=3), "luck"))
    gc.collect()
    gc.disable()
    try:
        for _ in range(1_000):
            write(text, {})
        assert gc.collect() < 1_000  # what other threads leave meanwhile does not count
    finally:
        gc.enable()
