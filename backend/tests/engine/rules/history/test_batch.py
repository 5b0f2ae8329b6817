"""The answer of a batch: the knee of its sweep, else what all its steps have in common."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pytest

from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.batch import BatchAnswer
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.rules.history import Measured, Step, build_batch_answer
from fioboard.engine.words.verdicts import VerdictKind
from tests.engine.rules.history.alone import measured
from tests.engine.rules.history.test_sweep import NVMECONTROL, threads

NONE = Step({"kind": "none", "id": None, "sentence": "-", "share": None, "compared_with": None}, frozenset())


def step(kind: VerdictKind, rule: str, *more: str) -> Step:
    verdict: VerdictBrief = {"kind": kind, "id": rule, "sentence": "-", "share": None, "compared_with": None}
    return Step(verdict, frozenset({rule, *more}))


def told(answer: BatchAnswer | None) -> tuple[str, str | None, str, list[str]]:
    assert answer is not None
    verdict = answer["verdict"]
    return verdict["kind"], verdict["id"], verdict["sentence"], verdict["text"]


def test_the_knee_with_what_is_lost_beyond_it() -> None:
    assert told(build_batch_answer(threads(NVMECONTROL, 1), [NONE] * 9, [])) == (
        "limit",
        "saturated-depth",
        "4 KiB reads saturate at QD 16: 128k IOPS.",
        [
            "QD 32 gave 1 % less, and mean latency rose 102 %.",
            "4 KiB reads get slower with depth: QD 96 gave 94.2k IOPS, 27 % less than QD 16.",
        ],
    )


def depths(*rates: float, rw: str = "randread") -> list[Measured]:
    return [measured(n, rate, iodepth=2**n, rw=rw) for n, rate in enumerate(rates)]


def test_a_sweep_that_still_gains_says_how_far_it_went() -> None:
    kind, rule, sentence, _ = told(build_batch_answer(depths(1000, 1200, 1400), [NONE] * 3, []))
    assert (kind, rule) == ("none", None)
    assert sentence == "4 KiB random reads are still scaling at QD 4, the deepest tested (1.40k IOPS)."
    kind, rule, sentence, _ = told(build_batch_answer(depths(1000, 1990, 3900), [NONE] * 3, []))
    assert (kind, rule) == ("limit", "latency-bound")
    assert sentence.startswith("4 KiB random reads are latency-bound at QD 2")


def test_several_sweeps_stand_in_one_answer() -> None:
    both = [*depths(1000, 2000, 2000, 2000), *depths(500, 500, rw="randwrite")]
    _, _, sentence, text = told(build_batch_answer(both, [NONE] * 6, []))
    assert sentence.startswith("4 KiB random reads saturate at QD 2")
    assert [one.split(" gave")[0].split(": ")[0] for one in text] == [
        "QD 4",
        "4 KiB random writes saturate at QD 1",
    ]


FIGURES = "vda, virtio, 275 GB: 42.7k IOPS random read · 1.00k IOPS random write."
NOT_COMPARED = [
    f"{what}: no comparable rating or typical figure."
    for what in ("Random read 4 KiB, 42.7k IOPS", "Random write 4 KiB, 1.00k IOPS")
]


@pytest.mark.parametrize(
    ("steps", "kind", "sentence", "text"),
    [
        ([step("trust", "page-cache-read")] * 3, "trust",
            "It is too early to tell whether vda is OK: reads from the page cache.",
            ["Measured nevertheless: 42.7k IOPS random read · 1.00k IOPS random write."]),
        ([step("limit", "at-link-limit")] * 2, "limit", FIGURES,
            ["2 of 2 runs are at or near a limit: slowest PCIe link.", *NOT_COMPARED]),
        ([step("limit", "at-link-limit"), step("trust", "page-cache-read")], "none", FIGURES,
            ["1 of 2 runs is unreliable: reads from the page cache.",
             "1 of 2 runs is at or near a limit: slowest PCIe link.", *NOT_COMPARED]),
        ([step("limit", "at-link-limit")], "limit", FIGURES,
            ["1 of 1 run is at or near a limit: slowest PCIe link.", *NOT_COMPARED]),
        ([NONE], "none", FIGURES, NOT_COMPARED),
    ],
)  # fmt: skip
def test_a_suite_tells_its_figures_or_why_nobody_can_conclude_from_them(
    steps: Sequence[Step], kind: str, sentence: str, text: list[str]
) -> None:
    different = [measured(0, 42_731), measured(1, 1000, rw="randwrite", direction="write")]
    answer = build_batch_answer(different, steps, [], "vda, virtio, 275 GB")
    assert told(answer)[0::2] == (kind, sentence)
    assert told(answer)[3] == text


def test_the_conditions_of_an_experiment_are_told_apart() -> None:
    both = [
        measured(n, rate, setting={"label.experiment_condition": condition})
        for n, (condition, rate) in enumerate([("old", 25_200), ("new", 28_400)])
    ]
    _, _, sentence, text = told(build_batch_answer(both, [NONE] * 2, [], "vda"))
    assert sentence == "vda: 25.2k IOPS random read 4 KiB, old · 28.4k IOPS random read 4 KiB, new."
    assert [line.partition(", 2")[0] for line in text] == [
        "Random read 4 KiB, old",
        "Random read 4 KiB, new",
    ]


def test_repeats_give_a_mean_and_no_upper_bound() -> None:
    sizes = [512, 1024, 2048, 4096, 8192, 8192]
    many = [measured(n, size, bs_bytes=size, setting={"bs": size}) for n, size in enumerate(sizes)]
    sentence = told(build_batch_answer(many, [NONE] * 6, [], "vda"))[2]
    assert sentence == "vda: best mean 8.19k IOPS random read."


BUSY: FindingOut = {
    "id": "host-busy", "title": "noisy host", "kind": "trust", "severity": "warning", "text": "-",
    "evidence": [{"name": "other work", "value": 76.0, "unit": "%", "source": "samples"}],
    "confidence": "certain", "experiment": None,
}  # fmt: skip


def build_four(**more: object) -> list[Measured]:
    """The figures of a SATA SSD behind virtio: random and sequential, both directions."""
    direct = {"setting": {"direct": True, "drive.transport": "virtio"}}
    large = {"bs_bytes": 1 << 20, "iodepth": 32, **direct}
    four = [
        measured(0, 73_000, iodepth=32, **direct),
        measured(1, 60_000, rw="randwrite", direction="write", iodepth=32, **direct),
        measured(2, 520, rw="read", bw_bytes_per_s=545_000_000, **large),
        measured(3, 430, rw="write", direction="write", bw_bytes_per_s=450_000_000, **large),
    ]
    return [replace(one, **more) for one in four]


OF_CLASSES = [
    "Random read 4 KiB, 73.0k IOPS: typical of a SATA SSD (72.0k–98.0k IOPS).",
    "Random write 4 KiB, 60.0k IOPS: typical of a SATA SSD (33.0k–88.0k IOPS).",
    "Sequential read 1 MiB, 545 MB/s: typical of a SATA SSD (500–560 MB/s).",
    "Sequential write 1 MiB, 450 MB/s: typical of a SATA SSD (160–530 MB/s) or a PCIe Gen3 NVMe SSD (400 MB/s–3.50 GB/s).",
]


def test_a_suite_on_one_drive_compares_each_workload_with_typical_devices() -> None:
    answer = build_batch_answer(build_four(), [NONE] * 4, [])
    assert told(answer)[3] == ["4 of 4 figures are typical of a SATA SSD.", *OF_CLASSES]
    assert answer is not None and answer["verdict"]["compared_with"] == "class"


@pytest.mark.parametrize(("against", "what"), [("limit", "link limit"), ("rating", "drive's rating")])
def test_a_workload_with_a_limit_or_a_rating_is_compared_with_that(
    against: Literal["limit", "rating"], what: str
) -> None:
    four = build_four()
    known = Step({**NONE.verdict, "compared_with": against, "share": 0.931}, frozenset(), four[0].run_id)
    compared = told(build_batch_answer(four, [known, *[NONE] * 3], []))[3]
    assert compared == [f"Random read 4 KiB, 73.0k IOPS: 93 % of the {what}.", *OF_CLASSES[1:]]


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.931, 0.929), "93 % of the drive's rating."),
        ((0.71, 0.84), "71–84 % of the drive's rating in 2 runs."),
    ],
)
def test_runs_of_one_workload_say_the_range_of_their_shares(shares: Sequence[float], said: str) -> None:
    runs = [*build_four()[:2], replace(build_four()[0], run_id=measured(9, 1).run_id)]
    verdicts: list[VerdictBrief] = [
        {**NONE.verdict, "compared_with": "rating", "share": share} for share in shares
    ]
    steps = [Step(verdict, frozenset(), one.run_id) for verdict, one in zip(verdicts, runs[::2], strict=True)]
    compared = told(build_batch_answer(runs, steps, []))[3]
    assert compared[0] == f"Random read 4 KiB, 73.0k IOPS: {said}"


def test_several_drives_are_compared_with_no_device() -> None:
    pair = [replace(one, setting={**one.setting, "drive.count": 2}) for one in build_four()]
    compared = told(build_batch_answer(pair, [NONE] * 4, []))[3]
    assert [": no comparable rating or typical figure" in text for text in compared] == [True] * 4


def test_an_unreliable_workload_among_others_is_not_compared() -> None:
    four = [replace(build_four()[0], is_doubted=True), *build_four()[1:]]
    compared = told(build_batch_answer(four, [step("trust", "page-cache-read"), *[NONE] * 3], []))[3]
    assert compared[:3] == [
        "1 of 4 runs is unreliable: reads from the page cache.",
        "3 of 3 figures are typical of a SATA SSD.",
        "Random read 4 KiB, 73.0k IOPS: unreliable, so not compared.",
    ]


def test_a_busy_host_cannot_say_whether_the_drive_is_ok() -> None:
    """Its figures are compared all the same: the data came from the drive."""
    four = build_four(is_doubted=True)
    steps = [
        replace(step("trust", "host-busy"), run_id=one.run_id, other_work_pct=pct)
        for one, pct in zip(four, (71.2, 80, 84.4, 76), strict=True)
    ]
    noisy = build_batch_answer(four, steps, [BUSY], "vda, virtio, 275 GB")
    assert noisy is not None
    assert noisy["verdict"]["sentence"] == (
        "It is too early to tell whether vda is OK: the host was busy (other programs used 71–84 % of the CPU in 4 runs)."
    )
    assert noisy["verdict"]["text"] == ["4 of 4 figures are typical of a SATA SSD.", *OF_CLASSES]
    assert (noisy["verdict"]["confidence"], noisy["verdict"]["compared_with"]) == ("certain", None)
    assert noisy["next"] is not None and noisy["next"]["title"] == "Run these jobs again on an idle host"

    in_part = build_batch_answer(
        [build_four()[0], *four[1:]], [NONE, *steps[1:]], [BUSY], "vda, virtio, 275 GB"
    )
    assert told(in_part)[0::2] == (
        "trust",
        "It is too early to tell whether vda is OK: 3 of 4 runs are unreliable (noisy host).",
    )
    assert told(in_part)[3] == [
        OF_CLASSES[0],
        *(text.replace(":", " (unreliable):", 1) for text in OF_CLASSES[1:]),
    ]


def test_a_suite_of_many_workloads_tells_the_best_of_each_pattern() -> None:
    sizes = (4096, 8192, 16_384, 65_536, 131_072, 1_048_576)
    many = [measured(n, 1000 + n, bs_bytes=size, setting={"bs": size}) for n, size in enumerate(sizes)]
    large = [replace(one, bw_bytes_per_s=2 * 10**9) if one.by_bytes else one for one in many]
    _, _, sentence, _ = told(build_batch_answer(large, [NONE] * 6, []))
    assert sentence == "At most 2.00 GB/s random read · 1.00k IOPS random read."


def test_workloads_of_one_pattern_are_told_apart_by_their_size() -> None:
    two = [
        measured(n, 1000 * size / 4096, bs_bytes=size, setting={"bs": size})
        for n, size in enumerate((4096, 8192))
    ]
    _, _, sentence, _ = told(build_batch_answer(two, [NONE] * 2, []))
    assert sentence == "1.00k IOPS random read 4 KiB · 2.00k IOPS random read 8 KiB."


def test_doubted_runs_make_no_knee_and_their_doubt_leads_to_a_trial() -> None:
    steps = [step("trust", "host-busy")] * 9
    answer = build_batch_answer([replace(one, is_doubted=True) for one in threads(NVMECONTROL, 1)], steps, [])
    assert told(answer)[:2] == ("trust", "host-busy")
    assert answer is not None
    assert (answer["knee"], answer["next"] and answer["next"]["title"]) == (
        None,
        "Run these jobs again on an idle host",
    )


def test_a_suite_leads_to_what_removes_a_doubt_or_to_a_second_batch() -> None:
    different = [measured(0, 42_731), measured(1, 1000, rw="randwrite", direction="write")]
    for steps, line, title in (
        ([NONE, step("trust", "host-busy")], "suite", "Run the batch again on an idle host"),
        ([NONE, step("trust", "host-busy")], None, "Run these jobs again on an idle host"),
        # The line of the batch would measure the jobs as they were.
        ([NONE, step("trust", "page-cache-read")], "suite", "Run these jobs again with direct=1"),
        ([NONE, step("trust", "unwritten-read")], "suite", "Write the range once, then run the same job"),
        ([NONE, step("limit", "at-link-limit")], "suite", "Run the batch again"),
        ([NONE, step("limit", "at-link-limit")], None, "Run these jobs again"),
        ([step("limit", "at-link-limit")] * 2, "suite", None),
    ):
        answer = build_batch_answer(different, steps, [], command=line)
        # Beside an earlier batch nobody needs a second one; a doubt is removed all the same.
        after = build_batch_answer(different, steps, [], command=line, has_earlier=True)
        assert answer is not None
        assert after is not None
        is_repetition = title in {"Run the batch again", "Run these jobs again"}
        assert after["next"] == (None if is_repetition else answer["next"])
        if title is None or answer["next"] is None:
            assert (title, answer["next"]) == (None, None)
            continue
        is_whole = title.startswith("Run the batch again")
        assert (answer["next"]["title"], answer["next"]["command"]) == (title, line if is_whole else None)
        assert ("page of each run" in answer["next"]["detail"]) is not is_whole


def test_repeats_of_one_test_say_their_spread() -> None:
    runs = [measured(n, rate) for n, rate in enumerate((1000, 1010, 1030))]
    answer = build_batch_answer(runs, [NONE] * 3, [])
    assert answer is not None
    assert answer["next"] is None
    assert (
        told(build_batch_answer(runs, [NONE] * 3, []))[2]
        == "4 KiB random reads: 3 comparable runs, mean 1.01k IOPS, range 3 %."
    )


def finding(rule: str) -> FindingOut:
    return {"id": rule, "kind": "note", "severity": "info", "confidence": "certain", "text": rule, "evidence": [],
            "experiment": None}  # fmt: skip


def test_findings_that_all_steps_share() -> None:
    steps = [step("none", "-", "not-pinned", "governor"), step("none", "-", "not-pinned")]
    answer = build_batch_answer(depths(1000, 1200), steps, [finding("not-pinned"), finding("governor")])
    assert answer is not None
    assert [one["id"] for one in answer["findings"]] == ["not-pinned"]


def test_doubted_runs_never_share_a_mean_with_those_that_can_be_trusted() -> None:
    three = [measured(0, 1000), replace(measured(1, 100), is_doubted=True), measured(2, 1000)]
    steps = [NONE, step("trust", "host-busy"), NONE]
    answer = build_batch_answer(three, steps, [])
    assert answer is not None
    assert "2 comparable runs, mean 1.00k IOPS" in answer["verdict"]["sentence"]
    assert "2 comparable runs" not in str(build_batch_answer(three[:2], steps[:2], []))
