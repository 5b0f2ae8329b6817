"""Rows of a table that stands alone: runs that somebody typed, with the digits that stand there."""

import pytest

from fioboard.engine.formats.claims.reading import read_claims
from fioboard.engine.formats.claims.standalone import read_table_runs


def read(text):
    return read_table_runs(read_claims(text))


def test_each_row_is_a_run_with_its_settings_and_figures():
    text = """| Disk size | Block size | Mode      | IOPS | BW       | Latency      |
| --------- | ---------- | --------- | ---- | -------- | ------------ |
| 100GB     | 4K         | randwrite | 3600 | 14.7MB/s | 270.0 (usec) |
| 100GB     | 4K         | randread  | 4000 | 16.4MB/s | 240.0 (usec) |
| 100GB     | 8K         | randwrite | 3200 | 26.2MB/s | 300.0 (usec) |
"""
    found = read(text)
    rows = [
        (one.direction, one.rw, one.bs_bytes, one.iops, one.bw_bytes_per_s, one.lat.mean_ns, run.source_lines)
        for run in found.runs
        for one in run.results
    ]
    assert rows == [
        ("write", "randwrite", 4_096, 3_600, 14_700_000, 270_000, (3, 3)),
        ("read", "randread", 4_096, 4_000, 16_400_000, 240_000, (4, 4)),
        ("write", "randwrite", 8_192, 3_200, 26_200_000, 300_000, (5, 5)),
    ]
    assert (found.problems, [run.heading for run in found.runs]) == ((), [None] * 3)
    assert {one.settings_source["direction"] for run in found.runs for one in run.results} == {"typed"}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "| Slot | read MB/s | write MB/s |\n|---|---|---|\n| 2 | 2330 | 1900 |\n| 3 | 1562 | 1400 |\n",
            [("Slot 2", {"read": 2_330_000_000, "write": 1_900_000_000}),
             ("Slot 3", {"read": 1_562_000_000, "write": 1_400_000_000})],
        ),
        (
            "Kernel\tQD\tRandom read GB/s\n6.1\t32\t5.2\n6.6\t32\t2.6\n",
            [("Kernel 6.1", {"read": 5_200_000_000}), ("Kernel 6.6", {"read": 2_600_000_000})],
        ),
        (
            "<table><tr><th>Pool<th>Sequential write MiB/s<tr><td>mirror<td>100<tr><td>raidz2<td>200</table>",
            [("Pool mirror", {"write": 104_857_600}), ("Pool raidz2", {"write": 209_715_200})],
        ),
    ],
)  # fmt: skip
def test_columns_that_are_no_figure_tell_the_rows_apart(table, expected):
    found = [
        (run.heading, {one.direction: one.bw_bytes_per_s for one in run.results}) for run in read(table).runs
    ]
    assert found == expected


def test_what_a_drive_was_seen_to_do_or_should_do_is_no_result():
    text = "| Drives | Seconds | Read GB/s | Per drive MB/s | Rated GB/s |\n|-|-|-|-|-|\n| 2 | 15.36 | 6.51 | 3283 | 7.0 |\n"
    found = read(text)
    [run] = found.runs
    assert [(one.bw_bytes_per_s, one.runtime_ms) for one in run.results] == [(6_510_000_000, 15_360)]
    assert [(fact.key, fact.value, fact.line) for fact in found.facts] == [("drive.count", "2", 3)]
    assert [problem.detail for problem in found.problems] == [
        "These cells were not used in a result: '3283' (line 3, column 22), '7.0' (line 3, column 29)."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Test | IOPS |\n|---|---|\n| first | 6004 |\n",
        "- 4k random read: 12.9k IOPS, 106 MB/s\n- 4k random write: 6k IOPS, 49 MB/s\n",
        "| Model | Read |\n|---|---|\n| 970 | fast |\n",
    ],
)
def test_rows_without_a_direction_and_lists_are_no_runs(text):
    assert read(text).runs == ()
