"""Ratings, season points and the order of a leaderboard: pure functions of results, without Discord and without a database."""
