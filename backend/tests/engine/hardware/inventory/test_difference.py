"""Differences field by field: every change shown, nothing else; unknown said as unknown."""

import random
from copy import deepcopy
from typing import Any

import pytest

from fioboard.engine.hardware.inventory import schema_marks
from fioboard.engine.hardware.inventory.difference import compare_documents, compare_facets, count_followers
from tests.engine.hardware.inventory.test_fingerprints import renumbered
from tests.factories.machine import document, drive, function, machine
from tests.loops import check_each

Found = tuple[str, str, Any, Any]


def rows(base: dict[str, Any], new: dict[str, Any]) -> list[Found]:
    return [(row.path, row.change, row.base, row.new) for row in compare_documents(base, new)]


def epyc(name: str = "epyc-nps4") -> dict[str, Any]:
    found: dict[str, Any] = machine(name)["inventory"]
    return found


def server(**parts: Any) -> dict[str, Any]:
    """Two drives with serials on two ports, DIMMs, a network."""
    pci = {}
    for bus in (0x40, 0x60):
        port = f"0000:{bus:02x}:01.1"
        pci[port] = function(None, stable_path=f"PCI{bus}/01.1")
        pci[f"0000:{bus + 1:02x}:00.0"] = drive(port, stable_path=f"PCI{bus}/01.1/00.0")
    dimms = [
        {
            "locator": f"DIMM_{c}1",
            "size_bytes": 2**34,
            "configured_speed_mts": 3200,
            "part": "M393",
            "serial": c,
        }
        for c in "AB"
    ]
    network = [{"name": "eth0", "mac": "02:00:00:00:00:01", "speed_mbps": 10_000, "pci": None}]
    return document(pci, memory={"dimms": dimms}, network=network, os={"kernel": "6.1"}) | parts


def test_a_machine_does_not_differ_from_itself_or_from_its_renumbered_self() -> None:
    assert rows(epyc(), epyc()) == []
    after = renumbered(machine("epyc-nps4"))["inventory"]
    # An array without UUID has only its name to be known by.
    after["volumes"] = {"md0": after["volumes"]["md127"]}
    assert rows(epyc(), after) == []


def test_what_changes_by_itself_is_never_shown() -> None:
    after = server()
    after["collected_at"], after["collector"] = "2027-01-01T00:00:00Z", {"version": "2", "privileged": True}
    after["sources"] = {"dmi": {"status": "denied"}}
    after["moment"] = {"disks": {"nvme0n1": {"temperature_c": 60}}}
    after["memory"]["total_bytes"] = 1
    assert rows(server(), after) == []


def test_swapped_kernel_names_are_no_difference_but_swapped_places_are() -> None:
    swapped = server()
    disks = swapped["disks"]
    swapped["disks"] = {"nvme0n1": disks["nvme1n1"], "nvme1n1": disks["nvme0n1"]}
    assert rows(server(), swapped) == []
    moved = server()
    one, two = moved["disks"].values()
    one["pci"], two["pci"] = two["pci"], one["pci"]
    assert rows(server(), moved) == [
        ("disks[S0].pci", "changed", "PCI64/01.1/00.0", "PCI96/01.1/00.0"),
        ("disks[S1].pci", "changed", "PCI96/01.1/00.0", "PCI64/01.1/00.0"),
    ]


def test_members_of_an_array_are_compared_by_drive() -> None:
    def with_array(inventory: dict[str, Any], *members: str) -> dict[str, Any]:
        return inventory | {"volumes": {"md0": {"kind": "md", "level": "raid0", "members": list(members)}}}

    before = with_array(server(), "nvme0n1p1", "nvme1n1p1")
    swapped = server()
    disks = swapped["disks"]
    swapped["disks"] = {"nvme0n1": disks["nvme1n1"], "nvme1n1": disks["nvme0n1"]}
    assert rows(before, with_array(swapped, "nvme1n1p1", "nvme0n1p1")) == []
    [row] = rows(before, with_array(swapped, "nvme0n1p1", "nvme1n1p1"))
    assert row == (
        "volumes[md0].members",
        "changed",
        ["S0 partition 1", "S1 partition 1"],
        ["S1 partition 1", "S0 partition 1"],
    )


def test_a_drive_that_was_replaced_went_and_came() -> None:
    after = server()
    after["disks"]["nvme1n1"] |= {"serial": "S9", "firmware": "2"}
    assert rows(server(), after) == [
        ("disks[S1]", "removed", "Example SSD", None),
        ("disks[S9]", "added", None, "Example SSD"),
    ]


