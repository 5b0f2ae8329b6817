"""Fuzzing of the readers of other tools: nothing but FioFormatError may leave one, for any change of its own captures.

    python lab/fuzz_foreign.py [SECONDS] [SEED]

Starts from tests/data/foreign and keeps what was read on the way, so that changes pile up: bytes, digits, lines and
pieces of two captures are replaced, doubled, dropped and joined; one input in 500 is repeated to a MiB. Each input goes
to every adapter whose sniff takes it and to read_output; every figure that comes back must be finite, positive and
within its bounds, and time must grow with the length only.
"""

import math
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fioboard.engine.formats.fio import FioFormatError, Reading, Result, read_output
from fioboard.engine.formats.fio.foreign import ADAPTERS
from fioboard.engine.formats.fio.model.limits import Limits

_CAPTURES = Path(__file__).parent.parent / "tests" / "data" / "foreign"
_LIMITS = Limits(max_bytes=4 << 20, max_values=50_000, max_jobs=500, max_lines=20_000, max_documents=100)
_MAX_SECONDS = 5
_LARGE_EVERY = 500
_LARGE_BYTES = 1 << 20
_MAX_KEPT = 2_000
_MAX_SEED_BYTES = 64 * 1024
_ODD = [
    b"",
    b"0",
    b"-1",
    b"NaN",
    b"1e309",
    b"9" * 30,
    b"0.0",
    b",",
    b"\x00",
    b"\xff\xfe",
    b"%",
    b"\r",
    b"\n\n",
    b"1.2.3",
    "é".encode(),
]


def mutations(kept: list[bytes], chance: random.Random) -> Iterator[bytes]:
    """Endless inputs; the caller adds those worth keeping to `kept`."""
    while True:
        data = chance.choice(kept)
        for _ in range(chance.randint(1, 6)):
            data = chance.choice(_CHANGES)(data, kept, chance)
        yield data


def _replace_bytes(data: bytes, kept: list[bytes], chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_ODD) + data[at + chance.randint(0, 4) :]


def _replace_number(data: bytes, kept: list[bytes], chance: random.Random) -> bytes:
    places = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return data
    at = chance.choice(places)
    number = str(
        chance.choice([0, 1, 7, 2**31, 2**63, 10**18, chance.random(), chance.randrange(10**6)])
    ).encode()
    return data[:at] + number + data[at + 1 :]


def _change_lines(data: bytes, kept: list[bytes], chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    return b"\n".join(lines)


def _splice(data: bytes, kept: list[bytes], chance: random.Random) -> bytes:
    other = chance.choice(kept)
    return (data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :])[
        :_MAX_SEED_BYTES
    ]


_CHANGES = (_replace_bytes, _replace_number, _change_lines, _splice)


def require_sane(reading: Reading) -> None:
    """Raises AssertionError for a figure that cannot be one."""
    if not reading.invocations:
        raise AssertionError("a reading without an invocation")
    for invocation in reading.invocations:
        invocation.tool_name.encode()
        for result in invocation.results:
            result.job_name.encode()
            _require_sane_figures(result)


def _require_sane_figures(result: Result) -> None:
    figures = [
        (result.iops, result.iops_bounds),
        (result.bw_bytes_per_s, result.bw_bounds_bytes_per_s),
        (result.io_bytes, result.io_bounds_bytes),
        (result.total_ios, None),
        (result.runtime_ms, None),
    ]
    for latency in (result.lat, result.clat):
        if latency is not None:
            figures += [
                (one, None)
                for one in (latency.min_ns, latency.mean_ns, latency.max_ns, *latency.percentiles.values())
            ]
    for value, bounds in figures:
        if value is None:
            continue
        if not math.isfinite(value) or not 0 < value < 2**63:
            raise AssertionError(f"{value} is no figure")
        if bounds is not None and not bounds[0] - 1 <= value <= bounds[1] + 1:
            raise AssertionError(f"{value} is outside of its bounds {bounds}")


def try_one(data: bytes) -> int:
    """How many readers took it. Raises whatever leaves a reader that should not."""
    takers = 0
    start = time.process_time()
    for adapter in ADAPTERS:
        try:
            reading = adapter.parse(data, _LIMITS) if adapter.sniff(data) else None
        except FioFormatError:
            continue
        if reading is not None:
            require_sane(reading)
            takers += 1
    if time.process_time() - start > _MAX_SECONDS * (1 + len(data) / _LARGE_BYTES):
        raise AssertionError("too slow")
    try:
        require_sane(read_output(data, _LIMITS))
    except FioFormatError as refusal:
        if not refusal.detail:
            raise AssertionError("a refusal without a sentence") from refusal
    return takers


def main() -> None:
    """Runs for SECONDS, prints what was done; a finding is written to fuzz-foreign-finding and raised."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    chance = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    kept = [
        path.read_bytes()
        for path in sorted(_CAPTURES.iterdir())
        if path.name not in ("EXPECTED.txt", "SOURCES.md")
    ]
    end = time.monotonic() + seconds
    executions = taken = 0
    for data in mutations(kept, chance):
        if time.monotonic() > end:
            break
        executions += 1
        large = data * (_LARGE_BYTES // len(data) + 1) if data and executions % _LARGE_EVERY == 0 else data
        try:
            takers = try_one(large)
        except Exception:
            Path("fuzz-foreign-finding").write_bytes(large)
            print(f"seed {seed}, execution {executions}: fuzz-foreign-finding", file=sys.stderr)
            raise
        taken += bool(takers)
        if takers and len(kept) < _MAX_KEPT and len(data) < _MAX_SEED_BYTES:
            kept.append(data)
    print(
        f"{executions} executions in {seconds:.0f} s, seed {seed}: {taken} read, {len(kept)} kept, no finding"
    )


if __name__ == "__main__":
    main()
