"""`fioboard enrolment …`: one code for many hosts, and which of them used it."""

from datetime import timedelta
from typing import Annotated
from uuid import UUID

import typer
from rich.console import Console
from rich.table import Table

from fioboard.access.audit import record_command
from fioboard.access.issue import build_install_command, issue_enrolment
from fioboard.commands.transaction import in_database
from fioboard.core.database import Session, driver_of
from fioboard.queries import agent_hosts
from fioboard.vocabulary.limits import MAX_ENROLLED_HOSTS, MAX_ENROLMENT_MINUTES, MAX_HOST_CHARACTERS

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
) -> None:
    """Makes a code, and prints the line to run on each host and the id of the enrolment; the code is shown once."""

    async def make_code(session: Session) -> str:
        if names is not None and not 0 < len(names) <= MAX_HOST_CHARACTERS:
            raise Refused(f"--names has 1 to {MAX_HOST_CHARACTERS} characters.")
        enrolment_id, code, expires_at = await issue_enrolment(
            session, timedelta(minutes=minutes), hosts=hosts, host_pattern=names
        )
        await record_command(session, "enrolment.create", enrolment_id, hosts=hosts, host_pattern=names)
        return (
            f"{build_install_command(code)}\n"
            f"Good until {expires_at:%Y-%m-%d %H:%M} UTC. Who used it: fioboard enrolment show {enrolment_id}"
        )

    _print_outcome(in_database("fioboard enrolment create", make_code, Refused))


@app.command("show")
def show_enrolment(
    enrolment: Annotated[str, typer.Argument(metavar="ID", help="As `create` printed it")],
) -> None:
    """Lists the hosts that used a code, and how many it is still good for."""

    async def list_hosts(session: Session) -> str:
        try:
            enrolment_id = UUID(enrolment)
        except ValueError:
            raise Refused(f"{enrolment!r} is no id of an enrolment.") from None
        driver = await driver_of(await session.connection())
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
        return f"{row['hosts_enrolled']} of {row['hosts']} hosts, good until {row['expires_at']:%Y-%m-%d %H:%M} UTC"

    _print_outcome(in_database("fioboard enrolment show", list_hosts, Refused))


def _print_outcome(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
