"""Requests: a command line with texts in the place of files (docs/json.md of gridlog), and what is wrong with them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _native

Record = Dict[str, Any]
Limit = Union[int, float, str, None]


@dataclass(frozen=True)
class Span:
    """A place in a text: lines and columns count from 1, `start` and `end` are bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


@dataclass(frozen=True)
class Problem:
    """Something to be said about a text. `code` is what `gridlog explain CODE` tells more about."""

    severity: str
    code: Optional[str]
    message: str
    file: Optional[str]
    span: Optional[Span]
    label: str
    notes: Sequence[str]
    help: Optional[str]

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Problem":
        span = Span(**told["span"]) if told["span"] else None
        names = ("severity", "code", "message", "file", "label", "notes", "help")
        return cls(span=span, **{name: told[name] for name in names})

    def __str__(self) -> str:
        code = f"[{self.code}]" if self.code else ""
        place = f" ({self.file}:{self.span.line}:{self.span.column})" if self.span else ""
        more = "".join(f"\n  {line}" for line in [self.label, *self.notes, self.help or ""] if line)
        return f"{self.severity}{code}: {self.message}{place}{more}"


class Error(ValueError):
    """Something is wrong with rules, a puzzle or a request; `problems` tell where."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)


class Undecided(RuntimeError):
    """A limit was reached before the answer was known. `record` holds what was found until then."""

    def __init__(self, message: str, record: Record) -> None:
        super().__init__(message)
        self.record = record


def limits(time_limit: Limit, memory_limit: Limit) -> Dict[str, Any]:
    """The options for limits: seconds, or a text such as `500ms`; bytes, or a text such as `500MB`."""
    if any(isinstance(limit, (int, float)) and not limit >= 0 for limit in (time_limit, memory_limit)):
        raise Error("a limit is a number from 0, or a text such as `500ms` and `500MB`")
    time = f"{max(1, round(time_limit * 1000))}ms" if isinstance(time_limit, (int, float)) else time_limit
    memory = f"{int(memory_limit)}B" if isinstance(memory_limit, (int, float)) else memory_limit
    return {"time-limit": time, "memory-limit": memory}


def send(command: str, arguments: Sequence[str], files: Mapping[str, str], **options: Any) -> Record:
    """Sends a request, and raises what is wrong with it; its records tell the rest."""
    options = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    request = {"command": command, "arguments": list(arguments), "options": options, "files": dict(files)}
    response: Record = json.loads(_native.answer(json.dumps(request)))
    # Without records the messages tell.
    if response["exit"] not in (0, 1, 3) and not response["records"]:
        raise Error(response["messages"].strip() or "the request was refused")
    return response


def respond(command: str, arguments: Sequence[str], files: Mapping[str, str], **options: Any) -> Record:
    """Sends a request, and raises what is wrong with it or with one of its records."""
    response = send(command, arguments, files, **options)
    for record in response["records"]:
        refuse(record)
    return response


def refuse(record: Record, place: str = "") -> None:
    """Raises what a record says is wrong, or that a limit was reached before there was a puzzle to ask about."""
    problems = [Problem.of(told) for told in record["diagnostics"]]
    wrong = [problem for problem in problems if problem.severity == "error"]
    message = place + ("\n".join(map(str, wrong or problems)) or record.get("message") or "no puzzle")
    if record["status"] == "error":
        raise Error(message, problems)
    if record["status"] == "unknown" and wrong:
        raise Undecided(message, record)


def decided(record: Record) -> None:
    """Raises that nothing is known, if so."""
    if record["status"] == "unknown":
        raise Undecided(record.get("message") or "undecided: a limit was reached", record)


def ask(command: str, arguments: Sequence[str], files: Mapping[str, str], **options: Any) -> Record:
    """Asks about one puzzle: its record."""
    records: List[Record] = respond(command, arguments, files, **options)["records"]
    if len(records) != 1:
        raise Error(f"the text holds {len(records)} puzzles: hand them over one by one, or use batch()")
    return records[0]
