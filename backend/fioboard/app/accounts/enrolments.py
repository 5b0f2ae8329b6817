"""The enrolment of hosts: a code that a person makes, and its exchange by an agent for its host's upload token.

A code is the authority to upload as one host. Which host that may be is the maker's decision: one named host, a new one
only, or, by default, a new one or the known host that the machine's identifiers point to. A name alone never suffices.
"""

from datetime import timedelta
from fnmatch import fnmatchcase
from typing import Annotated
from uuid import UUID

from fastapi import Path, Request

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow, anyone, require_recent_login
from fioboard.app.access.issue import build_install_command, issue_enrolment, issue_token
from fioboard.app.access.secrets import hashed
from fioboard.app.access.throttle import count_guess, require_few_guesses
from fioboard.app.accounts import sentences
from fioboard.app.accounts.json_only import require_json
from fioboard.core import errors
from fioboard.core.database import AppDatabase, Session, get_driver
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import Unstorable, clean, clean_text
from fioboard.core.times import now
from fioboard.engine.answers.access import (
    EnrolledAgent,
    EnrolledHost,
    EnrolmentCreate,
    EnrolmentCreated,
    EnrolmentExchange,
    EnrolmentState,
    EnrolmentToken,
    FirstRun,
    HostCandidate,
)
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.problem import ACCOUNT_REFUSALS, refusals
from fioboard.engine.hardware.inventory.machine import Identifier, compare_machines, read_identifiers
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.engine.words.limits import MAX_ENROLLED_HOSTS
from fioboard.engine.words.namesakes import is_called
from fioboard.store.models import OneTimeCode
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import agent_hosts
from fioboard.store.queries import hosts as host_queries
from fioboard.store.queries.agent_hosts import Candidate

router = Router(tags=["access"])

# An agent that enrols again gets a new token; uploads that are on their way with the old one still arrive (T5).
OVERLAP = timedelta(hours=24)

EnrolmentId = Annotated[UUID, Path(description="The enrolment's id")]


@router.post("/enrolments", status_code=201, dependencies=[allow("admin")], responses=ACCOUNT_REFUSALS)
async def create_enrolment(
    caller: Caller, session: Session, body: EnrolmentCreate | None = None
) -> EnrolmentCreated:
    """A code that an agent exchanges for its host's own upload token: good once and for 15 minutes, unless said.

    An admin token can create one, too, but not for a host that it names: that takes a recent login.
    """
    wanted = body or EnrolmentCreate()
    if caller.kind == "session" or wanted.host_id is not None:
        require_recent_login(caller)
    host_id = None
    if wanted.host_id is not None:
        driver = await get_driver(await session.connection())
        host_id = await host_queries.find_host(driver, wanted.host_id)
        if host_id is None:
            raise errors.HostNotFound
    enrolment_id, code, expires_at = await issue_enrolment(
        session,
        timedelta(minutes=wanted.valid_minutes),
        host_id=host_id,
        may_join=wanted.may_join,
        hosts=wanted.hosts,
        host_pattern=None if wanted.host_pattern is None else clean_text(wanted.host_pattern, 253),
        labels=[f"{key}={clean_text(value)}" for key, value in wanted.labels.items()],
    )
    await record(
        session,
        caller,
        "enrolment.create",
        host=None if host_id is None else str(host_id),
        may_join=wanted.may_join,
        hosts=wanted.hosts,
        host_pattern=wanted.host_pattern,
        labels=[f"{key}={value}" for key, value in wanted.labels.items()],
    )
    return EnrolmentCreated(
        id=str(enrolment_id), code=code, expires_at=expires_at, command=build_install_command(code)
    )


