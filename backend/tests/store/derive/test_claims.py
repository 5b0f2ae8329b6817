"""Cells of hand-made tables that are no claims are told, never dropped."""

import pytest

from fioboard.store.derive.claims import claims_alone, classify_lines, judged, read_body

ALIGNED = """\
Model      4k randread QD1   seq read 128k   price
990 Pro    22.1k             7.1GB/s         189
SN850X     19.8k             7.0GB/s         129
"""


def remarks(text: str, error: str) -> list[str]:
    body = claims_alone(text.encode())
    assert body is not None
    return [problem.detail for problem in body.reading.problems if problem.error == error]


def test_figures_of_which_nothing_tells_what_they_count_are_named_with_their_place() -> None:
    [detail] = remarks(ALIGNED, "UnreadCells")
    assert "'22.1k' (line 2, column 12), '19.8k' (line 3, column 12)" in detail
    assert "189" not in detail


@pytest.mark.parametrize("heading", ["4k randread QD1 IOPS", "4k randread QD1 (IOPS)"])
def test_nothing_is_said_of_a_table_that_tells_all(heading: str) -> None:
    assert (
        remarks(f"| Model | {heading} |\n|---|---|\n| 990 Pro | 22.1k |\n| 2 | 19.8k |\n", "UnreadCells")
        == []
    )


def test_more_than_five_are_counted() -> None:
    rows = "".join(f"| {name} | {name}1.5k | 7 GB/s |\n" for name in "12345678")
    [detail] = remarks("| Test | randread | seq read |\n|---|---|---|\n" + rows, "UnreadCells")
    assert detail.count("(line ") == 5
    assert "and 3 more" in detail


def test_a_cut_table_says_so() -> None:
    rows = "".join(f"| drive {number} | {number + 100} MB/s |\n" for number in range(1_200))
    assert len(remarks("| Drive | seq read |\n|---|---|\n" + rows, "TablesCut")) == 1


def test_tables_beside_results_tell_it_too() -> None:
    text = "  read: IOPS=412k, BW=1609MiB/s (1687MB/s)(47.1GiB/30001msec)\n\n" + ALIGNED
    body = read_body(text.encode(), None)
    assert [problem.error for problem in body.reading.problems] == ["UnreadCells"]
    assert body.reading.invocations[0].outcome == "complete"


@pytest.mark.parametrize("gap", ["  ", "\t", " | "])
def test_a_table_of_iostat_beside_a_run_is_no_claim_about_the_run(gap: str) -> None:
    """`MB_read` is an amount over the interval, and all of it are samples of a device."""
    rows = [
        ["Device", "tps", "MB_read/s", "MB_wrtn/s", "MB_read", "MB_wrtn"],
        ["nvme0n1", "12876.50", "1609.56", "0.00", "3219", "0"],
        ["nvme1n1", "12880.00", "1610.00", "0.00", "3220", "0"],
        ["nvme2n1", "12880.00", "1610.00", "0.00", "3220", "0"],
    ]
    text = "  read: IOPS=412k, BW=1609MiB/s (1687MB/s)(47.1GiB/30001msec)\n\n"
    text += "".join(gap.join(row) + "\n" for row in rows)
    body = read_body(text.encode(), None)
    assert judged(body) == []
    [problem] = [one for one in body.reading.invocations[0].problems if one.error == "DeviceSamples"]
    assert problem.detail.startswith(
        "iostat, one report: read nvme0n1 1.69 GB/s (33.3 %), nvme1n1 1.69 GB/s (33.3 %)"
    )


RESULT = """\
{name}: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=16
fio-2.2.3
{name}: (groupid=0, jobs=1): err= 0: pid=20: Thu Mar  6 10:16:33 2025
  read : io=1757.9MB, bw=60000KB/s, iops=15000, runt= 30000msec"""
JOB_FILE = "[global]\nioengine=libaio\ndirect=1\n\n[{name}]\nrw=read\nbs=4k"


@pytest.mark.parametrize(
    ("text", "options", "titles"),
    [
        (f"Here is the job file:\n\n{JOB_FILE.format(name='seq')}\n\nAnd:\n\n{RESULT.format(name='seq')}", [3, 9], []),
        # Its options are of no run below it.
        (f"{JOB_FILE.format(name='other')}\n\n{RESULT.format(name='seq')}", [], []),
        (f"{RESULT.format(name='seq')}\n\n{JOB_FILE.format(name='seq')}", [], []),
        (f"$ fio.exe --name=seq --rw=read ^\n  --bs=4k\n{RESULT.format(name='seq')}", [1, 2], []),
        (f"ls\n**Kernel 6.1**\n{RESULT.format(name='a')}\n\nKernel 6.6\n\n{RESULT.format(name='b')}", [], [2, 8]),
        # A title is given to several runs only.
        (f"**Kernel 6.1**\n{RESULT.format(name='a')}\n\nKernel 6.1", [], []),
    ],
)  # fmt: skip
def test_lines_that_give_a_run_its_options_or_title(text: str, options: list[int], titles: list[int]) -> None:
    lines = classify_lines(read_body(text.encode(), None))
    filled = [line for first, last in lines["options"] for line in (first, last)]
    assert [*filled[:1], *filled[-1:]] == options
    assert [line for line, _ in lines["titles"]] == titles
