"""What stands beside a ratio: how many digits it carries, tests, a second interval, and what few runs show."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import Count, Number, share_sentence, share_word
from fioboard.engine.words import sentences

Decimals = Annotated[
    Count | None,
    Field(
        description="Number of decimals of the ratio and its interval that the interval's width supports, 0..4 "
        "(docs/statistics.md); in percent two fewer; null without a ratio"
    ),
]


@answer
class RankTestOut(TypedDict):
    """Two-sided Mann–Whitney test."""

    u: Annotated[Number, Field(description="Number of pairs with new larger, ties one half")]
    p_value: Annotated[Number, Field(description="Probability, 0..1")]
    method: Annotated[Literal["exact", "normal_approximation"], share_word()]
    cliffs_delta: Annotated[
        Number, Field(description="Share of pairs with new larger (0..1) less share with new smaller")
    ]
    effect: Annotated[Literal["negligible", "small", "medium", "large"], share_word()]


@answer
class BootstrapOut(TypedDict):
    """The bootstrap interval of a ratio: beside the one that decides, never in its place."""

    ratio: Annotated[
        Number | None,
        Field(
            description="new/base, no unit: ratio of geometric means over the runs, which is what is resampled"
        ),
    ]
    ci95: Annotated[list[Number] | None, Field(description="[low, high] of that ratio, no unit; BCa limits")]
    ratio_decimals: Decimals
    resamples: Annotated[Count, Field(description="Number of resamples")]
    seed: Annotated[
        Count,
        Field(
            description="Number that the draws follow from; made of run ids, metric and workload: the "
            "same for everybody"
        ),
    ]
    levels: Annotated[
        list[Literal["run", "block"]],
        share_word(),
        Field(
            description="What is resampled: runs, and ten blocks of time within each run whose log of "
            "the metric is stored"
        ),
    ]
    runs_with_blocks: Annotated[Count, Field(description="Number of runs with such a log")]
    holds_percent: Annotated[
        Count | None,
        Field(
            description="How often such an interval was measured to hold the truth with about so many runs, percent; "
            "it should be 95 (docs/statistics.md). Null without an interval; and with blocks, where it depends on the "
            "noise inside the runs"
        ),
    ]
    reason: Annotated[
        str | None,
        share_sentence(sentences.OF_RATIOS),
        Field(description="Why there is no interval; null when there is one"),
    ]


@answer
class FewRunsOut(TypedDict):
    """What fewer than three runs on a side show, whatever the noise: counted, nothing estimated."""

    above: Annotated[Count, Field(description="Number of pairs of a new and a base run with new larger")]
    below: Annotated[Count, Field(description="Number of pairs with new smaller; the rest are equal")]
    pairs: Annotated[Count, Field(description="Number of pairs")]
    as_far: Annotated[
        Count,
        Field(
            description="Number of ways to deal these values to the two sides that set new as far above base as it is "
            "(below, where more pairs are below)"
        ),
    ]
    deals: Annotated[
        Count, Field(description="Number of all ways: chance alone sets them as far apart in as_far of deals")
    ]


@answer
class BootstrapsOut(TypedDict):
    """Bootstrap intervals of one workload."""

    key: str
    workload: str
    direction: Direction
    parts: Annotated[list[dict[str, BootstrapOut]], Field(description="By metric, per new side")]
