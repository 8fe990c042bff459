"""A profile in words: its lines for each game, streaks, times and games with another person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from host.mentions import command, duration
from host.profile import Encounters, Group, Streaks, Tally
from rules import GAMES
from rules.text import Text, joined, say, say_n
from rules.wording import decimal
from standings.ratings import SHOWN_AFTER_GAMES, Rating

MAX_GROUPS = 8  # with the longest names, their lines fit a message
SHARES = {"nothing": say("nothing at all"), "results": say("only results"), "everything": say("everything")}
OTHERS_SEE = {
    "nothing": say("-# Others see nothing of your profile. {settings} changes that.", settings=command("settings")),
    "results": say(
        "-# Others see your games, places and points on a server, as far as they see the channels. {settings} changes that.",
        settings=command("settings"),
    ),
    "everything": say(
        "-# Others see all of this on a server, as far as they see the channels, but not your time. {settings} changes that.",
        settings=command("settings"),
    ),
}


def group_title(group: Group) -> Text:
    """Return the game, and with how many players."""
    players = say_n("{count} player", "{count} players", group.seats) if group.seats else say("with computer players")
    return say("{game} · {players}", game=GAMES[group.game].title, players=players)


def tally_lines(tallies: Sequence[Tally], together: Sequence[Encounters] = (), name: str = "") -> list[Text]:
    """Return the results of each group.

    :param together: games of the reader with the person of this name, added to the results of their group.
    """
    met = {each.group: say("-# with you: {games}", games=_encounters(each, name)) for each in together}
    lines = [
        joined("\n", say("**{group}**", group=group_title(one.group)), _results(one), _points(one), met.get(one.group))
        for one in tallies
    ]
    if len(lines) > MAX_GROUPS:
        return [*lines[:MAX_GROUPS], say("-# Games that were played less often are not listed.")]
    return lines


def _results(tally: Tally) -> Text:
    wins = say_n("{count} win", "{count} wins", tally.wins)
    if tally.shared:
        wins = say("{wins} (shared: {shared})", wins=wins, shared=tally.shared)
    place = None if tally.mean_place is None else say("mean place {place}", place=decimal(tally.mean_place))
    return joined(" · ", say_n("{count} game", "{count} games", tally.games), wins, place)


def _points(tally: Tally) -> Text | None:
    if tally.mean_points is None or tally.best_points is None:
        return None
    return say("points: mean {mean}, best {best}", mean=decimal(tally.mean_points), best=tally.best_points)


def streak_line(streaks: Streaks) -> Text | None:
    """Return the wins in a row; None if there were never two."""
    if streaks.longest < 2:
        return None
    return say("**Wins in a row** now {now}, longest {longest}", now=streaks.now, longest=streaks.longest)


def rating_lines(ratings: Mapping[str, Rating], *, own: bool) -> list[Text]:
    """Return the ratings with their uncertainty; for oneself, also how many games are missing before one is shown."""
    lines = list[Text]()
    for game, rating in ratings.items():
        if game in GAMES and (own or rating.is_settled):
            lines.append(say("**Rating** {rating} · {game}", rating=_rating(rating), game=GAMES[game].title))
    return lines


def _rating(rating: Rating) -> Text:
    if rating.is_settled:
        return say("{rating} ± {uncertainty}", rating=rating.shown, uncertainty=rating.shown_uncertainty)
    missing = SHOWN_AFTER_GAMES - rating.games
    return say_n("after {count} more rated game", "after {count} more rated games", missing)


def time_line(seconds: float | None) -> Text | None:
    """Return how long a turn takes, for the person alone."""
    if seconds is None:
        return None
    return say("**Your time** Half of your turns take less than {time}. Only you see this.", time=duration(max(1.0, seconds)))


def together_line(found: Sequence[Encounters], name: str) -> Text | None:
    """Return all games of the reader with another person; None if there are none."""
    if not found:
        return None
    total = Encounters(found[0].group, *(sum(numbers) for numbers in zip(*(each[1:] for each in found), strict=True)))
    return say("**With you** {games}", games=_encounters(total, name))


def _encounters(found: Encounters, name: str) -> Text:
    games = say_n("{count} game", "{count} games", found.games)
    even = found.games - found.better - found.worse
    shared = say("same place {count}", count=even) if even else None
    places = say("better place: you {yours}, {name} {theirs}", yours=found.better, name=name, theirs=found.worse)
    return joined(" · ", games, places, shared)
