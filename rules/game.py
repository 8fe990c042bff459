"""What a game is: pure functions over frozen values; and what follows from that for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from rules.choice import Choices, Conversation, IllegalMove, Label, Path, Progress, Prompt, no_reason, sample, walk
from rules.text import Text, joined, say
from rules.typed import Reason, Synonyms, parse

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
    """One line of what happened, for all, or with ``to`` for one seat alone.

    People read the ``text``; pictures and programs the ``data``, if any: a frozen value for this ``kind`` (`Game.events`).
    A ``headline`` says what a turn was and brought; the rest stands small beneath it, also what ``begins`` the turn before that.
    """

    kind: str
    text: Text
    data: Any = None
    to: Seat | None = None
    headline: bool = False
    begins: bool = False


class Step(NamedTuple, Generic[S]):
    """The state after an action, and its story."""

    state: S
    events: tuple[Event, ...]


class Outcome(NamedTuple, Generic[V]):
    """What a seat sees after a move, and what it is told of it."""

    view: V
    events: tuple[Event, ...]


class Score(NamedTuple):
    """Points with their breakdown, and that in a few ``kinds`` which all seats share; ``ties`` decide, the larger first."""

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

    ``path`` are the answers that ``seat`` has given there, so that the picture shows the question that comes next.
    ``helps`` are, by the keys of questions, those of its sentences that somebody who answers them for the first time needs most.
    """

    key: str
    title: Text
    lines: tuple[Text, ...]
    state: Any
    seat: Seat | None = None
    path: Path = ()
    helps: Mapping[str, Text] = {}


class Turn(NamedTuple):
    """A complete turn on offer: its path, and what it is called."""

    path: Path
    label: Label


class Move(NamedTuple, Generic[S]):
    """A complete path made by a seat, and what came of it."""

    seat: Seat
    path: Path
    step: Step[S]


def _nobody_deals(state: Any) -> Choices[Any]:
    raise NotImplementedError("this game has no dealer")


def _fields(view: Any) -> tuple[Text, ...]:
    """A view's fields, for a game that says nothing better."""
    return tuple(say("{field}: {value}", field=f.name, value=repr(getattr(view, f.name))) for f in fields(view))


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, V, A]):
    """The rules of one game: what it is called, and its functions."""

    key: str
    title: Text
    credits: str
    seats: range
    minutes: int
    version: int
    complete: bool = True
    """Whether the game is finished: False while its sentences need no translation and README no row."""

    variants: tuple[Variant, ...] = ()
    state_type: type[S]

    replays: int = 1
    """The oldest version whose logs are played alike today; it rises with ``version`` if play changes, not with states' shape."""

    events: Mapping[str, type] = field(default_factory=dict[str, type])
    """By kind of event the frozen type of its data; kinds without any are left out."""

    setup: Callable[[int, frozenset[str]], S]
    """The state before anything is dealt, for so many seats and with these variants."""

    to_act: Callable[[S], frozenset[Seat]]
    """The dealer, one or several seats; nobody when the game is over."""

    view: Callable[[S, Seat | None], V]
    """What a seat may know; with None, what is public."""

    possible: Callable[[V, Random], S]
    """A state that this view could belong to: what the seat cannot know is drawn by chance."""

    choices: Callable[[V], Choices[A]]
    """The conversation of the seat whose view it is."""

    chance: Callable[[S], Choices[A]] = _nobody_deals
    """The dealer's conversation, with weights; only games with a dealer have one."""

    apply: Callable[[S, Seat, A], Step[S]]
    """What comes of a legal action of a seat."""

    scores: Callable[[S], tuple[Score, ...]]
    """Points by seat as they stand, at any time."""

    open_points: Callable[[V], tuple[int, ...]] = lambda view: ()
    """Points by seat as they stand, as far as this view shows them; empty where it shows none."""

    ending: Callable[[S], str]
    """In a word why the game is over; empty while it runs."""

    upgrade: Callable[[Any, int], Any] = lambda data, version: data
    """A state that an earlier version of these rules stored (dictionaries, lists, words, numbers), in the shape of today's."""

    mid_turn: Callable[[S], bool] = lambda state: False
    """Does a seat go on with its turn after what it was just shown? Then the channel is told when it is complete."""

    why_not: Callable[[V, Prompt[Any], str], Text | None] = lambda view, prompt, answer: None
    """The same as `Prompt.why_not`, for games whose prompts have none yet."""

    why_too_many: Callable[[V, A, str], Text | None] = lambda view, action, answer: None
    """Why an answer is one too many after a complete action; None: no better reason than that it is complete."""

    best_turns: Callable[[V], tuple[Turn, ...]] = lambda view: ()
    """The few complete turns that bring most points at once, no two with the same end, where they are cheaply found."""

    is_public: Callable[[Path], bool] = lambda path: False
    """Does this path of a move name nothing that only its seat may know? Then the log shows it to all."""

    preview: Callable[[V, Outcome[V], bool], Outcome[V]] = lambda before, outcome, points: outcome
    """What a seat may see of the outcome of its move before the move is made, given the view it has: nothing that only the end
    of a game reveals; and, where it may not be told what ``points`` the move brings, totals as they are and no winners."""

    stopped: Callable[[V], V] = lambda view: view
    """The view of a game that ended early: nobody is to act."""

    describe: Callable[[V], tuple[Text, ...]] = _fields
    """The board in words, a line each."""

    summary: Callable[[V], tuple[Text, ...]] = _fields
    """The board in a few words, what matters most first."""

    topics: Callable[[], tuple[Topic, ...]] = tuple
    """The short rules, in our own words: first what it is about, last what its letters, signs and colours mean."""

    topic_for: Callable[[V], str] = lambda view: ""
    """The key of the topic that matters most in this position; empty where there are no topics."""

    check: Callable[[], Iterable[Finding]] = tuple
    """What does not add up among the components."""


