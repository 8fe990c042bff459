"""The moved clock of the sandbox is the bot's clock."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cogs.operations.clock import clock
from trials.journey import Journey

DAYS = 3 * 86_400


@pytest.mark.long
@pytest.mark.process
@pytest.mark.own_bot
async def test_the_bot_lives_in_the_time_of_the_sandbox(journey: Journey) -> None:
    await journey.begin(2, time_limit="untimed")  # so that nobody plays instead
    began = time.time()
    journey.sandbox.advance(DAYS)
    await journey.turn()
    times = [at for (at,) in journey.rows("SELECT made FROM moves ORDER BY seq")]
    assert times[0] <= began
    assert began + DAYS <= times[-1] <= time.time() + DAYS
    await journey.bot.kill()
    await journey.bot.start()
    journey.sandbox.advance(DAYS)
    await journey.turn()


@pytest.mark.parametrize("text", ["", "garbage", "-5", "nan", "inf", "1e300", "\udcff\udcfe"])
def test_invalid_clock_file_is_ignored(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "clock"
    monkeypatch.setenv("PARTERRE_API", "http://127.0.0.1/api/v10")
    monkeypatch.setenv("PARTERRE_CLOCK", str(file))
    now = clock()
    assert abs(now() - time.time()) < 60
    file.write_bytes(os.fsencode(text))
    assert abs(now() - time.time()) < 60
    file.write_text("7200\n")
    assert abs(now() - time.time() - 7200) < 60


def test_on_discord_the_clock_is_never_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "clock").write_text("7200\n")
    monkeypatch.delenv("PARTERRE_API", raising=False)
    monkeypatch.setenv("PARTERRE_CLOCK", str(tmp_path / "clock"))
    assert clock() is time.time
