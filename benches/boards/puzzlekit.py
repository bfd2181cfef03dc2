"""The genres of the puzzlekit data set that gridlog has rule sets for: how a problem is written for it, and what its answer says."""

import json
import os
from collections import Counter

import more
from answers import areas, as_is, both, bridges, fence, links, pieces, shade, ties, values
from text import (SKIPPED, WAYS, Board, Unsaid, boxed, cell, drawing, grid, head, nothing, number, regions, sized, skip, square, strip, table,
                  text, totals)

BLACK = shade("black", "white")
LOOP = links()


def arrow(word):
    """`2w` is two to the left."""
    return f"{word[:-1]},{WAYS[word[-1]]}" if word[-1] in WAYS and word[:-1].isdigit() else nothing(word)


def circle(word):
    """`4w` and `w4` are white with a 4."""
    colour, count = "".join(filter(str.isalpha, word)), "".join(filter(str.isdigit, word))
    return ",".join(filter(None, (colour, count))) or "."


def largest(areas):
    return max(Counter(word for row in areas for word in row).values())


def easyas(board):
    return head("easyas", n=board.rows, letters=ord(board.extra[0]) - ord("a") + 1)


def battleship(board):
    return sized("battleship")(board) + more.fleet(board)


def takuzu(board):
    """Lines may be the same."""
    return head("takuzu", n=board.rows) + "drop rows.\ndrop columns.\n"


def dominosa(board):
    most = max(int(word) for row in board.lines for word in row)
    return head("dominosa", most=most, r=board.rows, c=board.cols)


def kakuro(board):
    """`,12` is a run across, `7,` a run down, `-` a wall without a run."""
    def word(found):
        down, comma, across = found.partition(",")
        return f"{down or 0},{across or 0}" if comma else {"-": "#"}.get(found, ".")
    return sized("kakuro")(board) + drawing("sums", board.take(board.rows), word)


def kenken(board):
    """`24*` stands in the first cell of a cage; a number alone is a quotient, or the digit of a cage of one cell."""
    clues, cages = board.take(board.rows), board.take(board.rows)
    signs = {"+": "plus", "-": "minus", "*": "times", "x": "times", "/": "over"}
    told = ""
    for row, col in board.cells():
        digits = "".join(filter(str.isdigit, clues[row][col]))
        if digits:
            alone = sum(line.count(cages[row][col]) for line in cages) == 1
            sign = signs.get(clues[row][col][len(digits):], "plus" if alone else "over")
            told += f"{sign}({cages[row][col]}, {digits}).\n"
    return square("kenken")(board) + drawing("cage", cages) + told


def magnets(board):
    """Perhaps some poles are told before the magnets."""
    strips = "".join(strip(side)(board) for side in ("top", "bottom", "left", "right"))
    poles = grid("given")(board) if len(board.lines) - board.at > board.rows else ""
    return sized("magnets")(board) + strips + poles + regions("magnet")(board)


def makaro(board):
    """Numbers, arrows and black cells in one drawing, then the areas."""
    marks, names = board.take(board.rows), board.take(board.rows)
    black = {**WAYS, "x": "x"}
    names = [["." if marks[row][col] in black else names[row][col] for col in range(board.cols)] for row in range(board.rows)]
    most = largest([[word for word in row if word != "."] for row in names])
    return (head("makaro", r=board.rows, c=board.cols, most=most) + drawing("given", marks, number)
            + drawing("black", marks, table(black)) + drawing("region", names))


def minesweeper(board):
    mines = f"mines({board.extra[0]}).\n" if board.extra else ""
    return sized("minesweeper")(board) + mines


def hakyuu(board):
    return head("hakyuu", r=board.rows, c=board.cols, most=largest(board.lines[board.rows:]))


def nonogram(board):
    """The blocks of all columns, then those of all rows, a line each."""
    def blocks(count):
        return " ".join(",".join(line) or "0" for line in board.take(count))
    top = blocks(board.cols)
    return sized("nonogram")(board) + f'top "{top}".\nleft "{blocks(board.rows)}".\n'


