"""Reads the names of a folder's files: which are outputs, which logs are theirs, and which outputs are a batch. Pure.

Names of bench-fio (fio-plot), cbt (its librbdfio benchmark) and kdevops (its role fio-tests) are known; in any other
folder a log belongs to the output whose name it begins with. Whether a file is an output only its content says: what is
planned here may still be refused.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from uuid import UUID, uuid5

from fioboard.app.ingest import sentences
from fioboard.engine.answers.upload import ShownBatch

BATCH_NAMESPACE = UUID("0b5f6a0e-2a7c-5c0f-9a9e-3c1d8f6b7e21")
MAX_BATCH_NAME = 64
# An upload has 64 parts at most, the output among them.
MAX_LOGS = 60
NO_OUTPUT = "by its name no output of a tool"
SAME_AS_JSON = "the same result as its json_output file"
TOO_MANY_LOGS = sentences.TOO_MANY_LOGS(most=MAX_LOGS)
TOO_LARGE = "larger than an upload may be"
LOGS_TOO_LARGE = "its run would be too large with its logs"

_LOG = re.compile(r"(?P<stem>.+?)_(?:bw|iops|lat|slat|clat|clat_hist)(?:\.\d+)?\.log(?P<host>\.[\w-]+)?")
_FOREIGN = frozenset(
    [
        *(
            ".bin",
            ".conf",
            ".css",
            ".fio",
            ".gif",
            ".ini",
            ".jpeg",
            ".jpg",
            ".js",
            ".pdf",
            ".png",
            ".py",
            ".pyc",
        ),
        *(".sh", ".svg", ".swp", ".tar", ".tgz", ".toml", ".xlsx", ".yaml", ".yml", ".zip"),
    ]
)
# Folders that name a setting of the tests in them.
_SETTING = re.compile(
    r"\d+[kKmM]?(?:i?[bB])?|(?:rand)?(?:read|write|rw|trim)\w*|randtrimwrite"
    r"|(?:op_size|concurrent_procs|iodepth|total_iodepth|numjobs|osd_ra|bs)-\w+"
)
_BENCH_FIO = re.compile(r"(?P<mode>(?:rand)?(?:read|write|rw|trim)\w*)-(?P<depth>\d+)-(?P<jobs>\d+)\.json")
_CBT = re.compile(r"(?P<json>json_)?(?P<name>output\.\d+)(?P<host>\.[\w-]+)?")
_KDEVOPS = re.compile(r"results_(?P<job>\w+_bs\w+_iodepth\d+_jobs\d+)\.(?:json|txt)")
_TOOLS = {"bench-fio": _BENCH_FIO, "cbt": _CBT, "kdevops": _KDEVOPS}


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A file by its path below the folder, parted by `/`."""

    path: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One output with its logs. `batch` is None for an output that is alone."""

    output: str
    logs: Sequence[str]
    title: str
    batch: ShownBatch | None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is not imported, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class FolderPlan:
    """What an import of a folder sends."""

    runs: Sequence[PlannedRun]
    left_out: Sequence[LeftOut]


def plan_folder(host: str, folder: str, files: Sequence[FolderFile], max_bytes: int) -> FolderPlan:
    """Plan the import of a folder. The same names and sizes of the same host are the same batches again."""
    sizes = {file.path: file.size_bytes for file in files}
    by_root: dict[PurePosixPath, list[PurePosixPath]] = defaultdict(list)
    for path in sorted(map(PurePosixPath, sizes), key=_split_for_sorting):
        by_root[_find_root(path.parent)].append(path)
    runs: list[PlannedRun] = []
    left_out: list[LeftOut] = []
    for root, paths in by_root.items():
        _plan_root(_Root(host, folder, root, sizes, max_bytes), paths, runs, left_out)
    return FolderPlan(runs, left_out)


@dataclass(frozen=True, slots=True)
class _Root:
    """The folder of one batch, below the one that is imported."""

    host: str
    folder: str
    path: PurePosixPath
    sizes: dict[str, int]
    max_bytes: int

    def build_batch(self, tool: str | None, outputs: Sequence[PurePosixPath]) -> tuple[UUID, str]:
        """Return the batch's id and name."""
        name = self.path.name or self.folder
        listed = "\n".join(f"{path} {self.sizes[str(path)]}" for path in outputs)
        return uuid5(BATCH_NAMESPACE, f"{self.host}\n{self.folder}\n{listed}"), " ".join(
            filter(None, [tool, name])
        )


