"""Rows on solving: each puzzle proved to have exactly one solution, from text to checked answer, in one process a set."""

import glob
import os
import re
import statistics
from collections import Counter

import boards
import general
from measure import Job, best, fastest, run
from table import Entry, geometric, time


def answers(out):
    """How many puzzles got which answer, from the summary of gridlog or the lines of a driver."""
    told = re.search(r"^\d+ puzzles: (.*)$", out, re.M)
    if told:
        return {word: int(count) for count, word in re.findall(r"(\d+) (\w+)", told[1])}
    return Counter(line.split()[0] for line in out.splitlines() if line)


def agree(names, runs):
    """A remark where the programs do not tell the same."""
    found = [answers(one.out) for one in runs]
    if all(told == found[0] and "unknown" not in told for told in found):
        return ""
    return "; ".join(f"{name}: " + ", ".join(f"{count} {word}" for word, count in sorted(told.items()))
                     for name, told in zip(names, found))


def sudokus(here):
    """9x9 lists, beside programs that can do nothing else."""
    sets = [
        ("17 clues", "puzzles2_17_clue", 5000, {"sudoku crate": 5}),
        ("random minimal", "gen_random_minimal_20000", 5000, {}),
        ("hardest, 11+", "puzzles5_forum_hardest_1905_11+", 1000, {"tdoku": 3}),
        ("several solutions", "gen_multi_5000", 3000, {}),
        ("no solution", "gen_zero_solutions_10000", 5000, {}),
    ]
    peers = here.present({"sudoku crate": "SUDOKU_LINES", "tdoku": "TDOKU_LINES"})
    for name, file, most, gates in sets:
        puzzles = boards.lines(here.corpus("sudoku9", file))[:most]
        path = here.write("sudokus.txt", "\n".join(puzzles) + "\n")
        jobs = [Job([here.gridlog, "solve", "sudoku", path, "--unique", "-f", "line"])]
        jobs += [Job([program, "solve"], open(path).read()) for program in peers.values()]
        runs = best(jobs)
        remark = agree(["gridlog", *peers], runs)
        per = [one.cpu / len(puzzles) for one in runs]
        for peer, theirs in zip(peers, per[1:]):
            yield Entry("Sudoku 9x9", name, per[0], peer, theirs, gates.get(peer), note=remark)
        for peer, theirs in general.sudoku(here, puzzles[:10]) if name in ("17 clues", "hardest, 11+") else []:
            yield Entry("Sudoku 9x9", name, per[0], peer, theirs)


def large(here):
    """Larger grids, where general solvers are the peers."""
    puzzles = [line.split()[0] for line in boards.lines(here.corpus("sudoku_big", "gecode_16x16_solved.txt"))]
    path = here.write("sixteen.txt", "\n".join(puzzles) + "\n")
    ours = best([Job([here.gridlog, "solve", "sudoku", path, "--set", "r=4", "--set", "c=4", "--unique", "-f", "line"])])[0]
    remark = agree(["gridlog"], [ours])
    per = ours.cpu / len(puzzles)
    yield Entry("Large grids", "sudoku 16x16", per, seconds=1e-3, note=remark)
    for peer, theirs in general.sudoku(here, puzzles[:10]):
        yield Entry("Large grids", "sudoku 16x16", per, peer, theirs)
    for level, name in ((1, "takuzu 20x20, easy"), (2, "takuzu 20x20, hard")):
        file = here.corpus("takuzu", f"borroot_puzzlebinairo_20_level{level}.txt")
        puzzles = [line.split()[1] for line in boards.lines(file)]
        path = here.write("twenty.txt", "\n".join(puzzles) + "\n")
        ours = best([Job([here.gridlog, "solve", "takuzu", path, "--set", "n=20", "--unique", "-f", "line"])])[0]
        per = ours.cpu / len(puzzles)
        yield Entry("Large grids", name, per, seconds=1e-4, note=agree(["gridlog"], [ours]))
        for peer, theirs in general.takuzu(here, puzzles[:5]):
            yield Entry("Large grids", name, per, peer, theirs)


