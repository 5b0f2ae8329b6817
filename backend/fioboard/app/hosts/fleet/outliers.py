"""The odd ones out of the whole fleet: looked for at most once a minute in a process, since it reads every figure."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import log
from typing import NamedTuple
from uuid import UUID

import orjson

from fioboard.app.hosts.fleet.speed import DriveShare, find_best_shares, find_common_tests
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.fleet import ApartOut, OddOut
from fioboard.engine.factors.outlier_factors import DRIFTING_TITLES, Apart, apart
from fioboard.engine.factors.workload import describe_workloads
from fioboard.engine.stats import tails
from fioboard.engine.stats.stand_out import Standing, find_standing
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.factors.subject import Scalar
from fioboard.store.queries import drive_models as queries
from fioboard.store.queries import specs
from fioboard.store.queries.drive_models import GroupRow, RunFactsRow
from fioboard.store.queries.snapshots import Copies, take_snapshot

KEPT_FOR = timedelta(seconds=60)
# Others whose facts are held against the odd one's.
MAX_OTHERS = 200

Key = tuple[str, int | None, UUID, str, str | None]
"""What must be alike: model, capacity, workload, direction, kind of target."""


@dataclass(frozen=True, slots=True)
class Group:
    """Drives of one model under one workload."""

    key: Key
    row: GroupRow
    standing: Standing

    @property
    def odd(self) -> set[UUID]:
        """The drives that stand out."""
        return {self.row["drives"][one.position] for one in self.standing.odd}


class AlikeShare(NamedTuple):
    """A drive's share of its rating under a test that others of its model ran, too."""

    share: float
    test: str
    """In fio's words, with its direction."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was looked for in the whole fleet."""

    at: datetime
    odd: Mapping[UUID, list[OddOut]] = field(default_factory=dict)
    """Drive → where it stands out, the furthest first."""
    models: Mapping[str, set[UUID]] = field(default_factory=dict)
    """Model → its odd drives."""
    not_judged: int = 0
    rated: Mapping[UUID, DriveShare] = field(default_factory=dict)
    """Drive → the most of its rating that it reached alone."""
    rated_models: Mapping[str, list[DriveShare]] = field(default_factory=dict)
    """Model → those of its drives, rising."""
    alike: Mapping[UUID, AlikeShare] = field(default_factory=dict)
    """Drive → its share under the one test that most drives of its model stand beside their rating in."""
    alike_models: Mapping[str, list[AlikeShare]] = field(default_factory=dict)
    """Model → those of its drives, rising."""


class _Copy:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.judged: Judged | None = None
        self.snapshot = ""


_COPIES: Copies[_Copy] = Copies(_Copy)


async def judged(driver: Driver) -> Judged:
    """The odd ones of the fleet, at most a minute old."""
    snapshot = await take_snapshot(driver)
    copy = _COPIES.get_copy(snapshot.place)
    async with copy.lock:
        if copy.judged is None or now() - copy.judged.at > KEPT_FOR:
            at = now()
            if copy.judged is not None and copy.snapshot == snapshot.text:
                # Nothing was written since: looking again would find the same.
                copy.judged = replace(copy.judged, at=at)
            else:
                copy.judged = await _look(driver, at)
                copy.snapshot = snapshot.text
        return copy.judged


async def _look(driver: Driver, at: datetime) -> Judged:
    # While PostgreSQL gathers the figures, which takes about as long.
    loading = asyncio.create_task(asyncio.to_thread(tails.load))
    rows = await queries.list_groups(driver)
    await loading
    of_groups = await asyncio.to_thread(groups, rows)
    models: dict[str, set[UUID]] = {}
    for group in of_groups:
        models.setdefault(group.key[0], set()).update(group.odd)
    missed = sum(group.standing.why_not is not None for group in of_groups)
    rated = find_best_shares(rows, await specs.get_cards(driver))
    alike = await _alike(driver, find_common_tests(rows).values())
    return Judged(
        at,
        await find_outliers(driver, of_groups),
        models,
        missed,
        {drive: share for of_model in rated.values() for drive, share in of_model.items()},
        {model: sorted(of_model.values()) for model, of_model in rated.items()},
        {drive: share for of_model in alike.values() for drive, share in of_model.items()},
        {model: sorted(of_model.values()) for model, of_model in alike.items()},
    )


