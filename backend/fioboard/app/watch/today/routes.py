"""The first screen of Today in one answer."""

from datetime import timedelta
from typing import Annotated

from fastapi import Query

from fioboard.app.access.check import allow
from fioboard.app.watch.today.answer import GRAVEST, Facts, build_answer
from fioboard.app.watch.today.shape import (
    build_change,
    build_event,
    build_runs,
    find_unreliable,
    moved,
    wrong,
)
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.core.times import now
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.today import TodayOut
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.store.queries import changes as change_queries
from fioboard.store.queries import events as event_queries
from fioboard.store.queries import today as queries
from fioboard.store.queries.open_issues import count_open_issues, keep_one_a_test, list_regressions

router = Router(tags=["today"])
MAX_DAYS = 90
MAX_LOOKED_AT = 500
"""Changes and events that the counts are made of."""
MAX_CHANGES, MAX_RUNS, MAX_EVENTS = 6, 6, 12


@router.get("/today", dependencies=[allow("read", may_lag=True)], responses=refusals(401, 403, 422, 503))
async def read_today(
    database: AppDatabase,
    days: Annotated[int, Query(ge=1, le=MAX_DAYS, description="What changed in the last days, a count")] = 1,
) -> AsIs[TodayOut]:
    """What got worse or is missing, what changed its level, what is steady, and the newest runs."""
    since = now() - timedelta(days=days)
    async with database.driver() as driver:
        changes = keep_one_a_test(
            await change_queries.list_changes(
                driver, change_queries.Wanted(days=days, states=OPEN_STATES), MAX_LOOKED_AT
            )
        )
        regressions = await list_regressions(driver, MAX_LOOKED_AT)
        issues = await count_open_issues(driver)
        events = await event_queries.list_events(
            driver, event_queries.Wanted(states=OPEN_STATES), MAX_LOOKED_AT
        )
        runs = await queries.list_newest_runs(driver, MAX_RUNS)
        counts = await queries.count_all(driver, since)
        ordered = sorted(events, key=lambda row: GRAVEST.index(row["kind"]))
        words = await queries.get_last_reports(driver, [row["host_id"] for row in ordered[:MAX_EVENTS]])
    steady = max(0, counts["watched"] - len(changes))
    worse = sum(row["is_worse"] is True for row in changes)
    facts = Facts(
        since=since,
        wrong=[wrong(row) for row in ordered],
        moved=[moved(row) for row in changes],
        earlier=[moved(row) for row in regressions if row["after_at"] < since],
        n_earlier=issues["regressions"] - worse,
        runs=counts["runs"],
        steady=steady,
        unreliable=find_unreliable(runs),
    )
    return {
        "since": since,
        "answer": build_answer(facts),
        "counts": {
            "links": counts["links"],
            "degraded_links": counts["degraded_links"],
            "expectations": counts["expectations"],
            "missing_runs": sum(row["kind"] == "overdue" for row in events),
            "worse": worse,
            "open_regressions": issues["regressions"],
            "better": sum(row["is_worse"] is False for row in changes),
            "steady": steady,
            "runs": counts["runs"],
        },
        "changes": [build_change(row) for row in changes[:MAX_CHANGES]],
        "runs": build_runs(runs),
        "events": [build_event(row, words.get(row["host_id"])) for row in ordered[:MAX_EVENTS]],
    }
