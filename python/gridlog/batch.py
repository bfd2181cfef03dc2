"""Many grids of one rule set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Union

from . import grids
from .answers import Solution, Verdict
from .ask import Error, Limit, limits, refuse, send
from .puzzle import Rules

# Rules are compiled once for each request, and Ctrl-C looks once for each.
_AT_ONCE = 1000


@dataclass(frozen=True)
class Batch:
    """What became of many grids, in their order: a verdict and, where there is one, a solution for each."""

    verdicts: Sequence[Verdict]
    solutions: Sequence[Optional[Solution]]

    def __len__(self) -> int:
        return len(self.verdicts)

    def __iter__(self) -> Iterator[Optional[Solution]]:
        return iter(self.solutions)

    def array(self, empty: int = -1) -> Any:
        """The solutions as an array of numpy, all `empty` where there is none."""
        import numpy

        shape = next((numpy.asarray(solution).shape for solution in self.solutions if solution), (0, 0))
        blank = numpy.full(shape, empty)
        return numpy.array([blank if solution is None else solution.rows for solution in self.solutions])


def batch(
    rules: Union[str, Rules],
    puzzles: Any,
    *,
    unique: bool = False,
    set: Optional[Mapping[str, int]] = None,
    time_limit: Limit = None,
    memory_limit: Limit = None,
) -> Batch:
    """Solves many grids: an array of three dimensions, or any list of grids. With `unique` the verdicts tell whether there is
    another solution. Limits hold for each grid. The rules are compiled once for a thousand of them."""
    rules = (rules if isinstance(rules, Rules) else Rules(rules)).set(**(set or {}))
    texts = [grids.text(grid).strip("\n") for grid in puzzles]
    verdicts: List[Verdict] = []
    solutions: List[Optional[Solution]] = []
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        files = {**rules._files(), "grids.txt": "\n\n".join(some) + "\n"}
        wish = {"unique": unique, "set": rules.settings, **limits(time_limit, memory_limit)}
        records = send("solve", [rules._word(), "grids.txt"], files, **wish)["records"]
        if len(records) != len(some):
            raise Error(f"{len(some)} grids were read as {len(records)}: each must be one grid")
        for number, record in enumerate(records, start):
            refuse(record, f"grid {number}: ")
            verdicts.append(Verdict(record["status"]))
            solutions.append(Solution.of(record["solutions"][0]) if record["solutions"] else None)
    return Batch(verdicts, solutions)
