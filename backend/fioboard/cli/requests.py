"""`fioboard request …`: ask hosts to measure, see what they were asked for, cancel it."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, get_args
from uuid import UUID

import typer
from pydantic import ValidationError

from fioboard.app.access.audit import record_command
from fioboard.app.measuring.answers import describe_refusal
from fioboard.app.measuring.queue import enqueue_requests
from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.database import Session, get_driver
from fioboard.core.driver import Driver
from fioboard.core.errors import AppError
from fioboard.engine.answers.request import RequestIn
from fioboard.engine.words.requests import RequestState
from fioboard.store.queries import request_groups
from fioboard.store.queries import requests as queries
from fioboard.store.queries.ingest import find_host_by_name
from fioboard.store.queries.requests import RequestRow

app = typer.Typer(help="Measurements that hosts are asked for; docs/measuring.md.", no_args_is_help=True)
Hosts = Annotated[list[str], typer.Option(help="Name of the host; repeat it for hosts that start together")]
Targets = Annotated[
    list[str],
    typer.Option(
        help="Folder or device, as the host's owner lists it; repeat it to give each host its own, in their order"
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="rw, bs, iodepth, numjobs or rwmixread; of a suite also until, metric or limit; of a sweep several "
        "values, as bs=4k,64k; may be repeated",
    ),
]
WHOLE_NUMBERS = frozenset({"iodepth", "numjobs", "runtime", "rwmixread", "repeats"})
MAX_LISTED = 50
BY = "command line"


class Refused(Exception):
    """Why a command did nothing, as a sentence."""


@app.command("add")
def add_request(  # noqa: PLR0917 -- typer makes options of them all, none is positional
    host: Hosts,
    target: Targets,
    suite: Annotated[str | None, typer.Option(help="A suite of that list")] = None,
    job: Annotated[str | None, typer.Option(help="A job file of that list, by name")] = None,
    run: Annotated[str | None, typer.Option(metavar="ID", help="A stored run to measure again")] = None,
    runtime: Annotated[int | None, typer.Option(help="Seconds of each step")] = None,
    repeats: Annotated[int | None, typer.Option(help="Repeats of each workload")] = None,
    settings: Settings = None,
    priority: Annotated[int, typer.Option(help="0 to 9: a host starts higher ones first")] = 0,
) -> None:
    """Asks a host to measure, and prints the request's id. The host refuses what its owner does not allow.

    With several hosts, all start fio at one moment, or none does, and each step of a suite likewise; each request's
    id is printed.
    """

    async def insert_request(session: Session) -> str:
        driver = await get_driver(await session.connection())
        tests = {"suite": suite, "job": job, "repeat": run}
        given = read_parameters(runtime, repeats, settings)
        try:
            body = await read_wanted(driver, host, target, tests, given)
            wanted = RequestIn.model_validate(body | {"priority": priority})
            rows = await enqueue_requests(driver, wanted, BY)
        except ValidationError as error:
            raise Refused(f"{describe_refusal(error)}.") from None
        except AppError as error:
            raise Refused(error.detail) from None
        for row in rows:
            about = {
                "host": row["host_name"],
                "kind": wanted.kind,
                "name": wanted.name,
                "target": row["target"],
            }
            await record_command(session, "request.create", row["id"], **about)
        return "\n".join(f"Queued: {row['id']}" for row in rows)

    print_outcome(run_in_transaction("fioboard request add", insert_request, Refused))


@app.command("list")
def list_requests(
    host: Annotated[str | None, typer.Option(help="Only of this host")] = None,
    state: Annotated[list[str] | None, typer.Option(help="Only in this state; may be repeated")] = None,
) -> None:
    """Lists requests, the newest 50 first: id, state, time, host, what, target and reason, separated by tabs."""

    async def list_newest(session: Session) -> str:
        driver = await get_driver(await session.connection())
        wanted = state or []
        states: list[RequestState] = [one for one in get_args(RequestState) if one in wanted]
        if len(states) != len(set(wanted)):
            raise Refused(sentences.NO_STATE(states=", ".join(get_args(RequestState))))
        rows = await queries.list_requests(driver, host, None, states or None, before=None, limit=MAX_LISTED)
        return "\n".join(map(_format_line, rows)) or "No requests."

    print_outcome(run_in_transaction("fioboard request list", list_newest, Refused))


@app.command("cancel")
def cancel_request(
    request: Annotated[str, typer.Argument(metavar="ID", help="As `add` and `list` print it")],
) -> None:
    """Cancels a request. A running fio ends within 2 s, and what it measured is kept, marked as interrupted.

    Of hosts that start together, all are cancelled.
    """

    async def cancel_one(session: Session) -> str:
        try:
            request_id = UUID(request)
        except ValueError:
            raise Refused(sentences.NO_REQUEST_ID(text=repr(request))) from None
        driver = await get_driver(await session.connection())
        row = await queries.get_request(driver, request_id)
        if row is None:
            raise Refused("There is no such request.")
        if row["group_id"] is not None:
            await request_groups.lock_group(driver, row["group_id"])
            is_cancelled = await request_groups.cancel_group(driver, row["group_id"]) > 0
        else:
            is_cancelled = await queries.cancel_request(driver, request_id)
        if not is_cancelled:
            raise Refused(sentences.REQUEST_ENDED(state=row["state"]))
        await record_command(session, "request.cancel", request_id, host=row["host_name"])
        return "Cancelled."

    print_outcome(run_in_transaction("fioboard request cancel", cancel_one, Refused))


async def read_wanted(
    driver: Driver,
    hosts: Sequence[str],
    targets: Sequence[str],
    tests: Mapping[str, str | None],
    parameters: Mapping[str, int | str],
) -> dict[str, object]:
    """Return what a command's options ask for, as a request's or schedule's body has it. Raises Refused."""
    own = assign_targets(targets, len(hosts))
    ids = await find_hosts(driver, hosts)
    each = [{"host_id": one, "target": place} for one, place in zip(ids, own, strict=True)]
    return {
        **({"host_id": ids[0]} if len(ids) == 1 else {"hosts": each}),
        **read_test(tests),
        "target": targets[0],
        "parameters": dict(parameters),
    }


