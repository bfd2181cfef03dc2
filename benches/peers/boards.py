"""Reads the corpora, and writes their puzzles as gridlog and its peers read them."""

import json
import re

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def lines(path):
    """The lines of a file that are no comments."""
    return [line.rstrip("\n") for line in open(path) if line.strip() and not line.startswith("#")]


def records(path):
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in lines(path)]


def picture(name, cells):
    return f'{name} """\n' + "\n".join(" ".join(row) for row in cells) + '\n""".\n'


def ist(puzzle):
    """A takuzu of one line as IST Lisboa writes it."""
    size = round(len(puzzle) ** 0.5)
    rows = [puzzle[at:at + size].replace(".", "2") for at in range(0, len(puzzle), size)]
    return f"{size}\n" + "".join("\t".join(row) + "\n" for row in rows)


# ---- killer sudokus, from the constraint strings of Interactive-Sudoku-Solver

def killer(text):
    """The puzzle for gridlog. A cage of sum 0 only forbids repeats; cages that share cells are facts, not a drawing."""
    cages = re.findall(r"\.Cage~(\d+)((?:~R\d+C\d+)+)", text)
    givens = re.findall(r"~R(\d+)C(\d+)_(\d+)", text)
    grid = [["."] * 9 for _ in range(9)]
    drawn, facts, shared = [], [], False
    for number, (total, cells) in enumerate(cages, 1):
        for row, col in re.findall(r"R(\d+)C(\d+)", cells):
            shared |= grid[int(row) - 1][int(col) - 1] != "."
            grid[int(row) - 1][int(col) - 1] = f"k{number}"
            facts.append(f"cage(r{row}c{col}, k{number}).")
        if total != "0":
            drawn.append(f"total(k{number}, {total}).")
    board = [["."] * 9 for _ in range(9)]
    for row, col, value in givens:
        board[int(row) - 1][int(col) - 1] = value
    given = picture("given", board) if givens else ""
    cage = "\n".join(facts) + "\n" if shared else picture("cage", grid)
    return "use killer.\n" + given + cage + "\n".join(drawn) + "\n"


# ---- nonograms

def nonogram(record):
    """The puzzle for gridlog."""
    def clues(side):
        return " ".join(",".join(map(str, clue)) if clue else "0" for clue in record[side])
    size = f"use nonogram with r = {len(record['rows'])}, c = {len(record['cols'])}.\n"
    return size + f'left "{clues("rows")}".\ntop "{clues("cols")}".\n'


def nonogrid(record):
    """The file that nonogrid reads."""
    def clues(side):
        return "\n".join(" ".join(map(str, clue)) if clue and clue != [0] else "0" for clue in record[side])
    return f'[clues]\nrows = """\n{clues("rows")}\n"""\ncolumns = """\n{clues("cols")}\n"""\n'


# ---- puzz.link addresses, from .puzzle files

class Puzzle:
    """What a `.puzzle` file of the corpus says: params, drawings, strips at the edge and totals."""

    def __init__(self, path):
        text = open(path).read()
        self.rules = re.search(r"use (\w+)", text)[1]
        self.params = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", text)}
        drawings = re.findall(r'(\w+) """\n(.*?)\n"""', text, re.S)
        self.drawings = {name: [row.split() for row in rows.split("\n")] for name, rows in drawings}
        self.strips = {name: strip.split() for name, strip in re.findall(r'(\w+) "([^"\n]+)"', text)}
        self.totals = {name: int(total) for name, total in re.findall(r"total\((\w+), (\d+)\)", text)}

    def cells(self):
        """The cells of the one drawing, row by row, with its height and width."""
        rows, = self.drawings.values()
        return [cell for row in rows for cell in row], len(rows), len(rows[0])


def number(value):
    """A number as pzpr writes it, in hexadecimal."""
    return DIGITS[value] if value < 16 else f"-{value:x}" if value < 256 else f"+{value:03x}"


def runs(values, write, first, most=20):
    """Values one after the other, and a letter for each run of gaps; `first` stands before the letter for one gap."""
    text, gap = "", 0
    for value in values:
        if value is None or gap == most:
            if gap == most:
                text, gap = text + DIGITS[first + gap], 0
            if value is None:
                gap += 1
                continue
        if gap:
            text, gap = text + DIGITS[first + gap], 0
        text += write(value)
    return text + (DIGITS[first + gap] if gap else "")


def numbers(cells):
    return runs([None if cell == "." else int(cell) for cell in cells], number, 15)


