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
        drawn = [list(map(cell, row)) for row in rows(grid)]
    except TypeError:
        raise Error(f"a grid is a text, rows of values or an array of two dimensions, not {type(grid).__name__}") from None
    return "\n".join(map(" ".join, drawn)) + "\n"


def rows(grid: Any) -> Iterable[Any]:
    """The rows of a grid. An array's numbers become Python's, which are written without their type."""
    listed: List[Any] = grid.tolist() if hasattr(grid, "tolist") else list(grid)
    return listed


def cell(value: Any) -> str:
    if hasattr(value, "item"):
        # A number of numpy, in a list of Python.
        value = value.item()
    if value is None or value == "" or value != value:
        return "."
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        if isinstance(value, float) and not value.is_integer():
            raise Error(f"{value} is no whole number, which a value of a cell is")
        return "." if value < 0 else str(int(value))
    word = str(value)
    # What holds a blank would be drawn as several cells.
    if len(word.split()) != 1:
        raise Error(f"{value!r} is no value of a cell: a word or a number")
    return word
