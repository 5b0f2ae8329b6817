"""Logs: JSON lines on stderr, control characters escaped by the encoder, never bodies, tokens or query values (W4)."""

import logging
import sys
from typing import Any

import orjson
import structlog


def _dumps(event: dict[str, Any], **_: Any) -> str:
    return orjson.dumps(event, default=str).decode()


def set_up(level: str) -> None:
    """Configures structlog and the standard library's loggers for this process."""
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
    logging.basicConfig(level=max(number, logging.WARNING), format="%(levelname)s %(name)s %(message)s")


def logger() -> Any:
    """The one logger."""
    return structlog.get_logger()
