"""The run history in headless Chromium, measured by the browser's own performance API (issue's goals: below)."""

import json
import os
import statistics
import subprocess
from collections.abc import Mapping, Sequence

from scripts import node
from scripts.service import CHECKOUT

from .report import Row
from .stand import Stand

SCRIPT = "scripts/measure-browse.ts"
CONTENT_MS, ROWS_MS, FRAMES_PER_S = 1_000, 300, 60
FRAME_MS = 1000 / FRAMES_PER_S
# One that took longer than one and a half frames was late.
LATE_MS = 1.5 * FRAME_MS


def measured(service: Stand) -> dict[str, list[float]]:
    """What the script prints: times in ms, and `blank` in frames."""
    frontend = CHECKOUT / "frontend"
    done = subprocess.run(
        [str(node.BIN / "node"), SCRIPT, service.url, service.command("login-link")],
        cwd=frontend,
        env=node.with_node(os.environ),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    times: dict[str, list[float]] = json.loads(done.stdout)
    return times


def lines(times: Mapping[str, Sequence[float]]) -> list[Row]:
    """Lines of the report."""

    def line(name: str, key: str, goal_ms: float | None = None) -> Row:
        p50 = statistics.median(times[key])
        value = f"{p50:.0f} / {max(times[key]):.0f} ms"
        return Row(name, value, None if goal_ms is None else p50 / goal_ms, None if goal_ms is None else 1)

    def per_s(frames: Sequence[float]) -> float:
        return 1000 * len(frames) / sum(frames)

    def cpu(key: str) -> tuple[str, float]:
        return f"{times[key][0]:.1f} ms", times[key][0] / FRAME_MS

    def slowest() -> str:
        clicks = times["changes"]
        return f"browser: the slowest is click {clicks.index(max(clicks)) + 1} of {len(clicks)}, a host more each"

    ours, floor = per_s(times["frames"]), per_s(times["floor"])
    late = sum(frame > LATE_MS for frame in times["frames"]) / len(times["frames"])
    return [
        line("browser, cold: first content / 1 s (p50 / worst)", "paints", CONTENT_MS),
        line("browser, cold: first rows of data / 1 s", "rows", CONTENT_MS),
        line("browser, cold: largest paint", "largest"),
        line("browser: click on a filter until its rows are drawn / 300 ms", "changes", ROWS_MS),
        Row(
            slowest(),
            ", ".join(f"{ms:.0f}" for ms in times["changes"]) + " ms",
            max(times["changes"]) / ROWS_MS,
            1,
        ),
        Row(
            f"browser: frames/s, {len(times['frames'])} frames that scroll a row each, {late:.0%} late / 60",
            *(f"{ours:.1f} /s", ours / FRAMES_PER_S, 0.98),
            is_at_least=True,
        ),
        Row("floor: the same over a plain table without script", f"{floor:.1f} /s"),
        Row(
            "browser: such frames that show a place without a row",
            f"{times['blank'][0]:.0f}",
            times["blank"][0],
            0,
        ),
        Row("browser: CPU time of the page per such frame / 16.7 ms", *cpu("frame_cpu"), 1),
        Row("floor: the same over a plain table without script", *cpu("floor_cpu")),
    ]
