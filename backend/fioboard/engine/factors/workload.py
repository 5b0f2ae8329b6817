"""What "the same test" means: the job options that must be equal for two results to be alike."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from fioboard.core.block_size import block_size, spoken_size
from fioboard.engine.answers.workload import WorkloadOut
from fioboard.engine.factors.project import read_value
from fioboard.engine.words.factors.registry import JOB_OPTIONS
from fioboard.engine.words.factors.subject import Scalar
from fioboard.engine.words.job_options import (
    DEFAULTS,
    HARMLESS,
    KNOWN,
    OF_AMOUNT,
    OF_TARGET,
    SIZES,
    SPELLINGS,
)

# Always part of a workload, known or not.
IDENTITY = JOB_OPTIONS

# Not fio's: where a result comes from, when no tool's output holds it. Such a one is never a repeat of a measured one.
SOURCE = "source"
# Which program measured, unless fio did. Two programs mean different things by the same options, and by none at all.
TOOL = "tool"
# Which of its measurements another tool tells, where nothing else tells them apart.
TEST = "test"
# Which of a run's targets a result is of, where it had several at once: `2 of 3`, in the order of `target.path`.
TARGET = "target"
# Results that differ in one of these are never set side by side; those that differ in another option may be, and the
# option is named as what differs.
CORE = (*IDENTITY, SOURCE, TOOL, TEST, TARGET)
_FIO = "fio"

# What a comparison may be told to ask for besides; they differ between honest repeats.
SWITCHABLE = ("filesize", "io_size", "loops", "nrfiles", "ramp_time", "runtime", "size", "time_based")
# What is no part of a workload: harmless, or told by factors of the run.
LEFT_OUT = frozenset({*IDENTITY, *HARMLESS, *OF_TARGET, *OF_AMOUNT})
# What a comparison may be told not to ask for.
IGNORABLE = (*IDENTITY, TOOL, TEST, *sorted(KNOWN - LEFT_OUT))

SPOKEN_PATTERNS = {
    "read": "sequential read",
    "write": "sequential write",
    "trim": "sequential trim",
    "rw": "sequential read and write",
    "readwrite": "sequential read and write",
    "randread": "random read",
    "randwrite": "random write",
    "randtrim": "random trim",
    "randrw": "random read and write",
    "trimwrite": "sequential trim, then write",
    "randtrimwrite": "random trim, then write",
}
# What a workload's words say.
_SPOKEN = frozenset({"rw", "bs", "iodepth", "numjobs", TARGET})
# Both directions have a result of their own.
MIXES = frozenset({"rw", "readwrite", "randrw"})
_SUFFIXED = re.compile(r"\d{1,18}[kmgtp]i?b?", re.IGNORECASE)
_SUFFIXES = ((50, "p"), (40, "t"), (30, "g"), (20, "m"), (10, "k"))


def comparable(
    job: Mapping[str, Scalar | None],
    options: Mapping[str, str],
    *,
    tool: str,
    source: str | None = None,
    target: str | None = None,
) -> dict[str, Scalar | None]:
    """The workload of a result: its identity (null = unknown) and every option that counts.

    An option counts unless `engine/words/job_options.py` names it, with the reason; one that states fio's default is as
    good as not set. `tool`, unless it is fio, `source` ("typed") and `target` ("2 of 3"), where there is one, are part
    of it: a comparison, a chart and a row of repeats hold like to like.
    """
    known = {key: job.get(key) for key in IDENTITY}
    known |= counted(options)
    if tool != _FIO:
        known[TOOL] = tool
    if target is not None:
        known[TARGET] = target
    return known if source is None else known | {SOURCE: source}


def counted(options: Mapping[str, str]) -> dict[str, str]:
    """The options that count, in one spelling, without those that state what fio does anyway."""
    spelled = {name: _spelled(name, text) for name, text in sorted(options.items()) if name not in LEFT_OUT}
    if "rwmixwrite" in spelled and "rwmixread" not in spelled:
        spelled |= _convert_to_reads(spelled.pop("rwmixwrite"))
    return {name: value for name, value in spelled.items() if DEFAULTS.get(name) != value}


def _convert_to_reads(writes: str) -> dict[str, str]:
    """Convert the share of writes to the share of reads, which fio counts by."""
    return {"rwmixread": str(100 - int(writes))} if writes.isdecimal() else {"rwmixwrite": writes}


def _spelled(name: str, text: str) -> str:
    """A value in one spelling: a flag that was merely named is 1, 4K and 4kb are 4k, and of sizes 4096, too."""
    text = text.strip() or "1"
    if _SUFFIXED.fullmatch(text) or (name in SIZES and text.isdecimal()):
        size = read_value("bytes", text)
        text = text if not isinstance(size, int) else _size(size)
    return SPELLINGS.get((name, text), text)


def _size(value: int) -> str:
    """Bytes as fio writes them, exactly."""
    exact = ((value >> power, letter) for power, letter in _SUFFIXES if value and value % (1 << power) == 0)
    number, letter = next(exact, (value, ""))
    return f"{number}{letter}"


def workload_title(options: Mapping[str, object]) -> str:
    """Options in fio's words, those that are known, rw first: `randread bs=4k iodepth=32`."""
    words = [str(options["rw"])] if options.get("rw") is not None else []
    for key in (*IDENTITY[1:], *sorted(set(options) - set(IDENTITY))):
        value = options.get(key)
        if value is None:
            continue
        spoken = (
            block_size(value)
            if key == "bs" and isinstance(value, int)
            else int(value)
            if isinstance(value, bool)
            else value
        )
        words.append(f"{key}={spoken}")
    return " ".join(words) or "nothing known"


