"""Rows on puzzles of moves: shortest plans beside Fast Downward's blind and LM-cut searches, on boards made from a seed.

A planner is told a position and the moves in PDDL, as an expert would write them: one fluent for each thing that stands somewhere.
Its translator, a program in Python, is not counted; gridlog's whole process is.
"""

import importlib.util
import os
import random
import re
import subprocess
import sys

from measure import Absent, Job, best
from table import Entry

SEARCHES = {"Fast Downward, blind": "astar(blind())", "Fast Downward, LM-cut": "astar(lmcut())"}
SIDES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def name(cell):
    return f"c{cell[0]}x{cell[1]}"


def beside(cell, side):
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def problem(domain, things, facts, goal):
    return (f"(define (problem p) (:domain {domain}) (:objects {things})\n(:init " + "\n".join(facts)
            + f")\n(:goal (and {' '.join(goal)})))\n")


def sokoban(seed):
    """A walled room with pillars, as many crates as targets, and the player; nothing where a crate is stuck from the start."""
    draw = random.Random(seed)
    rows, cols, crates = draw.choice([(7, 8), (8, 8), (8, 9)]) + (draw.choice([3, 4]),)
    inner = [(r, c) for r in range(1, rows - 1) for c in range(1, cols - 1)]
    walls = set(draw.sample(inner, len(inner) // 7))
    free = [cell for cell in inner if cell not in walls]
    middle = [cell for cell in free if sum(beside(cell, side) in free for side in SIDES) >= 3]
    things = draw.sample(middle, crates) if len(middle) >= crates else []
    rest = [cell for cell in free if cell not in things]
    targets = draw.sample(rest, crates)
    player = draw.choice([cell for cell in rest if cell not in targets])
    if not things:
        return None
    sign = {**{cell: "$" for cell in things}, **{cell: "o" for cell in targets}, player: "@"}
    picture = "\n".join(" ".join(sign.get((r, c), "." if (r, c) in free else "#") for c in range(cols)) for r in range(rows))
    text = f'use sokoban with r = {rows}, c = {cols}.\nboard """\n{picture}\n""".\n'
    domain = """(define (domain sokoban) (:requirements :strips :typing) (:types cell side crate)
(:predicates (next ?a ?b - cell ?d - side) (player ?a - cell) (at ?x - crate ?a - cell) (clear ?a - cell)
 (target ?a - cell) (plain ?a - cell) (home ?x - crate))
(:action walk :parameters (?a ?b - cell ?d - side) :precondition (and (player ?a) (next ?a ?b ?d) (clear ?b))
 :effect (and (not (player ?a)) (player ?b) (not (clear ?b)) (clear ?a)))
(:action push-home :parameters (?a ?b ?c - cell ?d - side ?x - crate)
 :precondition (and (player ?a) (next ?a ?b ?d) (next ?b ?c ?d) (at ?x ?b) (clear ?c) (target ?c))
 :effect (and (not (player ?a)) (player ?b) (clear ?a) (not (at ?x ?b)) (at ?x ?c) (not (clear ?c)) (home ?x)))
(:action push :parameters (?a ?b ?c - cell ?d - side ?x - crate)
 :precondition (and (player ?a) (next ?a ?b ?d) (next ?b ?c ?d) (at ?x ?b) (clear ?c) (plain ?c))
 :effect (and (not (player ?a)) (player ?b) (clear ?a) (not (at ?x ?b)) (at ?x ?c) (not (clear ?c)) (not (home ?x)))))
"""
    facts = [f"(next {name(cell)} {name(beside(cell, side))} {side})" for cell in free for side in SIDES if beside(cell, side) in free]
    facts += [f"(clear {name(cell)})" for cell in free if cell not in things and cell != player]
    facts += [f"({'target' if cell in targets else 'plain'} {name(cell)})" for cell in free] + [f"(player {name(player)})"]
    facts += [f"(at x{at} {name(cell)})" for at, cell in enumerate(things)]
    kinds = f"{' '.join(map(name, free))} - cell {' '.join(SIDES)} - side {' '.join(f'x{at}' for at in range(crates))} - crate"
    return text, domain, problem("sokoban", kinds, facts, [f"(home x{at})" for at in range(crates)])


def rushhour(seed):
    """A jam on 6 by 6: cars of two and three cells, x in the third row."""
    draw = random.Random(seed)
    cars = {"x": [(2, 0), (2, 1)]}
    cells = {cell: "x" for cell in cars["x"]}
    for letter in "abcdefghijklmnop"[:draw.choice([10, 11, 12])]:
        for _ in range(40):
            long, down = draw.choice([2, 2, 3]), draw.random() < 0.55
            r, c = draw.randrange(6 - (long - 1) * down), draw.randrange(6 - (long - 1) * (not down))
            car = [(r + at * down, c + at * (not down)) for at in range(long)]
            if any(cell in cells for cell in car) or (not down and r == 2):
                continue
            cars[letter] = car
            cells.update((cell, letter) for cell in car)
            break
    picture = "\n".join(" ".join(cells.get((r, c), ".") for c in range(6)) for r in range(6))
    text = f'use rushhour.\nboard """\n{picture}\n""".\n'
    # A move takes a car any way that is free: an action for each car, place and length.
    actions, facts, predicates = [], [], ["(clear ?a - cell)"]
    for letter, car in cars.items():
        down, long = car[0][1] == car[1][1], len(car)
        line = [(at, car[0][1]) if down else (car[0][0], at) for at in range(6)]
        predicates += [f"({letter}{at})" for at in range(7 - long)]
        first = line.index(car[0])
        facts.append(f"({letter}{first})")
        for start in range(7 - long):
            for end in range(7 - long):
                if start == end:
                    continue
                before, after = line[start:start + long], line[end:end + long]
                way = set(line[min(start, end):max(start, end) + long]) - set(before)
                clear = " ".join(f"(clear {name(cell)})" for cell in way)
                gone = " ".join(f"(not (clear {name(cell)}))" for cell in after if cell not in before)
                made = " ".join(f"(clear {name(cell)})" for cell in before if cell not in after)
                actions.append(f"(:action drive-{letter}-{start}-{end} :parameters () :precondition (and ({letter}{start}) {clear})\n"
                               f" :effect (and (not ({letter}{start})) ({letter}{end}) {gone} {made}))")
    every = [(r, c) for r in range(6) for c in range(6)]
    facts += [f"(clear {name(cell)})" for cell in every if cell not in cells]
    constants = " ".join(map(name, every))
    domain = (f"(define (domain rushhour) (:requirements :strips :typing) (:types cell) (:constants {constants} - cell)\n"
              f"(:predicates {' '.join(predicates)})\n" + "\n".join(actions) + ")\n")
    return text, domain, f"(define (problem p) (:domain rushhour) (:init {' '.join(facts)}) (:goal (x4)))\n"


def fifteen(seed):
    """Tiles that a random walk has mixed, without steps back."""
    draw = random.Random(seed)
    tiles, hole, last = list(range(1, 16)) + [0], 15, None
    for _ in range(150):
        r, c = divmod(hole, 4)
        ways = [(r + y) * 4 + c + x for y, x in SIDES.values() if 0 <= r + y < 4 and 0 <= c + x < 4]
        step = draw.choice([way for way in ways if way != last])
        tiles[hole], tiles[step], last, hole = tiles[step], 0, hole, step
    picture = "\n".join(" ".join(str(tiles[r * 4 + c]) for c in range(4)) for r in range(4))
    return f'use fifteen.\ngiven """\n{picture}\n""".\n', None, None


def shortest(out):
    """How many moves the plan has that was printed; nothing without one."""
    told = re.search(r"(\d+) moves?, no plan is shorter", out) or re.search(r"Plan length: (\d+) step", out)
    return int(told[1]) if told else None


def planner():
    """The search of Fast Downward, as the package `up-fast-downward` brings it with its translator."""
    found = importlib.util.find_spec("up_fast_downward")
    if not found:
        raise Absent("no up_fast_downward")
    return os.path.join(os.path.dirname(found.origin), "downward", "builds", "release", "bin", "downward")


def beside_planner(here, kind, make, count, least, most=1000):
    """Boards of a kind whose plans have some length, with what each search took for all of them."""
    search = planner()
    taken, seed, lengths = [], 0, []
    while len(taken) < count and seed < 4000:
        seed += 1
        made = make(seed)
        if not made:
            continue
        text, domain, task = made
        path = here.write(f"{kind}{seed}.puzzle", text)
        jobs = [Job([here.gridlog, "solve", path, "--time-limit", "30s"], limit=60)]
        ours = best(jobs, most=1)[0]
        length = shortest(ours.out)
        if "no plan" in ours.out and length is None or length is not None and not least <= length <= most:
            continue
        runs = [ours]
        if domain:
            parts = [here.write("domain.pddl", domain), here.write("problem.pddl", task)]
            sas = here.write("output.sas", "")
            subprocess.run([sys.executable, "-m", "fast_downward.translate", *parts, "--sas-file", sas], capture_output=True, check=True)
            task = open(sas).read()
            runs = best(jobs + [Job([search, "--search", words, "--internal-plan-file", here.write("plan", "")], task, 60)
                                for words in SEARCHES.values()], seconds=0.2)
        found = [shortest(one.out) for one in runs]
        if all(one is None for one in found):
            continue
        told = {one for one in found if one is not None}
        assert len(told) == 1, f"{kind} of seed {seed}: plans of {found} moves"
        lengths.append(told.pop())
        taken.append([one.cpu for one in runs])
        print(f"{kind} {seed}: {lengths[-1]} moves, " + ", ".join(f"{one.cpu:.3f} s" for one in runs)
              + ("" if found[0] is not None else " (gridlog: none)"), file=sys.stderr)
    return taken, lengths


def rows(here, kind, make, count, least):
    taken, lengths = beside_planner(here, kind, make, count, least)
    slower = sum(one[0] > min(one[1:]) for one in taken)
    note = f"{min(lengths)} to {max(lengths)} moves; slower than the better of both on {slower} of {len(taken)}"
    sums = [sum(times) / len(taken) for times in zip(*taken)]
    for peer, theirs in zip(SEARCHES, sums[1:]):
        yield Entry("Moves", f"{kind}, {len(taken)} boards", sums[0], peer, theirs, 1, note=note)


def crates(here):
    yield from rows(here, "sokoban", sokoban, 10, 36)


def jams(here):
    yield from rows(here, "rushhour", rushhour, 12, 12)


def sliding(here):
    """Fifteen puzzles of about 50 moves, each under a second."""
    taken, lengths = beside_planner(here, "fifteen", fifteen, 8, 48, 52)
    worst = max(one[0] for one in taken)
    yield Entry("Moves", "fifteen, slowest", worst, seconds=1, note=f"{min(lengths)} to {max(lengths)} moves, {len(taken)} boards")


ROWS = [crates, jams, sliding]
