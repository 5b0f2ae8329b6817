"""What a share is made from: the answers of the API as their reader gets them. The room reads nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NotRequired

from typing_extensions import TypedDict

from fioboard.app.sharing.redaction.provenance import Own
from fioboard.engine.answers.batch import BatchOut
from fioboard.engine.answers.compare import CompareOut, SideOut
from fioboard.engine.answers.compare_curves import DistributionOut
from fioboard.engine.answers.inventory import InventoryOut
from fioboard.engine.answers.machine import MachineOut
from fioboard.engine.answers.path import TargetOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.reference_set import PlacementList
from fioboard.engine.answers.result import SharedLatencyCurve
from fioboard.engine.answers.run import RunDetail
from fioboard.engine.answers.shared import SharedSeries, ShareKind
from fioboard.engine.answers.support import SupportOut
from fioboard.engine.answers.time_series import Timeline
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.rules.history import Measured


class Drawn(TypedDict):
    """What is drawn of a run."""

    machine: MachineOut | None
    curves: list[SharedLatencyCurve]
    time_series: Timeline | None
    support: NotRequired[SupportOut | None]
    """What goes with a run that is shared alone."""


class SourceRun(RunDetail, Drawn):
    """A run whole, what is drawn of it, and what it is held against."""

    rating: RatingOut | None
    reference_sets: NotRequired[PlacementList | None]
    """The reference sets that its sender chose, and none else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Everything that one share may show, before anything is left out: answers as JSON, so ids and times are text.

    runs: of a comparison every run whose setting is to be described; runs that only `compare` or `series` names need
    not be here. inventories: by id, of all runs that the share names (also of a series: a factor's text is shown only
    when an inventory here has it). cards: those of people that a run is held against; nothing is taken of them, their
    words are what must not stand in the document. measured: of a batch what its rules read, in order of the steps.
    """

    kind: ShareKind
    runs: Sequence[SourceRun] = ()
    inventories: Mapping[str, InventoryOut] = field(default_factory=dict)
    cards: Sequence[Card] = ()
    compare: CompareOut | None = None
    distributions: Sequence[DistributionOut] = ()
    series: SharedSeries | None = None
    batch: BatchOut | None = None
    measured: Sequence[Measured] = ()
    created_at: datetime
    fioboard_version: str


def list_sides(compare: CompareOut | None) -> list[SideOut]:
    """List all sides of a comparison, base first."""
    return (
        []
        if compare is None
        else [compare["base"], compare["new"], *(part["new"] for part in compare["more"])]
    )


def list_targets(run: SourceRun) -> list[TargetOut]:
    """List the targets of a run as its path has them."""
    path = run.get("path")
    return (path.get("targets") or []) if path else []


def round_to_minute(moment: object) -> Any:
    """Return a moment in UTC without its seconds, as JSON's text for one; None for what is none."""
    if isinstance(moment, str):
        try:
            moment = datetime.fromisoformat(moment)
        except ValueError:
            return None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        return None
    minute = moment.astimezone(UTC).replace(second=0, microsecond=0)
    return Own(minute.isoformat().replace("+00:00", "Z"))
