"""Names over all of Unicode: filtered, compared, told apart, and isolated from the line around them."""

from __future__ import annotations

from unicodedata import bidirectional, category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.shell.languages import catalogues
from cogs.shell.reader import Reader, plain_name, visible
from db.rows import SeatRow
from host.summary import COMPUTERS, displayed_names, former_name
from rules.lookalikes import PROTOTYPES
from rules.names import (
    EMBLEM,
    END,
    GEARS,
    ISOLATE,
    JOINERS,
    LEFTWARDS,
    LONGEST_NAME,
    SELECTORS,
    balance,
    cut,
    filter_name,
    is_visible,
    isolate,
    look_alike,
    tell_apart,
)
from rules.text import nameless, numbered, say, tell, who
from trials.local_bot import known_languages

HEBREW, ARABIC, CYRILLIC_ALEX = "שרה", "محمد", "Аlех"
TRICKY = st.sampled_from(
    [*"\u200b\u200d\ufe0f\u034f\u0301⚙⛭\u2068\u2069\u202e \tAa1l|Оо", "Alex", "Player 1", "Seat 2", " (1)", HEBREW, ARABIC]
)
NAMES = st.one_of(st.text(max_size=40), st.lists(st.one_of(TRICKY, st.characters()), max_size=12).map("".join))
TRANSLATIONS = [known_languages().translate(language) for language in ("en", *catalogues())]
TABLES = st.lists(st.one_of(NAMES, TRICKY), min_size=2, max_size=4)


def is_balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == ISOLATE) - (sign == END)
        if depth < 0:
            return False
    return depth == 0


def loose(text: str) -> str:
    """Return the characters of a text that stand in no isolate."""
    depth, found = 0, ""
    for sign in text:
        depth += (sign == ISOLATE) - (sign == END)
        found += "" if depth else sign
    return found


@given(NAMES)
def test_filtered_names_hold_only_visible_characters(name: str) -> None:
    told = filter_name(name)
    assert filter_name(told) == told
    assert len(told) <= LONGEST_NAME
    assert all(is_visible(sign) or sign in JOINERS or sign in SELECTORS or sign == " " for sign in told)
    assert not set(told) & set(GEARS)
    assert not told or not category(told[0]).startswith("M")
    assert told == "" or any(map(is_visible, told))
    assert plain_name(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("⚙ Buxus", "Buxus"),
        ("⚙\ufe0f Buxus", "Buxus"),
        ("⛭⚙", ""),
        ("\ufe0f\u034f", ""),
        ("\u200d\u0301 \u3164", ""),
        ("A\u202eda", "Ada"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("❤\ufe0f\ufe0f Ada\u200d", "❤\ufe0f Ada"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 40, "x" * 31 + "…"),
        (" Ada \n L. ", "Ada L."),
    ],
)
def test_names_are_filtered_like_this(name: str, told: str) -> None:
    assert filter_name(name) == told


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alex", CYRILLIC_ALEX),
        ("Alex", "alex"),
        ("Alex", "AIex"),
        ("IRIS", "iris"),
        ("Alex", "A\u200blex\ufe0f"),
        ("Alex", "Ａｌｅｘ"),
        ("Alex", "𝐀𝐥𝐞𝐱"),
        ("Ada L.", "Ada\u2003L."),
        ("Zoë", "Zoe\u0308"),
        ("\u217fary", "mary"),
        ("mary", "rnary"),
    ],
)
def test_names_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Alex", "Alix"), ("Ada", "Adá"), ("Nina", "Vina"), ("李", "雷"), ("Buxus", "⚙ Buxus")]
)
def test_names_look_different(one: str, other: str) -> None:
    assert not look_alike(one, other)


@given(NAMES, st.sampled_from("\u200b\ufe0f\u034f\u2063"), st.integers(0, 40))
def test_case_and_invisible_characters_make_no_difference(name: str, unseen: str, place: int) -> None:
    assert look_alike(name, name[:place] + unseen + name[place:])
    assert look_alike(name, name.casefold())


