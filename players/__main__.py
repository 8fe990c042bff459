"""Computer players without Discord: matches between them, and the training of their weights."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from players.evaluation import features_of, load_evaluator, store_weights
from players.forecast import forecast_features, forecast_file
from players.former import former_player
from players.levels import LEVELS
from players.match import match, mean_place
from rules import GAMES
from rules.game import AnyGame

NAMES = ("random", "greedy", *LEVELS)
MATCH = "play one player against others, in each seat in turn; print its share of wins and mean place with 95 %% intervals"


def arguments() -> argparse.Namespace:
    """Return the command line."""
    parser = argparse.ArgumentParser(prog="python -m players", description=__doc__)
    commands = parser.add_subparsers(required=True)
    played = commands.add_parser("match", help=MATCH)
    played.add_argument("game", choices=sorted(GAMES))
    played.add_argument("one", choices=NAMES, help="the player to measure")
    played.add_argument("other", choices=NAMES, help="the player in the other seats")
    played.add_argument("--seats", type=int, default=2, help="number of players (default: 2)")
    played.add_argument("--games", type=int, default=100, help="greatest number of games (default: 100)")
    played.add_argument("--seed", type=int, default=1, help="seed of the first game; each later game adds one (default: 1)")
    played.add_argument("--goal", type=float, help="share of wins; the match ends when the interval excludes it")
    played.add_argument(
        "--against", type=Path, metavar="CHECKOUT", help="take the player in the other seats from this other checkout"
    )
    played.add_argument("--json", action="store_true", help="print the result as JSON")
    played.set_defaults(command=_match)
    trained = commands.add_parser("train", help="train new weights for a game")
    trained.add_argument("game", choices=sorted(GAMES))
    trained.add_argument(
        "--seats",
        type=int,
        help="number of players to train for; other weights stay if the features are the same (default: every number)",
    )
    trained.add_argument("--games", type=int, default=100, help="games in each round (default: 100)")
    trained.add_argument("--rounds", type=int, default=3, help="rounds; each uses the weights of the round before (default: 3)")
    trained.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    trained.add_argument("--win", type=int, default=0, help="extra points for winning (default: 0)")
    trained.set_defaults(command=_train)
    forecast = commands.add_parser("forecast", help="fit the forecast of final points that reviews draw")
    forecast.add_argument("game", choices=sorted(GAMES))
    forecast.add_argument("--games", type=int, default=40, help="games for each number of players (default: 40)")
    forecast.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    forecast.set_defaults(command=_forecast)
    return parser.parse_args()


def _game(given: argparse.Namespace) -> AnyGame:
    """Return the game, if it is for that many seats."""
    game = GAMES[given.game]
    if given.seats not in (None, *game.seats):
        sys.exit(f"{game.key} is played by {game.seats[0]} to {game.seats[-1]}.")
    return game


def _match(given: argparse.Namespace) -> None:
    game = _game(given)
    if given.games < 1:
        sys.exit("--games: a number from 1 is expected.")
    if given.against and not (given.against / "players").is_dir():
        sys.exit(f"{given.against} is no checkout with players.")
    against = former_player(given.against, given.other, game, given.seats) if given.against else nullcontext(given.other)
    with against as other:
        *_, result = match(game, given.one, other, given.seats, given.games, given.seed, given.goal)
    low, high = result.interval
    found = {
        "games": result.games,
        "wins": round(result.wins / result.games, 3),
        "from": round(low, 3),
        "to": round(high, 3),
        "points ahead": round(result.points_ahead / result.games, 1),
        **dict(zip(("place", "place from", "place to"), _rounded(result.places, given.seats), strict=True)),
        **dict(zip(("others", "others from", "others to"), _rounded(result.others_places, given.seats), strict=True)),
    }
    if given.json:
        print(json.dumps(found))
    else:
        print(
            f"{given.one} against {given.other}, {game.key}, {given.seats} seats: "
            + ", ".join(f"{k} {v}" for k, v in found.items())
        )


def _rounded(places: Sequence[float], seats: int) -> list[float]:
    return [round(each, 2) for each in mean_place(places, seats)]


def _train(given: argparse.Namespace) -> None:
    from players.train import train  # which needs NumPy, and nobody who only plays does

    game = _game(given)
    blank = load_evaluator(game, 0)._replace(features=features_of(game))
    asked = given.games, given.rounds, given.seed, given.win
    weights = {seats: train(blank, seats, *asked).weights for seats in ([given.seats] if given.seats else game.seats)}
    made = f"python -m players train {game.key}" + f" --seats {given.seats}" * bool(given.seats)
    made += f" --games {given.games} --rounds {given.rounds} --seed {given.seed}"
    made += f" --win {given.win}" * bool(given.win)
    store_weights(game.key, features_of(game), weights, made)
    print(f"The weights of {game.key} are made.")


def _forecast(given: argparse.Namespace) -> None:
    from players.train import fit_forecast  # which needs NumPy

    game = GAMES[given.game]
    weights = {seats: fit_forecast(game, seats, given.games, given.seed) for seats in game.seats}
    made = f"python -m players forecast {game.key} --games {given.games} --seed {given.seed}"
    store_weights(forecast_file(game), forecast_features(game), weights, made)
    print(f"The forecast of {game.key} is made.")


if __name__ == "__main__":
    given = arguments()
    given.command(given)
