"""`fioboard enrolment …`: one code for many hosts, and which of them used it."""

from collections import Counter
from datetime import timedelta
from typing import Annotated
from uuid import UUID

import typer
from rich.console import Console
from rich.table import Table

from fioboard.app.access.audit import record_command
from fioboard.app.access.issue import build_install_command, issue_enrolment
from fioboard.app.accounts.enrolled import MAX_CODES, STALE_DAYS
from fioboard.cli import sentences
from fioboard.cli.labels import read_labels
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.database import Session, get_driver
from fioboard.core.errors import Invalid
from fioboard.core.figures import format_things
from fioboard.engine.words.limits import MAX_ENROLLED_HOSTS, MAX_ENROLMENT_MINUTES, MAX_HOST_CHARACTERS
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import agent_hosts
from fioboard.store.queries.enrolled import list_enrolled_states, list_open_codes

app = typer.Typer(
    help="Codes that agents enrol with: create one for many hosts, see who used it.", no_args_is_help=True
)


class Refused(Exception):
    """Why a command did nothing, as a sentence."""


@app.command("create")
def create_enrolment(
    hosts: Annotated[
        int, typer.Option(min=1, max=MAX_ENROLLED_HOSTS, help="So many agents may use the code")
    ] = 1,
    minutes: Annotated[
        int, typer.Option(min=1, max=MAX_ENROLMENT_MINUTES, help="How long it is good; 1440 are a day")
    ] = 15,
    names: Annotated[str | None, typer.Option(help="Only hosts whose name matches, such as 'lab-*'")] = None,
    label: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="Of these hosts, such as rack=7, for all their runs; repeatable"
        ),
    ] = None,
) -> None:
    """Makes a code, and prints the line to run on each host and the id of the enrolment; the code is shown once."""

    async def make_code(session: Session) -> str:
        if names is not None and not 0 < len(names) <= MAX_HOST_CHARACTERS:
            raise Refused(sentences.NAMES_LENGTH(most=MAX_HOST_CHARACTERS))
        try:
            labels = [f"{key}={value}" for key, value in read_labels(label or []).items()]
        except Invalid as error:
            raise Refused(str(error)) from None
        enrolment_id, code, expires_at = await issue_enrolment(
            session, timedelta(minutes=minutes), hosts=hosts, host_pattern=names, labels=labels
        )
        await record_command(
            session, "enrolment.create", enrolment_id, hosts=hosts, host_pattern=names, labels=labels
        )
        return sentences.INSTALL_WITH(
            command=build_install_command(code), expires_at=f"{expires_at:%Y-%m-%d %H:%M}", id=enrolment_id
        )

    _print_outcome(run_in_transaction("fioboard enrolment create", make_code, Refused))


@app.command("show")
def show_enrolment(
    enrolment: Annotated[str, typer.Argument(metavar="ID", help="As `create` printed it")],
) -> None:
    """Lists the hosts that used a code, and how many it is still good for."""

    async def list_hosts(session: Session) -> str:
        enrolment_id = _parse_id(enrolment)
        driver = await get_driver(await session.connection())
        row = await agent_hosts.get_enrolment(driver, enrolment_id)
        if row is None:
            raise Refused("There is no such enrolment.")
        table = Table(box=None, header_style="bold")
        for heading in ("Host", "Enrolled", "Last seen", "Token"):
            table.add_column(heading)
        for one in await agent_hosts.list_enrolled_hosts(driver, enrolment_id, MAX_ENROLLED_HOSTS):
            seen = one["last_seen_at"]
            table.add_row(
                one["host"]["name"],
                f"{one['enrolled_at']:%Y-%m-%d %H:%M}",
                "–" if seen is None else f"{seen:%Y-%m-%d %H:%M}",
                "revoked" if one["is_revoked"] else "valid",
            )
        Console().print(table)
        return sentences.CODE_USE(
            enrolled=row["hosts_enrolled"],
            hosts=format_things(row["hosts"], "host"),
            until=f"{row['expires_at']:%Y-%m-%d %H:%M}",
        )

    _print_outcome(run_in_transaction("fioboard enrolment show", list_hosts, Refused))


@app.command("revoke")
def revoke_enrolment(
    enrolment: Annotated[str, typer.Argument(metavar="ID", help="As `create` and `list` print it")],
) -> None:
    """Ends a code, so that no more hosts enrol with it; those that did keep their tokens (see `token revoke`)."""

    async def revoke_code(session: Session) -> str:
        enrolment_id = _parse_id(enrolment)
        if not await access_queries.revoke_enrolment(session, enrolment_id):
            raise Refused("There is no such code, or it has been used up or has expired.")
        await record_command(session, "enrolment.revoke", enrolment_id)
        return sentences.CODE_REVOKED(id=enrolment_id)

    _print_outcome(run_in_transaction("fioboard enrolment revoke", revoke_code, Refused))


@app.command("list")
def list_enrolments(
    stale_days: Annotated[
        int, typer.Option(min=1, max=365, help="So many days without a word from its agent make a host stale")
    ] = STALE_DAYS,
) -> None:
    """Lists enrolled hosts, the silent ones first, then those that sent no run yet; and codes still good."""

    async def list_all(session: Session) -> str:
        driver = await get_driver(await session.connection())
        table = Table(box=None, header_style="bold")
        for heading in ("Host", "State", "Enrolled", "Last seen", "Agent", "Waiting", "Runs"):
            table.add_column(heading)
        hosts = await list_enrolled_states(driver, stale_days, MAX_ENROLLED_HOSTS)
        for one in hosts:
            table.add_row(
                one["host"]["name"],
                one["state"],
                f"{one['enrolled_at']:%Y-%m-%d %H:%M}",
                "–" if one["last_seen_at"] is None else f"{one['last_seen_at']:%Y-%m-%d %H:%M}",
                one["agent_version"] or "–",
                "–" if one["waiting"] is None else str(one["waiting"]),
                str(one["run_count"]),
            )
        Console().print(table)
        counts = Counter(one["state"] for one in hosts)
        lines = [
            sentences.HOSTS_BY_CODE(
                hosts=format_things(len(hosts), "host"), stale=counts["stale"], pending=counts["pending"]
            )
        ]
        lines += [
            sentences.CODE(
                id=code["id"],
                enrolled=code["hosts_enrolled"],
                hosts=format_things(code["hosts"], "host"),
                until=f"{code['expires_at']:%Y-%m-%d %H:%M}",
            )
            for code in await list_open_codes(driver, MAX_CODES)
        ]
        return "\n".join(lines)

    _print_outcome(run_in_transaction("fioboard enrolment list", list_all, Refused))


def _parse_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused(sentences.NO_ENROLMENT_ID(text=repr(text))) from None


def _print_outcome(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