def test_prototypes_are_final() -> None:
    assert not any(ord(sign) in PROTOTYPES for prototype in PROTOTYPES.values() for sign in prototype)
    assert ord(EMBLEM) not in PROTOTYPES
    assert not any(EMBLEM in prototype for prototype in PROTOTYPES.values())


@given(TABLES)
def test_no_two_seats_are_called_alike(names: list[str]) -> None:
    filtered = [filter_name(name) for name in names]
    told = tell_apart(filtered)
    assert tell_apart(told) == told
    assert [bool(name) for name in told] == [bool(name) for name in filtered]
    for translate in TRANSLATIONS:
        for without in (nameless, numbered):
            called = [name or tell(without(seat), str, translate) for seat, name in enumerate(told)]
            assert not any(look_alike(one, other) for n, one in enumerate(called) for other in called[:n]), called


def test_seats_alike_get_their_number() -> None:
    assert tell_apart(("Alex", "Ben", CYRILLIC_ALEX)) == ("Alex (1)", "Ben", f"{CYRILLIC_ALEX} (3)")
    assert tell_apart(("Alex", "alex", "Alex (1)")) == ("Alex (1)", "alex (2)", "Alex (1) (3)")
    assert tell_apart(("", "Player 1", "Ada")) == ("", "Player 1 (2)", "Ada")


@given(TABLES, st.integers(0, 2))
def test_no_person_is_taken_for_a_computer(names: list[str], number: int) -> None:
    seats = [SeatRow(seat, seat + 1, name) for seat, name in enumerate(names[:3])]
    *people, computer = displayed_names((*seats, SeatRow(len(seats), -1, COMPUTERS[number], level="keen")))
    assert computer == COMPUTERS[number]
    assert not any(set(name) & set(GEARS) for name in people)


def test_names_of_an_earlier_version_are_filtered_when_told() -> None:
    stored = (
        SeatRow(0, 1, "⚙ Buxus"),
        SeatRow(1, 2, "?"),
        SeatRow(2, 3, "\u034f", former="\u034f"),
        SeatRow(3, -2, "⚙ Buxus", level="keen"),
    )
    assert displayed_names(stored) == ("Buxus", "", "", "⚙ Buxus")
    told = Reader(displayed_names(stored)).bare(say("{people}", people=tuple(who(seat.seat) for seat in stored)))
    assert told == "Buxus, Player 2, Player 3, ⚙ Buxus"
    assert str(former_name(stored[2])) == "Player 3"
    assert str(former_name(SeatRow(0, 1, "Ada", former="⚙ Taxus"))) == "⚙ Taxus"


@given(st.one_of(NAMES, st.lists(NAMES).map(f"{END}{ISOLATE}".join)))
def test_isolated_data_turns_no_line(data: str) -> None:
    told = isolate(data)
    assert is_balanced(told)
    assert isolate(told) == told
    assert not any(bidirectional(sign) in LEFTWARDS for sign in loose(told))
    assert told.replace(ISOLATE, "").replace(END, "") == data.replace(ISOLATE, "").replace(END, "")
    assert is_balanced(balance(data))
    assert is_balanced(visible(data))


@given(NAMES, st.integers(4, 60))
def test_cut_text_keeps_its_isolates_balanced(data: str, limit: int) -> None:
    told = cut(f"{isolate(data)} · {isolate(data)}", limit)
    assert len(told) <= limit
    assert is_balanced(told)


def test_each_right_to_left_name_is_isolated() -> None:
    reader = Reader((HEBREW, "Ada", ARABIC))
    text = say("{one} 12 · {other} 15 · {third} 7", one=who(0), other=who(1), third=who(2))
    told = f"{ISOLATE}{HEBREW}{END} 12 · Ada 15 · {ISOLATE}{ARABIC}{END} 7"
    assert reader.markdown(text) == reader.bare(text) == reader.label(text) == told
    assert reader.typeable(who(0)) == HEBREW
    assert reader.label(text, 9) == f"{ISOLATE}{HEBREW}{END} 12…"
    assert reader.label(text, 5) == f"{ISOLATE}שר…{END}"
