"""A run's figures beside what its drives are rated."""

from typing import Annotated, Literal, NotRequired
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, EMPTY, Count, Flag, Number, share_word
from fioboard.engine.words.ratings import RatingVerdict

RatingMetric = Literal["iops", "bw_bytes_per_s", "lat_ns"]
NoRating = Literal["no_drive", "no_card", "several_models", "layout", "no_figure", "not_measured", "not_read"]

# What datasheets rate, as engine/hardware/datasheets/card.py has it.
PATTERNS = ("read", "write", "randread", "randwrite", "randrw", "any")


@answer
class ConditionOut(TypedDict):
    """One condition that keeps a figure and a rating from being the same test."""

    name: Annotated[
        str,
        COMPOSED,
        Field(description="Which one, e.g. pattern, block_size, outstanding; docs/datasheets.md"),
    ]
    rated: Annotated[str | None, COMPOSED, Field(description="As printed; null when it was not")]
    run: Annotated[str | None, COMPOSED, Field(description="Of the run; null when unknown")]
    effect: Annotated[
        Literal["easier", "differs", "unknown"],
        share_word("unknown"),
        Field(description="easier: the drive was asked for less, so the run is a lower bound"),
    ]
    is_hidden: NotRequired[
        Annotated[
            bool, COMPOSED, Field(description="Only in a share: its values were left out by the sender")
        ]
    ]


@answer
class RatingSourceOut(TypedDict):
    """Where a rated figure was read."""

    title: str
    address: str
    kind: Annotated[str, Field(description="maker, oem, reproduced_table, news, quoted, catalogue or weak")]
    page: Annotated[int | None, Field(description="Number of the page in it; null when unknown")]
    dated: Annotated[str | None, Field(description="When the source was made, as precisely as it says")]
    read_at: Annotated[str, Field(description="Date on which it was read")]
    is_copy: Annotated[bool, Field(description="Whether somebody else keeps the copy that was read")]


@answer
class RatingCardOut(TypedDict):
    """The card that a figure stands on."""

    id: str
    title: str
    origin: Annotated[
        Literal["built_in", "person"],
        Field(description="Whether it came with the release, or a person added it"),
    ]
    grade: Annotated[str | None, Field(description="Of its sources, A to D; null on a person's own card")]


@answer
class RatedFigureOut(TypedDict):
    """One figure of a run beside what its drives are rated."""

    metric: Annotated[
        RatingMetric,
        share_word("iops"),
        Field(description="IOPS, bandwidth in bytes per second or latency in ns"),
    ]
    unit: Annotated[str, COMPOSED, Field(description="Base unit of measured and rated: IOPS, bytes/s or ns")]
    rw: Annotated[
        str | None, share_word(among=PATTERNS), Field(description="Pattern of the run; null when unknown")
    ]
    bs_bytes: Annotated[Count | None, Field(description="Block size of the run in bytes; null when unknown")]
    percentile: Annotated[
        Number | None, Field(description="Of a latency: which percentile, in percent; null for its mean")
    ]
    measured: Annotated[Number, Field(description="IOPS, bytes per second or ns")]
    rated: Annotated[Number, Field(description="Of all drives together: IOPS, bytes per second or ns")]
    rated_each: Annotated[Number, Field(description="Of one drive: IOPS, bytes per second or ns")]
    drive_count: Annotated[Count, Field(description="Number of drives that were measured together")]
    rule: Annotated[
        str | None,
        COMPOSED,
        Field(description="How the drives lie together: side by side, or an array's level; null: one"),
    ]
    is_at_ceiling: Annotated[
        Flag,
        Field(description="Whether the links carry less than the drives are rated: rated is what they carry"),
    ]
    share: Annotated[
        Number, Field(description="Measured over rated, a share 0..1 or above; of a latency less is better")
    ]
    verdict: Annotated[
        RatingVerdict,
        share_word("conditions_unknown"),
        Field(description="at_least: only a lower bound; conditions_unknown: nothing may be concluded"),
    ]
    may_judge: Annotated[bool, COMPOSED, Field(description="Whether the share may colour anything")]
    differs: Annotated[
        list[ConditionOut], ANSWER, Field(description="What differs or is unknown; empty when comparable")
    ]
    is_stated: Annotated[Flag, Field(description="Whether a label of the run states this rating")]
    claim: Annotated[
        str, COMPOSED, Field(description="In the source's words: up to, typical, …; stated: by a label")
    ]
    source: Annotated[
        RatingSourceOut | None, COMPOSED, Field(description="null: without source, or stated by a label")
    ]
    card: Annotated[
        RatingCardOut | None,
        COMPOSED,
        Field(description="null when only a label of the run states the rating"),
    ]
    is_card_hidden: NotRequired[
        Annotated[
            bool, COMPOSED, Field(description="Only in a share: there is a card, and which one is not shown")
        ]
    ]
    is_source_hidden: NotRequired[
        Annotated[
            bool, COMPOSED, Field(description="Only in a share: there is a source, and it is not shown")
        ]
    ]


@answer
class RatingOut(TypedDict):
    """A run beside the datasheets of its drives."""

    figures: Annotated[list[RatedFigureOut], ANSWER]
    models: Annotated[
        list[str], EMPTY, Field(description="Models of the drives as they report them; empty when unknown")
    ]
    missing: Annotated[
        NoRating | None, EMPTY, Field(description="Why there are no figures; null when there are some")
    ]
    sentence: Annotated[
        str | None, EMPTY, Field(description="The same for people; null when there are figures")
    ]


@answer
class RunRatingOut(TypedDict):
    """One of several runs."""

    run_id: UUID
    rating: RatingOut


@answer
class RatingsOut(TypedDict):
    """Several runs beside the datasheets of their drives."""

    items: list[RunRatingOut]


@answer
class RatedRunOut(TypedDict):
    """A run of a host with one of its figures."""

    run_id: UUID
    at: Annotated[AwareDatetime, Field(description="When the run started; where that is unknown, came in")]
    figure: RatedFigureOut


@answer
class HostRatedOut(TypedDict):
    """Runs of one host that measured one thing on drives of one model, with one verdict."""

    models: Annotated[list[str], Field(description="Models of the drives as they report them")]
    runs: Annotated[int, Field(description="A count: runs of this figure with this verdict")]
    latest: RatedRunOut
    best: Annotated[
        RatedRunOut | None,
        Field(
            description="The highest share of the reliable runs; null where no share means anything: another test, or "
            "no reliable run"
        ),
    ]


@answer
class HostRatingsOut(TypedDict):
    """A host's figures beside the datasheets of its drives."""

    items: Annotated[list[HostRatedOut], Field(description="The newest first, at most 100")]
    is_whole: Annotated[bool, Field(description="False when the host has more than these")]
