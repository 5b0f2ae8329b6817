"""Kinds of faults of pasted texts in shapes that nobody has shown yet: the right values were computed by hand."""

from pathlib import Path

import pytest

from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.store.derive.claims import read_body
from tests.engine.formats.fio.test_pasted_variants import RUN, STATUS, list_remarks, quote
from tests.loops import check_each

PASTED = Path(__file__).parents[3] / "data" / "pasted"
SLOW = RUN.replace("100k", "50.0k").replace("391MiB/s (410MB/s)(3906", "195MiB/s (205MB/s)(1953")
SLOW = SLOW.replace("pid=55", "pid=56").replace("19:26:19", "19:40:00")


def read(text: str) -> list[Invocation]:
    return list(read_body(text.encode(), None).reading.invocations)


def list_iops(runs: list[Invocation]) -> list[float | None]:
    return [result.iops for run in runs for result in run.results]


@check_each(
    "text, headings",
    [
        (f"<b>NPS1</b>\n\n```\n{RUN}```\n\n## NPS4\n\n```\n{SLOW}```\n", ["NPS1", "NPS4"]),
        (f"#### With `mq-deadline`\n{RUN}\n#### With `none`\n{SLOW}", ["With mq-deadline", "With none"]),
        (quote(f"## Cold cache\n\n{RUN}\n## Warm cache\n\n{SLOW}"), ["Cold cache", "Warm cache"]),
        (f"Slot 2\n------\n{RUN}\nSlot 3\n------\n{SLOW}", ["Slot 2", "Slot 3"]),
        (
            f"**Before the update:**\n\n{RUN}\n**After the update:**\n\n{SLOW}",
            ["Before the update", "After the update"],
        ),
    ],
)
def test_headings_of_other_shapes_tell_runs_apart(text: str, headings: list[str | None]) -> None:
    """K2."""
    runs = read(text)
    assert [run.heading for run in runs][-1] == headings[-1]
    assert runs[0].heading != runs[1].heading
    assert list_iops(runs) == [100_000, 50_000]


GROUP = (
    "   READ: bw={}MiB/s ({}MB/s), {}MiB/s-{}MiB/s (410MB/s-410MB/s), io={}MiB ({}MB), run=10000-10000msec\n"
)
THREE = GROUP.format(1172, 1229, 391, 391, 11719, 12288)


@check_each(
    "text, told",
    [
        (RUN + STATUS + THREE, "1 of about 3 jobs is here"),
        (quote(RUN + STATUS + THREE), "1 of about 3 jobs is here"),
        ("".join(f"{line}\r\n" for line in (RUN + STATUS + THREE).splitlines()), "1 of about 3 jobs is here"),
        (
            f"     lat (usec): min=9, max=99, avg=10.00, stdev=1.00\n{RUN}{STATUS}{THREE}",
            "1 of about 3 jobs is here",
        ),
    ],
)
def test_a_group_that_moved_more_is_not_the_figure_of_its_one_job(text: str, told: str) -> None:
    """K4."""
    runs = read(text)
    assert list_iops(runs) == [100_000]
    assert any(error == "LostJobs" and told in detail for error, detail in list_remarks(runs[0]))


@check_each("between", ["And on the older kernel:\n", "The same on my other box gives\n\n", "> my result:\n"])
def test_a_group_line_behind_a_sentence_is_a_result_of_its_own(between: str) -> None:
    """K4."""
    other = STATUS + GROUP.format(200, 210, 200, 200, 2000, 2097)
    results = [result for run in read(f"{RUN}\n{between}{other}") for result in run.results]
    assert [result.bw_bytes_per_s for result in results] == [410_000_000, 210_000_000]


@check_each(
    "text",
    [
        SLOW + "\n" + quote(RUN),
        SLOW + "\nFrom last week:\n\n" + RUN.replace(" 2025", "\n2025"),
        SLOW + "\n" + quote(RUN.replace("Sun Mar  2 19:26:19", "Sun Mar  2\n19:26:19")),
    ],
)
def test_an_older_run_below_a_newer_one_is_dated_as_the_older(text: str) -> None:
    """K9."""
    newer, older = (run.ended_at_ms for run in read(text))
    assert (older, newer) == (1_740_943_579_000, 1_740_944_400_000)


