"""The processes that journeys start their bots in."""

from __future__ import annotations

import sys
from multiprocessing.context import ForkServerContext, SpawnContext

import pytest

from trials.forkserver import PRELOADED, PRELOADED_MODULE, UNLOADED


@pytest.mark.parametrize(("context", "loaded"), [(PRELOADED, True), (UNLOADED, False)])
def test_forked_process_has_the_modules_of_the_bot(context: ForkServerContext | SpawnContext, loaded: bool) -> None:
    child = context.Process(target=told)
    child.start()
    child.join()
    assert child.exitcode == loaded


def told() -> None:
    sys.exit(PRELOADED_MODULE in sys.modules)
