"""The shape of one entry of the document's `volumes`: something built on disks, or on nothing."""

from __future__ import annotations

from typing import Any, Optional, cast

from fioboard_agent.inventory_types import Volume


def make_volume(
    kind: str,
    members: list[str],
    options: Optional[dict[str, Any]] = None,
    uuid: Optional[str] = None,
    **known: Any,
) -> Volume:
    """Fields not given are null. `members` are names of disks, partitions or volumes, in the array's order where it has
    one. Options without a value are left out."""
    unknown = set(known) - set(Volume.__annotations__)
    if unknown:
        raise TypeError(f"a volume has no {unknown}")
    return cast(
        Volume,
        {
            **dict.fromkeys(Volume.__annotations__),
            **known,
            "kind": kind,
            "members": members,
            "options": {key: value for key, value in (options or {}).items() if value is not None},
            "uuid": uuid,
        },
    )