def hard(here):
    """Boards where search is what counts: takuzus of few clues beside clingo, sudokus of 25x25 beside CaDiCaL."""
    seeds = range(3)
    paths, told = [], []
    for file in sorted(glob.glob(os.path.join(here.corpus("takuzu"), "gen_*.txt"))):
        alike = "" if file.endswith("u.txt") else "drop rows.\ndrop columns.\n"
        for line in boards.lines(file):
            size, puzzle = int(line.split()[0]), line.split()[1]
            told.append((puzzle, not alike))
            cells = [puzzle[at:at + size] for at in range(0, len(puzzle), size)]
            text = f"use takuzu with n = {size}.\n{alike}{boards.picture('given', cells)}"
            paths.append(here.write(f"takuzu{len(paths):02}.puzzle", text))
    runs = [run(Job([here.gridlog, "solve", "--unique", "--seed", str(seed), *paths], limit=900)) for seed in seeds]
    remark = "; ".join(sorted({agree(["gridlog"], [one]) for one in runs} - {""}))
    ours = sum(one.cpu for one in runs) / len(seeds) / len(paths)
    for peer, theirs in general.takuzu_of_few_clues(here, told, seeds):
        yield Entry("Hard and large", f"takuzu 32 to 80, few clues ({len(paths)} boards, {len(seeds)} seeds)", ours, peer, theirs, 1, note=remark)
    ratios, undecided, totals = [], 0, [0.0, 0.0]
    puzzles = [line.split()[0] for line in boards.lines(here.corpus("sudoku_big", "gecode_25x25_solved.txt"))]
    for puzzle in puzzles:
        path = here.write("twentyfive.txt", puzzle + "\n")
        ours = run(Job([here.gridlog, "solve", "sudoku", path, "--set", "r=5", "--set", "c=5", "--unique"], limit=300))
        undecided += ours.status not in (0, 1)
        theirs = general.cadical(puzzle)
        ratios.append(ours.cpu / theirs)
        totals = [totals[0] + ours.cpu, totals[1] + theirs]
    remark = f"of the ratios of single boards the middle one is {statistics.median(ratios):.2f}, the largest {max(ratios):.2f}"
    remark += f"; {undecided} undecided" if undecided else "; all decided"
    yield Entry("Hard and large", f"sudoku 25x25 ({len(puzzles)} boards)", totals[0] / len(puzzles), "CaDiCaL", totals[1] / len(puzzles), 2, note=remark)


def inputs(here):
    """The same puzzles as plain lines and in formats of other programs: rules are to be compiled once, whatever the input."""
    puzzles = boards.lines(here.corpus("sudoku9", "gen_random_minimal_20000"))[:2000]
    path = here.write("plain.txt", "\n".join(puzzles) + "\n")
    words = [here.gridlog, "solve", "--unique", "-f", "line"]
    plain, other = best([Job([*words, "sudoku", path]), Job([*words, "--from", "sdm", path])])
    per = [one.cpu / len(puzzles) for one in (other, plain)]
    yield Entry("Whatever the input", "2,000 sudokus, `--from sdm`", per[0], "plain lines", per[1], note=agree(["sdm", "plain"], [other, plain]))
    puzzles = [line.split()[1] for line in boards.lines(here.corpus("takuzu", "borroot_puzzlebinairo_20_level1.txt"))][:100]
    path = here.write("plain.txt", "\n".join(puzzles) + "\n")
    paths = [here.write(f"ist{at}", boards.ist(puzzle)) for at, puzzle in enumerate(puzzles)]
    plain, other = best([Job([*words, "takuzu", path, "--set", "n=20"]), Job([*words, "--from", "ist", *paths])])
    per = [one.cpu / len(puzzles) for one in (other, plain)]
    yield Entry("Whatever the input", "100 takuzu 20x20, `--from ist`", per[0], "plain lines", per[1], note=agree(["ist", "plain"], [other, plain]))


GENRES = ("Akari", "Hitori", "Heyawake", "Hashi", "Norinori", "Slitherlink", "Starbattle", "Masyu", "Nurikabe", "Kakuro",
          "Fillomino", "Tent", "Shikaku")


def genres(here):
    """Loops, shadings and numbers beside cspuz, one process a genre on both sides."""
    cspuz = here.program("CSPUZ_LINES")
    ratios = []
    for genre in GENRES:
        paths = sorted(glob.glob(os.path.join(here.boards(), f"{genre}_*.puzzle")))
        pairs = [(path, boards.address(path)) for path in paths]
        pairs = [(path, url) for path, url in pairs if url]
        ours = Job([here.gridlog, "solve", "--unique", "--time-limit", "5s", *(path for path, _ in pairs)])
        theirs = Job([cspuz], "\n".join(url for _, url in pairs) + "\n", once=genre == "Shikaku")
        runs = best([ours, theirs])
        per = [one.cpu / len(pairs) for one in runs]
        if genre != "Nurikabe":
            ratios.append(per[0] / per[1])
        gate = None if genre == "Nurikabe" else 1
        remark = agree(["gridlog", "cspuz"], runs)
        yield Entry("Loops, shadings, numbers", f"{genre.lower()} ({len(pairs)} boards)", per[0], "cspuz", per[1], gate, note=remark)
    note = f"geometric mean of the ratios of all genres but nurikabe: {geometric(ratios):.2f}"
    yield Entry("Loops, shadings, numbers", "all", None, "cspuz", None, note=note)


