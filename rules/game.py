"""The seam between games and everything else: `Game`, a record of pure functions over frozen values, and its users here."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar, cast

from rules.choice import Choices, Conversation, IllegalMove, Label, Path, Progress, Prompt, sample, walk
from rules.text import Text, joined, say
from rules.typed import Reason, Synonyms, own_reason, parse

Seat = int
DEALER: Seat = -1

S = TypeVar("S")
V = TypeVar("V")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play that a table may agree on when it is opened."""

    key: str
    title: Text


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the story of a move, for all, or with ``to`` for one seat alone.

    :param kind: names it in ``snake_case``; stored, so it never changes.
    :param text: for people.
    :param data: for pictures and programs: a frozen value whose type `Game.events` tells by kind, or None.
    :param headline: it says what the turn was and what it brought; other lines stand small beneath it.
    :param begins: it opens the turn and stands before the headline.
    """

    kind: str
    text: Text
    data: Any = None
    to: Seat | None = None
    headline: bool = False
    begins: bool = False


Story = tuple[Event, ...] | Callable[[], tuple[Event, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[S]):
    """The state after an action, and its story.

    :param story: the events, or a pure function that returns them. Computer players try many moves whose events nobody reads.
    """

    state: S
    story: Story

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the story, told now if it was not told before."""
        return self.story() if callable(self.story) else self.story

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Step):
            return NotImplemented
        step = cast("Step[Any]", other)
        return (self.state, self.events) == (step.state, step.events)


class Outcome(NamedTuple, Generic[V]):
    """The view of a seat after a move, and the events that it may read."""

    view: V
    events: tuple[Event, ...]


class Score(NamedTuple):
    """The points of a seat.

    :param parts: how they add up: a name and its points each.
    :param ties: numbers that decide between equal points, the larger first.
    :param kinds: the same points in a few kinds that all seats share, where ``parts`` differ from seat to seat.
    """

    points: int
    parts: tuple[tuple[Text, int], ...] = ()
    ties: tuple[int, ...] = ()
    kinds: tuple[tuple[Text, int], ...] = ()


class Finding(NamedTuple):
    """Something odd among a game's components; a ``fault`` makes the game unplayable or unfair."""

    text: Text
    fault: bool = True


class Topic(NamedTuple):
    """A page of a game's short rules: sentences, and a position that shows them, or None.

    :param path: the answers that ``seat`` has given in the position, so that the picture shows the question after them.
    :param helps: by key of a question, the sentence of this page that helps somebody who answers it for the first time.
    """

    key: str
    title: Text
    lines: tuple[Text, ...]
    state: Any
    seat: Seat | None = None
    path: Path = ()
    helps: Mapping[str, Text] = {}


class Turn(NamedTuple):
    """A complete turn on offer: its path and its name."""

    path: Path
    label: Label


class Move(NamedTuple, Generic[S]):
    """A complete path of a seat, and the step that it made."""

    seat: Seat
    path: Path
    step: Step[S]


def _nobody_deals(state: Any) -> Choices[Any]:
    raise NotImplementedError("this game has no dealer")