def numberlink(board):
    """Numbers of pairs may have gaps; here they are 1, 2, 3 and so on."""
    found = sorted({int(word) for row in board.lines for word in row if word.isdigit()})
    names = {str(word): str(at) for at, word in enumerate(found, 1)}
    return head("numberlink", r=board.rows, c=board.cols, pairs=len(found)) + grid("number", table(names))(board)


def skyscrapers(board):
    """Some boards have heights from 0 on, and a height of 0 is not seen."""
    if board.extra[0] != str(board.rows):
        raise Unsaid("heights from 0 on")
    return square("skyscrapers")(board)


def starbattle(board):
    return head("starbattle", n=board.rows, stars=board.extra[0])


def stitches(board):
    return head("stitches", r=board.rows, c=board.cols, seams=board.extra[0] if board.extra else 1)


def str8ts(board):
    """`4x` is a black cell with a 4."""
    rows = board.take(board.rows)
    return (sized("str8ts")(board) + drawing("given", rows, number)
            + drawing("black", rows, lambda word: (word[:-1] or "x") if word.endswith("x") else "."))


def parity(board):
    rows = board.take(board.rows)
    return drawing("parity", rows, table({"E": "e", "O": "o"})) + drawing("given", rows, number)


def post(word):
    """`4sx` is black, with a 4 to the south; `o` is white without a number, and a direction without either is a mistake."""
    digits, ways, colour = "".join(filter(str.isdigit, word)), word.lstrip("0123456789")[:-1], {"x": "black", "o": "white"}.get(word[-1])
    if word == "-":
        return "."
    if not colour or bool(digits) != bool(ways):
        raise Unsaid(f"the clue `{word}`, which has no colour or no direction")
    return f"{colour},{digits},{WAYS[ways]}" if digits else colour


def dotted(board):
    """Clues where corners meet, one row and one column more than the board has."""
    return drawing("number", board.take(board.rows + 1))


def galaxies(board):
    """A number tells where the star lies from the middle of a cell: 1 to the right, 2 below, 3 both."""
    points = [["."] * (2 * board.cols - 1) for _ in range(2 * board.rows - 1)]
    for row, col in board.cells():
        word = board.lines[row][col]
        if word.isdigit():
            points[2 * row + int(word) // 2][2 * col + int(word) % 2] = "o"
    return sized("galaxies")(board) + drawing("star", points)


# Where the sudokus of a board begin, in boxes from its upper left corner.
SUDOKUS = {
    "SamuraiSudoku": [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)],
    "ShogunSudoku": [*((row, col) for row in (0, 4) for col in (0, 4, 8, 12)), (2, 2), (2, 6), (2, 10)],
    "SumoSudoku": [*((row, col) for row in (0, 4, 8) for col in (0, 4, 8)), *((row, col) for row in (2, 6) for col in (2, 6))],
    "WindmillSudoku": [(0, 1), (1, 4), (2, 2), (3, 0), (4, 3)],
}


def samurai(board):
    rows = [["."] * board.cols for _ in range(board.rows)]
    for number, (row, col) in enumerate(SUDOKUS[board.kind]):
        rows[3 * row][3 * col] = chr(ord("a") + number)
    return sized("samurai")(board) + drawing("board", rows)


def seams(solution, board, rows):
    """A cell names the side over which it is sewn."""
    return links("stitch")(solution, board, rows)


