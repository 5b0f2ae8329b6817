"""A message to a chat service, by Apprise in a process of its own (chat_process.py)."""

import asyncio
import contextlib
import sys
from typing import TypedDict

import orjson

from fioboard.app.notifications.address import Refused
from fioboard.app.notifications.text import format_subject, format_text
from fioboard.core.config import settings
from fioboard.core.secret_box import Destination
from fioboard.engine.answers.notification import NotificationMessage

_PROCESS = "fioboard.app.notifications.chat_process"
_MAX_ANSWER_BYTES = 10_000


class _Answer(TypedDict):
    service: str | None
    error: str | None


async def chat(destination: Destination, message: NotificationMessage) -> None:
    """Sends it. Raises Refused when it was not taken."""
    answer = await _ask(destination.address, format_subject(message), format_text(message))
    if answer["error"] is not None:
        raise Refused(answer["error"])


async def find_service(address: str) -> str:
    """Find the name of the service that an address is of. Raises Refused when it is of none that is allowed."""
    answer = await _ask(address, "", None)
    if answer["service"] is None:
        raise Refused(answer["error"] or "")
    return answer["service"]


async def _ask(address: str, title: str, body: str | None) -> _Answer:
    asked = {
        "address": address,
        "title": title,
        "body": body,
        "is_private_allowed": settings().notify_private,
    }
    # The address is a secret: it goes in by standard input, where no list of processes shows it. No proxy is known.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-m", _PROCESS),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
    )
    try:
        out, _ = await process.communicate(orjson.dumps(asked))
    finally:
        # Also when its time is over: nothing of it stays.
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if process.returncode != 0 or len(out) > _MAX_ANSWER_BYTES:
        raise Refused("The message to the service could not be sent.")
    answer: _Answer = orjson.loads(out)
    return answer
