"""Fingerprints: a hash over what matters of one facet, so that "the same?" needs no reading of documents.

`fp1:` and the SHA-256 of canonical JSON: sorted keys, whole numbers in base units, lists sorted unless order matters,
null left out. A change of what a projection holds changes every fingerprint: then VERSION rises.
What could not be read is listed as unknown: two fingerprints with different unknowns cannot be compared.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from fioboard.core.sanitize import canonical
from fioboard.engine.answers.difference import Sameness

VERSION = "fp1"
Facet = Literal["hw", "fw", "os", "path"]
State = Sameness


@dataclass(frozen=True, slots=True)
class Projection:
    """What one facet says: values by name, and the names of what is unknown."""

    values: Mapping[str, object]
    unknown: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """`fp1:` and 64 hex digits."""
        body = canonical({"values": self.values, "unknown": list(self.unknown)})
        return f"{VERSION}:{hashlib.sha256(body).hexdigest()}"

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known."""
        return not self.values


def build_projection(values: Mapping[str, object]) -> Projection:
    """Split what is known from what is not: None and what is empty are unknown. Floats become text."""
    known = {name: _simplify(value) for name, value in values.items() if value not in (None, [], {}, ())}
    return Projection(known, tuple(sorted(values.keys() - known.keys())))


def _simplify(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _simplify(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_simplify(item) for item in value]
    return f"{value:g}" if isinstance(value, float) else value


def sort_values(values: Iterable[object]) -> list[object]:
    """Return a list whose order does not matter, sorted by its canonical JSON."""
    return sorted((_simplify(value) for value in values), key=canonical)


def compare(base: Projection, new: Projection) -> State:
    """Same, different, or cannot tell: something known on both sides differs; else all must be known alike."""
    both = base.values.keys() & new.values.keys()
    if any(base.values[name] != new.values[name] for name in both):
        return "different"
    if base.unknown != new.unknown or not both:
        return "cannot_tell"
    return "same"