def _fields(view: Any) -> tuple[Text, ...]:
    """Return a view's fields, a line each."""
    return tuple(say("{field}: {value}", field=f.name, value=repr(getattr(view, f.name))) for f in fields(view))


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, V, A]):
    """The rules of one game: its name, and the functions below, which the house calls.

    Every function is pure: it depends on its arguments alone and changes none of them. Fields without a default are required.
    """

    key: str
    """The name of its folder, and its save format: tables, commands and catalogues know the game by it."""

    title: Text
    credits: str
    seats: range
    """How many people may play."""

    minutes: int
    """The length of a game at a table, as people are told."""

    version: int
    """The version of these rules. Each move is stored with it, and `upgrade` reads states of earlier ones."""

    complete: bool = True
    """Whether the game is finished: False while its sentences need no translation and README no row."""

    variants: tuple[Variant, ...] = ()
    state_type: type[S]
    """The frozen dataclass of a state, from which the database reads and writes it."""

    replays: int = 1
    """The oldest version whose logs play alike today. Raise it with ``version`` if play changes, not if states change shape."""

    events: Mapping[str, type] = field(default_factory=dict[str, type])
    """The frozen type of an event's data, by kind. Kinds that are left out have no data."""

    setup: Callable[[int, frozenset[str]], S]
    """Return the state before anything is dealt, for a number of seats and the keys of the variants."""

    to_act: Callable[[S], frozenset[Seat]]
    """Return the dealer, or the seats that may move now; nobody when the game is over. Called after every step."""

    view: Callable[[S, Seat | None], V]
    """Return all that a seat may know; with None, all that is public. Pictures, menus and computers see nothing else."""

    possible: Callable[[V, Random], S]
    """Return a state that this view could belong to, with everything that the seat cannot know drawn by chance.

    Computer players and hints think in such states, so they know no secrets.
    """

    choices: Callable[[V], Choices[A]]
    """Begin the conversation of the seat whose view it is. It decides what is legal: there is no second list of moves.

    It is begun anew for every look at a path, so it must not change anything, and must ask the same each time.
    """

    chance: Callable[[S], Choices[A]] = _nobody_deals
    """Begin the dealer's conversation, with weights. Called while `to_act` is the dealer; the default raises."""

    apply: Callable[[S, Seat, A], Step[S]]
    """Return the state after a legal action of a seat, and its events."""

    scores: Callable[[S], tuple[Score, ...]]
    """Return the points by seat as they stand, at any time."""

    open_points: Callable[[V], tuple[int, ...]] = lambda view: ()
    """Return the points by seat as far as this view shows them. The default shows none: boards have no points beside names."""

    ending: Callable[[S], str]
    """Return in a word why the game is over; empty while it runs. Figures count it; people read the story."""

    upgrade: Callable[[Any, int], Any] = lambda data, version: data
    """Bring a state stored by an earlier version (dictionaries, lists, words, numbers) into today's shape.

    Called when a table is loaded whose last move has another version. A state that is not understood harms its table alone.
    """

    mid_turn: Callable[[S], bool] = lambda state: False
    """Return whether the seat to act goes on with its turn after something was revealed.

    The channel is then told when the turn is complete, and no new turn begins its clock. The default: a move is a turn.
    """

    why_too_many: Callable[[V, A, str], Text | None] = lambda view, action, answer: None
    """Return why a typed word after a complete action is one too many; None: no better reason than that it is complete."""

    best_turns: Callable[[V, Path], tuple[Turn, ...]] = lambda view, path: ()
    """Return a few complete turns that bring most points at once, no two with the same end, where they are cheaply found.

    They begin with the answers of the path, tabs aside. Boards offer them by letters; search begins with those of an empty
    path. The default offers none.
    """

    is_public: Callable[[Path], bool] = lambda path: False
    """Return whether a path names nothing that only its seat may know. Then the log shows it to all; else to its seat alone."""

    preview: Callable[[V, Outcome[V], bool], Outcome[V]] = lambda before, outcome, points: outcome
    """Return what a seat may see of a move before it is made: nothing that only the end of the game reveals.

    It is given the view before and the outcome. If ``points`` is False, totals stay as they were and nobody has won.
    The default shows everything.
    """

    stopped: Callable[[V], V] = lambda view: view
    """Return the view of a game that ended early: nobody is to act. Called for tables that people cancelled or left."""

    describe: Callable[[V], tuple[Text, ...]] = _fields
    """Return the board in words, a line each: for screen readers, terminals, and games without pictures."""

    summary: Callable[[V], tuple[Text, ...]] = _fields
    """Return the board in a few words, the most important first: the alternative text of a picture."""

    topics: Callable[[], tuple[Topic, ...]] = tuple
    """Return the pages of the short rules in our own words: first the aim, last the letters, signs and colours."""

    topic_for: Callable[[V], str] = lambda view: ""
    """Return the key of the page that matters most in this position; empty if there are no pages."""

    check: Callable[[], Iterable[Finding]] = tuple
    """Return what is odd or wrong among the components, for ``python -m rules check``."""


