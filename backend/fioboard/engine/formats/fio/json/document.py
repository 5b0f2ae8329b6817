"""One JSON document of fio → the facts of one report: entries, options, disks, times, problems."""

from collections.abc import Sequence

from msgspec.structs import replace

from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.bins import Bins, read_bins
from fioboard.engine.formats.fio.json.decode import decode_document, find_dropped
from fioboard.engine.formats.fio.json.disks import read_disks
from fioboard.engine.formats.fio.json.entry import read_entry
from fioboard.engine.formats.fio.json.identities import check_identities
from fioboard.engine.formats.fio.json.latency import US, has_priorities
from fioboard.engine.formats.fio.json.shape import (
    NO_BINS,
    DirectionShape,
    DocumentShape,
    JobShape,
    LatencyShape,
)
from fioboard.engine.formats.fio.model.cleaning import clean_options, clean_text
from fioboard.engine.formats.fio.model.errors import NotUnderstood, TooMany
from fioboard.engine.formats.fio.model.histogram import Histogram
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Problem
from fioboard.engine.formats.fio.model.report import Report

_ALL_CLIENTS = "All clients"
# 2000-01-01 and 2100-01-01 in ms: outside it is no clock.
_EARLIEST_MS, _LATEST_MS = 946_684_800_000, 4_102_444_800_000


def read_document(source: bytes, limits: Limits, only_if_clean: bool = False) -> Report | None:
    """The report in one JSON object, None when it is not fio's, or needs tolerance and `only_if_clean`.

    Raises NotUnderstood when it is fio's but holds no jobs; TooDeep, TooMany.
    """
    decoded = decode_document(source, limits, only_if_clean)
    if decoded is None:
        return None
    document, dropped = decoded
    jobs, key = (document.jobs, "jobs") if document.jobs else (document.client_stats, "client_stats")
    if not jobs:
        if document.version is None and document.jobs is None and document.client_stats is None:
            return None
        raise NotUnderstood("A fio document whose jobs are missing, empty or not a list of objects.", "/jobs")
    if len(jobs) > limits.max_jobs:
        raise TooMany(sentences.TOO_MANY_JOBS(jobs=len(jobs), most=limits.max_jobs), f"/{key}")
    histograms, has_bins, odd_bins, colons = _extract_bins(jobs, key)
    problems = find_dropped(source, document, colons, limits) if dropped is None else dropped
    problems += odd_bins
    if key == "client_stats":
        # Each server prints its own into the one object: nothing was given twice by anybody.
        problems = [
            one for one in problems if one.where != "/global options" or one.error != "DuplicateOption"
        ]
    global_options, by_host = _read_global_options(document)
    if key == "client_stats" and len(jobs) > 1 and jobs[-1].jobname == _ALL_CLIENTS:
        # It repeats the others' sum, of all groups together.
        jobs = jobs[:-1]
    entries = []
    for i, job in enumerate(jobs):
        where = f"/{key}/{i}"
        _clean(job)
        options = by_host.get((job.hostname, job.port), global_options) if by_host else global_options
        entries.append(read_entry(job, where, options, histograms))
        for name, shape in _list_directions(job):
            problems += check_identities(shape, f"{where}/{name}")
    if document.version is None:
        entries = [replace(entry, has_all_options=False) for entry in entries]
        detail = (
            "The head of the document is lost: options set for all jobs are unknown, entries may be missing."
        )
        problems.append(Problem("", "NoHead", detail))
    report = Report(
        kind="fio_json_plus" if has_bins else "fio_json",
        version=clean_text(document.version) if document.version else None,
        entries=entries,
        global_options=global_options or {},
        disks=read_disks(document.disk_util),
        printed_at_ms=_choose_clock(document.timestamp_ms, document.timestamp),
        problems=problems,
    )
    started_at_ms = report.started_at_ms
    if report.printed_at_ms and started_at_ms and report.printed_at_ms < started_at_ms:
        report.printed_at_ms = None
        if key != "client_stats":
            # A client reads its clock before the servers are done: no contradiction there.
            detail = "The time of printing lies before the start of the jobs."
            problems.append(Problem("/timestamp", "Contradiction", detail))
    return report


def _clean(job: JobShape) -> None:
    if job.jobname:
        job.jobname = clean_text(job.jobname)
    if job.desc:
        job.desc = clean_text(job.desc)
    if job.hostname:
        job.hostname = clean_text(job.hostname)
    if job.job_options:
        job.job_options = clean_options(job.job_options)
    if job.job_start is not None and not _EARLIEST_MS <= job.job_start <= _LATEST_MS:
        job.job_start = None