def test_modules_are_told_apart_by_their_place() -> None:
    after = server()
    after["memory"]["dimms"].reverse()
    assert rows(server(), after) == []
    after["memory"]["dimms"][0]["configured_speed_mts"] = 2666
    assert rows(server(), after) == [("memory.dimms[DIMM_B1].configured_speed_mts", "changed", 3200, 2666)]


def test_unknown_is_said_so() -> None:
    after = server()
    after["os"] = {"kernel": None, "name": "Debian"}
    assert rows(server(), after) == [
        ("os.name", "became_known", None, "Debian"),
        ("os.kernel", "became_unknown", "6.1", None),
    ]
    poor = server()
    poor["memory"] = None
    assert {change for _, change, _, _ in rows(poor, server())} == {"became_known"}
    assert {change for _, change, _, _ in rows(server(), poor)} == {"became_unknown"}


def test_rows_carry_title_facet_and_unit() -> None:
    after = server()
    after["memory"]["dimms"][0]["size_bytes"] = 2**35
    [row] = compare_documents(server(), after)
    assert (row.title, row.facet, row.unit) == ("Module size", "hw", "bytes")
    [row] = [r for r in compare_documents(epyc("epyc-nps1"), epyc()) if r.path == "cpu.numa.nodes_per_socket"]
    assert (row.facet, row.base, row.new) == ("fw", 1, 4)


def test_a_field_of_a_newer_agent_is_shown_as_other() -> None:
    [row] = compare_documents(server(), server() | {"quantum": {"flux_level": 3}})
    assert (row.path, row.title, row.facet, row.new) == ("quantum.flux_level", "flux level", "other", 3)


def test_whole_numbers_and_their_floats_are_equal() -> None:
    after = server()
    for entry in after["pci"].values():
        entry["link"]["current_gts"] = 16
    assert rows(server(), after) == []


@pytest.mark.parametrize(
    ("base", "new", "states"),
    [
        ("epyc-nps1", "epyc-nps4", {"hw": "same", "fw": "different", "os": "cannot_tell"}),
        (
            "workstation-slot2",
            "workstation-slot3",
            {"hw": "different", "fw": "cannot_tell", "os": "cannot_tell"},
        ),
        ("epyc-nps4", "laptop", {"hw": "different", "fw": "cannot_tell", "os": "cannot_tell"}),
    ],
)
def test_facets_say_same_different_or_cannot_tell(base: str, new: str, states: dict[str, str]) -> None:
    assert {facet: state for facet, (state, _) in facets_of(epyc(base), epyc(new)).items()} == states


def test_facet_sentences_name_what_differs_and_what_is_unknown() -> None:
    found = facets_of(epyc("epyc-nps1"), epyc())
    assert found["fw"][1].startswith("Different firmware settings: BIOS settings, nodes per socket")
    assert "unknown on both: CPU, memory modules" in found["hw"][1]


def facets_of(base: dict[str, Any], new: dict[str, Any]) -> dict[str, tuple[str, str]]:
    found = compare_facets(base, new, compare_documents(base, new))
    return {result.facet: (result.state, result.text) for result in found}


def with_a_third_drive() -> dict[str, Any]:
    after = server()
    after["pci"]["0000:81:00.0"] = drive("0000:40:01.1", stable_path="PCI64/01.1/01.0")
    after["disks"]["nvme2n1"] = after["disks"]["nvme0n1"] | {"serial": "S2", "pci": "0000:81:00.0"}
    return after


def with_places_exchanged() -> dict[str, Any]:
    after = server()
    one, two = after["disks"].values()
    one["pci"], two["pci"] = two["pci"], one["pci"]
    return after


def with_another_unit() -> dict[str, Any]:
    after = server()
    after["disks"]["nvme1n1"]["serial"] = "S9"
    return after


def with_a_partition(number: int) -> dict[str, Any]:
    after = server()
    after["disks"]["nvme0n1"]["partitions"] = [{"number": n, "start_bytes": n} for n in range(number)]
    return after


def without(name: str) -> dict[str, Any]:
    after = server()
    after[name] = None
    return after


