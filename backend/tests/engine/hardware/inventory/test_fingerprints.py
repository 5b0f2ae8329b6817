"""Fingerprints: unchanged by what changes by itself, changed by what matters, and "cannot tell" where facts lack."""

import hashlib
import json
import random
from copy import deepcopy
from typing import Any

import pytest

from fioboard.engine.hardware.inventory import facets, path_facet
from fioboard.engine.hardware.inventory.fingerprint import build_projection, compare
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from tests.factories.machine import machine

Machine = dict[str, Any]


def prints(found: Machine, samples: dict[str, Any] | None = None) -> dict[str, str]:
    """All four fingerprints of a machine with its last target."""
    path = resolve(
        found["inventory"],
        found["targets"][-1:],
        fio_cpus=found["fio_cpus"],
        samples=read_samples(samples) if samples else None,
    )
    assert path is not None
    machine_facets = {k: p.fingerprint for k, p in facets.project_machine(found["inventory"]).items()}
    return machine_facets | {"path": path_facet.project_path(path).fingerprint}


def renumbered(found: Machine) -> Machine:
    """The same machine after a card was added: every bus number, kernel name and interface number is another."""
    text = json.dumps(found)
    for bus in range(0x20, 0x27):
        text = text.replace(f"0000:{bus:02x}:", f"0000:{bus + 0x40:02x}:")
    for number in range(4):
        text = text.replace(f"nvme{number}n1", f"nvme{number + 7}n1").replace(
            f'"nvme{number}"', f'"nvme{number + 7}"'
        )
    text = text.replace("md0", "md127").replace("pci0000:20", "pci0000:60")
    moved: Machine = json.loads(text)
    return moved


def epyc(**changes: Any) -> Machine:
    return machine("epyc-nps4") | changes


def test_renumbering_changes_nothing() -> None:
    after = renumbered(epyc())
    assert "0000:60:03.1" in after["inventory"]["pci"]
    assert prints(after) == prints(epyc())


def test_serials_names_and_temperatures_change_nothing() -> None:
    after = epyc()
    inventory = after["inventory"]
    inventory["system"] |= {"serial": "X1", "uuid": "u"}
    inventory["host"] = {"name": "elsewhere", "machine_id_hash": "ff"}
    inventory["sources"] = {}
    inventory["collected_at"], inventory["collector"] = "2027-01-01T00:00:00Z", {"version": "9"}
    inventory["moment"] = {"disks": {"nvme0n1": {"temperature_c": 70, "percentage_used": 99}}}
    for number, disk in enumerate(inventory["disks"].values()):
        disk |= {"serial": f"S{number}", "wwid": f"eui.{number}"}
    assert prints(after) == prints(epyc())


def test_the_order_of_maps_and_lists_without_order_changes_nothing() -> None:
    after = epyc()
    shuffled = random.Random(7)
    for name in ("pci", "disks"):
        entries = list(after["inventory"][name].items())
        shuffled.shuffle(entries)
        after["inventory"][name] = dict(entries)
    assert prints(after) == prints(epyc())


def mirror(found: Machine) -> Machine:
    found["inventory"]["volumes"]["md0"]["level"] = "raid1"
    return found


def reordered(found: Machine) -> Machine:
    found["targets"][0]["members"].reverse()
    found["inventory"]["volumes"]["md0"]["members"].reverse()
    return found


def test_the_order_of_members_counts_in_a_stripe_and_not_in_a_mirror() -> None:
    assert prints(reordered(mirror(epyc()))) == prints(mirror(epyc()))
    assert prints(reordered(epyc()))["path"] != prints(epyc())["path"]


def set_in(found: Machine, path: str, value: Any) -> Machine:
    at: Any = found["inventory"]
    *way, last = path.split("/")
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[last] = value
    return found


@pytest.mark.parametrize(
    ("path", "value", "facet"),
    [
        ("volumes/md0/chunk_bytes", 131072, "path"),
        ("pci/0000:23:00.0/stable_path", "PCI0[uid 1]/01.1/00.0/00.0/00.0", "path"),
        ("pci/0000:23:00.0/link/current_lanes", 2, "path"),
        ("pci/0000:21:00.0/link/current_lanes", 8, "path"),
        ("disks/nvme0n1/size_bytes", 1, "path"),
        ("cpu/numa/nodes_per_socket", 1, "fw"),
        ("system/bios/version", "M11", "fw"),
        ("system/product", "other", "hw"),
        ("cpu/model", "AMD EPYC 7443", "hw"),
        ("fio/version", "fio-3.42", "os"),
    ],
)
def test_what_matters_changes_its_own_facet_only(path: str, value: Any, facet: str) -> None:
    before, after = prints(epyc()), prints(set_in(epyc(), path, value))
    assert {name for name in before if before[name] != after[name]} == {facet}


def test_moving_the_carrier_to_another_slot_changes_the_path() -> None:
    assert prints(machine("workstation-slot2"))["path"] != prints(machine("workstation-slot3"))["path"]


def test_nodes_per_socket_change_firmware_and_nothing_else() -> None:
    one, four = prints(machine("epyc-nps1")), prints(machine("epyc-nps4"))
    assert {name for name in one if one[name] != four[name]} == {"fw"}


def test_the_link_under_load_counts_not_the_one_at_rest() -> None:
    asleep = epyc()
    for entry in asleep["inventory"]["pci"].values():
        entry["link"]["current_gts"] = 2.5
    awake = {
        "schema": 1,
        "t_ms": [],
        "series": [],
        "links": [
            {"t_ms": 2000, "function": address, "gts": 16.0, "lanes": entry["link"]["current_lanes"]}
            for address, entry in asleep["inventory"]["pci"].items()
        ],
    }
    assert prints(asleep)["path"] != prints(epyc())["path"]
    assert prints(asleep, awake)["path"] == prints(epyc())["path"]


def test_fingerprints_carry_their_version_and_are_stable() -> None:
    found = build_projection({"b": [2, 1], "a": {"y": 1, "x": None}, "c": None})
    assert found.unknown == ("c",)
    body = b'{"unknown":["c"],"values":{"a":{"y":1},"b":[2,1]}}'
    assert found.fingerprint == f"fp1:{hashlib.sha256(body).hexdigest()}"


@pytest.mark.parametrize(
    ("base", "new", "state"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, "same"),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, "different"),
        ({"a": 1, "b": None}, {"a": 1, "b": 3}, "cannot_tell"),
        ({"a": 1, "b": None}, {"a": 2, "b": 3}, "different"),
        ({"a": 1, "b": None}, {"a": 1, "b": None}, "same"),
        ({"a": None}, {"a": None}, "cannot_tell"),
    ],
)
def test_unknown_is_not_different(base: dict[str, Any], new: dict[str, Any], state: str) -> None:
    assert compare(build_projection(base), build_projection(new)) == state


def test_a_field_that_could_not_be_read_is_named_in_the_facet() -> None:
    unprivileged = deepcopy(machine("epyc-nps4"))["inventory"]
    found = facets.project_machine(unprivileged)["hw"]
    assert found.unknown == ("cpu", "memory_modules")
    privileged = unprivileged | {"memory": {"dimms": [{"locator": "A1", "size_bytes": 2**34}]}}
    assert compare(found, facets.project_machine(privileged)["hw"]) == "cannot_tell"
