"""A process of its own that has Apprise send one message, or read one address: `python -m` of this module.

Apprise knows how 100 services are spoken to, and speaks through `requests`. Here, where nothing else runs, it may look
up names only through a guard, follows no redirect, has no proxy of the environment and little memory; whoever started
it kills it when its time is over. In: one JSON object on standard input. Out: one on standard output.
"""

import json
import logging
import re
import resource
import socket
import sys
from typing import Protocol, TypedDict, cast

from apprise import Apprise, AppriseAsset, NotifyFormat

from fioboard.features.notifications.public_address import PRIVATE, is_public
from fioboard.vocabulary.notifications import CHAT_SCHEMES


class Asked(TypedDict):
    """What goes in; without `body` the address is only read."""

    address: str
    title: str
    body: str | None
    is_private_allowed: bool


class Lookup(Protocol):
    """socket.getaddrinfo; of each of its answers the last part begins with the address."""

    def __call__(
        self, *args: object, **kwargs: object
    ) -> list[tuple[int, int, int, str, tuple[str | int, ...]]]: ...


UNREADABLE = "This is no address that Apprise understands for this service."
_MEMORY_BYTES = 1 << 30
_STATUS = re.compile(r"\berror[=:] ?(\d{3})\b")


def answer(asked: Asked) -> dict[str, str | None]:
    """`service`: its name, None when the address is not understood. `error`: why it was not taken, else None."""
    scheme = asked["address"].partition("://")[0].lower()
    if scheme not in CHAT_SCHEMES:
        return {"service": None, "error": UNREADABLE}
    asset = AppriseAsset(http_redirects=False, secure_logging=True)
    service = Apprise.instantiate(asked["address"], asset=asset, suppress_exceptions=True)
    if service is None:
        return {"service": None, "error": UNREADABLE}
    name = str(service.service_name)
    if asked["body"] is None:
        return {"service": name, "error": None}
    refused = _guard(is_private_allowed=asked["is_private_allowed"])
    log = _Last()
    logging.getLogger("apprise").addHandler(log)
    sender = Apprise(asset=asset)
    sender.add(service)
    if sender.notify(title=asked["title"], body=asked["body"], body_format=NotifyFormat.TEXT):
        return {"service": name, "error": None}
    return {"service": name, "error": refused[-1] if refused else log.reason()}


def _guard(*, is_private_allowed: bool) -> list[str]:
    """From here on names and addresses are looked up once, checked, and those that were checked are connected to."""
    refused: list[str] = []
    looked_up = cast(Lookup, socket.getaddrinfo)

    def checked(*args: object, **kwargs: object) -> object:
        known = looked_up(*args, **kwargs)
        if not is_private_allowed and not all(is_public(str(one[4][0])) for one in known):
            refused.append(PRIVATE)
            raise OSError(PRIVATE)
        return known

    vars(socket)["getaddrinfo"] = checked
    return refused


class _Last(logging.Handler):
    """Keeps the status that the service answered; texts of the log may name secrets and are not kept."""

    status: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if told := _STATUS.search(record.getMessage()):
            self.status = told[1]

    def reason(self) -> str:
        if self.status is None:
            return "The service could not be reached, or did not take it."
        return f"The service answered {self.status}."


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
