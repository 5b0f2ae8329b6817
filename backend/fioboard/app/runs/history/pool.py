"""The drives of a batch alone and together: which one is slow, and which link is full."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import orjson

from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.path import PathOut, TargetOut
from fioboard.engine.answers.pool import PoolBayOut, PoolLevelOut, PoolOut, PoolsOut
from fioboard.engine.factors.workload import workload_in_words
from fioboard.engine.rules.pool import Bay, Level, Pool, PoolDrive, PoolHop, PoolRun, judge_pool
from fioboard.engine.rules.sentences.pool import LEFT_OUT
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.pool import PoolResultRow, list_pool_results, list_pool_runs

MAX_RUNS, MAX_RESULTS = 1_000, 10_000
# More workloads than these are not named in a sentence.
MAX_NAMED = 6
# The verdict of a datasheet under which a share may judge: the conditions were the same.
_JUDGING = "comparable"
_DIRECTIONS: tuple[Literal["read", "write"], ...] = ("read", "write")
_FIRST = frozenset({None, "", "0", "0%"})
Family = tuple[str | int | None, ...]


async def load_pools(driver: Driver, batch_id: UUID) -> PoolsOut:
    """Load what a batch shows of its drives, by direction. Raises BatchNotFound for a batch without runs."""
    runs = await list_pool_runs(driver, batch_id, MAX_RUNS)
    if not runs and not await batch_queries.count_runs(driver, batch_id):
        raise errors.BatchNotFound
    paths: dict[UUID, PathOut] = {run["id"]: orjson.loads(run["path"]) for run in runs}
    several = {path["path"] for one in paths.values() for path in one["targets"]}
    rows = await list_pool_results(driver, list(paths), MAX_RESULTS) if len(several) > 1 else []
    if len(rows) == MAX_RESULTS:  # the last run may be cut: its sum would be too small
        rows = [row for row in rows if row["run_id"] != rows[-1]["run_id"]]
    return {"items": build_pools(paths, rows)}


def build_pools(paths: dict[UUID, PathOut], rows: Sequence[PoolResultRow]) -> list[PoolOut]:
    """Build the pools of runs by their paths and results; of each direction the workload that most runs have."""
    drives: dict[str, PoolDrive] = {}
    items: list[PoolOut] = []
    for direction in _DIRECTIONS:
        of_direction = [row for row in rows if row["direction"] == direction]
        families = Counter(_get_family(row) for row in of_direction)
        if not families:
            continue
        [(family, _), *others] = families.most_common()
        runs = _collect_runs([row for row in of_direction if _get_family(row) == family], paths, drives)
        pool = judge_pool(direction, drives, runs)
        if pool is not None:
            left_out = [_spell_family(other) for other, _ in others]
            items.append(_build_pool(direction, pool, drives, _spell_family(family), left_out))
    return items


def _spell_family(family: Family) -> str:
    """Name a workload of a pool: `sequential read 128 KiB, QD 32, 1 job`."""
    options = dict(zip(("rw", "bs", "iodepth", "numjobs"), family, strict=False))
    return workload_in_words(options) + (", buffered" if family[-1] is False else "")


def _get_family(row: PoolResultRow) -> Family:
    return row["rw"], row["bs_bytes"], row["iodepth"], row["numjobs"], row["direct"]


def _collect_runs(
    rows: Sequence[PoolResultRow], paths: dict[UUID, PathOut], drives: dict[str, PoolDrive]
) -> list[PoolRun]:
    """Collect the rates of each run by drive; runs of which a result is of no single drive are left out."""
    by_run: dict[UUID, list[PoolResultRow]] = {}
    for row in rows:
        by_run.setdefault(row["run_id"], []).append(row)
    runs: list[PoolRun] = []
    for run_id, path in paths.items():
        rates: dict[str, float] = {}
        rated: dict[str, float] = {}
        own = by_run.get(run_id, [])
        for row in own:
            drive = _find_drive(path, row["filename"])
            if drive is None:
                break
            drives.setdefault(drive.key, drive)
            rates[drive.key] = rates.get(drive.key, 0.0) + row["bw_bytes_per_s"]
            if row["rated_share"] is not None and row["rated_verdict"] == _JUDGING:
                rated[drive.key] = row["rated_share"]
        else:
            # A drive that was a target and has no result did other work: the run is of no clean set.
            if own and len(rates) == len(path["targets"]):
                places = {row["place"] for row in own}
                offset = None if places <= _FIRST else str(max(place or "" for place in places))
                hop = _find_hop(path, len(rates))
                runs.append(PoolRun(run_id, rates, hop, offset, rated, _find_disk(path, len(rates))))
    return runs


def _find_drive(path: PathOut, filename: str | None) -> PoolDrive | None:
    """Find the one drive that a result is of; None where it is of several, or of none that is known."""
    wanted = (filename or "").replace("\\:", ":")
    targets = path["targets"]
    if len(targets) > 1 or filename:
        targets = [target for target in targets if target["path"] == wanted]
    if len(targets) != 1:
        return None
    return _build_drive(targets[0])


def _build_drive(target: TargetOut) -> PoolDrive | None:
    key = target["place"] or target["path"]
    if target["kind"] != "disk" or len(target["members"]) != 1:
        # A loop device or file has no bay: it is known by its name alone.
        return None if len(target["members"]) > 1 else PoolDrive(key, target["path"].rpartition("/")[2])
    [member] = target["members"]
    slot = member["slot"]["name"] if member["slot"] else None
    return PoolDrive(key, member["disk"], member["model"], slot, member["link"], member["numa_node"])


def _find_hop(path: PathOut, count: int) -> PoolHop | None:
    """Find the narrowest link that all drives of a run share."""
    shared = [hop for hop in path["shared_hops"] if hop["member_count"] == count > 1]
    narrowest = min(shared, key=lambda hop: hop["ceiling_bytes_per_s"][0], default=None)
    if narrowest is None:
        return None
    return PoolHop(f"{narrowest['title']} ({narrowest['function']})", narrowest["ceiling_bytes_per_s"][0])


def _find_disk(path: PathOut, count: int) -> str | None:
    """Find the one disk that all of a run's volumes or loop devices are on."""
    disks = {member["disk"] for target in path["targets"] for member in target["members"]}
    are_single = all(len(target["members"]) == 1 for target in path["targets"])
    return disks.pop() if count > 1 and are_single and len(disks) == 1 else None


