"""A small history drawn at random, and a plain reading of it: which runs and results a filter means, without SQL.

What was put in is kept as Python values, and filters are decided value by value as docs/filters.md says, so that
answers of the service can be held against it.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.imports import put

CHOICES: dict[str, list[Any]] = {
    "host": ["jupiter", "saturn", "mars"],
    "label.fan": ["off", "low", "high"],
    "tag": ["x", "y", "z"],
    "rw": ["randread", "randwrite", "read", "write", "randrw"],
    "bs": [4096, 8192, 65536],
    "iodepth": [1, 4, 32],
    "ioengine": ["psync", "libaio"],
    "direct": [True, False],
    "direction": ["read", "write"],
}
"""Keys whose values are words, sizes or flags, and what the history draws from."""
AMOUNTS: dict[str, list[int]] = {
    "iops": [1000, 2000, 3000, 12_345, 20_000],
    "bw_bytes_per_s": [4096 * 1000, 8192 * 2000, 65_536 * 3000],
    "clat_p99_ns": [74_500, 149_000, 298_000],
    "clat_p50_ns": [50_000, 100_000, 200_000],
}
"""Metrics, and ends of ranges that lie on values of the history."""
OF_RESULTS = frozenset({"rw", "bs", "iodepth", "ioengine", "direct", "direction", *AMOUNTS})
_WORDS = ["blue", "fo", "whale re", "jup", "job1", "x", "low", "nowhere"]
_TITLES = ["blue whale", "red fox", "blue fox"]
_FIRST_DAY = date(2026, 8, 1)
_DAYS = 90

Decision = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Run:
    """What was put in: values by key as filters name them; those of a result in `results`."""

    values: dict[str, Any]
    results: list[dict[str, Any]]

    def all_of(self, key: str) -> list[Any]:
        """Every known value of a key, each once."""
        if key not in OF_RESULTS:
            value = self.values.get(key, [])
            return value if isinstance(value, list) else [value]
        return list(dict.fromkeys(result[key] for result in self.results if result[key] is not None))


@dataclass(frozen=True, slots=True)
class Asked:
    """One key of a filter: its texts, and what they mean of one run or result."""

    key: str
    texts: list[str]
    is_met: Decision


async def fill(client: AsyncClient, chance: random.Random, runs: int) -> dict[str, Run]:
    """Puts so many runs in by import; by id."""
    found = {}
    for n in range(runs):
        run, body = _draw(chance, n)
        query = {key: value for key, value in run.values.items() if key != "words"}
        found[await put(client, body, **query)] = run
    return found


def meant(runs: dict[str, Run], asked: Sequence[Asked]) -> dict[str, list[dict[str, Any]]]:
    """The matching results of every run that has some, by run id."""
    found = {}
    of_run = [one for one in asked if one.key not in OF_RESULTS]
    of_result = [one for one in asked if one.key in OF_RESULTS]
    for run_id, run in runs.items():
        results = [result for result in run.results if all(one.is_met(result) for one in of_result)]
        if results and all(one.is_met(run.values) for one in of_run):
            found[run_id] = results
    return found


def ask(chance: random.Random) -> list[Asked]:
    """A filter over up to three keys."""
    keys = chance.sample([*CHOICES, *AMOUNTS, "started_at", "q"], chance.choice([0, 1, 1, 2, 2, 3]))
    return [_ask(chance, key) for key in keys]


def _ask(chance: random.Random, key: str) -> Asked:
    if key in CHOICES:
        return _ask_choice(chance, key)
    if key in AMOUNTS:
        return _ask_amount(chance, key)
    if key == "q":
        words = chance.choice(_WORDS)
        return Asked(key, [words], lambda values: _has_words(values["words"], words.split()))
    first, last = sorted((_day(chance), _day(chance)))
    return Asked(key, [f"{first}..{last}"], lambda values: first <= values["started_at"][:10] <= last)


def _ask_choice(chance: random.Random, key: str) -> Asked:
    kind = chance.choices(["is", "is not", "unknown", "known"], [5, 3, 1, 1])[0]
    wanted = chance.sample(CHOICES[key], chance.randint(1, 2))

    def have(values: dict[str, Any]) -> list[Any]:
        value = values.get(key)
        return value if isinstance(value, list) else [] if value is None else [value]

    if kind == "unknown":
        return Asked(key, [""], lambda values: not have(values))
    if kind == "known":
        return Asked(key, ["!"], lambda values: bool(have(values)))
    if kind == "is":
        texts = [_spelt(one) for one in wanted]
        return Asked(key, texts, lambda values: any(one in wanted for one in have(values)))
    texts = [f"!{_spelt(one)}" for one in wanted]
    return Asked(key, texts, lambda values: not any(one in wanted for one in have(values)))


def _ask_amount(chance: random.Random, key: str) -> Asked:
    low, high = sorted((chance.choice(AMOUNTS[key]), chance.choice(AMOUNTS[key])))
    kinds: list[tuple[str, Decision]] = [
        (f"{low}..", lambda values: bool(values[key] >= low)),
        (f"..{high}", lambda values: bool(values[key] <= high)),
        (f"{low}..{high}", lambda values: bool(low <= values[key] <= high)),
        (f"{low}", lambda values: bool(values[key] == low)),
        (f"!{low}", lambda values: bool(values[key] != low)),
    ]
    text, is_met = chance.choice(kinds)
    return Asked(key, [text], is_met)


def _spelt(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _has_words(there: Sequence[str], beginnings: Sequence[str]) -> bool:
    return all(any(word.startswith(beginning) for word in there) for beginning in beginnings)


def _day(chance: random.Random) -> str:
    return (_FIRST_DAY + timedelta(days=chance.randrange(_DAYS))).isoformat()


def _draw(chance: random.Random, n: int) -> tuple[Run, bytes]:
    values: dict[str, Any] = {
        "host": chance.choice(CHOICES["host"]),
        "started_at": f"{_day(chance)}T{chance.randrange(24):02d}:00:00Z",
    }
    if chance.random() < 0.5:
        values["label.fan"] = chance.choice(CHOICES["label.fan"])
    if chance.random() < 0.4:
        values["title"] = chance.choice(_TITLES)
    if chance.random() < 0.5:
        values["tag"] = chance.sample(CHOICES["tag"], chance.randint(1, 2))
    jobs, results = [], []
    # Where one job of a run states an engine all do: see docs/filters.md for what is not looked at closer.
    has_engine = chance.random() < 0.8
    for name in ("job0", "job1", "job2")[: chance.choice([1, 1, 1, 2, 3])]:
        measured, whole = _draw_job(chance, name, has_engine)
        results += measured
        jobs.append(whole)
    values["words"] = list(_words(values, [job["jobname"] for job in jobs]))
    return Run(values, results), output(*jobs, timestamp=n, timestamp_ms=1_790_000_000_000 + n)


def _words(values: dict[str, Any], job_names: Sequence[str]) -> Iterator[str]:
    yield values["host"]
    yield from values.get("title", "").split()
    yield from values.get("tag", [])
    yield from job_names
    if "label.fan" in values:
        yield from ("fan", values["label.fan"])


def _draw_job(
    chance: random.Random, name: str, has_engine: bool
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The results that the job's figures are, and its entry in the output; what is not typed has fio's default."""
    rw = chance.choice(CHOICES["rw"])
    stated = {key: chance.random() < 0.85 for key in ("bs", "iodepth", "direct")}
    drawn = {key: chance.choice(CHOICES[key]) for key in ("bs", "iodepth", "direct", "ioengine")}
    settings = drawn | {"rw": rw}
    for key, default in (("bs", 4096), ("iodepth", 1), ("direct", False)):
        if not stated[key]:
            settings[key] = default
    options = {"name": name, "rw": rw, "numjobs": "1"}
    options |= {key: _spelt(drawn[key]) for key, is_typed in stated.items() if is_typed}
    if has_engine:
        options["ioengine"] = drawn["ioengine"]
    else:
        settings["ioengine"] = None
    results, directions = [], {}
    for way in ("read", "write"):
        if way not in rw and rw != "randrw":
            directions[way] = direction(iops=0, runtime_ms=0)
            continue
        iops, mean_ns = chance.choice(AMOUNTS["iops"]), chance.choice(AMOUNTS["clat_p50_ns"])
        figures = direction(iops=iops, bs_bytes=settings["bs"], clat_mean_ns=mean_ns)
        directions[way] = figures
        percentiles = figures["clat_ns"]["percentile"]
        results.append(
            settings
            | {
                "direction": way,
                "iops": float(iops),
                "bw_bytes_per_s": float(figures["bw_bytes"]),
                "clat_p50_ns": float(percentiles["50.000000"]),
                "clat_p99_ns": float(percentiles["99.000000"]),
            }
        )
    return results, job(name, **directions, **{"job options": options})
