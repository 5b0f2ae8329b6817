"""Schedules as people and commands add, change and read them."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

import orjson
from pydantic import ValidationError

from fioboard.app.measuring import sentences
from fioboard.app.measuring.alerts import put_expectation
from fioboard.app.measuring.answers import build_wanted, describe_refusal
from fioboard.app.measuring.not_found import ScheduleNotFound
from fioboard.app.measuring.queue import Member, find_members
from fioboard.app.measuring.times import add_jitter, list_times, parse_cron
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.request import WantedOfHosts
from fioboard.engine.answers.request_start import GroupHost
from fioboard.engine.answers.schedule import ScheduleHost, ScheduleIn, ScheduleOut, SchedulePatch
from fioboard.engine.expect.cron import describe_cron
from fioboard.engine.words.requests import MAX_SCHEDULES_PER_HOST
from fioboard.store.queries import schedules as queries
from fioboard.store.queries.schedules import ScheduleHostRow, ScheduleRow, Timing

# What a change of these asks of the hosts, they may no longer offer.
OF_HOSTS = frozenset({"kind", "name", "run_id", "target", "parameters", "hosts"})


class AuditedSchedule(TypedDict):
    """What the audit log says of a schedule that was added or removed."""

    host: str
    cron: str


def describe_schedule(row: ScheduleRow) -> AuditedSchedule:
    """Describe a schedule for the audit log, with all of its hosts."""
    names = [row["host_name"], *(one["host"]["name"] for one in _read_others(row))]
    return {"host": ", ".join(names), "cron": row["cron"]}


async def load_schedule(driver: Driver, schedule_id: UUID) -> ScheduleRow:
    """Read a schedule, locked until the transaction ends. Raises ScheduleNotFound."""
    row = await queries.get_schedule(driver, schedule_id)
    if row is None:
        raise ScheduleNotFound
    return row


async def add_schedule(driver: Driver, body: ScheduleIn, by: str) -> ScheduleRow:
    """Add a schedule. Raises HostNotFound, and Invalid for times that are none or hosts that cannot start together."""
    cron = parse_cron(body.cron)
    timing = Timing(
        cron=cron,
        zone=body.zone,
        jitter_s=body.jitter_s,
        only_when_idle=body.only_when_idle,
        is_expected=body.is_expected,
        is_paused=body.is_paused,
        next_at=list_times(cron, body.zone, now(), 1)[0],
    )
    own, *others = await _find_free_members(driver, body, [])
    own_wanted = body.model_copy(update={"target": own.target})
    schedule_id = await queries.add_schedule(driver, own.host_id, own_wanted, timing, by)
    await queries.put_others(driver, schedule_id, others)
    await queries.set_next(driver, schedule_id, add_jitter(timing.next_at, schedule_id, body.jitter_s))
    return await _load_expected(driver, schedule_id)


async def update_schedule(driver: Driver, schedule_id: UUID, patch: SchedulePatch) -> ScheduleRow:
    """Change a schedule, pause it or resume it. Raises ScheduleNotFound, HostNotFound and Invalid."""
    old = await load_schedule(driver, schedule_id)
    # One that this version of the service refuses can still be paused.
    if patch.model_dump(exclude_unset=True) == {"is_paused": True}:
        await queries.pause(driver, schedule_id)
        return await _load_expected(driver, schedule_id)
    hosts = await queries.list_hosts(driver, schedule_id)
    wanted = _merge_wanted(old, hosts, patch)
    members = [Member(one["host_id"], one["target"]) for one in hosts]
    if patch.model_fields_set & OF_HOSTS:
        members = await _find_free_members(driver, wanted, members)
    own, *others = members
    timing = _merge_timing(old, patch)
    own_wanted = wanted.model_copy(update={"target": own.target})
    await queries.update_schedule(driver, schedule_id, own.host_id, own_wanted, timing)
    await queries.put_others(driver, schedule_id, others)
    return await _load_expected(driver, schedule_id)


async def _load_expected(driver: Driver, schedule_id: UUID) -> ScheduleRow:
    """Read a schedule whose expectation is made what its rhythm says."""
    row = await load_schedule(driver, schedule_id)
    await put_expectation(driver, row)
    return row


async def _find_free_members(driver: Driver, wanted: WantedOfHosts, known: Sequence[Member]) -> list[Member]:
    """Find hosts, of which those that are not `known` can have another schedule. Raises HostNotFound and Invalid."""
    members = await find_members(driver, wanted)
    for member in members:
        is_known = member.host_id in {one.host_id for one in known}
        if not is_known and await queries.count_schedules(driver, member.host_id) >= MAX_SCHEDULES_PER_HOST:
            raise errors.Invalid(sentences.TOO_MANY_SCHEDULES(most=MAX_SCHEDULES_PER_HOST))
    return members


def _merge_wanted(old: ScheduleRow, hosts: Sequence[ScheduleHostRow], patch: SchedulePatch) -> WantedOfHosts:
    """Return what a schedule measures after a change. Raises Invalid, also for what an earlier version stored.

    A new target is one of all hosts that had the schedule's own.
    """
    target = patch.target or old["target"]
    try:
        members = patch.hosts or [
            GroupHost(
                host_id=one["host_id"], target=target if one["target"] == old["target"] else one["target"]
            )
            for one in hosts
        ]
        is_alone = len(members) == 1
        return WantedOfHosts(
            host_id=members[0].host_id if is_alone else None,
            hosts=None if is_alone else members,
            kind=patch.kind or old["kind"],
            name=patch.name if patch.kind else old["name"],
            run_id=patch.run_id if patch.kind else old["run_id"],
            target=(members[0].target or target) if is_alone else target,
            parameters=orjson.loads(old["parameters"]) if patch.parameters is None else patch.parameters,
            priority=old["priority"],
        )
    except ValidationError as error:
        raise errors.Invalid(describe_refusal(error)) from None


def _merge_timing(old: ScheduleRow, patch: SchedulePatch) -> Timing:
    """Return when a schedule is due after a change. Raises Invalid."""
    cron = parse_cron(patch.cron if patch.cron is not None else old["cron"])
    zone = patch.zone or old["zone"]
    jitter_s = old["jitter_s"] if patch.jitter_s is None else patch.jitter_s
    return Timing(
        cron=cron,
        zone=zone,
        jitter_s=jitter_s,
        only_when_idle=old["only_when_idle"] if patch.only_when_idle is None else patch.only_when_idle,
        is_expected=old["is_expected"] if patch.is_expected is None else patch.is_expected,
        is_paused=old["paused_at"] is not None if patch.is_paused is None else patch.is_paused,
        next_at=add_jitter(list_times(cron, zone, now(), 1)[0], old["id"], jitter_s),
    )


def _read_others(row: ScheduleRow) -> list[ScheduleHost]:
    """Read the hosts that start together with a schedule's own."""
    others: list[ScheduleHost] = orjson.loads(row["others"]) if row["others"] else []
    return others


def build_schedule(row: ScheduleRow) -> ScheduleOut:
    """Return a schedule as people see it."""
    own: ScheduleHost = {
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "target": row["target"],
    }
    others = _read_others(row)
    try:
        later = list_times(row["cron"], row["zone"], row["next_at"], 4)
    except errors.AppError:
        later = []
    return {
        **build_wanted(row),
        "hosts": [own, *others] if others else None,
        "cron": row["cron"],
        "cron_words": describe_cron(row["cron"]),
        "zone": row["zone"],
        "jitter_s": row["jitter_s"],
        "only_when_idle": row["only_when_idle"],
        "is_expected": row["is_expected"],
        "paused_at": row["paused_at"],
        "next_times": [] if row["paused_at"] else [row["next_at"], *later],
        "last_request_id": row["last_request_id"],
        "last_group_id": row["last_group_id"],
        "last_state": row["last_state"],
        "last_reason": row["last_reason"],
        "last_host_names": row["last_host_names"],
        "created_at": row["created_at"],
        "created_by": row["created_by"],
    }
