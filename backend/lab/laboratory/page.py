"""What a pass found: as it is kept beside the documentation, and as docs/findings.md shows it."""

from pathlib import Path

import msgspec

from fioboard.engine.rules import RULES_OF_RUNS

RECORD = Path(__file__).parents[3] / "docs" / "findings-laboratory.json"
ALL = "all"
RECALL_GOAL, PRECISION_GOAL = 0.90, 0.95
HEAD = """`make bench-findings`, as root, induces situations on one machine with real fio, each {repeats} times in
different forms, and healthy runs between them in random order, many of which only look like a situation. The agent runs
the jobs, and its upload is judged as ingest does it. Whether a situation came about is decided by measurements apart
from the product: `/sys/block/*/stat`, the counters of a control group of the run's own, `/proc/PID/stat` and `syscall`
of fio's jobs, `fincore`, `statvfs`. One that did not come about is discarded. A finding is false when neither the
situation nor these measurements bear it out; one that is true of the machine by chance, such as a run of 3 s called
short, counts on neither side. Notes, which state a fact of the machine, are not counted unless a situation was made for
them."""


class RuleRow(msgspec.Struct, frozen=True):
    """One rule's figures."""

    rule: str
    induced: int
    """Situations made for it that came about."""
    found: int
    discarded: int
    """Situations made for it that did not come about, or whose run failed."""
    held: int
    """Its findings that hold, in all runs."""
    false: int


class Missed(msgspec.Struct, frozen=True):
    """Situations of one name that came about and were not told."""

    situation: str
    instead: str
    times: int


class FalseAlarm(msgspec.Struct, frozen=True):
    """A finding that does not hold."""

    rule: str
    situation: str
    text: str


class Shown(msgspec.Struct, frozen=True):
    """A situation or control, and the figure that told whether it came about."""

    situation: str
    figure: str


class SituationRow(msgspec.Struct, frozen=True):
    """One situation's figures, and what proved one repeat of it."""

    situation: str
    rules: list[str]
    """Any of them was wanted."""
    induced: int
    found: int
    proof: str


class Pass(msgspec.Struct, frozen=True, kw_only=True):
    """A whole pass."""

    date: str
    machine: str
    fio: str
    minutes: float
    repeats: int
    situations: int
    controls: int
    controls_discarded: int
    controls_clean: int
    """Controls that came about and of which nothing false was said."""
    rules: list[RuleRow]
    missed: list[Missed]
    false: list[FalseAlarm]
    discarded: list[Shown]
    situation_rows: list[SituationRow]
    """Those that came about."""
    remarks: list[str] = []
    """What a person changed in these figures afterwards, and why."""

    @property
    def sum(self) -> RuleRow:
        """All rules together."""
        names = ("induced", "found", "discarded", "held", "false")
        return RuleRow(ALL, *(sum(getattr(row, name) for row in self.rules) for name in names))

    def to_json(self) -> bytes:
        """As it is kept."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read_record() -> Pass | None:
    """The pass that was kept last; None where none was."""
    return msgspec.json.decode(RECORD.read_bytes(), type=Pass) if RECORD.exists() else None


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def table(found: Pass) -> str:
    """By rule, as Markdown, and the goals."""
    lines = ["| Rule | Situations | Found | Recall | Discarded | Findings that hold | False | Precision |",
             "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for row in (*found.rules, found.sum):
        name = "**all**" if row.rule == ALL else f"`{row.rule}`"
        lines.append(
            f"| {name} | {row.induced} | {row.found} | {_percent(row.found, row.induced)} | {row.discarded} | "
            f"{row.held} | {row.false} | {_percent(row.held, row.held + row.false)} |"
        )
    return "\n".join(lines) + (
        f"\n\nGoals: recall ≥ {100 * RECALL_GOAL:.0f} %, precision ≥ {100 * PRECISION_GOAL:.0f} %, over all rules. Of "
        f"{found.controls} healthy controls {found.controls_clean} were told nothing false; {found.controls_discarded} "
        "were discarded."
    )


def _list(lines: list[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) if lines else "- none"


def _by_situation(found: Pass) -> str:
    lines = ["| Situation | Rule | Came about | Found | Proved by |", "|---|---|---|---|---|"]
    for row in found.situation_rows:
        rules = " or ".join(f"`{rule}`" for rule in row.rules)
        lines.append(f"| {row.situation} | {rules} | {row.induced} | {row.found} | {row.proof} |")
    return "\n".join(lines)


def section(found: Pass) -> str:
    """The whole section of docs/findings.md, without its heading."""
    measured = {row.rule for row in found.rules if row.induced}
    others = ", ".join(f"`{rule}`" for rule in RULES_OF_RUNS if rule not in measured)
    parts = [
        HEAD.format(repeats=found.repeats),
        f"{found.date}, {found.machine}, {found.fio}: {found.situations} situations and {found.controls} controls in "
        f"{found.minutes:g} minutes.",
        table(found),
        *found.remarks,
        "Missed:",
        _list([f"{one.situation}, {one.times} ×: {one.instead}" for one in found.missed]),
        "False:",
        _list([f"`{one.rule}` in “{one.situation}”: {one.text}" for one in found.false]),
        "Discarded:",
        _list([f"{one.situation}: {one.figure}" for one in found.discarded]),
        "By situation, with the measurement that proved one of its repeats:",
        _by_situation(found),
        "Not induced there, for want of such hardware (NVMe, PCIe links, NUMA, sensors, SATA), of md and device-mapper "
        "in its kernel, or of a neighbour on its hypervisor; these rules are held to recorded documents and tables of "
        f"cases in `backend/tests/engine/rules/`: {others}.",
    ]
    return "\n\n".join(parts) + "\n"
