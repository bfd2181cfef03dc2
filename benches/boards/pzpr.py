"""Boards from the tests of pzpr, filled in: one that is right is a solution, one that breaks a rule is none."""

import json
import os

from text import SKIPPED, Board, Unsaid, cell, drawing, grid, head, nothing, number, regions, sized, square, table, text

# Faults that only tell that the board is not finished.
UNFINISHED = {"ceNoNum", "ceNoSlash", "ceNoBar", "nmTentGt", "futonHalf", "ceEmpty"}


def given(place, value):
    return f"given({place}, {value}).\n"


def filled(word):
    """The next lines as values; a word that means None is not told."""
    def part(board):
        rows = board.take(board.rows)
        found = [(row, col, word(rows[row][col])) for row, col in board.cells() if (row, col) not in board.walls]
        return "".join(given(cell(row, col), value) for row, col, value in found if value is not None)
    return part


def shaded(on="black", off="white", marks="#"):
    return filled(lambda word: on if word in marks else off)


def digit(word):
    """`q3` is a 3 that the puzzle tells."""
    word = word.lstrip("q")
    return word if word.isdigit() else None


def edges(board, wide, tall):
    """The words between neighbours: first those beside each other, then those above each other."""
    across, down = board.take(board.rows), board.take(board.rows - 1)
    for row, col in board.cells():
        if col + 1 < board.cols:
            yield (row, col), (row, col + 1), across[row][col + wide]
        if row + 1 < board.rows:
            yield (row, col), (row + 1, col), down[row + tall][col]


def links(name, value):
    def part(board):
        told = ""
        for one, other, word in edges(board, 0, 0):
            if board.walls & {one, other}:
                # A link that cannot be there is drawn.
                if value(word) == 1:
                    raise Unsaid("a link is drawn that cannot be there")
                continue
            told += given(f"{name}({{{cell(*one)}, {cell(*other)}}})", value(word))
        return told
    return part


LINKS = links("link", lambda word: int(word == "1"))
TIES = links("tie", lambda word: int(word != "1"))


def framed_ties(board):
    """The words for all sides of cells, those at the edge of the board too."""
    across, down = board.take(board.rows), board.take(board.rows + 1)
    board.lines = [row[1:-1] for row in across] + down[1:-1]
    board.at = 0
    return TIES(board)


def bridges(layer, name, word, tied=lambda one, other: True):
    """The number over the first side tells the bridges between two islands that face each other."""
    def part(board):
        clues = board.lines[:board.rows]
        told = grid(layer, word)(board)
        over = {(one, other): word for one, other, word in edges(board, 0, 0)}
        for row, col in board.cells():
            for down, right in ((0, 1), (1, 0)):
                at = (row + down, col + right)
                while clues[row][col] != "." and at[0] < board.rows and at[1] < board.cols:
                    if clues[at[0]][at[1]] != ".":
                        count = max(int(over[(row, col), (row + down, col + right)]), 0)
                        if tied(clues[row][col], clues[at[0]][at[1]]):
                            told += given(f"{name}({{{cell(row, col)}, {cell(*at)}}})", count)
                        elif count:
                            raise Unsaid("a link is drawn that cannot be there")
                        break
                    at = (at[0] + down, at[1] + right)
        return told
    return part


def walls(word):
    """The squares of the next drawing that hold nothing to be filled in; the drawing is not taken."""
    def part(board):
        rows = board.lines[board.at:]
        board.walls = {(row, col) for row, col in board.cells() if word(rows[row][col])}
        return ""
    return part


def named(name):
    """Areas, after a line with their number."""
    def part(board):
        board.names = board.lines[board.at + 1:]
        board.take(1)
        return regions(name)(board)
    return part


areas = named("region")


def totals(board):
    """The number of an area stands in one of its cells."""
    rows = board.take(board.rows)
    return "".join(f"total({board.names[row][col]}, {rows[row][col]}).\n" for row, col in board.cells() if rows[row][col].isdigit())


