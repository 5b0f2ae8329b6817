"""The OpenAPI explains itself: every operation has a sentence, every quantity its unit or what it counts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

NUMBERS = {"integer", "number"}
# In a name (bs_bytes, clat_ns, usr_cpu_pct) or, for counts and shares, in the sentence.
UNIT_IN_NAME = re.compile(r"(^|_)(bytes|per_s|ns|us|ms|pct|w)$")
UNIT_IN_SENTENCE = re.compile(
    r"\b(bytes|per second|ns|milliseconds|seconds|percent|days|0\.\.1|[Nn]umber of|count|Clones or threads|Runs|Uploads|"
    r"I/O operations|GT/s|degrees Celsius|Line of|[Oo]rder|from 0|from 1|groupid|error number|rounded number|Unit|Version|per page)\b"
    r"|The same for",
    re.IGNORECASE,
)


@pytest.fixture
def document(app: Any) -> dict[str, Any]:
    found: dict[str, Any] = app.openapi()
    return found


def is_number(schema: dict[str, Any]) -> bool:
    """True for numbers, and for lists and maps of numbers."""
    if schema.get("type") in NUMBERS:
        return True
    inner = [*schema.get("anyOf", []), schema.get("items"), schema.get("additionalProperties")]
    return any(isinstance(part, dict) and is_number(part) for part in inner)


def quantities(document: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Place, name and description of every number that goes in or out."""
    for name, schema in document["components"]["schemas"].items():
        for field, shape in schema.get("properties", {}).items():
            if is_number(shape):
                yield name, field, shape.get("description", "")
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if is_number(parameter["schema"]):
                    yield path, parameter["name"], parameter.get("description", "")


@pytest.mark.anyio
async def test_every_operation_and_parameter_is_described(document: dict[str, Any]) -> None:
    seen = 0
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description", "").endswith("."), f"{method} {path}"
            for parameter in operation.get("parameters", []):
                assert parameter.get("description"), f"{method} {path}: {parameter['name']}"
            seen += 1
    assert seen >= 21


@pytest.mark.anyio
async def test_every_quantity_names_its_unit(document: dict[str, Any]) -> None:
    found = list(quantities(document))
    assert len(found) >= 40
    for place, name, description in found:
        assert description, f"{place}.{name} has no description"
        assert UNIT_IN_NAME.search(name) or UNIT_IN_SENTENCE.search(description), (
            f"{place}.{name} ({description}) names no unit"
        )
    assert UNIT_IN_SENTENCE.search("How fast it went") is None