def test_a_run_without_its_date_is_given_none_of_its_neighbours() -> None:
    """K9."""
    undated = RUN.replace(": Sun Mar  2 19:26:19 2025", "").replace("pid=55", "pid=77")
    assert [run.ended_at_ms for run in read(f"{SLOW}\n{undated}")][1] is None


CUT = (PASTED / "13_json_cut_in_percentiles.txt").read_text()
BROKEN = (PASTED / "27_message_within_json.txt").read_text()


@check_each(
    "text",
    [
        CUT[: CUT.index('"5.0')],
        CUT[: CUT.index('"5.0')] + '"5.000000" : ',
        quote(CUT),
        f"It stopped here:\n\n```json\n{CUT}\n```\n",
        CUT.replace("\n", "\r\n"),
    ],
)
def test_a_document_cut_in_its_percentiles_keeps_what_is_whole(text: str) -> None:
    """K16."""
    (run,) = read(text)
    (result,) = run.results
    assert (result.iops, result.bw_bytes_per_s, result.runtime_ms) == (10_000, 40_960_000, 10_000)
    assert result.clat is not None
    assert (result.clat.mean_ns, result.clat.percentiles) == (797_000, {"1": 700_416})
    assert "Truncated" in {error for error, _ in list_remarks(run)}


@check_each(
    "message",
    [
        "fio: pid=77, err=5/file:io_u.c:1845, func=io_u error, error=Input/output error",
        "[  912.000000] blk_update_request: I/O error, dev sdx, sector 8",
        "Jobs: 1 (f=1): [r(1)][90.0%][r=39.1MiB/s][r=10.0k IOPS][eta 00m:01s]",
    ],
)
def test_a_document_broken_by_any_message_keeps_its_figures(message: str) -> None:
    """K16."""
    first = next(line for line in BROKEN.splitlines() if line.startswith("fio: io_u"))
    runs = read(BROKEN.replace(first, message))
    assert list_iops(runs) == [10_000]
    assert runs[0].results[0].error == 5


ELBENCHO = (PASTED / "22_elbencho_console.txt").read_text()
TABLE = "|{}|{}|{}|{}|\n|---|---|---|---|\n|4k|randread|{}|{}|\n|1m|read|{}|{}|\n"
HDPARM = "the {} board: Timing buffered disk reads: {} MB in {} seconds = {} MB/sec\n"
Rows = list[tuple[str, float | None, float | None]]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (quote(ELBENCHO), [("write", 2_000, 2_097_152_000)]),
        (ELBENCHO.replace("WRITE ", "READ  ").replace("-w ", "-r "), [("read", 2_000, 2_097_152_000)]),
        (f"Hello,\n\n```\n{ELBENCHO}```\n", [("write", 2_000, 2_097_152_000)]),
        (
            TABLE.format("Block size", "Mode", "IOPS", "BW", "5000", "20.5MB/s", "900", "944MB/s"),
            [("read", 5_000, 20_500_000), ("read", 900, 944_000_000)],
        ),
        (
            TABLE.format("Block size", "Mode", "BW", "IOPS", "20.5MB/s", "5,000", "944MB/s", "900"),
            [("read", 5_000, 20_500_000), ("read", 900, 944_000_000)],
        ),
        (
            HDPARM.format("first", 1500, "3.00", "500.00") + HDPARM.format("second", 600, "3.00", "200.00"),
            [("read", None, 524_288_000), ("read", None, 209_715_200)],
        ),
    ],
)
def test_outputs_that_many_people_paste_in_other_shapes(text: str, rows: Rows) -> None:
    """K20."""
    found = [(str(one.direction), one.iops, one.bw_bytes_per_s) for run in read(text) for one in run.results]
    assert found == rows
