"""What differs between the inventories of two sides, as the share shows it."""

from fioboard.app.sharing.redaction.hosts import Hosts
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.sources import Sources, round_to_minute
from fioboard.core.sanitize import Document
from fioboard.engine.answers.compare import InventoryDifference, SideOut
from fioboard.engine.answers.difference import InventoryRef
from fioboard.engine.hardware.inventory.difference import compare_documents, limit_rows
from fioboard.engine.hardware.inventory.tolerant import named


class InventoryDifferences:
    """Computes differences of inventories from what is shown of them."""

    def __init__(self, sources: Sources, hosts: Hosts, redactor: Redactor) -> None:
        self.sources = sources
        self.hosts = hosts
        self.redactor = redactor

    def compute(
        self, stated: InventoryDifference | None, base: SideOut, new: SideOut
    ) -> InventoryDifference | None:
        """Compute the difference again from the kept inventories: what is not shown cannot differ visibly."""
        if stated is None:
            return None
        ours = self._label_machine(stated["base"]["id"], base)
        theirs = self._label_machine(stated["new"]["id"], new)
        if ours is None or theirs is None:
            return None
        # Made of two kept inventories alone, both of which are in the document.
        rows = [
            row.serialize() for row in compare_documents(ours, theirs) if not row.path.startswith("host.")
        ]
        shown = limit_rows(rows)
        return Projector(self.redactor, {InventoryRef: self._date_inventory}).share(
            InventoryDifference,
            stated,
            {"rows": [mark_own(row) for row in shown], "rows_left_out": len(rows) - len(shown)},
        )

    def _date_inventory(self, inventory: InventoryRef) -> dict[str, object]:
        is_timeless = "times" in self.redactor.hidden
        return {
            "created_at": round_to_minute(self.sources.created_at if is_timeless else inventory["created_at"])
        }

    def _label_machine(self, inventory_id: object, side: SideOut) -> Document | None:
        """Return the kept inventory, with the label of each drive and array where its serial number was."""
        host = str(side["runs"][0]["host_name"]) if side["runs"] else ""
        machine = self.hosts.find_by_inventory(str(inventory_id), host)
        if machine is None:
            return None
        document = dict(machine.document)
        for part, key in (("disks", "serial"), ("volumes", "uuid")):
            document[part] = {label: {**entry, key: label} for label, entry in named(machine.document, part)}
        return document
