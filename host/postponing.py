"""What is due at a table is tried: what fails there is logged and postponed, and stops nothing else."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from db.statement import Unsaved
from host.deadlines import MINUTE, POSTPONED
from host.log_context import working
from host.refusal import MovedOn, Refused

log = logging.getLogger(__name__)


async def or_postponed(table: int, work: Callable[[], Awaitable[bool | None]], postpone: Callable[[], Awaitable[object]]) -> bool:
    """Was something done? What fails is postponed; what others or the database hinder, whoever looks again does.

    :raises Unsaved: if the database hinders it.
    """
    with working(table):
        try:
            return await work() is not False
        except Unsaved:
            raise
        except MovedOn as error:
            log.warning("table %d: others were faster than what is due there (%s); looked at again within a minute", table, error)
        except Exception as error:
            foreseen = isinstance(error, Refused)
            message = "table %d: what is due there has failed (%s); again in %d minutes"
            level = logging.WARNING if foreseen else logging.ERROR
            log.log(level, message, table, error, POSTPONED / MINUTE, exc_info=not foreseen)
            await postpone()
        return False
