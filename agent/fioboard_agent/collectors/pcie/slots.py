"""Which slot a PCI function sits in: every source's claim, believed in the order of trust and only when it fits.

Order: /sys/bus/pci/slots (the firmware's ACPI names), SMBIOS type 9 with a bus address, the kernel's label of onboard
devices, the port's own slot number. What a person states comes before all of them, but that is the service's to know.
"""

from __future__ import annotations

import re
from collections import Counter

from fioboard_agent.collectors.pcie.address import strip_function
from fioboard_agent.host.reader import Reader, drop_filler
from fioboard_agent.inventory_types import Function, FunctionSlot, Slot

SLOTS = "/sys/bus/pci/slots"
_PORT_CLASS = "0x0604"
_HOST_BRIDGE_CLASS = "0x0600"


def find_slots(reader: Reader, functions: dict[str, Function], smbios: list[Slot]) -> dict[str, FunctionSlot]:
    """`{address: {name, source, is_verified}}` for the functions that a source speaks of directly; what hangs below
    such a function is in its slot too. `functions` is the document's `pci`, `smbios` its `system.slots`."""
    slots: dict[str, FunctionSlot] = {}
    sources = (
        _list_port_numbers(functions),
        _read_labels(reader, functions),
        _match_smbios(functions, smbios),
        _read_acpi(reader, functions),
    )
    for claims in sources:
        slots.update(claims)
    return slots


def _read_acpi(reader: Reader, functions: dict[str, Function]) -> dict[str, FunctionSlot]:
    """Read slots of ACPI. Addresses there have no function (`0000:18:00`); a few firmwares add one. Of names that
    occur twice the kernel makes NAME-1, NAME-2; kept as they are, because which of them is the real one is not
    known.
    """
    named = {reader.text(f"{SLOTS}/{name}/address"): name for name in reader.names(SLOTS)}
    names = {address: named.get(address) or named.get(strip_function(address)) for address in functions}
    return {address: _build_slot(name, "acpi", is_verified=True) for address, name in names.items() if name}


def _match_smbios(functions: dict[str, Function], slots: list[Slot]) -> dict[str, FunctionSlot]:
    """Match slots of SMBIOS. Type 9 addresses are wrong on real boards: accepted when the function exists and is a
    port or hangs on one.

    Some boards put the bus in the segment field and the device in the bus field (0020:03:00.1 is 0000:20:03.1). One
    entry that only makes sense so shows that the table is written like this, and all of it is read so.
    """
    claims = [(slot.get("designation"), slot.get("address") or "") for slot in slots]
    is_shifted = any(
        not _is_plausible(functions, address) and _is_plausible(functions, _shift_address(address))
        for _, address in claims
    )
    times = Counter(name for name, _ in claims)
    by_address: dict[str, FunctionSlot] = {}
    for name, address in claims:
        place = _shift_address(address) if is_shifted else address
        if name and place and _is_plausible(functions, place):
            # One name for two places: one of them is wrong, and nothing says which.
            by_address[place] = _build_slot(name, "smbios", is_verified=times[name] == 1)
    return by_address


def _shift_address(address: str) -> str:
    """Return 0000:20:03.1 of 0020:03:00.1; empty when the fields cannot be a bus and a device."""
    match = re.fullmatch(r"00([0-9a-f]{2}):([01][0-9a-f]):00\.([0-7])", address)
    return f"0000:{match.group(1)}:{match.group(2)}.{match.group(3)}" if match else ""


def _is_plausible(functions: dict[str, Function], address: str) -> bool:
    function = functions.get(address)
    if function is None or _get_class(function).startswith(_HOST_BRIDGE_CLASS):
        return False
    parent = functions.get(function.get("parent") or "")
    return any(_get_class(one).startswith(_PORT_CLASS) for one in (function, parent) if one is not None)


def _read_labels(reader: Reader, functions: dict[str, Function]) -> dict[str, FunctionSlot]:
    labels = {address: drop_filler(reader.text(f"/sys/bus/pci/devices/{address}/label")) for address in functions}
    return {address: _build_slot(label, "label", is_verified=True) for address, label in labels.items() if label}


def _list_port_numbers(functions: dict[str, Function]) -> dict[str, FunctionSlot]:
    """List slot numbers of ports; those that two ports share name nothing."""
    numbers = {address: (function["config"] or {}).get("slot_number") for address, function in functions.items()}
    times = Counter(numbers.values())
    return {
        address: _build_slot(str(number), "port", is_verified=times[number] == 1)
        for address, number in numbers.items()
        if number
    }


def _build_slot(name: str, source: str, is_verified: bool) -> FunctionSlot:
    return {"name": name, "source": source, "is_verified": is_verified}


def _get_class(function: Function) -> str:
    return str(function["ids"]["class"] or "")
