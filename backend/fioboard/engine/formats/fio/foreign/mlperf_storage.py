"""MLPerf Storage: `summary.json` of a run by DLIO, and `results.json` over several runs.

`train_io_mean_MB_per_second` is samples a second times the size of a sample, MB of powers of 1024: what the training
read over all accelerators. Checkpoints say GB of powers of 1024. Samples a second are no I/Os. How busy the
accelerators were decides whether a result counts, and stands in the options.
Source: github.com/argonne-lcf/dlio_benchmark its statscounter; github.com/mlcommons/storage.
"""

from collections.abc import Iterator, Mapping

import orjson

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.json.decode import require_few_values
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result

_RATES = (
    ("training", "read", "train_io_mean_MB_per_second", 2**20, None),
    ("checkpoint save", "write", "save_checkpoint_io_mean_GB_per_second", 2**30,
     "save_checkpoint_duration_mean_seconds"),
    ("checkpoint load", "read", "load_checkpoint_io_mean_GB_per_second", 2**30,
     "load_checkpoint_duration_mean_seconds"),
)  # fmt: skip
_OPTIONS = (
    "train_au_mean_percentage",
    "train_au_meet_expectation",
    "train_throughput_mean_samples_per_second",
)


def read_mlperf_storage(content: bytes, limits: Limits) -> Reading | None:
    """One run per document with metrics. Raises TooDeep, TooMany."""
    require_few_values(content, limits)
    try:
        document = orjson.loads(content)
    except orjson.JSONDecodeError:
        return None
    last = content.rstrip().count(b"\n") + 1
    drafts: list[RunDraft] = []
    for run in _list_runs(document):
        metric = run.get("metric") or run.get("metrics")
        draft = RunDraft(tool="MLPerf Storage", used=[1, last])
        name = run.get("model") or run.get("run_id")
        draft.title = name if isinstance(name, str) else None
        jobs = run.get("num_accelerators")
        for test, direction, key, unit, seconds in _RATES:
            rate = _get_number(metric, key)
            if rate is not None and rate > 0:
                duration = _get_number(metric, seconds) if seconds else None
                draft.results.append(
                    Result(
                        where=f"/metric/{key}",
                        job_name=test,
                        group=len(draft.results),
                        direction=direction,
                        bw_bytes_per_s=round(rate * unit),
                        runtime_ms=round(duration * 1_000) or None if duration else None,
                        job_options={"test": test, **_build_options(metric)},
                        **Settings(numjobs=jobs if isinstance(jobs, int) and 0 < jobs < 2**31 else None),
                    )
                )
        drafts += [draft] if draft.results else []
    return build_reading("mlperf_storage", drafts, limits)


def _list_runs(document: object) -> Iterator[Mapping[str, object]]:
    """Give the document, or those of its list, that hold metrics."""
    for one in document if isinstance(document, list) else [document]:
        if isinstance(one, dict) and isinstance(one.get("metric") or one.get("metrics"), dict):
            yield one


def _get_number(metric: object, key: str) -> float | None:
    value = metric.get(key) if isinstance(metric, dict) else None
    return (
        float(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and value < 2**40
        else None
    )


def _build_options(metric: object) -> dict[str, str]:
    values = {key: metric.get(key) for key in _OPTIONS} if isinstance(metric, dict) else {}
    return {
        key: clean_text(str(value), 60)
        for key, value in values.items()
        if isinstance(value, str | int | float)
    }


def _may_be_mlperf_storage(content: bytes) -> bool:
    return content.lstrip()[:1] in (b"{", b"[") and (
        b'"train_io_mean_MB_per_second"' in content or b'_checkpoint_io_mean_GB_per_second"' in content
    )


ADAPTER = Adapter(
    kind="mlperf_storage",
    tool="MLPerf Storage (JSON)",
    names=("MLPerf Storage",),
    tests=tuple(test for test, *_ in _RATES),
    is_whole_body=True,
    sniff=_may_be_mlperf_storage,
    parse=read_mlperf_storage,
    reads="bandwidth of training, of saving and of loading checkpoints; accelerator use as an option",
    leaves_out="single epochs, deviations, the parameters of the workload",
    source="argonne-lcf/dlio_benchmark, statscounter, mlcommons/storage",
)
