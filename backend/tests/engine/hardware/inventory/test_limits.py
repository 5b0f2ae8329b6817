"""Chains and what they carry together: switches, shared hops, VMD, bridges on the die, SATA, networks."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory import path as paths
from fioboard.engine.hardware.inventory.limits import compute_network_ceiling, parse_serial_rate
from fioboard.engine.hardware.inventory.pci import Tree
from tests.factories.machine import document, drive, function, targets

ROOT, UP = "0000:40:03.1", "0000:41:00.0"


def behind_a_switch(count: int, uplink_lanes: int = 16, gts: float = 16.0) -> dict[str, Any]:
    """A switch card with `count` Gen4 x4 drives."""
    pci = {ROOT: function(None, gts, uplink_lanes), UP: function(ROOT, gts, uplink_lanes)}
    for i in range(count):
        port = f"0000:42:{4 * i:02x}.0"
        pci |= {port: function(UP, 16.0, 4), f"0000:{0x43 + i:02x}:00.0": drive(port)}
    return document(pci)


def resolved(inventory: dict[str, Any], *disks: str, **more: Any) -> paths.Path:
    found = paths.resolve(inventory, targets(*(disks or inventory["disks"])), **more)
    assert found is not None
    return found


def with_payload(inventory: dict[str, Any], size: int) -> dict[str, Any]:
    for entry in inventory["pci"].values():
        entry["config"] = {"mps_bytes": size}
    return inventory


def test_four_drives_fill_a_x16_uplink_exactly() -> None:
    path = resolved(with_payload(behind_a_switch(4), 256))
    assert path.read is not None
    assert path.read.whole() == [28_807_032_967, 28_807_032_967]
    [shared] = path.shared
    assert (shared.hop.function, shared.ratio, shared.is_oversubscribed) == (ROOT, pytest.approx(1), False)
    assert path.limited_by == ROOT


def test_eight_drives_oversubscribe_it_and_share_what_it_carries() -> None:
    path = resolved(with_payload(behind_a_switch(8), 256))
    [shared] = path.shared
    assert shared.ratio == pytest.approx(2)
    assert shared.is_oversubscribed is True
    assert shared.share.high == pytest.approx(28.807e9 / 8, rel=1e-3)
    assert path.read is not None
    assert path.read.high == pytest.approx(28.807e9, rel=1e-3)


def test_two_drives_below_a_wide_uplink_limit_by_themselves() -> None:
    path = resolved(with_payload(behind_a_switch(4), 256), "nvme0n1", "nvme1n1")
    assert path.read is not None
    assert path.read.high == pytest.approx(14.40e9, rel=1e-3)
    assert path.limited_by is None


def test_one_drive_behind_a_narrow_uplink_is_limited_there() -> None:
    path = resolved(with_payload(behind_a_switch(1, uplink_lanes=1), 256))
    assert path.limited_by == ROOT
    assert path.read is not None
    assert path.read.high == pytest.approx(1.969e9 * 256 / 280, rel=1e-3)


def test_an_unreadable_payload_gives_a_range() -> None:
    path = resolved(behind_a_switch(1))
    assert path.read is not None and path.write is not None
    assert path.read.whole() == [6_633_198_381, 7_201_758_242]
    assert path.write.high / path.read.high == pytest.approx((256 + 24) / (256 + 20))


def test_drives_on_two_root_ports_add_up_and_share_nothing() -> None:
    pci = {}
    for bus in ("40", "60"):
        port = f"0000:{bus}:01.1"
        pci |= {port: function(None), f"0000:{int(bus, 16) + 1:02x}:00.0": drive(port)}
    path = resolved(with_payload(document(pci), 256))
    assert path.read is not None
    assert path.read.high == pytest.approx(14.40e9, rel=1e-3)
    assert path.shared == []


def test_the_chain_behind_vmd_starts_at_its_own_root_port() -> None:
    vmd = "0000:6f:00.5"
    pci = {
        vmd: function(None, None, None, ids={"class": "0x010400", "vendor": "0x8086", "device": "0x201d"}),
        "10001:80:07.0": function(vmd, 8.0, 4, vmd=vmd),
        "10001:84:00.0": drive("10001:80:07.0", 8.0, vmd=vmd),
    }
    tree = Tree(document(pci))
    assert [f.address for f in tree.chain("10001:84:00.0")] == ["10001:80:07.0", "10001:84:00.0"]
    assert [str(hop.link) for hop in tree.hops("10001:84:00.0")] == ["Gen3 x4"]


@pytest.mark.parametrize(
    "bridge",
    [
        {"ids": {"class": "0x060400", "vendor": "0x1022", "device": "0x1484"}},
        {"name": "Starship/Matisse Internal PCIe GPP Bridge 0 to bus[E:B]"},
    ],
)
def test_the_nominal_link_of_a_bridge_on_the_die_is_no_limit(bridge: dict[str, Any]) -> None:
    pci = {
        "0000:00:07.1": function(None, 16.0, 16, **bridge),
        "0000:0c:00.0": drive("0000:00:07.1", 16.0, 16),
    }
    path = resolved(document(pci))
    assert (path.read, path.hops) == (None, [])


def test_what_hangs_on_an_unknown_link_has_no_limit_but_the_known_hop_above_it_stands() -> None:
    inventory = behind_a_switch(2, uplink_lanes=1)
    for address, entry in inventory["pci"].items():
        if address not in {ROOT, UP}:
            entry["link"] = dict.fromkeys(entry["link"])
    path = resolved(inventory)
    assert path.read is not None
    assert path.read.high == pytest.approx(1.969e9 * 256 / 280, rel=1e-3)
    [shared] = path.shared
    assert (shared.members_sum, shared.ratio, shared.is_oversubscribed) == (None, None, None)


def test_a_member_without_a_place_leaves_the_whole_unknown() -> None:
    inventory = behind_a_switch(1) | {}
    inventory["disks"]["sda"] = {"model": "somewhere", "pci": None}
    path = resolved(inventory, "nvme0n1", "sda")
    assert (path.read, path.limited_by is None or path.read is None) == (None, True)


def test_a_drive_with_two_controllers_has_no_one_chain() -> None:
    inventory = behind_a_switch(2)
    inventory["disks"] = {
        "nvme0n1": {"controllers": [{"pci": "0000:43:00.0"}, {"pci": "0000:44:00.0"}], "pci": "0000:43:00.0"}
    }
    assert resolved(inventory).read is None


def test_serial_drives_share_their_adapter() -> None:
    pci = {ROOT: function(None, 8.0, 8), UP: drive(ROOT, 8.0, 8, ids={"class": "0x010700"})}
    inventory = with_payload(document(pci), 256)
    inventory["disks"] = {f"sd{c}": {"pci": UP, "negotiated_link": "12.0 Gbit"} for c in "abcdefgh"}
    path = resolved(inventory)
    assert path.read is not None
    assert path.read.high == pytest.approx(7.2e9, rel=1e-3)
    [shared] = path.shared
    assert shared.members_sum is not None
    assert shared.members_sum.high == 8 * 1.2e9


@pytest.mark.parametrize(
    ("said", "expected"),
    [("6.0 Gbps", 6e8), ("12.0 Gbit", 1.2e9), ("22.5 Gbit", None), ("", None), (None, None)],
)
def test_serial_links_are_read_from_their_text(said: str | None, expected: float | None) -> None:
    assert parse_serial_rate(said) == expected


def test_tcp_carries_what_is_left_of_ethernet() -> None:
    assert compute_network_ceiling(10_000, 1500).low == pytest.approx(1.177e9, rel=1e-3)
    assert compute_network_ceiling(10_000, 9000).low == pytest.approx(1.238e9, rel=1e-3)
    assert compute_network_ceiling(10_000, None).whole() == [1_176_853_056, 1_237_552_556]


def test_a_loop_of_parents_ends() -> None:
    pci = {"0000:01:00.0": function("0000:02:00.0"), "0000:02:00.0": drive("0000:01:00.0")}
    assert len(Tree(document(pci)).chain("0000:02:00.0")) == 2


def test_no_target_gives_no_path() -> None:
    assert paths.resolve(behind_a_switch(1), None) is None
    assert paths.resolve(behind_a_switch(1), "odd", fallback="/mnt/file") is None


@pytest.mark.parametrize(("said", "kind"), [("/dev/nvme0n1", "disk"), ("/dev/nvme0n1p2", "partition")])
def test_older_agents_name_one_device(said: str, kind: str) -> None:
    path = paths.resolve(behind_a_switch(1), None, fallback=said)
    assert path is not None
    assert ([t.kind for t in path.targets], [m.disk for m in path.members]) == ([kind], ["nvme0n1"])
