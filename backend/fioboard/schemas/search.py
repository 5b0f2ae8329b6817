"""What a search for the highest rate under a limit looks for."""

import math
from typing import Annotated, Literal, cast, get_args

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.sanitize import Document
from fioboard.schemas.base import answer

GoalMetric = Literal["clat_p99_ns", "iops", "bw_bytes_per_s"]


@answer
class SearchGoal(TypedDict):
    """What `suite saturate` looks for: the highest rate under a p99, or the shallowest step that reaches a rate."""

    metric: Annotated[GoalMetric, Field(description="clat_p99_ns: not to be exceeded; a rate: to be reached")]
    limit: Annotated[
        float, Field(description="In the metric's base unit: ns, I/O operations or bytes per second")
    ]


def read_goal(stated: object) -> SearchGoal | None:
    """Read what an agent said; None where it is no goal that is known here."""
    if not isinstance(stated, dict):
        return None
    document = cast(Document, stated)
    metric, limit = document.get("metric"), document.get("limit")
    known: GoalMetric | None = next((one for one in get_args(GoalMetric) if one == metric), None)
    if known is None or not isinstance(limit, int | float) or isinstance(limit, bool):
        return None
    return {"metric": known, "limit": float(limit)} if 0 < limit < math.inf else None
