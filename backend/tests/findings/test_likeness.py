"""What a result looks like, where the hardware is hidden and nothing else is known to compare it with."""

from typing import Any

from fioboard.findings import build_answer, likeness, verdict
from fioboard.findings.facts import RunFacts
from fioboard.redaction.quoted import restate
from tests.findings.facts import facts_on_machine, result

MB = 10**6
LARGE = {"rw": "read", "bs_bytes": 1 << 20, "iodepth": 8}


def verdict_of(facts: RunFacts) -> tuple[str, list[str]]:
    found = build_answer(facts)["verdict"]
    assert (found["kind"], found["id"]) == ("none", None), found
    return found["sentence"], found["text"]


def sentence_of(**fields: Any) -> str:
    return verdict_of(RunFacts(results=[result(lat=None, **fields)]))[0]


def test_a_rate_is_compared_with_what_classes_of_devices_give() -> None:
    for fields, expected in (
        ({"iops": 76.0}, "76 IOPS random read at QD 1: typical of a hard disk."),
        ({"iops": 73_000.0, "iodepth": 32}, "73.0k IOPS random read at QD 32: typical of a SATA SSD."),
        # Four jobs of eight are as many I/Os in flight.
        (
            {"iops": 73_000.0, "iodepth": 8, "numjobs": 4},
            "73.0k IOPS random read at QD 32: typical of a SATA SSD.",
        ),
        # An engine that does not queue has one in flight for each job.
        (
            {"iops": 73_000.0, "ioengine": "psync", "numjobs": 32},
            "73.0k IOPS random read at QD 32: typical of a SATA SSD.",
        ),
        (
            {"iops": 1_000.0},
            "1.00k IOPS random read at QD 1: more than a hard disk (100), less than a SATA SSD (9.00k).",
        ),
        (
            {"iops": 42_700.0, "iodepth": 32},
            "42.7k IOPS random read at QD 32: more than a hard disk (152), less than a SATA SSD (72.0k).",
        ),
        (
            {"iops": 300_000.0, "iodepth": 32},
            "300k IOPS random read at QD 32: more than a SATA SSD (98.0k).",
        ),
        ({"iops": 20.0}, "20 IOPS random read at QD 1: less than a hard disk (75)."),
        (
            {"iops": 9_500.0},
            "9.50k IOPS random read at QD 1: typical of a SATA SSD and a PCIe Gen3 NVMe SSD.",
        ),
        (LARGE | {"bw_bytes_per_s": 540 * MB}, "540 MB/s sequential read: typical of a SATA SSD."),
        (
            LARGE | {"bw_bytes_per_s": 1_130 * MB},
            "1.13 GB/s sequential read: more than a SATA SSD (560 MB/s), less than a PCIe Gen3 NVMe SSD (2.00 GB/s).",
        ),
    ):
        assert sentence_of(**fields) == expected


def test_the_figures_of_the_classes_stand_behind_the_sentence() -> None:
    _, text = verdict_of(RunFacts(results=[result(iops=9_500.0)]))
    assert text == [
        "SATA SSD: about 9.00k IOPS.",
        "PCIe Gen3 NVMe SSD: 9.20k to 17.0k IOPS.",
        "One result cannot identify a device: caches and volume limits can give the same value.",
    ]


def test_nothing_is_likened_that_cannot_be_compared() -> None:
    for fields in (
        {"bs_bytes": 8192},
        {"iodepth": 16},
        {"direct": None},
        LARGE | {"iodepth": 1},
        LARGE | {"bs_bytes": 65536},
        {"rw": "randrw"},
        # Its depth is not known: an engine that may queue, no depth, no number of jobs.
        {"ioengine": "io_uring_cmd"},
        {"ioengine": None},
        {"iodepth": None, "has_all_options": False},
        {"numjobs": None, "has_all_options": False},
        # Somebody asked for less than the device can do.
        {"job_options": {"thinktime": "100"}},
        {"rw": None},
    ):
        assert sentence_of(**fields).endswith("to compare with yet."), fields


def test_a_value_beyond_a_stated_range_is_not_called_typical_of_it() -> None:
    for iops, words in (
        (71_999.0, "less than a SATA SSD"),
        (72_000.0, "typical of"),
        (98_001.0, "more than a SATA SSD"),
    ):
        assert words in sentence_of(iops=iops, iodepth=32), iops


def test_recorded_or_stated_hardware_is_never_contradicted() -> None:
    facts = facts_on_machine({}, result(iops=73_000.0, iodepth=32))
    assert "typical of" not in str(build_answer(facts)["verdict"])
    stated = RunFacts(results=[result()], rated={"iops": 1_000_000.0})
    assert "a hard disk" not in str(build_answer(stated)["verdict"])


def test_every_figure_has_a_source_and_lies_in_order() -> None:
    classes = likeness.load_device_classes()
    assert len(classes) >= 6
    for device in classes:
        keys = [(figure.rw, figure.iodepth) for figure in device.figures]
        assert len(set(keys)) == len(keys), device.title
        for figure in device.figures:
            assert 0 <= figure.low <= figure.high, device.title


def test_a_share_can_read_every_sentence_back() -> None:
    for fields in (
        {"iops": 42_700.0, "iodepth": 32},
        {"iops": 9_500.0},
        LARGE | {"bw_bytes_per_s": 540 * MB},
    ):
        sentence, text = verdict_of(RunFacts(results=[result(lat=None, **fields)]))
        assert any(template.read(sentence) is not None for template in verdict.SENTENCES), sentence
        for one in text:
            assert any(template.read(one) is not None for template in verdict.TEXTS), one
        for one in (sentence, *text):
            assert restate(one, (*verdict.SENTENCES, *verdict.TEXTS)) == one
