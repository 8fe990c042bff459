"""Classify the errors of a PostgreSQL server and of asyncpg by their consequence for a job: one table."""

from __future__ import annotations

from enum import Enum

import asyncpg
from asyncpg import exceptions


class Meaning(Enum):
    """The consequences of an error."""

    BROKEN = "the connection is gone or in an unknown state: throw it away; a COMMIT may have been carried out"
    HINDERED = "the server answers, but cannot do this now: the connection is kept, nothing was changed"
    COLLIDED = "another process got in the way, nothing was changed: do the job again"
    FAULT = "a bug of the program: raise it as it is"


# The row of the nearest base class counts. Errors of severity FATAL or PANIC are BROKEN in any case.
MEANINGS: dict[type[Exception], Meaning] = {
    OSError: Meaning.BROKEN,  # a TimeoutError as well
    asyncpg.PostgresConnectionError: Meaning.BROKEN,
    asyncpg.CannotConnectNowError: Meaning.BROKEN,
    asyncpg.AdminShutdownError: Meaning.BROKEN,
    asyncpg.CrashShutdownError: Meaning.BROKEN,
    asyncpg.DatabaseDroppedError: Meaning.BROKEN,
    exceptions.IdleSessionTimeoutError: Meaning.BROKEN,
    asyncpg.IdleInTransactionSessionTimeoutError: Meaning.BROKEN,
    exceptions.TransactionTimeoutError: Meaning.BROKEN,
    asyncpg.TooManyConnectionsError: Meaning.BROKEN,
    exceptions.FatalPostgresError: Meaning.BROKEN,
    asyncpg.StatementCompletionUnknownError: Meaning.BROKEN,
    asyncpg.InvalidCachedStatementError: Meaning.BROKEN,  # a new connection plans its statements anew
    asyncpg.InternalClientError: Meaning.BROKEN,  # "cannot switch to state …": the library lost track of the connection
    asyncpg.InterfaceError: Meaning.BROKEN,  # "connection is closed", "another operation is in progress"
    exceptions.ClientConfigurationError: Meaning.FAULT,
    exceptions.UnsupportedClientFeatureError: Meaning.FAULT,
    exceptions.UnsupportedServerFeatureError: Meaning.FAULT,
    asyncpg.InsufficientResourcesError: Meaning.HINDERED,
    asyncpg.ReadOnlySQLTransactionError: Meaning.HINDERED,  # such as on a standby
    asyncpg.PostgresSystemError: Meaning.HINDERED,
    asyncpg.OperatorInterventionError: Meaning.HINDERED,
    asyncpg.LockNotAvailableError: Meaning.HINDERED,
    asyncpg.TransactionRollbackError: Meaning.COLLIDED,
}
BROKEN = tuple(error for error, meaning in MEANINGS.items() if meaning is Meaning.BROKEN)
REFUSED = (*BROKEN, asyncpg.PostgresError)  # any answer to a new connection other than yes
ENDING = ("FATAL", "PANIC")  # severities with which a server ends a connection


def meaning_of(error: BaseException) -> Meaning:
    """Return the consequence of an error for the job and its connection."""
    if getattr(error, "severity_en", None) in ENDING:
        return Meaning.BROKEN
    return next((MEANINGS[kind] for kind in type(error).__mro__ if kind in MEANINGS), Meaning.FAULT)


def is_refusal(error: BaseException) -> bool:
    """Return whether a server that replied to COMMIT with this error has surely rolled the transaction back."""
    return isinstance(error, asyncpg.PostgresError) and meaning_of(error) is not Meaning.BROKEN


def reason_of(error: BaseException) -> str:
    """Return the words of an error, or its class where it has none."""
    return str(error) or type(error).__name__
