"""The published JSON Schema: every document that agents send fits it, and its marks say what must be hidden."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from fioboard.engine.hardware.inventory import schema_marks
from tests.factories.machine import NAMES, machine

AGENT = Path(__file__).parents[5] / "agent" / "tests" / "data"


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema_rs.Draft202012Validator(dict(schema_marks.load_schema()))


def documents() -> list[Any]:
    golden = sorted((AGENT / "upload").glob("*.json"))
    found = [(path.stem, json.loads(path.read_text()).get("inventory")) for path in golden]
    found += [(name, machine(name)["inventory"]) for name in NAMES]
    return [pytest.param(body, id=name) for name, body in found if body is not None]


@pytest.mark.parametrize("body", documents())
def test_documents_of_agents_fit_the_schema(validator: Any, body: dict[str, Any]) -> None:
    assert [f"{'/'.join(map(str, e.instance_path))}: {e.message}" for e in validator.iter_errors(body)] == []


def test_schema_refuses_what_is_no_inventory(validator: Any) -> None:
    assert not validator.is_valid({})
    assert not validator.is_valid({"schema": 2})
    assert not validator.is_valid({"schema": 1, "cpu": {"sockets": "two"}})
    assert validator.is_valid({"schema": 1, "cpu": {"sockets": None, "of_a_newer_agent": 1}})


def test_every_document_field_of_the_machines_is_in_the_schema() -> None:
    """A field that the schema does not know has no mark: it would be shown in shares, and differ by itself."""
    unknown = set()
    for name in NAMES:
        unknown |= set(unmarked(schema_marks.get_root(), machine(name)["inventory"], ""))
    assert unknown == set()


def test_a_field_without_mark_would_be_noticed() -> None:
    document = {"schema": 1, "cpu": {"numa": {"of_tomorrow": 1}}, "disks": {"sda": {"colour": "red"}}}
    assert unmarked(schema_marks.get_root(), document, "") == [".cpu.numa.of_tomorrow", ".disks.*.colour"]


def unmarked(mark: schema_marks.Mark, value: Any, path: str) -> list[str]:
    if mark.schema == {}:
        return [path]
    if isinstance(value, dict) and mark.schema.keys() & {"properties", "additionalProperties"}:
        is_map = "properties" not in mark.schema
        return [
            found
            for key, item in value.items()
            for found in unmarked(mark.field(key), item, f"{path}.{'*' if is_map else key}")
        ]
    if isinstance(value, list) and "items" in mark.schema:
        return [found for item in value for found in unmarked(mark.item(), item, f"{path}.*")]
    return []


def test_everything_that_identifies_is_marked() -> None:
    assert set(schema_marks.list_identifying()) >= {
        "host.name",
        "host.machine_id_hash",
        "system.serial",
        "system.uuid",
        "system.chassis.serial",
        "system.board.serial",
        "memory.dimms.*.serial",
        "network.*.mac",
        "disks.*.serial",
        "disks.*.wwid",
        "disks.*.nqn",
        "disks.*.controllers.*.serial",
        "disks.*.controllers.*.address",
        "volumes.*.uuid",
    }
