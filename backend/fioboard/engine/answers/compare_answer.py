"""What a comparison says first, by what may be claimed."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer

AnswerKind = Literal[
    "better",
    "worse",
    "differs",
    "no_difference",
    "no_interval",
    "confounded",
    "mixed",
    "doubted",
    "partly_doubted",
    "untold",
    "nothing",
]


@answer
class ComparedAnswer(TypedDict):
    """What one side is against base, in one sentence, by what may be claimed."""

    kind: Annotated[
        AnswerKind,
        Field(
            description="better, worse: proven; differs: both, by workload; no_interval: too few runs; confounded: "
            "several things changed, however many runs there are; mixed: a side pools unlike runs; doubted: one side "
            "is unreliable; partly_doubted: some runs of a side are; untold: proven, but a side does not tell "
            "whether anything else changed; nothing: nothing in common"
        ),
    ]
    sentence: str
    workload: Annotated[
        str | None,
        Field(description="`key` of the workload that the sentence names; null: none, or all alike"),
    ]
    sure: Annotated[str, Field(description="Numbers of runs, where too few for an interval; else empty")]
    text: Annotated[
        list[str],
        Field(
            description="Sentences behind it: the other workloads, counted, and what it may be attributed to"
        ),
    ]
    caveat: Annotated[
        str | None,
        Field(description="Doubts that the sides do not have in common, each once; null without any"),
    ]
