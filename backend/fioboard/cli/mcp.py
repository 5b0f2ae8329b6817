"""`fioboard mcp`: the tools for a language model on this machine, over standard input and output."""

import asyncio
from pathlib import Path
from typing import Annotated

import httpx2
import typer

from fioboard.app.mcp.api import TIMEOUT_S, Api
from fioboard.app.mcp.server import build_server
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings


def mcp(
    token_file: Annotated[Path, typer.Option(help="File with an API token of scope read")],
    server: Annotated[
        str | None, typer.Option(help="Address of the service; default: this machine's")
    ] = None,
) -> None:
    """Serve tools for a language model (MCP) over standard input and output: search, compare, explain. Read-only."""
    try:
        token = token_file.read_text().strip()
    except OSError as error:
        typer.echo(sentences.TOKEN_FILE_UNREAD(file=token_file, reason=error.strerror), err=True)
        raise typer.Exit(2) from None
    asyncio.run(_serve(server or checked_settings().public_url, token))


async def _serve(address: str, token: str) -> None:
    async with httpx2.AsyncClient(base_url=address, timeout=TIMEOUT_S) as client:
        api = Api(client, f"Bearer {token}", address)
        await build_server(lambda _: api).run_stdio_async()
