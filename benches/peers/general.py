"""General solvers beside gridlog: clingo, CP-SAT and CaDiCaL, each from the puzzle to the proof, model building included."""

import itertools
import time


def root(cells):
    size = round(cells ** 0.5)
    return size, round(size ** 0.5)


def values(puzzle):
    """The givens as numbers, 0 for none; letters go on after 9."""
    return [0 if c in ".0" else int(c, 36) for c in puzzle]


def groups(size, box):
    """Rows, columns and boxes."""
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    boxes = [[(R * box + r) * size + C * box + c for r in range(box) for c in range(box)]
             for R in range(box) for C in range(box)]
    return rows + [list(col) for col in zip(*rows)] + boxes


def sudoku_clingo(puzzle):
    import clingo
    size, box = root(len(puzzle))
    text = f"""
        1 {{ cell(R, C, 1..{size}) }} 1 :- R = 0..{size - 1}, C = 0..{size - 1}.
        :- cell(R, C, V), cell(R, D, V), C < D.
        :- cell(R, C, V), cell(S, C, V), R < S.
        :- V = 1..{size}, A = 0..{box - 1}, B = 0..{box - 1}, not 1 {{ cell(R, C, V) : R / {box} = A, C / {box} = B,
           R = 0..{size - 1}, C = 0..{size - 1} }} 1.
    """
    text += "".join(f"cell({at // size}, {at % size}, {value})." for at, value in enumerate(values(puzzle)) if value)
    return ground(clingo, text)


def ground(clingo, text, seed=0):
    control = clingo.Control(["2", f"--seed={seed}"], message_limit=0)
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=found.append)
    return len(found)


def sudoku_cpsat(puzzle):
    from ortools.sat.python import cp_model
    size, box = root(len(puzzle))
    model = cp_model.CpModel()
    cells = [model.new_int_var(value or 1, value or size, "") for value in values(puzzle)]
    for group in groups(size, box):
        model.add_all_different([cells[at] for at in group])
    return twice(cp_model, model, cells)


def twice(cp_model, model, cells):
    """Solves, forbids the solution, and solves again."""
    found = 0
    for _ in range(2):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        found += 1
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return found


def sudoku_cadical(puzzle):
    size, box = root(len(puzzle))

    def var(at, value):
        return at * size + value

    clauses = []
    for at, value in enumerate(values(puzzle)):
        clauses.append([var(at, v) for v in range(1, size + 1)])
        clauses += [[-var(at, v), -var(at, w)] for v, w in itertools.combinations(range(1, size + 1), 2)]
        if value:
            clauses.append([var(at, value)])
    for group in groups(size, box):
        for value in range(1, size + 1):
            clauses.append([var(at, value) for at in group])
            clauses += [[-var(a, value), -var(b, value)] for a, b in itertools.combinations(group, 2)]
    return sat(clauses, size ** 3)


def sat(clauses, cells):
    """Solutions up to two that differ in the first `cells` variables."""
    from pysat.solvers import Cadical153
    with Cadical153(bootstrap_with=clauses) as solver:
        found = 0
        while found < 2 and solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model()[:cells]])
        return found


def bits(puzzle):
    return [None if c == "." else int(c) for c in puzzle]


def takuzu_clingo(puzzle, distinct=True, seed=0):
    import clingo
    size, _ = root(len(puzzle))
    text = f"""
        index(0..{size - 1}).  bit(0..1).
        1 {{ cell(R, C, B) : bit(B) }} 1 :- index(R), index(C).
        :- given(R, C, B), not cell(R, C, B).
        :- index(R), bit(B), #count {{ C : cell(R, C, B) }} > {(size + 1) // 2}.
        :- index(C), bit(B), #count {{ R : cell(R, C, B) }} > {(size + 1) // 2}.
        :- cell(R, C, B), cell(R, C + 1, B), cell(R, C + 2, B).
        :- cell(R, C, B), cell(R + 1, C, B), cell(R + 2, C, B).
    """
    if distinct:
        text += """
            rows(R, S) :- index(R), index(S), R < S, cell(R, C, B), cell(S, C, 1 - B).
            cols(C, D) :- index(C), index(D), C < D, cell(R, C, B), cell(R, D, 1 - B).
            :- index(R), index(S), R < S, not rows(R, S).
            :- index(C), index(D), C < D, not cols(C, D).
        """
    text += "".join(f"given({at // size}, {at % size}, {bit})." for at, bit in enumerate(bits(puzzle)) if bit is not None)
    return ground(clingo, text, seed)


