"""Genres of the puzzlekit data set whose boards are written in ways of their own."""

from answers import LINK, PLACE, fence, others, values
from text import cell, drawing, head, number, sized, strip

BITS = ((4, (0, 0), (1, 0)), (2, (1, 0), (1, 1)), (1, (0, 1), (1, 1)), (8, (0, 0), (0, 1)))
HEADINGS = {"n": "up", "s": "down", "w": "left", "e": "right", "nw": "upleft", "ne": "upright", "sw": "downleft", "se": "downright"}


def eulero(board):
    """`03` is a second digit alone."""
    rows = board.take(board.rows)
    return (head("eulero", n=board.rows) + drawing("first", rows, lambda word: word[0].replace("0", "."))
            + drawing("second", rows, lambda word: word[1].replace("0", ".")))


def bosanowa(board):
    rows = board.take(board.rows)
    return (head("bosanowa", r=board.rows, c=board.cols, most=40) + drawing("hole", rows, lambda word: "#" if word == "." else ".")
            + drawing("given", rows, number))


def fleet(board):
    return "".join(f"fleet({size}, {count}).\n" for size, count in enumerate(board.extra, 1))


def digitalbattleship(board):
    return sized("digitalbattleship")(board) + fleet(board)


def consecutive(board):
    """Numbers, then for each cell the sides with a bar: 1 right, 2 below."""
    told = head("consecutive", n=board.rows) + drawing("given", board.take(board.rows))
    for row, col in board.cells():
        bars = int(board.lines[board.at + row][col])
        told += f"bar({cell(row, col)}, {cell(row, col + 1)}, x).\n" if bars & 1 else ""
        told += f"bar({cell(row, col)}, {cell(row + 1, col)}, x).\n" if bars & 2 else ""
    return told


def patchwork(board):
    most = max(int(word) for row in board.lines[:board.rows] for word in row if word.isdigit())
    return head("patchwork", n=board.rows, k=most)


def onetox(board):
    sizes = {}
    for row in board.lines[board.rows + 2:]:
        for word in row:
            sizes[word] = sizes.get(word, 0) + 1
    return head("onetox", r=board.rows, c=board.cols, most=max(sizes.values()))


def thermometers(board):
    """`5.2` is the second cell of thermometer 5, counted from the bulb."""
    told = sized("thermometers")(board) + strip("top")(board) + strip("left")(board)
    found = {}
    for row, words in enumerate(board.take(board.rows)):
        for col, word in enumerate(words):
            name, place = word.split(".")
            found.setdefault(name, {})[int(place)] = cell(row, col)
    return told + "".join(f"thermometer([{', '.join(cells[at] for at in sorted(cells))}]).\n" for cells in found.values())


def grandtour(board):
    """A number tells which sides of its square are drawn already: 1 right, 2 below, 4 left, 8 above."""
    roads = set()
    for row, col in board.cells():
        word = board.lines[row][col]
        for bit, (down, right), (low, far) in BITS:
            if word.isdigit() and int(word) & bit:
                roads.add(f"road(dot({row + down}, {col + right}), dot({row + low}, {col + far})).\n")
    return sized("grandtour")(board) + "".join(sorted(roads))


def pfeilzahlen(board):
    """The frame of the board is where the arrows stand."""
    rows = [row[1:-1] for row in board.take(board.rows)[1:-1]]
    return head("pfeilzahlen", r=board.rows - 2, c=board.cols - 2) + drawing("number", rows)


def arrows(solution, board, rows):
    found = others(solution)
    last = board.rows - 1, board.cols - 1
    known = {}
    for row, words in enumerate(rows):
        for col, word in enumerate(words):
            side = {0: "top", last[0]: "bottom"}.get(row) or {0: "left", last[1]: "right"}.get(col)
            if side and word in HEADINGS:
                known[f"arrow({side}, {col if side in ('top', 'bottom') else row})"] = HEADINGS[word]
    return found == known


def ties(solution, _, rows):
    """A cell names the sides by which lines leave it."""
    known = set()
    for row, words in enumerate(rows):
        for col, word in enumerate(words):
            for side, (down, right) in {"e": (0, 1), "s": (1, 0)}.items():
                if word != "-" and side in word and len(word) == 1:
                    far = 1
                    while len(rows[row + far * down][col + far * right]) > 1:
                        far += 1
                    known.add(((row, col), (row + far * down, col + far * right)))
    found = set()
    for place, value in others(solution).items():
        link = LINK.fullmatch(place)
        if link and value:
            row, col, down, right = (int(part) - 1 for part in link.groups()[1:])
            found.add(tuple(sorted([(row, col), (down, right)])))
    return found == known


def mathrax(board):
    """Numbers, then the circles inside the board, a row and a column fewer."""
    given = drawing("given", board.take(board.rows), number)
    def word(found):
        return f"{found[:-1]},{found[-1]}" if found[:-1].isdigit() else found.replace("-", ".")
    blank = ["-"] * (board.cols + 1)
    inner = [["-", *row, "-"] for row in board.take(board.rows - 1)]
    return head("mathrax", n=board.rows) + given + drawing("circle", [blank, *inner, blank], word)


def digits(solution, board, rows):
    """Each region has one number."""
    names = board.lines[board.rows:]
    known = {f"digit({names[row][col]})": int(rows[row][col]) for row, col in board.cells() if rows[row][col].isdigit()}
    return others(solution) == known


def pills(board):
    """There is one of each weight, so the sums of all columns tell how many there are."""
    weights = sum(map(int, board.lines[0]))
    most = next(most for most in range(weights + 1) if most * (most + 1) // 2 == weights)
    return head("pills", r=board.rows, c=board.cols, pills=most) + strip("top")(board) + strip("left")(board)


def laid(solution, board, rows):
    """The cells under pills have a weight."""
    found = {place for pill, value in others(solution).items() if value == 1 for place in PLACE.findall(pill)}
    return found == {(str(row + 1), str(col + 1)) for row, col in board.cells() if rows[row][col] != "0"}


sizes = values(lambda word: "1" if word.isdigit() else "0")
tour = fence
