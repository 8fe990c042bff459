"""Computer players: from what a seat may see and a random source to a move, with a reason.

`search.py` finds moves, `estimate.py` says what a position is worth, `levels.py` how hard is thought; `decision.py` is asked for
one move, `hint.py` for a few that are good, and why. `match.py` measures who plays better, `train.py` makes the weights in
``weights/``. ``python -m players --help``.
"""
