"""Runs commands and takes the CPU time of each, the best of several runs that take turns."""

import os
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


class Absent(Exception):
    """A peer or a corpus that is not here: its rows are left out, and that is said."""


@dataclass
class Job:
    """A command, what it reads, and how long it may take. A command that is known to be slow is run once."""

    words: list
    stdin: str = ""
    limit: float = 300.0
    once: bool = False


@dataclass
class Run:
    """What a command took, in seconds, what it printed, and its exit status: negative if it was stopped."""

    cpu: float
    wall: float
    out: str
    status: int


def run(job):
    """Runs a command once. CPU time is user and system together: their sum is exact, the share of each is not."""
    with tempfile.TemporaryFile("w+") as source, tempfile.TemporaryFile("w+") as sink:
        source.write(job.stdin)
        source.seek(0)
        began = time.perf_counter()
        child = subprocess.Popen(job.words, stdin=source, stdout=sink, stderr=subprocess.STDOUT)
        timer = threading.Timer(job.limit, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - began
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        sink.seek(0)
        return Run(usage.ru_utime + usage.ru_stime, wall, sink.read(), child.returncode)


def best(jobs, seconds=0.8, most=15):
    """The best run of each job. They take turns until each has had its time, so that a busy machine treats all alike."""
    runs = [run(job) for job in jobs]
    spent = [found.cpu for found in runs]
    for _ in range(most - 1):
        waiting = [at for at, job in enumerate(jobs) if spent[at] < seconds and not job.once]
        if not waiting:
            break
        for at in waiting:
            again = run(jobs[at])
            spent[at] += max(again.cpu, seconds / most)
            if again.cpu < runs[at].cpu:
                runs[at] = again
    return runs


def fastest(words, times):
    """The shortest wall and CPU time of a command that takes about a millisecond."""
    runs = [run(Job(words)) for _ in range(times)]
    return min(one.wall for one in runs), min(one.cpu for one in runs)