async def _alike(driver: Driver, rows: Collection[GroupRow]) -> dict[str, dict[UUID, AlikeShare]]:
    """By model and drive, of one row a model."""
    titles = await _titles(driver, {row["workload_id"] for row in rows})
    return {
        row["model"]: {
            drive: AlikeShare(share, f"{titles[row['workload_id']]}, {row['direction']}")
            for drive, share in zip(row["drives"], row["rated"], strict=True)
            if share is not None
        }
        for row in rows
    }


def groups(rows: Iterable[GroupRow]) -> list[Group]:
    """Every group of alike figures, judged; most drives first."""
    by_key: dict[Key, GroupRow] = {
        (row["model"], row["size_bytes"], row["workload_id"], row["direction"], row["target_kind"]): row
        for row in rows
    }
    # All workloads of a model are looked at together.
    together = Counter(key[0] for key in by_key)
    made = [
        Group(key, row, find_standing(row["n"], row["log_means"], row["log_squares"], together[key[0]]))
        for key, row in by_key.items()
    ]
    return sorted(made, key=lambda group: (-len(group.row["drives"]), str(group.key[2:])))


async def find_outliers(driver: Driver, of_groups: Sequence[Group]) -> dict[UUID, list[OddOut]]:
    """Find of each odd drive where it stands out, with what else is different about it."""
    telling = [group for group in of_groups if group.standing.odd]
    others = {id(group): _others(group) for group in telling}
    runs = {group.row["runs"][i] for group in telling for i in (*_odd(group), *others[id(group)])}
    facts = {row["id"]: _facts(row) for row in await queries.run_facts(driver, list(runs))}
    titles = await load_titles(driver, telling)
    odd: dict[UUID, list[OddOut]] = {}
    for group in telling:
        row = group.row
        theirs = [facts.get(row["runs"][i], {}) for i in others[id(group)]]
        for one in group.standing.odd:
            drive, run = row["drives"][one.position], row["runs"][one.position]
            odd.setdefault(drive, []).append(
                OddOut(
                    drive_id=str(drive),
                    workload_id=str(group.key[2]),
                    workload=titles[group.key[2]],
                    direction=group.key[3],
                    ratio=one.ratio,
                    score=one.score,
                    n=row["n"][one.position],
                    drives=group.standing.n,
                    noise=group.standing.noise or 0.0,
                    run_id=str(run),
                    apart=[_build_difference(difference) for difference in apart(facts.get(run, {}), theirs)],
                )
            )
    for places in odd.values():
        places.sort(key=lambda place: -abs(log(place["ratio"])))
    return odd


async def load_titles(driver: Driver, of_groups: Iterable[Group]) -> dict[UUID, str]:
    """Name each workload in words."""
    return await _titles(driver, {group.key[2] for group in of_groups})


async def _titles(driver: Driver, workload_ids: Collection[UUID]) -> dict[UUID, str]:
    rows = await queries.list_workloads(driver, list(workload_ids))
    return describe_workloads({row["id"]: orjson.loads(row["options"]) for row in rows})


def _odd(group: Group) -> list[int]:
    return [one.position for one in group.standing.odd]


def _others(group: Group) -> list[int]:
    """Positions of enough of the others, spread over the whole group."""
    odd = set(_odd(group))
    others = [i for i in range(len(group.row["drives"])) if i not in odd]
    return others[:: max(1, len(others) // MAX_OTHERS)]


def _facts(row: RunFactsRow) -> dict[str, Scalar | None]:
    factors: Mapping[str, object] = orjson.loads(row["factors"])
    known = {key: value for key, value in factors.items() if isinstance(value, str | int | float | bool)}
    return {**known, "temperature_c": row["temperature_c"], "used_pct": row["used_pct"]}


def _build_difference(difference: Apart) -> ApartOut:
    factor = FACTORS.get(difference.key)
    title, unit = DRIFTING_TITLES.get(difference.key, (difference.key, None))
    if factor is not None:
        title, unit = factor.title, factor.unit
    return ApartOut(
        key=difference.key,
        title=title,
        value=difference.value,
        usual=difference.usual,
        unit=unit,
        others=difference.others,
    )
