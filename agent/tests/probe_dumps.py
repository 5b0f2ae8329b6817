"""Documents of storage probes (udev properties and sysfs attributes per block device) as roots of /sys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def probe_tree(source: Path, folder: Path) -> Path:
    """The root of the machine that the probe saw, as far as it wrote it down: no slaves, no md and dm folders but the
    names that udev keeps."""
    document = json.loads(source.read_text(encoding="utf-8"))
    document = document.get("storage", document)
    for properties in document["blockdev"].values():
        if properties.get("DEVPATH"):
            _put_block_device(folder, properties)
    for name, properties in (document.get("nvme") or {}).items():
        device = folder / "sys" / properties["DEVPATH"].lstrip("/")
        _put_attributes(device, properties.get("attrs") or {})
        _link(folder / "sys/class/nvme" / name, device)
    return folder


def _put_block_device(folder: Path, properties: dict[str, Any]) -> None:
    device = folder / "sys" / properties["DEVPATH"].lstrip("/")
    attributes = dict(properties.get("attrs") or {})
    # The probe writes bytes where the kernel counts sectors.
    if str(attributes.get("size", "")).isdigit():
        attributes["size"] = str(int(attributes["size"]) // 512)
    _put_attributes(device, attributes)
    if "DM_NAME" in properties:
        _put_attributes(device / "dm", {"name": properties["DM_NAME"], "uuid": properties.get("DM_UUID")})
    _link(folder / "sys/class/block" / device.name, device)
    if properties.get("DEVTYPE") == "disk":
        _link(folder / "sys/block" / device.name, device)
    data = folder / f"run/udev/data/b{properties['MAJOR']}:{properties['MINOR']}"
    data.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"E:{key}={value}\n" for key, value in properties.items() if isinstance(value, str)]
    data.write_text("".join(lines), encoding="utf-8")


def _put_attributes(device: Path, attributes: dict[str, Any]) -> None:
    device.mkdir(parents=True, exist_ok=True)
    for name, value in attributes.items():
        path = device / name
        if isinstance(value, str) and not path.exists() and ".." not in name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(value + "\n", encoding="utf-8")


def _link(place: Path, target: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.is_symlink():
        place.symlink_to(target)
