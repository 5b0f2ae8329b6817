"""What a factor is read from: the facts of one run, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fioboard.core.sanitize import Document

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One run as the factors see it. `inventory` is the agent's document or None; unknown values are None."""

    host_name: str
    tool_name: str
    tool_version: str | None
    target: str | None
    """What was measured, as engine/words/target_names.py spells it."""
    labels: Mapping[str, str]
    inventory: Document | None
    jobs: Sequence[Mapping[str, Scalar | None]]
    """Per result: rw, bs (bytes, or text when not one size), iodepth, numjobs, ioengine, direct."""
    facts: Mapping[str, "Scalar | list[Scalar]"] = field(default_factory=dict)
    """What follows from inventory, targets and samples, by factor key; unknown ones are absent."""


def read_path(document: Document | None, *path: str) -> Scalar | None:
    """Read the scalar at a path of nested objects; None when anything on the way is missing or not an object."""
    value: object = document
    for key in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(key)
    return value if isinstance(value, str | int | float | bool) and value != "" else None


def list_job_values(subject: Subject, option: str) -> list[Scalar]:
    """List the distinct known values of a job option over all results, in rising order."""
    values = {job[option] for job in subject.jobs if job.get(option) is not None}
    return sorted((v for v in values if v is not None), key=lambda v: (isinstance(v, str), v))