def bordered(board):
    """The areas by the borders between them, then numbers that the puzzle tells."""
    names = {place: place for place in board.cells()}

    def root(place):
        while names[place] != place:
            place = names[place]
        return place
    for one, other, word in edges(board, 0, 0):
        if word != "1":
            names[root(one)] = root(other)
    rows = [[str(root((row, col))[0] * board.cols + root((row, col))[1]) for col in range(board.cols)] for row in range(board.rows)]
    board.sizes = {(row, col): sum(line.count(rows[row][col]) for line in rows) for row, col in board.cells()}
    return drawing("region", rows)


def putteria(board):
    """Only the size of its area can stand in a cell."""
    told, rows = bordered(board), board.take(board.rows) and board.take(board.rows)
    for row, col in board.cells():
        word = rows[row][col]
        if word.isdigit() and int(word) != board.sizes[row, col]:
            raise Unsaid("a number that cannot stand in a cell")
        told += given(cell(row, col), "number" if word.isdigit() else "blank")
    return told


def framed(sides):
    """Clues before the rows and above them, perhaps after and below them too, and digits between."""
    def part(board):
        rows = board.take(board.rows + len(sides) // 2)
        after = board.cols + 1
        strips = {"top": rows[0][1:after], "left": [row[0] for row in rows[1:board.rows + 1]]}
        if len(sides) == 4:
            strips["bottom"], strips["right"] = rows[-1][1:after], [row[after] for row in rows[1:board.rows + 1]]
        told = "".join(f'{side} "{" ".join(map(number, strips[side]))}".\n' for side in sides)
        board.lines, board.at = [row[1:after] for row in rows[1:board.rows + 1]], 0
        return told
    return part


def kakuro(board):
    """A line of clues above the board, and a clue before each row; in the board `8,4` is a wall with 4 across and 8 down."""
    top, rows = board.take(1)[0], board.take(board.rows)
    numbers = board.take(board.rows)
    told, facts = [], ""
    told.append(["#"] + [f"{clue},0" if clue != "0" else "#" for clue in top[1:]])
    for row, words in enumerate(rows):
        told.append([f"0,{words[0]}" if words[0] != "0" else "#"])
        for col, word in enumerate(words[1:]):
            across, comma, down = word.partition(",")
            told[-1].append("." if not comma else "#" if word == "0,0" else f"{down},{across}")
            if not comma and numbers[row][col].isdigit():
                facts += given(cell(row + 1, col + 1), numbers[row][col])
    return head("kakuro", r=board.rows + 1, c=board.cols + 1) + drawing("sums", told) + facts


def kropki(board):
    """The dots across, those down, then the digits; 1 is white, 2 black."""
    wide = 2 * board.rows - 1
    dots = [["."] * wide for _ in range(wide)]
    for (row, col), (down, right), word in edges(board, 0, 0):
        dots[row + down][col + right] = {"1": "w", "2": "b"}.get(word, ".")
    return drawing("dot", dots)


def tapa(board):
    rows = board.take(board.rows)
    clue = [[word if word[0].isdigit() else "?" if word == "-" else "." for word in row] for row in rows]
    if any("?" in row for row in clue):
        raise Unsaid("a number that is not told")
    return drawing("number", clue) + "".join(
        given(cell(row, col), "black" if rows[row][col] == "#" else "white") for row, col in board.cells())


def tents(board):
    """A tree is 1, a tent A."""
    told = framed(("top", "left"))(board)
    trees = drawing("tree", board.lines, table({"1": "t"}))
    return told + trees + filled(lambda word: {"1": None, "A": "1"}.get(word, "0"))(board)


def lightup(board):
    rows = board.take(board.rows)
    told = drawing("board", rows, lambda word: "#" if word == "-" else number(word))
    for row, col in board.cells():
        word = rows[row][col]
        if word in (".", "+", "#"):
            told += given(cell(row, col), "lamp" if word == "#" else "dark")
    return told


def arrows(board):
    """`3,2` points to the left and says 2; without a direction it says nothing about a line."""
    ways = {"1": "up", "2": "down", "3": "left", "4": "right"}

    def word(found):
        way, comma, count = found.partition(",")
        if comma and (way not in ways or not count.isdigit()):
            raise Unsaid("a clue without a direction or a number")
        return f"{count},{ways[way]}" if comma else nothing(found)
    return grid("arrow", word)(board)


def circles(board):
    def word(found):
        colour, comma, count = found.partition(",")
        return "." if not comma else f"{'b' if colour == '1' else 'w'}" + (f",{count}" if count.isdigit() else "")
    return grid("circle", word)(board)


def unknown(word):
    return "?" if word == "-" else nothing(word)


def numberlink(board):
    found = sorted({word for row in board.lines[:board.rows] for word in row if word.isdigit()})
    names = {word: str(at) for at, word in enumerate(found, 1)}
    return head("numberlink", r=board.rows, c=board.cols, pairs=len(found)) + grid("number", table(names))(board)


PIPES = {"a": "nsew", "b": "ns", "c": "ew", "d": "ne", "e": "nw", "f": "sw", "g": "se"}
# A pillow, and where its futon goes on from there.
PILLOWS = {"b": (-1, 0), "c": (1, 0), "d": (0, -1), "e": (0, 1)}


def futons(board):
    """Numbers, `5` or `-` one that is not told, the aisle, and futons by their pillows."""
    rows = board.take(board.rows)
    told = drawing("number", rows, lambda word: "?" if word in "5-" else number(word))
    for row, col in board.cells():
        if rows[row][col] == "#":
            told += given(cell(row, col), "aisle")
        elif rows[row][col] in PILLOWS:
            down, right = PILLOWS[rows[row][col]]
            told += given(cell(row, col), "pillow") + given(f"futon({{{cell(row, col)}, {cell(row + down, col + right)}}})", 1)
    return told


# The name there: the rule set, and the parts of a board.
GENRES = {
    "balance": ("balanceloop", [sized("balanceloop"), circles, LINKS]),
    "cave": ("cave", [sized("cave"), grid("number", unknown), shaded("rock", "cave")]),
    "cocktail": ("cocktaillamp", [sized("cocktaillamp"), areas, totals, shaded()]),
    "dotchi": ("dotchiloop", [sized("dotchiloop"), areas, grid("circle", table({"1": "w", "2": "b"})), LINKS]),
    "wblink": ("wblink", [sized("wblink"), bridges("circle", "tie", table({"1": "w", "2": "b"}), lambda one, other: one != other)]),
    "chocona": ("chocona", [sized("chocona"), areas, totals, shaded()]),
    "detour": ("detour", [sized("detour"), areas, totals, LINKS]),
    "doppelblock": ("doppelblock", [square("doppelblock"), framed(("top", "left")),
                                    filled(lambda word: "0" if word == "-" else digit(word))]),
    "doubleback": ("doubleback", [sized("doubleback"), areas, totals, LINKS]),
    "fillomino": ("fillomino", [sized("fillomino"), grid("given"), filled(digit)]),
    "fivecells": ("fourcells", [lambda board: head("fourcells", r=board.rows, c=board.cols, size=5),
                                walls(lambda word: word == "*"),
                                lambda board: "".join(f"wall({cell(*place)}).\n" for place in board.walls),
                                grid("number", number), framed_ties]),
    "fourcells": ("fourcells", [sized("fourcells"), grid("number", number), TIES]),
    "geradeweg": ("geradeweg", [sized("geradeweg"), grid("number", unknown), LINKS]),
    "hakoiri": ("hakoiri", [sized("hakoiri"), areas, walls(lambda word: word != "."),
                            grid("shape", table({"1": "c", "2": "t", "3": "s"})),
                            filled(lambda word: {"1": '"c"', "2": "t", "3": "s"}.get(word, "blank"))]),
    "hashikake": ("hashi", [sized("hashi"), bridges("number", "bridge", unknown)]),
    "heyawake": ("heyawake", [sized("heyawake"), named("room"), totals, shaded()]),
    "juosan": ("juosan", [sized("juosan"), areas, totals, filled({"1": "upright", "2": "flat"}.get)]),
    "kakuro": ("kakuro", [kakuro]),
    "koburin": ("koburin", [sized("koburin"), walls(lambda word: word != "."), grid("number", unknown), shaded(), LINKS]),
    "kropki": ("kropki", [square("kropki"), kropki, filled(digit)]),
    "kurochute": ("kuroshuto", [sized("kuroshuto"), grid("number", unknown), shaded(marks="1")]),
    "lightup": ("akari", [sized("akari"), lightup]),
    "mines": ("minesweeper", [sized("minesweeper"), grid("number", unknown), shaded("mine", "free")]),
    "mochikoro": ("mochikoro", [sized("mochikoro"), grid("number", unknown), shaded()]),
    "moonsun": ("moonsun", [sized("moonsun"), areas, grid("sky", table({"1": "moon", "2": "sun"})), LINKS]),
    "norinori": ("norinori", [sized("norinori"), areas, shaded()]),
    "numlin": ("numberlink", [numberlink, LINKS]),
    "nuribou": ("nuribou", [sized("nuribou"), grid("number", unknown), shaded()]),
    "nurimisaki": ("nurimisaki", [sized("nurimisaki"), grid("cape", unknown), shaded()]),
    "pipelink": ("pipelink", [sized("pipelink"), grid("part", table(PIPES)), LINKS]),
    "putteria": ("putteria", [sized("putteria"), putteria]),
    "shugaku": ("shugaku", [sized("shugaku"), futons]),
    "shimaguni": ("shimaguni", [sized("shimaguni"), areas, totals, shaded()]),
    "skyscrapers": ("skyscrapers", [square("skyscrapers"), framed(("top", "left", "bottom", "right")), filled(digit)]),
    "sudoku": ("sudoku", [lambda board: head("sudoku", n=board.rows), grid("given"), filled(digit)]),
    "tapa": ("tapa", [sized("tapa"), tapa]),
    "tents": ("tents", [sized("tents"), tents]),
    "yajilin": ("yajilin", [sized("yajilin"), walls(lambda word: word != "."), arrows, shaded(), LINKS]),
}


def board_of(name, told):
    """The board in a text of pzprv3, or nothing if it is of a variant or empty."""
    parts = told.split("/")
    if parts[1] != name or not parts[2].isdigit():
        return None
    rows, at = int(parts[2]), 3 + (name != "sudoku")
    cols = rows if name == "sudoku" else int(parts[3])
    lines = [part.split() for part in parts[at:] if part.strip()]
    # A line may say first how the board is drawn; a letter alone is a variant.
    lines = lines[1:] if lines[:1] == [["circle"]] else lines
    if len(lines) < rows or (len(lines[0]) == 1 and lines[0][0].isalpha()):
        return None
    board = Board(rows, cols, [], lines)
    board.walls = set()
    return board


def boards(folder, genre):
    """The boards for a rule set: the name, the text, and whether it is right."""
    with open(os.path.join(folder, "pzpr", "pzpr_checks.jsonl")) as opened:
        objects = [json.loads(line) for line in opened]
    for found in objects:
        rules, parts = GENRES.get(found["type"], ("", []))
        for at, check in enumerate(found["failcheck"] if rules == genre else [], 1):
            board = board_of(found["type"], check["board"])
            name = f"{found['type']} {at} {check['code'] or 'right'}"
            if board is None:
                SKIPPED.append((genre, name, "a variant, or a board without lines"))
                continue
            if check["code"] in UNFINISHED:
                SKIPPED.append((genre, name, "the fault is that something is not filled in yet"))
                continue
            try:
                told = text(board, parts)
            except Unsaid as unsaid:
                SKIPPED.append((genre, name, str(unsaid)))
            except IndexError:
                SKIPPED.append((genre, name, "a variant, or a board without lines"))
            else:
                yield name, told, check["code"] is None
