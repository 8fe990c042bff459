"""What is worth a thought in Ishtar; it is judged by points alone."""

from __future__ import annotations

from players.estimate import Features
from players.games.ishtar_turns import moves

FEATURES = Features(moves=moves)
