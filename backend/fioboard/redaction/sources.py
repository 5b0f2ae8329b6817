"""What a share is made from: the answers of the API as plain JSON-like values. The room reads nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

Kind = Literal["run", "compare", "series"]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Everything that one share may show, before anything is left out.

    runs: schemas.run.RunDetail of each, whole, and beside its fields `machine` (MachineOut or None), `curves` (of each
    result that has bins: position, kind, n, points) and `time_series` (RunSeries or None). Of a comparison every run
    whose setting is to be described; runs that only `compare` or `series` names need not be here.
    inventories: InventoryOut by id, of all runs that the share names (also of a series: a factor's text is shown only
    when an inventory here has it). All ids are text.
    """

    kind: Kind
    runs: Sequence[Json] = ()
    inventories: Mapping[str, Json] = field(default_factory=dict)
    compare: Json | None = None
    distributions: Sequence[Json] = ()
    series: Json | None = None
    created_at: datetime
    fioboard_version: str


def to_the_minute(moment: Any) -> str | None:
    """A moment in UTC without its seconds; None for what is none."""
    if isinstance(moment, str):
        try:
            moment = datetime.fromisoformat(moment)
        except ValueError:
            return None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        return None
    return moment.astimezone(UTC).replace(second=0, microsecond=0).isoformat().replace("+00:00", "Z")
