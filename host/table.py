"""One running match: the only door through which a move is made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from db.rows import MoveRow, SeatRow, TableRow
from db.store import Stale, Store
from host.codec import decode_state, decode_story, encode, encode_story
from host.refusal import MovedOn, Refused
from rules import GAMES
from rules.choice import Path, Stand, back, settle, walk
from rules.game import DEALER, AnyGame, Event, Move, Seat, Step, asking, deal, play, read, told
from rules.text import say, who

NOT_SEATED = say("You have no seat at this table.")
OVER = say("This game is over. /game new opens another table.")
CANCELLED = say("This table was cancelled. /game new opens another one.")
NOT_YOURS = say("You can take back only your own last move, while nobody has moved and nothing was drawn or dealt since.")
NOT_STARTED = say("This game has not started yet.")


class Preview(NamedTuple):
    """What a person would see and be told, before the dealer moves; does the turn go on after that?"""

    view: Any
    story: tuple[Event, ...]
    goes_on: bool


class Table:
    """A match in memory; what it shows is what the database holds."""

    def __init__(
        self,
        store: Store,
        row: TableRow,
        seats: tuple[SeatRow, ...],
        state: Any,
        last: Seat,
        random: Random,
        now: Callable[[], float],
    ) -> None:
        self.row = row
        self.seats = seats
        self.state = state
        self.last = last  # who made the newest move that stands
        self.game: AnyGame = GAMES[row.game]
        self._store = store
        self._random = random
        self._now = now
        self._lock = asyncio.Lock()

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def seq(self) -> int:
        return self.row.seq

    @property
    def busy(self) -> bool:
        """Is a move being made just now?"""
        return self._lock.locked()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def to_act(self) -> tuple[SeatRow, ...]:
        """Whose turn it is; nobody when the game is over."""
        acting = self.game.to_act(self.state) if self.row.status == "running" else frozenset[Seat]()
        return tuple(seat for seat in self.seats if seat.seat in acting)

    @property
    def mid_turn(self) -> bool:
        """Does the seat to act go on with a turn that the channel is told of when it is complete?"""
        return bool(self.to_act) and self.game.mid_turn(self.state)

    def acts(self, person: int) -> bool:
        """Is it this person's turn?"""
        return any(seat.person == person for seat in self.to_act)

    @property
    def undoable(self) -> bool:
        """Can somebody take back the newest move?"""
        return self.row.status == "running" and self.last != DEALER

    def seat_of(self, person: int) -> Seat | None:
        return next((seat.seat for seat in self.seats if seat.person == person), None)

    def view(self, person: int | None) -> Any:
        """What a person may see; with None, what is public."""
        return self.game.view(self.state, None if person is None else self.seat_of(person))

    def acting_seat(self, person: int) -> Seat:
        """The person's seat; raises `Refused` unless it is that seat's turn."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused(NOT_SEATED)
        if self.row.status != "running":
            raise Refused({"cancelled": CANCELLED, "open": NOT_STARTED}.get(self.row.status, OVER))
        if seat not in self.game.to_act(self.state):
            waiting = tuple(who(s.seat) for s in self.to_act)
            raise Refused(say("It is not your turn: the table waits for {seats}.", seats=waiting))
        return seat

    def read(self, person: int, text: str) -> Stand[Any]:
        """Typed text of the person to act."""
        return read(self.game, self.state, self.acting_seat(person), text)

    def at(self, person: int, path: Path) -> Stand[Any]:
        """Where a draft stands, forced answers given."""
        return settle(asking(self.game, self.state, self.acting_seat(person)), path)

    def back(self, person: int, path: Path) -> Path:
        return back(asking(self.game, self.state, self.acting_seat(person)), path)

    def answers(self, person: int, path: Path) -> Stand[Any]:
        """Where exactly this path leads; raises `IllegalMove`."""
        return walk(asking(self.game, self.state, self.acting_seat(person)), path)

    def preview(self, person: int, path: Path) -> Preview:
        """What would come of a complete path."""
        seat = self.acting_seat(person)
        step = play(self.game, self.state, seat, path)
        return Preview(self.game.view(step.state, seat), told(step.events, seat), self.game.mid_turn(step.state))

    async def move(self, person: int, seq: int, path: Path, interaction: int) -> tuple[Event, ...]:
        """Make a move, and the dealer's until a person must act again; returns what the person is told.

        :raises Refused: not this person's turn, or (`MovedOn`) made for an earlier position.
        :raises IllegalMove: not on offer.
        :raises db.store.Repeated: the interaction was carried out already.
        """
        async with self._lock:
            if seq != self.seq:
                raise MovedOn
            seat = self.acting_seat(person)
            first = Move(seat, path, play(self.game, self.state, seat, path))
            moves = [first, *deal(self.game, first.step.state, self._random)]
            await self._commit(moves, interaction)
            return told(_events(moves), seat)

    async def begin(self, interaction: int) -> None:
        """Set up, and let the dealer deal."""
        async with self._lock:
            if self.row.status != "open":
                raise Refused(say("This game has started already."))
            state = self.game.setup(len(self.seats), frozenset(self.row.variants.split()))
            await self._commit(list(deal(self.game, state, self._random)) or [_nothing(state)], interaction)

    async def undo(self, person: int, interaction: int) -> None:
        """Take back one's own last move, while nobody else and not the dealer has moved since."""
        async with self._lock:
            seat = self.seat_of(person)
            if seat is None:
                raise Refused(NOT_SEATED)
            if self.row.status != "running":
                raise Refused(CANCELLED if self.row.status == "cancelled" else OVER)
            if self.last != seat:
                raise Refused(NOT_YOURS)
            rows = await self._store.last_moves(self.id, 2)
            assert rows[1].state is not None
            event = Event("undone", say("{seat} takes back the last move: {move}.", seat=who(seat), move=rows[0].path))
            story = encode_story((event,))
            await self._guarded(self._store.undo(self.id, self.seq, rows[0].seq, story, interaction, self._now()))
            self.row = self.row._replace(seq=self.seq + 1)
            self.state, self.last = decode_state(self.game, rows[1].state), rows[1].seat

    async def _commit(self, moves: list[Move[Any]], interaction: int) -> None:
        state = moves[-1].step.state
        status = "running" if self.game.to_act(state) else "over"
        rows = [
            MoveRow(seq, m.seat, " ".join(m.path), encode_story(m.step.events), encode(m.step.state))
            for seq, m in enumerate(moves, start=self.seq + 1)
        ]
        going_on = status == "running" and self.game.mid_turn(state)
        story = None if going_on else encode_story(told([*await self._untold(), *_events(moves)], None))
        await self._guarded(self._store.commit(self.id, self.seq, rows, status, story, interaction, self._now()))
        self.row = self.row._replace(seq=rows[-1].seq, status=status)
        self.state, self.last = state, rows[-1].seat

    async def _untold(self) -> list[Event]:
        return [event for row in await self._store.untold(self.id) for event in decode_story(row.events)]

    async def _guarded(self, change: Awaitable[None]) -> None:
        """The database has the last word on which position this is."""
        try:
            await change
        except Stale:
            raise MovedOn from None


def _events(moves: Iterable[Move[Any]]) -> list[Event]:
    return [event for move in moves for event in move.step.events]


def _nothing(state: Any) -> Move[Any]:
    """The opening of a game without a dealer, so that the log holds its first state, too."""
    return Move(DEALER, (), Step(state, ()))