@router.delete(
    "/enrolments/{enrolment_id}",
    status_code=204,
    dependencies=[allow("admin")],
    responses=refusals(401, 403, 404, 422, 503),
)
async def revoke_enrolment(caller: Caller, session: Session, enrolment_id: EnrolmentId) -> None:
    """Ends a code: no more hosts enrol with it. The hosts that did keep their tokens."""
    if not await access_queries.revoke_enrolment(session, enrolment_id):
        raise errors.HostNotFound("There is no such code, or it has been used up or has expired.")
    await record(session, caller, "enrolment.revoke", enrolment_id)


@router.get(
    "/enrolments/{enrolment_id}", dependencies=[allow("admin")], responses=refusals(401, 403, 404, 422, 503)
)
async def read_enrolment(database: AppDatabase, enrolment_id: EnrolmentId) -> EnrolmentState:
    """How far an enrolment came: which host used its code, and the first run that this host sent since."""
    async with database.driver() as driver:
        row = await agent_hosts.get_enrolment(driver, enrolment_id)
        if row is None:
            raise errors.HostNotFound("There is no such enrolment.")
        enrolled = await agent_hosts.list_enrolled_hosts(driver, enrolment_id, MAX_ENROLLED_HOSTS)
    host, run = row["used_by"], row["first_run_id"]
    return EnrolmentState(
        expires_at=row["expires_at"],
        used_at=row["used_at"],
        hosts=row["hosts"],
        hosts_enrolled=row["hosts_enrolled"],
        enrolled=[EnrolledAgent.model_validate(one) for one in enrolled],
        host=None if host is None else HostRef(id=host, name=row["host_name"] or ""),
        first_run=None
        if run is None
        else FirstRun(
            id=str(run),
            batch_id=None if row["first_batch_id"] is None else str(row["first_batch_id"]),
            sentence=row["first_sentence"],
        ),
    )


@router.post("/enrolments/exchange", dependencies=[anyone()], responses=ACCOUNT_REFUSALS)
async def exchange_enrolment(request: Request, body: EnrolmentExchange, session: Session) -> EnrolmentToken:
    """Exchanges an enrolment code for the host's upload token, which can send for this host only.

    A machine that is certainly a known host continues that host. One that may be a known host gets the question, and
    the code stays good. A token that this agent had before ends a day later.
    """
    require_json(request)
    await require_few_guesses(request, "enrolment")
    code = await access_queries.find_code(session, "enrolment", hashed(body.code))
    if code is None:
        await count_guess(request, "enrolment")
        raise errors.NotAuthenticated(
            "This enrolment code has already been used or has expired; create a new one."
        )
    driver = await get_driver(await session.connection())
    name = clean_text(body.host_name, 253)
    if code.host_pattern is not None and not fnmatchcase(name.lower(), code.host_pattern.lower()):
        raise errors.Conflict(sentences.CODE_OF_OTHER_NAMES(pattern=errors.quoted(code.host_pattern)))
    identifiers = _read_machine(body.machine)
    known = await agent_hosts.find_agent_host(driver, body.host_id, identifiers)
    chosen = await _choose(driver, code, body, known, identifiers)
    if isinstance(chosen, list):
        return EnrolmentToken(
            token=None,
            host=None,
            candidates=[
                HostCandidate(
                    name=one.name, known_since=one.known_since, is_other_machine=one.likeness == "other"
                )
                for one in chosen
            ],
            labels={},
        )
    used = await access_queries.use_enrolment(session, hashed(body.code))
    if used is None:
        raise errors.NotAuthenticated(
            "This enrolment code has already been used or has expired; create a new one."
        )
    if chosen is not None and known is None:
        await agent_hosts.join_host(
            driver, chosen, body.host_id, "stated" if code.host_id or body.same_as else "recognised"
        )
        known = await agent_hosts.find_agent_host(driver, body.host_id, identifiers)
    host_id = await _continue_or_add(driver, body.host_id, name, known)
    if used.hosts == 1:
        # From now on the enrolment is of this host: who waits for it reads so.
        used.host_id = host_id
    await agent_hosts.add_identifiers(driver, host_id, identifiers)
    await access_queries.expire_agent_tokens(session, body.host_id, now() + OVERLAP)
    token, row = await issue_token(
        session,
        name=f"agent on {body.host_name}"[:100],
        scope="upload",
        host_id=host_id,
        lasts=None,
        agent_host_id=body.host_id,
        enrolment_id=used.id,
    )
    host = await host_queries.get_named(driver, host_id)
    await record(session, None, "enrolment.exchange", row.id, host=host["name"], is_new=known is None)
    return EnrolmentToken(
        token=token,
        host=EnrolledHost(name=host["name"], known_since=None if known is None else known["created_at"]),
        candidates=[],
        labels=dict(label.split("=", 1) for label in used.labels),
    )


