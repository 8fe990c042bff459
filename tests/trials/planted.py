"""Faults to plant in copies of the program, for trials to find."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("cogs", "db", "host", "locales", "players", "render", "rules", "standings")


class Change(NamedTuple):
    """Describe a change of a file: the old text, and the new one."""

    file: str
    old: str
    new: str


class Planted(NamedTuple):
    """Describe a planted fault, the kind and words of its finding, and the faults of Discord and kills that it needs."""

    name: str
    kind: str
    words: str
    changes: tuple[Change, ...]
    faults: tuple[str, ...] = ()
    kills: int = 0


COMMIT = "        await self._commit(made, seats, cause=Cause(interaction))\n        return visible_to(events_of(made), seat)"
FOLLOWED = "        made += self.deal(made[-1].move.step.state, at.moves + len(made))\n"
UNASKED = """        for other in at.game.to_act(made[-1].move.step.state) if seq % 4 == 0 else ():
            from random import Random

            from rules.game import random_move

            made.append(MadeMove(random_move(at.game, made[-1].move.step.state, other, Random(seq)), at.seats[other].person))
"""
SEND = "                sent = await SENDERS[row.kind](self._client, row)\n"
AGAIN = SEND.replace("sent =", "sent = row.kind == 'board' and").replace("(self._client, row)\n", "(self._client, row) or sent\n")
OPEN = 'at.row.status == "open"'
ASSERTED = "    assert row.table is not None\n"
SEEN = "self._seen.append(interaction.id)"
OPENED = "        made = partial(self.store.open_table, row,"
PREPARED = "            await thread.do(lambda connection: prepare(connection, path, migrations))\n"
FORGETS = PREPARED.replace("prepare(connection, path, migrations)", "connection.execute('DELETE FROM drafts').close()")
TOLD = "notices=(reminder,)"

PLANTED = (
    Planted(
        "a move is told and swallowed",
        "lost",
        "not in the log",
        (Change("host/table.py", COMMIT, COMMIT.replace("await self", "_ = seq % 3 and await self", 1)),),
    ),
    Planted(
        "an earlier position is stored",
        "lost",
        "does not follow",
        (Change("host/table.py", "encode(move.step.state)\n", "encode(move.step.state if seq % 4 else at.state)\n"),),
    ),
    Planted(
        "somebody's move is made for them",
        "doubled",
        "nobody asked for",
        (Change("host/table.py", FOLLOWED, FOLLOWED + UNASKED),),
    ),
    Planted(
        "a command opens two tables",
        "doubled",
        "nobody asked for a table",
        (Change("host/tables.py", OPENED, f"        await self.store.open_table(row, seats, None)\n{OPENED}"),),
    ),
    Planted(
        "a board is not owed",
        "missing",
        "told",
        (Change("db/change.py", "if change.story is not None:", "if change.story is not None and change.row.seq % 5:"),),
    ),
    Planted(
        "boards are paid twice",
        "doubled",
        "boards tell the same",
        (
            Change("cogs/sender/sender.py", SEND, SEND + AGAIN),
            Change("cogs/sender/marked.py", 'nonce=f"outbox-{row.id}"', "nonce=None"),
        ),
    ),
    Planted(
        "older boards keep their buttons",
        "stale",
        "an older board",
        (Change("db/outbox.py", "                Statement(RETIRE_FORMER, (row.table, row.id)),\n", ""),),
    ),
    Planted(
        "the offer of seats stays",
        "stale",
        "offers seats",
        (Change("cogs/lobby/message.py", f"if {OPEN} else closed_message(at, now)", "if at.id else closed_message(at, now)"),),
    ),
    Planted(
        "cards never rest",
        "unexplained",
        "a card is changed again",
        (
            Change("db/enqueue.py", "CARD_REST_SECONDS = 60.0", "CARD_REST_SECONDS = -60.0"),
            Change("db/enqueue.py", "CARD_DELAY_SECONDS = 10.0", "CARD_DELAY_SECONDS = 0.0"),
        ),
    ),
    Planted(
        "nobody is pinged",
        "missing",
        "not pinged",
        (Change("cogs/sender/boards.py", "else people_to_ping(at)", "else ()"),),
    ),
    Planted(
        "reminders are told twice",
        "doubled",
        "was told 2 times",
        (Change("host/scheduler.py", TOLD, TOLD.replace("notices=(", "notices=2 * (")),),
        faults=("time passes",),
    ),
    Planted(
        "drafts go with the power",
        "lost",
        "the draft was",
        (Change("db/sqlite/driver.py", PREPARED, PREPARED + FORGETS),),
        kills=1,
    ),
    Planted(
        "what was refused is tried again at once",
        "unexplained",
        "tried again after",
        (Change("host/outbox.py", "RETRY_PAUSES_SECONDS = (2.0, 10.0, 60.0, 600.0, 3600.0)", "RETRY_PAUSES_SECONDS = (0.01,)"),),
        faults=("50013", "50001"),
    ),
    Planted(
        "what the dead had claimed is never paid",
        "missing",
        "still owed",
        (
            Change("db/outbox.py", "CLAIM_SECONDS = 60.0", "CLAIM_SECONDS = 1e9"),
            Change("db/outbox.py", "[Statement(RELEASE, ()), ", "["),
        ),
        kills=8,
    ),
    Planted(
        "background work fails",
        "unexplained",
        "KeyError",
        (
            Change(
                "cogs/sender/boards.py",
                ASSERTED,
                f"{ASSERTED}    if row.id % 5 == 0 and row.tries == 1:\n        raise KeyError\n",
            ),
        ),
    ),
    Planted(
        "memory is never given back",
        "unexplained",
        "MiB",
        (
            Change(
                "cogs/shell/router.py", SEEN, f"{SEEN}\n        self.__dict__.setdefault('kept', []).append(b'x' * 20_000_000)"
            ),
        ),
    ),
)


def compiles(planted: Planted, folder: Path) -> bool:
    """Return whether a copy of the program with this fault can be compiled.

    :raises SyntaxError: if it cannot.
    """
    code = copy_with(planted, folder)
    return all(compile((code / change.file).read_text(), change.file, "exec") for change in planted.changes)


def copy_with(planted: Planted, folder: Path, *more: str) -> Path:
    """Return a copy of the program with this fault, with all files that it needs."""
    code = folder / "code"
    for room in (*ROOMS, *more):
        shutil.copytree(ROOT / room, code / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "bot.py", code)
    for change in planted.changes:
        path = code / change.file
        text = path.read_text()
        assert text.count(change.old) >= 1, f"{change.file} has changed: plant {planted.name!r} anew"
        path.write_text(text.replace(change.old, change.new, 1))
    return code
