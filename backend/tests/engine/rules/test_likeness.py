"""What figures look like: named only within what sources state, and never against what is recorded."""

from typing import Any

import pytest

from fioboard.app.sharing.redaction.templates import restate
from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import build_answer, ceilings, queue, verdict
from fioboard.engine.rules.device_classes import Hardware, load_device_classes, load_sold_limits
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.likeness import Likeness, compare_with_classes, find_likeness, read_figure
from fioboard.engine.rules.sentences.verdicts import BETWEEN
from tests.engine.rules.facts import facts_on_machine, result
from tests.factories.machine import document, targets

MB = 10**6
LARGE = {"rw": "read", "bs_bytes": 1 << 20, "iodepth": 8}
SYNCED = {"direction": "write", "rw": "write", "job_options": {"fdatasync": "1"}, "direct": False}


def look(*fields: dict[str, Any], hardware: Hardware | None = None) -> Likeness | None:
    observed = [one for more in fields if (one := read_figure(result(lat=None, **more))) is not None]
    return find_likeness(observed, hardware or Hardware())


def sentence_of(*fields: dict[str, Any], hardware: Hardware | None = None) -> str | None:
    like = look(*fields, hardware=hardware)
    return None if like is None else str(like.sentence)


def test_a_figure_is_compared_with_what_classes_of_devices_give() -> None:
    for fields, expected in (
        (
            {"iops": 76.0},
            "76 IOPS random read 4 KiB at QD 1, typical of a hard disk; one figure cannot identify the device.",
        ),
        (
            {"iops": 73_000.0, "iodepth": 8, "numjobs": 4},
            "73.0k IOPS random read 4 KiB at QD 8, 4 jobs, typical of a SATA SSD; one figure cannot identify the device.",
        ),
        (
            {"iops": 73_000.0, "ioengine": "psync", "numjobs": 32},
            "73.0k IOPS random read 4 KiB at QD 1, 32 jobs, typical of a SATA SSD; one figure cannot identify the device.",
        ),
        (
            {"iops": 1_000.0},
            "1.00k IOPS random read 4 KiB at QD 1, between published figures for a hard disk (75–100 IOPS, n = 2) and a SATA SSD "
            "(9.00k IOPS, n = 1).",
        ),
        (
            {"iops": 20.0},
            "20 IOPS random read 4 KiB at QD 1, below published figures for a hard disk (75–100 IOPS, n = 2).",
        ),
        (
            {"iops": 9_500.0},
            "9.50k IOPS random read 4 KiB at QD 1, typical of a SATA SSD or a PCIe Gen3 NVMe SSD; one figure cannot identify the device.",
        ),
        (
            LARGE | {"bw_bytes_per_s": 540 * MB},
            "540 MB/s sequential read at QD 8, typical of a SATA SSD; one figure cannot identify the device.",
        ),
    ):
        assert sentence_of(fields) == expected


def test_a_range_says_how_many_figures_it_is_of_and_where_they_are_from() -> None:
    behind = "SATA SSD: 33.0k–88.0k IOPS random write 4 KiB (n = 5; datasheets: Intel S4500 33.0k IOPS, "
    for iops in (15_700.0, 60_000.0):
        like = look({"iops": iops, "iodepth": 32, "rw": "randwrite", "direction": "write"})
        assert like is not None and like.text[-1].startswith(behind)
    # One source of the only slower class, published at another depth.
    like = look({"iops": 15_700.0, "iodepth": 32, "rw": "randwrite", "direction": "write"})
    assert like is not None and like.text[0].startswith(
        "Hard disk: 560 IOPS random write 4 KiB (n = 1; Seagate Exos 2X18, a disk with two actuators"
    )
    assert (
        " at QD 32, between published figures for a hard disk (560 IOPS at QD 16, n = 1) and "
        in like.sentence
    )
    assert BETWEEN.read(str(like.sentence)) is not None


