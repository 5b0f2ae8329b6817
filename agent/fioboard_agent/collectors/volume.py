"""The shape of one entry of the document's `volumes`: something built on disks, or on nothing."""

from __future__ import annotations

from typing import Any, Optional

Volume = dict[str, Any]
_FIELDS = ("level", "chunk_bytes", "layout", "width", "metadata", "state", "is_degraded", "container")


def make_volume(
    kind: str,
    members: list[str],
    options: Optional[dict[str, Any]] = None,
    uuid: Optional[str] = None,
    **known: Any,
) -> Volume:
    """Fields not given are null. `members` are names of disks, partitions or volumes, in the array's order where it has
    one. Options without a value are left out."""
    unknown = set(known) - {*_FIELDS, "controller_pci"}
    if unknown:
        raise TypeError(f"a volume has no {unknown}")
    return {
        "kind": kind,
        **{field: known.get(field) for field in _FIELDS},
        "members": members,
        "options": {key: value for key, value in (options or {}).items() if value is not None},
        "controller_pci": known.get("controller_pci"),
        "uuid": uuid,
    }
