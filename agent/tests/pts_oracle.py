"""An independent reading of SNIA SSS PTS 2.0.2: recomputes a test from nothing but fio's own JSON outputs, with numpy.

It imports none of our rules. Definition 2.1.24: range(y) no more than 20 % of ave(y), and the largest minus the smallest
value *on the best linear fit* within 10 % of ave(y), in a window of five rounds. By hand: `python pts_oracle.py TEST
FILE …` with the outputs of the cells in the order in which they ran.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

SIZES = {"k": 1024, "m": 1024**2}
TRACKED = {
    "iops": [(0, 4096), (65, 65536), (100, 1048576)],
    "throughput": [(0, None)],
    "latency": [(0, 4096)],
    "wsat": [(0, 4096)],
}


def read_output(path):
    """One output of fio: what its job asked for, and what came of it in both directions."""
    text = Path(path).read_text()
    document = json.loads(text[text.index("{") :])
    (job,) = document["jobs"]
    options = {**document.get("global options", {}), **job["job options"]}
    size = options["bs"].lower()
    size = int(size[:-1]) * SIZES[size[-1]] if size[-1] in SIZES else int(size)
    rw = options["rw"]
    reads = int(options["rwmixread"]) if "rwmixread" in options else 100 if rw.endswith("read") else 0
    return {"name": options["name"], "cell": (reads, size), "job": job, "path": str(path)}


def figure_of(test, job):
    both = [job["read"], job["write"]]
    if test == "latency":
        counts = np.array([one["total_ios"] for one in both], float)
        means = np.array([one["lat_ns"]["mean"] for one in both], float)
        return float(np.average(means, weights=counts))
    key = "bw_bytes" if test == "throughput" else "iops"
    return float(np.sum([one[key] for one in both]))


def is_steady(values):
    """The standard's two criteria, each from its words."""
    y = np.asarray(values, float)
    x = np.arange(len(y), dtype=float)
    on_line = np.polyval(np.polyfit(x, y, 1), x)
    allowed = y.mean() * (1 + 1e-9)
    return bool(np.ptp(y) <= 0.20 * allowed and np.ptp(on_line) <= 0.10 * allowed)


def recompute(test, paths, period=1):
    """Rounds, window, verdict, range and slope of each tracked figure, and the table of the window."""
    series, written = defaultdict(list), 0
    for path in paths:
        output = read_output(path)
        written += output["job"]["write"]["io_bytes"]
        if not output["name"].startswith("wipc"):
            series[output["cell"]].append(figure_of(test, output["job"]))
    tracked = {
        cell: values[period - 1 :: period]
        for cell, values in series.items()
        if any(cell[0] == reads and size in {None, cell[1]} for reads, size in TRACKED[test])
    }
    rounds = min(map(len, tracked.values()))
    answer = {"rounds": rounds, "window": None, "is_steady": False, "written": written, "cells": dict(series)}
    for last in range(5, rounds + 1):
        windows = {cell: values[last - 5 : last] for cell, values in tracked.items()}
        answer["window"] = (last - 4, last)
        answer["is_steady"] = all(is_steady(values) for values in windows.values())
        answer["fits"] = {}
        for cell, values in windows.items():
            y = np.asarray(values)
            line = np.polyval(np.polyfit(np.arange(5.0), y, 1), np.arange(5.0))
            answer["fits"][cell] = (float(y.mean()), float(np.ptp(y) / y.mean()), float(np.ptp(line) / y.mean()))
        if answer["is_steady"]:
            break
    if answer["window"]:
        first, last = (number * period for number in answer["window"])
        first = first - period + 1
        answer["table"] = {cell: float(np.mean(values[first - 1 : last])) for cell, values in series.items()}
    return answer


if __name__ == "__main__":
    print(recompute(sys.argv[1], sys.argv[2:]))
