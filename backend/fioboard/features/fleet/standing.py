"""The odd ones out of the whole fleet: looked for at most once a minute in a process, since it reads every figure."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np
import orjson

from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.factors.apart import DRIFTING_TITLES, Apart, apart
from fioboard.queries import drive_models as queries
from fioboard.queries.drive_models import FigureRow
from fioboard.queries.snapshots import Copies, taken
from fioboard.redaction.jobs import workload_title
from fioboard.schemas.fleet import ApartOut, OddOut
from fioboard.stats.stand_out import Standing, Unit, standing
from fioboard.vocabulary.factors import FACTORS
from fioboard.vocabulary.factors.subject import Scalar

KEPT_FOR = timedelta(seconds=60)
# Others whose facts are held against the odd one's.
MAX_OTHERS = 200

Key = tuple[str, int | None, UUID, str, str | None]
"""What must be alike: model, capacity, workload, direction, kind of target."""


@dataclass(frozen=True, slots=True)
class Group:
    """Drives of one model under one workload."""

    key: Key
    rows: Sequence[FigureRow]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Judged:
    """What was looked for in the whole fleet."""

    at: datetime
    odd: Mapping[UUID, list[OddOut]] = field(default_factory=dict)
    """Drive → where it stands out, the furthest first."""
    models: Mapping[str, set[UUID]] = field(default_factory=dict)
    """Model → its odd drives."""
    not_judged: int = 0


class _Copy:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.judged: Judged | None = None


_COPIES: Copies[_Copy] = Copies(_Copy)


async def judged(driver: Driver) -> Judged:
    """The odd ones of the fleet, at most a minute old."""
    copy = _COPIES.of((await taken(driver)).place)
    async with copy.lock:
        if copy.judged is None or now() - copy.judged.at > KEPT_FOR:
            at = now()
            rows = await queries.figures(driver)
            of_groups = await asyncio.to_thread(groups, rows)
            odd = await odd_of(driver, of_groups)
            models: dict[str, set[UUID]] = {}
            for group in of_groups:
                named = {group.rows[one.position]["drive_id"] for one in group.standing.odd}
                models.setdefault(group.key[0], set()).update(named)
            missed = sum(group.standing.why_not is not None for group in of_groups)
            copy.judged = Judged(at, odd, models, missed)
        return copy.judged


def groups(rows: Iterable[FigureRow]) -> list[Group]:
    """Every group of alike figures, judged; most drives first."""
    by_key: dict[Key, list[FigureRow]] = {}
    for row in rows:
        key = (row["model"], row["size_bytes"], row["workload_id"], row["direction"], row["target_kind"])
        by_key.setdefault(key, []).append(row)
    # All workloads of a model are looked at together.
    together: dict[str, int] = {}
    for key in by_key:
        together[key[0]] = together.get(key[0], 0) + 1
    made = [
        Group(
            key,
            members,
            standing(
                [Unit(row["n"], row["log_mean"], row["log_squares"]) for row in members], together[key[0]]
            ),
        )
        for key, members in by_key.items()
    ]
    return sorted(made, key=lambda group: (-len(group.rows), str(group.key[2:])))


async def odd_of(driver: Driver, of_groups: Sequence[Group]) -> dict[UUID, list[OddOut]]:
    """Of each odd drive where it stands out, with what else is different about it."""
    telling = [group for group in of_groups if group.standing.odd]
    compared = {id(group): _compared(group) for group in telling}
    runs = {row["newest_run_id"] for rows in compared.values() for row in rows}
    factors = {
        row["id"]: orjson.loads(row["factors"]) for row in await queries.run_factors(driver, list(runs))
    }
    titles = await titles_of(driver, telling)
    odd: dict[UUID, list[OddOut]] = {}
    for group in telling:
        named = {group.rows[one.position]["drive_id"] for one in group.standing.odd}
        others = [
            _facts(row, factors.get(row["newest_run_id"]))
            for row in compared[id(group)]
            if row["drive_id"] not in named
        ]
        for one in group.standing.odd:
            row = group.rows[one.position]
            facts = _facts(row, factors.get(row["newest_run_id"]))
            odd.setdefault(row["drive_id"], []).append(
                OddOut(
                    drive_id=str(row["drive_id"]),
                    workload=titles[group.key[2]],
                    direction=group.key[3],
                    ratio=one.ratio,
                    score=one.score,
                    n=row["n"],
                    drives=group.standing.n,
                    noise=group.standing.noise or 0.0,
                    run_id=str(row["newest_run_id"]),
                    apart=[_apart_out(difference) for difference in apart(facts, others)],
                )
            )
    for places in odd.values():
        places.sort(key=lambda place: -abs(float(np.log(place["ratio"]))))
    return odd


async def titles_of(driver: Driver, of_groups: Iterable[Group]) -> dict[UUID, str]:
    """Each workload in fio's own words."""
    rows = await queries.workloads(driver, list({group.key[2] for group in of_groups}))
    return {row["id"]: workload_title(orjson.loads(row["options"])) for row in rows}


def _compared(group: Group) -> list[FigureRow]:
    """The odd ones and enough of the others, spread over the whole group."""
    named = {one.position for one in group.standing.odd}
    others = [row for i, row in enumerate(group.rows) if i not in named]
    step = max(1, len(others) // MAX_OTHERS)
    return [*(group.rows[i] for i in named), *others[::step]]


def _facts(row: FigureRow, factors: Mapping[str, object] | None) -> dict[str, Scalar | None]:
    known = {
        key: value for key, value in (factors or {}).items() if isinstance(value, str | int | float | bool)
    }
    return {**known, "temperature_c": row["temperature_c"], "used_pct": row["used_pct"]}


def _apart_out(difference: Apart) -> ApartOut:
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