def _plan_root(
    root: _Root, paths: Sequence[PurePosixPath], runs: list[PlannedRun], left_out: list[LeftOut]
) -> None:
    tool = next(
        (name for name, names in _TOOLS.items() if any(names.fullmatch(path.name) for path in paths)), None
    )
    outputs, logs, present = [], [], frozenset(paths)
    for path in paths:
        if root.sizes[str(path)] > root.max_bytes:
            left_out.append(LeftOut(str(path), TOO_LARGE))
        elif _LOG.fullmatch(path.name):
            logs.append(path)
        elif reason := _find_reason(tool, path, present):
            left_out.append(LeftOut(str(path), reason))
        else:
            outputs.append(path)
    of_output = _match_logs(outputs, logs)
    with_output = {log for matched in of_output.values() for log in matched}
    alone = [log for log in logs if log not in with_output]
    batch_id, name = root.build_batch(tool, outputs)
    for step, output in enumerate(outputs, 1):
        matched = of_output[output]
        size = sum(root.sizes[str(path)] for path in (output, *matched))
        reason = (
            TOO_MANY_LOGS
            if len(matched) > MAX_LOGS
            else LOGS_TOO_LARGE
            if matched and size > root.max_bytes
            else None
        )
        left_out += [LeftOut(str(log), reason) for log in matched] if reason else []
        runs.append(
            PlannedRun(
                str(output),
                [] if reason else [str(log) for log in matched],
                _build_title(root.path, output),
                None
                if len(outputs) == 1
                else ShownBatch(
                    id=batch_id, name=name[:MAX_BATCH_NAME], step=step, steps=len(outputs), role="measure"
                ),
            )
        )
    # A log without its output is read by itself, as it always was.
    runs += [PlannedRun(str(log), [], _build_title(root.path, log), None) for log in alone]


def _find_reason(tool: str | None, path: PurePosixPath, present: frozenset[PurePosixPath]) -> str | None:
    """Say why a file is not imported; None for one that may be an output."""
    if path.suffix.lower() in _FOREIGN or (tool is not None and not _TOOLS[tool].fullmatch(path.name)):
        return NO_OUTPUT
    if tool == "cbt" and path.with_name(f"json_{path.name}") in present:
        return SAME_AS_JSON
    return None


def _match_logs(
    outputs: Iterable[PurePosixPath], logs: Sequence[PurePosixPath]
) -> dict[PurePosixPath, list[PurePosixPath]]:
    """Return the logs of each output: of the same folder, and of its name as the tool writes it."""
    by_name: dict[PurePosixPath, list[PurePosixPath]] = defaultdict(list)
    for log in logs:
        for name in _list_names_of_log(log.name):
            by_name[log.parent / name].append(log)
    matched = {}
    for output in outputs:
        names = [output.parent / name for name in _list_names_of_output(output)]
        matched[output] = list(dict.fromkeys(log for name in names for log in by_name[name]))
    return matched


def _list_names_of_log(name: str) -> list[str]:
    match = _LOG.fullmatch(name)
    if match is None:
        return []
    stem = match["stem"] + (match["host"] or "")
    return [stem, re.sub(r"^(?:bw|iops|lat)_", "", stem)]


def _list_names_of_output(output: PurePosixPath) -> list[str]:
    """List what logs of this output may be called before `_bw.1.log`."""
    if match := _BENCH_FIO.fullmatch(output.name):
        return [output.stem, f"{match['mode']}-iodepth-{match['depth']}-numjobs-{match['jobs']}"]
    if match := _KDEVOPS.fullmatch(output.name):
        # Each test runs once for JSON, with logs, and once more for text, without.
        return [match["job"]] if output.suffix == ".json" else []
    if match := _CBT.fullmatch(output.name):
        return [match["name"] + (match["host"] or "")]
    return [output.name, output.stem]


def _find_root(folder: PurePosixPath) -> PurePosixPath:
    """Return the first folder upwards that is no setting of its tests."""
    while folder.name and _SETTING.fullmatch(folder.name):
        folder = folder.parent
    return folder


def _build_title(root: PurePosixPath, path: PurePosixPath) -> str:
    """Return `4k/randread-1-1` of a file below its batch's folder."""
    below = path.relative_to(root)
    return str(below.with_suffix("") if below.suffix in {".json", ".txt", ".log", ".out"} else below)


def _split_for_sorting(path: PurePosixPath) -> list[tuple[int, int, str]]:
    """Sort `8` before `16` within names."""
    return [
        (1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"(\d{1,18})", str(path))
    ]
