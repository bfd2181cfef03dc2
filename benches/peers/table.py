"""What was measured, as a table for people."""

import math
from dataclasses import dataclass


@dataclass
class Entry:
    """A row: seconds for one puzzle by gridlog and by a peer, and the gate it is held to.

    `gate` is the largest ratio allowed, or with `seconds` the longest time. What is only worth a remark has neither.
    """

    group: str
    subject: str
    ours: float
    peer: str = ""
    theirs: float = None
    gate: float = None
    seconds: float = None
    note: str = ""

    def ratio(self):
        return self.ours / self.theirs if self.ours and self.theirs else None

    def holds(self):
        """Whether the gate is kept, or nothing if there is none."""
        if self.seconds is not None:
            return self.ours <= self.seconds
        if self.gate is not None and self.theirs:
            return self.ratio() <= self.gate
        return None


def time(seconds):
    """A time in the unit that suits it, with about three digits."""
    if seconds is None:
        return ""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            digits = max(0, 2 - int(math.floor(math.log10(max(seconds / size, 1e-9)))))
            return f"{seconds / size:.{min(digits, 2)}f} {unit}"


def factor(value):
    if value is None:
        return ""
    return f"{value:.4f}" if value < 0.01 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def gate(entry):
    if entry.seconds is not None:
        told = f"at most {time(entry.seconds)}"
    elif entry.gate is not None:
        told = f"at most {entry.gate:g} times"
    else:
        return ""
    kept = entry.holds()
    return told + (": yes" if kept else ": **no**" if kept is False else "")


def row(entry):
    cells = [entry.subject, time(entry.ours), entry.peer, time(entry.theirs), factor(entry.ratio()), gate(entry), entry.note]
    return "| " + " | ".join(cells) + " |"


def table(entries):
    """The rows, under a heading for each group."""
    told, group = [], None
    for entry in entries:
        if entry.group != group:
            group = entry.group
            told += ["", f"### {group}", "", "| set | gridlog | peer | its time | ratio | gate | remarks |",
                     "|---|---:|---|---:|---:|---|---|"]
        told.append(row(entry))
    return "\n".join(told).strip() + "\n"


def losses(entries):
    """The rows where a peer is faster, the farthest first, and the gates that are missed."""
    behind = sorted((entry for entry in entries if (entry.ratio() or 0) > 1), key=Entry.ratio, reverse=True)
    missed = [entry for entry in entries if entry.holds() is False]
    held = sum(entry.holds() is True for entry in entries)
    told = ["### Where gridlog is behind", ""]
    told += [f"- {entry.subject}: {factor(entry.ratio())} times the time of {entry.peer}" for entry in behind] or ["- nowhere"]
    told += ["", f"Of {held + len(missed)} gates {held} are kept. Missed: "
             + ("; ".join(f"{entry.subject} ({gate(entry).split(':')[0]}"
                          + (f" that of {entry.peer}" if entry.seconds is None else "") + ")" for entry in missed) or "none") + "."]
    return "\n".join(told) + "\n"


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))
