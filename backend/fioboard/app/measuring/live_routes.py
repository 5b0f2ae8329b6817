"""A running request as it goes on: a stream of Server-Sent Events, and the same to be polled for; of hosts that start
together, their live total."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated
from uuid import UUID

import orjson
from fastapi import Header, Path, Query
from sse_starlette import EventSourceResponse, ServerSentEvent

from fioboard.app.access.check import allow
from fioboard.app.measuring.answers import RequestId, build_request, load_request
from fioboard.app.measuring.not_found import GroupNotFound
from fioboard.app.measuring.wakeups import wakeups
from fioboard.core.database import AppDatabase, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.core.flat_routes import Router
from fioboard.core.responses import encode_json
from fioboard.core.times import now
from fioboard.engine.answers.base import WrittenMoment
from fioboard.engine.answers.problem import Answers, refusals
from fioboard.engine.answers.request import LiveOut, OutlookOut, Sample
from fioboard.engine.answers.request_group import GroupLiveOut
from fioboard.engine.rules.outlook import FULL_FOR_S, judge_outlook
from fioboard.engine.stats.live_total import COVERS_S, sum_samples
from fioboard.engine.words.requests import OPEN_STATES
from fioboard.store.queries import live_samples, request_groups
from fioboard.store.queries.requests import RequestRow

router = Router(tags=["requests"])
REFUSALS = refusals(401, 403, 404, 422, 503)
STREAM: Answers = {
    200: {
        "content": {"text/event-stream": {}},
        "description": "Events `live`, and a last one `end`, each with a LiveOut; its id is the `after` to go on from",
    }
}
# A browser connects anew by itself, and is then asked again whether it still may.
MAX_STREAM_S = 600.0
# Nobody says that a host has gone silent: its request is looked at anew.
QUIET_S = 10.0
OUTLOOK_SAMPLES = 120
After = Annotated[
    WrittenMoment | None, Query(description="Only samples after this moment of the host's clock")
]
LastEventId = Annotated[
    WrittenMoment | None, Header(description="`after`, as a browser sends it that connects anew")
]


Frame = tuple[LiveOut, str]
"""A frame and the same as JSON."""


class Frames:
    """Reads each frame once for all who are woken together: fifty viewers of a request cost as many reads as one."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[Database, UUID, datetime | None], asyncio.Task[Frame]] = {}

    async def load(self, database: Database, request_id: UUID, after: datetime | None) -> Frame:
        """Return a request and its samples after a moment, as they are now or later."""
        key = (database, request_id, after)
        if key not in self._waiting:
            self._waiting[key] = asyncio.create_task(self._read(database, request_id, after))
        # One viewer who leaves takes the frame from nobody else.
        return await asyncio.shield(self._waiting[key])

    async def _read(self, database: Database, request_id: UUID, after: datetime | None) -> Frame:
        try:
            async with database.driver() as driver:
                # Who comes from here on may have been woken by something newer than what is read.
                self._waiting.pop((database, request_id, after), None)
                row = await load_request(driver, request_id)
                samples = await live_samples.list_live_samples(driver, request_id, after)
                outlook = await _find_outlook(driver, row)
        finally:
            self._waiting.pop((database, request_id, after), None)
        frame: LiveOut = {
            "request": build_request(row),
            "samples": _parse_samples(samples),
            "outlook": outlook,
        }
        return frame, encode_json(frame).decode()


def _parse_samples(samples: list[str]) -> list[Sample]:
    parsed: list[Sample] = orjson.loads(f"[{','.join(samples)}]")
    return parsed


async def _find_outlook(driver: Driver, row: RequestRow) -> list[OutlookOut]:
    """What is certain of the step that runs."""
    if row["state"] != "running":
        return []
    samples = _parse_samples(await live_samples.list_step_samples(driver, row["id"], OUTLOOK_SAMPLES))
    if len(samples) < FULL_FOR_S:
        return []
    return judge_outlook(samples, await live_samples.find_read_link(driver, row["host_id"], row["target"]))


frames = Frames()


@router.get(
    "/requests/{request_id}/live",
    dependencies=[allow("read")],
    response_class=EventSourceResponse,
    responses={**STREAM, **REFUSALS},
)
async def stream_request(
    database: AppDatabase, request_id: RequestId, after: After = None, last_event_id: LastEventId = None
) -> EventSourceResponse:
    """A request as it goes on: an event at once, then with each word of its host and at least every 10 s, until it has
    ended."""
    async with database.driver() as driver:
        await load_request(driver, request_id)
    return EventSourceResponse(_follow_request(database, request_id, last_event_id or after))


@router.get(
    "/runs/{run_id}/live",
    dependencies=[allow("read")],
    response_class=EventSourceResponse,
    responses={**STREAM, **REFUSALS},
)
async def stream_run(
    database: AppDatabase,
    run_id: Annotated[UUID, Path(description="A run that a request made")],
    after: After = None,
    last_event_id: LastEventId = None,
) -> EventSourceResponse:
    """The request that a run is of, as it goes on: the other steps of its suite."""
    async with database.driver() as driver:
        request_id = await live_samples.find_run_request(driver, run_id)
    if request_id is None:
        raise RunNotFound("There is no such run, or it was not requested.")
    return EventSourceResponse(_follow_request(database, request_id, last_event_id or after))


@router.get("/requests/{request_id}/samples", dependencies=[allow("read")], responses=REFUSALS)
async def poll_request(database: AppDatabase, request_id: RequestId, after: After = None) -> LiveOut:
    """What the stream would send now: for whoever gets no stream through a proxy, and asks once a second instead."""
    frame, _ = await frames.load(database, request_id, after)
    return frame


@router.get("/request-groups/{group_id}/samples", dependencies=[allow("read")], responses=REFUSALS)
async def poll_group(
    database: AppDatabase,
    group_id: Annotated[UUID, Path(description="The group's id, as its requests name it")],
    after: Annotated[
        WrittenMoment | None, Query(description="Only seconds after this moment of the service's clock")
    ] = None,
) -> GroupLiveOut:
    """Returns the live total of hosts that run together, second by second."""
    async with database.driver() as driver:
        host_count = await request_groups.count_members(driver, group_id)
        if host_count == 0:
            raise GroupNotFound
        rows = await live_samples.list_group_samples(driver, group_id, after, 2 * COVERS_S)
    samples = ((row["host_id"], row["at_s"], orjson.loads(row["sample"])) for row in rows)
    return {"checked_at": now(), "host_count": host_count, "samples": sum_samples(samples, after)}


async def _follow_request(
    database: Database, request_id: UUID, after: datetime | None
) -> AsyncIterator[ServerSentEvent]:
    deadline = asyncio.get_running_loop().time() + MAX_STREAM_S
    with wakeups.subscribe(request_id) as event:
        while not wakeups.is_closing:
            frame, text = await frames.load(database, request_id, after)
            has_ended = frame["request"]["state"] not in OPEN_STATES
            if frame["samples"]:
                after = datetime.fromisoformat(str(frame["samples"][-1]["at"]))
            yield ServerSentEvent(
                text, event="end" if has_ended else "live", id=after.isoformat() if after else None
            )
            left_s = deadline - asyncio.get_running_loop().time()
            if has_ended or left_s <= 0:
                return
            await wakeups.wait(event, min(left_s, QUIET_S))