def _build_pool(
    direction: Literal["read", "write"],
    pool: Pool,
    drives: dict[str, PoolDrive],
    workload: str,
    left_out: list[str],
) -> PoolOut:
    others = "; ".join(left_out[:MAX_NAMED]) + (" …" if len(left_out) > MAX_NAMED else "")
    return {
        "direction": direction,
        "workload": workload,
        "left_out": left_out,
        "sentence": pool.sentence,
        "text": [*pool.text, *([LEFT_OUT(judged=workload, others=others)] if left_out else [])],
        "bays": [_build_bay(bay) for bay in pool.bays],
        "levels": [_build_level(level, drives) for level in pool.levels],
    }


def _build_bay(bay: Bay) -> PoolBayOut:
    drive = bay.drive
    return {
        "drive": drive.name,
        "model": drive.model,
        "slot": drive.slot,
        "link": drive.link,
        "numa_node": drive.numa_node,
        "alone_bytes_per_s": bay.alone,
        "together_bytes_per_s": bay.together,
        "peer_bytes_per_s": bay.peer_median,
        "rated_share": bay.rated_share,
        "is_slow": bay.is_slow,
        "surface": [{"offset": offset, "bw_bytes_per_s": rate} for offset, rate in bay.surface],
    }


def _build_level(level: Level, drives: dict[str, PoolDrive]) -> PoolLevelOut:
    return {
        "name": level.name,
        "drives": [drives[key].name for key in level.drives],
        "alone_bytes_per_s": level.alone,
        "together_bytes_per_s": level.together,
        "ceiling_bytes_per_s": level.ceiling,
        "is_lost": level.is_lost,
        "is_full": level.is_full,
        "run_id": UUID(str(level.run_id)),
    }
