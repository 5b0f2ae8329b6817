"""What is worth comparing: two values of one setting of a host, and the last batch with the one before."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import orjson

from fioboard.app.compare import sentences
from fioboard.core.driver import Driver
from fioboard.engine.answers.choices import ChoiceOut
from fioboard.engine.factors.difference import format_setting
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.filters import Condition, Filter, Term
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries.compare import BatchOfHostRow, KnownConfigurationRow

# Settings that people change to see what they do.
KEYS = frozenset({"slot", "kernel", "drive.firmware", *(key for key in FACTORS if key.startswith("bios."))})
MAX_CONFIGURATIONS = 300
MAX_BATCHED_RUNS = 2_000
MAX_OF_A_KIND = 4
Scalar = str | int | float | bool


@dataclass(slots=True)
class _Value:
    """The runs of a host with one value of a setting."""

    runs: int
    last: datetime
    workloads: set[tuple[object, object]]


async def list_suggestions(driver: Driver) -> list[ChoiceOut]:
    """List what is worth comparing, the newest of each kind first."""
    known = await compare_queries.list_known_configurations(driver, MAX_CONFIGURATIONS)
    batches = await compare_queries.list_batches_by_host(driver, MAX_BATCHED_RUNS)
    settings = sorted(_suggest_settings(known), key=lambda one: one[0], reverse=True)
    return [
        *(choice for _, choice in settings[:MAX_OF_A_KIND]),
        *list(_suggest_batches(batches))[:MAX_OF_A_KIND],
    ]


def _suggest_settings(known: Sequence[KnownConfigurationRow]) -> Iterator[tuple[datetime, ChoiceOut]]:
    """The two newest values of each setting of a host, where both measured a workload in common."""
    values: dict[tuple[str, str], dict[Scalar, _Value]] = defaultdict(dict)
    for row in known:
        factors: Mapping[str, FactorValue] = orjson.loads(row["factors"])
        host = factors.get("host")
        # Two workloads of which nothing is known are not the same one.
        if not isinstance(host, str) or factors.get("rw") is None:
            continue
        workload = (_make_hashable(factors.get("rw")), _make_hashable(factors.get("bs")))
        for key in KEYS & factors.keys():
            value = factors[key]
            if isinstance(value, list) or value is None:
                continue
            seen = values[host, key].setdefault(value, _Value(0, row["last_seen_at"], set()))
            seen.runs += row["run_count"]
            seen.last = max(seen.last, row["last_seen_at"])
            seen.workloads.add(workload)
    for (host, key), of_key in values.items():
        newest = sorted(of_key.items(), key=lambda one: one[1].last, reverse=True)[:2]
        if len(newest) < 2 or newest[0][1].workloads.isdisjoint(newest[1][1].workloads):
            continue
        (value, new), (former, base) = newest
        yield (
            new.last,
            {
                "kind": "setting",
                "title": f"{host}: {format_setting(key, former)} vs. {format_setting(key, value)}",
                "base": _filter(host=host, **{key: former}),
                "new": _filter(host=host, **{key: value}),
                "base_runs": base.runs,
                "new_runs": new.runs,
            },
        )


def _make_hashable(value: FactorValue | None) -> object:
    return tuple(value) if isinstance(value, list) else value


def _suggest_batches(batches: Sequence[BatchOfHostRow]) -> Iterator[ChoiceOut]:
    """Each host's last batch of a name with the one before."""
    by_name: dict[tuple[str, str], list[BatchOfHostRow]] = defaultdict(list)
    for row in batches:
        by_name[row["host_name"], row["name"]].append(row)
    for (host, name), rows in by_name.items():
        for new, base in list(pairwise(rows))[:1]:
            yield {
                "kind": "previous_batch",
                "title": sentences.LAST_AGAINST_BEFORE(host=host, name=name),
                "base": _filter(batch=str(base["batch_id"])),
                "new": _filter(batch=str(new["batch_id"])),
                "base_runs": base["runs"],
                "new_runs": new["runs"],
            }


def _filter(**values: Scalar) -> str:
    return Filter(
        tuple(Condition(key, (Term(value, value),)) for key, value in sorted(values.items()))
    ).format_query()
