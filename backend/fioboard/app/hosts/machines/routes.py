"""The list of hosts, one host with its history, and one of its series run by run."""

import asyncio
import shlex
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.hosts.machines import sentences
from fioboard.app.hosts.machines.answer import Open, Regressed, build_answer, choose
from fioboard.app.hosts.machines.hardware_routes import build_statement
from fioboard.app.hosts.machines.listed import build_host, listed
from fioboard.app.hosts.machines.machines import find_machines
from fioboard.app.hosts.machines.moves import build_move
from fioboard.app.hosts.machines.series import (
    HostSeries,
    build_points,
    build_series,
    describe_series,
    group_series,
    shown_runs,
)
from fioboard.app.hosts.machines.timeline import timeline
from fioboard.core import errors
from fioboard.core.agent_program import read_agent_program
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.agent import AgentOut
from fioboard.engine.answers.host import HostDetail, HostList, RefusedUploadOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.host_series import DriveCountsOut, HostCourse
from fioboard.engine.answers.problem import refusals
from fioboard.engine.factors.hardware import HARDWARE_KEYS, hardware
from fioboard.engine.hardware.inventory.path import has_only_virtual_drives
from fioboard.engine.watch.descriptions import describe_change
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.engine.words.events import EVENTS
from fioboard.engine.words.limits import MAX_HOST_RUNS, MAX_TIMELINE_BYTES
from fioboard.store.queries import agent_hosts
from fioboard.store.queries import agents as agent_queries
from fioboard.store.queries import events as event_queries
from fioboard.store.queries import hardware as hardware_queries
from fioboard.store.queries import host_series as series_queries
from fioboard.store.queries import hosts as host_queries
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries import moves as move_queries
from fioboard.store.queries.agent_hosts import Candidate
from fioboard.store.queries.changes import ChangeRow
from fioboard.store.queries.events import EventRow
from fioboard.store.queries.host_counts import run_counts
from fioboard.store.queries.host_list import list_hosts as query_hosts
from fioboard.store.queries.host_series import RunBriefRow
from fioboard.store.queries.hosts import HostWithRunsRow
from fioboard.store.queries.nearby_results import get_configurations
from fioboard.store.queries.open_issues import list_regressions
from fioboard.store.queries.watch import get_options

router = Router(tags=["hosts"])
REFUSALS = refusals(401, 403, 404, 422, 503)
HostId = Annotated[UUID, Path(description="The host's id")]
MAX_STRETCHES = 200
MAX_REFUSALS = 5
"""The newest of a host that its series are made of."""
MAX_SERIES = 50
MAX_OPEN = 20
MAX_STATEMENTS = 20
MAX_MOVES = 20


@router.get("/hosts", dependencies=[allow("read", may_lag=True)], responses=refusals(401, 403, 422, 503))
async def list_hosts(database: AppDatabase) -> AsIs[HostList]:
    """All hosts by name: hardware, newest run, best bandwidth and IOPS, what is open, and their agents' last word."""
    async with database.driver() as driver:
        rows = await query_hosts(driver, HARDWARE_KEYS)
        counts = await run_counts(driver)
        alike = await agent_hosts.find_pairs(driver)
    return {
        "items": [listed(row, counts.get(row["id"], 0)) for row in rows],
        "alike": [
            {
                "host": HostRef(id=host.host_id, name=host.name),
                "other": HostRef(id=other.host_id, name=other.name),
            }
            for host, other in alike
        ],
    }


