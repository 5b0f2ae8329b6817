"""JSON dumps: Dell's configuration profile, a Redfish Bios resource, ilorest's save and get."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping, Optional

from fioboard_agent.firmware.attributes import Collector

_DEEPEST = 12


def read_json(text: str, collector: Collector) -> None:
    """Raises ValueError when it is no JSON or nothing in it looks like settings."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"broken JSON: {error}") from None
    components = _list_dell_components(document)
    if components is not None:
        for component in components:
            add_named(component.get("Attributes"), collector)
        return
    attributes = next(_find_attributes(document, 0), None)
    if attributes is None and isinstance(document, dict):
        attributes = document
    add_attributes(attributes, collector)


def add_attributes(attributes: object, collector: Collector) -> None:
    """A Redfish `Attributes` object. HPE Cray's boards put an object with `current_value` in the place of a value."""
    for name, value in attributes.items() if isinstance(attributes, Mapping) else ():
        if not str(name).startswith("@"):
            collector.add(str(name), get_value(value))


def get_value(value: Any) -> Any:
    """Return the value itself, also of an object that holds it as `current_value`."""
    return value.get("current_value", value.get("CurrentValue")) if isinstance(value, Mapping) else value


def add_named(attributes: object, collector: Collector) -> None:
    """`[{"Name": …, "Value": …}, …]`."""
    for attribute in attributes if isinstance(attributes, list) else ():
        if isinstance(attribute, Mapping):
            collector.add(str(attribute.get("Name") or ""), attribute.get("Value"))


def _list_dell_components(document: Any) -> Optional[list[Mapping[str, Any]]]:
    """List the BIOS's own components: the others are of the management controller, with its users and networks."""
    configuration = document.get("SystemConfiguration") if isinstance(document, Mapping) else None
    components = configuration.get("Components") if isinstance(configuration, Mapping) else None
    if not isinstance(components, list):
        return None
    objects = [component for component in components if isinstance(component, Mapping)]
    return [component for component in objects if str(component.get("FQDD")).startswith("BIOS.")]


def _find_attributes(document: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Find `Attributes` at any depth: ilorest wraps them in the type and the path of the resource."""
    if depth > _DEEPEST:
        return
    if isinstance(document, Mapping):
        if isinstance(document.get("Attributes"), Mapping):
            yield document["Attributes"]
        for value in document.values():
            yield from _find_attributes(value, depth + 1)
    elif isinstance(document, list):
        for value in document:
            yield from _find_attributes(value, depth + 1)