# Rule set: the file or files, the parts of a puzzle, the answer.
GENRES = {
    "bosanowa": ("Bosanowa", [more.bosanowa], as_is()),
    "cocktaillamp": ("CocktailLamp", [sized("cocktaillamp"), totals()], BLACK),
    "dotchiloop": ("DotchiLoop", [sized("dotchiloop"), grid("circle"), regions()], LOOP),
    "eulero": ("Eulero", [more.eulero], as_is()),
    "fobidoshi": ("Fobidoshi", [sized("fobidoshi"), grid("circle")], shade("circle", "blank", "o")),
    "frame": ("MarginSudoku", [boxed("frame"), strip("top"), strip("bottom"), strip("left"), strip("right"), grid("given")], as_is()),
    "grandtour": ("GrandTour", [more.grandtour], more.tour),
    "hanare": ("Hanare", [sized("hanare"), grid("number"), regions()], more.sizes),
    "diffneighbors": ("DiffNeighbors", [sized("diffneighbors"), grid("number"), regions()], more.digits),
    "mathrax": ("Mathrax", [more.mathrax], as_is()),
    "pills": ("Pills", [more.pills, grid("number")], more.laid),
    "onetox": ("OneToX", [more.onetox, strip("top"), strip("left"), grid("given"), regions()], as_is()),
    "patchwork": ("Patchwork", [more.patchwork, grid("given"), regions()], as_is()),
    "pfeilzahlen": ("Pfeilzahlen", [more.pfeilzahlen], more.arrows),
    "thermometers": ("Thermometer", [more.thermometers], shade("1", "0")),
    "wblink": ("Shirokuro", [sized("wblink"), grid("circle")], more.ties),
    "creek": ("Creek", [sized("creek"), dotted], BLACK),
    "galaxies": ("Galaxies", [galaxies], areas),
    "gokigen": ("GokigenNaname", [sized("gokigen"), dotted], values({"/": "up", "\\": "down"}.get)),
    "lits": ("LITS", [sized("lits"), regions()], values(lambda word: "white" if word == "-" else word.lower())),
    "shakashaka": ("Shakashaka", [sized("shakashaka"), grid("board", lambda word: {"x": "#", "5": "#"}.get(word, nothing(word)))],
                   values(lambda word: "blank" if word == "-" else word if word.isalpha() and word != "x" else None)),
    "araf": ("Araf", [sized("araf"), grid("number")], ties()),
    "bricks": ("Bricks", [square("bricks"), grid("given")], as_is()),
    "consecutive": ("ConsecutiveSudoku", [more.consecutive], as_is()),
    "digitalbattleship": ("DigitalBattleship", [more.digitalbattleship, strip("top"), strip("left"), grid("digit")],
                          values(lambda word: "water" if word in "-x" else "ship")),
    "factors": ("Factors", [square("factors"), totals(total="times")], as_is()),
    "kakkuru": ("Kakkuru", [sized("kakkuru"), grid("board")], values(lambda word: word)),
    "numbersnake": ("NumberSnake", [sized("numbersnake"), grid("number")], LOOP),
    "pipelink": ("Pipelink", [sized("pipelink"), grid("part")], LOOP),
    "shugaku": ("Shugaku", [sized("shugaku"), grid("number", table({**{str(n): str(n) for n in range(5)}, "5": "?"}))],
                values({"#": "pillow", "o": "body", "x": "aisle"}.get)),
    "terrax": ("TerraX", [sized("terrax"), grid("number"), regions()], more.digits),
    "tripletts": ("Tripletts", [sized("tripletts"), grid("given", table({"1": "c", "2": "s", "3": "t", "c": "c", "s": "s", "t": "t"})), regions()],
                  as_is()),
    "akari": ("Akari", [sized("akari"), grid("board", lambda word: {"x": "#"}.get(word, nothing(word)))],
              values({"o": "lamp", "-": "dark"}.get)),
    "aqre": ("Aqre", [sized("aqre"), totals()], BLACK),
    "balanceloop": ("BalanceLoop", [sized("balanceloop"), grid("circle", circle)], LOOP),
    "battleship": ("Battleship", [battleship, strip("top"), strip("left"), grid("part")],
                   values(lambda word: "water" if word in "-x" else "ship")),
    "castlewall": ("CastleWall", [sized("castlewall"), grid("post", post)], LOOP),
    "canalview": ("CanalView", [sized("canalview"), grid("number")], BLACK),
    "cave": ("Cave", [sized("cave"), grid("number")], shade("cave", "rock")),
    "countryroad": ("CountryRoad", [sized("countryroad"), totals()], LOOP),
    "detour": ("Detour", [sized("detour"), totals()], LOOP),
    "dominosa": ("Dominos", [dominosa, grid("number")], ties()),
    "doppelblock": ("DoppelBlock", [square("doppelblock"), strip("top"), strip("left")],
                    values(lambda word: "0" if word == "x" else word)),
    "easyas": ("ABCEndView", [easyas, strip("top"), strip("bottom"), strip("left"), strip("right"), grid("given")], as_is("x")),
    "entryexit": ("EntryExit", [sized("entryexit"), skip, regions()], LOOP),
    "evenodd": ("EvenOddSudoku", [boxed("evenodd"), parity], as_is()),
    "fourcells": ("Foseruzu", [lambda board: head("fourcells", r=board.rows, c=board.cols, size=board.size), grid("number")], ties()),
    "gappy": ("Gappy", [square("gappy"), strip("top"), strip("left")], BLACK),
    "geradeweg": ("Geradeweg", [sized("geradeweg"), grid("number")], LOOP),
    "hakoiri": ("Hakoiri", [sized("hakoiri"), grid("shape"), regions()], as_is("blank")),
    "hakyuu": ("Hakyuu", [hakyuu, grid("given"), regions()], as_is()),
    "hashi": ("Hashi", [sized("hashi"), grid("number")], bridges),
    "heyawake": ("Heyawake", [sized("heyawake"), totals("room")], BLACK),
    "hidato": ("Hidoku", [sized("hidato"), grid("given", number)], as_is()),
    "hitori": ("Hitori", [sized("hitori"), grid("number", number)], BLACK),
    "jigsaw": ("JigsawSudoku", [square("jigsaw"), grid("given"), regions()], as_is()),
    "juosan": ("Juosan", [sized("juosan"), totals()], values(table({"v": "upright", "h": "flat"}))),
    "kakurasu": ("Kakurasu", [sized("kakurasu"), strip("top"), strip("left")], shade("1", "0")),
    "kakuro": ("Kakuro", [kakuro], as_is()),
    "kenken": ("KenKen", [kenken], as_is()),
    "killer": ("KillerSudoku", [boxed("killer"), totals("cage")], as_is()),
    "koburin": ("Koburin", [sized("koburin"), grid("number")], both(LOOP, BLACK)),
    "kuromasu": ("Kuromasu", [sized("kuromasu"), grid("number")], BLACK),
    "kuroshuto": ("Kuroshuto", [sized("kuroshuto"), grid("number")], BLACK),
    "kurotto": ("Kurotto", [sized("kurotto"), grid("number", lambda word: {"o": "?"}.get(word, nothing(word)))], BLACK),
    "magnets": ("Magnetic", [magnets], values(lambda word: word)),
    "makaro": ("Makaro", [makaro], as_is()),
    "masyu": ("Masyu", [sized("masyu"), grid("pearl", table({"b": "b", "w": "w", "1": "w", "2": "b"}))], LOOP),
    "minesweeper": ("Minesweeper", [minesweeper, grid("number")], shade("mine", "free")),
    "moonsun": ("MoonSun", [sized("moonsun"), grid("sky", table({"o": "sun", "x": "moon"})), regions()], LOOP),
    "mosaic": ("Mosaic", [sized("mosaic"), grid("number")], BLACK),
    "nawabari": ("Nawabari", [sized("nawabari"), grid("number")], pieces),
    "nondango": ("Nondango", [sized("nondango"), grid("dot", table({"x": "o"})), regions()],
                 values({"o": "white", "x": "black"}.get)),
    "nonogram": ("Nonogram", [nonogram], shade("1", "0")),
    "norinori": ("Norinori", [sized("norinori"), skip, regions()], BLACK),
    "numberlink": ("NumberLink", [numberlink], LOOP),
    "nurimisaki": ("Nurimisaki", [sized("nurimisaki"), grid("cape", lambda word: {"o": "?"}.get(word, nothing(word)))], BLACK),
    "putteria": ("Putteria", [sized("putteria"), grid("given", lambda word: "number" if word.isdigit() else table({"x": "blank"})(word)), regions()],
                 values(lambda word: "number" if word.isdigit() else "blank")),
    "regionalyajilin": ("RegionalYajilin", [sized("regionalyajilin"), totals()], both(LOOP, BLACK)),
    "samurai": (" ".join(SUDOKUS), [samurai, grid("given")], as_is()),
    "shikaku": ("Shikaku", [sized("shikaku"), grid("number")], pieces),
    "shimaguni": ("Shimaguni", [sized("shimaguni"), totals()], BLACK),
    "shingoki": ("Shingoki", [sized("shingoki"), grid("circle", circle)], LOOP),
    "simpleloop": ("SimpleLoop", [sized("simpleloop"), grid("black")], LOOP),
    "skyscrapers": ("Skyscraper", [skyscrapers, strip("top"), strip("bottom"), strip("left"), strip("right"),
                                   grid("given")], as_is()),
    "skyscrapersudoku": ("SkyscraperSudoku", [boxed("skyscrapersudoku"), strip("top"), strip("bottom"), strip("left"),
                                              strip("right"), grid("given")], as_is()),
    "slitherlink": ("Slitherlink", [sized("slitherlink"), grid("number", number)], fence),
    "snake": ("Snake", [sized("snake"), strip("top"), strip("left"), grid("tip")], shade("1", "0")),
    "starbattle": ("Starbattle", [starbattle, regions()], shade("1", "0")),
    "stitches": ("Stitches", [stitches, strip("top"), strip("left"), regions()], seams),
    "str8ts": ("Str8t", [str8ts], as_is()),
    "sudoku": ("Sudoku", [boxed("sudoku"), grid("given", number)], as_is()),
    "sukoro": ("Sukoro", [sized("sukoro"), grid("given")], as_is("0")),
    "takuzu": ("Binairo", [takuzu, grid("given", table({"1": "1", "2": "0"}))], values({"1": "1", "2": "0"}.get)),
    "tatamibari": ("Tatamibari", [sized("tatamibari"), grid("sign", table({"h": "-", "v": "|", "s": "+"}))], pieces),
    "tents": ("Tent", [sized("tents"), strip("top"), strip("left"), grid("tree", table({"x": "t"}))], values({"o": "1", "-": "0"}.get)),
    "tilepaint": ("TilePaint", [sized("tilepaint"), strip("top"), strip("left"), regions()], BLACK),
    "yajilin": ("Yajilin", [sized("yajilin"), grid("arrow", arrow)], LOOP),
    "yinyang": ("YinYang", [sized("yinyang"), grid("given")], as_is()),
}


