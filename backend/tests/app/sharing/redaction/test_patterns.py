"""Forms of kept values: what a fact looks like passes, anything a person could have worded does not."""

import pytest

from fioboard.app.sharing.redaction.hardware import share_machine as machine_of
from fioboard.app.sharing.redaction.jobs import OPTIONS, describe_job, select_options
from fioboard.app.sharing.redaction.path import PathRedactor
from fioboard.app.sharing.redaction.patterns import (
    PATTERNS,
    match_fio_version,
    match_kernel,
    match_module_parameter,
    match_parameter,
)
from fioboard.app.sharing.redaction.redactor import Redactor, spell_letters
from fioboard.app.sharing.redaction.shown_factors import PATTERNS as FACTOR_PATTERNS
from tests.factories.machine import NAMES, machine
from tests.loops import check_each


@check_each(
    "release",
    [
        "6.1.0-18-amd64", "5.15.0-91-generic", "5.14.0-362.8.1.el9_3.x86_64", "6.7.4-200.fc39.x86_64", "6.8.12-4-pve",
        "6.6.9-arch1-1", "5.4.0-150-lowlatency", "4.18.0-513.5.1.el8_9.x86_64", "5.10.16.3-microsoft-standard-WSL2",
        "6.12.0", "14.1-RELEASE-p3", "6.5.0-1014-aws", "5.15.0-200.131.27.el9uek.x86_64", "23.5.0", "6.1.21-v8+"[:6],
        "6.1.0-rc3", "5.14.21-150500.55.39-default", "6.11.0+deb12-amd64", "6.1.0-0.deb11.13-amd64"[:5],
    ],
)  # fmt: skip
def test_kernels_of_distributions_are_kept(release: str) -> None:
    assert match_kernel(release) == release


@pytest.mark.parametrize(
    "release", ["6.1.0-acmecorp", "5.15.0-91-generic-acme", "6.1.0-db7.lan", "6.1.0 acme", "6.1.0-lab"]
)
def test_an_own_suffix_of_a_kernel_is_cut(release: str) -> None:
    assert match_kernel(release) in {"6.1.0 (own build)", "5.15.0 (own build)"}


def test_what_is_no_kernel_is_not_shown() -> None:
    assert [match_kernel(v) for v in ("acme", "", None, 6, "v" * 10_000)] == [None] * 5


@check_each(
    "token, is_kept",
    [
        ("iommu=pt", True), ("none", True), ("intel_iommu=on,sm_on", True), ("nvme.poll_queues=8", True), ("mitigations=auto,nosmt", True),
        ("isolcpus=2-23,26-47", True), ("pcie_aspm=off", True), ("nosmt", True), ("hugepagesz=1G", True),
        ("transparent_hugepage=madvise", True), ("root=UUID=abc", False), ("pcie_aspm=acmecorp", False),
        ("nvme.secret=8", False), ("nvme.poll_queues=acme", False), ("rd.luks.key=/acme", False), ("BOOT_IMAGE=/vmlinuz", False),
        ("ip=10.0.0.7::10.0.0.1", False), ("crashkernel=256M", False), ("isolcpus=acme", False), ("nvme.poll_queues=", True),
    ],
)  # fmt: skip
def test_kernel_parameters_are_those_of_the_list(token: str, is_kept: bool) -> None:
    assert match_parameter(token) == (token if is_kept else None)


def test_module_parameters_are_numbers_and_known_words() -> None:
    assert [match_module_parameter(v) for v in ("8", "Y", "round-robin", 5, "0,0")] == [
        "8",
        "Y",
        "round-robin",
        5,
        "0,0",
    ]
    assert [match_module_parameter(v) for v in ("acmecorp", "8 acme", None)] == [None, None, None]


@pytest.mark.parametrize(
    ("version", "shown"),
    [
        ("fio-3.36", "fio-3.36"), ("3.36", "3.36"), ("fio-3.36-128-g0a1b2c3", "fio-3.36-128-g0a1b2c3"),
        ("fio-3.36-acmecorp", "fio-3.36"), ("fio-3.30 (reconstructed from published figures)",) * 2,
        ("version unknown (reconstructed from published figures)",) * 2, ("version unknown", None),
        ("fio 3.36 by acme", None), ("acme", None),
    ],
)  # fmt: skip
def test_own_suffixes_of_fio_are_cut(version: str, shown: str | None) -> None:
    assert match_fio_version(version) == shown


# One value per option that is plainly right, and secrets that no option may take.
SECRETS = ("acmecorp", "hunter2", "/mnt/acme", "${HOME}", "user:password", "--x", "db7.lan")


@check_each("option", sorted(OPTIONS))
def test_job_options_take_no_free_text(option: str) -> None:
    redactor = Redactor(frozenset(), frozenset())
    for secret in SECRETS:
        kept, left = select_options({option: secret}, redactor)
        assert (kept, left) == ({}, 1), secret


@check_each(
    "option, value",
    [
        ("rw", "randrw:16k"), ("bs", "4k,8k"), ("bsrange", "4k-64k"), ("bssplit", "4k/60:64k/40"), ("size", "10%"), ("size", "4g"),
        ("runtime", "5m"), ("percentile_list", "50:99:99.9"), ("random_distribution", "zipf:1.2"), ("cpus_allowed", "0-5,8"),
        ("numa_mem_policy", "bind:0-1"), ("ioengine", "io_uring"), ("group_reporting", ""), ("rate", "10m,20m"), ("sync", "dsync"),
        ("verify", "crc32c"), ("zonemode", "zbd"), ("thinktime", "10us"), ("fallocate", "none"),
    ],
)  # fmt: skip
def test_job_options_of_the_list_are_kept_as_typed(option: str, value: str) -> None:
    assert select_options({option: value}, Redactor(frozenset(), frozenset())) == ({option: value}, 0)


