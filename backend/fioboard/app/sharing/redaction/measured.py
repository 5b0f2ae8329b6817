"""Measured figures: numbers pass, words only from lists; remarks of the reader in words of our own (R4)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar, cast, get_args

from fioboard.app.sharing.redaction.hardware import Names
from fioboard.app.sharing.redaction.jobs import DIRECTIONS, ENGINES, SIZE, label_result_job
from fioboard.app.sharing.redaction.patterns import split_words
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.core.run_state import Direction
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.result import LatencyOut, ResultFigures, ResultOut
from fioboard.engine.answers.time_series import Timeline, TimeSeriesOut
from fioboard.engine.formats.fio.model.remarks import CLASS_OF
from fioboard.engine.stats.over_time.points import SEVERAL_JOBS
from fioboard.engine.words.durable import DURABLE_BASES, OF_CACHES
from fioboard.engine.words.power import POWER_SOURCES
from fioboard.engine.words.results import (
    DURABLE,
    RATING,
    RESULT,
    SHOWN_DETAILS,
)

Word = TypeVar("Word", bound=str)
PLAIN = tuple(column.api for column in (*RESULT, *SHOWN_DETAILS) if column.share == "figure")
# A list of its own on purpose: a setting that a reader learns to name is not shown before somebody has judged it (R4).
SETTINGS = frozenset({"direction", "rw", "bs_bytes", "bs", "iodepth", "numjobs", "ioengine", "direct"})
METRICS = split_words(
    "bw_bytes_per_s iops await_ns queue_depth temperature_c cpu_busy_pct cpu_busy_max_pct cpu_sys_pct "
    "cpu_iowait_pct cpu_irq_pct cpu_steal_pct power_w slat_ns clat_ns lat_ns"
)
SIDES = frozenset(get_args(Direction))
# Where fio.results.settings says that an option comes from when no option of the job says it.
SETTINGS_SOURCES = split_words("default measured banner latency_depth command_line tool option")
_PERCENTILE = re.compile(r"\d{1,3}(\.\d{1,6})?")
NO_PERCENTILES = "the output states none"
REMARKS = {
    "BadValue": "A value of the output was no number of a measurement; it is taken as unknown.",
    "BrokenLine": "A line of the output is broken.",
    "Contradiction": "Values of the output contradict each other.",
    "CutShort": "It ended before its time.",
    "Interrupted": "fio was interrupted.",
    "InterruptedInRamp": "fio was interrupted before it began to measure.",
    "JobError": "A job ended with an error.",
    "LostJobs": "More jobs were started than reported.",
    "LostLines": "Lines of the output were not understood.",
    "LostResult": "A result is missing of which the output tells.",
    "MergedSections": "fio merged several job sections: name and options describe only parts.",
    "MisleadingName": "The job's name says another direction than what was measured.",
    "MissingClones": "Fewer clones reported than numjobs says.",
    "MistypedDevice": "A device's name was probably mistyped: fio wrote a file instead.",
    "NoIo": "No data was moved.",
    "NoLatency": "Data was moved, but no latency was measured.",
    "NotFinite": "A value of the output is no finite number; it is taken as unknown.",
    "SubSecond": "It ran for less than a second: not a basis for ranking.",
    "Truncated": "The output is cut short.",
}


def keep_number(value: object) -> float | None:
    """Return a number or truth value; anything else is unknown."""
    return value if isinstance(value, bool | int | float) else None


def keep_numbers(stated: Mapping[str, object], names: Iterable[str]) -> dict[str, object]:
    """Return fields that hold numbers or truth values, by name."""
    return {name: keep_number(stated.get(name)) for name in names}


def choose_word(value: object, words: Collection[str], otherwise: str | None) -> Own | None:
    """Return a word of a closed list, else another one."""
    word = value if isinstance(value, str) and value in words else otherwise
    return None if word is None else Own(word)


def choose_closed_word(value: Word, words: Collection[str], otherwise: Word) -> Word:
    """Return a word of a field that has one of its list in every answer of the service."""
    return cast(Word, Own(value if value in words else otherwise))


def share_result(measured: ResultOut, redactor: Redactor) -> ResultFigures:
    """Return what was measured, with a label as the job's name."""
    source = measured.get("settings_source") or {}
    shown = keep_numbers(measured, PLAIN) | {
        "job_name": label_result_job(measured, redactor),
        "direction": choose_word(measured.get("direction"), SIDES, "mixed"),
        "rw": choose_word(measured.get("rw"), DIRECTIONS, None),
        "bs": redactor.keep(SIZE(measured.get("bs")), None, "form"),
        "ioengine": choose_word(measured.get("ioengine"), ENGINES, None),
        "settings_source": {
            mark_own(name): mark_own(value)
            for name, value in source.items()
            if name in SETTINGS and value in SETTINGS_SOURCES
        },
        # The scorecard says it, with what it is held against; alone it would tell how fast the drives are rated.
        **dict.fromkeys(column.api for column in RATING),
        **_share_durable(measured, redactor),
        "power_source": choose_word(measured.get("power_source"), POWER_SOURCES, None),
        "problems": share_problems(measured.get("problems")),
    }
    projector = Projector(redactor, {LatencyOut: _compose_latency})
    return cast(ResultFigures, shown | projector.share(ResultFigures, measured, shown))


