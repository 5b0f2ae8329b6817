"""What is known of a run beside the tool's output: who sent it, on which machine, and what it is held against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from fioboard.core.run_state import Outcome
from fioboard.core.sanitize import Document
from fioboard.engine.answers.upload import ShownBatch
from fioboard.engine.hardware.datasheets.in_force import RatingContext
from fioboard.store.derive.host_clock import HostClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known of a run beside the tool's output."""

    host_name: str
    title: str | None
    labels: Mapping[str, str]
    """Of all runs."""
    tags: Sequence[str]
    inventory: Document | None
    received_at: datetime
    started_at: object = None
    ended_at: object = None
    host_clock: HostClock = field(default_factory=HostClock)
    argv: Sequence[str] | None = None
    target: str | None = None
    batch: ShownBatch | None = None
    targets: object = None
    fio_cpus: object = None
    outcome: Outcome | None = None
    """Overrides the reader's: the agent saw how fio ended."""
    note: str | None = None
    typed_by: str | None = None
    """Who typed the figures; None when a tool's output holds them."""
    moment: Document = field(default_factory=dict)
    """What the inventory read of the moment: health of drives."""
    run_labels: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Of one run alone, by its position from 0; they stand above those of all."""
    rating_context: RatingContext = field(default_factory=RatingContext)
    run_targets: Mapping[int, object] = field(default_factory=dict)
    """Targets of one run alone, by its position from 0: of outputs whose hardware was pasted with them."""
    is_inventory_stated: bool = False
    """Whether a person gave the inventory: then it says nothing of which drives the host has now."""

    def get_labels(self, position: int) -> dict[str, str]:
        """Return the labels of a run."""
        return {**self.labels, **self.run_labels.get(position, {})}

    def select_run(self, position: int) -> "Context":
        """Return the same with the targets of a run."""
        return replace(self, targets=self.run_targets[position]) if position in self.run_targets else self

    @property
    def source(self) -> str | None:
        """Where the figures come from when no tool's output holds them."""
        return "typed" if self.typed_by else None
