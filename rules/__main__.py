"""Use the games without Discord: simulate or play them, replay a record, print the short rules, check the components."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path as File
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple

from rules import GAMES
from rules.game import DEALER, AnyGame, Move, play_at_random, winners
from rules.names import filter_name
from rules.new import CannotBegin, begin
from rules.record import BadRecord, Header, check_header, read_record, record_lines, split_lines
from rules.terminal import Terminal
from rules.text import say, seat_name, story, verbatim


class SimulatedGame(NamedTuple):
    """One simulated game: its moves, the points by seat, the number of winners, and how it ended."""

    moves: int
    points: tuple[int, ...]
    winners: int
    ending: str


def simulate(given: argparse.Namespace) -> None:
    """Play random games and print statistics: players choose answers with equal chance, the dealer by weight.

    :raises BadRecord: when fewer than one game is asked for.
    """
    game, header = _table(given)
    if given.games < 1:
        raise BadRecord(verbatim("At least one game must be played."))
    random = Random(given.seed)
    started = perf_counter()
    played = [_simulate_one(game, header, random, _record_file(given, number)) for number in range(1, given.games + 1)]
    found = _summary(played, header, perf_counter() - started)
    if given.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:>16}  {value}" for name, value in found.items()))


def _simulate_one(game: AnyGame, header: Header, random: Random, file: File | None) -> SimulatedGame:
    state = game.setup(header.seats, frozenset(header.variants))
    moves: list[Move[Any]] = list(play_at_random(game, state, random))
    if file:
        file.write_text("".join(f"{line}\n" for line in record_lines(game, header, moves)), encoding="utf-8")
    end = moves[-1].step.state
    scores = game.scores(end)
    count = sum(move.seat != DEALER for move in moves)
    return SimulatedGame(count, tuple(score.points for score in scores), len(winners(scores)), game.ending(end))


def _record_file(given: argparse.Namespace, number: int) -> File | None:
    if not given.record:
        return None
    folder = File(given.record)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{given.game}-{given.seats}-{number:05}.jsonl"


def _summary(played: list[SimulatedGame], header: Header, seconds: float) -> dict[str, Any]:
    moves = [game.moves for game in played]
    return {
        "games": len(played),
        "seats": header.seats,
        "moves_mean": round(mean(moves), 2),
        "moves_median": median(moves),
        "moves_max": max(moves),
        "scores_mean": [round(mean(points), 2) for points in zip(*(game.points for game in played), strict=True)],
        "winner_mean": round(mean(max(game.points) for game in played), 2),
        "ties": sum(game.winners > 1 for game in played),
        "moves_per_second": round(sum(moves) / seconds),
        "endings": dict(Counter(game.ending for game in played).most_common()),
    }


def play(given: argparse.Namespace) -> None:
    """Play a game in the terminal, with all players at one keyboard."""
    game, header = _table(given)
    Terminal(game, game.setup(header.seats, frozenset(header.variants)), Random(given.seed)).run()


def show(given: argparse.Namespace) -> None:
    """Replay and verify a record, then print the board after its last move, or after ``--move``.

    :raises BadRecord: when the record has no such move.
    """
    record = read_record(GAMES, split_lines(File(given.file).read_text(encoding="utf-8-sig")))
    game, last = GAMES[record.header.game], len(record.moves)
    number = last if given.move is None else given.move
    if not 0 <= number <= last:
        raise BadRecord(verbatim(f"The record has the moves 1 to {last}; 0 is the table before them."))
    named = list(map(filter_name, record.header.names)) or [""] * record.header.seats

    def name(seat: int) -> str:
        return named[seat] or seat_name(seat)

    print(f"{game.title}, {record.header.seats} seats: {last} moves, all as recorded.")
    state = game.setup(record.header.seats, frozenset(record.header.variants))
    if number:
        seat, path, step = record.moves[number - 1]
        state = step.state
        print(f"\nMove {number}, {'dealer' if seat == DEALER else name(seat)}: {' '.join(path)}")
        print(story([event.text for event in step.events], name))
    print(f"\n{story(game.describe(game.view(state, None)), name)}")


def topics(given: argparse.Namespace) -> None:
    """Print the short rules of a game."""
    for topic in _game(given).topics():
        print(f"{topic.title}\n{story([say('- {line}', line=line) for line in topic.lines], seat_name)}\n")


def check(given: argparse.Namespace) -> None:
    """Check the components of a game; the exit status is 1 if they do not add up."""
    findings = list(_game(given).check())
    for finding in findings:
        print(f"{'wrong' if finding.fault else 'note'}: {finding.text}")
    if any(finding.fault for finding in findings):
        sys.exit(1)
    print(f"The components of {_game(given).title} add up.")


def new(given: argparse.Namespace) -> None:
    """Write the folder and tests of a new game, as a copy of the smallest complete game."""
    print("\n".join(map(str, begin(given.key))))
    print(f"""
Next:
  pytest tests -k {given.key}     # all pass or are skipped: it is a copy of a whole game
  make run     # play it: /game new
Then replace its rules step by step: docs/ADDING_A_GAME.md""")


def _game(given: argparse.Namespace) -> AnyGame:
    if given.game not in GAMES:
        raise BadRecord(verbatim(f"There is no game {given.game}; there are: {', '.join(GAMES)}."))
    return GAMES[given.game]


def _table(given: argparse.Namespace) -> tuple[AnyGame, Header]:
    game = _game(given)
    header = Header(game.key, game.version, given.seats, tuple(filter(None, given.variants.split(","))))
    check_header(game, header)
    return game, header


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__, epilog=f"Games: {', '.join(GAMES)}")
    commands = parser.add_subparsers(required=True, metavar="simulate | play | show | topics | check | new")

    def command(does: Callable[[argparse.Namespace], None]) -> argparse.ArgumentParser:
        about = (does.__doc__ or "").partition("\n")[0].replace("``", "")
        made = commands.add_parser(does.__name__, help=about, description=about)
        made.set_defaults(does=does)
        return made

    many, one, replayed, read_out, checked, begun = map(command, (simulate, play, show, topics, check, new))
    begun.add_argument("key", metavar="KEY", help="key of the new game, such as wild_flowers; also the name of its folder")
    for asked in (many, one, read_out, checked):
        asked.add_argument("game", help=f"one of: {', '.join(GAMES)}")
    for table in (many, one):
        table.add_argument("--seats", type=int, default=2, help="number of players (default: 2)")
        table.add_argument("--seed", type=int, help="seed of the dealer's draws: the same seed deals the same")
        table.add_argument("--variants", default="", metavar="A,B", help="variants, separated by commas")
    many.add_argument("--games", type=int, default=100, help="number of games (default: 100)")
    many.add_argument("--json", action="store_true", help="print one line of JSON")
    many.add_argument("--record", metavar="DIR", help="write each game to this folder, as JSON Lines")
    replayed.add_argument("file", metavar="FILE", help="a record that simulate --record wrote")
    replayed.add_argument("--move", type=int, metavar="N", help="show the board after this move; 0 is the start")
    return parser


def main() -> None:
    """Run the command line and return the exit status: 2 after bad input, which is answered in one sentence."""
    given = _options().parse_args()
    try:
        given.does(given)
    except (BadRecord, CannotBegin) as error:
        sys.exit(_refused(str(error)))
    except OSError as error:
        sys.exit(_refused(f"{error.filename or 'The output'}: {error.strerror}."))
    except UnicodeDecodeError:
        sys.exit(_refused(f"{given.file} is not a text in UTF-8."))


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
