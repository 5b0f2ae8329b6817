"""Which machine every run ran on, as the share shows it: one entry per inventory, called after its host."""

from collections.abc import Mapping
from typing import Any

from fioboard.redaction.hardware import Machine, machine
from fioboard.redaction.path import PathRedactor
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.sources import Json, Sources


class Hosts:
    """The machines of a share, each projected once."""

    def __init__(self, sources: Sources, redactor: Redactor) -> None:
        self.sources = sources
        self.redactor = redactor
        self.found: dict[tuple[str, str | None], Machine] = {}
        self._of_inventory: dict[str, Machine] = {}

    def host(self, name: Any) -> str:
        """`host 1`, or its name when that was revealed."""
        return self.redactor.named("host.name", str(name), self.redactor.label("host", str(name)))

    def of_run(self, run: Json) -> Machine:
        """The machine of a run in the state of that run's inventory."""
        return self._machine(str(run["host"]["name"]), _text(run.get("inventory_id")), run.get("inventory"))

    def of_inventory(self, inventory_id: str, host: str) -> Machine | None:
        """The machine of an inventory that a comparison names. `host`: whose it is."""
        if inventory_id not in self._of_inventory:
            found = self.sources.inventories.get(inventory_id)
            if found is None:
                return None
            return self._machine(host, inventory_id, found["document"])
        return self._of_inventory[inventory_id]

    def paths(self, run: Json) -> PathRedactor:
        """Translates what follows from a run's inventory."""
        return PathRedactor(self.of_run(run), str(run["host"]["name"]), self.redactor)

    def learn(self) -> None:
        """Takes note of what the inventories hold as facts, also of those that are not shown whole."""
        scratch = Redactor(self.redactor.hidden, frozenset())
        for inventory in self.sources.inventories.values():
            machine(inventory["document"], "", "", scratch)
        for fact, hides in scratch.facts.items():
            self.redactor.facts[fact] |= hides

    def out(self) -> list[dict[str, Any]]:
        """schemas.shared.SharedHost of all, in the order of first appearance."""
        return [one.out for one in self.found.values()]

    def _machine(self, host: str, inventory_id: str | None, document: Mapping[str, Any] | None) -> Machine:
        key = (host, inventory_id if document is not None else None)
        if key not in self.found:
            same = sum(1 for other, _ in self.found if other == host)
            label = self.host(host) + (f", configuration {same + 1}" if same else "")
            self.found[key] = machine(document, host, label, self.redactor)
            if inventory_id is not None:
                self._of_inventory[inventory_id] = self.found[key]
        return self.found[key]


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
