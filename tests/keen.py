"""Players who know what they are about: at random hardly anybody builds on six, unlocks a mastery or reaches a goal."""

from __future__ import annotations

from tests.hanging_gardens.greedy import greedy_move as keen_builder
from tests.ishtar.greedy import greedy_move as keen_gardener
from tests.playing import Choose
from tests.schlossgarten.builder import builder_move

KEEN: dict[str, Choose] = {"hanging_gardens": keen_builder, "ishtar": keen_gardener, "schlossgarten": builder_move}
