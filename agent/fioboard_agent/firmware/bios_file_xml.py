"""XML dumps: Supermicro's `BiosCfg` and Dell's `SystemConfiguration`."""

from __future__ import annotations

import re
from typing import Union
from xml.etree import ElementTree

from fioboard_agent.firmware.attributes import Collector

_DEEPEST = 30


def read_xml(text: str, collector: Collector) -> None:
    """Raises ValueError when it is no XML, or one that could grow when it is read."""
    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ValueError("XML with a document type or entities is not read")
    # The declared encoding was that of the bytes, and what people keep often has the tool's last words behind it.
    body = re.sub(r"\A<\?xml[^>]*\?>", "", text).strip()
    end = re.search(r"</(BiosCfg|SystemConfiguration)>", body)
    body = body[: end.end()] if end else body
    try:
        root = ElementTree.fromstring(body)  # noqa: S314 without a document type there is nothing to expand
    except ElementTree.ParseError as error:
        raise ValueError(f"broken XML: {error}") from None
    if root.tag == "BiosCfg":
        _read_menus(root, "", collector, 0)
    elif root.tag == "SystemConfiguration":
        _read_components(root, collector)
    else:
        raise ValueError(f"XML of an unknown kind: <{root.tag}>")


def _read_menus(menu: ElementTree.Element, path: str, collector: Collector, depth: int) -> None:
    """Names repeat, so the menu path belongs to the name: `Advanced|CPU Configuration|Hyper-Threading [ALL]`; where one
    menu has several of a name, Supermicro numbers them: `…|Change Settings #2`."""
    for element in menu:
        name = element.get("name") or ""
        if element.tag == "Menu" and depth < _DEEPEST:
            _read_menus(element, f"{path}{name}|", collector, depth + 1)
        elif element.tag == "Setting" and element.get("type") != "Password":
            order = element.get("order")
            collector.add(f"{path}{name}{f' #{order}' if order else ''}", _parse_value(element))


def _parse_value(setting: ElementTree.Element) -> Union[str, int, bool, None]:
    number, check = setting.get("numericValue"), setting.get("checkedStatus")
    if number is not None and re.fullmatch(r"-?\d{1,18}", number):
        return int(number)
    return check == "Checked" if check in {"Checked", "Unchecked"} else setting.get("selectedOption")


def _read_components(root: ElementTree.Element, collector: Collector) -> None:
    """Only the BIOS's own component: the others are of the management controller, with its users and networks."""
    for component in root.iter("Component"):
        if (component.get("FQDD") or "").startswith("BIOS."):
            for attribute in component.iter("Attribute"):
                collector.add(attribute.get("Name") or "", attribute.text)
