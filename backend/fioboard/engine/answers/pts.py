"""The report of a test of SNIA SSS PTS."""

from typing import Annotated, NotRequired, cast, get_args

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.base import answer
from fioboard.engine.words.pts import DEVIATIONS, PtsClass, PtsMetric, PtsPurge, PtsPurgeState, PtsTest

_MAX_BYTES = 2**60
_MAX_ROUND = 1000


class StatedPurge(TypedDict):
    """The purge before a test."""

    method: PtsPurge
    state: PtsPurgeState
    at: str | None


class StatedPts(TypedDict):
    """What an agent says of the test that a run is part of. `round` and `reads_pct` are missing of preconditioning."""

    test: PtsTest
    class_name: PtsClass
    block_bytes: int | None
    period: int
    max_rounds: int
    runtime_s: int
    cells: int
    capacity_bytes: int
    range_bytes: int
    prefill_bytes: int
    written_bytes: int
    write_limit_bytes: int
    write_cache: str | None
    deviations: list[str]
    purge: StatedPurge | None
    round: NotRequired[int]
    reads_pct: NotRequired[int]
    bs_bytes: NotRequired[int]


@answer
class PtsPointOut(TypedDict):
    """One cell in one round."""

    round: Annotated[int, Field(description="Its number, from 1")]
    value: Annotated[float, Field(description="Unit: that of the metric")]
    run_id: str


@answer
class PtsFitOut(TypedDict):
    """The steady state of one tracked cell in the window."""

    average: Annotated[float, Field(description="Over the window. Unit: that of the metric")]
    slope: Annotated[float, Field(description="Of the fitted line, per round. Unit: that of the metric")]
    intercept: Annotated[float, Field(description="Of the fitted line, at round 0. Unit: that of the metric")]
    range_share: Annotated[
        float,
        Field(description="(largest - smallest) / average, a share 0..1 or above; at most 0.20 is steady"),
    ]
    slope_share: Annotated[
        float,
        Field(
            description="What the line climbs in the window / average, a share 0..1 or above; at most 0.10 is steady"
        ),
    ]
    is_steady: bool


@answer
class PtsSeriesOut(TypedDict):
    """One cell over all rounds."""

    reads_pct: Annotated[int, Field(description="Reads of all I/O, percent")]
    bs_bytes: Annotated[int, Field(description="Block size, bytes")]
    points: list[PtsPointOut]
    fit: Annotated[
        PtsFitOut | None, Field(description="Of a cell that decides about steady state; null for others")
    ]
    mean: Annotated[
        float | None,
        Field(
            description="Over the rounds of the window; null before there is one. Unit: that of the metric"
        ),
    ]
    max_ns: Annotated[
        float | None, Field(description="Largest latency in the window; null where none is stored")
    ]


@answer
class PtsPurgeOut(TypedDict):
    """The purge before the test."""

    method: PtsPurge
    state: PtsPurgeState
    at: str | None


@answer
class PtsWindowOut(TypedDict):
    """The window of steady state, or the last one where it was not reached."""

    first: Annotated[int, Field(description="Its first round, from 1")]
    last: Annotated[int, Field(description="Its last round, from 1")]
    is_steady: bool


@answer
class PtsOut(TypedDict):
    """One test of the standard, as its report form has it."""

    test: PtsTest
    class_name: PtsClass
    block_bytes: Annotated[int | None, Field(description="Of throughput: block size, bytes")]
    title: str
    sentence: str
    text: list[str]
    is_standard: Annotated[bool, Field(description="False where `deviations` has a reason")]
    deviations: Annotated[list[str], Field(description="Why this is not the standard")]
    metric: PtsMetric
    round_count: Annotated[int, Field(description="Number of rounds of which every cell is measured")]
    max_rounds: Annotated[int, Field(description="Number of rounds at most")]
    period: Annotated[int, Field(description="One in this number of rounds decides about steady state")]
    runtime_s: Annotated[int, Field(description="Of each cell, seconds")]
    window: Annotated[PtsWindowOut | None, Field(description="Null before five rounds are whole")]
    series: Annotated[list[PtsSeriesOut], Field(description="In the order of a round")]
    purge: Annotated[PtsPurgeOut | None, Field(description="Null where the drive was not purged")]
    capacity_bytes: Annotated[int, Field(description="Of the target, bytes")]
    range_bytes: Annotated[int, Field(description="What is measured of the capacity")]
    prefill_bytes: Annotated[
        int,
        Field(
            description="Written in sequence before the first round (workload-independent preconditioning)"
        ),
    ]
    written_bytes: Annotated[int, Field(description="Before the last run, by fio's own count")]
    write_limit_bytes: Annotated[int, Field(description="What was confirmed to be written in all")]
    write_cache: Annotated[str | None, Field(description="As the kernel states it; null when unknown")]