def test_several_figures_say_how_many_of_them_agree() -> None:
    read = {"iops": 73_000.0, "iodepth": 32}
    write = {"iops": 60_000.0, "iodepth": 32, "rw": "randwrite", "direction": "write"}
    large = LARGE | {"bw_bytes_per_s": 540 * MB}
    assert sentence_of(read, write) == (
        "73.0k IOPS random read 4 KiB at QD 32; 2 of 2 figures are typical of a SATA SSD."
    )
    assert sentence_of(read, write, large) == (
        "73.0k IOPS random read 4 KiB at QD 32: looks like a SATA SSD, which 3 of 3 figures fit."
    )
    # A figure that no device of the class gives, even by half, strikes it, however many others fit.
    far = LARGE | {"bw_bytes_per_s": 2_000 * MB}
    assert "SATA" not in str(sentence_of(read, write, far))


def test_a_durable_write_tells_flash_with_and_without_protection() -> None:
    def synced(clat: int, sync: int) -> dict[str, Any]:
        medians = {
            "clat": Latency(percentiles={"50": clat}),
            "sync_lat": Latency(n=9, percentiles={"50": sync}),
        }
        return SYNCED | medians

    for sync, expected in (
        (
            20_000,
            "24.0 µs durable write at QD 1, typical of a data centre SSD; one figure cannot identify the device.",
        ),
        (
            900_000,
            "904 µs durable write at QD 1, typical of a client SSD; one figure cannot identify the device.",
        ),
        (
            9_000_000,
            "9.00 ms durable write at QD 1, typical of a hard disk; one figure cannot identify the device.",
        ),
    ):
        assert sentence_of(synced(4_000, sync)) == expected
    assert sentence_of(SYNCED | {"sync_lat": Latency(n=9, mean_ns=1e6)}) is None
    assert sentence_of(synced(4_000, 20_000) | {"bs_bytes": 65_536}) is None
    assert sentence_of(synced(4_000, 20_000) | {"job_options": {"fdatasync": "8"}}) is None


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
        assert look(fields) is None, fields


def test_recorded_or_stated_hardware_is_never_contradicted() -> None:
    read = {"iops": 73_000.0, "iodepth": 32}
    for hardware, named in (
        (Hardware(frozenset({"pcie"})), False),
        (Hardware(frozenset({"sata"})), True),
        (Hardware(frozenset({"virtio"})), True),
        (Hardware(is_rotational=True), False),
        (Hardware(is_rotational=False), True),
        (Hardware(frozenset({"mmc"})), False),
    ):
        assert ("SATA" in str(sentence_of(read, hardware=hardware))) is named, hardware
    assert "hard disk" not in str(sentence_of({"iops": 76.0}, hardware=Hardware(is_rotational=False)))
    facts = facts_on_machine({}, result(**read))
    assert "SATA" not in str(build_answer(facts)["verdict"])
    one = RunFacts(results=[result(**read)], stated_drives=1)
    assert "SATA" in str(build_answer(one)["verdict"])
    for more in ({"rated": {"iops": 1_000_000.0}}, {"stated_model": "MZ-77E1T0"}, {"stated_drives": 2}):
        stated = RunFacts(results=[result(**read)], **more)
        assert "SATA" not in str(build_answer(stated)["verdict"]), more


def volume(vendor: str | None, *results: Any) -> RunFacts:
    disk = {"name": "vda", "transport": "virtio", "model": None, "size_bytes": 100 << 30, "rotational": True}
    machine = document({}, system={"vendor": vendor, "product": None}) | {"disks": {"vda": disk}}
    return RunFacts(results=results, path=resolve(machine, targets("vda")), document=machine)


def test_a_round_number_that_volumes_are_limited_to_is_named_as_one() -> None:
    flat = result(iops=3_001.0, iodepth=32, lat=None)
    anywhere = build_answer(RunFacts(results=[flat]))["verdict"]
    assert (anywhere["kind"], anywhere["compared_with"]) == ("none", "class")
    assert anywhere["sentence"] == (
        "3.00k IOPS random read at QD 32, a round number: an AWS gp3 volume, an AWS gp2 volume or an Azure Premium "
        "SSD v2 volume is limited to 3.00k IOPS, so a configured limit is likely."
    )
    amazon = build_answer(volume("Amazon EC2", flat))["verdict"]["sentence"]
    assert "AWS" in amazon and "Azure" not in amazon
    for other in (
        result(iops=3_001.0, iodepth=32, lat=None, runtime_ms=19_000),
        result(iops=3_030.0, iodepth=32, lat=None),
        result(iops=3_001.0, iodepth=2, lat=None),
        result(iops=3_000.0, iodepth=32, lat=None, iops_bounds=(2_950.0, 3_050.0)),
        result(iops=3_001.0, iodepth=32, lat=None, job_options={"rate_iops": "3000"}),
    ):
        assert "round number" not in str(build_answer(RunFacts(results=[other]))["verdict"]), other
    assert "round number" not in str(build_answer(volume("QEMU", flat))["verdict"])


