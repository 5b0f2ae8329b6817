"""Reference sets: what they say, and how figures of this installation compare with it."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer

SetState = Literal["counts", "superseded", "revoked", "off"]
SetOrigin = Literal["signed", "product", "pasted"]


@answer
class ReferenceSetOut(TypedDict):
    """A reference set that was taken."""

    id: str
    maker_name: Annotated[str | None, Field(description="As the file says; null = not named")]
    maker_contact: Annotated[str | None, Field(description="As the file says; null = not named")]
    origin: Annotated[
        SetOrigin,
        Field(
            description="signed: a lab's file. product: came with fioboard. pasted: a table a person added"
        ),
    ]
    fingerprint: Annotated[
        str | None, Field(description="Of the key that signed it; null = product or pasted")
    ]
    made: Annotated[str, Field(description="Quarter, as the file says: 2026-Q4")]
    cells: Annotated[int, Field(description="Number of cells: a drive model and a test each")]
    stated: Annotated[int, Field(description="Number of figures that sources state, not measured")]
    imported_at: AwareDatetime
    imported_by: str
    state: Annotated[
        SetState,
        Field(
            description="superseded: a newer set of its key counts. revoked: no set of its key counts. off: turned off"
        ),
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
    position: Annotated[int, Field(description="Of the result within its run, from 0")]
    measured: Annotated[
        float,
        Field(description="The figure, in bytes per second or I/O operations per second, as `unit` says"),
    ]
    model: str
    sets: Annotated[
        list[PlacedFigureOut], Field(description="That of the same firmware first, then by drives")
    ]


@answer
class StatedSourceOut(TypedDict):
    """Where a stated figure was read."""

    title: str
    address: Annotated[str | None, Field(description="null = not on the web, or not noted")]
    dated: Annotated[
        str | None, Field(description="When it was made, as precisely as it says; null = unknown")
    ]
    licence: Annotated[str | None, Field(description="null = none stated")]


@answer
class StatedFigureOut(TypedDict):
    """What a source states of a drive model, a provider's volume or a class of devices. It was not measured here, nor
    by a lab, and is never part of a cell.
    """

    set_id: str
    lab: Annotated[str, Field(description="Who made the set that holds it")]
    of: Annotated[Literal["model", "volume", "class"], Field(description="What it is stated of")]
    title: Annotated[str, Field(description="Name of that: AWS EBS gp3, SATA SSD")]
    capacity_bytes: Annotated[
        int | None, Field(description="Of a model, as sold, in bytes; null = any, or no model")
    ]
    stated: Annotated[str, Field(description="In words: up to 16.0k IOPS")]
    low: Annotated[
        float | None, Field(description="Least value, in the unit that `unit` says; null = not stated")
    ]
    value: Annotated[
        float | None,
        Field(description="Single or typical value, in the unit that `unit` says; null = not stated"),
    ]
    high: Annotated[float | None, Field(description="Most, in the unit that `unit` says; null = not stated")]
    unit: Annotated[Literal["IOPS", "bytes/s", "ns"], Field(description="Of every value of it")]
    conditions: Annotated[
        list[str], Field(description="Test, block size, depth, state; what was not stated is named")
    ]
    claim: Annotated[str, Field(description="How the source words it")]
    by: Annotated[str, Field(description="Who states it")]
    source: StatedSourceOut
    note: str | None


@answer
class StatedList(TypedDict):
    """What a set states, in the order of its file."""

    items: list[StatedFigureOut]
    left_out: Annotated[int, Field(description="Number of stated figures beyond these")]


@answer
class PlacedStatedOut(StatedFigureOut):
    """A result of a run beside a stated figure."""

    run_id: str
    position: Annotated[int, Field(description="Of the result within its run, from 0")]
    test: Annotated[str, Field(description="The result: 4 KiB random reads, QD 32")]
    direction: str
    measured: Annotated[float, Field(description="By the run, in the unit that `unit` says")]
    place: Annotated[str, Field(description='In words: "12.0 % below the lowest"')]
    is_comparable: Annotated[
        bool, Field(description="Whether every condition that counts was stated, and is the run's")
    ]


@answer
class PlacementList(TypedDict):
    """Results that a set has the drives and the test of, and results beside what sources state."""

    items: list[PlacedResult]
    stated: Annotated[
        list[PlacedStatedOut],
        Field(description="Never mixed with what was measured: of each result at most 12"),
    ]


class StatedSourceIn(In):
    """Where a table was read."""

    title: str = Field(min_length=1, max_length=200, description="Title of the page or document")
    address: str | None = Field(
        default=None, max_length=1_000, pattern=r"^https?://[^\s\x00-\x1f\x7f]+$", description="Its address"
    )
    dated: str | None = Field(
        default=None, max_length=10, description="When it was made: 2025, 2025-06, 2025-Q2 or 2025-06-30"
    )
    licence: str | None = Field(default=None, min_length=1, max_length=200, description="As it says")


class PastedSetIn(In):
    """A vendor's or reviewer's table as a reference set of its own."""

    by: str = Field(min_length=1, max_length=200, description="Who states the figures: a vendor, a reviewer")
    model: str = Field(min_length=1, max_length=200, description="Drive model as drives report it")
    title: str | None = Field(
        default=None, min_length=1, max_length=200, description="What people call it; default: the model"
    )
    capacity_bytes: int | None = Field(
        default=None, ge=1, le=10**18, description="Of the drive, as sold, in bytes; null = of all capacities"
    )
    source: StatedSourceIn
    rating: list[dict[str, object]] = Field(
        min_length=1, max_length=64, description="Figures as `POST /specs/preview` reads them from a table"
    )


class SetPatch(In):
    """What may change of a set without a key."""

    is_on: bool = Field(description="Whether it counts")


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
    stated: Annotated[
        list[StatedFigureOut], Field(description="What sources state of the model, not measured")
    ]
    left_out: Annotated[int, Field(description="Number of tests beyond these")]