@answer
class BatchPtsOut(TypedDict):
    """The test of the standard that a batch is."""

    items: Annotated[list[PtsOut], Field(description="One; none where the batch is no such test")]


def read_pts(stated: object) -> StatedPts | None:
    """Read what an agent said; None where that is no test that is known here."""
    if not isinstance(stated, dict):
        return None
    document = cast(Document, stated)
    test = next((one for one in get_args(PtsTest) if one == document.get("test")), None)
    class_name = next((one for one in get_args(PtsClass) if one == document.get("class")), None)
    sizes = [
        _read_count(document.get(name), _MAX_BYTES)
        for name in ("capacity_bytes", "range_bytes", "prefill_bytes", "written_bytes", "write_limit_bytes")
    ]
    counts = [
        _read_count(document.get(name), limit)
        for name, limit in (("period", 60), ("max_rounds", _MAX_ROUND), ("runtime_s", 10**7), ("cells", 100))
    ]
    if test is None or class_name is None or None in sizes or not all(counts):
        return None
    capacity, in_range, prefill, written, limit = (size or 0 for size in sizes)
    period, max_rounds, runtime_s, cells = (count or 1 for count in counts)
    codes = document.get("deviations")
    cache = document.get("write_cache")
    read: StatedPts = {
        "test": test,
        "class_name": class_name,
        "block_bytes": _read_count(document.get("block_bytes"), _MAX_BYTES),
        "period": period,
        "max_rounds": max_rounds,
        "runtime_s": runtime_s,
        "cells": cells,
        "capacity_bytes": capacity,
        "range_bytes": in_range,
        "prefill_bytes": prefill,
        "written_bytes": written,
        "write_limit_bytes": limit,
        "write_cache": clean_text(cache, 32) if isinstance(cache, str) else None,
        # A reason of a newer agent is one all the same.
        "deviations": [clean_text(str(code), 64) for code in cast(list[object], codes)[:32]]
        if isinstance(codes, list)
        else ["unknown"],
        "purge": _read_purge(document.get("purge")),
    }
    number, cell = _read_count(document.get("round"), _MAX_ROUND), document.get("cell")
    if number and isinstance(cell, dict):
        place = cast(Document, cell)
        reads, size = _read_count(place.get("reads_pct"), 100), _read_count(place.get("bs_bytes"), 2**31)
        if reads is not None and size:
            read["round"], read["reads_pct"], read["bs_bytes"] = number, reads, size
    return read


def describe_deviation(code: str) -> str:
    """Describe why a test is not the standard."""
    return DEVIATIONS.get(code, code)


def _read_purge(stated: object) -> StatedPurge | None:
    if not isinstance(stated, dict):
        return None
    document = cast(Document, stated)
    method = next((one for one in get_args(PtsPurge) if one == document.get("method")), None)
    state = next((one for one in get_args(PtsPurgeState) if one == document.get("state")), None)
    at = document.get("at")
    if method is None or state is None:
        return None
    return {
        "method": method,
        "state": state,
        "at": clean_text(at, 40) if isinstance(at, str) else None,
    }


def _read_count(stated: object, most: int) -> int | None:
    """Read a whole number from 0 to `most`; None for anything else."""
    if isinstance(stated, bool) or not isinstance(stated, int):
        return None
    return stated if 0 <= stated <= most else None
