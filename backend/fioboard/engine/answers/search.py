"""What a search for the highest rate under a limit looks for."""

import math
import re
from typing import Annotated, Literal, cast, get_args

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.sanitize import Document
from fioboard.engine.answers.base import answer

# What the agent calls its search, and its grid.
SEARCH, SWEEP = "saturate", "sweep"
GoalMetric = Literal["clat_p99_ns", "iops", "bw_bytes_per_s"]

_OPTION = re.compile(r"[a-z][a-z0-9_]{0,63}")
MAX_VARIED = 16


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


def read_option_names(stated: object) -> list[str]:
    """Read the options that an agent says its sweep varied; empty where that is no list of names."""
    if not isinstance(stated, list) or len(stated) > MAX_VARIED:
        return []
    names = [one for one in cast(list[object], stated) if isinstance(one, str) and _OPTION.fullmatch(one)]
    return list(dict.fromkeys(names)) if len(names) == len(stated) else []
