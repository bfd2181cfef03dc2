"""Rules and puzzles."""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from . import _native, grids
from .answers import Broken, Explanation, Plan, Rating, Solution, Step, Value, Verdict
from .ask import Error, Limit, Record, Undecided, ask, decided, limits, respond

_NAME = re.compile(r"[\w-]+")


class Rules:
    """A rule set: the name of one that is built in, or a text in the language of gridlog.

    >>> Rules("latin").set(n=3).board().count()
    12
    >>> Rules("grid(1, 2) :: 0..1. apart: adjacent(A, B) => A \\\\= B.").board().count()
    2
    """

    def __init__(self, rules: str, *, name: str = "rules", set: Optional[Mapping[str, int]] = None) -> None:
        is_name = _NAME.fullmatch(rules) is not None
        #: What a puzzle calls it: `use NAME.`
        self.name = rules if is_name else name
        #: Its text, if it is not built in.
        self.text = None if is_name else rules
        #: The params that are set.
        self.settings: Dict[str, int] = dict(set or {})

    def set(self, **params: int) -> "Rules":
        """The same rules with these params set."""
        return Rules(self.text or self.name, name=self.name, set={**self.settings, **params})

    def board(self) -> "Puzzle":
        """The board without any clue."""
        return Puzzle._of(self, None, False)

    def grid(self, grid: Any) -> "Puzzle":
        """A puzzle that gives these values: a drawing, rows of values, or an array."""
        return Puzzle._of(self, grids.text(grid), True)

    def puzzle(self, text: str) -> "Puzzle":
        """A puzzle in the language. It stands under these rules, and may say so by `use` with their name."""
        return Puzzle._of(self, text, False)

    def generate(
        self,
        *,
        seed: int = 0,
        difficulty: Optional[str] = None,
        symmetry: Optional[str] = None,
        clues: Union[int, str, None] = None,
        time_limit: Limit = None,
        memory_limit: Limit = None,
    ) -> "Puzzle":
        """A new puzzle with exactly one solution; the same for the same seed."""
        wish = {"seed": seed, "difficulty": difficulty, "symmetry": symmetry, "clues": clues}
        record = self._ask("generate", **wish, **limits(time_limit, memory_limit))
        if "puzzle" not in record:
            raise Undecided(record.get("message") or "no puzzle was found", record)
        own = Rules(self.text, name=self.name) if self.text else None
        return Puzzle._of(own, record["puzzle"], False)

    def check(self) -> Record:
        """What the rules amount to: params, unknowns, laws and their instances, as `gridlog check` tells it."""
        return self._ask("check")

    def _ask(self, command: str, **options: Any) -> Record:
        return ask(command, [self._word()], self._files(), set=self.settings, **options)

    def _word(self) -> str:
        return f"{self.name}.rules" if self.text else self.name

    def _files(self) -> Dict[str, str]:
        return {f"{self.name}.rules": self.text} if self.text else {}

    def __repr__(self) -> str:
        return f"Rules({self.name!r}, set={self.settings})" if self.settings else f"Rules({self.name!r})"


