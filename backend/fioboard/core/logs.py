"""Logs: JSON lines on stderr, control characters escaped by the encoder, never bodies, tokens or query values (W4).

Every line, tracebacks among them, passes a filter that knows tokens by their form (T1), the tokens of shares by the
addresses they stand in (L6), and secrets of the present request by their value.
"""

import logging
import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Protocol

import orjson
import structlog

_TOKENS = re.compile(r"(fioboard_[a-z]+_[0-9A-Za-z]{5}|(?:/s|/shared)/[0-9A-Za-z]{6})[0-9A-Za-z]{18,}")
_secrets: ContextVar[tuple[tuple[str, str], ...]] = ContextVar("secrets", default=())


def conceal(secret: str, shown: str) -> None:
    """From now on the logs of this request, or of this task, have `shown` in the place of `secret`."""
    _secrets.set((*_secrets.get(), (secret, f"{shown}…")))


def mask_secrets(line: str) -> str:
    """Return a line of a log with the first characters of each token only."""
    for secret, shown in _secrets.get():
        line = line.replace(secret, shown)
    return _TOKENS.sub(r"\1…", line)


class _Formatter(logging.Formatter):
    """Of libraries' own lines."""

    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


def _dumps(event: Mapping[str, object], **_: object) -> str:
    return mask_secrets(orjson.dumps(event, default=str).decode())


def set_up_logging(level: str) -> None:
    """Configure structlog and the standard library's loggers for this process."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler])


class Logger(Protocol):
    """What this service asks of structlog's logger: an event in a few words, and its facts by name."""

    def info(self, event: str, **facts: object) -> None:
        """As it should be."""

    def warning(self, event: str, **facts: object) -> None:
        """Somebody should look when there is time."""

    def error(self, event: str, **facts: object) -> None:
        """Somebody should look now."""

    def exception(self, event: str, **facts: object) -> None:
        """An error, with the traceback of the exception that is being handled."""


def logger() -> Logger:
    """The one logger."""
    log: Logger = structlog.get_logger()
    return log
