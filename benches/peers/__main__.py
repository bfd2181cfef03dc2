#!/usr/bin/env python3
"""Measures gridlog beside its peers: `python3 benches/peers --corpora FOLDER`. docs/benchmarks.md tells how peers are found."""

import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile

import making
import planning
import solving
from measure import Absent
from table import losses, row, table

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "benchmarks.md")
MARKS = ("<!-- measured: begin -->\n", "<!-- measured: end -->\n")


class Here:
    """What is on this machine: the program, the corpora, the peers, and a folder for inputs."""

    def __init__(self, options, folder):
        self.gridlog = os.path.abspath(options.gridlog) if os.sep in options.gridlog else options.gridlog
        self.corpora = options.corpora
        self.puzzles = options.boards
        self.stages = options.stages
        self.folder = folder
        self.skipped = []

    def skip(self, what, why):
        """Nothing is left out in silence."""
        told = f"{what}: {why}"
        if told not in self.skipped:
            self.skipped.append(told)
            print(f"SKIPPED {told}", file=sys.stderr)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def corpus(self, *place):
        path = os.path.join(self.corpora or "", *place)
        if not self.corpora or not os.path.exists(path):
            raise Absent(f"no {'/'.join(place)} in the folder of --corpora")
        return path

    def boards(self):
        if not self.puzzles or not os.path.isdir(self.puzzles):
            raise Absent("no folder of --boards")
        return self.puzzles

    def program(self, variable):
        """The peer that an environment variable names, or of that name on the path."""
        found = os.environ.get(variable) or shutil.which(variable.lower()) or shutil.which(variable.lower().replace("_", "-"))
        if not found or not os.path.exists(found):
            raise Absent(f"no {variable}")
        return found

    def present(self, variables):
        """Those of several peers that are here."""
        found = {}
        for name, variable in variables.items():
            try:
                found[name] = self.program(variable)
            except Absent as absent:
                self.skip(name, absent)
        return found

    def printed_stages(self):
        if not self.stages or not os.path.exists(self.stages):
            raise Absent("no file of --stages")
        return open(self.stages).read()

    def tatham(self, program):
        found = shutil.which(program) or shutil.which(program, path="/usr/games")
        if not found:
            raise Absent(f"no {program}")
        return found


def first_line(words):
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=20).stdout.strip().split("\n")[0]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def revision(folder):
    return first_line(["git", "-C", folder, "log", "-1", "--format=%h, %as"])


def versions(here):
    """What was compared with what."""
    told = [f"{first_line([here.gridlog, '--version'])} ({revision(os.path.dirname(PAGE))})", first_line(["rustc", "--version"])]
    for name, variable in (("tdoku", "TDOKU_LINES"), ("cspuz_core", "CSPUZ_LINES"), ("Interactive-Sudoku-Solver", "ISS")):
        version = os.environ.get(variable + "_VERSION")
        if not version and variable == "ISS" and os.environ.get(variable):
            version = revision(os.environ[variable])
        told += [f"{name} {version}"] if version else []
    if os.environ.get("SUDOKU_LINES") or shutil.which("sudoku-lines"):
        told.append("sudoku crate 0.8")
    told += [first_line([os.environ["NONOGRID"], "--version"])] if os.environ.get("NONOGRID") else []
    for package in ("clingo", "ortools", "python-sat"):
        try:
            from importlib.metadata import version
            told.append(f"{package} {version(package)}")
        except ImportError:
            pass
    tatham = first_line(["dpkg-query", "-W", "-f", "${Version}", "sgt-puzzles"])
    told += [f"sgt-puzzles {tatham}"] if tatham else []
    return ", ".join(part for part in told if part)


def processor():
    for line in open("/proc/cpuinfo") if os.path.exists("/proc/cpuinfo") else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(prog="benches/peers", description=__doc__)
    parser.add_argument("--gridlog", default="target/release/gridlog", help="the program to measure")
    parser.add_argument("--corpora", help="the folder with sudoku9/, takuzu/ and so on")
    parser.add_argument("--boards", help="the folder with Akari_00.puzzle and so on")
    parser.add_argument("--stages", help="what `cargo bench --bench stages` has printed")
    parser.add_argument("--only", default="", help="rows to measure, by the names of their functions: sudokus,killers")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    entries = []
    with tempfile.TemporaryDirectory() as folder:
        here = Here(options, folder)
        for rows in solving.ROWS + planning.ROWS + making.ROWS:
            if options.only and rows.__name__ not in options.only.split(","):
                continue
            print(f"{rows.__name__} ..", file=sys.stderr, flush=True)
            try:
                for entry in rows(here):
                    entries.append(entry)
                    print(row(entry), file=sys.stderr, flush=True)
            except Absent as absent:
                here.skip(rows.__name__, absent)
        text = f"Measured on {datetime.date.today()}, one core of {processor()}, CPU time of one puzzle, best of several runs.\n"
        text += f"Versions: {versions(here)}.\n\n"
        text += table(entries) + "\n" + losses(entries)
        if here.skipped:
            text += "\nNot measured: " + "; ".join(here.skipped) + ".\n"
    print(text)
    if options.write:
        page = open(PAGE).read()
        before, rest = page.split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        with open(PAGE, "w") as file:
            file.write(before + MARKS[0] + text + MARKS[1] + after)


if __name__ == "__main__":
    main()
