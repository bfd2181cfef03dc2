"""Puzzle text for gridlog from boards that others have written as rows of words: the parts that genres share."""

WAYS = {"n": "up", "s": "down", "e": "right", "w": "left"}


class Unsaid(Exception):
    """The board has something that the rule set has no word for: what that is."""


# The boards that were not tried: the genre, the name and the reason.
SKIPPED = []


class Board:
    """A problem: its size, the other words of its first line, and its lines, taken one after the other."""

    def __init__(self, rows, cols, extra, lines):
        self.rows, self.cols, self.extra = rows, cols, extra
        self.lines = lines
        self.at = 0

    def take(self, count):
        taken = self.lines[self.at:self.at + count]
        self.at += count
        return taken

    def cells(self):
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]


def cell(row, col):
    """The name of a cell, from its row and column counted from 0."""
    return f"r{row + 1}c{col + 1}"


def nothing(word):
    return "." if word in ("-", ".") else word


def number(word):
    return word if word.isdigit() else "."


def table(words):
    """What each word becomes; a word that is not listed is none."""
    return lambda word: words.get(word, ".")


def drawing(name, rows, word=nothing):
    drawn = "\n".join(" ".join(word(found) for found in row) for row in rows)
    return f'{name} """\n{drawn}\n""".\n'


def head(name, **params):
    told = ", ".join(f"{key} = {value}" for key, value in params.items())
    return f"use {name} with {told}.\n"


def sized(name):
    return lambda board: head(name, r=board.rows, c=board.cols)


def square(name):
    return lambda board: head(name, n=board.rows)


def boxed(name):
    """A sudoku with the boxes that are usual for its size."""
    def part(board):
        side = max(side for side in range(1, board.rows + 1) if side * side <= board.rows and board.rows % side == 0)
        return head(name, r=side, c=board.rows // side)
    return part


def grid(name, word=nothing):
    """The next lines, one for each row, as a drawing."""
    return lambda board: drawing(name, board.take(board.rows), word)


def skip(board):
    """The next lines say nothing."""
    board.take(board.rows)
    return ""


def strip(name, word=nothing):
    """The next line as clues at a side."""
    return lambda board: f'{name} "{" ".join(word(found) for found in board.take(1)[0])}".\n'


def regions(name="region"):
    """The next lines as areas; `@` is a square that is no part of the board."""
    def part(board):
        rows = board.take(board.rows)
        walls = [f"wall({cell(row, col)}).\n" for row, col in board.cells() if rows[row][col] == "@"]
        return drawing(name, rows, lambda word: "." if word == "@" else word) + "".join(walls)
    return part


def totals(name="region", total="total"):
    """Clues, then areas: each clue is told of the area it stands in."""
    def part(board):
        clues = board.lines[board.at:board.at + board.rows]
        board.take(board.rows)
        areas = board.lines[board.at:board.at + board.rows]
        told = [(areas[row][col], clues[row][col]) for row, col in board.cells() if clues[row][col].isdigit()]
        return regions(name)(board) + "".join(f"{total}({area}, {clue}).\n" for area, clue in told)
    return part


def text(board, parts):
    return "".join(part(board) for part in parts)
