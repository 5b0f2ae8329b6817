"""ZFS pools from `zpool` and `zfs`: the same programs on Linux, FreeBSD and macOS.

`zpool status -j` (2.3 and newer) first, then its text, then `zpool list -v`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Optional

from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import UNPARSED, Reader
from fioboard_agent.inventory_types import Volume

_STATUS_JSON = ("zpool", "status", "-j", "--json-int", "-P", "-L")
_STATUS_TEXT = ("zpool", "status", "-P", "-L")
_LIST_TEXT = ("zpool", "list", "-v", "-p", "-P", "-L")  # with -H the indentation is lost
_AUXILIARY = {"logs", "log", "cache", "l2cache", "spares", "special", "dedup"}
_GROUP = re.compile(r"(mirror|raidz[123]?|draid[123]?|spare|replacing|indirect)(?:[-:].*)?")
_STATES = {"ONLINE", "DEGRADED", "FAULTED", "OFFLINE", "UNAVAIL", "REMOVED", "SUSPENDED"}
_PROPERTIES = "recordsize,compression,primarycache,sync,atime,logbias"

# One top-level virtual device: (role, type, members). The role is "data" or one of _AUXILIARY.
VirtualDevice = tuple[str, str, list[str]]
Pools = dict[str, tuple[Optional[str], list[VirtualDevice]]]


def collect_zfs(reader: Reader) -> dict[str, Volume]:
    """One volume per imported pool under its name. `members` are the data devices in order; logs, caches, spares and
    the groups are in `options`; `level` is what all groups are (`mirror`, `raidz2`, `stripe`), else `mixed`."""
    pools = _ask_pools(reader)
    volumes = {name: _build_volume(state, devices) for name, (state, devices) in pools.items()}
    for name, volume in volumes.items():
        volume["options"].update(_read_properties(reader, name))
    return volumes


def parse_status_json(text: str) -> Pools:
    """Pools with state and virtual devices. Raises ValueError, KeyError, TypeError, AttributeError on anything else."""
    pools = {}
    for name, pool in json.loads(text)["pools"].items():
        devices: list[VirtualDevice] = []
        for root in pool["vdevs"].values():
            for entry in (root.get("vdevs") or {}).values():
                devices.append(("data", _get_type(entry), _list_leaves(entry)))
        for role in sorted(_AUXILIARY & set(pool)):
            for entry in pool[role].values():
                devices.append((role, _get_type(entry), _list_leaves(entry)))
        pools[name] = (pool.get("state"), devices)
    return pools


def parse_status_text(text: str) -> Pools:
    """Pools of `zpool status`: blocks of `pool:`, `state:`, `config:` with a table indented by two."""
    pools = {}
    for block in re.split(r"^\s*pool: ", text, flags=re.MULTILINE)[1:]:
        name = block.split("\n", 1)[0].strip()
        state = re.search(r"^ *state: (\S+)", block, re.MULTILINE)
        table = block.partition("config:")[2].partition("\nerrors:")[0]
        rows = [line.expandtabs(8) for line in table.splitlines() if line.strip()]
        # The heading is indented like the pool itself; both are no devices.
        margin = len(rows[0]) - len(rows[0].lstrip()) if rows else 0
        pools[name] = (state.group(1) if state else None, _parse_table(rows[2:], margin))
    return pools


def parse_list_text(text: str) -> Pools:
    """Pools of `zpool list -v`: the pool at the margin, its devices below it, indented by two."""
    pools: dict[str, tuple[Optional[str], list[str]]] = {}
    rows: list[str] = []
    for row in text.splitlines():
        words = row.split()
        if not words or words[0] == "NAME":
            continue
        if row[0] != " " and words[0] not in _AUXILIARY:
            rows = []
            state = next((word for word in words[1:] if word in _STATES), None)
            pools[words[0]] = (state, rows)
        else:
            rows.append(row)
    return {name: (state, _parse_table(rows, 0)) for name, (state, rows) in pools.items()}


def _ask_pools(reader: Reader) -> Pools:
    for argv, parse in (
        (_STATUS_JSON, parse_status_json),
        (_STATUS_TEXT, parse_status_text),
        (_LIST_TEXT, parse_list_text),
    ):
        answer = reader.ask(argv)
        if answer is None:
            return {}
        if answer.exit_code != 0 or not answer.text.strip():
            continue
        try:
            return parse(answer.text)
        except (ValueError, KeyError, TypeError, AttributeError):
            reader.source.note(UNPARSED, f"{' '.join(argv[:3])}: {answer.text[:60]}")
    return {}


def _build_volume(state: Optional[str], devices: list[VirtualDevice]) -> Volume:
    data = [(kind, members) for role, kind, members in devices if role == "data"]
    kinds = {kind for kind, _ in data}
    members = [member for _, group in data for member in group]
    options: dict[str, Any] = {"groups": [{"type": kind, "members": group} for kind, group in data]}
    for role in sorted(_AUXILIARY):
        options[role] = [member for where, _, group in devices if where == role for member in group] or None
    return make_volume(
        "zfs",
        members,
        options,
        level=None if not kinds else kinds.pop() if len(kinds) == 1 else "mixed",
        width=len(members) or None,
        state=state,
        is_degraded=None if state is None else state != "ONLINE",
    )


def _read_properties(reader: Reader, pool: str) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for argv in (["zpool", "get", "-Hp", "ashift", pool], ["zfs", "get", "-Hp", _PROPERTIES, pool]):
        answer = reader.ask(argv)
        for line in answer.text.splitlines() if answer and answer.exit_code == 0 else []:
            fields = line.split("\t")
            if len(fields) >= 3 and fields[0] == pool:
                properties[fields[1]] = int(fields[2]) if fields[2].isdigit() else fields[2]
    return properties


def _parse_table(rows: list[str], margin: int) -> list[VirtualDevice]:
    """Parse the devices of an indented table. A word of _AUXILIARY at the pool's margin begins another role."""
    devices: list[VirtualDevice] = []
    role, top = "data", margin + 2
    for row in rows:
        indent, name = len(row) - len(row.lstrip()), row.split()[0]
        if indent <= margin:
            role = {"cache": "l2cache", "log": "logs"}.get(name, name) if name in _AUXILIARY else "data"
        elif indent == top:
            group = _GROUP.fullmatch(name)
            devices.append((role, group.group(1), []) if group else (role, "stripe", [_strip_dev(name)]))
        elif devices and not _GROUP.fullmatch(name):
            devices[-1][2].append(_strip_dev(name))
    return devices


def _get_type(entry: dict[str, Any]) -> str:
    kind = str(entry.get("vdev_type"))
    if kind not in {"raidz", "draid"}:
        return "stripe" if kind in {"disk", "file"} else kind
    match = _GROUP.fullmatch(str(entry.get("name")))
    return match.group(1) if match else kind


def _list_leaves(entry: dict[str, Any]) -> list[str]:
    inner = entry.get("vdevs")
    if inner:
        return [leaf for child in inner.values() for leaf in _list_leaves(child)]
    return [_strip_dev(str(entry.get("path") or entry["name"]))]


def _strip_dev(path: str) -> str:
    """Return `sda1` of `/dev/sda1`; a file's path stays whole."""
    return path[len("/dev/") :] if path.startswith("/dev/") else path
