"""Names of what was measured: what of them lasts, and what is only a name."""

import pytest

from fioboard.engine.words import target_names
from tests.loops import check_each


@pytest.mark.parametrize(
    ("path", "lasting"),
    [
        ("/mnt/x/fioboard-0d4f7c1e-3a53.dat", "/mnt/x"),
        ("/fioboard-0d4f7c1e-3a53.dat", "/"),
        ("/mnt/x/fioboard-0d4f7c1e-3a53/fioboard-0d4f7c1e-3a53.dat", "/mnt/x"),
        ("/fioboard-0d4f7c1e-3a53/fioboard-0d4f7c1e-3a53.dat", "/"),
        ("/mnt/fioboard-0d4f7c1e-3a53/test.dat", "/mnt/fioboard-0d4f7c1e-3a53/test.dat"),
        ("/mnt/x/test-2026-11-28.dat", "/mnt/x/test-*.dat"),
        ("/mnt/x/test-20261128T020000.dat", "/mnt/x/test-*.dat"),
        ("/mnt/x/0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11.bin", "/mnt/x/*.bin"),
        ("C:\\bench\\test-2026-11-28.dat", "C:\\bench\\test-*.dat"),
        ("/mnt/x/test.dat", "/mnt/x/test.dat"),
        # A folder may be the mount point of another drive.
        ("/mnt/2026-11-28/test.dat", "/mnt/2026-11-28/test.dat"),
        ("/mnt/2026-11-28", "/mnt/2026-11-28"),
        ("/pv/pvc-0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11", "/pv/pvc-0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"),
        ("/tmp/tmp.Xa81kQ0a9Z/disk", "/tmp/tmp.Xa81kQ0a9Z/disk"),
        ("/dev/disk/by-uuid/0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11.img", None),
        ("/dev/nvme0n1", "/dev/nvme0n1"),
        ("/dev/md127", "/dev/md127"),
    ],
)
def test_a_name_loses_only_what_changes_by_itself(path: str, lasting: str | None) -> None:
    assert target_names.lasting_name(path) == (lasting or path)


@check_each(
    "path, lasting",
    [
        ("/mnt/2026-11-28/bench", "/mnt/*/bench"),
        ("/mnt/20261128/bench", "/mnt/*/bench"),
        ("/mnt/28.11.2026", "/mnt/*"),
        ("/snap/daily-2026-11-28T02:00:00Z/data", "/snap/daily-*/data"),
        ("/mnt/run-0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11", "/mnt/run-*"),
        ("/mnt/1764288000/x", "/mnt/*/x"),
        ("/mnt/tmp.Xa81kQ0a9Z", "/mnt/tmp.*"),
        ("/tmp/bench.qwertyuiop", "/tmp/bench.*"),
        ("/tmp/bench-target", "/tmp/bench-target"),
        ("/tmp/xyz.123", "/tmp/xyz.*"),
        ("/tmp/tmpab3_x9zq/disk", "/tmp/tmp*/disk"),
        ("/mnt/nvme0n1p1/bench", "/mnt/*/bench"),
        ("/mnt/sda", "/mnt/*"),
        ("/mnt/md127", "/mnt/*"),
        ("/mnt/0000:41:00.0", "/mnt/*"),
        ("/mnt/disk-1", "/mnt/disk-1"),
        ("/mnt/vol.2/bench.sequential", "/mnt/vol.2/bench.sequential"),
        ("/srv/19991332", "/srv/19991332"),
        ("/mnt/bench/", "/mnt/bench"),
        ("/", "/"),
    ],
)
def test_a_folder_of_a_known_file_system_loses_dates_ids_and_names_of_devices(
    path: str, lasting: str
) -> None:
    assert target_names.lasting_folder(path) == lasting


def test_a_mount_point_that_is_all_that_is_known_stays() -> None:
    assert (
        target_names.lasting_folder("/mnt/2026-11-28/run-2026-11-28", fixed="/mnt/2026-11-28")
        == "/mnt/2026-11-28/run-*"
    )
    assert target_names.lasting_folder("/mnt/2026-11-28", fixed="/mnt/2026-11-28") == "/mnt/2026-11-28"
    assert target_names.lasting_folder("/tmp/tmp.Xa81kQ0a9Z", fixed="/") == "/tmp/tmp.*"


def test_only_a_hash_behind_it_makes_a_place_identified() -> None:
    assert target_names.is_identified("ACME X1 …0F3A [9bd1c0ee]")
    assert target_names.is_identified("ACME X1 …0F3A [9bd1c0ee] + ACME X1 …0F3B [8bd1c0ee]")
    for name in ("/dev/nvme0n1", "/dev/sda + ACME X1 …0F3A [9bd1c0ee]", "", None, 7, "[9bd1c0ee]"):
        assert not target_names.is_identified(name)


def test_paths_are_told_apart_where_all_are_absolute() -> None:
    assert target_names.split_names("/dev/sda:/dev/sdb") == ["/dev/sda", "/dev/sdb"]
    assert target_names.split_names("C:\\test.dat") == ["C:\\test.dat"]
    assert target_names.shown_name(["/mnt/x/fioboard-0d4f7c1e-3a53.dat", "/dev/sda"]) == "/mnt/x:/dev/sda"
    assert target_names.shown_name([]) is None