def _choose_clock(timestamp_ms: int | None, timestamp_s: int | None) -> int | None:
    """Return timestamp_ms (2.12+), else the whole seconds; None when it is no plausible time."""
    if timestamp_ms is None and timestamp_s is not None:
        timestamp_ms = timestamp_s * 1_000
    return timestamp_ms if timestamp_ms is not None and _EARLIEST_MS <= timestamp_ms <= _LATEST_MS else None


def _read_global_options(
    document: DocumentShape,
) -> tuple[dict[str, str] | None, dict[tuple[str | None, int | None], dict[str, str]]]:
    """One set for all, or (client mode, 3.39+) one per server, keyed by host name and port."""
    printed = document.global_options
    if printed is None:
        return None, {}
    if isinstance(printed, dict):
        return clean_options({key: str(value) for key, value in printed.items()}), {}
    by_host: dict[tuple[str | None, int | None], dict[str, str]] = {}
    for one in printed:
        port = str(one.get("port", ""))
        host = (
            str(one.get("hostname")),
            int(port) if port.isascii() and port.isdigit() and len(port) < 6 else None,
        )
        options = {key: str(value) for key, value in one.items() if key not in ("hostname", "port")}
        by_host[host] = clean_options(options)
    first, *others = by_host.values() or [{}]
    return {
        key: value for key, value in first.items() if all(one.get(key) == value for one in others)
    }, by_host


def _list_directions(job: JobShape) -> list[tuple[str, DirectionShape]]:
    """List the directions that moved data."""
    named = (("read", job.read), ("write", job.write), ("trim", job.trim), ("mixed", job.mixed))
    return [(name, shape) for name, shape in named if shape is not None and shape.io_bytes]


def _list_latencies_with_bins(job: JobShape) -> list[tuple[str, LatencyShape, int]]:
    """List every latency with bins, with its pointer inside the job and its unit in ns."""
    latencies = []
    for name, shape in _list_directions(job):
        named = [("slat_ns", shape.slat_ns, 1), ("clat_ns", shape.clat_ns, 1), ("lat_ns", shape.lat_ns, 1)]
        if shape.clat is not None or shape.lat is not None or shape.slat is not None:
            named += [("slat", shape.slat, US), ("clat", shape.clat, US), ("lat", shape.lat, US)]
        if has_priorities(shape):
            named += _list_priority_latencies(shape)
        for kind, latency, unit_ns in named:
            if latency is not None and latency.bins:
                latencies.append((f"{name}/{kind}", latency, unit_ns))
    if job.sync is not None and job.sync.lat_ns is not None and job.sync.lat_ns.bins:
        latencies.append(("sync/lat_ns", job.sync.lat_ns, 1))
    return latencies


def _list_priority_latencies(shape: DirectionShape) -> list[tuple[str, LatencyShape | None, int]]:
    """List the latencies of a direction's priorities."""
    named = [
        ("clat_high_prio", shape.clat_high_prio, 1),
        ("clat_low_prio", shape.clat_low_prio, 1),
        ("lat_high_prio", shape.lat_high_prio, 1),
        ("lat_low_prio", shape.lat_low_prio, 1),
    ]
    for i, priority in enumerate(shape.prios or ()):
        named.append((f"prios/{i}/clat_ns", priority.clat_ns, 1))
        named.append((f"prios/{i}/lat_ns", priority.lat_ns, 1))
    return named


def _extract_bins(
    jobs: Sequence[JobShape], key: str
) -> tuple[dict[int, Histogram], bool, list[Problem], int]:
    """Histograms by id() of their latency, whether there are any bins (json+), what is wrong with them, and
    how many colons went out of the document with them."""
    all_bins: list[Bins] = []
    owners: list[tuple[int, str, LatencyShape]] = []
    for i, job in enumerate(jobs):
        for where, latency, unit_ns in _list_latencies_with_bins(job):
            all_bins.append(Bins(memoryview(latency.bins), unit_ns))
            owners.append((i, where, latency))
            latency.bins = NO_BINS
    if not all_bins:
        return {}, False, [], 0
    histograms = {}
    problems = []
    all_read, colons = read_bins(all_bins)
    for (i, where, latency), read in zip(owners, all_read, strict=True):
        if read.histogram is not None:
            histograms[id(latency)] = read.histogram
        if read.reason is not None:
            detail = f"{read.reason[0].upper()}{read.reason[1:]}."
            problems.append(Problem(f"/{key}/{i}/{where}/bins", "BadValue", detail))
    return histograms, True, problems, colons + len(all_bins)
