"""What comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from .ask import Record

Value = Union[int, str]
Row = List[Optional[Value]]


class Verdict(str, Enum):
    """What is known about the solutions of a puzzle."""

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    SOLVED = "solved"
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Solution:
    """A value for each unknown: `rows` those of the grid, `others` those of unknowns elsewhere, by name.

    `solution[0][2]` is the third cell of the first row, `solution["r1c3"]` the same as rules name it. `numpy.asarray(solution)`
    is its grid.
    """

    rows: Sequence[Row] = ()
    others: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, told: Any) -> "Solution":
        if isinstance(told, list):
            return cls(told)
        if isinstance(told.get("rows"), list):
            return cls(told["rows"], told.get("others", {}))
        return cls((), told)

    @classmethod
    def read(cls, text: str) -> "Solution":
        return cls.of(json.loads(text))

    def values(self) -> Dict[str, Value]:
        """All values by the names of their places."""
        cells = {
            f"r{r}c{c}": value
            for r, row in enumerate(self.rows, 1)
            for c, value in enumerate(row, 1)
            if value is not None
        }
        return {**cells, **self.others}

    def __getitem__(self, place: Union[int, str]) -> Any:
        return self.rows[place] if isinstance(place, int) else self.values()[place]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        import numpy

        return numpy.array(self.rows, dtype=dtype)

    def __str__(self) -> str:
        told = [["." if value is None else str(value) for value in row] for row in self.rows]
        width = max((len(value) for row in told for value in row), default=1)
        lines = [" ".join(value.rjust(width) for value in row).rstrip() for row in told]
        return "\n".join(lines + [f"{name} = {value}" for name, value in self.others.items()])


@dataclass(frozen=True)
class Step:
    """A step of an explanation: `text` tells it with its reason, `laws` and `premises` what it rests on."""

    text: str
    kind: str
    technique: Optional[str]
    level: Optional[str]
    conclusions: Sequence[Any]
    premises: Sequence[Any]
    laws: Sequence[Any]
    record: Record = field(repr=False)

    @classmethod
    def of(cls, told: Record) -> "Step":
        names = ("text", "kind", "technique", "level")
        lists = ("conclusions", "premises", "laws")
        known = {name: told.get(name) for name in names}
        return cls(record=told, **known, **{name: told.get(name, []) for name in lists})  # type: ignore[arg-type]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is: a level from `trivial` to `beyond`, and a score."""

    level: str
    score: float
    record: Record = field(repr=False)

    @classmethod
    def of(cls, record: Record) -> Optional["Rating"]:
        told = record.get("rating")
        return cls(told["level"], told["score"], told) if told else None


@dataclass(frozen=True)
class Explanation:
    """The way to a solution. `verdict` is unique if it leads to the end."""

    verdict: Verdict
    steps: Sequence[Step]
    rating: Optional[Rating]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.steps))


@dataclass(frozen=True)
class Plan:
    """A plan of a puzzle of moves. `shortest`: whether it is proved that none is shorter."""

    moves: Sequence[str]
    shortest: bool

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class Broken:
    """A law that a grid breaks at a place, what it says there and what was found; or a value that a place cannot have."""

    law: Optional[str]
    says: str
    found: str

    @classmethod
    def all(cls, record: Record) -> List["Broken"]:
        if "broken" not in record:
            # A grid that has another value than one that is given is not judged any further.
            return [cls(None, "what is given stays as it is", record["message"])]
        broken = [
            cls(broken["law"], place["says"], place["found"])
            for broken in record["broken"]
            for place in broken["places"]
        ]
        outside = [cls(None, f"{told['place']} is one of {told['domain']}", str(told["value"])) for told in record["outside"]]
        return broken + outside
