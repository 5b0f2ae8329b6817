"""The way through a BMC's documents: service root → system → BIOS settings → pending ones → registry of the names."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Optional, Sequence

from fioboard_agent.firmware.attributes import Collector, FirmwareSettings
from fioboard_agent.firmware.bios_file_json import add_attributes, get_value
from fioboard_agent.firmware.redfish_access import RedfishAccess
from fioboard_agent.firmware.redfish_client import RedfishClient, RedfishError, get_reference

_MAX_MEMBERS = 64


def read_redfish(client: RedfishClient, access: RedfishAccess, system_uuid: Optional[str]) -> FirmwareSettings:
    """The BIOS settings of this host. Raises RedfishError, also `absent` when the BMC shows none (stock OpenBMC)."""
    system = _find_this_system(client, access, system_uuid)
    path = get_reference(system.get("Bios"))
    if path is None:
        raise RedfishError("absent", "the BMC shows no BIOS settings for this system")
    bios = client.get(path)
    attributes = bios.get("Attributes")
    if not isinstance(attributes, Mapping) or not attributes:
        raise RedfishError("absent", f"{path} has no attributes")
    entries = _get_registry_entries(client, bios.get("AttributeRegistry"))
    secret = {entry.get("AttributeName") for entry in entries if entry.get("Type") == "Password"}
    collector = Collector()
    add_attributes({name: value for name, value in attributes.items() if name not in secret}, collector)
    return FirmwareSettings(
        "redfish", collector.raw, _collect_displays(collector.raw, entries), _is_pending(client, bios)
    )


def _find_this_system(client: RedfishClient, access: RedfishAccess, system_uuid: Optional[str]) -> dict[str, Any]:
    """Find the one named, else the one with this host's UUID: a BMC of a multi-node chassis shows several systems."""
    systems = list(_get_members(client, client.root.get("Systems")))
    if access.system:
        chosen = [system for system in systems if access.system in {system.get("Id"), system.get("Name")}]
    elif len(systems) == 1:
        chosen = systems
    else:
        chosen = [system for system in systems if system_uuid and str(system.get("UUID")).lower() == system_uuid]
    if len(chosen) != 1:
        names = ", ".join(str(system.get("Id")) for system in systems) or "none"
        raise RedfishError("error", f"which system is this host? Set FIOBOARD_AGENT_REDFISH_SYSTEM; there are: {names}")
    return chosen[0]


def _get_members(client: RedfishClient, collection: object) -> Iterator[dict[str, Any]]:
    for path in _list_member_paths(client, collection):
        yield client.get(path)


def _list_member_paths(client: RedfishClient, collection: object) -> list[str]:
    path = get_reference(collection)
    members = client.get(path).get("Members") if path else None
    paths = [get_reference(member) for member in members] if isinstance(members, list) else []
    return [path for path in paths if path][:_MAX_MEMBERS]


def _is_pending(client: RedfishClient, bios: Mapping[str, Any]) -> Optional[bool]:
    """Whether a value waits for the next start; None when the BMC keeps no waiting values. Dell lists only those that
    wait, HPE all."""
    settings = bios.get("@Redfish.Settings")
    path = get_reference(settings.get("SettingsObject")) if isinstance(settings, Mapping) else None
    try:
        waiting = client.get(path).get("Attributes") if path else None
    except RedfishError:
        return None
    if not isinstance(waiting, Mapping):
        return None
    now = bios["Attributes"]
    return any(name in now and get_value(value) != get_value(now[name]) for name, value in waiting.items())


def _get_registry_entries(client: RedfishClient, name: object) -> Sequence[Mapping[str, Any]]:
    """Return entries of the attribute registry; none when the BMC does not have it (the values are then taken as
    they are).
    """
    if not isinstance(name, str):
        return ()
    try:
        paths = _list_member_paths(client, client.root.get("Registries"))
        path = next((path for path in paths if path.rstrip("/").rsplit("/", 1)[-1].lower() == name.lower()), None)
        uri = _choose_english(client.get(path).get("Location")) if path else None
        entries = client.get(uri).get("RegistryEntries") if uri else None
    except RedfishError:
        return ()
    attributes = entries.get("Attributes") if isinstance(entries, Mapping) else None
    return [entry for entry in attributes if isinstance(entry, Mapping)] if isinstance(attributes, list) else ()


def _choose_english(locations: object) -> Optional[str]:
    """Choose the English one. `Uri` is a path, or in older firmware a link with `extref`."""
    places = [place for place in locations if isinstance(place, Mapping)] if isinstance(locations, list) else []
    english = [place for place in places if str(place.get("Language", "")).lower().startswith("en")] or places
    uri = english[0].get("Uri") if english else None
    if isinstance(uri, Mapping):
        uri = uri.get("extref") or uri.get("@odata.id")
    return uri if isinstance(uri, str) else None


def _collect_displays(raw: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Collect what the vendor displays for the values in force: the meaning of a number such as 1 is only there."""
    displays: dict[str, dict[str, str]] = {}
    for entry in entries:
        name, choices = entry.get("AttributeName"), entry.get("Value")
        if not isinstance(name, str) or name not in raw or not isinstance(choices, list):
            continue
        for choice in choices:
            if isinstance(choice, Mapping) and str(choice.get("ValueName")) == str(raw[name]):
                shown = choice.get("ValueDisplayName")
                if isinstance(shown, str) and shown != str(raw[name]):
                    displays[name] = {str(raw[name]): shown}
    return displays
