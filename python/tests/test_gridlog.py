"""gridlog as people use it from Python."""

import doctest
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import gridlog
import gridlog.puzzle
from gridlog import Puzzle, Rules, Verdict

FOUR = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2"
SOLVED = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]
PUZZLE = f'use sudoku with r = 2, c = 2.\ngiven """\n{FOUR}\n""".\n'
OWN = "param n = 3.\ngrid(1, n) :: 0..1.\n%! {A} and {B} differ.\napart: adjacent(A, B) => A \\= B.\n"


def test_a_grid_is_solved():
    solution = gridlog.solve("sudoku", FOUR)
    assert solution.rows == SOLVED
    assert solution[0][1] == 3 and solution["r1c2"] == 3
    assert str(solution).splitlines()[0] == "1 3 2 4"
    rows = [[int(cell) if cell != "." else None for cell in row.split()] for row in FOUR.splitlines()]
    assert gridlog.solve("sudoku", rows) == solution
    assert gridlog.solve("sudoku", [[1, 1, 0, 0], *[[0] * 4] * 3]) is None


def test_rules_of_ones_own():
    rules = Rules(OWN)
    assert rules.board().count() == 2
    assert rules.set(n=4).board().verdict() == Verdict.SEVERAL
    assert rules.grid("1 . .").solve().rows == [[1, 0, 1]]
    assert rules.puzzle('use rules. given """\n. 0 .\n""".').is_unique()
    made = rules.generate(seed=3)
    assert made.is_unique() and "use rules" in str(made)
    assert rules.check()["laws"][0]["name"] == "apart"


def test_a_puzzle_answers():
    puzzle = Puzzle(PUZZLE)
    assert puzzle.is_unique() and puzzle.count() == 1
    assert puzzle.candidates()[0] == [[1], [3], [2], [4]]
    explanation = puzzle.explain()
    assert explanation.verdict == Verdict.UNIQUE and len(explanation) == len(explanation.steps) > 0
    assert all(step.text and step.laws and step.conclusions for step in explanation)
    assert puzzle.hint().text == explanation.steps[0].text
    assert puzzle.rate().level == explanation.rating.level
    assert puzzle.why("r1c2=3")
    assert puzzle.verify(SOLVED) == []
    wrong = [[1, 1, 2, 4], *SOLVED[1:]]
    assert {broken.law for broken in puzzle.verify(wrong)} >= {"lines"}
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.svg(solution=True) != puzzle.svg()


def test_solutions_come_one_by_one():
    board = Rules("latin").set(n=4).board()
    all_of_them = [str(solution) for solution in board.solutions()]
    assert len(all_of_them) == len(set(all_of_them)) == 576
    assert [str(solution) for solution in board.solutions(3)] == all_of_them[:3]
    assert list(board.solutions(0)) == []
    # Nobody could list these: only those that are asked for are looked for.
    many = Rules("takuzu").set(n=20).board().solutions()
    assert next(many) != next(many)
    many.close()


def test_other_unknowns_have_names():
    solution = gridlog.solve("queens", set={"n": 4})
    assert solution.rows == () or solution.others
    assert sorted(solution.values()["queen(%d)" % row] for row in range(1, 5)) == [1, 2, 3, 4]


def test_moves_are_planned():
    puzzle = Puzzle('use fifteen with r = 2, c = 3.\ngiven """\n4 1 3\n0 2 5\n""".')
    plan = puzzle.plan()
    assert len(plan) == 4 and plan.shortest
    with pytest.raises(gridlog.Error, match="moves"):
        puzzle.solve()
    with pytest.raises(gridlog.Error, match="moves"):
        list(puzzle.solutions())


def test_errors_have_spans():
    with pytest.raises(gridlog.Error) as caught:
        Rules("grid(2, 2) :: 0..1.\nlow: cell(A) => A <= 1.").board().solve()
    problem = caught.value.problems[0]
    assert (problem.code, problem.span.line, problem.severity) == ("E102", 2, "error")
    assert "E102" in str(caught.value) and ":2:" in str(caught.value)
    with pytest.raises(gridlog.Error) as caught:
        list(Puzzle("use sudokku.").solutions())
    assert caught.value.problems[0].span.line == 1
    with pytest.raises(gridlog.Error):
        gridlog.solve("sudoku", 7)
    with pytest.raises(gridlog.Error):
        gridlog.solve("nosuchrules", FOUR)
    with pytest.raises(gridlog.Error):
        gridlog.solve("sudoku", "1 2\n3 4\n\n1 2\n3 4")
    with pytest.raises(gridlog.Error, match="^grid 1: .* no value of r1c1"):
        gridlog.batch("sudoku", [FOUR, FOUR.replace("1", "5")])
    with pytest.raises(gridlog.Error, match="a limit is"):
        gridlog.Rules("latin").board().count(time_limit=-1)


