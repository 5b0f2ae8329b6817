"""`fioboard schedule …`: requests that hosts get again and again, from the terminal of the service."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

import orjson
import typer
from pydantic import ValidationError

from fioboard.app.access.audit import record_command
from fioboard.app.measuring import schedules
from fioboard.app.measuring.answers import describe_refusal
from fioboard.cli.requests import (
    BY,
    Hosts,
    Refused,
    Settings,
    Targets,
    assign_targets,
    find_hosts,
    print_outcome,
    read_parameters,
    read_test,
    read_wanted,
)
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.database import Session, get_driver
from fioboard.core.driver import Driver
from fioboard.core.errors import AppError
from fioboard.engine.answers.schedule import ScheduleIn, SchedulePatch
from fioboard.engine.words.requests import MAX_SCHEDULES
from fioboard.store.queries import schedules as queries
from fioboard.store.queries.schedules import ScheduleRow

app = typer.Typer(
    help="Measurements at the times of a cron expression; docs/measuring.md.", no_args_is_help=True
)
# Of a suite alone: another kind of test does not take them over.
OF_SUITES = frozenset({"repeats", "until", "metric", "limit"})
ScheduleId = Annotated[UUID, typer.Argument(metavar="ID", help="As `add` and `list` print it")]


@app.command("add")
def add_schedule(  # noqa: PLR0917 -- typer makes options of them all, none is positional
    host: Hosts,
    target: Targets,
    cron: Annotated[
        str, typer.Option(help="Five fields as in Debian's cron; or hourly, daily, weekly, monthly")
    ],
    suite: Annotated[str | None, typer.Option(help="A suite of that list")] = None,
    job: Annotated[str | None, typer.Option(help="A job file of that list, by name")] = None,
    run: Annotated[str | None, typer.Option(metavar="ID", help="A stored run to measure again")] = None,
    zone: Annotated[str, typer.Option(help="Name of the IANA time zone database")] = "UTC",
    runtime: Annotated[int | None, typer.Option(help="Seconds of each step")] = None,
    repeats: Annotated[int | None, typer.Option(help="Repeats of each workload")] = None,
    settings: Settings = None,
    *,
    alert: Annotated[bool, typer.Option("--alert", help="Alert when its run is missing")] = False,
) -> None:
    """Adds a schedule, and prints its id and its next time. With several hosts, all start at one moment, or none
    does."""

    async def insert_schedule(session: Session) -> str:
        driver = await get_driver(await session.connection())
        tests = {"suite": suite, "job": job, "repeat": run}
        given = read_parameters(runtime, repeats, settings)
        wanted = await read_wanted(driver, host, target, tests, given)
        try:
            body = ScheduleIn.model_validate(wanted | {"cron": cron, "zone": zone, "is_expected": alert})
            row = await schedules.add_schedule(driver, body, BY)
        except ValidationError as error:
            raise Refused(f"{describe_refusal(error)}.") from None
        except AppError as error:
            raise Refused(error.detail) from None
        await record_command(session, "schedule.create", row["id"], **schedules.describe_schedule(row))
        return _format_line(row)

    print_outcome(run_in_transaction("fioboard schedule add", insert_schedule, Refused))


@app.command("edit")
def edit_schedule(  # noqa: PLR0917 -- typer makes options of them all, one is positional
    schedule: ScheduleId,
    host: Annotated[
        list[str] | None,
        typer.Option(
            help="Name of a host; with it, name all that are to measure, each of them keeps its target"
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            help="Folder or device on all hosts; repeat it to give each its own, in the order of `list` or --host"
        ),
    ] = None,
    cron: Annotated[
        str | None, typer.Option(help="Five fields as in Debian's cron; or hourly, daily, weekly, monthly")
    ] = None,
    suite: Annotated[str | None, typer.Option(help="A suite that the host's owner lists")] = None,
    job: Annotated[str | None, typer.Option(help="A job file of that list, by name")] = None,
    run: Annotated[str | None, typer.Option(metavar="ID", help="A stored run to measure again")] = None,
    zone: Annotated[str | None, typer.Option(help="Name of the IANA time zone database")] = None,
    runtime: Annotated[int | None, typer.Option(help="Seconds of each step")] = None,
    repeats: Annotated[int | None, typer.Option(help="Repeats of each workload")] = None,
    settings: Settings = None,
    *,
    alert: Annotated[
        bool | None, typer.Option("--alert/--no-alert", help="Alert when its run is missing, or do not")
    ] = None,
) -> None:
    """Changes what is given of a schedule, and prints it as `list` does. The rest stays, but another kind of test
    takes over no repeats."""
    tests = {"suite": suite, "job": job, "repeat": run}
    timing = {"cron": cron, "zone": zone, "is_expected": alert}

    async def update_one(session: Session) -> str:
        driver = await get_driver(await session.connection())
        try:
            row = await schedules.load_schedule(driver, schedule)
            wanted = {
                **await _read_hosts(driver, schedule, host or [], target or []),
                **_read_test(row, tests, read_parameters(runtime, repeats, settings)),
                **{key: value for key, value in timing.items() if value is not None},
            }
            if not wanted:
                raise Refused("Nothing to change: name what is to change.")
            return await _store(session, driver, schedule, SchedulePatch.model_validate(wanted))
        except ValidationError as error:
            raise Refused(f"{describe_refusal(error)}.") from None
        except AppError as error:
            raise Refused(error.detail) from None

    print_outcome(run_in_transaction("fioboard schedule edit", update_one, Refused))


async def _read_hosts(
    driver: Driver, schedule_id: UUID, hosts: Sequence[str], targets: Sequence[str]
) -> dict[str, object]:
    """Return the hosts and targets of an edit; {} where it names none, and then they stay. Raises Refused."""
    if not hosts and not targets:
        return {}
    known = await queries.list_hosts(driver, schedule_id)
    ids = await find_hosts(driver, hosts) if hosts else [str(one["host_id"]) for one in known]
    kept = {str(one["host_id"]): one["target"] for one in known}
    own = assign_targets(targets, len(ids)) if targets else [kept.get(one, known[0]["target"]) for one in ids]
    return {"hosts": [{"host_id": one, "target": place} for one, place in zip(ids, own, strict=True)]}


def _read_test(
    row: ScheduleRow, tests: Mapping[str, str | None], parameters: Mapping[str, int | str]
) -> dict[str, object]:
    """Return the test and its parameters in an edit; {} where it names neither. Raises Refused."""
    named = read_test(tests) if any(tests.values()) else {}
    if not named and not parameters:
        return {}
    stored = orjson.loads(row["parameters"])
    if named and named["kind"] != row["kind"]:
        stored = {key: value for key, value in stored.items() if key not in OF_SUITES}
    return {**named, "parameters": {**stored, **parameters}}


@app.command("list")
def list_schedules(host: Annotated[str | None, typer.Option(help="Only of this host")] = None) -> None:
    """Lists schedules, the next one due first: id, next time, hosts, what, cron, zone, and what became of the last
    time, separated by tabs."""

    async def list_all(session: Session) -> str:
        driver = await get_driver(await session.connection())
        rows = await queries.list_schedules(driver, host, MAX_SCHEDULES)
        return "\n".join(map(_format_line, rows)) or "No schedules."

    print_outcome(run_in_transaction("fioboard schedule list", list_all, Refused))


@app.command("pause")
def pause_schedule(schedule: ScheduleId) -> None:
    """Pauses a schedule: it makes no requests until it is resumed."""
    _update(schedule, SchedulePatch(is_paused=True))


@app.command("resume")
def resume_schedule(schedule: ScheduleId) -> None:
    """Resumes a schedule from its next time on."""
    _update(schedule, SchedulePatch(is_paused=False))


@app.command("remove")
def remove_schedule(schedule: ScheduleId) -> None:
    """Removes a schedule. The requests that it made stay."""

    async def remove_one(session: Session) -> str:
        driver = await get_driver(await session.connection())
        try:
            row = await schedules.load_schedule(driver, schedule)
        except AppError as error:
            raise Refused(error.detail) from None
        await queries.remove_schedule(driver, schedule)
        await record_command(session, "schedule.delete", schedule, **schedules.describe_schedule(row))
        return "Removed."

    print_outcome(run_in_transaction("fioboard schedule remove", remove_one, Refused))


def _update(schedule_id: UUID, patch: SchedulePatch) -> None:
    async def update_one(session: Session) -> str:
        driver = await get_driver(await session.connection())
        try:
            return await _store(session, driver, schedule_id, patch)
        except AppError as error:
            raise Refused(error.detail) from None

    print_outcome(run_in_transaction("fioboard schedule change", update_one, Refused))


async def _store(session: Session, driver: Driver, schedule_id: UUID, patch: SchedulePatch) -> str:
    """Change a schedule and note it in the audit log. Raises AppError."""
    changed = patch.model_dump(mode="json", exclude_unset=True)
    row = await schedules.update_schedule(driver, schedule_id, patch)
    if patch.hosts is not None:
        changed["hosts"] = schedules.describe_schedule(row)["host"]
    await record_command(session, "schedule.change", schedule_id, **changed)
    return _format_line(row)


def _format_line(row: ScheduleRow) -> str:
    what = row["name"] or f"run {row['run_id']}"
    parts = [
        str(row["id"]),
        "paused" if row["paused_at"] else f"{row['next_at']:%Y-%m-%d %H:%M} UTC",
        schedules.describe_schedule(row)["host"],
        f"{what} on {row['target']}",
        row["cron"],
        row["zone"],
        row["last_state"],
        ", ".join(row["last_host_names"]) if row["last_host_names"] else None,
        row["last_reason"],
    ]
    return "\t".join(part for part in parts if part is not None)
