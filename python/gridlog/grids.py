"""Grids as people have them: a drawing, rows of values, an array."""

from __future__ import annotations

from typing import Any, Iterable, List

from .ask import Error


def text(grid: Any) -> str:
    """A grid as a drawing. In rows and arrays `None`, `""`, numbers below 0 and what is no number are empty cells; so is 0
    where it is no value of the rules."""
    if isinstance(grid, str):
        return grid
    try:
        return "\n".join(" ".join(map(cell, row)) for row in rows(grid)) + "\n"
    except TypeError:
        raise Error(f"a grid is a text, rows of values or an array of two dimensions, not {type(grid).__name__}") from None


def rows(grid: Any) -> Iterable[Any]:
    """The rows of a grid. An array's numbers become Python's, which are written without their type."""
    listed: List[Any] = grid.tolist() if hasattr(grid, "tolist") else list(grid)
    return listed


def cell(value: Any) -> str:
    if value is None or value == "" or value != value:
        return "."
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return "." if value < 0 else str(int(value))
    return str(value)