class Puzzle:
    """A puzzle: a text in the language of gridlog that names its rules.

    >>> Puzzle("use latin with n = 2. first: cell(A), same(A, r1c1) => A = 1.").is_unique()
    True

    Every question takes `time_limit` (seconds, or a text such as `"500ms"`) and `memory_limit` (bytes, or `"500MB"`), and
    raises :class:`Undecided` where one is reached before the answer is known. Ctrl-C ends a question at once.
    """

    def __init__(self, text: str) -> None:
        self.rules: Optional[Rules] = None
        self.text: Optional[str] = text
        self._is_grid = False

    @classmethod
    def _of(cls, rules: Optional[Rules], text: Optional[str], is_grid: bool) -> "Puzzle":
        puzzle = cls.__new__(cls)
        puzzle.rules, puzzle.text, puzzle._is_grid = rules, text, is_grid
        return puzzle

    def solve(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> Optional[Solution]:
        """A solution; None if there is none. With an objective the best."""
        record = self._ask("solve", **limits(time_limit, memory_limit))
        if record["solutions"]:
            return Solution.of(record["solutions"][0])
        if "moves" in record:
            raise Error("the rules have moves: ask for a plan")
        decided(record)
        return None

    def verdict(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> Verdict:
        """Whether there is exactly one solution, several or none."""
        record = self._ask("solve", unique=True, **limits(time_limit, memory_limit))
        if record["status"] == "solved":
            raise Undecided("there is a solution; whether there is another is not known", record)
        decided(record)
        return Verdict(record["status"])

    def is_unique(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> bool:
        """Whether there is exactly one solution."""
        return self.verdict(time_limit=time_limit, memory_limit=memory_limit) == Verdict.UNIQUE

    def solutions(self, most: Optional[int] = None) -> Iterator[Solution]:
        """The solutions, one by one as they are found, at most so many. What is not asked for is not searched for."""
        if most is not None and most < 1:
            return
        rules = (self.rules.name, self.rules.text) if self.rules else None
        settings = list(self.rules.settings.items()) if self.rules else []
        found = _native.Solutions(rules, settings, self.text, self._is_grid, most)
        try:
            for text in found:
                yield Solution.read(text)
        except ValueError as wrong:
            # The records of a check tell where.
            self._ask("check")
            raise Error(str(wrong)) from None
        finally:
            found.close()

    def count(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> int:
        """How many solutions there are; of a puzzle of moves, how many shortest plans."""
        record = self._ask("count", **limits(time_limit, memory_limit))
        if not record["complete"] or record["count"] is None:
            raise Undecided(f"at least {record['count']}", record)
        return int(record["count"])

    def candidates(
        self, *, time_limit: Limit = None, memory_limit: Limit = None
    ) -> Union[List[List[Optional[List[Value]]]], Dict[str, Any]]:
        """The values that each cell has in some solution, by rows; other unknowns by their names."""
        record = self._ask("candidates", **limits(time_limit, memory_limit))
        if record["unsettled"]:
            raise Undecided(f"{record['unsettled']} values are not settled", record)
        told: Union[List[List[Optional[List[Value]]]], Dict[str, Any]] = record["candidates"]
        return told

    def explain(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> Explanation:
        """The way to the solution, step by step, each with its reason."""
        record = self._ask("explain", **limits(time_limit, memory_limit))
        steps = [Step.of(step) for step in record.get("steps") or []]
        return Explanation(Verdict(record["status"]), steps, Rating.of(record))

    def hint(self) -> Optional[Step]:
        """The next step."""
        steps = self._ask("hint", more=True).get("steps") or []
        return Step.of(steps[0]) if steps else None

    def rate(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> Rating:
        """How hard it is."""
        record = self._ask("rate", **limits(time_limit, memory_limit))
        rating = Rating.of(record)
        if rating is None:
            raise Undecided(record.get("message") or "it is not explained to its end", record)
        return rating

    def why(self, value: str) -> List[Step]:
        """The steps that a value rests on: `"r3c4=7"`, `"r3c4!=2"`."""
        arguments, files = self._words()
        record = ask("why", [*arguments, value], files, set=self._set())
        return [Step.of(step) for step in record.get("steps") or []]

    def verify(self, grid: Any) -> List[Broken]:
        """What is wrong with a filled grid; nothing if it is a solution. An unfinished grid that breaks no law is
        :class:`Undecided`."""
        filled = grids.text(grid)
        if self.rules is None or self.text is None:
            arguments, files = self._words()
            arguments, files = [*arguments, "filled.txt"], {**files, "filled.txt": filled}
        else:
            # Beside rules and a puzzle, a grid of its own would be a second puzzle; in a record it is the answer.
            text, files = self.text, self.rules._files()
            if self._is_grid:
                asked = {"rules": self.rules._word(), "grid": text}
                text = ask("convert", ["grid.jsonl"], {**files, "grid.jsonl": json.dumps(asked)})["text"]
            judged = {"rules": self.rules._word(), "puzzle": text, "grid": filled}
            arguments, files = ["filled.jsonl"], {**files, "filled.jsonl": json.dumps(judged)}
        record = ask("verify", arguments, files, set=self._set())
        decided(record)
        return Broken.all(record)

    def plan(self, *, time_limit: Limit = None, memory_limit: Limit = None) -> Optional[Plan]:
        """A shortest plan of a puzzle of moves; None if there is none."""
        record = self._ask("solve", **limits(time_limit, memory_limit))
        if "moves" not in record:
            raise Error("the rules have no moves: there is nothing to plan")
        if record["moves"] is None:
            decided(record)
            return None
        return Plan(record["moves"], record["shortest"])

    def svg(self, *, solution: bool = False, candidates: bool = False, step: Optional[int] = None) -> str:
        """A picture: the puzzle, with its solution, its candidates, or one step of its explanation."""
        arguments, files = self._words()
        wish = {"format": "svg", "solution": solution, "candidates": candidates, "step": step, "set": self._set()}
        response = respond("render", arguments, files, **wish)
        picture: str = response["output"]
        if not picture:
            raise Error(response["messages"].strip() or "there is no picture")
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def _ask(self, command: str, **options: Any) -> Record:
        arguments, files = self._words()
        return ask(command, arguments, files, set=self._set(), **options)

    def _set(self) -> Dict[str, int]:
        return self.rules.settings if self.rules else {}

    def _words(self) -> Tuple[List[str], Dict[str, str]]:
        """The words of a command line, and the texts they name."""
        files = self.rules._files() if self.rules else {}
        if self._is_grid and self.rules is not None:
            return [self.rules._word(), "grid.txt"], {**files, "grid.txt": self.text or ""}
        rules = [self.rules._word()] if self.rules is not None else []
        if self.text is not None:
            return [*rules, "puzzle.puzzle"], {**files, "puzzle.puzzle": self.text}
        return rules, files

    def __repr__(self) -> str:
        return f"Puzzle({self.text!r})" if self.rules is None else f"<Puzzle of {self.rules!r}>"

    def __str__(self) -> str:
        return self.text or ""


def solve(
    rules: Union[str, Rules],
    grid: Any = None,
    *,
    set: Optional[Mapping[str, int]] = None,
    time_limit: Limit = None,
    memory_limit: Limit = None,
) -> Optional[Solution]:
    """A solution of a grid, or of the bare board, under rules; None if there is none."""
    rules = rules if isinstance(rules, Rules) else Rules(rules)
    rules = rules.set(**(set or {}))
    puzzle = rules.board() if grid is None else rules.grid(grid)
    return puzzle.solve(time_limit=time_limit, memory_limit=memory_limit)


def list_rules(word: Optional[str] = None) -> Dict[str, str]:
    """The built-in rule sets, each with its summary; those that a word finds."""
    response = respond("list", [word] if word else [], {})
    return {record["id"]: record["summary"] for record in response["records"]}
