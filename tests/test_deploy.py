"""Service files and dashboards fit the program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import arguments
from cogs.monitoring.service import HEARTBEAT_SECONDS
from cogs.operations.metrics import REGISTRY
from cogs.operations.settings import ADDRESS
from cogs.shell.client import CANCEL_SECONDS, FINISH_SECONDS
from tests.dockerfile import copied, is_sent, rest_of, settings, words_of

ROOT = Path(__file__).parents[1]
OPERATIONS = (ROOT / "docs" / "OPERATIONS.md").read_text()
UNIT = ROOT / "deploy" / "parterre.service"
TEMPLATE = ROOT / "deploy" / "parterre@.service"
DIFFERENT = {"Description", "Environment", "EnvironmentFile"}  # settings of the template that are not those of the unit
PATIENCE = 2 * FINISH_SECONDS + CANCEL_SECONDS  # seconds that a supervisor should have at least
EXPOSURE = 20  # of 100, as systemd-analyze sees it


def hopeless() -> set[int]:
    """The exit codes of which the documents say that another start does not help."""
    return {int(code) for code in re.findall(r"^\| (\d+) \| `\w+` \|.*\| no \|$", OPERATIONS, re.MULTILINE)} - {0}


def read_unit(file: Path) -> dict[str, dict[str, str]]:
    """Return the settings of a unit by section; of a setting with several lines, the last."""
    parser = RawConfigParser(strict=False, comment_prefixes="#")
    parser.optionxform = str  # type: ignore[assignment]
    parser.read_string(file.read_text())
    return {section: dict(parser[section]) for section in parser.sections()}


@pytest.fixture
def unit() -> dict[str, str]:
    return read_unit(UNIT)["Service"]


def test_the_unit_fits_the_program(unit: dict[str, str]) -> None:
    assert unit["Type"] == "notify"
    python, program, *words = unit["ExecStart"].split()
    assert python.endswith("/.venv/bin/python")
    assert program == "bot.py"
    assert arguments(words).discord
    assert float(unit["WatchdogSec"]) > 10 * HEARTBEAT_SECONDS
    assert float(unit["TimeoutStopSec"]) > PATIENCE
    assert unit["KillMode"] == "mixed"
    assert {int(code) for code in unit["RestartPreventExitStatus"].split()} == hopeless()
    assert unit["Environment"].startswith("PARTERRE_DATABASE=/var/lib/" + unit["StateDirectory"])


def test_units_differ_in_metrics_and_own_settings_only() -> None:
    one, several = read_unit(UNIT), read_unit(TEMPLATE)
    common = [{name: {k: v for k, v in found[name].items() if k not in DIFFERENT} for name in found} for found in (one, several)]
    assert common[0] == common[1]
    environment = several["Service"]["Environment"].removeprefix(one["Service"]["Environment"])
    assert environment.split("=")[0].strip() == "PARTERRE_METRICS"
    for instance in "1", "9":
        found = ADDRESS.fullmatch(environment.split("=")[1].replace("%i", instance))
        assert found is not None
        assert int(found["port"]) == 9760 + int(instance)
    files = re.findall("^EnvironmentFile=(.*)$", TEMPLATE.read_text(), re.MULTILINE)
    assert files == [one["Service"]["EnvironmentFile"], "-/etc/parterre-%i.env"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize(("file", "name"), [(UNIT, UNIT.name), (TEMPLATE, "parterre@1.service")])
def test_systemd_understands_the_units(tmp_path: Path, file: Path, name: str) -> None:
    python, root = (str(path).replace("%", "%%") for path in (sys.executable, ROOT))  # a % would be a specifier
    quoted = '"{}"'.format(python.replace("\\", "\\\\").replace('"', '\\"'))
    here = file.read_text().replace("/opt/parterre/.venv/bin/python", quoted).replace("/opt/parterre", root)
    copy = tmp_path / name
    copy.write_text(here)
    found = subprocess.run(["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if name in line] == []
    judged = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", str(copy)]
    assert subprocess.run(judged, capture_output=True, check=False).returncode == 0


@pytest.fixture
def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return read


def test_compose_runs_one_bot_and_a_server_only_if_asked(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if not service.get("profiles")] == ["bot"]
    assert services["postgres"]["profiles"] == ["postgres"]
    bot = services["bot"]
    assert bot["depends_on"] == {"postgres": {"condition": "service_healthy", "required": False}}
    assert "healthcheck" in services["postgres"]
    for service in services.values():
        assert float(service["stop_grace_period"].removesuffix("s")) > PATIENCE
        assert {volume.split(":")[0] for volume in service["volumes"]} <= set(compose["volumes"])


def test_compose_can_run_several_processes(compose: dict[str, Any]) -> None:
    bot = compose["services"]["bot"]
    assert bot["scale"] == "${BOT_PROCESSES:-1}"
    assert not bot.keys() & {"container_name", "hostname", "ports"}  # no two containers can have the same
    assert "healthcheck" not in bot  # the image's, which a process that waits passes as well


def test_compose_fits_the_image(compose: dict[str, Any]) -> None:
    bot = compose["services"]["bot"]
    environment, image = bot["environment"], settings()
    assert environment["PARTERRE_DATABASE"] == f"${{CONTAINER_DATABASE:-{image['PARTERRE_DATABASE']}}}"
    assert environment["PARTERRE_METRICS"] == image["PARTERRE_METRICS"]
    assert bot["expose"] == [image["PARTERRE_METRICS"].split(":")[1]] == [rest_of("EXPOSE")]
    assert bot["volumes"] == [f"data:{rest_of('VOLUME')}"]
    assert image["PARTERRE_DATABASE"].startswith(rest_of("VOLUME"))
    assert bot["read_only"]
    assert bot["cap_drop"] == ["ALL"]


def test_compose_limits_memory_as_documented(compose: dict[str, Any]) -> None:
    limits = {name: service["mem_limit"] for name, service in compose["services"].items()}
    assert limits == {"bot": "${BOT_MEMORY:-1g}", "postgres": "${POSTGRES_MEMORY:-1g}"}
    running = (ROOT / "docs" / "RUNNING.md").read_text()
    assert "| 1 GiB (`compose.yaml`) |" in running
    assert "`BOT_MEMORY=" in running


def test_image_holds_the_program_and_no_secret() -> None:
    sources = {source for found, _ in copied() for source in found}
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bench", "sandbox", "tests", "trials"}
    assert rooms <= sources
    assert all(map(is_sent, sources))
    assert is_sent("cogs/shell/client.py")
    assert not any(map(is_sent, (".env", ".git/config", "var/parterre.sqlite3", "tests/toy.py", "compose.yaml")))


def test_image_runs_without_root_and_stops_cleanly() -> None:
    user, group = map(int, rest_of("USER").split(":"))
    assert user
    assert group
    assert rest_of("STOPSIGNAL") == "SIGTERM"
    assert words_of("ENTRYPOINT") == ["python", "bot.py"]
    assert arguments(words_of("CMD")).discord
    assert f"127.0.0.1:{rest_of('EXPOSE')}/livez" in words_of("HEALTHCHECK")[-1]


def test_the_board_of_grafana_shows_every_metric_and_no_other() -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    shown = set(re.findall(r"\b(?:parterre|discord|logging|process)_\w+", asked))
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",), "info": ("_info",)}
    known = {family.name: {family.name + ending for ending in endings[family.type]} for family in REGISTRY.collect()}
    assert shown <= set().union(*known.values())
    assert not [name for name, samples in known.items() if not name.startswith("process_") and not samples & shown]
    titles = [panel["title"] for panel in board["panels"]]
    assert len(titles) == len(set(titles))


def test_the_board_of_grafana_counts_rows_of_the_database_once() -> None:
    """Each process tells the same rows of the database they share."""
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    shared = [each for each in asked if re.search(r"\bparterre_(?:tables|outbox_\w+)", each)]
    assert len(shared) > 3
    assert all(each.startswith("max") for each in shared)
    assert all('instance=~"$process"' in each for each in asked)