def _share_durable(measured: ResultOut, redactor: Redactor) -> dict[str, object]:
    """Return the time of a durable write and what it is known from; where the path is hidden, nothing that tells of the
    drives' caches.
    """
    basis = measured.get("durable_basis")
    if basis is None or ("path" in redactor.hidden and basis in OF_CACHES):
        return dict.fromkeys(column.api for column in DURABLE)
    return {
        "durable_write_mean_ns": keep_number(measured.get("durable_write_mean_ns")),
        "durable_write_p99_ns": keep_number(measured.get("durable_write_p99_ns")),
        "durable_basis": choose_word(basis, DURABLE_BASES, None),
    }


def _compose_latency(measured: LatencyOut) -> dict[str, object]:
    stated = measured.get("percentiles") or {}
    percentiles = {mark_own(key): keep_number(ns) for key, ns in stated.items() if _PERCENTILE.fullmatch(key)}
    return {
        "percentiles": percentiles or None,
        "percentiles_reason": None if percentiles else Own(NO_PERCENTILES),
        "saturated": [mark_own(p) for p in measured.get("saturated") or [] if _PERCENTILE.fullmatch(p)],
    }


def share_problems(stated: Sequence[RemarkOut] | None) -> list[RemarkOut]:
    """Return remarks by their stable name; the reader's own words may quote the output."""
    names = dict.fromkeys(remark["error"] for remark in stated or [] if isinstance(remark, Mapping))
    remarks: list[RemarkOut] = [
        {"where": "", "error": name, "detail": REMARKS[name], "remark_class": CLASS_OF[name]}
        for name in names
        if name in REMARKS
    ]
    return mark_own(remarks)


def share_recorded(recording: Timeline | None, names: Names, redactor: Redactor) -> Timeline | None:
    """Return what was recorded over time; what a series is of is named by labels."""
    if recording is None or "time_series" in redactor.hidden:
        return None
    keys: dict[str, Own] = {}

    def compose(series: TimeSeriesOut) -> dict[str, object] | None:
        metric = series.get("metric")
        if metric not in METRICS or ("temperatures" in redactor.hidden and metric == "temperature_c"):
            return None
        key = keys[series["key"]] = Own(str(len(keys)))
        return {
            "key": key,
            "subject": _label_subject(series.get("subject"), series.get("source"), names, redactor),
            "metric": mark_own(metric),
            "reason": choose_word(series.get("reason"), (SEVERAL_JOBS,), None),
        }

    projector = Projector(redactor, {TimeSeriesOut: compose})
    shown = projector.share(Timeline, recording)
    shown["off_clock"] = [keys[key] for key in recording["off_clock"] if key in keys]
    return shown


def _label_subject(subject: object, source: str | None, names: Names, redactor: Redactor) -> str:
    """Return a subject by its label: `disk:drive A`, `node:0`, `sensor:sensor 1`, `log 1`."""
    kind, colon, name = subject.partition(":") if isinstance(subject, str) else ("", "", "")
    if source != "samples" or not colon:
        if isinstance(subject, str):
            redactor.left["file.name" if source == "fio_log" else "job.name"].add(subject)
        return redactor.label("log", (source, subject))
    if kind in {"node", "cpu", "socket"} and re.fullmatch(r"\d{1,5}|all", name):
        return mark_own(f"{kind}:{name}")
    known = names.get_label(name)
    if known is not None:
        return mark_own(f"{kind if kind in {'disk', 'volume', 'interface', 'md'} else 'disk'}:{known}")
    return mark_own(f"sensor:{redactor.label('sensor', subject)}")
