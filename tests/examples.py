"""How much a test tries: little in `make test`, much where the long ones run (the profiles of `tests/conftest.py`)."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import settings

sampled = pytest.mark.sampled


def examples(percent: int) -> settings:
    """So many percent of the profile's examples, for a test whose examples are long."""
    return settings(max_examples=ceil(settings.default.max_examples * percent / 100))


def many(few: int, most: int) -> int:
    """How many games or positions a test marked `sampled` draws by itself."""
    return most if settings.get_current_profile_name() == "long" else few
