"""What surrounded a run: readings of what agents send, and of what nobody should have sent."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory import surroundings
from fioboard.engine.hardware.inventory.samples import Samples, read_samples
from fioboard.engine.hardware.inventory.surroundings import Rise
from fioboard.engine.hardware.inventory.targets import read_targets
from tests.engine.hardware.inventory.test_machines import path_of

QUOTA = {
    "level": 0,
    "quota_us": 50_000,
    "period_us": 100_000,
    "periods": 10,
    "throttled_periods": 4,
    "throttled_us": 9,
}


def told(before: Any, after: Any = None) -> Samples:
    return read_samples(
        {"schema": 1, "t_ms": [], "series": [], "links": [], "before": before, "after": after, "sampler": {}}
    )


def test_a_quota_is_told_in_processors_with_what_it_stopped_during_the_run() -> None:
    later = QUOTA | {"periods": 60, "throttled_periods": 44, "throttled_us": 2_000_009}
    limits = surroundings.list_cpu_limits(told({"cgroup": {"cpu": [QUOTA]}}, {"cgroup": {"cpu": [later]}}))
    assert limits is not None
    (limit,) = limits
    assert (limit.level, limit.cpus) == (0, 0.5)
    assert (limit.periods.by, limit.throttled_periods.by, limit.throttled_us.by) == (50, 40, 2_000_000)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ({}, None),
        ({"cgroup": None}, None),
        ({"cgroup": {"cpu": None, "io": None}}, None),
        ({"cgroup": {"cpu": [], "io": []}}, []),
        ({"cgroup": {"cpu": "none", "io": 3}}, None),
        ({"cgroup": {"cpu": [{"level": 0, "quota_us": 0}, 7], "io": [{"level": None}, "x"]}}, []),
    ],
)
def test_no_limit_is_known_only_where_somebody_looked(before: Any, expected: object) -> None:
    assert surroundings.list_cpu_limits(told(before)) == expected
    assert surroundings.list_io_limits(told(before)) == expected


def test_a_limit_on_a_device_leaves_the_others_unlimited() -> None:
    entry = {"level": 1, "device": "254:0", "disk": "vda", "read_bytes_per_s": 1_048_576, "write_iops": None}
    limits = surroundings.list_io_limits(told({"cgroup": {"io": [entry]}}))
    assert limits == [surroundings.IoLimit(1, "254:0", "vda", 1_048_576, None, None, None)]


def test_inside_a_container_no_limit_is_no_proof() -> None:
    assert surroundings.has_all_levels(told({"cgroup": {"reaches_root": False, "cpu": []}})) is False
    assert surroundings.has_all_levels(told({})) is None


def test_interrupts_rise_by_node_and_a_side_that_is_missing_is_unknown() -> None:
    before = {"interrupts": {"f": {"by_node": {"0": 10, "1": 5}}, "gone": {"by_node": {"0": 1}}}}
    after = {"interrupts": {"f": {"by_node": {"0": 110, "1": 5, "x": 3}}}}
    found = surroundings.count_interrupts(told(before, after))
    assert {node: rise.by for node, rise in found["f"].items()} == {0: 100, 1: 0}
    assert found["gone"] == {0: Rise(1, None)}
    assert found["gone"][0].by is None


def test_a_counter_that_began_anew_has_no_rise() -> None:
    assert Rise(100, 5).by is None


def test_space_and_read_ahead_of_the_targets_file_system() -> None:
    filesystem = {
        "type": "ext4",
        "size_bytes": 1000,
        "free_bytes": 100,
        "available_bytes": 50,
        "read_ahead_kb": 128,
    }
    full, unknown = read_targets({}, [{"path": "/a", "filesystem": filesystem}, {"path": "/b"}], None)
    space = surroundings.get_space(full)
    assert space is not None
    assert space.fill == pytest.approx(0.9)
    assert surroundings.read_ahead_bytes(full) == 131_072
    assert (surroundings.get_space(unknown), surroundings.read_ahead_bytes(unknown)) == (None, None)


@pytest.mark.parametrize(
    "odd", [{"size_bytes": 0, "free_bytes": 0}, {"size_bytes": 1, "free_bytes": 2}, {"size_bytes": -5}]
)
def test_space_that_cannot_be_is_unknown(odd: Any) -> None:
    (target,) = read_targets({}, [{"path": "/a", "filesystem": odd}], None)
    assert surroundings.get_space(target) is None


def test_features_of_a_drive_with_the_power_of_its_state() -> None:
    disk = {
        "power_states": [{"index": 0, "max_power_w": 25.0}, {"index": 1, "max_power_w": 8.0}],
        "nvme_features": {
            "power_state": 1,
            "apst_enabled": None,
            "t1_c": None,
            "unknown": {"apst_enabled": "refused"},
        },
    }
    found = surroundings.read_nvme_features(disk)
    assert found is not None
    assert (found.power_state, found.max_power_w, found.full_power_w) == (1, 8.0, 25.0)
    assert (found.apst_enabled, found.unknown) == (None, {"apst_enabled": "refused"})
    assert surroundings.read_nvme_features({"nvme_features": None}) is None


def test_checks_before_the_run_are_typed_and_odd_ones_are_left_out() -> None:
    good = {"id": "governor", "status": "warning", "text": "powersave", "reason": None}
    unknown = {"id": "swap", "status": "unknown", "text": "swapping", "reason": "no /proc/vmstat"}
    found = surroundings.read_preflight(
        [good, unknown, {"id": "x", "status": "fine", "text": "y"}, 5, {"status": "ok"}]
    )
    assert found is not None
    assert [(check.id, check.status, check.reason) for check in found] == [
        ("governor", "warning", None),
        ("swap", "unknown", "no /proc/vmstat"),
    ]
    assert surroundings.read_preflight(None) is None
    assert surroundings.read_preflight([]) == []


@pytest.mark.parametrize(
    ("allowed", "nodes"),
    [("0-95", None), ("0-5", {0}), ("0-23", {0, 1, 2, 3}), ("none", None)],
)
def test_a_process_bound_from_outside_is_pinned_and_one_that_may_go_everywhere_is_not(
    allowed: str, nodes: set[int] | None
) -> None:
    assert path_of("epyc-nps4", allowed=allowed).fio_nodes == nodes


def test_what_fio_was_told_goes_before_what_it_was_started_with() -> None:
    assert path_of("epyc-nps4", allowed="0-23", cpus_allowed="24-47").fio_nodes != {0, 1, 2, 3}