@router.get("/hosts/{host_id}", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_host(database: AppDatabase, host_id: HostId) -> HostDetail:
    """One host: the answer, its hardware in a line, what it measured, and what changed in it over time."""
    async with database.driver() as driver:
        row = await host_queries.get_host(driver, await host_queries.find_kept_host(driver, host_id))
        if row is None:
            raise errors.HostNotFound
        host_id = row["id"]
        alike = await _alike(driver, row)
        moves = await move_queries.list_moves(driver, host_id, MAX_MOVES)
        namesakes = await host_queries.list_namesakes(driver, host_id, row["name"])
        refusals = await host_queries.list_refusals(driver, host_id, MAX_REFUSALS)
        agent = await agent_queries.get_last_report(driver, host_id)
        stated = await hardware_queries.list_statements(driver, host_id, MAX_STATEMENTS)
        bare = await hardware_queries.count_bare_runs(driver, host_id, None)
        stretches = await inventory_queries.list_stretches(driver, host_id, MAX_STRETCHES + 1)
        inventory_ids = list(dict.fromkeys(stretch["inventory_id"] for stretch in stretches))
        bodies = await inventory_queries.get_first_bodies(driver, inventory_ids, MAX_TIMELINE_BYTES)
        factors = await series_queries.get_factors(driver, host_id, HARDWARE_KEYS)
        drives = await series_queries.count_drives(driver, host_id)
        series = await _series(driver, host_id)
        briefs = await series_queries.get_briefs(driver, shown_runs(series))
        regressions = await list_regressions(driver, MAX_OPEN, host=row["name"])
        waiting = await _read_open(driver, row["name"], regressions)
    # Many differences of large documents: beside the event loop, so that nobody's page waits for this one.
    compared = list(takewhile(lambda stretch: stretch["inventory_id"] in bodies, stretches))
    # What the oldest one changed is not known while those before it are left out.
    most = MAX_STRETCHES if len(compared) == len(stretches) else max(1, len(compared) - 1)
    entries = (await asyncio.to_thread(timeline, compared, bodies))[:most]
    machines = await asyncio.to_thread(find_machines, compared, bodies)
    newest = bodies.get(row["inventory_id"]) if row["inventory_id"] else None
    is_virtual = newest is not None and has_only_virtual_drives(orjson.loads(newest["body"]))
    shown = {one.key: build_series(one, briefs) for one in series}
    spoken_of = choose(series, _identify_tests(regressions))
    best = None if spoken_of is None else shown[spoken_of.key]["best"]
    return {
        **build_host(row, row["run_count"]),
        "first_run_at": row["first_run_at"],
        "agent_program": shlex.quote(read_agent_program(row["agent_command"])),
        "hardware": hardware(orjson.loads(factors)) if factors else [],
        "answer": build_answer(spoken_of, best["verdict"] if best else None, entries, waiting, is_virtual),
        "series": list(shown.values())[:MAX_SERIES],
        "runs_looked_at": min(row["run_count"], MAX_HOST_RUNS),
        "drives": DriveCountsOut(**drives, is_virtual=is_virtual),
        "pictured_run_id": _pictured(spoken_of, briefs, row["inventory_id"]),
        "agent": None if agent is None else AgentOut(**agent),
        "timeline": entries,
        "timeline_left_out": min(len(stretches), MAX_STRETCHES) - len(entries),
        "stated_hardware": [build_statement(one) for one in stated],
        "bare_runs": bare["runs"],
        "alike": [HostRef(id=one.host_id, name=one.name) for one in alike],
        "machines": machines,
        "moves": [build_move(move) for move in moves],
        "same_name": [HostRef(**other) for other in namesakes],
        "refusals": [RefusedUploadOut(**refusal) for refusal in refusals],
    }


@router.get("/hosts/{host_id}/course", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_course(
    database: AppDatabase,
    host_id: HostId,
    series: Annotated[
        str | None,
        Query(
            max_length=128,
            description="Key of one of the host's series; absent: the one its answer speaks of",
        ),
    ] = None,
) -> AsIs[HostCourse]:
    """One series of a host run by run, the oldest first: of its newest 2,000 runs."""
    async with database.driver() as driver:
        host_id = await host_queries.find_kept_host(driver, host_id)
        every = await _series(driver, host_id)
        host = await host_queries.get_host(driver, host_id)
        if host is None:
            raise errors.HostNotFound
        if series is None:
            regressions = await list_regressions(driver, MAX_OPEN, host=host["name"])
            one = choose(every, _identify_tests(regressions))
        else:
            one = next((one for one in every if one.key == series), None)
        if one is None:
            raise errors.UnknownValue(
                sentences.NO_SERIES(series=errors.quoted(series))
                if series
                else "This host has no series of runs."
            )
        briefs = await series_queries.get_briefs(driver, shown_runs([one]))
    return {"series": build_series(one, briefs), "points": build_points(one)}


async def _alike(driver: Driver, row: HostWithRunsRow) -> list[Candidate]:
    """Other hosts that look like the same machine."""
    identifiers = (await agent_hosts.list_identifiers(driver, [row["id"]])).get(row["id"], [])
    return await agent_hosts.find_candidates(driver, identifiers, row["name"], but=row["id"])


def _pictured(
    one: HostSeries | None, briefs: Mapping[UUID, RunBriefRow], inventory_id: UUID | None
) -> str | None:
    """The best run of a series where it has this inventory."""
    best = None if one is None or one.best is None else briefs.get(one.best.run_id)
    if best is None or inventory_id is None or best["inventory_id"] != inventory_id:
        return None
    return str(best["id"])


async def _series(driver: Driver, host_id: UUID) -> list[HostSeries]:
    rows = await series_queries.list_results(driver, host_id, MAX_HOST_RUNS)
    options = await get_options(driver, list({row["workload_id"] for row in rows}))
    series = group_series(rows, options)
    factors = await get_configurations(driver, list({one.latest.configuration_id for one in series}))
    return describe_series(series, {key: orjson.loads(text) for key, text in factors.items()})


def _identify_tests(regressions: Sequence[ChangeRow]) -> list[Regressed]:
    return [(row["workload_id"], row["direction"]) for row in regressions]


async def _read_open(driver: Driver, host: str, regressions: Sequence[ChangeRow]) -> Open:
    """Read the events of a host that wait for somebody, and put its regressions beside them."""
    events = await event_queries.list_events(
        driver, event_queries.Wanted(host=host, states=OPEN_STATES), MAX_OPEN
    )
    gravest = describe_change(regressions[0]) if regressions else None
    return Open(
        events=_gravest_first(events),
        worse=gravest.title if gravest else None,
        evidence=gravest.evidence if gravest else "",
        n_worse=len(regressions),
    )


def _gravest_first(events: Sequence[EventRow]) -> list[str]:
    order = list(EVENTS)
    rows = sorted(events, key=lambda row: order.index(row["kind"]))
    return [f"{row['name']}: {row['detail']}" if row["name"] else row["detail"] for row in rows]
