"""Facets: what can be filtered by, with counts."""

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out


class FacetValue(Out):
    """One value of a factor."""

    value: str | int | float | bool = Field(
        description="Sizes in bytes; a number has the factor's unit of count"
    )
    runs: int = Field(description="Number of runs; a run whose jobs differ counts under each of its values")
    is_chosen: bool = Field(description="True when the present filter says this value")


class FacetRange(Out):
    """Runs in a range of values."""

    from_: float = Field(alias="from", description="Lower end, included, in the factor's own count or bytes")
    to: float = Field(description="Upper end, included only in the last range; count or bytes")
    runs: int = Field(description="Number of runs")


class FacetOut(Out):
    """One factor for the present filter; its own filter is left out, so that a choice can be widened."""

    key: str
    title: str
    type: Literal["text", "number", "bytes", "flag"]
    source: str = Field(
        description="Where the values come from: job options, inventory, upload, output, label"
    )
    values: list[FacetValue] = Field(description="Chosen ones first, then the most frequent")
    total_values: int = Field(description="Number of different values before the limit")
    unknown: int = Field(description="Number of runs where it is unknown")
    min: float | None = Field(description="Smallest number, in bytes or as a count; null when not a number")
    max: float | None = Field(description="Largest number, in bytes or as a count; null when not a number")
    histogram: list[FacetRange] | None = Field(description="Null when there are few values")


class FacetsOut(Out):
    """Every factor that occurs."""

    total: int = Field(description="Runs that match the filter")
    is_exact: bool = Field(
        description="False: the words of `q` match too many runs to be counted per value; all numbers of runs are "
        "those of the filter without `q`, so at most as many match"
    )
    facets: list[FacetOut]
