"""Any prompt as buttons and menus, within Discord's limits."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from cogs.play.panel import MENU, pages_of
from cogs.shell.routes import ROUTES, resolve
from rules.choice import Option, Prompt
from rules.text import say

ROOT = Path(__file__).parents[1]


def prompt(keys: list[str], *, by_letter: bool = False) -> Prompt[str]:
    return Prompt("where", say("Where?"), tuple(Option(key, key) for key in keys), by_letter=by_letter)


def test_squares_are_grouped_by_the_letters_of_their_keys() -> None:
    keys = [f"{column}{row}" for column in ("a", "bm", "bn", "bo") for row in range(1, 11)]
    pages = pages_of(prompt(keys, by_letter=True))
    assert [title for title, _ in pages] == ["a – bm", "bn – bo"]
    assert [keys[n] for n in pages[1][1]] == [f"{column}{row}" for column in ("bn", "bo") for row in range(1, 11)]
    tall = [f"{column}{row}" for column in ("a", "b") for row in range(1, 21)]
    assert [title for title, _ in pages_of(prompt(tall, by_letter=True))] == ["a", "b"]


def test_long_lists_come_in_pages_that_fit_a_menu() -> None:
    pages = pages_of(prompt([f"card-{n}" for n in range(60)]))
    assert [len(indices) for _, indices in pages] == [25, 25, 10]
    assert pages[0][0] == "card-0 – card-24"
    wide = pages_of(prompt([f"a{n}" for n in range(30)], by_letter=True))
    assert [len(indices) for _, indices in wide] == [25, 5]


def test_every_option_is_on_exactly_one_page_and_at_most_three_clicks_away() -> None:
    keys = [f"{chr(97 + column)}{row}" for column in range(23) for row in range(20)]
    pages = pages_of(prompt(keys, by_letter=True))
    assert sorted(n for _, indices in pages for n in indices) == list(range(len(keys)))
    assert len(pages) <= MENU


def test_custom_ids_reach_their_handlers_and_nothing_else_does() -> None:
    found = resolve("p1:pick:12:34:ab12:5")
    assert found is not None
    assert found[1] == {"table": 12, "seq": 34, "mark": "ab12", "index": 5}
    for custom_id in ("p1:pick:12:34:ab12:-5", "p1:pick:12:34:ab 12:5", "p2:pick:12:34:ab12:5", "b1:move:1:2", "x"):
        assert resolve(custom_id) is None
    assert len({each.pattern.pattern for each in ROUTES}) == len(ROUTES)


def test_check_needs_no_token() -> None:
    run = subprocess.run([sys.executable, "bot.py", "--check", "--json"], cwd=ROOT, capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    assert run.stderr == ""
    assert report["findings"] == []
    assert {"move", "board", "undo", "help", "setup", "game new", "game list"} <= set(report["commands"])
    assert "djinns" in report["games"]
