"""The fingerprints that are stored with an inventory."""

from collections.abc import Mapping
from typing import Any

from fioboard.inventory import FACTS_VERSION, facets


def facets_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Facet → fingerprint, None where nothing at all is known; `unknown`: facet → names that its fingerprint lacks."""
    found = facets.of_machine(document)
    return {
        **{facet: None if p.is_empty else p.fingerprint for facet, p in found.items()},
        "unknown": {facet: list(p.unknown) for facet, p in found.items()},
        "facts_version": FACTS_VERSION,
    }
