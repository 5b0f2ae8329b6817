"""What the figures of a hand-made table say, beside what was measured."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer

ClaimStatus = Literal["right", "rounded", "wrong", "swapped", "no_run"]
ClaimCause = Literal["lost_suffix", "binary_unit", "bits", "unit", "direction"]


@answer
class ClaimOut(TypedDict):
    """One cell of a hand-made table and what the auditor says of it."""

    where: Annotated[str, Field(description="Place in the text: line 4, column 22")]
    line: Annotated[int, Field(description="From 1")]
    column: Annotated[int, Field(description="Character of the line where the cell begins, from 1")]
    text: Annotated[str, Field(description="The cell as it was typed")]
    quantity: Annotated[
        str, Field(description="The same as a typed result takes it: 12.9k, 106 MB/s, 7.75 ms")
    ]
    metric: Annotated[
        str, Field(description="iops, bw_bytes_per_s, or a latency: lat_mean_ns, clat_p99_ns, …")
    ]
    direction: Annotated[Direction | None, Field(description="As the table says; null when it does not")]
    value: Annotated[float, Field(description="What the cell says, in `unit`")]
    unit: Annotated[Literal["IOPS", "bytes/s", "ns"], Field(description="Base unit of value and measured")]
    pattern: Annotated[Literal["random", "sequential"] | None, Field(description="As the table says")]
    bs_bytes: Annotated[int | None, Field(description="Block size in bytes, as the table says")]
    iodepth: Annotated[int | None, Field(description="Queue depth per job, a count, as the table says")]
    numjobs: Annotated[int | None, Field(description="Jobs at once, a count, as the table says")]
    status: Annotated[
        ClaimStatus,
        Field(
            description="swapped: read and write stand in each other's place; no_run: nothing to compare it with"
        ),
    ]
    cause: Annotated[
        ClaimCause | None,
        Field(description="The one mistake that explains it within the printed digits; null when none does"),
    ]
    measured: Annotated[float | None, Field(description="What was measured, in `unit`")]
    measured_direction: Annotated[Direction | None, Field(description="Direction that `measured` is of")]
    factor: Annotated[
        float | None,
        Field(description="Claimed by measured, a number without a unit; null when right, rounded or no_run"),
    ]
    run: Annotated[
        int | None, Field(description="Index in `runs` of the run that measured it, where it is one of them")
    ]
    run_id: Annotated[str | None, Field(description="The stored run that measured it")]
    sentence: Annotated[str, Field(description="The same in one sentence")]


@answer
class LinesOut(TypedDict):
    """What became of every line that holds text, each in one of six lists of ranges [first, last], from 1."""

    used: Annotated[list[tuple[int, int]], Field(description="Read as results")]
    claims: Annotated[list[tuple[int, int]], Field(description="Hand-made tables: claims, not results")]
    not_understood: Annotated[
        list[tuple[int, int]], Field(description="Looks like figures and became none of either")
    ]
    options: Annotated[
        list[tuple[int, int]],
        Field(description="Command lines and job files that runs have their options from"),
    ]
    titles: Annotated[list[tuple[int, int]], Field(description="Headings that runs have their title from")]
    prose: Annotated[list[tuple[int, int]], Field(description="Everything else")]
