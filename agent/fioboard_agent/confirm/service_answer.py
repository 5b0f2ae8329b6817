"""What the service says of the run and the finding to be confirmed; nothing of it is trusted to be harmless."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from fioboard_agent.delivery.upload import Service, UnreachableError, make_printable
from fioboard_agent.errors import RefusedError, SetupError


@dataclass(frozen=True)
class AskedDrive:
    """A drive as the inventory of the run knew it; `name` is the kernel's on that day."""

    name: str
    serial: Optional[str] = None
    wwid: Optional[str] = None


@dataclass(frozen=True)
class AskedTarget:
    """One target of the run. `filesystem` and its size are None for devices, and where nobody knew them."""

    path: str
    filesystem: Optional[str]
    filesystem_bytes: Optional[int]
    drives: tuple[AskedDrive, ...]


@dataclass(frozen=True)
class Asked:
    """A finding of a run, its experiment, and how the run was started. `options` are empty for a person's step.

    `duration_s` and `written_bytes` are of the run; None where the service does not know, or is older."""

    run_id: str
    url: str
    finding: str
    text: str
    step: str
    options: tuple[str, ...]
    is_destructive: bool
    argv: tuple[str, ...]
    job_file: Optional[str]
    targets: tuple[AskedTarget, ...]
    duration_s: Optional[float] = None
    written_bytes: Optional[int] = None


def ask(service: Service, run_id: str, host_id: str, finding: Optional[str]) -> Asked:
    """Raises SetupError when the service cannot be asked, RefusedError when there is nothing to confirm."""
    return read_asked(_request_answer(service, run_id, host_id, finding))


def ask_outcome(service: Service, asked: Asked, host_id: str, batch_id: str) -> Optional[str]:
    """The service's sentence about a batch of trials; None when it has none."""
    body = _request_answer(service, asked.run_id, host_id, asked.finding)
    tried = body.get("tried")
    for one in tried if isinstance(tried, list) else []:
        if isinstance(one, dict) and one.get("batch_id") == batch_id and isinstance(one.get("sentence"), str):
            return make_printable(one["sentence"])
    return None


def read_asked(body: dict[str, Any]) -> Asked:
    """Raises SetupError for what is no such answer, RefusedError for what cannot be tried."""
    try:
        experiment = body["experiment"]
        if experiment is None:
            raise RefusedError(f"{body['finding']}: this finding has no experiment that would confirm it.")
        if not body["argv"]:
            raise RefusedError("The run does not say how fio was started, so it cannot be repeated.")
        return Asked(
            run_id=_require_text(body["run_id"]),
            url=_require_text(body["url"]),
            finding=_require_text(body["finding"]),
            text=make_printable(_require_text(body["text"])),
            step=make_printable(_require_text(experiment["title"])),
            options=tuple(_require_text(option) for option in experiment["options"]),
            is_destructive=bool(experiment["is_destructive"]),
            argv=tuple(_require_text(argument) for argument in body["argv"]),
            job_file=None if body["job_file"] is None else _require_text(body["job_file"]),
            targets=tuple(_read_target(target) for target in body["targets"]),
            duration_s=_read_number(body.get("duration_s")),
            written_bytes=_read_whole(body.get("written_bytes")),
        )
    except (KeyError, TypeError, AttributeError):
        raise SetupError("The service's answer cannot be read. Is the service older than this agent?") from None


def _request_answer(service: Service, run_id: str, host_id: str, finding: Optional[str]) -> dict[str, Any]:
    try:
        answer = service.confirmation(run_id, host_id, finding)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if answer.status == 404:
        raise RefusedError(answer.sentence)
    if not answer.is_success:
        raise SetupError(f"{service.url} did not say what to try ({answer.status}): {answer.sentence}")
    return answer.body


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _read_optional(value: object) -> Optional[str]:
    return None if value is None else _require_text(value)


def _read_number(value: object) -> Optional[float]:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 < value < 1e9 else None


def _read_whole(value: object) -> Optional[int]:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _read_target(entry: dict[str, Any]) -> AskedTarget:
    size = entry["filesystem_bytes"]
    return AskedTarget(
        _require_text(entry["path"]),
        _read_optional(entry["filesystem"]),
        size if isinstance(size, int) else None,
        tuple(
            AskedDrive(_require_text(drive["name"]), _read_optional(drive["serial"]), _read_optional(drive["wwid"]))
            for drive in entry["drives"]
        ),
    )
