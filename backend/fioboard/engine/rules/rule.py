"""What a rule of findings is declared with, and all rules by id.

Each module of this room that has DECLARED is a subject of rules: declaration, judgement and conditions together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, LiteralString

from fioboard.core.sentence import Template
from fioboard.engine.words.findings import SAME_JOB, Expectation, FindingKind, Scope

if TYPE_CHECKING:
    from fioboard.engine.rules.facts import RunFacts
    from fioboard.engine.rules.finding import Judgement


def judge_nothing(_facts: "RunFacts") -> Iterator["Judgement"]:
    """Judge no run: for rules about a machine or about several runs, which their modules judge."""
    return iter(())


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
    how: LiteralString | None = None
    """How the job is run again, as "on an idle host"; None where more than that is done."""


def repeat_job(
    how: LiteralString, if_true: LiteralString, if_false: LiteralString, expects: Expectation | None = None
) -> Experiment:
    """Declare the experiment that runs the same job in one other way. A batch says the same of all its jobs."""
    return Experiment(f"{SAME_JOB} {how}", if_true, if_false, expects=expects, how=how)


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
    judge: Callable[["RunFacts"], Iterator["Judgement"]] = judge_nothing
    """Judges one run of scope run, and says nothing where the rule does not apply to it."""
    templates: tuple[Template, ...] = ()
    """Every sentence `judge` may say: a share reads the stored text back by them."""
    is_last_resort: bool = False
    """Asked only when no other limit was found."""
    is_of_trusted: bool = False
    """Asked only of a run that no certain doubt hangs over: what it measured says nothing of its drives then."""
    further: tuple[Experiment, ...] = ()
    """Experiments beside the first, where one alone cannot tell."""
    alternatives: tuple[Experiment, ...] = ()
    """Experiments that a finding may name instead of the first."""
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


_BY_ID: dict[str, Rule] = {}
RULES: Mapping[str, Rule] = MappingProxyType(_BY_ID)
"""By id. Importing the room registers all of them."""


def register_rules(rules: Iterable[Rule]) -> None:
    """Register a subject's rules. An id that exists already raises ValueError."""
    for rule in rules:
        if rule.id in _BY_ID:
            raise ValueError(rule.id)
        _BY_ID[rule.id] = rule
