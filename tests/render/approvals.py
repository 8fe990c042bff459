"""Skip the drawing in tests whose inputs and sources are the same as when the test last passed and was approved.

``approvals.json`` holds a digest for each approved test: of its inputs, such as sketches, of the code and data that draw them,
and of the test's own module (`tests.render.sources`). In the short run, a test with the same digest passes without drawing. All
other tests draw. The long run (``--hypothesis-profile long``) draws all pictures.
``PARTERRE_GOLDEN=1 pytest tests/render -m "not long"`` draws all pictures and writes the digests of the tests that pass.
"""

from __future__ import annotations

import fcntl
import inspect
import json
import os
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial, wraps
from hashlib import sha256
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any

from hypothesis import settings

from tests.render.sources import digest_of_sources

APPROVALS = Path(__file__).with_name("approvals.json")
GOLDEN = "PARTERRE_GOLDEN"
APPROVE = f"{GOLDEN}=1 python -m pytest tests/render -m 'not long'"
Test = Callable[..., None]


def approving() -> bool:
    """Return whether all pictures are drawn and kept as approved."""
    return bool(os.environ.get(GOLDEN))


def unless_approved(inputs: Callable[..., object], game: str = "") -> Callable[[Test], Test]:
    """Decorate a test to run only if its digest is not the approved one.

    :param inputs: returns what the test draws, or what it computes that from, given the parameters of the test. It must return
        all that the test takes from modules that `tests.render.sources` does not follow.
    :param game: is drawn; by default the parameter ``key`` or ``game`` of the test, or what the folder of its module is called.
    """

    def decorate(test: Test) -> Test:
        module = Path(inspect.getfile(test))

        @wraps(test)
        def approved_or_drawn(**parameters: Any) -> None:
            drawn = game or parameters.get("key") or parameters.get("game") or module.parent.name
            if_not_approved(digest(drawn, module, inputs(**parameters)), partial(test, **parameters))

        return approved_or_drawn

    return decorate


def if_not_approved(found: str, test: Callable[[], None], file: Path = APPROVALS) -> None:
    """Run a test unless this digest is the approved one of its name; keep the digest if the test holds while approving."""
    name = os.environ["PYTEST_CURRENT_TEST"].removesuffix(" (call)")
    if not must_draw() and approved(file).get(name) == found:
        return
    test()
    if approving():
        _keep(name, found, file)


def must_draw() -> bool:
    """Return whether all pictures are drawn in this run."""
    return approving() or settings.get_current_profile_name() == "long"


def approved(file: Path = APPROVALS) -> dict[str, str]:
    """Return the digests that were kept, by the names of the tests."""
    return json.loads(file.read_text()) if file.is_file() else {}


def digest(game: str, module: Path, inputs: object) -> str:
    """Return the digest of a test in a module, which draws a game from these inputs.

    :raises TypeError: where a value has no known form, so that a change of it could be missed.
    """
    return sha256(f"{digest_of_sources(game, module)} {canonical(inputs, {})}".encode()).hexdigest()[:32]


def _keep(name: str, found: str, file: Path) -> None:
    """Add a digest to those in the file, which several processes may do at once."""
    with file.open("a+") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)
        kept.seek(0)
        all_of_them = {**json.loads(kept.read() or "{}"), name: found}
        kept.truncate(0)
        kept.write(json.dumps(all_of_them, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def canonical(value: Any, known: dict[int, tuple[Any, str]]) -> str:
    """Return a text that is the same for equal values of the same types in every process, and another one for others.

    :param known: values whose text is known, by their ids; frozen views share most of their parts.
    """
    if value is None or isinstance(value, (str, int, float, bytes)):
        return f"{type(value).__name__}:{value!r}"
    if id(value) not in known:
        parts = ",".join(_parts(value, known))
        known[id(value)] = value, sha256(f"{type(value).__module__}.{type(value).__qualname__}({parts})".encode()).hexdigest()
    return known[id(value)][1]


def _parts(value: Any, known: dict[int, tuple[Any, str]]) -> list[str]:
    match value:
        case tuple() | list():
            return [canonical(part, known) for part in value]
        case set() | frozenset():
            return sorted(canonical(part, known) for part in value)
        case dict():
            return sorted(f"{canonical(key, known)}={canonical(part, known)}" for key, part in value.items())
        case FunctionType() | BuiltinFunctionType() | type() if "<" not in value.__qualname__:
            return [value.__module__, value.__qualname__]
        case _ if is_dataclass(value):
            return [f"{field.name}={canonical(getattr(value, field.name), known)}" for field in fields(value)]
        case _:
            raise TypeError(f"{value!r} has no canonical form: give the test's inputs as frozen values")
