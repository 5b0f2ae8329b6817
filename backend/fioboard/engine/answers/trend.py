"""Small pictures of how alike runs went."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer


@answer
class TrendOut(TypedDict):
    """One workload of a run, and the same of the runs before it in the same configuration."""

    run_id: UUID
    workload_id: UUID
    direction: Direction
    iops: Annotated[
        list[float | None],
        Field(
            description="I/O operations per second, the oldest first, the run itself last; null: not measured"
        ),
    ]
    bw_bytes_per_s: Annotated[
        list[int | None],
        Field(description="Bytes per second, the oldest first, the run itself last; null: not measured"),
    ]
    doubted_count: Annotated[
        int,
        Field(description="Comparable runs among the newest that are left out as unreliable, a count"),
    ]


@answer
class TrendsOut(TypedDict):
    """Trends of runs, in no order; a run that is the first of its kind, or in doubt, has none."""

    items: list[TrendOut]
