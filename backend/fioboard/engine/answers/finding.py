"""Findings: what a rule noticed, with the numbers it noticed it by."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, share_word
from fioboard.engine.words.findings import Confidence, FindingKind, Severity

EVIDENCE_UNITS = (
    "bytes/s", "GT/s", "lanes", "MT/s", "°C", "%", "ms", "ns", "s", "bytes", "IOPS", "CPUs", "KiB", "W",
)  # fmt: skip
EVIDENCE_SOURCES = (
    "inventory", "samples", "result", "targets", "computed", "inferred", "manual", "redfish", "firmware_attributes",
    "bios_file", "counters", "stated",
)  # fmt: skip


@answer
class EvidenceOut(TypedDict):
    """One fact a finding rests on."""

    name: Annotated[str, COMPOSED, Field(description="What it is: a fact, a device or a counter")]
    value: Annotated[
        str | int | float | bool | None, COMPOSED, Field(description="In `unit`; null means unknown")
    ]
    unit: Annotated[
        str | None,
        share_word(among=EVIDENCE_UNITS),
        Field(description='"bytes/s", "GT/s", "lanes", …; null for text and plain counts'),
    ]
    source: Annotated[
        str,
        share_word("inventory", EVIDENCE_SOURCES),
        Field(description="Where it was read: inventory, samples, result, targets or computed"),
    ]


@answer
class ExperimentOut(TypedDict):
    """One way to find out whether a finding is true. The service never runs it."""

    title: Annotated[str, Field(description="What to do, in words")]
    options: Annotated[list[str], Field(description='fio options that change, as typed: "direct=1"')]
    if_true: Annotated[str, Field(description="What is seen when the finding is true")]
    if_false: Annotated[str, Field(description="What is seen when it is not")]
    is_destructive: Annotated[bool, Field(description="Whether it overwrites data")]


@answer
class FindingOut(TypedDict):
    """One remark about a machine or a run. Data: the wording is the server's and may improve."""

    id: Annotated[
        str, COMPOSED, Field(description='Stable name of the rule, e.g. "downgraded-width"; docs/findings.md')
    ]
    kind: Annotated[
        FindingKind,
        COMPOSED,
        Field(
            description="limit: holds the run back. cause: set or broken, could be better. trust: the figure may not "
            "mean what it seems. note: worth knowing"
        ),
    ]
    severity: Annotated[Severity, share_word("info")]
    confidence: Annotated[
        Confidence,
        share_word("possible"),
        Field(description="certain: arithmetic, or the device's own counter; else likely, possible"),
    ]
    text: Annotated[str, COMPOSED, Field(description="One or two sentences for people")]
    names: NotRequired[
        Annotated[
            list[str],
            COMPOSED,
            Field(
                description="What the text calls drives, PCIe functions and arrays by; in a share their labels. Absent "
                "in what an earlier version judged or shared"
            ),
        ]
    ]
    evidence: Annotated[list[EvidenceOut], ANSWER]
    experiment: Annotated[ExperimentOut | None, COMPOSED]