AnyGame = Game[Any, Any, Any]


def conversation(game: Game[S, V, A], state: S, seat: Seat) -> Conversation[A]:
    """How the conversation of a seat, or of the dealer, begins."""
    if seat == DEALER:
        return lambda: game.chance(state)
    view = game.view(state, seat)
    return lambda: game.choices(view)


def refuser(game: Game[S, V, A], state: S, seat: Seat) -> Reason:
    """The game's reasons, from what this seat may know; the dealer needs none."""
    if seat == DEALER:
        return lambda at, answer: None
    return partial(reason, game, game.view(state, seat))


def reason(game: Game[S, V, A], view: V, at: Progress[A], answer: str) -> Text | None:
    """Why an answer is not allowed there: not on offer in the prompt, or one too many; None: no better reason than that."""
    if at.prompt is not None:
        return game.why_not(view, at.prompt, answer) if at.prompt.why_not is no_reason else at.prompt.why_not(answer)
    assert at.action is not None
    return game.why_too_many(view, at.action, answer)


def read(game: Game[S, V, A], state: S, seat: Seat, text: str, synonyms: Synonyms | None = None) -> Progress[A]:
    """Typed text of a seat; raises `IllegalMove` out of turn, or with the game's reason."""
    _await(game, state, seat)
    return parse(conversation(game, state, seat), text, refuser(game, state, seat), synonyms)


def play(game: Game[S, V, A], state: S, seat: Seat, path: Path) -> Step[S]:
    """The only way to make a move: walks the conversation, so what is not on offer cannot be done.

    :raises IllegalMove: out of turn, not on offer, unfinished.
    """
    _await(game, state, seat)
    at = walk(conversation(game, state, seat), path)
    if at.prompt is not None:
        raise IllegalMove(_unfinished(at.prompt))
    assert at.action is not None
    return game.apply(state, seat, at.action)


def _unfinished(prompt: Prompt[Any]) -> Text:
    return joined(" ", say("The move is not finished."), prompt.note, prompt.question)


def _await(game: Game[S, V, A], state: S, seat: Seat) -> None:
    if seat not in (acting := game.to_act(state)):
        raise IllegalMove(say("It is not your turn.") if acting else say("The game is over."))


def random_move(game: Game[S, V, A], state: S, seat: Seat, random: Random) -> Move[S]:
    """A legal move drawn by weight: the dealer's way, and that of random play."""
    choices = game.chance(state) if seat == DEALER else game.choices(game.view(state, seat))
    path, action = sample(choices, random)
    return Move(seat, path, game.apply(state, seat, action))


def deal(game: Game[S, V, A], state: S, random: Random) -> Iterator[Move[S]]:
    """The dealer's moves until a person must act, or nobody."""
    while game.to_act(state) == frozenset({DEALER}):
        yield (move := random_move(game, state, DEALER, random))
        state = move.step.state


def play_at_random(game: Game[S, V, A], state: S, random: Random) -> Iterator[Move[S]]:
    """Random legal moves of everybody until the game is over."""
    while acting := game.to_act(state):
        yield (move := random_move(game, state, min(acting), random))
        state = move.step.state


def replay(game: Game[S, V, A], state: S, moves: Iterable[tuple[Seat, Path]]) -> Iterator[Step[S]]:
    """The steps of logged moves made from a state."""
    for seat, path in moves:
        yield (step := play(game, state, seat, path))
        state = step.state


def visible_to(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that a seat, or with None the public, is told."""
    return tuple(event for event in events if event.to is None or event.to == seat)


def winners(scores: tuple[Score, ...]) -> tuple[Seat, ...]:
    """The seats with most points, then the better tie-breaks."""
    best = max((score.points, score.ties) for score in scores)
    return tuple(seat for seat, score in enumerate(scores) if (score.points, score.ties) == best)