class Answer:
    """What is known of a board."""

    def __init__(self, same, board, rows):
        self.same, self.board, self.rows = same, board, rows
        self.cells = board.rows * board.cols

    def holds(self, solution):
        return self.same(solution, self.board, self.rows)

    def doubts(self, solution):
        """Whether the solution is told from an answer in which two neighbours have changed places, whichever they are."""
        for row, words in enumerate(self.rows):
            for col in range(len(words) - 1):
                if words[col] != words[col + 1]:
                    changed = [list(line) for line in self.rows]
                    changed[row][col:col + 2] = words[col + 1], words[col]
                    if not self.same(solution, self.board, changed):
                        return True
        return False


def lines(told):
    return [line.split() for line in told.strip("\n").split("\n")]


def entries(folder, kinds):
    """The problems of some files of the data set, with the name of the file."""
    for kind in kinds:
        with open(os.path.join(folder, "puzzlekit", kind + ".json")) as opened:
            for name, entry in json.load(opened)["data"].items():
                yield kind, name, entry


def boards(folder, genre):
    """The boards of a genre from small to large: the name, the text, and whether a solution is the known one."""
    if genre not in GENRES:
        return []
    files, parts, same = GENRES[genre]
    found = []
    for kind, name, entry in entries(folder, files.split()):
        problem, answer = lines(entry["problem"]), lines(entry["solution"] or "")
        rows, cols = int(problem[0][0]), int(problem[0][1])
        answer = answer[1:][-rows:]
        if len(answer) < rows:
            SKIPPED.append((genre, name, "no answer is told"))
            continue
        board = Board(rows, cols, problem[0][2:], problem[1:])
        board.size, board.kind = largest(answer), kind
        try:
            told = text(board, parts)
        except Unsaid as unsaid:
            SKIPPED.append((genre, name, str(unsaid)))
            continue
        found.append((name, told, Answer(same, board, answer)))
    return sorted(found, key=lambda entry: (entry[2].cells, entry[0]))
