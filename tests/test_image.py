"""The steps of the Dockerfile, done in their order in a clean folder: what comes of it runs, is healthy, and ends in good order.

No container is built, so neither the base image nor users and rights are tried here.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.operations.exits import Exit
from sandbox.local import environment_of
from sandbox.server import Sandbox
from tests.dockerfile import Step, rest_of, settings, steps, words_of
from trials.waiting import SANDBOX_TIMEOUT_FACTOR, WAIT_SECONDS, wait_until

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[1]
OURS = ("PARTERRE_", "DISCORD_", "PYTHON", "VIRTUAL_ENV")  # beginnings of names that are not set in a container
FOLDER_OF_DATA = "mkdir /data && chown 10001:10001 /data"


class Image:
    """A folder that stands for the root of the image, beside an environment for its packages."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.root.mkdir()
        self.work = self.root
        python = folder / "python"
        subprocess.run([sys.executable, "-m", "venv", str(python)], check=True)
        outside = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.environment = {**outside, "PATH": f"{python / 'bin'}:{outside['PATH']}"}

    def do(self, step: Step) -> None:
        """Return the build steps of the image; other instructions say how it is run."""
        if step.name == "WORKDIR":
            self.work = self.inside(step.rest)
            self.work.mkdir()
        elif step.name == "COPY":
            *sources, target = step.rest.split()
            for source in sources:
                self._copy(source, self.work / target)
        elif step.name == "RUN" and step.rest == FOLDER_OF_DATA:
            self.inside(rest_of("VOLUME")).mkdir()
        elif step.name == "RUN":
            subprocess.run(step.rest, shell=True, check=True, cwd=self.work, env=self.environment)

    def inside(self, path: str) -> Path:
        """Return the local path for an absolute path of the image."""
        return self.root / path.removeprefix("/")

    @property
    def files(self) -> set[Path]:
        return set(self.work.rglob("*"))

    def _copy(self, source: str, target: Path) -> None:
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, target)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    made = Image(tmp_path_factory.mktemp("image"))
    for step in steps():
        made.do(step)
    return made


@pytest.fixture
def unchanged(image: Image) -> Iterator[None]:
    """The program writes nothing beside itself, as it may not in a container that is read-only."""
    before = image.files
    yield
    assert image.files == before


@pytest.mark.usefixtures("unchanged")
def test_everything_is_in_place(image: Image) -> None:
    words = [*words_of("ENTRYPOINT"), "--check"]
    found = subprocess.run(words, cwd=image.work, env=image.environment, capture_output=True, text=True, check=False)
    assert found.stdout.endswith("Everything is in place.\n"), found
    assert found.returncode == Exit.OK


@pytest.mark.usefixtures("unchanged")
def test_without_a_token_it_says_so(image: Image) -> None:
    words = [*words_of("ENTRYPOINT"), *words_of("CMD")]
    found = subprocess.run(words, cwd=image.work, env=image.environment, capture_output=True, text=True, check=False)
    assert found.returncode == Exit.CONFIGURATION
    assert found.stderr.startswith("There is no DISCORD_TOKEN.")
    assert found.stderr.count("\n") == 1


@pytest.mark.usefixtures("unchanged")
async def test_it_runs_is_healthy_and_ends_in_good_order(image: Image, tmp_path: Path) -> None:
    sandbox = await Sandbox.start(clock=tmp_path / "clock", timeout_factor=SANDBOX_TIMEOUT_FACTOR)
    own = {name: value.replace("/data", str(image.inside("data"))) for name, value in settings().items()}
    discord = environment_of(sandbox.token, sandbox.world.origin, tmp_path)
    environment = image.environment | discord | own | {"PARTERRE_METRICS": "127.0.0.1:0"}
    log = tmp_path / "log"
    with log.open("wb") as file:
        bot = await asyncio.create_subprocess_exec(
            *words_of("ENTRYPOINT"), *words_of("CMD"), cwd=image.work, env=environment, stdout=file, stderr=file
        )
    try:
        await sandbox.wait_ready()
        await wait_until(lambda: "ready as" in log.read_text())
        (address,) = re.findall(r"health and metrics at http://(\S+)", log.read_text())
        ask = [word.replace(f"127.0.0.1:{rest_of('EXPOSE')}", address) for word in words_of("HEALTHCHECK")]
        asking = await asyncio.create_subprocess_exec(*ask, env=environment)
        assert await asking.wait() == 0
        bot.send_signal(signal.Signals[rest_of("STOPSIGNAL")])
        async with asyncio.timeout(WAIT_SECONDS):
            assert await bot.wait() == Exit.OK, log.read_text()
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
        await sandbox.close()
    assert image.inside(settings()["PARTERRE_DATABASE"]).exists()
