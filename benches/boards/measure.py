"""One run of gridlog on one board: what it says, and the CPU time that it took."""

import json
import os
import resource
import subprocess

# Boards that gridlog must not be judged by are no part of the counts; `other` is an answer that is not the known one.
RIGHT, OTHER, UNDECIDED, FAULTY = "right", "other", "undecided", "faulty"


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(gridlog, folder, text, seconds, *options):
    """The exit status, what was printed, what was said, and the seconds of computing.

    The rule sets are found beside the puzzle. A run that computes for too long is ended by the system."""
    with open(os.path.join(folder, "board.puzzle"), "w") as file:
        file.write(text)

    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    before = spent()
    words = [gridlog, "solve", *options, "-f", "json", "board.puzzle"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, preexec_fn=bound)
    return done.returncode, done.stdout, done.stderr, spent() - before


def judged(gridlog, folder, text, seconds, verdict, *options):
    """What `verdict` makes of the answer, in how much time, and why; nothing from it means that the answer is none to be judged."""
    status, printed, said, took = run(gridlog, folder, text, seconds, *options)
    if status < 0 or status == 3:
        return UNDECIDED, took, "too long"
    try:
        answer = json.loads(printed)[0]
    except (ValueError, IndexError):
        return FAULTY, took, f"exit {status}: {said.strip()[:300]}"
    kind, why = verdict(answer) or (FAULTY, f"{answer['status']}: {said.strip()[:300]}")
    return kind, took, why


def unique(gridlog, folder, text, known, seconds):
    """A board has exactly one solution, the known one."""
    def verdict(answer):
        if answer["status"] == "unique":
            solution = answer["solutions"][0]
            if not known.doubts(solution):
                return FAULTY, "any answer would be taken for the known one"
            return (RIGHT if known.holds(solution) else OTHER), "another solution"
        if answer["solutions"] or answer["status"] == "none":
            held = any(known.holds(solution) for solution in answer["solutions"])
            return OTHER, answer["status"] + (", the known one among them" if held else "")
    return judged(gridlog, folder, text, seconds, verdict, "--unique")


def filled(gridlog, folder, text, right, seconds):
    """A board that is filled in is a solution, or it is none."""
    def verdict(answer):
        if answer["status"] in ("none", "solved", "unique", "several"):
            return (RIGHT if (answer["status"] != "none") == right else OTHER), answer["status"]
    return judged(gridlog, folder, text, seconds, verdict)
