"""Lists, facets, groups, series and comparisons against a plain reading of the same runs, question after question."""

import random
from collections import defaultdict
from statistics import median
from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.factories.random_history import AMOUNTS, CHOICES, OF_RESULTS, Asked, Run, ask, fill, meant

pytestmark = pytest.mark.anyio
SEED = 20_261_122
RUNS = 40
QUESTIONS = 40
FACETS = ("host", "label.fan", "rw", "bs", "iodepth", "ioengine", "direct")
AXES = (*FACETS, "direction")

Params = list[tuple[str, Any]]


@pytest.fixture
def chance() -> random.Random:
    return random.Random(SEED)


@pytest.fixture
async def runs(client: AsyncClient, chance: random.Random) -> dict[str, Run]:
    return await fill(client, chance, RUNS)


def params_of(asked: list[Asked]) -> Params:
    return [(one.key, text) for one in asked for text in one.texts]


async def get(client: AsyncClient, path: str, params: Params) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/{path}", params=params)
    assert answer.status_code == 200, (path, params, answer.text)
    found: dict[str, Any] = answer.json()
    return found


async def test_pages_hold_every_meant_run_once_in_any_order(
    client: AsyncClient, runs: dict[str, Run], chance: random.Random
) -> None:
    for _ in range(QUESTIONS):
        asked = ask(chance)
        sort = chance.choice(
            ["-started_at", "started_at", "-iops", "-clat_p50_ns", "bs", "-host", "label.fan"]
        )
        params = [*params_of(asked), ("sort", sort)]
        items, cursor = [], None
        while True:
            more: Params = [("limit", chance.choice([3, 7, 50]))]
            page = await get(client, "runs", params + more + ([("cursor", cursor)] if cursor else []))
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        wanted = meant(runs, asked)
        assert sorted(item["id"] for item in items) == sorted(wanted), params
        assert (page["total"], page["total_is_exact"]) == (len(wanted), True), params
        if sort.endswith("started_at"):
            starts = [item["started_at"] for item in items]
            assert starts == sorted(starts, reverse=sort.startswith("-")), params


async def test_facets_count_the_runs_that_stay_when_their_own_filter_goes(
    client: AsyncClient, runs: dict[str, Run], chance: random.Random
) -> None:
    for _ in range(QUESTIONS):
        asked = ask(chance)
        answer = await get(client, "facets", [*params_of(asked), ("keys", ",".join(FACETS))])
        assert answer["total"] == len(meant(runs, asked))
        for facet in answer["facets"]:
            key = facet["key"]
            others = [one for one in asked if one.key != key]
            wanted: dict[Any, int] = defaultdict(int)
            unknown = 0
            for run_id in meant(runs, others):
                values = runs[run_id].all_of(key)
                unknown += not values
                for value in values:
                    wanted[value] += 1
            found = {value["value"]: value["runs"] for value in facet["values"] if value["runs"]}
            assert (found, facet["unknown"]) == (wanted, unknown), (key, params_of(asked))


async def test_groups_summarise_the_meant_results(
    client: AsyncClient, runs: dict[str, Run], chance: random.Random
) -> None:
    for _ in range(QUESTIONS):
        asked = ask(chance)
        by, metric = chance.choice([*FACETS, "tag"]), chance.choice(list(AMOUNTS))
        found = await get(client, "runs/groups", [*params_of(asked), ("by", by), ("metric", metric)])
        figures: dict[Any, list[list[float]]] = defaultdict(list)
        for run_id, results in meant(runs, asked).items():
            values = runs[run_id].all_of(by)
            # A run counts under each tag; jobs that differ make a group of their own.
            groups = values if by == "tag" and values else [frozenset(values)] if len(values) > 1 else values
            for group in groups or [None]:
                figures[group].append([result[metric] for result in results])
        wanted = {
            group: (len(of_runs), len(every), median(every), min(every), max(every))
            for group, of_runs in figures.items()
            for every in [[value for of_run in of_runs for value in of_run]]
        }
        assert {
            frozenset(one["value"]) if isinstance(one["value"], list) else one["value"]: (
                one["runs"],
                one["results"],
                one["median"],
                one["min"],
                one["max"],
            )
            for one in found["groups"]
        } == wanted, (by, metric, params_of(asked))


async def test_series_have_every_meant_result_as_a_point(
    client: AsyncClient, runs: dict[str, Run], chance: random.Random
) -> None:
    for _ in range(QUESTIONS):
        asked = ask(chance)
        (x, by), metric = chance.sample(AXES, 2), chance.choice(list(AMOUNTS))
        found = await get(client, "series", [*params_of(asked), ("x", x), ("by", by), ("metric", metric)])
        wanted = defaultdict(list)
        for run_id, results in meant(runs, asked).items():
            for result in results:
                of = [(result if key in OF_RESULTS else runs[run_id].values).get(key) for key in (by, x)]
                if of[1] is not None:
                    wanted[tuple(of)].append((run_id, result[metric]))
        drawn = defaultdict(list)
        for line in found["series"]:
            for point in line["points"]:
                # What splits the chart by itself stands behind what was asked for.
                place = line["values"][0], point["x"]
                drawn[place] += [(one["run_id"], one["value"]) for one in point["values"]]
        assert {place: sorted(values) for place, values in drawn.items()} == {
            place: sorted(values) for place, values in wanted.items()
        }, (x, by, metric, params_of(asked))


async def test_comparisons_set_the_meant_results_of_a_workload_side_by_side(
    client: AsyncClient, runs: dict[str, Run]
) -> None:
    n_compared = 0
    for base in CHOICES["host"]:
        others = "&".join(f"host={host}" for host in CHOICES["host"] if host != base)
        found = await get(client, "compare", [("base", f"host={base}"), ("new", others)])
        sides = {
            "base": {run_id for run_id, run in runs.items() if run.values["host"] == base},
            "new": {run_id for run_id, run in runs.items() if run.values["host"] != base},
        }
        assert {side: set(found[side]["run_ids"]) for side in sides} == sides
        wanted = {side: by_workload(runs, of_side) for side, of_side in sides.items()}
        compared = {
            (workload_of(one["workload_options"]), one["direction"]): one for one in found["workloads"]
        }
        assert compared.keys() == wanted["base"].keys() & wanted["new"].keys()
        n_compared += len(compared)
        for workload, one in compared.items():
            for metric in ("iops", "bw_bytes_per_s", "clat_p99_ns"):
                for side, of_side in wanted.items():
                    values = [
                        (value["run_id"], value["value"]) for value in one["metrics"][metric][side]["values"]
                    ]
                    of_workload = of_side[workload]
                    assert sorted(values) == sorted(
                        (run_id, result[metric]) for run_id, result in of_workload
                    )
    assert n_compared >= 5


def workload_of(options: dict[str, Any]) -> frozenset[tuple[str, Any]]:
    return frozenset((key, options[key]) for key in ("rw", "bs", "iodepth", "ioengine", "direct"))


def by_workload(runs: dict[str, Run], run_ids: set[str]) -> dict[Any, list[tuple[str, dict[str, Any]]]]:
    found = defaultdict(list)
    for run_id in run_ids:
        for result in runs[run_id].results:
            found[workload_of(result), result["direction"]].append((run_id, result))
    return found
