"""Every place of a share's sources, and the sources with something put there."""

import re
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from fioboard.app.sharing.redaction import Sources

Path = tuple[str | int, ...]
# Objects whose keys are data.
MAPS = frozenset(
    [
        "pci",
        "disks",
        "volumes",
        "job_options",
        "labels",
        "settings_source",
        "workload_options",
        "metrics",
        "headlines",
        "percentiles",
        "global_options",
        "module_params",
        "mitigations",
        "governors",
        "correctable",
        "nonfatal",
        "fatal",
        "sources",
        "raw",
        "manual",
        "idle",
    ]
)
PARTS = ("runs", "inventories", "compare", "distributions", "series", "batch")


def parts(sources: Sources) -> dict[str, Any]:
    return {name: getattr(sources, name) for name in PARTS}


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Paths of every text; those of keys that are data end in "#KEY"."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        is_map = bool(path) and (path[-1] in MAPS or (isinstance(path[-1], int) and path[-2] in MAPS))
        for key, item in value.items():
            if is_map:
                yield (*path, f"#{key}")
            yield from leaves(item, (*path, key))
    elif isinstance(value, list | tuple):
        for position, item in enumerate(value):
            yield from leaves(item, (*path, position))


def pattern(path: Path) -> str:
    """Where a path is, whatever drive, function or run it is of."""
    above = ("", *path)
    told = (
        "*" if isinstance(step, int) or re.search(r"\d", step) or over in MAPS else step
        for over, step in zip(above, path, strict=False)
    )
    return ".".join(told)


def distinct(sources: Sources, of: Collection[str]) -> list[Path]:
    """One path of each pattern in some parts of the sources."""
    first: dict[str, Path] = {}
    for path in leaves({name: part for name, part in parts(sources).items() if name in of}):
        first.setdefault(pattern(path), path)
    return list(first.values())


def put(sources: Sources, path: Path, text: str) -> Sources:
    """The sources with a text at a place, of a key or of a value; `{}` in it is what stood there."""
    part = deepcopy(parts(sources)[str(path[0])])
    found: Any = {path[0]: list(part) if isinstance(part, tuple) else part}
    for step in path[:-1]:
        found = found[step]
    last = path[-1]
    if isinstance(last, str) and last.startswith("#"):
        old = last[1:]
        items = [(text.format(old) if key == old else key, item) for key, item in found.items()]
        found.clear()
        found.update(items)
    else:
        found[last] = text.format(found[last])
    top = found if len(path) == 1 else None
    return replace(sources, **{str(path[0]): part if top is None else top[path[0]]})
