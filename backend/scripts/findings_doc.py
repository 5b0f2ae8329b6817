"""Writes docs/findings.md from the rules in vocabulary/findings. `--check`: whether it is current, by the exit code."""

import sys
from collections.abc import Mapping
from pathlib import Path

from laboratory.page import read_record, section

from fioboard.vocabulary.findings import NEEDS, RULES
from fioboard.vocabulary.findings.rule import Expectation, Rule

PAGE = Path(__file__).parents[2] / "docs" / "findings.md"
HEAD = """# Findings

Made by `backend/scripts/findings_doc.py` from `backend/fioboard/vocabulary/findings/` and the last pass of
`make bench-findings`; do not edit.

A rule looks at one run, or at a machine, and says one of *found*, *fine*, *could not check* (what is missing, and the
command that gives it). A rule that does not apply says nothing. Kinds: **limit** holds the run back; **cause** is set
or broken and could be better; **trust** means that the figure may not be what it seems; **note** is worth knowing.
Confidence is *certain* for arithmetic and a device's own counter, else *likely* or *possible*.

The verdict is one sentence. A certain doubt comes first: the figure is not one of the drives, or other work took part.
Then the limit that was reached most surely: *full* from 90 % of the upper end of its range, *near* below that. Then the
first warning that is certain or likely. Then, well below the links, *unexplained*; else what was measured. A run that
moved nothing reached no limit, and a run with a doubt is no best, no baseline and no point of a trend.

Findings that exclude each other are listed once, in `vocabulary/findings/exclusions.py`, each pair with its reason:
where the first is said, the second is not.

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
KINDS = {"limit": "Limits", "trust": "Trust", "cause": "Causes", "note": "Notes"}


def entry(rule: Rule) -> str:
    """One rule."""
    lines = [f"### `{rule.id}`", "", f"Checks {rule.title}. {rule.when}"]
    if rule.thresholds:
        lines += [
            "",
            "Thresholds: " + ", ".join(f"{name} {value:g}" for name, value in rule.thresholds.items()) + ".",
        ]
    for trial in (rule.experiment, *rule.further) if rule.experiment else ():
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
    if (kept := read_record()) is not None:
        parts += ["## Measured in a laboratory\n", section(kept)]
    return "\n".join(parts)


def main() -> int:
    """0 when written or current."""
    if "--check" in sys.argv:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