def killers(here):
    """Hard killer sudokus beside Interactive-Sudoku-Solver, which is warm: one process solves them all twice."""
    puzzles = boards.records(here.corpus("sudoku", "variants", "hard_killers.jsonl"))
    checkout = here.program("ISS")
    paths = [here.write(f"killer{at:02}.puzzle", boards.killer(puzzle["input"])) for at, puzzle in enumerate(puzzles)]
    patience = 10
    ours = run(Job([here.gridlog, "solve", "--unique", "--time-limit", f"{patience}s", *paths], limit=900))
    driver = os.path.join(os.path.dirname(os.path.abspath(__file__)), "iss_lines.mjs")
    text = "\n".join(puzzle["input"] for puzzle in puzzles) + "\n"
    theirs = run(Job(["node", driver, checkout], text * 2, limit=900))
    told = [line.split() for line in theirs.out.strip().split("\n")][len(puzzles):]
    found, expected = answers(ours.out), Counter(line[0] for line in told)
    undecided = found.pop("unknown", 0)
    note = f"{undecided} of {len(puzzles)} undecided in {patience} s" if undecided else f"all {len(puzzles)} decided"
    note += "" if undecided or found == expected else f"; gridlog says {found}, the peer {dict(expected)}"
    spent = sum(float(line[1]) for line in told) / 1000 / len(puzzles)
    yield Entry("Killer", "hard killers", ours.cpu / len(puzzles), "Interactive-Sudoku-Solver", spent, 1, note=note)


def nonograms(here):
    """A process for each puzzle, since nonogrid reads one."""
    nonogrid = here.program("NONOGRID")
    sets = [(f"{n}x{n}", ("nonogram_sgt", f"{n}x{n}.jsonl"), 8) for n in (10, 15, 20, 30, 40)]
    sets.append(("MiniZinc challenge", ("nonogram", "minizinc_nonograms.jsonl"), 20))
    for name, place, most in sets:
        records = boards.records(here.corpus(*place))[:most]
        spent, undecided = [0.0, 0.0], 0
        for record in records:
            ours = here.write("nonogram.puzzle", boards.nonogram(record))
            theirs = here.write("nonogram.toml", boards.nonogrid(record))
            jobs = [Job([here.gridlog, "solve", "--unique", "--time-limit", "5s", ours], limit=60),
                    Job([nonogrid, "--max-solutions", "2", "--timeout", "5", theirs], limit=60)]
            runs = best(jobs, seconds=0.3, most=5)
            undecided += runs[0].status not in (0, 1)
            spent = [total + one.cpu for total, one in zip(spent, runs)]
        note = f"{undecided} of {len(records)} undecided in 5 s" if undecided else ""
        per = [total / len(records) for total in spent]
        yield Entry("Nonograms", name, per[0], "nonogrid", per[1], 3, note=note)


def magic(here):
    """Magic squares of 4 to 10, whole process, the slowest of 20 seeds."""
    for size in range(4, 11):
        times = [run(Job([here.gridlog, "solve", "magic", "--set", f"n={size}", "--seed", str(seed)], limit=60)).cpu
                 for seed in range(1, 21)]
        note = f"mean {sum(times) / len(times) * 1000:.0f} ms"
        yield Entry("Magic squares, first one", f"{size}x{size}, slowest of 20 seeds", max(times), seconds=0.2, note=note)


def process(here):
    """One sudoku as a process of its own, above the cost of any process."""
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    nothing = fastest(["true"], 200)
    ours = fastest([here.gridlog, "solve", "sudoku", puzzle], 200)
    note = f"`true` takes {nothing[0] * 1000:.2f} ms, gridlog {ours[0] * 1000:.2f} ms, on the clock"
    yield Entry("One process", "one 9x9, above `true`", max(ours[0] - nothing[0], 1e-6), seconds=1.5e-3, note=note)


# Boards of `cargo bench --bench stages`, and how many seconds expansion and posting may take together.
STAGES = {
    "hitori 17x17": 0.5e-3, "akari 14x14": 0.5e-3, "norinori 18x20": 0.5e-3, "hashi 17x17": 2e-3, "heyawake 14x24": 2e-3,
    "slitherlink 10x18": 2e-3, "star battle 14x14": 2e-3, "nurikabe 10x18": 2e-3, "shikaku 14x24": 20e-3,
    "takuzu 64x64": 10e-3, "sudoku 9x9": 0.1e-3, "dominosa 41x42": 0.5, "rule file of 1 MB": 0.1,
}


def stages(here):
    """From text to propagators, as `cargo bench --bench stages` has printed it."""
    found = {}
    for name, stage, number, unit in re.findall(r"^(.+?)/(\w+)\s+time:\s+\[\S+ \S+ ([\d.]+) (\S+)", here.printed_stages(), re.M):
        if not name.startswith(("board ", "rule file")):
            continue
        size = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[unit]
        found[name.removeprefix("board "), stage] = float(number) * size
    for name, seconds in STAGES.items():
        whole = found.get((name, "both")) or found.get((name, "resolve"))
        if not whole:
            here.skip(f"stages of {name}", "not in the file of --stages")
            continue
        parts = [f"{what} {time(found[name, stage])}" for stage, what in (("ground", "expansion"), ("post", "posting"))
                 if (name, stage) in found]
        yield Entry("Expansion and posting", name, whole, seconds=seconds, note=", ".join(parts))


ROWS = [stages, sudokus, large, hard, inputs, genres, killers, nonograms, magic, process]
