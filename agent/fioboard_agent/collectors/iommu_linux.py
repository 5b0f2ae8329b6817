"""Is an IOMMU at work, and how it translates: `identity` (passthrough), `DMA` (strict), `DMA-FQ` (lazy)."""

from __future__ import annotations

from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Iommu

UNITS = "/sys/class/iommu"
GROUPS = "/sys/kernel/iommu_groups"


def collect_iommu(reader: Reader) -> Iommu:
    """`is_active` (null when the kernel shows neither folder), `group_types` {type: number of groups}; kernels before
    5.11 do not tell the type."""
    units, groups = reader.names(UNITS), reader.names(GROUPS)
    types: dict[str, int] = {}
    for group in groups:
        kind = reader.text(f"{GROUPS}/{group}/type") if group.isdigit() else None
        if kind is not None:
            types[kind] = types.get(kind, 0) + 1
    is_known = reader.exists(UNITS) or reader.exists(GROUPS)
    return {
        "is_active": bool(units or groups) if is_known else None,
        "group_types": dict(sorted(types.items())),
    }
