"""Datasheet cards as the API shows and takes them."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.rating import RatingSourceOut
from fioboard.engine.words.limits import MAX_CARD_BYTES, MAX_PASTED_CHARACTERS


class SpecIn(In):
    """A card to add: as the text of its file, or as the same document in JSON."""

    toml: str | None = Field(
        default=None, max_length=MAX_CARD_BYTES, description="Text of a card's file; docs/datasheets.md"
    )
    card: dict[str, object] | None = Field(
        default=None, description="The same document in JSON; one of both is needed"
    )


class PastedIn(In):
    """A table of a datasheet or of a shop's page, as text."""

    text: str = Field(
        min_length=1,
        max_length=MAX_PASTED_CHARACTERS,
        description="Rows as they were copied; tabs, pipes or prose",
    )


@answer
class PastedFigure(TypedDict):
    """A figure that a row prints."""

    row: Annotated[int, Field(description="Number of the row, from 1")]
    column: Annotated[
        str | None, Field(description="Head of its column, a capacity; null where there is one figure")
    ]
    rating: Annotated[
        dict[str, object],
        Field(description="In the shape of a card's `rating`: base units, what is not there was not printed"),
    ]


@answer
class PastedRow(TypedDict):
    """A row from which no figure was read."""

    row: Annotated[int, Field(description="Number of the row, from 1")]
    text: str
    reason: str


@answer
class PastedOut(TypedDict):
    """What was read from a table. Nothing is stored."""

    figures: list[PastedFigure]
    not_understood: list[PastedRow]
    columns: Annotated[
        list[str], Field(description="Heads of columns with figures: a card is of one of them")
    ]


@answer
class SpecBrief(TypedDict):
    """One card in a list."""

    id: str
    title: str
    drive_class: Annotated[str, Field(description="data-centre, client, hdd, provisioned or target")]
    grade: Annotated[str | None, Field(description="Of its sources, A to D; null on a person's own card")]
    capacity_bytes: Annotated[int | None, Field(description="As sold, in bytes; null: of a whole series")]
    models: Annotated[list[str], Field(description="Model strings as drives report them")]
    origin: Annotated[
        Literal["built_in", "person"],
        Field(description="Whether it came with the release, or a person added it"),
    ]
    version: Annotated[int, Field(description="Version of the card, from 1")]
    figure_count: Annotated[int, Field(description="Number of its figures")]
    unsourced_count: Annotated[int, Field(description="Number of its figures without source")]


@answer
class SpecListed(SpecBrief):
    """One card in the list, and whose it is."""

    drive_count: Annotated[int, Field(description="Number of drives here that the card is of")]


@answer
class ModelWithoutSpec(TypedDict):
    """A drive model that no card is of, at a capacity."""

    id: Annotated[str, Field(description="Of `GET /models/{model_id}`")]
    model: Annotated[str, Field(description="As the drives report it")]
    capacity_bytes: Annotated[
        int | None, Field(description="As the drives report it, in bytes; null: not told")
    ]
    drive_count: Annotated[int, Field(description="Number of drives here of this model and capacity")]


@answer
class SpecList(TypedDict):
    """Cards in force."""

    items: list[SpecListed]
    without: Annotated[
        list[ModelWithoutSpec],
        Field(description="Models of drives here that no card in force is of, whatever `find` says"),
    ]
    drive_count: Annotated[int, Field(description="Number of drives here whose model is known")]
    unknown_count: Annotated[int, Field(description="Number of drives here whose model is unknown")]


@answer
class SpecFigureOut(TypedDict):
    """One rated figure with the conditions that were printed. null: not printed, so unknown."""

    metric: str
    value: Annotated[float, Field(description="In its unit: IOPS, bytes per second, ns or bytes")]
    unit: Annotated[str, Field(description="Base unit of the value")]
    claim: Annotated[str, Field(description="In the source's words: up to, typical, …")]
    rw: Annotated[str | None, Field(description="Pattern as fio names it; any: all of them")]
    read_pct: Annotated[int | None, Field(description="Share of reads where they are mixed, percent")]
    percentile: Annotated[float | None, Field(description="Of a latency, in percent; null for a typical one")]
    bs_bytes: Annotated[int | None, Field(description="Block size in bytes")]
    outstanding: Annotated[int | None, Field(description="I/Os in flight together, a count")]
    workers: Annotated[int | None, Field(description="Workers that kept them in flight, a count")]
    span: str | None
    state: Annotated[str | None, Field(description="fresh or steady")]
    cache: Annotated[str | None, Field(description="Of a write: within the SLC cache, or after it")]
    data: Annotated[str | None, Field(description="random: data that do not compress")]
    lba_bytes: Annotated[int | None, Field(description="Block size the drive was formatted to, in bytes")]
    assumed: Annotated[
        list[str],
        Field(description="Conditions above that were not printed: a person took what is usual"),
    ]
    scope: Annotated[str, Field(description="Of this capacity, of all, or the most of the series")]
    line: Annotated[str | None, Field(description="What the source says, in its own units")]
    source: Annotated[RatingSourceOut | None, Field(description="null: without source")]
    is_contradicted: Annotated[bool, Field(description="Whether another source prints another figure for it")]


@answer
class SpecOut(SpecBrief):
    """One card whole."""

    figures: list[SpecFigureOut]
    notes: list[str]
    link: Annotated[str | None, Field(description="PCIe link that the figures need; null when not printed")]
    made_at: Annotated[AwareDatetime | None, Field(description="When a person added it; null of a release's")]
    made_by: Annotated[str | None, Field(description="Name of the person or the token; null of a release's")]


@answer
class SpecVersions(TypedDict):
    """Every version of a card: people's, the newest first, then that of the release."""

    items: list[SpecOut]


@answer
class UsualOut(TypedDict):
    """What makers of a class of drives usually measure with: a card that prints nothing may assume it."""

    drive_class: str
    metric: str
    rw: Annotated[str, Field(description="Pattern as fio names it")]
    bs_bytes: Annotated[int, Field(description="Block size in bytes")]
    queue_depth: Annotated[int, Field(description="I/Os in flight together, a count")]


@answer
class UsualList(TypedDict):
    """For every class, metric and pattern."""

    items: list[UsualOut]
