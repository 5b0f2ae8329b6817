"""Reference sets of other labs, and how figures of this installation stand among theirs."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer

SetState = Literal["counts", "superseded", "revoked"]


@answer
class ReferenceSetOut(TypedDict):
    """A reference set that was taken."""

    id: str
    maker_name: Annotated[str | None, Field(description="As the file says; null = not named")]
    maker_contact: Annotated[str | None, Field(description="As the file says; null = not named")]
    fingerprint: Annotated[str, Field(description="Of the key that signed it")]
    made: Annotated[str, Field(description="Quarter, as the file says: 2026-Q4")]
    cells: Annotated[int, Field(description="Number of cells: a drive model and a test each")]
    imported_at: AwareDatetime
    imported_by: str
    state: Annotated[
        SetState,
        Field(description="superseded: a newer set of its key counts. revoked: no set of its key counts"),
    ]


@answer
class ReferenceSetList(TypedDict):
    """Every reference set that was taken, the newest first."""

    items: list[ReferenceSetOut]


@answer
class SetFigureOut(TypedDict):
    """What one set says of a kind of drive and a test; of several labs, never pooled."""

    set_id: str
    lab: Annotated[str, Field(description="Its maker's name, or the begin of the key's fingerprint")]
    firmware: Annotated[
        str | None, Field(description="Of its drives; null = unknown, or fewer than three drives")
    ]
    drives: Annotated[int, Field(description="Number of drives, or of arrays")]
    runs: Annotated[int, Field(description="Number of runs")]
    labs: Annotated[int, Field(description="Number of installations that measured them")]
    first: Annotated[str | None, Field(description="Quarter of the oldest run; null = not stated")]
    last: Annotated[str | None, Field(description="Quarter of the newest run; null = not stated")]
    cpu: Annotated[list[str], Field(description="Families of processors; empty = not stated")]
    sources: Annotated[list[str], Field(description="Where it was published; empty = own measurements")]
    low: Annotated[
        float,
        Field(description="Lowest value, in bytes per second or I/O operations per second, as `unit` says"),
    ]
    high: Annotated[
        float,
        Field(description="Highest value, in bytes per second or I/O operations per second, as `unit` says"),
    ]
    quantiles: Annotated[
        list[float] | None,
        Field(
            description="0th, 5th, … 100th percentile over its drives, in bytes per second or I/O operations per "
            "second, as `unit` says; null = fewer than three drives"
        ),
    ]
    is_beyond_spread: Annotated[
        bool,
        Field(
            description="Whether it differs from the first set of the test beyond their spread, at the same or an "
            "unknown firmware"
        ),
    ]


@answer
class PlacedFigureOut(SetFigureOut):
    """What one set says, and the place of a figure in it."""

    place: Annotated[str, Field(description='In words: "8th percentile of 41 drives"')]
    percentile: Annotated[
        float | None,
        Field(
            description="0 to 100 percent, linear between quantiles; null = outside its values, or under ten drives"
        ),
    ]


@answer
class SetTest(TypedDict):
    """A kind of drive and a test."""

    test: Annotated[str, Field(description="The test in words: random read 4 KiB, QD 32, 1 job")]
    conditions: Annotated[
        list[str], Field(description="Link, layout, file system, state, duration, setting, further options")
    ]
    capacity_bytes: Annotated[int | None, Field(description="As sold, in bytes; null = unknown")]
    direction: str
    unit: Annotated[Literal["IOPS", "bytes/s"], Field(description="Of every value of the test")]


@answer
class PlacedResult(SetTest):
    """A result of a run among the drives of each set that has its drives and test."""

    run_id: str
    measured: Annotated[
        float,
        Field(description="The figure, in bytes per second or I/O operations per second, as `unit` says"),
    ]
    model: str
    sets: Annotated[
        list[PlacedFigureOut], Field(description="That of the same firmware first, then by drives")
    ]


@answer
class PlacementList(TypedDict):
    """Results that a set has the drives and the test of."""

    items: list[PlacedResult]


@answer
class ModelTest(SetTest):
    """What sets say of one test of a drive model, beside this installation's drives."""

    sets: Annotated[list[SetFigureOut], Field(description="Those of the most drives first")]
    own: Annotated[
        list[float],
        Field(
            description="Of each drive here the median of its reliable runs of this test, rising, in bytes "
            "per second or I/O operations per second, as `unit` says"
        ),
    ]
    own_runs: Annotated[int, Field(description="Number of those runs")]


@answer
class ModelTestList(TypedDict):
    """The tests of a drive model that reference sets have, those of the most drives first."""

    items: list[ModelTest]
    left_out: Annotated[int, Field(description="Number of tests beyond these")]
