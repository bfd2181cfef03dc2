"""Rows on making puzzles: gridlog's are minimal, each proved to have one solution; Tatham's can be solved by his logic."""

import re

from measure import Absent, Job, best
from table import Entry

# Rule set, its params, the program of Tatham and its size, and the gate.
GENERATORS = [
    ("slitherlink 10x10", ["slitherlink", "--set", "r=10", "--set", "c=10"], "sgt-loopy", "10x10t0dn", 10),
    ("hitori 8x8", ["hitori", "--set", "r=8", "--set", "c=8"], "sgt-singles", "8x8dk", 10),
    ("tents 10x10", ["tents", "--set", "r=10", "--set", "c=10"], "sgt-tents", "10x10dt", 10),
    ("hashi 10x10", ["hashi", "--set", "r=10", "--set", "c=10"], "sgt-bridges", "10x10i30e10m2d1", 10),
    ("shikaku 9x9", ["shikaku", "--set", "r=9", "--set", "c=9"], "sgt-rect", "9x9", 10),
    ("nonogram 15x15", ["nonogram", "--set", "r=15", "--set", "c=15"], "sgt-pattern", "15x15", 10),
    ("skyscrapers 6x6", ["skyscrapers", "--set", "n=6"], "sgt-towers", "6dh", 10),
    ("akari 10x10", ["akari", "--set", "r=10", "--set", "c=10"], "sgt-lightup", "10x10b20s4d1", 10),
    ("takuzu 20x20", ["takuzu", "--set", "n=20"], "sgt-unruly", "20x20udn", None),
]


def generate(here, words, count):
    return Job([here.gridlog, "generate", *words, "--count", str(count), "--seed", "1", "-q"], limit=120)


def made(out):
    return len(re.findall(r"^use ", out, re.M))


def sudoku(here):
    """Minimal sudokus, 2,500 a second."""
    peers = here.present({"sudoku crate": "SUDOKU_LINES", "tdoku": "TDOKU_LINES"})
    count = 200
    runs = best([generate(here, ["sudoku"], count)] + [Job([program, "generate", "2000"]) for program in peers.values()])
    ours = runs[0].cpu / count
    note = f"{1 / ours:.0f} a second" + ("" if made(runs[0].out) == count else f"; only {made(runs[0].out)} of {count} made")
    yield Entry("Generating", "minimal sudoku", ours, seconds=1 / 2500, note=note)
    for peer, one in zip(peers, runs[1:]):
        yield Entry("Generating", "minimal sudoku", ours, peer, one.cpu / 2000)


def takuzu(here):
    """A takuzu of 14 rows, in 10 ms; Tatham's too has all lines different."""
    count = 10
    jobs = [generate(here, ["takuzu", "--set", "n=14"], count)]
    tatham = here.tatham("sgt-unruly")
    runs = best(jobs + [Job([tatham, "--generate", str(count), "14x14udn"])])
    ours, theirs = (one.cpu / count for one in runs)
    yield Entry("Generating", "takuzu 14x14", ours, "Tatham's", theirs, seconds=0.01)


def others(here):
    for name, words, program, size, gate in GENERATORS:
        try:
            tatham = here.tatham(program)
        except Absent as absent:
            here.skip(name, absent)
            continue
        count = 5
        runs = best([generate(here, words, count), Job([tatham, "--generate", str(count), size], limit=60)], seconds=1.0)
        note = "" if made(runs[0].out) == count else f"only {made(runs[0].out)} of {count} made in {runs[0].wall:.0f} s"
        yield Entry("Generating", name, runs[0].cpu / count, "Tatham's", runs[1].cpu / count, gate, note=note)


ROWS = [sudoku, takuzu, others]
