"""What may be set of a suite or job that a host is asked for: a closed list."""

import re
from math import prod
from typing import Annotated, Literal, NotRequired

from pydantic import Field, PlainValidator, StringConstraints
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In
from fioboard.engine.words.requests import MAX_JOBS, MAX_QUEUE_DEPTH, MAX_REQUEST_REPEATS, MAX_RUNTIME_S

GRID = ("rw", "bs", "iodepth", "numjobs")
# Of a sweep, several values: `4k,64k`, `1,4,16`.
_DIRECTION, _SIZE = "(?:read|write|randread|randwrite|rw|randrw)", "[1-9][0-9]{0,6}[kKmM]?"
_MAX_LIST_CHARACTERS = 200
Directions = Annotated[str, StringConstraints(pattern=f"^{_DIRECTION}(?:,{_DIRECTION}){{0,5}}$")]
Sizes = Annotated[str, StringConstraints(pattern=f"^{_SIZE}(?:,{_SIZE})*$", max_length=_MAX_LIST_CHARACTERS)]
_LIST = r"[1-9][0-9]{0,4}(?:,[1-9][0-9]{0,4})+"
_Listed = Annotated[str, StringConstraints(pattern=f"^{_LIST}$", max_length=_MAX_LIST_CHARACTERS)]


def _count(most: int) -> PlainValidator:
    """Return what takes a number or several, and names the field alone in its refusal."""

    def read_count(value: object) -> int | str:
        numbers: list[int] = []
        if isinstance(value, str) and len(value) <= _MAX_LIST_CHARACTERS and re.fullmatch(_LIST, value):
            numbers = [int(one) for one in value.split(",")]
        elif type(value) is int:
            numbers = [value]
        if not numbers or not all(1 <= one <= most for one in numbers):
            raise ValueError("give a whole number from 1, or several as 1,4,16")
        return value if isinstance(value, str) else numbers[0]

    return PlainValidator(read_count, json_schema_input_type=Annotated[int, Field(ge=1, le=most)] | _Listed)


Depths = Annotated[int | str, _count(MAX_QUEUE_DEPTH)]
Jobs = Annotated[int | str, _count(MAX_JOBS)]


class Parameters(In):
    """All that may be set of a suite or job, each within fio's own sense; absent ones are the suite's or job's own.

    `rw`, `bs`, `iodepth` and `numjobs` of a sweep may have several values, separated by commas.
    """

    rw: Directions | None = Field(default=None, description="fio's data direction")
    bs: Sizes | None = Field(default=None, description="Bytes of a block, as `4k`")
    iodepth: Depths | None = Field(
        default=None, description="I/O operations under way of each clone, a count"
    )
    numjobs: Jobs | None = Field(default=None, description="Clones or threads of each job")
    runtime: int | None = Field(
        default=None, ge=1, le=MAX_RUNTIME_S, description="Number of seconds of each step"
    )
    rwmixread: int | None = Field(default=None, ge=0, le=100, description="Percent of reads in a mix")
    repeats: int | None = Field(
        default=None, ge=1, le=MAX_REQUEST_REPEATS, description="Repeats of each workload, a count"
    )
    until: str | None = Field(
        default=None,
        pattern=r"^(0\.[1-9]|[1-9]\d?(\.\d)?)%$",
        description="Repeat until the 95 % interval is within this share of the mean, as `5%`",
    )
    metric: Literal["clat_p99", "iops", "bw"] | None = Field(
        default=None, description="What `limit` of a search is of: a latency to keep, or a rate to reach"
    )
    limit: str | None = Field(
        default=None,
        pattern=r"^[1-9][0-9]{0,8}(\.[0-9]{1,3})?(ns|us|ms|s|k|M|[kMG]B/s)?$",
        description="Of a search, as `2ms`, `500k` or `20GB/s`",
    )

    @property
    def points(self) -> int:
        """Number of combinations of a sweep's values; 1 where no option has several."""
        return prod(str(getattr(self, name)).count(",") + 1 for name in GRID)


class ParametersOut(TypedDict):
    """The parameters that were given; absent ones are the suite's or job's own."""

    rw: Annotated[NotRequired[str], Field(description="fio's data direction; of a sweep as `read,randread`")]
    bs: Annotated[NotRequired[str], Field(description="Bytes of a block, as `4k`; of a sweep as `4k,64k`")]
    iodepth: Annotated[
        NotRequired[int | str],
        Field(description="I/O operations under way of each clone, a count; of a sweep as `1,4,16`"),
    ]
    numjobs: Annotated[
        NotRequired[int | str], Field(description="Clones or threads of each job; of a sweep as `1,4`")
    ]
    runtime: Annotated[NotRequired[int], Field(description="Number of seconds of each step")]
    rwmixread: Annotated[NotRequired[int], Field(description="Percent of reads in a mix")]
    repeats: Annotated[NotRequired[int], Field(description="Repeats of each workload, a count")]
    until: Annotated[NotRequired[str], Field(description="Share of the mean, as `5%`")]
    metric: Annotated[
        NotRequired[Literal["clat_p99", "iops", "bw"]], Field(description="What the limit of a search is of")
    ]
    limit: Annotated[NotRequired[str], Field(description="Of a search, as `2ms`, `500k` or `20GB/s`")]
