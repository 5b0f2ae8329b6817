"""What differs between the inventories of two sides, as the share shows it."""

from typing import get_args

from fioboard.core.sanitize import Document
from fioboard.inventory.difference import FACET_WORDS, compare_documents, limit_rows
from fioboard.inventory.tolerant import named
from fioboard.redaction.hosts import Hosts
from fioboard.redaction.measured import choose_closed_word
from fioboard.redaction.provenance import mark_own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.sources import Sources, round_to_minute
from fioboard.redaction.templates import WITHHELD, restate
from fioboard.schemas.compare import InventoryDifference, SideOut
from fioboard.schemas.difference import InventoryRef, Sameness
from fioboard.vocabulary import sentences

SAMENESS = get_args(Sameness)


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
        units = restate(stated["units"]["text"], sentences.OF_UNITS) or WITHHELD
        return {
            "base": self._share_reference(stated["base"]),
            "new": self._share_reference(stated["new"]),
            "facets": [
                {
                    "facet": choose_closed_word(facet["facet"], FACET_WORDS, "hw"),
                    "state": choose_closed_word(facet["state"], SAMENESS, "cannot_tell"),
                    "text": restate(facet["text"], sentences.OF_FACETS) or WITHHELD,
                }
                for facet in stated["facets"]
            ],
            "units": {
                "state": choose_closed_word(stated["units"]["state"], SAMENESS, "cannot_tell"),
                "text": units,
            },
            "rows": [mark_own(row) for row in shown],
            "base_count": stated["base_count"],
            "new_count": stated["new_count"],
            "rows_left_out": len(rows) - len(shown),
        }

    def _share_reference(self, inventory: InventoryRef) -> InventoryRef:
        return {
            "id": self.redactor.label("inventory", str(inventory["id"])),
            "created_at": round_to_minute(
                self.sources.created_at if "times" in self.redactor.hidden else inventory["created_at"]
            ),
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
