"""Asking the HTTP API for a tool, as whoever calls it."""

from typing import TypeVar, cast
from urllib.parse import parse_qsl, urlencode

import httpx2
import orjson
from mcp.server.mcpserver.exceptions import ToolError

from fioboard.app.mcp import sentences

Answer = TypeVar("Answer")
PREFIX = "/api/v1"
TIMEOUT_S = 60
MAX_FILTER = 2_000
"""Characters of a filter; longer ones are refused before they are sent."""


class Api:
    """The HTTP API, asked with one caller's token: rights, limits and redaction are those of every other client."""

    def __init__(self, client: httpx2.AsyncClient, authorization: str, public_url: str) -> None:
        self._client = client
        self._authorization = authorization
        self.public_url = public_url.rstrip("/")

    async def read(self, path: str, answer: type[Answer], **parameters: object) -> Answer:
        """Get an answer; `filter` among the parameters is a text of the filter language.

        Raises ToolError with the API's own sentence where it refuses, and where it cannot be reached.
        """
        return cast(Answer, orjson.loads(await self._get(path, parameters)))

    async def read_text(self, path: str, **parameters: object) -> str:
        """Get a file of text; the same otherwise."""
        return (await self._get(path, parameters)).decode()

    async def _get(self, path: str, parameters: dict[str, object]) -> bytes:
        pairs = _read_filter(str(parameters.pop("filter", "")))
        pairs += [(name, str(value)) for name, value in parameters.items() if value not in (None, "")]
        address = f"{PREFIX}{path}{'?' + urlencode(pairs) if pairs else ''}"
        try:
            response = await self._client.get(address, headers={"Authorization": self._authorization})
        except httpx2.HTTPError as error:
            raise ToolError(sentences.NOT_REACHED(kind=type(error).__name__)) from error
        if response.status_code != httpx2.codes.OK:
            raise ToolError(_read_refusal(response))
        return response.content

    def build_link(self, page: str) -> str:
        """Build the address of a page for people."""
        return f"{self.public_url}/{page}"


def _read_filter(text: str) -> list[tuple[str, str]]:
    if len(text) > MAX_FILTER:
        raise ToolError(sentences.FILTER_TOO_LONG(characters=len(text), most=MAX_FILTER))
    text = text.strip().lstrip("?")
    if text and "=" not in text:
        return [("q", text)]
    return parse_qsl(text, keep_blank_values=True)


def _read_refusal(response: httpx2.Response) -> str:
    try:
        detail = orjson.loads(response.content)["detail"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return f"fioboard answered {response.status_code}."
    return str(detail)
