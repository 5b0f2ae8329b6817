"""docs/sharing.md says what the code does."""

import re

from fioboard.app.sharing.redaction import FIELDS, GROUPS
from fioboard.app.sharing.redaction.patterns import PATTERNS
from fioboard.engine.hardware.inventory import schema_marks
from tests.house.conftest import text_of


def rows(heading: str) -> list[list[str]]:
    """The table under a heading of docs/sharing.md."""
    section = text_of("docs/sharing.md").split(f"## {heading}")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_field_stands_in_the_documentation() -> None:
    written = {row[0].strip("`"): row[1:] for row in rows("Left out, and what can be revealed")}
    assert written.pop("label.KEY")[2] == "yes"
    assert written == {
        name: [field.title, field.replaced_by or "–", "yes" if field.can_reveal else "no"]
        for name, field in FIELDS.items()
    }


def test_every_group_stands_in_the_documentation() -> None:
    written = {row[0].strip("`"): row[1] for row in rows("What can be hidden beyond that")}
    assert written == {name: group.title for name, group in GROUPS.items()}


def test_files_that_the_documentation_names_exist() -> None:
    named = set(re.findall(r"`app/sharing/redaction/(\w+)\.py`", text_of("docs/sharing.md")))
    assert len(named) > 5
    for name in named:
        assert text_of(f"backend/fioboard/app/sharing/redaction/{name}.py")


def fields(schema: schema_marks.Schema, path: str = "") -> list[tuple[str, schema_marks.Schema]]:
    found = [(path, schema)]
    for name, below in schema.get("properties", {}).items():
        found += fields(below, f"{path}.{name}".lstrip("."))
    for below in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(below, dict):
            found += fields(below, f"{path}.*")
    return found


def test_marks_of_the_inventory_schema_mean_something() -> None:
    labels = {"drive", "volume", "interface", "member"}
    shared = [
        (path, s) for path, s in fields(schema_marks.load_schema()) if "x-share" in s or "x-share-keys" in s
    ]
    assert len(shared) > 150
    for path, schema in shared:
        assert schema.get("x-share", "fact") in PATTERNS.keys() | labels, path
        assert schema.get("x-share-keys", "fact") in PATTERNS.keys() | labels, path
        assert schema.get("x-hide", "os") in GROUPS, path
        assert schema.get("x-identifying") is not True, f"{path} identifies and is kept"


def test_a_field_that_identifies_is_never_kept_unasked() -> None:
    by_path = dict(fields(schema_marks.load_schema()))
    for path in schema_marks.list_identifying():
        assert "x-share" not in by_path[path], path
        assert by_path[path].get("x-reveal", "host.name") in FIELDS, path


def test_every_field_is_shared_revealable_or_left_out_on_purpose() -> None:
    """A field added to the inventory is not shared until it is marked; this list is what is known to be left out."""
    silent = {
        path
        for path, schema in fields(schema_marks.load_schema())
        if not schema.keys()
        & {"x-share", "x-reveal", "x-identifying", "properties", "items", "additionalProperties"}
    }
    assert silent == {
        "collected_at", "collector.version", "collector.privileged", "collector.duration_ms", "sources.*.detail",
        "system.version", "system.sku", "system.board.version", "system.has_bmc", "system.onboard.*.designation",
        "system.onboard.*.address", "memory.dimms.*.bank", "memory.dimms.*.part", "os.kernel_build", "os.services.*",
        "os.tuned_profile", "pci.*.iommu_group", "pci.*.host_bridge", "disks.*.controllers.*.name",
            "disks.*.nvme_features.unknown.*",
        "disks.*.partitions.*.name", "volumes.*.options", "firmware_settings.raw.*", "firmware_settings.registry.*",
        "firmware_settings.manual.*", "fio.path", "moment.disks.*.attributes",
    }  # fmt: skip
