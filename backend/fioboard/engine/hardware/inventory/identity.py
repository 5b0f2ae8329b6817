"""Which entry is which in two documents: drives by serial, functions by place, modules by locator. Kernel names and bus
numbers change by themselves and tell nothing."""

import re
from collections.abc import Mapping

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.schema_marks import Mark
from fioboard.engine.hardware.inventory.tolerant import named, text


class Names:
    """Translates the names that one document uses into lasting ones."""

    def __init__(self, document: Document) -> None:
        self.pci = {address: text(f, "stable_path") or address for address, f in named(document, "pci")}
        self.disks: dict[str, str] = {}
        taken: dict[str, int] = {}
        for name, disk in named(document, "disks"):
            lasting = self.identify_disk(name, disk)
            taken[lasting] = taken.get(lasting, 0) + 1
            # Two drives may share a serial or WWID; then their order has to do.
            self.disks[name] = lasting if taken[lasting] == 1 else f"{lasting}#{taken[lasting]}"

    def identify_disk(self, name: str, disk: Document) -> str:
        """Return the serial, else WWID, else model and place, else the kernel's name."""
        known = text(disk, "serial") or text(disk, "wwid")
        if known:
            return known
        place = self.pci.get(text(disk, "pci") or "")
        model = text(disk, "model")
        return f"{model} at {place}" if place and model else place or name

    def resolve(self, kind: str, value: object) -> object:
        """What a reference names, by lasting names: an address, a disk or partition; lists one by one."""
        if isinstance(value, list):
            return [self.resolve(kind, item) for item in value]
        if kind == "pci":
            return self.pci.get(value, value) if isinstance(value, str) else value
        return self._resolve_disk(value) if kind == "disks" and isinstance(value, str) else value

    def _resolve_disk(self, name: str) -> str:
        if name in self.disks:
            return self.disks[name]
        # Longest name first: sdab1 is a partition of sdab, not of sda.
        for disk in sorted(self.disks, key=len, reverse=True):
            rest = name.removeprefix(disk)
            if rest != name and re.fullmatch(r"p?\d+", rest):
                return f"{self.disks[disk]} partition {rest.removeprefix('p')}"
        return name

    def map_entries(self, mark: Mark, where: str, value: object) -> dict[str, Document]:
        """Map entries of a list or map by what distinguishes them; those that share it are numbered."""
        entries: list[tuple[str, Document]] = []
        if isinstance(value, Mapping):
            entries = [(name, entry) for name, entry in value.items() if isinstance(entry, Mapping)]
        elif isinstance(value, list):
            entries = [(str(i), entry) for i, entry in enumerate(value) if isinstance(entry, Mapping)]
        by_key: dict[str, Document] = {}
        for name, entry in entries:
            key = self.disks.get(name, name) if where == "disks" else self._build_key(mark, name, entry)
            unique, n = key, 1
            while unique in by_key:
                n += 1
                unique = f"{key}#{n}"
            by_key[unique] = entry
        return by_key

    def _build_key(self, mark: Mark, name: str, entry: Document) -> str:
        for candidate in mark.keys:
            value = entry.get(candidate)
            if value is not None and value != "":
                below = mark.item() if "items" in mark.schema else mark.field(name)
                kind = below.field(candidate).reference
                return str(self.resolve(kind, value) if kind else value)
        return name
