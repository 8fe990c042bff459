"""Computer players: from the view of a seat and a random source to a move, with a reason.

`search` finds moves, `evaluation` says how much a position is worth, `levels` how hard to think. `decision` returns one move,
`hint` a few good ones with reasons. `match` measures players against each other, `train` makes the weights in ``weights/``.
``python -m players --help``.
"""
