"""Runs and hosts beside the datasheets of their drives, as their pages show them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.errors import HostNotFound, RunNotFound
from fioboard.engine.answers.rating import HostRatedOut, HostRatingsOut, RatedRunOut, RatingOut
from fioboard.engine.rating import build_figure
from fioboard.store.queries import specs as queries
from fioboard.store.queries.hosts import find_kept_host, get_host
from fioboard.store.queries.ratings import RatedRun, rate_runs

MAX_FIGURES = 100
"""Of one host; each is one model, pattern, block size and verdict."""


async def load_rating(driver: Driver, run_id: UUID) -> RatingOut:
    """Load, per figure of the run, what its drives are rated. Raises RunNotFound."""
    ratings = await load_ratings(driver, [run_id])
    if run_id not in ratings:
        raise RunNotFound
    return ratings[run_id]


async def load_ratings(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, RatingOut]:
    """Load the ratings of many runs by one query, in their order; those that do not exist are left out."""
    return {run_id: run.serialize() for run_id, run in (await rate_runs(driver, run_ids)).items()}


async def load_host_ratings(driver: Driver, host_id: UUID) -> HostRatingsOut:
    """Load what a host measured beside the datasheets of its drives: the newest and the best run of each figure.
    Raises HostNotFound.

    Raises HostNotFound.
    """
    host_id = await find_kept_host(driver, host_id)
    rows = await queries.list_host_figures(driver, host_id, MAX_FIGURES + 1)
    if not rows and await get_host(driver, host_id) is None:
        raise HostNotFound
    ids = {run for row in rows for run in (row["newest"], row["best"]) if run is not None}
    runs = await rate_runs(driver, list(ids))
    items: list[HostRatedOut] = []
    for row in rows[:MAX_FIGURES]:
        latest = _find_figure(runs, row["newest"], row["newest_position"], row["newest_at"])
        if latest is None:
            continue
        items.append(
            {
                "models": list(runs[row["newest"]].rated.models),
                "runs": row["runs"],
                "latest": latest,
                "best": _find_figure(runs, row["best"], row["best_position"], row["best_at"]),
            }
        )
    return {"items": items, "is_whole": len(rows) <= MAX_FIGURES}


def _find_figure(
    runs: Mapping[UUID, RatedRun], run: UUID | None, position: int | None, at: datetime | None
) -> RatedRunOut | None:
    """Find the figure of a run; None where it has none any more: a card was superseded since it was read."""
    if run is None or at is None or run not in runs:
        return None
    held = next(
        (one for one in runs[run].rated.held if one.tested.position == position and one.metric != "lat_ns"),
        None,
    )
    if held is None:
        return None
    return {"run_id": run, "at": at, "figure": build_figure(held, is_doubted=runs[run].is_doubted)}
