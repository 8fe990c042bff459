"""The processes that journeys start their bots in."""

from __future__ import annotations

import sys
from multiprocessing.context import ForkServerContext, SpawnContext

import pytest

from tests.journeys import process


@pytest.mark.parametrize(("context", "loaded"), [(process.READY, True), (process.FRESH, False)])
def test_a_copy_has_the_modules_of_the_bot_and_a_fresh_one_has_not(
    context: ForkServerContext | SpawnContext, loaded: bool
) -> None:
    child = context.Process(target=told)
    child.start()
    child.join()
    assert child.exitcode == loaded


def told() -> None:
    sys.exit(process.LOADED in sys.modules)
