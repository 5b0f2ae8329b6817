"""The answer of a run: what holds it back, how sure that is, what was checked, and what each stage could carry."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.finding import EVIDENCE_UNITS, EvidenceOut, ExperimentOut, FindingOut
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, Flag, Number, share_word
from fioboard.engine.words.findings import Confidence
from fioboard.engine.words.verdicts import ComparedWith, VerdictKind

CeilingState = Literal["touched", "room", "not_comparable", "unknown"]
Stage = Literal[
    "rated", "drive_links", "shared_links", "sockets", "array", "gpu", "cpu", "network", "filesystem"
]  # fmt: skip


@answer
class VerdictBrief(TypedDict):
    """The verdict as lists show it."""

    kind: Annotated[
        VerdictKind,
        COMPOSED,
        Field(
            description="limit: a stage is at its end. trust: the figure is not what it seems. unexplained: no known "
            "limit fits; `id` may name a warning that can be why. none: no limit and no warning; see `compared_with`"
        ),
    ]
    id: Annotated[str | None, COMPOSED, Field(description="The rule it rests on; null for none")]
    sentence: Annotated[str, COMPOSED, Field(description="One sentence with the number and its yardstick")]
    share: Annotated[
        float | None,
        COMPOSED,
        Field(description="How much of the limit was reached, a share 0..1 or above; null when none"),
    ]
    compared_with: Annotated[
        ComparedWith | None,
        COMPOSED,
        Field(
            description="What the figure is compared with. limit: a link, network or other limit. rating: a datasheet, "
            "or what a person states. history: comparable runs. reference_set: a pinned reference, or another lab's "
            "reference set. queue: depth over latency (Little's law). class: what devices of a class give, or a limit "
            "that volumes are sold with. null: nothing; a figure in doubt has none. History and reference set are "
            "found when a run is read"
        ),
    ]


@answer
class VerdictOut(VerdictBrief):
    """The one sentence of a run."""

    confidence: Annotated[Confidence, share_word("possible")]
    is_possible_cause: NotRequired[
        Annotated[
            bool,
            COMPOSED,
            Field(
                description="Whether `id` is what may be why, however sure it is, as no limit explains the figure. "
                "Absent in old shares"
            ),
        ]
    ]
    limits: Annotated[
        list[str],
        COMPOSED,
        Field(
            description="Rules of the limits it names: the one it rests on, then those within a tenth of it; what "
            "`limit=` finds"
        ),
    ]
    text: Annotated[
        list[str],
        COMPOSED,
        Field(description="Sentences behind it: a second limit, what is excluded with its number"),
    ]
    evidence: Annotated[list[EvidenceOut], COMPOSED, Field(description="At most four figures it rests on")]
    experiments: Annotated[
        list[ExperimentOut],
        COMPOSED,
        Field(description="What to do next, cheapest first; empty when no test is needed"),
    ]


@answer
class UnknownCheck(TypedDict):
    """A rule that could not be checked."""

    id: Annotated[str, COMPOSED]
    missing: Annotated[str, COMPOSED, Field(description="Which fact is not known")]
    command: Annotated[
        str | None, COMPOSED, Field(description="What gives it with the next run; null when nothing does")
    ]


@answer
class ChecksOut(TypedDict):
    """What was checked: `found`, `fine` and `unknown` add up to all rules that apply to this run."""

    found: Annotated[list[str], COMPOSED]
    fine: Annotated[list[str], COMPOSED]
    unknown: Annotated[list[UnknownCheck], ANSWER]
    not_visible: Annotated[
        list[UnknownCheck],
        COMPOSED,
        Field(
            description="What no file of the run shows of such a target, and no rule can check; not counted"
        ),
    ]
    titles: NotRequired[
        Annotated[
            dict[str, str],
            COMPOSED,
            Field(description="What each rule of `fine` and `unknown` checks, by its id. Absent in shares"),
        ]
    ]


@answer
class CeilingOut(TypedDict):
    """What one stage of the data's way can carry, beside what this run moved."""

    stage: Annotated[Stage, share_word()]
    label: Annotated[str, COMPOSED, Field(description='What the stage is: "Gen4 x16 at 0000:40:01.1"')]
    direction: Annotated[str | None, share_word(among=("read", "write")), Field(description="read or write")]
    low: Annotated[Number | None, Field(description="Least it carries, in `unit`; null when unknown")]
    high: Annotated[Number | None, Field(description="Most it carries, in `unit`; null when unknown")]
    unit: Annotated[str, share_word("bytes/s", EVIDENCE_UNITS), Field(description="bytes/s, IOPS or CPUs")]
    measured: Annotated[Number | None, Field(description="What this run used of it, in `unit`")]
    share: Annotated[
        Number | None,
        Field(description="Measured over the upper end, a share 0..1 or above; null when unknown"),
    ]
    source: Annotated[str, COMPOSED, Field(description="Where the ceiling is known from")]
    state: Annotated[
        CeilingState,
        share_word("unknown"),
        Field(
            description="touched: from 90 % of it on, whatever its payload. room: below. not_comparable: stated, of "
            "other conditions, or the figure is one of memory. unknown: see `missing`"
        ),
    ]
    is_near: Annotated[
        Flag, Field(description="Whether there is room, and the run came to 85 % of its lower end")
    ]
    missing: Annotated[
        str | None, COMPOSED, Field(description="Which fact is not known; null when it is known")
    ]
    command: Annotated[
        str | None, COMPOSED, Field(description="What gives it; null when known, or nothing does")
    ]


@answer
class RegressionOfRun(TypedDict):
    """The open regression that a run begins, or whose level it is at."""

    change_id: str
    is_first: Annotated[bool, Field(description="Whether it begins with this run")]


@answer
class AnswerOut(TypedDict):
    """Everything that was judged of one run."""

    verdict: Annotated[VerdictOut, ANSWER]
    findings: Annotated[list[FindingOut], ANSWER, Field(description="Warnings first")]
    checks: Annotated[ChecksOut, ANSWER]
    ceilings: Annotated[list[CeilingOut], ANSWER, Field(description="In the order in which the data flows")]
    regression: NotRequired[
        Annotated[
            RegressionOfRun,
            Field(
                description="Of several the gravest, named in the verdict. Absent without one, and in shares"
            ),
        ]
    ]
