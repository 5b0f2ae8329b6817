"""Coverage-guided fuzzing of every reader: nothing but FioFormatError may leave read_output, for any bytes.

    uv pip install atheris && python lab/fuzz_fio.py [-max_total_time=1800] [CORPUS_DIR …]

Without a corpus directory it starts from tests/data/fio. CPU time per byte is watched too; wall time only
against hangs, because the machine may be busy. One input in 500 is repeated until it has several megabytes.
"""

import itertools
import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["fioboard.engine.formats.fio"]):
    from fioboard.engine.formats.fio import FioFormatError, Histogram, read_output
    from fioboard.engine.formats.fio.model.limits import Limits

_NAMES = (None, "x_bw.1.log", "x_clat.1.log", "x_clat_hist.1.log", "fio.json")
_MAX_SECONDS = 3
# Instrumented, the readers take several times as long as bench_hostile.py says.
_MAX_SECONDS_PER_MIB = 6
_LARGE_EVERY = 500
_LARGE_BYTES = 3 << 20
_VERSIONS = (None, "fio-2.16", "fio-3.42", "nonsense")
_LIMITS = Limits(max_bytes=4 << 20, max_values=50_000, max_jobs=500, max_lines=20_000, max_documents=100)


_executions = itertools.count()


def read_anything(data: bytes) -> None:
    """One input; its last byte chooses the hints."""
    hint = data[-1] if data else 0
    if next(_executions) % _LARGE_EVERY == 0 and data:
        data *= _LARGE_BYTES // len(data) + 1
    most_seconds = max(_MAX_SECONDS, _MAX_SECONDS_PER_MIB * len(data) / (1 << 20))
    start = time.process_time()
    try:
        reading = read_output(data, _LIMITS, name=_NAMES[hint % 5], version=_VERSIONS[hint // 5 % 4])
    except FioFormatError as refusal:
        if time.process_time() - start > most_seconds:
            raise AssertionError("too slow to refuse") from refusal
        if not refusal.detail:
            raise AssertionError("a refusal without a sentence") from refusal
        return
    if time.process_time() - start > most_seconds:
        raise AssertionError("too slow to read")
    if not reading.invocations:
        raise AssertionError("a reading without an invocation")
    for invocation in reading.invocations:
        for result in invocation.results:
            result.job_name.encode()
            for latency in (result.slat, result.clat, result.lat):
                if latency is not None and latency.histogram is not None:
                    stored = latency.histogram.to_bytes()
                    if Histogram.from_bytes(stored) != latency.histogram:
                        raise AssertionError("a histogram that does not survive storing")


def main() -> None:
    """libFuzzer's own arguments pass through."""
    seeds = Path(__file__).parent.parent / "tests" / "data" / "fio"
    arguments = [*sys.argv, "-timeout=60", "-max_len=200000"]
    if not any(Path(argument).is_dir() for argument in sys.argv[1:]):
        arguments.append(str(seeds))
    atheris.Setup(arguments, read_anything)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
