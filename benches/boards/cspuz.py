"""Addresses of puzz.link with the cells that are certain, from cspuz's tests: gridlog reads them itself, and tells of which genre they are."""

import json
import os
import re
import subprocess

from answers import LINK, others

# Genres whose answers are drawn in ways of their own there.
OTHERWISE = {"hashi": "bridges are drawn step by step"}
SIDE = re.compile(r"drawn\(\{dot\((\d+), (\d+)\), dot\((\d+), (\d+)\)\}\)")


class Certain:
    """What is certain of a board: signs at cells, which have odd numbers, and at the links between them."""

    def __init__(self, cells, frame, signs):
        self.cells, self.frame, self.signs = cells, frame, signs

    def found(self, solution):
        """Places of the drawing with the values that they have in a solution."""
        rows = solution.get("rows", []) if isinstance(solution, dict) else solution
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                if value is not None:
                    yield (2 * row + 1, 2 * col + 1), str(value)
        for name, value in others(solution).items() if isinstance(solution, dict) else ():
            ends, side = LINK.fullmatch(name), SIDE.fullmatch(name)
            if ends and ends[1] in ("link", "tie"):
                row, col, down, right = (int(part) for part in ends.groups()[1:])
                yield (row + down - 1, col + right - 1), str(value)
            elif side:
                row, col, down, right = (int(part) for part in side.groups())
                yield (row + down, col + right), str(value)

    def agrees(self, solution, signs):
        """Numbers are told as they are. Other signs have other names there, but each stands for the same everywhere."""
        names, compared = {}, 0
        for (y, x), value in self.found(solution):
            sign = signs.get((y + 2 * self.frame, x + 2 * self.frame))
            if sign is None:
                continue
            compared += 1
            if sign.isdigit() and value.lstrip("-").isdigit():
                if sign != value:
                    return False
                continue
            kind = (y % 2 and x % 2, "number" if sign.isdigit() else sign)
            if names.setdefault(kind, value) != value:
                return False
        return compared > 0

    def holds(self, solution):
        return self.agrees(solution, self.signs)

    def doubts(self, solution):
        """Whether some sign could not stand where another does."""
        for place, sign in sorted(self.signs.items()):
            alike = (other for at, other in self.signs.items() if other != sign and at[0] % 2 == place[0] % 2 and at[1] % 2 == place[1] % 2)
            other = next(alike, None)
            if other and not self.agrees(solution, {**self.signs, place: other}):
                return True
        return False


def signs(answer):
    found = {}
    for item in answer["data"]:
        if item["color"] == "green":
            told = item["item"]
            found[item["y"], item["x"]] = told if isinstance(told, str) else str(told.get("data", ""))
    return found


def read(gridlog, folder):
    """All addresses that gridlog reads, by genre; and of how many it says that it does not, with its words."""
    by_genre, refused = {}, []
    for line in open(os.path.join(folder, "cspuz", "cspuz_tests.jsonl")):
        entry = json.loads(line)
        address, answer = entry["url"], entry["answer"]
        if not answer or not answer.get("hasAnswer"):
            refused.append((entry["puzzle"], "no answer is told"))
            continue
        told = subprocess.run([gridlog, "convert", "--from", "puzzlink", "--to", "puzzle", "-"], input=address, capture_output=True, text=True)
        genre = re.search(r'^use "?(\w+)', told.stdout, re.M)
        if told.returncode or not genre:
            why = re.search(r"error\[\w+\]: (.*)", told.stderr)
            refused.append((entry["puzzle"], why[1] if why else told.stderr.strip()[:100]))
            continue
        if genre[1] in OTHERWISE:
            refused.append((entry["puzzle"], OTHERWISE[genre[1]]))
            continue
        rows, cols = answer["height"], answer["width"]
        # What is drawn outside the board there has a row of its own.
        drawing, size = re.search(r'"""\n(.*?)\n"""', told.stdout, re.S), re.search(r"/(\d+)/(\d+)/", address)
        height = len(drawing[1].split("\n")) if drawing else int(size[2]) if size else rows
        frame = int(rows > height)
        known = Certain(rows * cols, frame, signs(answer))
        name = f"{entry['puzzle']} {len(by_genre.get(genre[1], []))}"
        by_genre.setdefault(genre[1], []).append((name, told.stdout, known))
    return by_genre, refused
