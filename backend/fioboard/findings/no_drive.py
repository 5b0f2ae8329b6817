"""Targets in memory, or that keep nothing: their figures are those of no drive."""

from collections.abc import Iterator

from fioboard.core.sentence import Sentence, Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement
from fioboard.fio.model.options import device_names
from fioboard.inventory.targets import NOWHERE, is_in_memory
from fioboard.inventory.tolerant import text

IN_MEMORY = Template(
    "The target lies in memory ({place:closed}): this is the speed of memory, and no drive took part."
)
NOTHING_KEPT = Template("The target keeps nothing ({place:closed}): no drive took part.")
PERHAPS_IN_MEMORY = Template(
    "The job names a device that fio measured nothing of: fio creates missing files, and below /dev they lie in memory."
)
NO_DRIVE = Template("No drive's speed: the target lies in {place:closed}.")
NO_TARGET = Template("No drive's speed: the target keeps nothing.")
# How Linux calls devices that are memory, and where it mounts a tmpfs.
_MEMORY_DEVICES = {"ram": "brd", "zram": "zram"}
_MEMORY_FOLDER = "/dev/shm"  # noqa: S108 read as the name of a target
# Engines that do nothing at all; others without data (filestat) still ask a file system.
_NULL_ENGINES = frozenset({"null", "sync_null"})
UNMEASURED = "MistypedDevice"
NULL_DEVICE, NO_DATA = "null device", "engine without data"
PLACES = ("tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "brd", "zram", "memory", NULL_DEVICE, NO_DATA)


def no_drive(facts: RunFacts) -> Iterator[Judgement]:
    """By the run's targets; of a run without an inventory by the names that fio printed."""
    if not facts.results:
        return
    place = _nowhere(facts)
    if place is not None:
        yield _make_finding(NOTHING_KEPT, NO_TARGET(), place)
        return
    place = _memory_of_path(facts) if facts.path is not None else _memory_by_name(facts)
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


def _nowhere(facts: RunFacts) -> str | None:
    if facts.is_fio and {result.ioengine for result in facts.results} <= _NULL_ENGINES:
        return NO_DATA
    kinds = {target.kind for target in facts.path.targets} if facts.path else set()
    named = {name for result in facts.results for name in _files(result.job_options.get("filename"))}
    return NULL_DEVICE if kinds == {NOWHERE} or (facts.path is None and named == {"/dev/null"}) else None


def _memory_of_path(facts: RunFacts) -> str | None:
    """Where all targets lie in memory."""
    targets = facts.path.targets if facts.path else []
    if not targets or not all(map(is_in_memory, targets)):
        return None
    first = targets[0]
    names = [layer.name for layer in first.layers if layer.name] + [first.path.removeprefix("/dev/")]
    device = next((kind for name in names if (kind := _memory_device(name))), None)
    filesystem = text(first.filesystem, "type") or first.kind
    return device or (filesystem if filesystem in PLACES else "memory")


def _memory_by_name(facts: RunFacts) -> str | None:
    """By fio's own disk statistics, else by the files that the jobs name."""
    lowest = [disk.name for disk in facts.disks or () if not disk.is_aggregate]
    if lowest:
        kinds = [_memory_device(name) for name in lowest]
        return kinds[0] if all(kinds) else None
    paths = [
        name
        for result in facts.results
        for option in ("filename", "directory")
        for name in _files(result.job_options.get(option))
    ]
    places = [
        "tmpfs"
        if f"{path}/".startswith(f"{_MEMORY_FOLDER}/")
        else _memory_device(path.removeprefix("/dev/"))
        if path.startswith("/dev/")
        else None
        for path in paths
    ]
    return places[0] if places and all(places) else None


def _files(option: str | None) -> tuple[str, ...]:
    return device_names(option) if option else ()


def _memory_device(name: str) -> str | None:
    prefix = name.rstrip("0123456789")
    return _MEMORY_DEVICES.get(prefix) if prefix != name else None


CHECKS = (Check("no-drive", no_drive, (IN_MEMORY, NOTHING_KEPT, PERHAPS_IN_MEMORY)),)
HEADLINES = (NO_DRIVE, NO_TARGET)
"""What a verdict may say of it."""
