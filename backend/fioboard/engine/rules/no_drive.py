"""Targets in memory, or that keep nothing: their figures are those of no drive."""

from collections.abc import Iterator

from fioboard.core.sentence import Sentence, Template
from fioboard.engine.formats.fio.model.options import split_filename
from fioboard.engine.hardware.inventory.targets import NOWHERE, is_in_memory
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement
from fioboard.engine.rules.rule import Rule, repeat_job
from fioboard.engine.rules.sentences.drives import (
    IN_MEMORY,
    NO_DRIVE,
    NO_TARGET,
    NOTHING_KEPT,
    PERHAPS_IN_MEMORY,
)

# How Linux calls devices that are memory, and where it mounts a tmpfs.
_MEMORY_DEVICES = {"ram": "brd", "zram": "zram"}
_MEMORY_FOLDER = "/dev/shm"  # noqa: S108 read as the name of a target
# Engines that do nothing at all; others without data (filestat) still ask a file system.
_NULL_ENGINES = frozenset({"null", "sync_null"})
UNMEASURED = "MistypedDevice"
NULL_DEVICE, NO_DATA = "null device", "engine without data"
PLACES = ("tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "brd", "zram", "memory", NULL_DEVICE, NO_DATA)


def judge_no_drive(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a run measured no drive, by its targets; of a run without an inventory by the names that fio
    printed.
    """
    if not facts.results:
        return
    place = _describe_place(facts)
    if place is not None:
        yield _make_finding(NOTHING_KEPT, NO_TARGET(), place)
        return
    place = _describe_memory_of_path(facts) if facts.path is not None else _describe_memory_by_name(facts)
    if place is not None:
        yield _make_finding(IN_MEMORY, NO_DRIVE(place=place), place)
    elif any(problem.error == UNMEASURED for problem in facts.problems):
        yield Finding("no-drive", "warning", PERHAPS_IN_MEMORY(), (), "likely")
    elif facts.path is not None:
        yield FINE


def _make_finding(sentence: Template, headline: Sentence, place: str) -> Finding:
    return Finding(
        "no-drive",
        "warning",
        sentence(place=place),
        (Evidence("lies in", place, None, "targets"),),
        headline=headline,
    )


def _describe_place(facts: RunFacts) -> str | None:
    """Describe where the data lay instead of on a drive; None where it may be a drive."""
    if facts.is_fio and {result.ioengine for result in facts.results} <= _NULL_ENGINES:
        return NO_DATA
    kinds = {target.kind for target in facts.path.targets} if facts.path else set()
    named = {name for result in facts.results for name in _split_files(result.job_options.get("filename"))}
    return NULL_DEVICE if kinds == {NOWHERE} or (facts.path is None and named == {"/dev/null"}) else None


def _describe_memory_of_path(facts: RunFacts) -> str | None:
    """Describe the memory that all targets lie in; None where one does not."""
    targets = facts.path.targets if facts.path else []
    if not targets or not all(map(is_in_memory, targets)):
        return None
    first = targets[0]
    names = [layer.name for layer in first.layers if layer.name] + [first.path.removeprefix("/dev/")]
    device = next((kind for name in names if (kind := _find_memory_device(name))), None)
    filesystem = text(first.filesystem, "type") or first.kind
    return device or (filesystem if filesystem in PLACES else "memory")


def _describe_memory_by_name(facts: RunFacts) -> str | None:
    """Describe the memory that names point to: fio's own disk statistics, else the files that the jobs name."""
    lowest = [disk.name for disk in facts.disks or () if not disk.is_aggregate]
    if lowest:
        kinds = [_find_memory_device(name) for name in lowest]
        return kinds[0] if all(kinds) else None
    paths = [
        name
        for result in facts.results
        for option in ("filename", "directory")
        for name in _split_files(result.job_options.get(option))
    ]
    places = [
        "tmpfs"
        if f"{path}/".startswith(f"{_MEMORY_FOLDER}/")
        else _find_memory_device(path.removeprefix("/dev/"))
        if path.startswith("/dev/")
        else None
        for path in paths
    ]
    return places[0] if places and all(places) else None


def _split_files(option: str | None) -> tuple[str, ...]:
    """Split a job's file names."""
    return split_filename(option) if option else ()


def _find_memory_device(name: str) -> str | None:
    """Return the kind of memory device that a kernel name belongs to; else None."""
    prefix = name.rstrip("0123456789")
    return _MEMORY_DEVICES.get(prefix) if prefix != name else None


DECLARED = (
    Rule(
        "no-drive",
        "no drive below the target",
        "trust",
        "The target lies in memory (tmpfs, ramfs, brd, zram, a file system or a loop device on one of them, /dev/shm), "
        "or keeps nothing (/dev/null, the engine null).",
        "the run's targets; shm_overview(7): /dev/shm is a tmpfs; fio HOWTO: ioengine=null",
        ("lies in",),
        repeat_job(
            "on a file or a device of a drive",
            "The result is lower: that is the drive's own speed.",
            "If it does not change, the drive is as fast as memory here.",
        ),
        judge=judge_no_drive,
        templates=(IN_MEMORY, NOTHING_KEPT, PERHAPS_IN_MEMORY),
    ),
)
HEADLINES = (NO_DRIVE, NO_TARGET)
"""What a verdict may say of it."""
