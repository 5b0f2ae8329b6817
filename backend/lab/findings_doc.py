"""Writes docs/findings.md from the rules in engine/rules. `--check`: exit code 1 when it is out of date."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from laboratory.page import read_record, section

from fioboard.core.figures import format_bandwidth, format_count, format_figure, format_percent, format_range
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.rules import NEEDS, RULES, likeness, sold, yardstick
from fioboard.engine.rules.device_classes import (
    FAR,
    TOLERANCE,
    ClassFigure,
    load_device_classes,
    load_sold_limits,
)
from fioboard.engine.rules.rule import Rule
from fioboard.engine.words.findings import Expectation
from fioboard.engine.words.verdicts import ComparedWith

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"
HEAD = """# Findings

Made by `backend/lab/findings_doc.py` from `backend/fioboard/engine/rules/` and the last pass of
`make bench-findings`; do not edit.

A rule looks at one run, or at a machine, and says one of *found*, *fine*, *lacked data* (what is missing, and the
command that gives it). A rule that does not apply says nothing. Kinds: **limit** holds the run back; **cause** is set
or broken and could be better; **trust** means that the figure may not be what it seems; **note** is worth knowing.
Confidence is *certain* for arithmetic and a device's own counter, else *likely* or *possible*.

The verdict is one sentence. A certain doubt comes first: the figure is not one of the drives, or other work took part.
Then the limit that was reached most surely: *full* from 90 % of the upper end of its range, *near* below that. Then the
first warning that is certain or likely. Then, well below the links, *unexplained*; else what was measured, beside
[what is known to compare it with](#what-a-figure-is-compared-with). A run that moved nothing reached no limit, and a
run with a doubt is no best, no baseline and no point of a trend.

Findings that exclude each other are listed once, in `engine/rules/exclusions.py`, each pair with its reason:
where the first is sentence, the second is not.

To confirm one, `fioboard-agent confirm RUN FINDING` on the run's host runs the job as it was and with the change that
the experiment names, by turns and as one batch. The run's page then says *confirmed* or *refuted* by the 95 % interval
of the ratio; a change below 5 % counts as none, and below three runs of each there is no interval.

What the rules warn of in files that other people published, each warning read by a person:
[findings-corpus.md](findings-corpus.md).
"""
HISTORY = """These are judged when a run is read, against at most 200 results of the runs around it on its host (300
before it, 100 after it, of these the nearest that have about 20,000 results together), and never stored: filters, lists
and shares do not know them. Where no other limit was found, a limit of these is the verdict of the run's page.
"""
EXPECTS: Mapping[Expectation, str] = {
    "rate_rises": "rate rises",
    "rate_falls": "rate falls",
    "rate_changes": "rate changes",
    "latency_falls": "median latency falls",
}
COMPARED = """A figure that reached no limit is compared with the first of these that is known; the verdict says which
in `compared_with`, and the next ones follow it. A suite disturbed by other work in every run names the classes, too.
"""
YARDSTICKS: Mapping[ComparedWith | None, tuple[str, str]] = {
    "rating": ("share of its rating", "datasheet of the same conditions, or a stated rating"),
    "limit": ("share of what links or network carry", "inventory"),
    "history": (
        "distance to the median of comparable runs",
        "runs of its host that differ in nothing, when read",
    ),
    "reference_set": (
        "distance to the median of a reference, or the place among the drives of a reference set",
        "the reference in force for it, else other labs' sets, when read",
    ),
    "queue": (
        "whether latency bounds the rate, and a deeper queue is worth trying",
        f"Little's law: one I/O at a time, or half of the I/Os took {yardstick.WAITED:g} × the fastest 1 %",
    ),
    "class": ("classes of devices that give it, or a limit that volumes are sold with", "the tables below"),
    None: ("nothing: the sentence says what would give a yardstick", "–"),
}
CLASSES = """A class is named where one of its figures, ± {tolerance}, fits and none is off by a factor of {far:g};
never one that the recorded transport or medium excludes, and never for several drives or where a person stated the
hardware. One figure says "one figure cannot tell", from {many} on a sentence says "looks like". It never says what a
device is: caches, limits and layers give the same figures.
"""
SOLD = """A rate within {near} of one of these numbers, of a direct job of at least {least:g} s with {asked} or more
I/Os asked for, is probably a limit that somebody set; where the inventory knows the provider, only its own count. Where
a card of the volume is known the rate is compared with that, within {published}. Samples that vary more than {spread}
rule it out.
"""
KINDS = {"limit": "Limits", "trust": "Trust", "cause": "Causes", "note": "Notes"}


def entry(rule: Rule) -> str:
    """One rule."""
    lines = [f"### `{rule.id}`", "", f"Checks {rule.title}. {rule.when}"]
    if rule.thresholds:
        lines += [
            "",
            "Thresholds: " + ", ".join(f"{name} {value:g}" for name, value in rule.thresholds.items()) + ".",
        ]
    for trial in (rule.experiment, *rule.alternatives, *rule.further) if rule.experiment else ():
        if trial is not None:
            expects = f" Confirmed when the {EXPECTS[trial.expects]}." if trial.expects else ""
            lines += ["", f"To find out: {trial.title}. {trial.if_true} {trial.if_false}{expects}"]
    if rule.wrong_when:
        lines += ["", f"Wrong when: {rule.wrong_when}"]
    return "\n".join([*lines, "", f"Source: {rule.reference}."])


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for kind, title in KINDS.items():
        listed = [rule for rule in RULES.values() if rule.kind == kind and rule.scope == "run"]
        parts += [f"## {title}\n", *(entry(rule) + "\n" for rule in listed)]
    parts += ["## Over several runs\n", HISTORY]
    parts += [entry(rule) + "\n" for rule in RULES.values() if rule.scope == "history"]
    parts += ["## Of machines, whatever is run on them\n"]
    parts += [entry(rule) + "\n" for rule in RULES.values() if rule.scope == "machine"]
    rows = [
        f"| {need.missing} | {f'`{need.command}`' if need.command else 'nothing'} |"
        for need in NEEDS.values()
    ]
    parts += ["## What may be missing\n", "| Fact | Given by |\n|---|---|\n" + "\n".join(rows) + "\n"]
    parts += list_compared()
    if (kept := read_record()) is not None:
        parts += ["## Measured in a laboratory\n", section(kept)]
    return "\n".join(parts)


def list_compared() -> Iterator[str]:
    """List the sections on what figures are compared with, each figure with its source."""
    yield "## What a figure is compared with\n"
    yield COMPARED
    named = ((f"`{key}`" if key else "null", *words) for key, words in YARDSTICKS.items())
    yield build_table(("`compared_with`", "What", "Known from"), named)
    yield "### Classes of devices\n"
    yield CLASSES.format(tolerance=format_percent(100 * TOLERANCE), far=FAR, many=likeness.MANY)
    figures = (
        (device.bare_title, describe_figure(figure), describe_range(figure), figure.source)
        for device in load_device_classes()
        for figure in device.figures
    )
    yield build_table(("Class", "Figure", "Range", "Source"), figures)
    yield "### Limits that volumes are sold with\n"
    yield SOLD.format(
        near=format_percent(100 * sold.NEAR_ROUND),
        least=sold.MIN_RUN_MS / 1000,
        asked=sold.MIN_ASKED,
        published=format_percent(100 * sold.NEAR_PUBLISHED),
        spread=format_percent(100 * sold.MAX_SPREAD),
    )
    limits = (
        (
            limit.title.partition(" ")[2],
            ", ".join(map(format_count, limit.iops)) or "–",
            ", ".join(map(format_bandwidth, limit.bw_bytes_per_s)) or "–",
            limit.source,
        )
        for limit in load_sold_limits()
    )
    yield build_table(("Volume", "IOPS", "Bandwidth", "Source"), limits)


def build_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Build a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def describe_figure(figure: ClassFigure) -> str:
    """Describe what a figure of a class is of."""
    if figure.kind == "durable":
        return "durable write of about 4 KiB, QD 1, median"
    spoken = SPOKEN_PATTERNS[figure.rw]
    return (
        f"{spoken} 4 KiB, QD {figure.iodepth}"
        if figure.rw.startswith("rand")
        else f"{spoken}, QD ≥ {figure.iodepth}"
    )


def describe_range(figure: ClassFigure) -> str:
    """Describe the values that a class gives."""
    unit = "ns" if figure.kind == "durable" else "IOPS" if figure.rw.startswith("rand") else "bytes/s"
    low, high = format_figure(figure.low, unit), format_figure(figure.high, unit)
    if figure.low == figure.high:
        return f"about {high}"
    return format_range(low, high) if figure.low else high


def main() -> int:
    """0 when written or current."""
    if "--check" in sys.argv:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