AnyGame = Game[Any, Any, Any]


def conversation(game: Game[S, V, A], state: S, seat: Seat) -> Conversation[A]:
    """Return the conversation of a seat or of the dealer."""
    if seat == DEALER:
        return lambda: game.chance(state)
    view = game.view(state, seat)
    return lambda: game.choices(view)


def refuser(game: Game[S, V, A], state: S, seat: Seat) -> Reason:
    """Return the function that gives reasons, from what this seat may know; the dealer needs none."""
    if seat == DEALER:
        return own_reason
    return partial(reason, game, game.view(state, seat))


def reason(game: Game[S, V, A], view: V, at: Progress[A], answer: str) -> Text | None:
    """Return why an answer is not on offer in the prompt, or one too many after the action; None: no better reason than that."""
    if at.prompt is not None:
        return at.prompt.why_not(answer)
    assert at.action is not None
    return game.why_too_many(view, at.action, answer)


def read(game: Game[S, V, A], state: S, seat: Seat, text: str, synonyms: Synonyms | None = None) -> Progress[A]:
    """Read typed text of a seat.

    :raises IllegalMove: out of turn, or with the reason of the prompt.
    """
    _await(game, state, seat)
    return parse(conversation(game, state, seat), text, refuser(game, state, seat), synonyms)


def play(game: Game[S, V, A], state: S, seat: Seat, path: Path) -> Step[S]:
    """Make a move. There is no other way: the path is walked, so only moves on offer can be made.

    :raises IllegalMove: out of turn, not on offer, unfinished.
    """
    _await(game, state, seat)
    at = walk(conversation(game, state, seat), path)
    if at.prompt is not None:
        raise unfinished(at.prompt)
    assert at.action is not None
    return game.apply(state, seat, at.action)


def unfinished(prompt: Prompt[Any]) -> IllegalMove:
    """Return the refusal of a move that still has this question."""
    return IllegalMove(joined(" ", say("The move is not finished."), prompt.note, prompt.question))


def _await(game: Game[S, V, A], state: S, seat: Seat) -> None:
    if seat not in (acting := game.to_act(state)):
        raise IllegalMove(say("It is not your turn.") if acting else say("The game is over."))


def random_move(game: Game[S, V, A], state: S, seat: Seat, random: Random) -> Move[S]:
    """Return a random legal move; the dealer's is drawn by weight."""
    choices = game.chance(state) if seat == DEALER else game.choices(game.view(state, seat))
    path, action = sample(choices, random)
    return Move(seat, path, game.apply(state, seat, action))


def deal(game: Game[S, V, A], state: S, random: Random) -> Iterator[Move[S]]:
    """Yield the dealer's moves until a person must act or the game is over."""
    while game.to_act(state) == frozenset({DEALER}):
        yield (move := random_move(game, state, DEALER, random))
        state = move.step.state


def play_at_random(game: Game[S, V, A], state: S, random: Random) -> Iterator[Move[S]]:
    """Yield random legal moves of all seats until the game is over."""
    while acting := game.to_act(state):
        yield (move := random_move(game, state, min(acting), random))
        state = move.step.state


def replay(game: Game[S, V, A], state: S, moves: Iterable[tuple[Seat, Path]]) -> Iterator[Step[S]]:
    """Yield the steps of logged moves, made from a state.

    :raises IllegalMove: at the first that is not legal.
    """
    for seat, path in moves:
        yield (step := play(game, state, seat, path))
        state = step.state


def visible_to(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return the events that a seat, or with None the public, may read."""
    return tuple(event for event in events if event.to is None or event.to == seat)


def places(scores: Sequence[Score], last: Container[Seat] = ()) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the winner; equal seats share a place.

    :param last: seats that come after all others.
    """
    ranks = [(seat not in last, score.points, score.ties) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def winners(scores: tuple[Score, ...]) -> tuple[Seat, ...]:
    """Return the seats with most points, of these the ones with the best ties."""
    best = max((score.points, score.ties) for score in scores)
    return tuple(seat for seat, score in enumerate(scores) if (score.points, score.ties) == best)
