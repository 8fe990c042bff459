"""How many examples a test takes: a share of those of the profile (`tests/conftest.py`)."""

from __future__ import annotations

from math import ceil

from hypothesis import settings


def examples(percent: int) -> settings:
    """So many percent of what the profile would try, for a test whose examples are long."""
    return settings(max_examples=ceil(settings.default.max_examples * percent / 100))
