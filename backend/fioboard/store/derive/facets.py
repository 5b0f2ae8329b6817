"""The fingerprints that are stored with an inventory."""

from typing import TypedDict

from fioboard.core.sanitize import Document, encoded
from fioboard.engine.hardware.inventory import FACTS_VERSION, facets, units
from fioboard.engine.hardware.inventory.fingerprint import Projection

MAX_KEPT = 1_000
# By the content's SHA-256: a host sends the same inventory with each of its runs.
_kept: dict[bytes, str] = {}


class InventoryFacets(TypedDict):
    """Fingerprints of an inventory; None where nothing at all is known."""

    hw: str | None
    fw: str | None
    os: str | None
    units: str | None
    """Beside the facets: which parts these are, not what they can do."""
    unknown: dict[str, list[str]]
    """Facet → names that its fingerprint lacks."""
    facts_version: int


def compute_fingerprints(document: Document) -> InventoryFacets:
    """Compute the fingerprints of an inventory document."""
    of_units, of_machine = units.collect_serials(document), facets.project_machine(document)
    return {
        "units": _fingerprint(of_units),
        "hw": _fingerprint(of_machine["hw"]),
        "fw": _fingerprint(of_machine["fw"]),
        "os": _fingerprint(of_machine["os"]),
        "unknown": {
            "units": list(of_units.unknown),
            **{facet: list(projection.unknown) for facet, projection in of_machine.items()},
        },
        "facts_version": FACTS_VERSION,
    }


def encoded_facets(document: Document, content_sha256: bytes) -> str:
    """The same as JSON, of a document that was read before as it was kept."""
    text = _kept.get(content_sha256)
    if text is None:
        text = encoded(compute_fingerprints(document))
        if len(_kept) >= MAX_KEPT:
            del _kept[next(iter(_kept))]
        _kept[content_sha256] = text
    return text


def _fingerprint(projection: Projection) -> str | None:
    return None if projection.is_empty else projection.fingerprint
