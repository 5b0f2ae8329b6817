"""Control groups of both versions, on files as kernels have them."""

from pathlib import Path

from laboratory.group import GroupV1, GroupV2

# blkio.throttle.io_service_bytes of Linux 6.18.
V1 = "254:0 Read 67117056\n254:0 Write 16777216\n254:0 Sync 83894272\n254:0 Total 83894272\n7:0 Read 4096\nTotal 83898368\n"
V2 = "254:0 rbytes=67117056 wbytes=16777216 rios=65 wios=16 dbytes=0 dios=0\n7:0 \n"
MOVED = {"254:0": (67_117_056, 16_777_216)}


def test_version_1(tmp_path: Path) -> None:
    folders = {name: tmp_path / name / "lab" for name in ("cpu", "cpuacct", "blkio")}
    for folder in folders.values():
        folder.parent.mkdir()
    group = GroupV1(folders, ["254:0"])
    # A group of nobody has a limit, so that the device counts.
    assert (tmp_path / "blkio/lab-counting/blkio.throttle.read_iops_device").read_text() == "254:0 4000000"
    (folders["blkio"] / "blkio.throttle.io_service_bytes").write_text(V1)
    assert group.moved() == MOVED | {"7:0": (4096, 0)}
    (folders["cpuacct"] / "cpuacct.usage").write_text("1500000000\n")
    assert group.cpu_s() == 1.5
    (folders["cpu"] / "cpu.stat").write_text("nr_periods 70\nnr_throttled 66\nthrottled_time 12345\n")
    assert group.throttled() == (66, 70)
    group.limit_cpu(0.5)
    assert (folders["cpu"] / "cpu.cfs_quota_us").read_text() == "50000"
    group.limit_read_iops("254:0", 400)
    assert (folders["blkio"] / "blkio.throttle.read_iops_device").read_text() == "254:0 400"


def test_version_2(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    group = GroupV2(folder)
    (folder / "io.stat").write_text(V2)
    assert group.moved()["254:0"] == MOVED["254:0"]
    (folder / "cpu.stat").write_text(
        "usage_usec 1500000\nnr_periods 70\nnr_throttled 66\nthrottled_usec 12345\n"
    )
    assert (group.cpu_s(), group.throttled()) == (1.5, (66, 70))
    group.limit_cpu(0.5)
    assert (folder / "cpu.max").read_text() == "50000 100000"
    group.limit_read_iops("254:0", 400)
    assert (folder / "io.max").read_text() == "254:0 riops=400"