def test_verify_knows_what_is_given():
    """A grid that keeps the laws is no solution of a puzzle that gives another value, or while cells are empty."""
    solved = "2 1 4 3\n3 4 1 2\n1 2 3 4\n4 3 2 1"
    mine = Rules("grid(4, 4) :: 1..4.\nlines: line(L) => distinct(L).", name="mine")
    for puzzle in (Rules("sudoku").grid(FOUR), mine.grid(FOUR), Puzzle(f'use latin with n = 4.\ngiven """\n{FOUR}\n""".')):
        assert [broken.law for broken in puzzle.verify(solved)] == [None]
        assert "r1c1" in puzzle.verify(solved)[0].found
        assert puzzle.verify(puzzle.solve()) == []
        with pytest.raises(gridlog.Undecided):
            puzzle.verify(FOUR)


def test_clues_need_no_use():
    """A text that is handed to rules stands under them, whether it says so or not."""
    mine = Rules("grid(n, n) :: 1..n. param n = 2. lines: line(L) => distinct(L).", name="mine")
    for rules in (Rules("latin"), mine):
        for use in ("", f"use {rules.name}. "):
            puzzle = rules.set(n=3).puzzle(use + "given(r1c1, 1). corner: r2c2 = 3.")
            assert puzzle.count() == len(list(puzzle.solutions())) == 1
            assert puzzle.verify("1 2 3\n2 3 1\n3 1 2") == []
            assert [broken.law for broken in puzzle.verify("1 3 2\n3 2 1\n2 1 3")] == ["corner"]
            assert puzzle.why("r2c3=1") and puzzle.svg().startswith("<svg")


def test_grids_hold_words_and_whole_numbers():
    """What is no value of a cell is refused, rather than drawn as something else."""
    for wrong in ([[1.5, 2], [2, 1]], [["1 2", ""], ["", ""]], [[float("inf"), 0], [0, 0]], [[" ", 1], [2, 1]]):
        with pytest.raises(gridlog.Error):
            gridlog.solve("latin", wrong)
    with pytest.raises(gridlog.Error, match="row 2 of the drawing has 1 cell, not 2"):
        gridlog.solve("sudoku", [[1, 2], [3]])
    assert gridlog.solve("latin", [[1.0, None], ["", float("nan")]]).rows == [[1, 2], [2, 1]]


def test_a_picture_that_is_not_there_is_no_empty_one():
    with pytest.raises(gridlog.Error, match="explanation ends after 0 steps"):
        Rules("latin").set(n=2).board().svg(step=3)


def test_limits_hold():
    hard = Rules("magic").set(n=9).board()
    start = time.monotonic()
    with pytest.raises(gridlog.Undecided) as caught:
        hard.count(time_limit=0.3)
    assert caught.value.record["complete"] is False
    assert time.monotonic() - start < 30


def test_memory_is_limited():
    for ask in (lambda board, **limit: board.count(**limit), lambda board, **limit: board.candidates(**limit)):
        with pytest.raises(gridlog.Undecided, match="memory"):
            ask(Rules("sudoku").board(), memory_limit="1MB")
    with pytest.raises((gridlog.Undecided, gridlog.Error)) as caught:
        Rules("sudoku").set(r=20, c=20).board().solve(memory_limit="20MB", time_limit=60)
    assert "memory" in str(caught.value) or "memory" in str(getattr(caught.value, "record", ""))


@pytest.mark.skipif(os.name == "nt", reason="signals of a process")
@pytest.mark.parametrize("ask", ["board.count()", "list(board.solutions())", "ruler.is_unique()"])
def test_an_interrupt_ends_a_call(ask):
    """As Ctrl-C does it: a signal from outside, while a program waits in a call."""
    board = "gridlog.Rules('magic').set(n=9).board()" if "list" not in ask else "gridlog.Rules('takuzu').set(n=20).board()"
    ruler = "gridlog.Rules('golomb').set(n=12, length=85).board()"
    program = f"import gridlog\nboard, ruler = {board}, {ruler}\nprint('asks', flush=True)\n{ask}\n"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "asks\n"
        time.sleep(0.5)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in told and child.returncode != 0
    assert time.monotonic() - start < 10


def test_other_threads_go_on():
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(1)
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(gridlog.Undecided):
        Rules("magic").set(n=9).board().count(time_limit=0.5)
    over.set()
    thread.join()
    assert len(ticks) > 3, "nothing else ran during the call"


def test_arrays():
    numpy = pytest.importorskip("numpy")
    grid = numpy.array([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]])
    assert (numpy.asarray(gridlog.solve("sudoku", grid)) == SOLVED).all()
    nothing = numpy.zeros((4, 4), dtype=int)
    nothing[0, :2] = 1
    # More than one request has room for.
    many = gridlog.batch("sudoku", numpy.array([grid, nothing] * 600), unique=True)
    assert len(many) == 1200 and many.verdicts[:2] == [Verdict.UNIQUE, Verdict.NONE]
    solved = many.array()
    assert solved.shape == (1200, 4, 4)
    assert (solved[0::2] == SOLVED).all() and (solved[1::2] == -1).all()
    binary = numpy.array([[-1, 1], [-1, -1]])
    assert gridlog.solve("takuzu", binary).rows == [[0, 1], [1, 0]]


def test_rule_sets_are_listed():
    assert "takuzu" in gridlog.list_rules() and list(gridlog.list_rules("binairo")) == ["takuzu"]
    assert gridlog.__version__


@pytest.mark.parametrize("module", [gridlog, gridlog.puzzle])
def test_examples_in_docs(module):
    assert doctest.testmod(module).failed == 0