def _read_machine(document: dict[str, object] | None) -> frozenset[Identifier]:
    """The identifiers of the machine that enrols. Raises Invalid for what cannot be stored."""
    if document is None:
        return frozenset()
    try:
        cleaned = clean(document)
    except Unstorable as error:
        raise errors.Invalid(f"/machine: {error.problem.detail}") from None
    return read_identifiers(cleaned, mapping(cleaned, "moment"))


async def _choose(
    driver: Driver,
    code: OneTimeCode,
    body: EnrolmentExchange,
    known: agent_hosts.AgentHostRow | None,
    identifiers: frozenset[Identifier],
) -> UUID | list[Candidate] | None:
    """The known host that the agent continues, the hosts to ask about, or None for a new host.

    Raises Conflict where the code does not allow what the agent says.
    """
    name = clean_text(body.host_name, 253)
    if known is not None and (body.is_new or not code.may_join):
        raise errors.Conflict("This agent already belongs to a host, so it cannot enrol as a new one.")
    if code.host_id is not None:
        if body.is_new or (known is not None and known["host_id"] != code.host_id):
            raise errors.Conflict("This code is for one known host, and this agent belongs to another.")
        return code.host_id
    if known is not None:
        return await _confirm_known(driver, known, body, name, identifiers)
    candidates = (
        await agent_hosts.find_candidates(driver, identifiers, name) if code.may_join and identifiers else []
    )
    if body.same_as is not None:
        match = next((one for one in candidates if one.name == body.same_as), None)
        if match is None:
            # The same sentence whether there is such a host or not: a code reveals no names.
            raise errors.Conflict(sentences.NOT_SHOWN_TO_BE(host=errors.quoted(body.same_as)))
        return match.host_id
    if body.is_new or not candidates:
        return None
    certain = [one for one in candidates if one.likeness == "same"]
    return certain[0].host_id if len(certain) == 1 else candidates


async def _confirm_known(
    driver: Driver,
    known: agent_hosts.AgentHostRow,
    body: EnrolmentExchange,
    name: str,
    identifiers: frozenset[Identifier],
) -> UUID | list[Candidate]:
    """The host of an agent that is known; the question where its folder was copied to another machine."""
    theirs = (await agent_hosts.list_identifiers(driver, [known["host_id"]])).get(known["host_id"], [])
    is_other = (
        bool(identifiers)
        and any(one.kind != "boot" for one in theirs)
        and compare_machines(identifiers, theirs, has_same_name=is_called(known["name"], name)) == "other"
    )
    if is_other and body.same_as != known["name"]:
        return [Candidate(known["host_id"], known["name"], known["created_at"], "other")]
    return known["host_id"]


async def _continue_or_add(
    driver: Driver, agent_host_id: str, name: str, known: agent_hosts.AgentHostRow | None
) -> UUID:
    """The host of an agent, renamed when its machine calls itself otherwise now, or a new one. Raises Unavailable."""
    if known is not None and known["origin"] in {"merged", "split", "stated"}:
        return known["host_id"]
    own = agent_host_id if known is None else known["agent_host_id"]
    host_id = await host_queries.get_or_add_agent_host(driver, uuid7(), own, name)
    if host_id is None:
        raise errors.Unavailable("Another request is using this name; try again.", retry_after_s=1)
    return host_id
