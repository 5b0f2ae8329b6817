"""The fingerprints that are stored with an inventory."""

from collections.abc import Mapping
from typing import Any

from fioboard.inventory import FACTS_VERSION, facets, units
from fioboard.inventory.fingerprint import Projection


def facets_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Facet → fingerprint, None where nothing at all is known; `unknown`: facet → names that its fingerprint lacks.

    `units` stands beside the facets: which parts these are, not what they can do.
    """
    found: dict[str, Projection] = {"units": units.of_machine(document)}
    found |= {str(facet): p for facet, p in facets.of_machine(document).items()}
    return {
        **{facet: None if p.is_empty else p.fingerprint for facet, p in found.items()},
        "unknown": {facet: list(p.unknown) for facet, p in found.items()},
        "facts_version": FACTS_VERSION,
    }
