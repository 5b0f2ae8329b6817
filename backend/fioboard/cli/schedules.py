"""`fioboard schedule …`: requests that hosts get again and again, from the terminal of the service."""

from typing import Annotated
from uuid import UUID

import typer
from pydantic import ValidationError

from fioboard.app.access.audit import record_command
from fioboard.app.measuring import schedules
from fioboard.app.measuring.answers import describe_refusal
from fioboard.cli.requests import BY, Hosts, Refused, Targets, print_outcome, read_wanted
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.database import Session, get_driver
from fioboard.core.errors import AppError
from fioboard.engine.answers.schedule import ScheduleIn, SchedulePatch
from fioboard.engine.words.requests import MAX_SCHEDULES
from fioboard.store.queries import schedules as queries
from fioboard.store.queries.schedules import ScheduleRow

app = typer.Typer(
    help="Measurements at the times of a cron expression; docs/measuring.md.", no_args_is_help=True
)
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
    *,
    alert: Annotated[bool, typer.Option("--alert", help="Alert when its run is missing")] = False,
) -> None:
    """Adds a schedule, and prints its id and its next time. With several hosts, all start at one moment, or none
    does."""

    async def insert_schedule(session: Session) -> str:
        driver = await get_driver(await session.connection())
        tests = {"suite": suite, "job": job, "repeat": run}
        given = {"runtime": runtime, "repeats": repeats}
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
            row = await schedules.update_schedule(driver, schedule_id, patch)
        except AppError as error:
            raise Refused(error.detail) from None
        await record_command(
            session, "schedule.change", schedule_id, **patch.model_dump(mode="json", exclude_unset=True)
        )
        return _format_line(row)

    print_outcome(run_in_transaction("fioboard schedule change", update_one, Refused))


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
        row["last_reason"],
    ]
    return "\t".join(part for part in parts if part is not None)
