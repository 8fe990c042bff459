"""Test that every error of a broken connection means an unavailable database."""

from __future__ import annotations

import asyncpg
import pytest
from asyncpg import exceptions

from db.postgres.errors import Meaning, is_refusal, meaning_of

CLASSES = {  # the families of errors that say something of the server or the way there, by the beginning of their codes
    "08": Meaning.BROKEN,
    "53": Meaning.HINDERED,
    "57": Meaning.HINDERED,
    "58": Meaning.HINDERED,
    "40": Meaning.COLLIDED,
}
OTHERWISE = {
    "ReadOnlySQLTransactionError": Meaning.HINDERED,
    "LockNotAvailableError": Meaning.HINDERED,
    **dict.fromkeys(
        [
            "AdminShutdownError",
            "CannotConnectNowError",
            "CrashShutdownError",
            "DatabaseDroppedError",
            "FatalPostgresError",
            "IdleInTransactionSessionTimeoutError",
            "IdleSessionTimeoutError",
            "InterfaceError",
            "InternalClientError",
            "InvalidCachedStatementError",
            "OutdatedSchemaCacheError",
            "ProtocolError",
            "StatementCompletionUnknownError",
            "TargetServerAttributeNotMatched",
            "TooManyConnectionsError",
            "TransactionTimeoutError",
            "UnknownPostgresError",
        ],
        Meaning.BROKEN,
    ),
}
ERRORS = {
    name: kind
    for name, kind in vars(exceptions).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, Warning)
}


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("name", ERRORS)
def test_every_error_of_the_library_has_a_meaning(name: str) -> None:
    code = getattr(ERRORS[name], "sqlstate", None) or ""
    assert meaning_of(ERRORS[name]("words")) is OTHERWISE.get(name, CLASSES.get(code[:2], Meaning.FAULT))


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("error", [TimeoutError(), ConnectionResetError(), BrokenPipeError(), OSError()])
def test_lost_connections_are_broken(error: Exception) -> None:
    assert meaning_of(error) is Meaning.BROKEN


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(("severity", "sure"), [("ERROR", True), ("FATAL", False), ("PANIC", False)])
def test_only_replies_on_a_living_connection_are_refusals(severity: str, sure: bool) -> None:
    error = asyncpg.PostgresError.new({"S": severity, "V": severity, "C": "57014", "M": "words"})
    assert is_refusal(error) is sure


@pytest.mark.usefixtures("server")
def test_library_error_at_commit_is_no_reply() -> None:
    assert not is_refusal(asyncpg.InternalClientError("cannot switch to state 2; another operation (1) is in progress"))
    assert not is_refusal(asyncpg.StatementCompletionUnknownError("words"))
