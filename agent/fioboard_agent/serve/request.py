"""A request as the service sends it. Nothing of it is trusted: every field has a type and a pattern, or is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional
from uuid import UUID

from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.served_policy import ALLOWED, require_served_options
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.workload import GRID

SUITE, JOB, REPEAT = "suite", "job", "repeat"
_JOB_OPTIONS = ("rw", "bs", "iodepth", "numjobs", "runtime", "rwmixread")
PARAMETERS: Mapping[str, str] = {
    **{option: ALLOWED[option] for option in _JOB_OPTIONS},
    "repeats": r"[1-9]\d?|100",
    "metric": "clat_p99|iops|bw",
    "limit": r"[1-9]\d{0,8}(\.\d{1,3})?(ns|us|ms|s|k|M|[kMG]B/s)?",
    "until": r"(?!0+(\.0+)?%?$)\d{1,2}(\.\d{1,3})?%?",
}
_MAX_LIST_CHARACTERS = 200
# fio allocates a buffer for each request in flight.
MAX_BUFFER_BYTES = 1 << 30
_MAX_CHARACTERS = 4_096


@dataclass(frozen=True)
class ServedRequest:
    """A request of the service, well formed. Whether this host allows it is decided in `decision`."""

    id: str
    kind: str
    name: Optional[str]
    target: str
    run_id: Optional[str]
    parameters: dict[str, str] = field(default_factory=dict)
    is_together: bool = False
    """fio starts at one moment with other hosts, each step of a suite anew."""
    seed: Optional[int] = None
    """Of the order of a suite's steps, which is then the same on all hosts."""

    @property
    def options(self) -> dict[str, str]:
        """The parameters that are options of fio."""
        return {key: value for key, value in self.parameters.items() if key in _JOB_OPTIONS}

    @property
    def largest(self) -> dict[str, str]:
        """The options, each with the largest of its values."""
        return {key: max(value.split(","), key=lambda one: parse_size(one) or 0) for key, value in self.options.items()}


def read_request_id(document: Mapping[str, Any]) -> str:
    """Read the id, by which a refusal is reported. Raises ValueError where there is none."""
    value = document.get("id")
    if not isinstance(value, str) or str(UUID(value)) != value or not UUID(value).int:
        raise ValueError
    return value


def read_request(document: Mapping[str, Any]) -> ServedRequest:
    """Read a request whose id is sound. Raises RefusedError with the reason for people; unknown fields are ignored."""
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in {SUITE, JOB, REPEAT}:
        raise RefusedError(f"This agent does not know requests of the kind {_format_word(kind)}.")
    name, run_id = document.get("name"), document.get("run_id")
    if kind == REPEAT:
        run_id = _read_run_id(run_id)
    elif not isinstance(name, str):
        raise RefusedError(f"The request names no {kind}.")
    target = document.get("target")
    if not isinstance(target, str) or len(target) > _MAX_CHARACTERS:
        raise RefusedError("The request names no target.")
    given = document.get("parameters")
    if not isinstance(given, dict):
        raise RefusedError("The request's parameters are not an object.")
    parameters = {key: _read_parameter(key, value) for key, value in given.items()}
    is_together, seed = document.get("is_together") is True, document.get("seed")
    name = None if kind == REPEAT else name
    return ServedRequest(
        read_request_id(document),
        kind,
        name,
        target,
        run_id,
        parameters,
        is_together,
        seed if type(seed) is int and 0 <= seed < 1 << 31 else None,
    )


def require_bounded_buffers(options: Mapping[str, str]) -> None:
    """Raise RefusedError for options, of one job, with which fio would take the host's memory."""
    try:
        needed = (
            (parse_size(options.get("bs", "4k")) or 0)
            * int(options.get("iodepth", "1"))
            * int(options.get("numjobs", "1"))
        )
    except ValueError:
        raise RefusedError("iodepth and numjobs must be plain numbers.") from None
    if needed > MAX_BUFFER_BYTES:
        raise RefusedError(
            f"bs, iodepth and numjobs together need {needed / 1e9:.1f} GB of buffers; "
            f"a request may have {MAX_BUFFER_BYTES / 1e9:.1f} GB."
        )


def require_job_options(options: Mapping[str, str]) -> None:
    """Raise RefusedError for options of fio that a request may not change, or not in this way."""
    require_served_options(options)
    require_bounded_buffers(options)


def _read_run_id(value: object) -> str:
    try:
        if isinstance(value, str) and str(UUID(value)) == value:
            return value
    except ValueError:
        pass
    raise RefusedError("The request names no run to repeat.")


def _read_parameter(key: str, value: object) -> str:
    pattern = PARAMETERS.get(key)
    if pattern is None:
        raise RefusedError(f"A request may not set {_format_word(key)}. It may set {', '.join(PARAMETERS)}.")
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise RefusedError(f"{key} must be a word or a whole number.")
    # Python refuses to spell out a number of more than 4,300 digits.
    text = value if isinstance(value, str) else str(value) if abs(value) < 10**15 else "too large"
    # Of a sweep, each axis may have several values.
    words = text.split(",") if key in GRID and len(text) <= _MAX_LIST_CHARACTERS else [text]
    if not text.isascii() or not all(re.fullmatch(pattern, word) for word in words):
        raise RefusedError(f"A request may not set {key}={_format_word(text)}.")
    return text


def _format_word(value: object) -> str:
    """Quote a word that the service sent, short and printable; of anything else name the type."""
    return ascii(value[:64]) if isinstance(value, str) else f"<{type(value).__name__}>"
