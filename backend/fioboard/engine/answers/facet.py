"""Facets: what can be filtered by, with counts."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class FacetValue(TypedDict):
    """One value of a factor."""

    value: Annotated[
        str | int | float | bool, Field(description="Sizes in bytes; a number has the factor's unit of count")
    ]
    runs: Annotated[
        int, Field(description="Number of runs; a run whose jobs differ counts under each of its values")
    ]
    is_chosen: Annotated[bool, Field(description="True when the present filter says this value")]


# `from` is a word of Python, so this field alone cannot be declared as the others are.
_From = TypedDict(
    "_From",
    {"from": Annotated[float, Field(description="Lower end, included, in the factor's own count or bytes")]},
)


@answer
class FacetRange(_From):
    """Runs in a range of values."""

    to: Annotated[float, Field(description="Upper end, included only in the last range; count or bytes")]
    runs: Annotated[int, Field(description="Number of runs")]


@answer
class FacetOut(TypedDict):
    """One factor for the present filter; its own filter is left out, so that a choice can be widened."""

    key: str
    title: str
    type: Literal["text", "number", "bytes", "flag"]
    source: Annotated[
        str,
        Field(
            description="Where the values come from: answer, job options, inventory, upload, output, label"
        ),
    ]
    values: Annotated[list[FacetValue], Field(description="Chosen ones first, then the most frequent")]
    total_values: Annotated[int, Field(description="Number of different values before the limit")]
    unknown: Annotated[
        int,
        Field(description="Number of runs where it is unknown; of limits, doubts and findings: without one"),
    ]
    of_newest: Annotated[
        int | None,
        Field(
            description="Numbers of runs count only this many of the newest that match; null = all of them. What "
            "answers say is counted so beyond 5,000 runs, a factor where results, words or answers decide "
            "beyond some 100,000"
        ),
    ]
    min: Annotated[
        float | None, Field(description="Smallest number, in bytes or as a count; null when not a number")
    ]
    max: Annotated[
        float | None, Field(description="Largest number, in bytes or as a count; null when not a number")
    ]
    histogram: Annotated[list[FacetRange] | None, Field(description="Null when there are few values")]


@answer
class FacetsOut(TypedDict):
    """Every factor that occurs."""

    total: Annotated[int, Field(description="Runs that match the filter")]
    total_is_exact: Annotated[
        bool,
        Field(
            description="False: `total` is the planner's guess where factors are counted `of_newest`, and counted "
            "without `q` where `is_exact` is false"
        ),
    ]
    is_exact: Annotated[
        bool,
        Field(
            description="False: the words of `q` match too many runs to be counted per value; all numbers of runs are "
            "those of the filter without `q`, so at most as many match"
        ),
    ]
    facets: list[FacetOut]