def read_parameters(
    runtime: int | None, repeats: int | None, settings: Sequence[str] | None
) -> dict[str, int | str]:
    """Return the parameters that are given, as a request's body has them. Raises Refused."""
    parameters: dict[str, int | str] = {}
    for one in settings or ():
        name, mark, value = one.partition("=")
        if not mark:
            raise Refused(sentences.NO_SETTING(text=repr(one)))
        parameters[name] = (
            int(value) if name in WHOLE_NUMBERS and re.fullmatch("[0-9]{1,9}", value) else value
        )
    numbers = {"runtime": runtime, "repeats": repeats}
    return parameters | {key: value for key, value in numbers.items() if value is not None}


def read_test(tests: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the one test that the options name. Raises Refused."""
    kinds = [kind for kind, value in tests.items() if value is not None]
    if len(kinds) != 1:
        raise Refused("Name one of --suite, --job and --run.")
    return {"kind": kinds[0], "name": tests["suite"] or tests["job"], "run_id": tests["repeat"]}


def assign_targets(targets: Sequence[str], hosts: int) -> Sequence[str]:
    """Return the target of each host. Raises Refused."""
    if len(targets) not in {1, hosts}:
        raise Refused("Give one --target for all hosts, or one for each host in their order.")
    return targets if len(targets) > 1 else [*targets] * hosts


async def find_hosts(driver: Driver, names: Sequence[str]) -> list[str]:
    """Return the ids of hosts in their order. Raises Refused."""
    host_ids = {name: await find_host_by_name(driver, name) for name in names}
    missing = next((name for name, host_id in host_ids.items() if host_id is None), None)
    if missing is not None:
        raise Refused(sentences.NO_HOST(host=repr(missing)))
    return [str(host_ids[name]) for name in names]


def _format_line(row: RequestRow) -> str:
    since = row["ended_at"] or row["started_at"] or row["created_at"]
    what = row["name"] or f"run {row['run_id']}"
    parts = [
        row["id"],
        row["state"],
        f"{since:%Y-%m-%d %H:%M}",
        row["host_name"],
        what,
        row["target"],
        row["reason"],
    ]
    return "\t".join(str(part) for part in parts if part is not None)


def print_outcome(outcome: str | Refused) -> None:
    """Print what a command did; exits with 1 where it did nothing."""
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