def name_rows(rows: Sequence[WorkloadOut]) -> dict[str, str]:
    """Name each row of a comparison by its key for a sentence: `Random read 4 KiB, QD 32`.

    Rows that would have one name keep their options in fio's words.
    """
    names = {row["key"]: " · ".join([_name_row(row), *row["setting"]]) for row in rows}
    counts = Counter(names.values())
    return {
        row["key"]: names[row["key"]]
        if counts[names[row["key"]]] == 1
        else " · ".join([f"{row['workload']} ({row['direction']})", *row["setting"]])
        for row in rows
    }


def describe_workloads(options: Mapping[UUID, Mapping[str, object]]) -> dict[UUID, str]:
    """Name each workload in words; those of one name say the options that differ, in fio's words where there are no
    others: `random read 4 KiB, QD 32, 1 job, libaio, norandommap=1`.
    """
    named: dict[str, list[UUID]] = defaultdict(list)
    for key, one in options.items():
        named[workload_in_words(one)].append(key)
    return {
        key: ", ".join([words, *_list_differing(options[key], [options[other] for other in keys])])
        for words, keys in named.items()
        for key in keys
    }


def _list_differing(one: Mapping[str, object], alike: Sequence[Mapping[str, object]]) -> list[str]:
    keys = sorted({key for other in alike for key in other} - _SPOKEN)
    return [
        _describe_option(key, one[key])
        for key in keys
        if one.get(key) is not None and any(other.get(key) != one[key] for other in alike)
    ]


def _describe_option(name: str, value: object) -> str:
    if name == "ioengine":
        return str(value)
    if name == "direct":
        return "direct I/O" if value else "buffered"
    return workload_title({name: value})


def _name_row(row: WorkloadOut) -> str:
    words = workload_in_words(row["workload_options"]).removesuffix(", 1 job")
    is_mix = str(row["workload_options"].get("rw")) in MIXES
    direction = f", {row['direction']}s" if is_mix else ""
    return f"{words[0].upper()}{words[1:]}{direction}"


def brief_workload(options: Mapping[str, object], *, with_depth: bool) -> str:
    """The pattern and block size as a row of a list has them: `rand read 4k`, `rand read 4k QD 32, 4 jobs`."""
    rw, size, depth, jobs = (options.get(key) for key in ("rw", "bs", "iodepth", "numjobs"))
    pattern = (
        SPOKEN_PATTERNS.get(str(rw), str(rw or "")).replace("random", "rand").replace("sequential", "seq")
    )
    blocks = block_size(size) if isinstance(size, int) else str(size or "")
    what = " ".join(word for word in (pattern, blocks) if word)
    if not with_depth:
        return what
    depths = [] if depth is None else [f"QD {depth}"]
    if isinstance(jobs, int) and jobs > 1:
        depths.append(f"{jobs} jobs")
    return f"{what} {', '.join(depths)}".strip()


def workload_in_words(options: Mapping[str, object]) -> str:
    """The same without fio's options, for sentences: `random read 4 KiB, QD 32, 4 jobs`.

    The front end's twin is workloadInWords of lib/workload.ts; both are tested with the same cases. What has no pattern
    is told by its options.
    """
    rw, size, depth, jobs = (options.get(key) for key in ("rw", "bs", "iodepth", "numjobs"))
    if rw is None:
        return workload_title(options)
    pattern = SPOKEN_PATTERNS.get(str(rw), str(rw))
    parts = [pattern if size is None else f"{pattern} {spoken_size(size) if isinstance(size, int) else size}"]
    if depth is not None:
        parts.append(f"QD {depth}")
    if jobs is not None:
        parts.append("1 job" if jobs == 1 else f"{jobs} jobs")
    if options.get(TARGET) is not None:
        parts.append(f"target {options[TARGET]}")
    return ", ".join(parts)
