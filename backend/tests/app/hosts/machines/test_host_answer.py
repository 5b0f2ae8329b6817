"""The one sentence of a host's page, word for word, over figures and changes that were made up."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from fioboard.app.hosts.machines.answer import Open, build_answer, find_improvement, lead
from fioboard.app.hosts.machines.series import HostSeries, Ran, describe_series
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.host import TimelineEntry

FIRST = datetime(2026, 11, 1, tzinfo=UTC)
DAY = timedelta(days=1)
LARGE: dict[str, object] = {"rw": "read", "bs": 2 << 20, "iodepth": 16}
SMALL: dict[str, object] = {"rw": "randread", "bs": 4096, "iodepth": 32}
FULL: VerdictBrief = {"kind": "limit", "id": "at-link-limit", "sentence": "", "share": 0.986}


def ran(day: int, value: float, *, is_doubted: bool = False, rated_share: float | None = None) -> Ran:
    verdict = None if rated_share is None else "comparable"
    return Ran(uuid4(), UUID(int=0), FIRST + day * DAY, True, value, is_doubted, rated_share, verdict)


def series(*runs: Ran, options: dict[str, object] = LARGE, metric: str = "bw_bytes_per_s") -> HostSeries:
    return HostSeries("k", UUID(int=1), "read", options, metric, "/dev/md0", runs)


def changed(
    day: int, title: str, base: object, new: object, count: int = 1, *, follow: int = 0, unknown: int = 0
) -> TimelineEntry:
    return {
        "inventory_id": "new",
        "previous_inventory_id": "old",
        "first_seen_at": FIRST + day * DAY,
        "last_seen_at": FIRST + day * DAY,
        "run_count": 1,
        "headlines": [
            {
                "key": "k",
                "title": title,
                "base": base,
                "new": new,
                "unit": None,
                "is_change": base is not None,
            }
        ],  # type: ignore[typeddict-item]  # only what the sentence reads
        "change_count": count,
        "follow_count": follow,
        "unknown_count": unknown,
        "facets_changed": ["fw"],
        "units": None,
    }


NPS = changed(3, "NUMA nodes per socket", 1, 4)


def test_the_best_with_its_share_and_since_which_change() -> None:
    one = series(ran(1, 7e9), ran(2, 9e9), ran(3, 28.4e9))
    answer = build_answer(one, FULL, [NPS], Open())
    assert answer["kind"] == "best"
    assert answer["sentence"] == (
        "Best: 28.4 GB/s, 98.6 % of its limit (slowest PCIe link), since NUMA nodes per socket 1 → 4."
    )
    assert answer["sure"] == "2 runs before, 1 after; no confidence interval"
    assert answer["text"] == [
        "Before: 7.00 GB/s to 9.00 GB/s.",
    ]


def test_other_facts_that_changed_then_are_counted() -> None:
    one = series(*(ran(day, 7e9) for day in range(3)), *(ran(day, 28e9) for day in range(3, 6)))
    answer = build_answer(one, None, [changed(3, "BIOS version", "M10", "M11", 31)], Open())
    assert answer["sentence"] == ("Best: 28.0 GB/s, since BIOS version M10 → M11 and 30 more changes.")
    assert answer["sure"] == "3 runs before, 3 after"


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"count": 31, "follow": 30}, "1 → 4."),
        ({"count": 2, "follow": 1}, "1 → 4."),
        ({"count": 33, "follow": 30}, "1 → 4 and 2 more changes."),
        ({"count": 2, "unknown": 1}, "1 → 4; 1 more setting not recorded."),
    ],
)
def test_what_follows_from_a_change_is_folded_into_it(counts: dict[str, int], words: str) -> None:
    one = series(ran(1, 7e9), ran(3, 28.4e9))
    answer = build_answer(one, None, [changed(3, "NUMA nodes per socket", 1, 4, **counts)], Open())
    assert answer["sentence"].endswith(f"since NUMA nodes per socket {words}")


def test_a_fact_that_became_known_is_no_change_that_the_figures_rose_with() -> None:
    one = series(ran(1, 7e9), ran(3, 28.4e9))
    assert find_improvement(one, [changed(3, "BIOS version", None, "M11", unknown=1)]) is None


@pytest.mark.parametrize(
    "runs",
    [
        # One of the older runs was as good: the change is not what it is put down to.
        (ran(1, 28.5e9), ran(2, 9e9), ran(3, 28.4e9)),
        # No run before it.
        (ran(3, 28.4e9), ran(4, 28.4e9)),
        # The better one before cannot be denied by a run in doubt.
        (ran(1, 7e9), ran(3, 28.4e9, is_doubted=True)),
    ],
)
def test_no_change_is_named_that_not_all_runs_speak_for(runs: tuple[Ran, ...]) -> None:
    assert find_improvement(series(*runs), [NPS]) is None


def test_a_figure_of_a_datasheet_is_the_yardstick_where_no_limit_was_met() -> None:
    one = series(ran(1, 840_000, rated_share=0.84), options=SMALL, metric="iops")
    answer = build_answer(one, None, [], Open())
    assert answer["sentence"] == "840k IOPS, 84 % of its rating."
    assert answer["sure"] == "no trend yet"


def test_a_newest_run_below_the_best_is_said_without_a_claim() -> None:
    one = series(ran(1, 28.4e9), ran(2, 26.6e9))
    answer = build_answer(one, FULL, [], Open())
    assert (answer["kind"], answer["sentence"]) == (
        "below",
        "Latest: 26.6 GB/s, 6.3 % below the best.",
    )
    assert answer["text"] == ["Best: 28.4 GB/s, 98.6 % of its limit (slowest PCIe link)."]


def test_an_open_step_for_the_worse_comes_first() -> None:
    worse, evidence = (
        "Bandwidth −14 % since 20 Nov 2026: read bs=2M",
        "95 % CI −16 to −12 %; 5 runs before, 3 after.",
    )
    waiting = Open(worse=worse, evidence=evidence)
    answer = build_answer(series(ran(1, 28.4e9), ran(2, 24e9)), FULL, [], waiting)
    assert (answer["kind"], answer["sentence"], answer["text"][0]) == ("worse", worse, evidence)
    assert answer["sure"] == ""  # the evidence has its runs: 5 before, 3 after
    assert answer["next"]["title"] == "Review the change and note its cause"


def test_what_is_open_is_the_next_thing_to_do_the_rest_is_counted() -> None:
    waiting = Open(events=("nvme6n1: Gen4 x2, both ends can do Gen4 x4", "one", "two"))
    after = build_answer(series(ran(1, 1e9)), None, [NPS], waiting)["next"]
    assert after == {
        "title": "nvme6n1: Gen4 x2, both ends can do Gen4 x4",
        "text": "2 more open issues on this host.",
        "command": None,
    }


def test_a_vm_is_given_no_command_for_the_health_of_its_drives() -> None:
    """A virtio disk has no SMART data, and a VM no memory channels."""
    one = series(ran(1, 1e9))
    after = [build_answer(one, None, [NPS], Open(), is_virtual)["next"] for is_virtual in (False, True)]
    assert [each["title"] for each in after] == ["Read drive health and memory channels", "No known issues"]
    assert [each["command"] is None for each in after] == [False, True]
    assert "not visible inside a VM" in after[1]["text"]


def test_a_host_without_hardware_says_how_it_comes() -> None:
    after = build_answer(series(ran(1, 1e9)), None, [], Open())["next"]
    assert after["title"] == "Add the hardware inventory"
    assert after["command"] == "fioboard-agent run JOBFILE"


def test_a_host_without_runs_and_one_of_doubted_runs() -> None:
    empty = build_answer(None, None, [], Open())
    assert (empty["sentence"], empty["next"]["title"]) == ("No runs on this host yet.", "Run a first test")
    doubted = build_answer(series(ran(1, 1e9, is_doubted=True)), None, [], Open())
    assert doubted["sentence"] == "No reliable run on this host."


def test_it_speaks_of_the_series_that_moved_most_and_never_of_typed_figures_first() -> None:
    large, small = series(ran(1, 3e9)), series(ran(1, 800_000), options=SMALL, metric="iops")
    typed = series(ran(1, 90e9), options=LARGE | {"source": "typed"})
    assert lead([small, large, typed]) is small
    assert lead([large, typed]) is large
    assert lead([typed]) is typed
    assert lead([]) is None


def test_the_latest_of_a_host_is_one_that_can_be_believed() -> None:
    """A run in memory that came last is named in the text, and is neither the latest figure nor the best."""
    real, memory = ran(1, 3e9), ran(2, 20e9, is_doubted=True)
    one = series(real, memory)
    assert (one.latest, one.best, one.newest) == (real, real, memory)
    answer = build_answer(one, None, [], Open())
    assert answer["sentence"].startswith("Best: 3")
    assert (answer["kind"], "(unreliable)" in answer["text"][0]) == ("best", True)
    assert series(memory).latest == memory


def test_series_of_one_workload_are_named_by_what_tells_them_apart() -> None:
    small, large, raw = (series(replace(ran(day, 7e9), configuration_id=uuid4())) for day in (1, 2, 3))
    of_size = {
        one.latest.configuration_id: {"job.size": size} for one, size in ((small, 2**29), (large, 2**32))
    }
    every = describe_series(
        [small, large, replace(raw, target="/dev/sda"), replace(raw, direction="write")], of_size
    )
    words = describe_series([small], {})[0].name
    assert [one.name.removeprefix(words) for one in every] == [
        ", read, /dev/md0, File size per job 512 MiB",
        ", read, /dev/md0, File size per job 4 GiB",
        ", read, /dev/sda",
        ", write",
    ]
