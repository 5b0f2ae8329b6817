"""Which machine every run ran on, as the share shows it: one entry per inventory, called after its host."""

from fioboard.app.sharing.redaction import sentences
from fioboard.app.sharing.redaction.hardware import Machine, share_machine
from fioboard.app.sharing.redaction.path import PathRedactor
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.sources import SourceRun, Sources
from fioboard.core.sanitize import Document
from fioboard.engine.answers.shared import SharedHost
from fioboard.engine.hardware.inventory.difference import compare_documents, limit_rows


class Hosts:
    """The machines of a share, each projected once."""

    def __init__(self, sources: Sources, redactor: Redactor) -> None:
        self.sources = sources
        self.redactor = redactor
        self.machines: dict[tuple[str, str | None], Machine] = {}
        self._of_inventory: dict[str, Machine] = {}

    def host(self, name: object) -> str:
        """`host 1`, or its name when that was revealed."""
        return self.redactor.named("host.name", str(name), self.redactor.label("host", str(name)))

    def get_run_machine(self, run: SourceRun) -> Machine:
        """Return the machine of a run in the state of that run's inventory."""
        one = self._get_machine(
            str(run["host"]["name"]), _convert_text(run.get("inventory_id")), run.get("inventory")
        )
        if run.get("hardware_stated_at") is not None:
            # Also where an agent sent the same with other runs: what is claimed of any of them is claimed with care.
            one.out["is_stated"] = True
        return one

    def find_by_inventory(self, inventory_id: str, host: str) -> Machine | None:
        """Find the machine of an inventory that a comparison names. `host`: whose it is."""
        if inventory_id not in self._of_inventory:
            inventory = self.sources.inventories.get(inventory_id)
            if inventory is None:
                return None
            return self._get_machine(host, inventory_id, inventory["document"])
        return self._of_inventory[inventory_id]

    def paths(self, run: SourceRun) -> PathRedactor:
        """Translates what follows from a run's inventory."""
        return PathRedactor(self.get_run_machine(run), str(run["host"]["name"]), self.redactor)

    def learn(self) -> None:
        """Takes note of what the inventories hold as facts, also of those that are not shown whole."""
        scratch = Redactor(self.redactor.hidden, frozenset())
        for inventory in self.sources.inventories.values():
            share_machine(inventory["document"], "", "", scratch)
        self.redactor.facts |= scratch.facts

    def list_hosts(self) -> list[SharedHost]:
        """List all, in the order of first appearance; of each but the first also what differs from the first."""
        every = [one.out for one in self.machines.values()]
        return [*every[:1], *(_compare_with_first(every[0], other) for other in every[1:])]

    def _get_machine(self, host: str, inventory_id: str | None, document: Document | None) -> Machine:
        key = (host, inventory_id if document is not None else None)
        if key not in self.machines:
            same = sum(1 for other, _ in self.machines if other == host)
            label = self.host(host)
            if same:
                label = sentences.CONFIGURATION(host=label, number=same + 1)
            self.machines[key] = share_machine(document, host, label, self.redactor)
            if inventory_id is not None:
                self._of_inventory[inventory_id] = self.machines[key]
        return self.machines[key]


def _compare_with_first(first: SharedHost, other: SharedHost) -> SharedHost:
    """Return a machine with what differs from the first one. Both are the kept documents: it shows nothing else."""
    base, new = first["inventory"], other["inventory"]
    if base is None or new is None:
        return other
    rows = limit_rows(
        row.serialize() for row in compare_documents(base, new) if not row.path.startswith("host.")
    )
    return {**other, "differences": [mark_own(row) for row in rows]}


def _convert_text(value: object) -> str | None:
    return None if value is None else str(value)
