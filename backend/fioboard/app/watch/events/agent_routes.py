"""The last word of each host's agent."""

from fioboard.app.access.check import Caller, allow
from fioboard.app.watch.events import sentences
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.engine.answers.agent import AgentReportIn, AgentReportStored
from fioboard.engine.answers.problem import refusals
from fioboard.store.queries import agents as queries
from fioboard.store.queries.agents import Report

router = Router(tags=["ingest"])


@router.post(
    "/agent-reports", dependencies=[allow("upload")], responses=refusals(400, 401, 403, 404, 413, 422, 503)
)
async def report(database: AppDatabase, body: AgentReportIn, caller: Caller) -> AgentReportStored:
    """An agent says how many uploads wait on its host, how many were refused, and why a delivery failed.

    Kept until it says something new. The host is known by an upload of before.
    """
    async with database.driver() as driver:
        host_id = await queries.find_host(driver, body.agent_host_id)
        if caller.host_id is not None and caller.host_id != host_id:
            raise errors.WrongHost(sentences.OTHER_HOST(caller=caller.name))
        if host_id is None:
            raise errors.HostNotFound
        word = Report(
            agent_version=clean_text(body.agent_version),
            waiting=body.waiting,
            waiting_since=body.waiting_since,
            refused=body.refused,
            error=None if body.error is None else clean_text(body.error),
            error_at=body.error_at,
        )
        await queries.put(driver, host_id, word)
    return {"reported_at": now()}
