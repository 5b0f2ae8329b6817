"""`fioboard add`: one result that was read somewhere and is typed here, marked as such."""

import asyncio
import getpass
import os
import socket
from collections.abc import Mapping
from typing import Annotated

import orjson
import typer
from pydantic import ValidationError

from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest import service
from fioboard.app.ingest.stored import Stored
from fioboard.cli.labels import read_labels
from fioboard.cli.migrated import migrated, opened
from fioboard.core.config import settings
from fioboard.core.errors import AppError, Invalid
from fioboard.core.ids import uuid7
from fioboard.engine.answers.typed import TypedRun
from fioboard.store.embedded.connect import Addresses


def add(  # noqa: PLR0917 -- typer makes options of them all, none is positional
    direction: Annotated[str, typer.Option(help="read, write, trim or mixed")],
    host: Annotated[str, typer.Option(help="Name of the host that was measured")] = "",
    tool: Annotated[str, typer.Option(help="What measured: fio, CrystalDiskMark, …")] = "unknown",
    rw: Annotated[str | None, typer.Option(help="fio's rw: randread, write, …")] = None,
    bs: Annotated[str | None, typer.Option(help="Block size as fio writes it: 4k, 1M")] = None,
    iodepth: Annotated[int | None, typer.Option(help="Queue depth per job")] = None,
    numjobs: Annotated[int | None, typer.Option(help="Jobs or threads at once")] = None,
    ioengine: Annotated[str | None, typer.Option(help="libaio, psync, …")] = None,
    direct: Annotated[bool | None, typer.Option(help="Whether the page cache was bypassed")] = None,
    iops: Annotated[str | None, typer.Option(help="12.9k, 12900 or 1.5M")] = None,
    bandwidth: Annotated[str | None, typer.Option("--bw", help="With its unit: 106 MB/s, 6.5 GiB/s")] = None,
    latency: Annotated[str | None, typer.Option(help="The mean, with its unit: 7.75 ms, 90 us")] = None,
    latency_p99: Annotated[str | None, typer.Option(help="99th percentile, with its unit")] = None,
    runtime: Annotated[str | None, typer.Option(help="With its unit: 300 s")] = None,
    target: Annotated[str | None, typer.Option(help="File or device that was measured")] = None,
    date: Annotated[str | None, typer.Option(help="When: 2026-11-22, or RFC 3339 with zone")] = None,
    title: Annotated[str | None, typer.Option(help="Title of the run")] = None,
    note: Annotated[str | None, typer.Option(help="Where the figures come from")] = None,
    label: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, repeatable")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag, repeatable")] = None,
    by: Annotated[str, typer.Option(help="Who types it; the account's name when left out")] = "",
) -> None:
    """Add a result by hand. It is marked "typed by" and never mixed with measured ones."""
    result = {
        "direction": direction,
        "rw": rw,
        "bs": bs,
        "iodepth": iodepth,
        "numjobs": numjobs,
        "ioengine": ioengine,
        "direct": direct,
        "iops": iops,
        "bandwidth": bandwidth,
        "latency": latency,
        "latency_p99": latency_p99,
        "runtime": runtime,
    }
    try:
        document = _drop_unknown(
            {
                "host": host or socket.gethostname(),
                "tool": tool,
                "target": target,
                "date": date,
                "title": title,
                "note": note,
                "labels": read_labels(label or []),
                "tags": tag or [],
                "results": [_drop_unknown(result)],
            }
        )
        body = orjson.dumps(document)
        typed = TypedRun.model_validate_json(body)
        with migrated(settings(), "fioboard add") as at:
            stored = asyncio.run(_add(at, body, typed, by or _user()))
    except ValidationError as refusal:
        for error in refusal.errors(include_input=False, include_url=False, include_context=False):
            typer.echo(f"fioboard: {'/'.join(map(str, error['loc']))}: {error['msg']}", err=True)
        raise typer.Exit(2) from None
    except AppError as error:
        for place in error.problems:
            typer.echo(f"fioboard: {place.where}: {place.detail}", err=True)
        if not error.problems:
            typer.echo(f"fioboard: {error.detail}", err=True)
        raise typer.Exit(2 if isinstance(error, Invalid) else 1) from None
    verb = "stored" if stored.is_new else "known already"
    typer.echo(f"{verb}: {settings().public_url}/runs/{stored.run_ids[0]}")


def _user() -> str:
    """Who runs this; the number where the system has no name for it, as in the image."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def _drop_unknown(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields without those that are empty."""
    return {key: value for key, value in fields.items() if value not in (None, [], {})}


async def _add(at: Addresses, body: bytes, typed: TypedRun, typed_by: str) -> Stored:
    # Whoever can run this command owns the database; the rights of an admin add nothing.
    operator = Principal("session", uuid7(), typed_by, OF_ROLE["admin"], None)
    async with opened(at) as database:
        return await service.accept_typed(database, operator, body, typed, typed_by)
