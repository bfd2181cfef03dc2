"""Whether a solution that gridlog printed as JSON is the one that is known.

An answer is a function of the solution, the board and the rows of the known answer."""

import re

from text import cell

LINK = re.compile(r"(\w+)\(\{r(\d+)c(\d+), r(\d+)c(\d+)\}\)")
PLACE = re.compile(r"r(\d+)c(\d+)")


def others(solution):
    """The unknowns that are no cells."""
    return solution.get("others", solution if isinstance(solution, dict) else {})


def values(word):
    """Cell by cell; a word that means None, and a square without a value, is not compared."""
    def same(solution, _, rows):
        found = solution["rows"] if isinstance(solution, dict) else solution
        pairs = [(value, word(known)) for line, words in zip(found, rows) for value, known in zip(line, words)]
        return all(value is None or known is None or str(value) == known for value, known in pairs)
    return same


def shade(on, off, mark="x"):
    return values(lambda word: on if word == mark else off)


def as_is(blank=None):
    return values(lambda word: blank if word in "-." else word)


def drawn(solution, name):
    """The links of that name that are drawn, as pairs of cells, and those that are there."""
    there, on = set(), set()
    for place, value in others(solution).items():
        found = LINK.fullmatch(place)
        if found and found[1] == name:
            row, col, down, right = (int(part) - 1 for part in found.groups()[1:])
            ends = tuple(sorted([(row, col), (down, right)]))
            there.add(ends)
            if value != 0:
                on.add(ends)
    return there, on


def links(name="link"):
    """A cell names the sides by which the line leaves it."""
    def same(solution, _, rows):
        known = set()
        for row, words in enumerate(rows):
            for col, word in enumerate(words):
                if set(word) <= set("nsew"):
                    known |= {((row, col), (row, col + 1))} if "e" in word else set()
                    known |= {((row, col), (row + 1, col))} if "s" in word else set()
        return drawn(solution, name)[1] == known
    return same


def both(*answers):
    return lambda solution, board, rows: all(same(solution, board, rows) for same in answers)


def ties(name="tie"):
    """Cells with one name belong together: their link is drawn."""
    def same(solution, _, rows):
        there, on = drawn(solution, name)
        alike = {ends for ends in there if rows[ends[0][0]][ends[0][1]] == rows[ends[1][0]][ends[1][1]]}
        return on == alike
    return same


def pieces(solution, _, rows):
    """The rectangles that are laid are the areas."""
    laid = set()
    for place, value in others(solution).items():
        if value == 1 and place.startswith("piece("):
            laid.add(frozenset((int(row) - 1, int(col) - 1) for row, col in PLACE.findall(place)))
    areas = {}
    for row, words in enumerate(rows):
        for col, word in enumerate(words):
            areas.setdefault(word, set()).add((row, col))
    return laid == {frozenset(area) for area in areas.values()}


def areas(solution, _, rows):
    """Cells have equal values where the known answer names one area, and only there."""
    found = solution["rows"] if isinstance(solution, dict) else solution
    pairs = {(value, word) for line, words in zip(found, rows) for value, word in zip(line, words)}
    return len(pairs) == len({value for value, _ in pairs}) == len({word for _, word in pairs})


def fence(solution, board, rows):
    """The squares inside the loop are marked."""
    def inside(row, col):
        return 0 <= row < board.rows and 0 <= col < board.cols and rows[row][col] == "x"
    for place, value in others(solution).items():
        found = re.fullmatch(r"drawn\(\{dot\((\d+), (\d+)\), dot\((\d+), (\d+)\)\}\)", place)
        if found:
            row, col, down, right = (int(part) for part in found.groups())
            top, left = min(row, down), min(col, right)
            beside = inside(top - 1, left) if row == down else inside(top, left - 1)
            if (value == 1) != (beside != inside(top, left)):
                return False
    return True


def bridges(solution, board, rows):
    """Bridges are drawn over the squares between two islands: `1` and `2` across, `a` and `b` down."""
    for place, value in others(solution).items():
        found = LINK.fullmatch(place)
        if found and found[1] == "bridge":
            row, col, down, right = (int(part) - 1 for part in found.groups()[1:])
            across = row == down
            top, left = min(row, down), min(col, right)
            apart = abs(row - down) + abs(col - right) > 1
            word = rows[top + (not across)][left + across] if apart else "-"
            known = ("12" if across else "ab").find(word) + 1
            if apart and value != known:
                return False
    return True
