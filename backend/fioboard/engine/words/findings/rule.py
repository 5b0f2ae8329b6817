"""What a rule of findings is declared with. What it does stands in `findings/`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, LiteralString

FindingKind = Literal["limit", "cause", "trust", "note"]
"""limit: holds the run back. cause: set or broken, could be better. trust: the figure may not mean what it seems."""
Severity = Literal["warning", "info"]
Confidence = Literal["certain", "likely", "possible"]
"""certain: arithmetic or the device's own counter."""
Scope = Literal["run", "machine", "history"]
"""history: over several runs, judged when one is read and never stored."""


Expectation = Literal["rate_rises", "rate_falls", "rate_changes", "latency_falls"]
"""What runs with the change show beside runs without it when a finding is true. rate: bytes per second of the whole
run. latency: the median."""


@dataclass(frozen=True, slots=True)
class Need:
    """A fact that a rule lacked. Words of the service, which a share repeats."""

    missing: LiteralString
    """What is not known, as the end of "Not known: …"."""
    command: LiteralString | None
    """What a person types to know it with the next run; None where nothing would tell."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """One way to find out whether a finding is true. The service never runs it by itself."""

    title: LiteralString
    if_true: LiteralString
    if_false: LiteralString
    is_destructive: bool = False
    expects: Expectation | None = None
    """What decides whether it is confirmed; None where no figure of fio's tells, and a person must look."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `id` is stable: filters, links and scripts name it."""

    id: str
    title: LiteralString
    """What is checked, in words that also hold when all is well: "lanes of every link"."""
    kind: FindingKind
    when: LiteralString
    """The condition, with the thresholds as they are below."""
    reference: LiteralString
    evidence: tuple[LiteralString, ...] = ()
    """What its evidence is called, beside names of devices and counters."""
    experiment: Experiment | None = None
    thresholds: Mapping[str, float] = field(default_factory=dict)
    wrong_when: LiteralString | None = None
    scope: Scope = "run"
    further: tuple[Experiment, ...] = ()
    """Experiments beside the first, where one alone cannot tell."""
    is_of_cache: bool = False
    """Whether what it finds makes the figure one of memory and not of the drives: never alike with one of drives."""
    lowers_ceiling: bool = False
    """Of a cause: whether the ceilings are lower by it already, so that reaching one is no contradiction."""
    depends_on_speed: bool = False
    """Whether the same job crosses the threshold by being faster or slower alone, by what it moved or how long it took.
    Between two sides that ran the same job, such a doubt counts for both or for neither."""
    is_disturbance: bool = False
    """Whether other work took part in the run. It is never alike in two runs, so it stays a doubt on both sides."""
    hidden_by: Literal["temperatures", "rated", "job_options"] | None = None
    """What a sender of a share leaves out, and this rule tells of it."""
    may_name_devices: bool = False
    """Whether evidence is named after drives, PCIe functions or counters."""
