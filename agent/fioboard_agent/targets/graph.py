"""The layers below a target as nodes and edges: two arrays can share a drive, so a list would not do."""

from __future__ import annotations

from typing import Any, Optional


class Graph:
    """Nodes in the order they were found. A node is added once; reaching it again only adds the edge."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[str, Any]] = {}
        # Nodes whose children are several ways to one drive, not several drives.
        self.multipath: set[str] = set()

    def add(self, node: str, kind: str, name: Optional[str], parent: Optional[str] = None) -> bool:
        """False when the node was there already: then what is below it is, too."""
        is_new = node not in self.nodes
        if is_new:
            self.nodes[node] = {"kind": kind, "name": name, "children": []}
        if parent is not None and node != parent and node not in self.nodes[parent]["children"]:
            self.nodes[parent]["children"].append(node)
        return is_new

    def members(self, root: str) -> list[str]:
        """Names of the disks below `root`, in order, each once; of several paths to one drive the first."""
        names: list[str] = []
        seen: set[str] = set()
        self._walk(root, names, seen)
        return names

    def _walk(self, node: str, names: list[str], seen: set[str]) -> None:
        if node in seen or node not in self.nodes:
            return
        seen.add(node)
        entry = self.nodes[node]
        if entry["kind"] == "disk" and entry["name"] is not None:
            names.append(entry["name"])
        for child in entry["children"][:1] if node in self.multipath else entry["children"]:
            self._walk(child, names, seen)

    def build_document(self, root: str) -> dict[str, Any]:
        """Build the target's `graph`."""
        return {"root": root, "nodes": self.nodes}