def takuzu_cpsat(puzzle):
    from ortools.sat.python import cp_model
    size, _ = root(len(puzzle))
    model = cp_model.CpModel()
    cells = [model.new_bool_var("") for _ in puzzle]
    for cell, bit in zip(cells, bits(puzzle)):
        if bit is not None:
            model.add(cell == bit)
    rows = [[cells[r * size + c] for c in range(size)] for r in range(size)]
    for lines in (rows, [list(col) for col in zip(*rows)]):
        for line in lines:
            model.add(sum(line) == size // 2)
            for a, b, c in zip(line, line[1:], line[2:]):
                model.add_bool_or([a, b, c])
                model.add_bool_or([~a, ~b, ~c])
        model.add_all_different([sum(cell * (1 << at) for at, cell in enumerate(line)) for line in lines])
    return twice(cp_model, model, cells)


def takuzu_cadical(puzzle):
    from pysat.card import CardEnc, EncType
    size, _ = root(len(puzzle))
    top = size * size
    clauses = [[at + 1 if bit else -at - 1] for at, bit in enumerate(bits(puzzle)) if bit is not None]
    rows = [[r * size + c + 1 for c in range(size)] for r in range(size)]
    for lines in (rows, [list(col) for col in zip(*rows)]):
        for line in lines:
            exact = CardEnc.equals(lits=line, bound=size // 2, top_id=top, encoding=EncType.seqcounter)
            top = max(top, exact.nv)
            clauses += exact.clauses
            for trio in zip(line, line[1:], line[2:]):
                clauses += [list(trio), [-literal for literal in trio]]
        for one, two in itertools.combinations(lines, 2):
            differ = []
            for a, b in zip(one, two):
                top += 1
                clauses += [[-top, a, b], [-top, -a, -b]]
                differ.append(top)
            clauses.append(differ)
    return sat(clauses, size * size)


def takuzu_of_few_clues(here, puzzles, seeds):
    """Mean CPU seconds of clingo over puzzles, each told with whether its lines differ, and seeds."""
    try:
        import clingo  # noqa: F401
    except ImportError as missing:
        here.skip("clingo", missing)
        return
    began = time.process_time()
    wrong = sum(takuzu_clingo(puzzle, distinct, seed) != 1 for seed in seeds for puzzle, distinct in puzzles)
    if wrong:
        here.skip("clingo", f"{wrong} wrong answers")
    else:
        yield "clingo", (time.process_time() - began) / len(seeds) / len(puzzles)


def cadical(puzzle):
    """CPU seconds of CaDiCaL for one sudoku."""
    began = time.process_time()
    if sudoku_cadical(puzzle) != 1:
        raise ValueError("CaDiCaL finds no solution, or several")
    return time.process_time() - began


def timed(here, solvers, puzzles):
    """Mean CPU seconds of each solver that is installed; all puzzles are unique, and a solver that finds otherwise is wrong."""
    for name, solve in solvers.items():
        try:
            solve(puzzles[0])
        except ImportError as missing:
            here.skip(name, missing)
            continue
        began = time.process_time()
        wrong = sum(solve(puzzle) != 1 for puzzle in puzzles)
        if wrong:
            here.skip(name, f"{wrong} wrong answers")
            continue
        yield name, (time.process_time() - began) / len(puzzles)


def sudoku(here, puzzles):
    return timed(here, {"clingo": sudoku_clingo, "CP-SAT": sudoku_cpsat, "CaDiCaL": sudoku_cadical}, puzzles)


def takuzu(here, puzzles):
    return timed(here, {"clingo": takuzu_clingo, "CP-SAT": takuzu_cpsat, "CaDiCaL": takuzu_cadical}, puzzles)
