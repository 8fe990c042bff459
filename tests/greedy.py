"""Strategies that aim at points. Random players hardly ever build on six, unlock a mastery or reach a goal."""

from __future__ import annotations

from tests.hanging_gardens.greedy import greedy_move as keen_builder
from tests.ishtar.greedy import greedy_move as keen_gardener
from tests.playing import Choose
from tests.schlossgarten.builder import builder_move

GREEDY: dict[str, Choose] = {"hanging_gardens": keen_builder, "ishtar": keen_gardener, "schlossgarten": builder_move}