@pytest.mark.parametrize(
    "option", ["filename", "directory", "exec_prerun", "description", "verify_pattern", "write_bw_log"]
)
def test_other_job_options_do_not_exist(option: str) -> None:
    assert OPTIONS.get(option) is None


def test_jobs_are_called_by_what_they_do() -> None:
    assert describe_job("randread", 4096, 32, 4) == "randread 4k QD32 x4"
    assert describe_job("write", 1048576, 1, 1) == "write 1M QD1"
    assert describe_job("rw", "4k-64k", None, None) == "rw 4k-64k"
    assert describe_job("acme", "acme", None, None) == ""
    assert describe_job("read", 4000, 1, None) == "read 4000 QD1"


def test_drives_are_lettered() -> None:
    assert [spell_letters(n) for n in (1, 26, 27, 52, 703)] == ["A", "Z", "AA", "AZ", "AAA"]


@check_each("key", sorted(FACTOR_PATTERNS))
def test_factors_take_no_free_text(key: str) -> None:
    for secret in SECRETS:
        assert FACTOR_PATTERNS[key](secret) is None


@pytest.mark.parametrize(
    ("attribute", "value", "shown"),
    [
        ("NumaNodesPerSocket", "NPS4", ("numa.nodes_per_socket", 4, "NumaNodesPerSocket")),
        ("SysProfile", "PerfOptimized", ("power.profile", "PerfOptimized", "SysProfile")),
        ("SysProfile", "acmecorp", None),
        ("Slot3Bif", "x4x4x4x4", ("pcie.bifurcation[3]", "x4x4x4x4", "Slot3Bif")),
        ("acmecorp|SMT Control", "Enabled", ("cpu.smt", "on", "SMT Control")),
        # The name has a free part: what it means is shown, not the name.
        ("VmdPortEnableAcmecorp", "Enabled", ("storage.vmd", "on", None)),
        ("ServiceTag", "acmecorp", None),
    ],
)
def test_bios_settings_are_listed_names_with_listed_values(
    attribute: str, value: str, shown: tuple[str, object, str | None] | None
) -> None:
    document = {"firmware_settings": {"source": "redfish", "raw": {attribute: value}}}
    found = machine_of(document, "jupiter", "host 1", Redactor(frozenset(), frozenset())).out
    kept = [(one["key"], one["value"], one["attribute"]) for one in found["firmware"]]
    assert kept == ([] if shown is None else [shown])
    assert "acmecorp" not in str(found).lower()


def test_every_kind_of_target_and_layer_of_the_machines_has_a_form() -> None:
    from tests.factories.run_detail import run_detail

    for name in NAMES:
        for value in run_detail(name)["factor_values"]:
            form = FACTOR_PATTERNS.get(value["key"])
            found = value["value"] if isinstance(value["value"], list) else [value["value"]]
            if form is not None and machine(name):
                assert [v for v in found if isinstance(v, str) and form(v) is None] == [], value["key"]


def test_every_form_refuses_what_is_no_value() -> None:
    for name, form in PATTERNS.items():
        for value in (None, [], {}, ["x"], {"x": 1}, object()):
            assert form(value) is None, name


@pytest.mark.parametrize("name", NAMES)
def test_places_and_addresses_of_the_machines_have_their_form(name: str) -> None:
    for address, function in machine(name)["inventory"]["pci"].items():
        assert PATTERNS["address"](address) == address
        for field, form in (
            ("parent", "address"),
            ("stable_path", "place"),
            ("driver", "word"),
            ("port_type", "word"),
        ):
            assert PATTERNS[form](function[field]) == function[field]


@pytest.mark.parametrize(
    "spoken",
    [
        "md raid0 of 4, chunk 128 KiB", "zfs raidz2 of 6", "lvm striped of 2, chunk 64 KiB", "btrfs raid1c3 of 3", "ext4",
        "hardware_raid raid10 of 8, degraded", "lvm thin", "multipath", "md raid5 of 3, chunk 524288 bytes, degraded",
    ],
)  # fmt: skip
def test_layers_are_kept_as_they_are_said(spoken: str) -> None:
    paths = PathRedactor(
        machine_of(None, "h", "host 1", Redactor(frozenset(), frozenset())),
        "h",
        Redactor(frozenset(), frozenset()),
    )
    path = {
        "targets": [{"path": "/x", "kind": "file", "filesystem": None, "layers": [spoken], "members": []}]
    }
    shown = paths.path(path)
    assert shown is not None
    assert shown["targets"][0]["layers"] == [spoken]


@pytest.mark.parametrize(
    ("spoken", "shown"),
    [
        ("partition acmecorp3", "partition"), ("nfs from acmecorp", "nfs from server 1"), ("acmecorp", "layer"),
        ("lvm acmecorp-data", "lvm"), ("md raid0 of 4 for acmecorp", "md raid0 of 4"),
    ],
)  # fmt: skip
def test_names_in_layers_become_labels_or_nothing(spoken: str, shown: str) -> None:
    paths = PathRedactor(
        machine_of(None, "h", "host 1", Redactor(frozenset(), frozenset())),
        "h",
        Redactor(frozenset(), frozenset()),
    )
    path = paths.path({"targets": [{"path": "/x", "kind": "file", "layers": [spoken], "members": []}]})
    assert path is not None
    assert path["targets"][0]["layers"] == [shown]
