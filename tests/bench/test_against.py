"""Figures of two checkouts are paired by name, with their ratios."""

from __future__ import annotations

from bench.against import Compared, compared, without_ours


def test_ratios_compare_runs_of_the_same_turn() -> None:
    this = [{"answer": (30.0, "ms")}, {"answer": (10.0, "ms")}]
    other = [{"answer": (20.0, "ms")}, {"answer": (20.0, "ms")}]
    (found,) = compared(this, other)
    assert found == Compared("answer", "ms", [30.0, 10.0], [20.0, 20.0])
    assert found.ratios == [0.5, 1.5]
    assert found.line(6).split() == ["answer", "20.00", "20.00", "ms", "1.00", "(0.50–1.50)"]


def test_figures_of_one_checkout_alone_have_no_ratio() -> None:
    new, old = compared([{"new": (1.0, "s")}], [{"old": (2.0, "s")}])
    assert (new.this, new.other, new.ratios) == ([1.0], [], [])
    assert old.line(3).split() == ["old", "–", "2.00", "s", "–"]


def test_figure_of_nothing_has_no_ratio() -> None:
    (found,) = compared([{"refused": (3.0, "")}], [{"refused": (0.0, "")}])
    assert found.ratios == []


def test_other_checkout_gets_only_options_of_its_bench() -> None:
    words = ["--against", "../before", "--games", "5", "--runs=2", "--json", "--game", "djinns", "--runs", "3"]
    assert list(without_ours(words)) == ["--games", "5", "--game", "djinns"]
