"""A result typed by hand: the document that a form, `fioboard add` or a script sends, and the answer to it."""

import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BeforeValidator, Field

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import In, Out
from fioboard.engine.answers.upload import LABEL_KEY
from fioboard.engine.words import limits

Quantity = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(ge=1, le=10_000_000)]
LabelKey = Annotated[str, Field(pattern=LABEL_KEY.pattern)]


def _day_or_moment(value: object) -> object:
    """JSON has neither, and a strict model takes no text for one."""
    if not isinstance(value, str):
        return value
    try:
        if len(value) == len("2026-11-22"):
            return datetime.date.fromisoformat(value)
        return datetime.datetime.fromisoformat(value)
    except ValueError:
        return value


Day = Annotated[datetime.date | AwareDatetime, BeforeValidator(_day_or_moment)]


class TypedResult(In):
    """One workload in one direction. Quantities are texts with their unit, as people write them."""

    direction: Direction = Field(
        description="What was measured: reads, writes, trims, or one figure for several"
    )
    rw: str | None = Field(
        default=None, max_length=32, description="fio's rw, e.g. randread; null when unknown"
    )
    bs: str | None = Field(default=None, max_length=32, description="Block size as fio writes it: 4k, 1M")
    iodepth: Count | None = Field(default=None, description="Number of I/Os kept in flight per job")
    numjobs: Count | None = Field(default=None, description="Number of jobs or threads at once")
    ioengine: str | None = Field(default=None, max_length=64, description="e.g. libaio")
    direct: bool | None = Field(default=None, description="Whether the page cache was bypassed")
    iops: Quantity | None = Field(default=None, description="e.g. 12.9k, 12900, 1.5M")
    bandwidth: Quantity | None = Field(default=None, description="With its unit, e.g. 106 MB/s, 6.5 GiB/s")
    latency: Quantity | None = Field(default=None, description="The mean, with its unit, e.g. 7.75 ms, 90 us")
    latency_p99: Quantity | None = Field(default=None, description="99th percentile, with its unit")
    latency_kind: Literal["lat", "clat"] = Field(
        default="lat", description="Total latency, or completion latency as most tables about fio have it"
    )
    runtime: Quantity | None = Field(default=None, description="How long it ran, with its unit, e.g. 300 s")
    job_name: str | None = Field(
        default=None, min_length=1, max_length=128, description="What the job was called"
    )


class TypedRun(In):
    """One run that a person typed. The document itself is kept as the original."""

    host: str = Field(
        min_length=1, max_length=limits.MAX_HOST_CHARACTERS, description="Name of the host that was measured"
    )
    tool: str = Field(default="unknown", min_length=1, max_length=128, description="What measured, e.g. fio")
    tool_version: str | None = Field(default=None, max_length=128)
    target: str | None = Field(default=None, max_length=4096, description="File or device that was measured")
    date: Day | None = Field(
        default=None, description="When it was measured: a date, or RFC 3339 with a time zone"
    )
    title: str | None = Field(default=None, max_length=limits.MAX_TITLE_CHARACTERS)
    note: str | None = Field(default=None, max_length=limits.MAX_NOTE_CHARACTERS)
    labels: dict[LabelKey, Annotated[str, Field(max_length=limits.MAX_LABEL_CHARACTERS)]] = Field(
        default_factory=dict, max_length=limits.MAX_LABELS
    )
    tags: list[Annotated[str, Field(min_length=1, max_length=limits.MAX_TAG_CHARACTERS)]] = Field(
        default_factory=list, max_length=limits.MAX_TAGS
    )
    results: list[TypedResult] = Field(min_length=1, max_length=1_000)


class TypedStored(Out):
    """The answer to a typed run that is committed, now (201) or before (200)."""

    id: str = Field(description="The run's id")
    url: str = Field(description="Address of the run's page")
    status: Literal["created", "duplicate"]
