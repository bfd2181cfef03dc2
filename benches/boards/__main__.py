#!/usr/bin/env python3
"""Judges the rule sets by boards of others: `python3 benches/boards --corpora FOLDER --write` makes the table of docs/rules.md,
`--only GENRES --write` some rows of it."""

import argparse
import glob
import os
import statistics
import sys
import tempfile
from collections import Counter

import cspuz
import puzzlekit
import pzpr
from known import LEFT_OUT, NO_RULES
from text import SKIPPED
from measure import FAULTY, OTHER, RIGHT, UNDECIDED, filled, unique

OTHERS = "a genre that has no rule set"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGE = os.path.join(ROOT, "docs", "rules.md")
MARKS = ("<!-- boards: begin -->\n", "<!-- boards: end -->\n")


def length(genre):
    """The lines of a rule set, without those that are empty, comments, or about drawing and setting."""
    count, inside = 0, False
    for line in open(os.path.join(ROOT, "rules", genre + ".rules")):
        line = line.split("%")[0].strip() if '"' not in line else line.strip()
        if not line or line.startswith("%"):
            continue
        # A clause of `draw`, `offer` or `sketch` may go on for some lines, up to the full stop.
        aside = inside or line.split(" ")[0] in ("draw", "offer", "sketch")
        inside = aside and not line.endswith(".")
        count += not aside
    return count


def spread(found, most):
    """As many boards as that, from the smallest to the largest."""
    if len(found) <= most or not most:
        return found[:most]
    return [found[round(at * (len(found) - 1) / max(most - 1, 1))] for at in range(most)]


def judged(options, folder, genre, boards, judge):
    """How boards come out, and the times of computing; those that are no measure are left out."""
    counts, times = {RIGHT: 0, OTHER: 0, UNDECIDED: 0, FAULTY: 0}, []
    for name, text, known in boards:
        outcome, took, told = judge(options.gridlog, folder, text, known, options.seconds)
        counts[outcome] += 1
        times.append(took)
        if outcome != RIGHT or options.loud:
            print(f"  {genre} {name}: {outcome}, {told} ({took:.2f} s)", file=sys.stderr, flush=True)
        if outcome != RIGHT and options.keep:
            with open(os.path.join(options.keep, f"{genre}_{name}.puzzle"), "w") as file:
                file.write(text)
    return counts, times


def row(genre, solved, times, checked):
    median = f"{statistics.median(times) * 1000:.0f}" if times else ""
    undecided = solved[UNDECIDED] + checked[UNDECIDED]
    return f"| {genre} | {length(genre)} | {sum(solved.values()) or ''} | {undecided or ''} | {median} | {sum(checked.values()) or ''} |"


def merged(rows):
    """The rows of the page, with those of this run in their places: genres that were not run keep theirs."""
    table = open(PAGE).read().split(MARKS[0])[1].split(MARKS[1])[0].split("\n")
    kept = [line for line in table if line.count("|") == 7 and not line.startswith(("|--", "| genre"))]
    found = {line.split("|")[1]: line for line in kept}
    found.update((line.split("|")[1], line) for line in rows)
    return [found[genre] for genre in sorted(found)]


def summed(rows, seconds, wrong):
    """All rows in a sentence."""
    def total(column):
        return sum(int(line.split("|")[column].strip() or 0) for line in rows)
    boards, undecided = total(3) + total(6), total(4)
    lines = statistics.median(int(line.split("|")[2]) for line in rows)
    return (f"{len(rows)} genres of {lines:.0f} lines in the median, {boards} boards: {boards - undecided - wrong} came out as known, "
            f"{wrong} otherwise, {undecided} were undecided after {seconds} s of computing.")


def left(corpora, refused):
    """What was not tried, and why."""
    reasons = Counter(reason for *_, reason in SKIPPED) + Counter(LEFT_OUT.values())
    reasons += Counter(f"an address of {OTHERS}" if "a genre that" in why else f"an address: {why}" for _, why in refused)
    files = {os.path.basename(path)[:-5] for path in glob.glob(os.path.join(corpora, "puzzlekit", "*.json"))}
    files -= {name for files, *_ in puzzlekit.GENRES.values() for name in files.split()}
    for name in sorted(files):
        why = NO_RULES.get(name, "it has no rule set")
        reasons[f"{name}: {why}"] += sum(1 for _ in puzzlekit.entries(corpora, [name]))
    told = "; ".join(f"{many} ({why})" for why, many in reasons.most_common())
    return f"{sum(reasons.values())} boards were not tried: {told}."


def main():
    parser = argparse.ArgumentParser(prog="benches/boards", description=__doc__)
    parser.add_argument("--gridlog", default="target/release/gridlog", help="the program to judge")
    parser.add_argument("--corpora", default=os.path.join(ROOT, "..", "shared", "corpora"), help="the folder with puzzlekit/ and pzpr/")
    parser.add_argument("--only", default="", help="genres to judge: akari,yajilin")
    parser.add_argument("--most", type=int, default=1000, help="boards of a genre, from the smallest to the largest")
    parser.add_argument("--cells", type=int, default=100_000, help="cells of a board to be solved, at most")
    parser.add_argument("--seconds", type=int, default=10, help="seconds of computing for a board")
    parser.add_argument("--keep", help="a folder for boards that did not come out right")
    parser.add_argument("--loud", action="store_true", help="tell about every board")
    parser.add_argument("--write", action="store_true", help="put the table into docs/rules.md")
    options = parser.parse_args()
    if not os.path.isdir(options.corpora):
        print(f"SKIPPED, nothing was judged: no boards at {options.corpora}", file=sys.stderr)
        return 0
    options.gridlog = os.path.abspath(options.gridlog)
    addresses, refused = cspuz.read(options.gridlog, options.corpora)
    genres = sorted({*puzzlekit.GENRES, *(rules for rules, _ in pzpr.GENRES.values()), *addresses})
    rows, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(ROOT, "rules", "*.rules")):
            os.symlink(os.path.abspath(path), os.path.join(folder, os.path.basename(path)))
        for genre in genres:
            # What is left out is told of all genres, also where some are run.
            problems, filled_in = (
                [board for board in source.boards(options.corpora, genre) if (genre, board[0]) not in LEFT_OUT]
                for source in (puzzlekit, pzpr))
            if options.only and genre not in options.only.split(","):
                continue
            problems = [board for board in problems if board[2].cells <= options.cells] + addresses.get(genre, [])
            solved, times = judged(options, folder, genre, spread(problems, options.most), unique)
            checked, _ = judged(options, folder, genre, filled_in, filled)
            rows.append(row(genre, solved, times, checked))
            print(rows[-1], file=sys.stderr, flush=True)
            wrong += sum(counts[key] for counts in (solved, checked) for key in (OTHER, FAULTY))
    if options.write and options.only:
        rows = merged(rows)
    summary = f"{summed(rows, options.seconds, wrong)}\n\n{left(options.corpora, refused)}"
    table = "\n".join(["| genre | lines | boards | undecided | median ms | filled in |", "|---|--:|--:|--:|--:|--:|", *rows])
    print(f"{summary}\n\n{table}")
    if options.write:
        page = open(PAGE).read()
        before, rest = page.split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        with open(PAGE, "w") as file:
            file.write(f"{before}{MARKS[0]}{summary}\n\n{table}\n{MARKS[1]}{after}")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
