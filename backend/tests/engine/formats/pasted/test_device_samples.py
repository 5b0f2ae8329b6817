"""iostat and `zpool iostat` beside a run: mean rates and shares of the devices, at no known time."""

import pytest

from fioboard.store.derive.claims import classify_lines, read_body

RUN = """{name}: (g=0): rw=read, bs=(R) 2048KiB-2048KiB, (W) 2048KiB-2048KiB, (T) 2048KiB-2048KiB, ioengine=libaio, iodepth=16
fio-3.30
Starting 1 process
{name}: (groupid=0, jobs=1): err= 0: pid={pid}: Mon Jul 25 06:30:12 2022
  read: IOPS=13.5k, BW=26.4GiB/s (28.4GB/s)(1587GiB/60001msec)
"""
IOSTAT = """Device            tps    MB_read/s    MB_wrtn/s    MB_read    MB_wrtn
sda              1.50         0.00         0.01          0          0
nvme0n1      26400.00      3300.00         0.00       6600          0
nvme1n1      26264.00      3283.00         0.00       6566          0
md2          52664.00      6583.00         0.00      13166          0
"""
ZPOOL = """               capacity     operations    bandwidth
pool        alloc   free   read  write   read  write
----------  -----  -----  -----  -----  -----  -----
tank         483G  1.34T    143  4.44K      0  60.0M
  mirror     483G  1.34T    143  4.09K      0  60.0M
    sda         -      -     69    288      0  30.0M
    sdb         -      -     73    287      0  10.0M
----------  -----  -----  -----  -----  -----  -----
"""
TIME = "The time is unknown, and so is the part of the run that it covers."


def remarks(text: str) -> tuple[list[str], list[list[str]]]:
    """Those of the whole text, and those of each run."""
    body = read_body(text.encode(), None)
    of_runs = [
        [p.detail for p in one.problems if p.error == "DeviceSamples"] for one in body.reading.invocations
    ]
    assert not body.claims.items
    return [p.detail for p in body.reading.problems if p.error == "DeviceSamples"], of_runs


def test_each_drive_has_its_rate_and_share_and_volumes_repeat_them() -> None:
    text = f"$ iostat -m 2\n{IOSTAT}\n{RUN.format(name='a', pid=1)}"
    assert remarks(text) == (
        [],
        [[f"iostat, one report: read nvme0n1 3.46 GB/s (50.1 %), nvme1n1 3.44 GB/s (49.9 %), together 6.90 GB/s; "
          f"written sda 10.5 kB/s (100 %). {TIME}"]],
    )  # fmt: skip


def test_the_first_of_several_reports_tells_of_the_time_since_the_start() -> None:
    steady = IOSTAT.replace("3300.00", "3100.00")
    text = f"{IOSTAT}\n{IOSTAT}\n{steady}\n{RUN.format(name='a', pid=1)}"
    (run,) = remarks(text)[1]
    assert run[0].startswith(
        "iostat, mean of 2 reports; the first of several was left out: read nvme0n1 3.36 GB/s"
    )


def test_zpool_iostat_tells_of_the_drives_of_a_pool() -> None:
    (run,) = remarks(f"{RUN.format(name='a', pid=1)}\n{ZPOOL}")[1]
    assert run == [
        f"zpool iostat, one report: written sda 31.5 MB/s (75 %), sdb 10.5 MB/s (25 %), together 41.9 MB/s. {TIME}"
    ]


def test_a_table_belongs_to_the_run_of_its_section_or_to_none() -> None:
    first, second = (RUN.format(name=name, pid=pid) for name, pid in (("a", 1), ("b", 2)))
    whole, of_runs = remarks(f"## 2 drives\n{first}\n{IOSTAT}\n## 3 drives\n{second}")
    assert (whole, [len(one) for one in of_runs]) == ([], [1, 0])
    whole, of_runs = remarks(f"{first}\n{second}\n{IOSTAT}")
    assert ([len(one) for one in of_runs], len(whole)) == ([0, 0], 1)
    assert whole[0].endswith("Which of the 2 runs it belongs to is unknown.")


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_cut_table_says_nothing_that_the_whole_does_not(cut: int) -> None:
    text = "\n".join(IOSTAT.split("\n")[:cut]) + "\n\n" + RUN.format(name="a", pid=1)
    (run,) = remarks(text)[1]
    rates = [device for device in ("nvme0n1 3.46 GB/s", "nvme1n1 3.44 GB/s") if run and device in run[0]]
    assert len(rates) == max(0, min(2, cut - 2))


def test_lines_of_samples_are_used() -> None:
    body = read_body(f"{IOSTAT}\n{RUN.format(name='a', pid=1)}".encode(), None)
    lines = classify_lines(body)
    assert (lines["used"], lines["claims"], lines["not_understood"]) == ([(1, 5), (7, 11)], [], [])


def test_iostat_h_names_the_device_last_and_its_unit_at_each_figure() -> None:
    table = """      tps    kB_read/s    kB_wrtn/s    kB_dscd/s    kB_read    kB_wrtn    kB_dscd Device
 26400.00         3.0G         0.0k         0.0k       6.4G       0.0k       0.0k nvme0n1
 26264.00      1024.0M         0.0k         0.0k       6.4G       0.0k       0.0k nvme1n1
"""
    (run,) = remarks(f"{RUN.format(name='a', pid=1)}\n{table}")[1]
    rates = "read nvme0n1 3.22 GB/s (75 %), nvme1n1 1.07 GB/s (25 %), together 4.29 GB/s"
    assert run == [f"iostat, one report: {rates}. {TIME}"]
