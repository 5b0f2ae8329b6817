"""What is asked and how an answer is read, without waiting: both clients share it."""

import re
from collections.abc import Sequence
from typing import TypedDict
from urllib.parse import parse_qsl

import httpx2

from fioboard_client.errors import BY_STATUS, FioboardError, Unavailable

MAX_TRIES = 5
MAX_WAIT_S = 30
"""A service that asks for a longer pause is unavailable."""
TOKEN = re.compile(r"[!-~]+")
Pairs = Sequence[tuple[str, str]]


class Connection(TypedDict):
    """What both HTTP clients are made with."""

    base_url: str
    headers: dict[str, str]
    timeout: float


def prepare(url: str, token: str, timeout_s: float) -> Connection:
    """Prepare a connection. Raises ValueError, without the token in its text, for what cannot be one."""
    address = httpx2.URL(url)
    if address.scheme not in {"http", "https"} or address.userinfo:
        raise ValueError(
            "The url is the service's address, such as https://fio.example, without a name or a password."
        )
    token = token.strip()
    if not TOKEN.fullmatch(token):
        raise ValueError("The token is empty, or has characters that no token has.")
    return {
        "base_url": f"{url.rstrip('/')}/api/v1",
        "headers": {"Authorization": f"Bearer {token}", "Accept": "application/json"},
        "timeout": timeout_s,
    }


def read_filter(text: str) -> Pairs:
    """Read a filter as the pages write it, with or without `?`; a text without `=` is searched for."""
    text = text.strip().removeprefix("?")
    if text and "=" not in text:
        return [("q", text)]
    return parse_qsl(text, keep_blank_values=True)


def read_pause(response: httpx2.Response, tries: int) -> int | None:
    """Return the seconds to wait before the next try; None: the answer counts as it is."""
    pause = response.headers.get("retry-after", "")
    if response.status_code not in {429, 503} or tries >= MAX_TRIES or not pause.isdecimal():
        return None
    return int(pause) if int(pause) <= MAX_WAIT_S else None


def require_answer(response: httpx2.Response) -> bytes:
    """Return the body of an answer. Raises FioboardError with the API's sentence for a refusal."""
    status = response.status_code
    if status == httpx2.codes.OK:
        return response.content
    try:
        body = response.json()
        sentence, error = str(body["detail"]), str(body["error"])
    except (ValueError, KeyError, TypeError):
        sentence, error = f"fioboard answered {status}.", None
    raise BY_STATUS.get(status, FioboardError)(sentence, status, error)


def describe_failure(error: httpx2.TransportError) -> Unavailable:
    """Say that there was no answer."""
    return Unavailable(f"fioboard cannot be reached: {type(error).__name__}.")
