"""gridlog: a declarative rule engine for puzzles.

>>> import gridlog
>>> print(gridlog.solve("sudoku", "1 . . .\\n. . 3 .\\n. 4 . .\\n. . . 2"))
1 3 2 4
4 2 3 1
2 4 1 3
3 1 4 2

- :class:`Rules`: a rule set, built in or your own; grids, puzzles and new puzzles of it.
- :class:`Puzzle`: solve, solutions, count, candidates, explain, rate, verify, plan, picture.
- :func:`solve` and :func:`batch`: one grid, or many, of a rule set.
- :class:`Error`: what is wrong with a text, where, and what to do about it.
"""

from ._native import __version__
from .answers import Broken, Explanation, Plan, Rating, Solution, Step, Verdict
from .ask import Error, Problem, Span, Undecided
from .batch import Batch, batch
from .puzzle import Puzzle, Rules, list_rules, solve

__all__ = [
    "Batch",
    "Broken",
    "Error",
    "Explanation",
    "Plan",
    "Problem",
    "Puzzle",
    "Rating",
    "Rules",
    "Solution",
    "Span",
    "Step",
    "Undecided",
    "Verdict",
    "__version__",
    "batch",
    "list_rules",
    "solve",
]
