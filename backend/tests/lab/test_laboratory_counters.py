"""The kernel's counters as the laboratory reads them, on lines that kernels printed."""

import pytest
from laboratory.agent import counted
from laboratory.counters import parse_cpu, parse_disk

# /sys/block/loop0/stat of Linux 6.18: reads of 12,879,918 sectors.
LINE = "   86911        5 12879918    68883     3321    13856   726104     7059        0    33600    81046      444        0 14664122      318     1175     4784\n"
# Of Linux 4.18: eleven fields, no discards and flushes.
OLD = "    1409       19   104498      676    30562    76542  2205888    30088        0    26376    30760"


def test_block_statistics() -> None:
    read = parse_disk(LINE)
    assert (read.read_ios, read.read_bytes, read.read_ms) == (86_911, 12_879_918 * 512, 68_883)
    assert (read.write_ios, read.write_bytes, read.write_ms) == (3_321, 726_104 * 512, 7_059)
    assert (read.queue_ms, read.flush_ios) == (81_046, 1_175)
    assert parse_disk(OLD).flush_ios == 0
    with pytest.raises(ValueError, match="not a line"):
        parse_disk("1 2 3")


def test_growth() -> None:
    first, then = parse_disk(OLD), parse_disk(OLD.replace("1409", "1509").replace("676 ", "876 "))
    grown = then - first
    assert (grown.read_ios, grown.write_ios, grown.read_wait_ms) == (100, 0, 2.0)
    assert (first - first).read_wait_ms is None


def test_processors() -> None:
    cpu = parse_cpu("cpu  100 10 50 800 40 3 2 5 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")
    assert (cpu.busy, cpu.steal, cpu.idle, cpu.total) == (165, 5, 840, 1010)


def test_what_fio_counted() -> None:
    text = """fio: a message before
    {"jobs": [{"read": {"io_bytes": 4096, "total_ios": 1, "runtime": 1500},
               "write": {"io_bytes": 8192, "total_ios": 2, "runtime": 1600}},
              {"read": {"io_bytes": 1024, "total_ios": 3, "runtime": 900},
               "write": {"io_bytes": 0, "total_ios": 0, "runtime": 0}}]}"""
    assert counted(text) == {
        "read_bytes": 5120,
        "read_ios": 4,
        "write_bytes": 8192,
        "write_ios": 2,
        "fio_s": 1.6,
        "job_read_bytes": (4096, 1024),
    }
