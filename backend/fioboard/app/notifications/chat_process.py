"""A process of its own that has Apprise send one message, or read one address: `python -m` of this module.

Apprise speaks to 100 services through `requests`. Before it sees an address, the query keys are checked and the process
is confined (chat_confinement.py): it opens no file but those of its own libraries, connects only to addresses that were
looked up and checked, follows no redirect, has no proxy of the environment and little memory. The parent kills it when
its time is over. In: one JSON object on standard input. Out: one on standard output.
"""

import json
import logging
import re
import resource
import sys
from typing import TypedDict

from apprise import Apprise, AppriseAsset, NotifyFormat
from apprise.utils.parse import parse_url

from fioboard.app.notifications import chat_confinement, sentences
from fioboard.engine.words.notifications import CHAT_QUERY_KEYS


class Asked(TypedDict):
    """What goes in; without `body` the address is only read."""

    address: str
    title: str
    body: str | None
    is_private_allowed: bool


UNREADABLE = "Apprise does not support this address for this service."
_MEMORY_BYTES = 1 << 30
_NAMED = frozenset({"template", "attach", "redirect", "filename", "store", "verify", "image"})
_STATUS = re.compile(r"\berror[=:] ?(\d{3})\b")


def answer(asked: Asked) -> dict[str, str | None]:
    """`service`: its name, None when the address is not understood. `error`: why it was not taken, else None."""
    if (unusable := refusal(asked["address"])) is not None:
        return {"service": None, "error": unusable}
    refused = chat_confinement.confine(is_private_allowed=asked["is_private_allowed"])
    asset = AppriseAsset(http_redirects=False, secure_logging=True)
    service = Apprise.instantiate(asked["address"], asset=asset, suppress_exceptions=True)
    if service is None:
        return {"service": None, "error": UNREADABLE}
    name = str(service.service_name)
    if asked["body"] is None:
        return {"service": name, "error": None}
    log = _Last()
    logging.getLogger("apprise").addHandler(log)
    sender = Apprise(asset=asset)
    sender.add(service)
    if sender.notify(title=asked["title"], body=asked["body"], body_format=NotifyFormat.TEXT):
        return {"service": name, "error": None}
    return {"service": name, "error": refused[-1] if refused else log.reason()}


def refusal(address: str) -> str | None:
    """Why Apprise must not see this address, None when it may. The query is read by Apprise's own parser."""
    parts = parse_url(address, verify_host=False)  # type: ignore[no-untyped-call] # Apprise has no types
    allowed = CHAT_QUERY_KEYS.get(address.partition("://")[0].lower())
    if parts is None or allowed is None:
        return UNREADABLE
    if unknown := sorted(set(parts["qsd"]) - allowed):
        # A key may be a secret that was pasted at the wrong place: only Apprise's own words are repeated.
        named = [f"`{key}=`" for key in unknown if key in _NAMED]
        which = ", ".join(named) if named else "One of the options after `?`"
        return sentences.CHAT_NOT_ALLOWED(service=which, allowed=", ".join(sorted(allowed)))
    return None


class _Last(logging.Handler):
    """Keeps the status that the service answered; texts of the log may name secrets and are not kept."""

    status: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if match := _STATUS.search(record.getMessage()):
            self.status = match[1]

    def reason(self) -> str:
        if self.status is None:
            return "The service could not be reached, or rejected the message."
        return sentences.CHAT_ANSWERED(status=self.status)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
