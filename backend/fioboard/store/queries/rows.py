"""Rows of runs and results, as several statements read them. JSON columns are their text: an answer passes them on."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.run_state import Outcome, RunState
from fioboard.engine.words.results import Listed


class RunHeadRow(TypedDict):
    """What every list and page shows of a run."""

    id: UUID
    started_at: datetime | None
    uploaded_at: datetime
    title: str | None
    host_id: UUID
    host_name: str
    tool_name: str
    tool_version: str | None
    state: RunState
    outcome: Outcome
    target: str | None
    batch_id: UUID | None
    batch: str | None
    """JSON: name, step, steps, role."""
    batch_title: str | None
    """What a person calls the batch; None = its name stands."""
    labels: str
    tags: list[str]
    verdict: str | None
    """JSON: kind, id, sentence, share; None = not judged."""
    finding_ids: list[str]


class ListedRunRow(RunHeadRow):
    """A run in a list."""

    value: datetime | float | None
    """What the list is sorted by."""
    sorted_at: datetime
    configuration_id: UUID
    stated_hardware_id: UUID | None
    """None = no person stated its hardware."""


class BatchRunRow(RunHeadRow):
    """A run among those of its batch."""

    factors: str
    ended_at: datetime | None


class RunRow(RunHeadRow):
    """One run whole."""

    upload_id: UUID
    inventory_id: UUID | None
    stated_hardware_id: UUID | None
    hardware_stated_at: datetime | None
    """When a person stated its inventory; None = its agent sent it, or none is known."""
    configuration_id: UUID
    sorted_at: datetime
    started_at_reason: str | None
    clock_ahead_ms: int | None
    """The host's clock less the service's at the upload; times are corrected by it."""
    ended_at: datetime | None
    state_reason: str | None
    reader_version: int
    note: str | None
    argv: str | None
    agent_command: str | None
    """As the agent said it, unchecked."""
    global_options: str
    disk_util: str | None
    problems: str
    path: str | None
    answer: str | None
    overridden: str | None
    headline_position: int | None
    factors: str
    inventory: str | None
    """The document with what its upload said of the moment."""


class RatesRow(Listed):
    """A result without its latencies."""

    id: UUID
    run_id: UUID
    workload_id: UUID
    job_group: int
    problems: str
    details: str


class ResultRow(RatesRow):
    """A result whole."""

    slat: str | None
    clat: str | None
    lat: str | None
    sync_lat: str | None
    job_options: str


class FirstResultRow(ResultRow):
    """A result among the first of its run."""

    is_headline: bool


class BriefResultRow(RatesRow):
    """A result as a table shows it; chosen metrics beside it as m0, m1, … (float8, null = not measured)."""

    is_headline: bool
    has_clat: bool
    p99: int | None
    """Of the completion latency, ns."""
    percentiles_reason: str | None
    saturated: str | None