def fours(cells):
    """Clues from 0 to 4, each with the gaps after it, as for slitherlink and akari; `#` is a wall without a clue."""
    text, at = "", 0
    while at < len(cells):
        end = at + 1
        while end < len(cells) and cells[end] == "." and end - at < (20 if cells[at] == "." else 3):
            end += 1
        if cells[at] == ".":
            text += DIGITS[15 + end - at]
        elif cells[at] == "#":
            text, end = text + ".", at + 1
        else:
            text += DIGITS[int(cells[at]) + 5 * (end - at - 1)]
        at = end
    return text


def packed(values, base, size):
    """Several small values in each character."""
    text = ""
    for at in range(0, len(values), size):
        code = 0
        for value in (values[at:at + size] + [0] * size)[:size]:
            code = code * base + value
        text += DIGITS[code]
    return text


def borders(cells, height, width):
    across = [int(cells[r * width + c] != cells[r * width + c + 1]) for r in range(height) for c in range(width - 1)]
    down = [int(cells[r * width + c] != cells[r * width + width + c]) for r in range(height - 1) for c in range(width)]
    return packed(across, 2, 5) + packed(down, 2, 5)


def heyawake(puzzle):
    cells, height, width = puzzle.cells()
    totals = [puzzle.totals.get(room) for room in dict.fromkeys(cells)]
    return f"heyawake/{width}/{height}/" + borders(cells, height, width) + runs(totals, number, 15)


def starbattle(puzzle):
    cells, height, width = puzzle.cells()
    return f"starbattle/{width}/{height}/{puzzle.params['stars']}/" + borders(cells, height, width)


def masyu(puzzle):
    cells, height, width = puzzle.cells()
    return f"masyu/{width}/{height}/" + packed([".wb".index(cell) for cell in cells], 3, 3)


def hitori(puzzle):
    cells, height, width = puzzle.cells()
    return f"hitori/{width}/{height}/" + "".join(DIGITS[int(cell)] for cell in cells)


def tents(puzzle):
    cells, height, width = puzzle.cells()
    text, at = "", 0
    while at < len(cells):
        end = at + 1
        while end < len(cells) and cells[end] == "." and end - at < (18 if cells[at] == "." else 16):
            end += 1
        text += DIGITS[(17 if cells[at] == "." else -1) + end - at]
        at = end
    return f"tents/{width}/{height}/" + numbers(puzzle.strips["top"] + puzzle.strips["left"]) + text


def kakuro(puzzle):
    """The first row and column are the edge: only the sums of entries that start there are told, at the end."""
    rows, = puzzle.drawings.values()

    def pair(cell):
        return (0, 0) if cell == "#" else tuple(map(int, cell.split(",")))

    def one(value):
        return "-" if value == 0 else DIGITS[value] if value < 20 else DIGITS[value - 10].upper()

    def block(cell):
        return "." if pair(cell) == (0, 0) else "".join(map(one, pair(cell)))

    inner = [None if cell == "." else cell for row in rows[1:] for cell in row[1:]]
    edge = [one(pair(top)[0]) for top, cell in zip(rows[0][1:], rows[1][1:]) if cell == "."]
    edge += [one(pair(row[0])[1]) for row in rows[1:] if row[1] == "."]
    return f"kakuro/{len(rows[0]) - 1}/{len(rows) - 1}/" + runs(inner, block, 19, 16) + "".join(edge)


def plain(name, write):
    def address(puzzle):
        cells, height, width = puzzle.cells()
        return f"{name}/{width}/{height}/" + write(cells, height, width)
    return address


ADDRESSES = {
    "akari": plain("akari", lambda cells, *_: fours(cells)),
    "slitherlink": plain("slither", lambda cells, *_: fours(cells)),
    "hashi": plain("hashi", lambda cells, *_: numbers(cells)),
    "nurikabe": plain("nurikabe", lambda cells, *_: numbers(cells)),
    "shikaku": plain("shikaku", lambda cells, *_: numbers(cells)),
    "fillomino": plain("fillomino", lambda cells, *_: numbers(cells)),
    "norinori": plain("norinori", borders),
    "heyawake": heyawake,
    "starbattle": starbattle,
    "masyu": masyu,
    "hitori": hitori,
    "tents": tents,
    "kakuro": kakuro,
}


def address(path):
    """The puzz.link address of a `.puzzle` file, or nothing where it has a clue that the address cannot hold."""
    puzzle = Puzzle(path)
    try:
        return "https://puzz.link/p?" + ADDRESSES[puzzle.rules](puzzle)
    except (KeyError, ValueError):
        return None
