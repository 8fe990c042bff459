"""What journeys begin their bots from."""

from __future__ import annotations

import sys
from multiprocessing.context import ForkServerContext, SpawnContext

import pytest

from tests.journeys import begun


@pytest.mark.parametrize(("context", "loaded"), [(begun.READY, True), (begun.FRESH, False)])
def test_a_copy_has_the_modules_of_the_bot_and_a_fresh_one_has_not(
    context: ForkServerContext | SpawnContext, loaded: bool
) -> None:
    process = context.Process(target=told)
    process.start()
    process.join()
    assert process.exitcode == loaded


def told() -> None:
    sys.exit(begun.LOADED in sys.modules)