@pytest.mark.parametrize(
    ("base", "new", "state", "named"),
    [
        (server(), with_a_third_drive(), "different", "Different hardware: PCIe functions, drives."),
        (with_a_third_drive(), server(), "different", "Different hardware: PCIe functions, drives."),
        (server(), with_places_exchanged(), "different", "Different hardware: drives."),
        (server(), with_another_unit(), "different", "Different hardware: drives."),
        (with_a_third_drive(), without("disks"), "different", "Different hardware: PCIe functions."),
        # What one side alone lists did not come, and is not the same either.
        (server(), without("disks"), "cannot_tell", "drives"),
        (without("disks"), server(), "cannot_tell", "drives"),
        # Partitions are laid out on the hardware and are no part of it.
        (with_a_partition(1), with_a_partition(2), "same", "Same hardware"),
        (server(), server(), "same", "Same hardware"),
    ],
)
def test_hardware_is_the_same_only_where_nothing_came_went_or_moved(
    base: dict[str, Any], new: dict[str, Any], state: str, named: str
) -> None:
    known = {"system": {"product": "Bench"}, "cpu": {"model": "CPU"}}
    found = facets_of(base | known, new | known)["hw"]
    assert found[0] == state
    assert named in found[1]


def large(seed: int) -> dict[str, Any]:
    """A document with well over a thousand fields."""
    draw = random.Random(seed)
    inventory = server()
    inventory["disks"] = {
        f"nvme{i}n1": {
            "serial": f"S{i}",
            "model": f"M{draw.randrange(9)}",
            **{
                name: draw.randrange(1, 99)
                for name in ("nr_requests", "read_ahead_kb", "io_queues", "nsid", "nomerges")
            },
        }
        for i in range(120)
    }
    inventory["os"]["module_params"] = {
        f"module{i}": {f"p{k}": str(draw.randrange(99)) for k in range(10)} for i in range(50)
    }
    return inventory


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    return [path]


@check_each("seed", range(20))
def test_every_planted_change_is_shown_and_nothing_else(seed: int) -> None:
    draw = random.Random(seed)
    base = large(seed)
    new = deepcopy(base)
    places = [p for p in leaves(base["disks"]) if p[1] not in {"serial"}]
    assert len(places) + len(leaves(base["os"])) > 1000
    expected = set()
    for name, field in draw.sample(places, 12):
        new["disks"][name][field] = "planted"
        expected.add(f"disks[{base['disks'][name]['serial']}].{field}")
    for module, parameter in draw.sample(leaves(base["os"]["module_params"]), 8):
        new["os"]["module_params"][module][parameter] = "planted"
        expected.add(f"os.module_params.{module}.{parameter}")
    names = list(new["disks"])
    draw.shuffle(names)  # the kernel numbers them anew
    new["disks"] = dict(zip(names, new["disks"].values(), strict=True))
    assert {path for path, *_ in rows(base, new)} == expected


def test_what_follows_from_the_number_of_numa_nodes_is_folded_into_it() -> None:
    found = compare_documents(epyc("epyc-nps1"), epyc("epyc-nps4"))
    assert [row.path for row in found if row.follows_from is None] == ["cpu.numa.nodes_per_socket"]
    assert count_followers(found) == {"cpu.numa.nodes_per_socket": 30}


def test_a_follower_stands_for_itself_where_its_source_did_not_change() -> None:
    before, after = epyc("epyc-nps1"), epyc("epyc-nps4")
    after["cpu"]["numa"]["nodes_per_socket"] = before["cpu"]["numa"]["nodes_per_socket"]
    found = compare_documents(before, after)
    assert len(found) == 30
    assert all(row.follows_from is None for row in found)
    # What only one side recorded is no change that others could follow from.
    before["cpu"]["numa"]["nodes_per_socket"] = None
    assert all(row.follows_from is None for row in compare_documents(before, after))


def test_a_kernel_brings_its_build_and_drivers_but_no_drive_firmware() -> None:
    before, after = server(), server()
    after["os"] |= {"kernel": "6.12", "kernel_build": "#2"}
    before["os"]["kernel_build"] = "#1"
    for document_, version in ((before, "1.0"), (after, "1.1")):
        document_["pci"]["0000:41:00.0"]["driver_version"] = version
    after["disks"]["nvme0n1"]["firmware"], before["disks"]["nvme0n1"]["firmware"] = "2", "1"
    by_title = {row.title: row.follows_from for row in compare_documents(before, after)}
    assert by_title == {
        "Kernel": None,
        "Kernel build": "os.kernel",
        "Driver version": "os.kernel",
        "Firmware": None,
    }


def test_every_declared_source_is_a_field_of_the_schema() -> None:
    def sources(mark: schema_marks.Mark) -> set[str]:
        below = [mark.field(name) for name in mark.fields()]
        below += [mark.item()] if "items" in mark.schema else []
        below += [mark.field("any")] if isinstance(mark.schema.get("additionalProperties"), dict) else []
        return set(mark.follows_from).union(*map(sources, below))

    for path in sources(schema_marks.get_root()):
        mark = schema_marks.get_root()
        for name in path.split("."):
            assert name in mark.fields(), path
            mark = mark.field(name)