def test_every_figure_has_a_source_and_lies_in_order() -> None:
    classes = load_device_classes()
    assert len(classes) >= 8
    for device in classes:
        keys = [(figure.kind, figure.rw, figure.iodepth) for figure in device.figures]
        assert len(set(keys)) == len(keys), device.title
        for figure in device.figures:
            assert 0 <= figure.low <= figure.high, device.title
            # One published figure is no upper end, and half of one was not published.
            assert figure.low or figure.n == 1, device.title
            assert "half of" not in figure.source.replace("half a turn", ""), device.title
    assert all(limit.iops or limit.bw_bytes_per_s for limit in load_sold_limits())


def test_a_share_can_read_every_sentence_back() -> None:
    for fields in (
        {"iops": 42_700.0, "iodepth": 32},
        {"iops": 9_500.0},
        {"iops": 3_000.0, "iodepth": 32},
        LARGE | {"bw_bytes_per_s": 540 * MB},
    ):
        for lat in (None, Latency(mean_ns=1e6)):
            found = build_answer(RunFacts(results=[result(**{"lat": lat} | fields)]))["verdict"]
            assert any(template.read(found["sentence"]) is not None for template in verdict.SENTENCES), found
            for one in (found["sentence"], *found["text"]):
                assert restate(one, (*verdict.SENTENCES, *verdict.TEXTS)) == one


def test_a_share_reads_what_former_answers_say() -> None:
    for said in (
        "The x4 link is nearly full: 6.95 of 6.63–7.20 GB/s, 97–100 %.",
        "The Gen4 x4 link is nearly full: 6.95 of at most 7.20 GB/s, at least 96.5 %.",
        "15.7k IOPS random write at QD 32. Published figures: a hard disk up to 280 IOPS, a SATA SSD from 33.0k IOPS.",
        "Hard disk: up to 280 IOPS random write (n = 1; Seagate Exos 2X18, half of two actuators' 560 IOPS (Tom's Hardware)).",
        "SATA SSD: 33.0k–88.0k IOPS random write (n = 5; datasheets: Intel S4500 33,000 IOPS; S3700 36,000; S4600, DC600M "
        "65,000; Samsung 870 EVO 88,000 fresh).",
    ):
        assert restate(said, (*verdict.SENTENCES, *verdict.TEXTS)) == said
    for label in ("rating not printed by the vendor", "rating of 2 drives, not printed by the vendor"):
        assert restate(label, ceilings.LABELS) == label
    depth = "Average queue depth 128 of 128 configured."
    assert restate(depth, queue.DECLARED[0].templates) == depth


@pytest.mark.parametrize(
    ("iops", "said"),
    [
        (73_000, "typical of a SATA SSD (72.0k–98.0k IOPS)"),
        (66_600, "typical of a SATA SSD (72.0k–98.0k IOPS ± 15 %)"),
        (9e6, "above published figures for a SATA SSD (72.0k–98.0k IOPS, n = 5)"),
        (
            20_000,
            "between published figures for a hard disk (304 IOPS, n = 1) and a SATA SSD (72.0k–98.0k IOPS, n = 5)",
        ),
    ],
)
def test_a_figure_that_is_typical_by_its_tolerance_says_so(iops: float, said: str) -> None:
    observed = read_figure(result(lat=None, iops=iops, rw="randread", bs_bytes=4096, iodepth=32))
    assert observed is not None
    assert compare_with_classes(observed, Hardware()) == said
