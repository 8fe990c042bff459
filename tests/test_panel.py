"""Any prompt as buttons and menus, within Discord's limits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.check import check_everything
from cogs.play.answers import Tell, answer_controls, fit_page, pack, page_of, turn_buttons, turns_in_words, what_each_brings
from cogs.play.panel import answers_in_words, answers_so_far, digest
from cogs.shell.components import Button, Menu, Row, button
from cogs.shell.reader import Reader
from cogs.shell.routes import ROUTES, resolve
from host.thinking import find_missing_weights
from players import evaluation
from render import sketch_prompt
from rules import GAMES
from rules.choice import Form, Gain, Label, Option, Progress, Prompt, walk
from rules.game import DEALER, Turn, conversation, play_at_random
from rules.hanging_gardens.names import TURN_SIGNS
from rules.text import piece, say, verbatim
from tests.program import run_bot

ROOT = Path(__file__).parents[1]


def asked(count: int, form: Form = "places", *, tabs: bool = False) -> Progress[Any]:
    """Return a prompt with this number of options, perhaps below tabs."""
    over = Prompt("way", say("Which way?"), (Option("up", 0), Option("down", 1)), form="tabs")
    prompt = Prompt("where", say("Where?"), tuple(Option(f"a{n}", n) for n in range(count)), form=form)
    return Progress(("up",), prompt, None, (over,)) if tabs else Progress((), prompt, None)


def buttons_of(parts: Sequence[Row | Menu], verb: str) -> list[Button]:
    return [b for part in parts if isinstance(part, Row) for b in part.buttons if b.custom_id.startswith(f"p1:{verb}")]


def all_pages(progress: Progress[Any]) -> list[list[Row | Menu]]:
    """Return the rows of each page, beside tabs."""
    count = fit_page("1:2:ab", progress, 0, (), points=True).pages
    pages = [fit_page("1:2:ab", progress, number, (), points=True) for number in range(count)]
    return [answer_controls(f"1:2:{digest(progress.path, progress.prompt)}", progress, page, points=True) for page in pages]


@pytest.mark.parametrize(
    ("count", "tabs", "sizes"),
    [(15, False, [15]), (16, False, [12, 4]), (12, True, [12]), (15, True, [15]), (30, True, [12, 12, 6])],
)
def test_places_are_numbers_twelve_a_page_or_fifteen_alone(count: int, tabs: bool, sizes: list[int]) -> None:
    pages = all_pages(asked(count, tabs=tabs))
    assert [len(buttons_of(page, "pick")) for page in pages] == sizes
    numbers = [str(b.label) for page in pages for b in buttons_of(page, "pick")]
    assert numbers == [str(n) for n in range(1, count + 1)]
    assert all(len(part.buttons) <= 5 for page in pages for part in page if isinstance(part, Row))
    assert all(sum(1 + len(part.buttons) for part in page if isinstance(part, Row)) <= 30 for page in pages)


def test_page_buttons_and_end_share_the_last_row_if_they_fit() -> None:
    def last_row(count: int, page: int) -> list[str]:
        options = (Option("up", 0), Option("done", 1, label=lambda: Label(say("end the turn"), ends=True)))
        over = Prompt("way", say("Which way?"), options, form="tabs")
        where = Prompt("where", say("Where?"), tuple(Option(f"a{n}", n) for n in range(count)), form="places", page=page)
        parts = all_pages(Progress(("up",), where, None, (over,)))[0]
        return [str(b.label) for b in parts[-1].buttons] if isinstance(parts[-1], Row) else []

    assert last_row(12, page=6) == ["4", "5", "6", "7–12 ›", "end the turn"]
    assert last_row(18, page=9) == ["10–18 ›", "end the turn"]


@pytest.mark.parametrize("tabs", [(2,), (6,), (5, 6), (6, 6)])
def test_tabs_of_several_rows_leave_room_in_a_message(tabs: tuple[int, ...]) -> None:
    """Forty pieces, of which the rest of a panel takes ten at most."""
    over = tuple(Prompt(f"tab{n}", say("?"), tuple(Option(f"t{i}", i) for i in range(n)), form="tabs") for n in tabs)
    for count in range(1, 60):
        prompt = Prompt("where", say("Where?"), tuple(Option(f"a{n}", n) for n in range(count)), form="places")
        progress = Progress(("t0",) * len(tabs), prompt, None, over)
        pages = all_pages(progress)
        assert sum(len(buttons_of(page, "pick")) for page in pages) == count
        assert all(sum(1 + len(part.buttons) for part in page if isinstance(part, Row)) <= 30 for page in pages)


def test_question_may_ask_for_smaller_pages() -> None:
    where = asked(14)
    assert where.prompt is not None
    pages = all_pages(where._replace(prompt=where.prompt._replace(page=6)))
    assert [len(buttons_of(page, "pick")) for page in pages] == [6, 6, 2]
    assert [str(b.label) for b in buttons_of(pages[0], "page")] == ["7–12 ›"]


def test_tabs_leave_a_phone_fewer_rows_of_answers() -> None:
    def rows(*tabs: int) -> list[int]:
        over = tuple(
            Prompt(f"tab{n}", say("?"), tuple(Option(f"t{i}", i) for i in range(count)), form="tabs")
            for n, count in enumerate(tabs)
        )
        where = asked(12)._replace(path=("t0",) * len(tabs), answered=over)
        page, *_ = all_pages(where)
        return [sum(b.custom_id.startswith("p1:pick") for b in row.buttons) for row in page if isinstance(row, Row)]

    assert rows(2) == [0, 4, 4, 4]
    assert rows(6, 6) == [0, 0, 0, 0, 5, 4]  # a message holds no more
    assert rows(6, 6, 2) == [0, 0, 0, 0, 0, 5, 0]


def test_page_of_one_answer_is_named_by_its_number() -> None:
    _, page, _ = all_pages(asked(25))
    assert [str(b.label) for b in buttons_of(page, "page")] == ["‹ 1–12", "25 ›"]


@pytest.mark.parametrize(("count", "sizes"), [(5, [5]), (6, [3, 3]), (10, [5, 5]), (11, [4, 4, 3]), (12, [4, 4, 4])])
def test_rows_are_as_even_as_they_can_be(count: int, sizes: list[int]) -> None:
    (page,) = all_pages(asked(count))
    assert [len(row.buttons) for row in page if isinstance(row, Row)] == sizes


def test_complete_turns_are_letters_with_points() -> None:
    offered = tuple(Turn(("a1",), Label(say("a pool"), note=say("card 3"), gain=Gain(7, others))) for others in ((), ((1, -2),)))
    (row,) = turn_buttons("1:2:ab", offered, points=True)
    assert [(str(b.label), b.custom_id) for b in row.buttons] == [("A +7", "p1:turn:1:2:ab:0"), ("B +7", "p1:turn:1:2:ab:1")]
    assert str(turns_in_words(offered, points=True)).split("\n") == [
        "**Whole turns**",
        "-# **A** a pool · +7, card 3",
        "-# **B** a pool · you +7, Seat 2 −2, card 3",
    ]
    assert turns_in_words((), points=True) is None


def test_cards_are_told_in_words_instead_of_their_signs() -> None:
    at = words([Label(verbatim("1 · □A"), words=say("card 1 (arcade)"), gain=Gain(2))])
    assert at.prompt is not None
    assert str(what_each_brings(at.prompt, page_of(1, 0, size=12), points=True)) == "-# card 1 (arcade) · +2"


def test_tabs_do_not_break_on_a_phone() -> None:
    def lengths(*words: str, drawn: bool = False) -> list[int]:
        labels = [piece("pawn", verbatim(word)) if drawn else verbatim(word) for word in words]
        options = tuple(Option(f"t{n}", n, label=lambda text=text: Label(text)) for n, text in enumerate(labels))
        over = Prompt("way", say("Which way?"), options, form="tabs")
        progress = Progress(("t0",), Prompt("where", say("Where?"), (Option("a1", 1),), form="places"), None, (over,))
        tell = Reader(emojis={"pawn": "<:pawn:1>"}).as_wide
        page = fit_page("1:2:3", progress, 0, (), True, tell)
        return [len(row.buttons) for row in answer_controls("1:2:3", progress, page, True, tell) if isinstance(row, Row)][:-1]

    assert lengths("card 5", "card 13") == [2]
    assert lengths(*"→↗↖←") == [4]
    assert lengths(*"→↗↖←↙↘") == [3, 3]
    assert lengths("figure", "king", "gardener", "architect") == [4]
    assert lengths("figure", "king", "gardener", "architect", drawn=True) == [2, 2]


def test_tabs_are_as_wide_as_they_are_told() -> None:
    words = ("figure", "king", "pass")
    options = tuple(Option(word, n, label=lambda word=word: Label(verbatim(word))) for n, word in enumerate(words))
    over = Prompt("way", say("Which way?"), options, form="tabs")
    progress = Progress(("king",), Prompt("where", say("Where?"), (Option("a1", 1),), form="places"), None, (over,))

    def lengths(tell: Tell) -> list[int]:
        page = fit_page("1:2:3", progress, 0, (), True, tell)
        return [len(row.buttons) for row in answer_controls("1:2:3", progress, page, True, tell) if isinstance(row, Row)][:-1]

    assert lengths(str) == [3]
    assert lengths(lambda text: 3 * str(text)) == [2, 1]


def test_end_of_turn_is_apart_from_the_tabs() -> None:
    options = (Option("up", 0), Option("done", 1, label=lambda: Label(say("end the turn"), ends=True)), Option("down", 2))
    over = Prompt("way", say("Which way?"), options, form="tabs")
    (page,) = all_pages(Progress(("up",), Prompt("where", say("Where?"), (Option("a1", 1),), form="places"), None, (over,)))
    tabs, numbers, ends = (row for row in page if isinstance(row, Row))
    assert [(str(b.label), b.custom_id.rpartition(":")[2]) for b in tabs.buttons] == [("up", "0"), ("down", "2")]
    assert [str(b.label) for b in numbers.buttons] == ["1"]
    (end,) = ends.buttons
    assert (str(end.label), end.style.name, end.custom_id.rpartition(":")[2]) == ("end the turn", "secondary", "1")


def test_chosen_answers_are_shown_in_words() -> None:
    def places(*keys: str) -> Prompt[int]:
        return Prompt("where", say("Where?"), tuple(map(Option, keys, range(9))), form="places")

    def tabs(*keys: str) -> Prompt[int]:
        return Prompt("who", say("Who?"), tuple(map(Option, keys, range(9))), form="tabs")

    answered = (tabs("card 5", "card 9"), tabs("king", "gardener"), places("c4", "c5"), tabs("king", "gardener"))
    progress = Progress(("card 5", "king", "c4", "gardener"), places("d4", "d5"), None, answered)
    assert str(answers_so_far(progress)) == "-# So far: card 5 · king c4"
    assert answers_so_far(Progress((), places("d4", "d5"), None)) is None


def test_signs_and_numbers_are_explained_in_words() -> None:
    """A card is drawn on its button, and its place has a number in the picture; apart from both they are words."""
    game = GAMES["hanging_gardens"]
    moves = islice(play_at_random(game, game.setup(2, frozenset()), Random(3)), 19, None)
    state, seat = next((m.step.state, min(game.to_act(m.step.state))) for m in moves if game.to_act(m.step.state) != {DEALER})
    path = ("card-1", "down", "m20", "o21", "tile-1")
    told = answers_in_words(walk(conversation(game, state, seat), path))
    assert [str(word) for word in told] == ["card 1 (terrace, arcade, park)", "down on m20", "temple on o21", "chalice"]


def test_pages_lead_to_the_next_and_the_previous_one() -> None:
    pages = all_pages(asked(90))
    ways = [[int(b.custom_id.rpartition(":")[2]) for b in buttons_of(page, "page")] for page in pages]
    assert ways == [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7], [6]]
    assert [str(b.label) for b in buttons_of(pages[0], "page")] == ["13–24 ›"]
    assert [str(b.label) for b in buttons_of(pages[6], "page")] == ["‹ 61–72", "85–90 ›"]
    assert [str(b.label) for b in buttons_of(pages[7], "page")] == ["‹ 73–84"]


def test_numeric_keys_are_shown_as_they_are() -> None:
    options = tuple(Option(str(n), n) for n in (3, 7, 12))
    (page,) = all_pages(Progress((), Prompt("space", say("Where?"), options, form="places"), None))
    assert [str(b.label) for b in buttons_of(page, "pick")] == ["3", "7", "12"]


def test_picture_marks_only_the_answers_of_the_page() -> None:
    prompt = asked(30).prompt
    assert [mark.number for mark in sketch_prompt(prompt).marks] == [str(n) for n in range(1, 31)]
    assert [(mark.key, mark.number) for mark in sketch_prompt(prompt, page=slice(12, 14)).marks] == [("a12", "13"), ("a13", "14")]


def test_answer_without_a_place_is_shown_as_a_word() -> None:
    options = (Option("a1", 1), Option("none", 0, label=lambda: Label(say("No temple"))))
    (page,) = all_pages(Progress((), Prompt("where", say("Where?"), options, form="places"), None))
    assert [str(b.label) for b in buttons_of(page, "pick")] == ["1", "No temple"]


def test_words_are_buttons_while_they_fit_and_else_a_menu() -> None:
    (few,) = all_pages(asked(12, "words"))
    assert [str(b.label) for b in buttons_of(few, "pick")][:2] == ["a0", "a1"]
    pages = all_pages(asked(60, "words"))
    assert [len(part.options) for page in pages for part in page if isinstance(part, Menu)] == [25, 25, 10]
    assert [str(b.label) for b in buttons_of(pages[0], "page")] == ["26–50 ›"]


@pytest.mark.parametrize(("letters", "count", "rows"), [(12, 6, 3), (38, 6, 6), (38, 7, 0), (41, 2, 0)])
def test_long_words_are_a_menu_when_buttons_take_too_much_room(letters: int, count: int, rows: int) -> None:
    (page,) = all_pages(words([Label(verbatim(f"{n}".ljust(letters, "x"))) for n in range(count)]))
    assert len([part for part in page if isinstance(part, Row)]) == rows
    assert any(isinstance(part, Menu) for part in page) == (rows == 0)


def test_points_for_others_are_on_buttons_where_they_fit() -> None:
    gain = Gain(4, ((1, -3),))
    (wide,) = all_pages(words([Label(verbatim("1 dome to 29"), gain=gain)] * 4))
    assert {str(b.label) for b in buttons_of(wide, "pick")} == {"1 dome to 29 · you +4, Seat 2 −3"}
    (narrow,) = all_pages(words([Label(verbatim("1 dome to 29"), gain=gain)] * 5))
    assert {str(b.label) for b in buttons_of(narrow, "pick")} == {"1 dome to 29 · +4"}


def test_menu_has_notes_and_points_for_others_below_its_answers() -> None:
    long = verbatim("a very long answer that has no room on any button")
    labels = [Label(long, gain=Gain(4, ((1, -3),)), star=True), Label(long, note=say("far"), gain=Gain(2)), Label(long)]
    (page,) = all_pages(words(labels))
    (menu,) = (part for part in page if isinstance(part, Menu))
    assert [str(label) for label, _ in menu.options] == [f"★ {long} · +4", f"{long} · +2", str(long)]
    assert [str(note) for note in menu.notes] == ["you +4, Seat 2 −3", "far", "None"]


def test_answer_that_ends_the_turn_is_less_prominent() -> None:
    (page,) = all_pages(words([Label(say("plant")), Label(say("end the turn"), ends=True)]))
    assert [b.style.name for b in buttons_of(page, "pick")] == ["primary", "secondary"]


def test_tabs_show_which_one_is_taken() -> None:
    (page,) = all_pages(asked(3, tabs=True))
    assert [(str(b.label), b.style.name) for b in buttons_of(page, "tab")] == [("up", "success"), ("down", "secondary")]


def test_points_and_short_notes_are_on_the_buttons_of_numbers() -> None:
    labels = [
        Label(say("there"), "a1", gain=Gain(4, ((1, -4),)), star=True),
        Label(say("there"), "a2", note=say("far"), gain=Gain(-2)),
        Label(say("there"), "a3", note=say("far away from here"), gain=Gain(0)),
        Label(say("there"), "a4", gain=Gain(4, up_to=True)),
        Label(say("there"), "a5", gain=Gain(0, up_to=True)),
    ]
    progress = Progress((), places(labels), None)

    def buttons(points: bool) -> list[str]:
        page = fit_page("1:2:3", progress, 0, (), points)
        return [str(b.label) for b in buttons_of(answer_controls("1:2:3", progress, page, points), "pick")]

    assert buttons(points=True) == ["1 ★ · +4", "2 · far · −2", "3", "4 · +4", "5"]
    assert buttons(points=False) == ["1 ★", "2 · far", "3", "4", "5"]


def test_answers_of_a_page_are_told_with_points_for_everybody() -> None:
    gains = [Gain(0), Gain(4), Gain(2, ((1, -4),)), Gain(4, up_to=True), Gain(0, ((1, -4),), up_to=True)]
    prompt = places([Label(verbatim(f"there {n}"), "a1", gain=gain) for n, gain in enumerate(gains)])
    page = page_of(5, 1, size=1)
    assert str(what_each_brings(prompt, page, points=True)) == "-# **2** there 1 · +4"
    assert str(what_each_brings(prompt, page_of(5, 0, size=5), points=True)).split("\n") == [
        "-# **1** there 0",
        "-# **2** there 1 · +4",
        "-# **3** there 2 · you +2, Seat 2 −4",
        "-# **4** there 3 · up to +4",
        "-# **5** there 4 · at best Seat 2 −4",
    ]
    assert str(what_each_brings(prompt, page, points=False)) == "-# **2** there 1"


def places(labels: Sequence[Label]) -> Prompt[Any]:
    options = tuple(Option(f"a{n}", n, label=lambda each=each: each) for n, each in enumerate(labels))
    return Prompt("where", say("Where?"), options, form="places")


def words(labels: Sequence[Label]) -> Progress[Any]:
    options = tuple(Option(f"a{n}", n, label=lambda each=each: each) for n, each in enumerate(labels))
    return Progress((), Prompt("which", say("Which?"), options), None)


def test_custom_ids_reach_their_handlers_and_nothing_else_does() -> None:
    found = resolve("p1:page:12:34:ab12:5")
    assert found is not None
    assert found[1] == {"table": 12, "seq": 34, "mark": "ab12", "page": 5}
    for custom_id in ("p1:page:12:34:ab12:-5", "p1:page:12:34:ab 12:5", "p2:page:12:34:ab12:5", "b1:move:1:2", "x"):
        assert resolve(custom_id) is None
    assert len({each.pattern.pattern for each in ROUTES}) == len(ROUTES)


def test_check_needs_no_token() -> None:
    run = run_bot("--check", "--json")
    report = json.loads(run.stdout)
    assert (run.returncode, run.stderr) == (0, "")
    assert report["findings"] == []
    assert report["warnings"] == list(find_missing_weights())
    assert {"move", "board", "undo", "help", "setup", "game new", "game list"} <= set(report["commands"])
    assert "djinns" in report["games"]


@pytest.mark.long
async def test_check_tells_of_weights_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    assert await check_everything(tmp_path / "new.sqlite3", as_json=False) == 0
    assert "Computers judge ishtar for 2, 3, 4 seats by points alone: no weights fit." in capsys.readouterr().out


def test_a_button_of_other_answers_is_no_button_of_these() -> None:
    marks = {digest(("up",), asked(count).prompt) for count in (3, 4)} | {digest(("up",), None), digest((), asked(3).prompt)}
    assert len(marks) == 4


def test_emojis_in_place_of_words_leave_tabs_in_one_row() -> None:
    ways = [button(TURN_SIGNS[turn], f"p1:tab:1:0:0:1:{n}") for n, turn in enumerate(TURN_SIGNS)]
    pictured = Reader(emojis={f"gardens_{turn}": "<:x:1>" for turn in TURN_SIGNS})
    assert [len(row.buttons) for row in pack(ways, pictured.as_wide)] == [4]
    assert [len(row.buttons) for row in pack(ways, Reader().as_wide)] == [4]
