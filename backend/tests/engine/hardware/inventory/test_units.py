"""The very same drives and modules, others of the same kind, or not known: an unreadable serial is no other serial."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory import facets
from fioboard.engine.hardware.inventory.difference import compare_documents
from fioboard.engine.hardware.inventory.units import collect_serials, compare_units, list_swaps
from tests.factories.machine import document, drive, machine


def host(
    *serials: str | None, modules: tuple[str | None, ...] = ("M1", "M2"), order: int = 1
) -> dict[str, Any]:
    """A machine with a drive per serial, all of one model, and memory modules."""
    places = {f"0000:0{n}:00.0": drive(None, stable_path=f"PCI0/0{n}.0") for n in range(len(serials))}
    found = document(dict(list(places.items())[::order]))
    for disk in found["disks"].values():
        disk["serial"] = serials[int(disk["pci"][6])]
    found["memory"] = {
        "dimms": [{"locator": f"A{n}", "size_bytes": 2**34, "serial": s} for n, s in enumerate(modules)]
    }
    return found


@pytest.mark.parametrize(
    ("new", "state"),
    [
        (host("A", "B"), "same"),
        (host("A", "B", order=-1), "same"),
        (host("B", "A"), "same"),
        (host("A", "C"), "different"),
        (host("A"), "different"),
        (host("A", "B", modules=("M1", "M3")), "different"),
        (host("A", None), "cannot_tell"),
        (host("A", "B", modules=(None, None)), "cannot_tell"),
        (host("A", "C", modules=(None, None)), "different"),
        ({}, "cannot_tell"),
    ],
)
def test_units_are_told_by_their_serials(new: dict[str, Any], state: str) -> None:
    found, sentence = compare_units(host("A", "B"), new)
    assert found == state
    assert not any(f" {serial} " in f" {sentence} " for serial in ("A", "B", "C", "M1", "M3"))


def test_the_fingerprint_is_of_the_sorted_serials_and_of_nothing_else() -> None:
    before = collect_serials(host("A", "B")).fingerprint
    assert collect_serials(host("B", "A", modules=("M2", "M1"))).fingerprint == before
    renamed = host("A", "B")
    renamed["disks"] = {
        f"sd{i}": disk | {"model": "other"} for i, disk in enumerate(renamed["disks"].values())
    }
    assert collect_serials(renamed).fingerprint == before
    assert collect_serials(host("A", "C")).fingerprint != before


def test_units_are_in_no_facet() -> None:
    one, other = (facets.project_machine(host("A", s)) for s in ("B", "C"))
    assert {f: p.fingerprint for f, p in one.items()} == {f: p.fingerprint for f, p in other.items()}


def test_a_drive_of_the_same_model_in_the_same_place_is_another_unit() -> None:
    [swap] = list_swaps(host("A", "B"), host("A", "C"))
    assert (swap.model, swap.is_in_place, swap.base_serial, swap.new_serial) == (
        "Example SSD",
        True,
        "B",
        "C",
    )
    assert list_swaps(host("A", "B"), host("B", "A")) == []
    assert list_swaps(host("A", "B"), host("A", None)) == []
    assert list_swaps(host("A"), host("A", "C")) == []
    # B has gone and C has come in A's old place; A sits in B's.
    assert [(s.base_serial, s.is_in_place) for s in list_swaps(host("A", "B"), host("C", "A"))] == [
        ("B", False)
    ]


def test_the_five_machines_say_which_units_they_hold_or_that_they_cannot() -> None:
    assert collect_serials(machine("epyc-nps1")["inventory"]) == collect_serials(
        machine("epyc-nps4")["inventory"]
    )
    hidden = machine("vm")["inventory"]
    assert compare_units(hidden, hidden)[0] == "cannot_tell"


def test_the_rows_of_a_swap_are_named_by_the_serials() -> None:
    paths = [row.path for row in compare_documents(host("A", "B"), host("A", "C"))]
    assert {"disks[B]", "disks[C]"} <= set(paths)
