"""The kernel's log and the drives' health in a share: nothing unasked, and then in listed forms only."""

from typing import Any

import orjson
import pytest

from fioboard.app.sharing.redaction import Frozen, Wish, freeze
from tests.factories.machine import machine
from tests.factories.run_detail import run_detail, sources

BOTH = ("kernel.log", "drive.health")
# Each with what must not be told of it.
SECRETS = (
    ("ata1.00: ATA-11: Samsung SSD 870 EVO 1TB S5Y1NJ0R123456, SVT02B6Q, max UDMA/133", "S5Y1NJ0R123456"),
    ("scsi 0:0:0:0: SATA: handle(0x0009), sas_addr(0x500304801c2a3b4c), phy(0)", "500304801c2a3b4c"),
    ("nvme nvme0: allocated eui.0025385b71b0c1d2 as namespace", "0025385b71b0c1d2"),
    ("nvme nvme0: nguid 6479a7-2f30-1234-0025384100000001", "0025384100000001"),
    ("mlx5_core 0000:41:00.0 eth0: nvme target 0c:42:a1:7e:55:10 is down", "0c:42:a1:7e:55:10"),
    ("nvme nvme2: creating 8 I/O queues, addr 10.77.3.4:4420", "10.77.3.4"),
    ("nvme nvme2: new ctrl: fe80::e42:a1ff:fe7e:5510", "fe80"),
    ("nvme nvme2: connected to nas-07.corp.example", "nas-07"),
    ("EXT4-fs (nvme0n1p1): mounted filesystem 0c5e8c0a-7777-4b1d-9f51-aaaaaaaaaaaa ro", "0c5e8c0a"),
    ("EXT4-fs (nvme0n1p1): mounted on /home/alice/bench by alice", "alice"),
    ("XFS (md0): Mounting V5 Filesystem acme-scratch", "acme"),
    ("nvme nvme0: I/O 12 QID 3 timeout, aborting for customer Acme", "Acme"),
)
SHOWN = (
    ("nvme nvme0: I/O 12 QID 3 timeout, aborting", "nvme drive A: I/O 12 QID 3 timeout, aborting"),
    ("nvme nvme1: resetting controller", "nvme drive B: resetting controller"),
    (
        "pcieport 0000:20:03.1: AER: Corrected error received: 0000:23:00.0",
        "pcieport 0000:20:03.1: AER: Corrected error received: 0000:23:00.0",
    ),
    (
        "critical medium error, dev nvme1n1, sector 123 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class 2",
        "critical medium error, dev drive B, sector 123 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class 2",
    ),
    ("Buffer I/O error on dev nvme1n1p2, logical block 0, async page read",
     "Buffer I/O error on dev drive B, logical block 0, async page read"),
    # Drives that the inventory does not have have labels of their own, one per drive.
    ("blk_update_request: I/O error, dev sdq, sector 1 op 0x1:(WRITE) flags 0x0 phys_seg 1 prio class 0", None),
)  # fmt: skip


def line(text: str, topic: str = "other", during: bool | None = True) -> dict[str, Any]:
    return {"at": "2026-11-20T13:00:05.123Z", "text": text, "topic": topic, "is_during": during}


def collected(*texts: str, **page: Any) -> dict[str, Any]:
    lines = [line(text) for text in texts]
    log = {
        "collected_at": "2026-11-20T14:30:59Z", "status": "ok", "detail": "read by alice", "command": "sudo -u alice x",
        "source": "dmesg", "covers_from": "2026-11-20T12:00:01Z", "covers_run": True, "lines": lines,
        "counts": [{"topic": "other", "title": "planted", "lines": len(lines), "during": len(lines)}],
        "line_count": len(lines), "lines_left_out": 0, "lines_hidden": 0,
    }  # fmt: skip
    figures = [
        {"key": "media_errors", "title": "planted", "value": 3, "unit": "planted"},
        {"key": "temperature_c", "title": "planted", "value": 41, "unit": None},
        {"key": "serial_number", "title": "S64GNX0R999999", "value": 5, "unit": None},
    ]
    pages = [
        {
            "drive": "nvme0n1", "collected_at": "2026-11-20T14:30:59Z", "status": "ok", "detail": "alice", "command": "x",
            "source": "smartctl", "figures": figures,
        }
    ]  # fmt: skip
    return {"kernel_log": log, "smart_pages": pages}


def frozen(support: Any, **wish: Any) -> Frozen:
    run = run_detail("epyc-nps4", inventory=machine("epyc-nps4")["inventory"]) | {"support": support}
    return freeze(sources(run), Wish(**wish))


def shown(support: Any, **wish: Any) -> Any:
    return orjson.loads(orjson.dumps(frozen(support, **wish).document["runs"][0].get("support")))


def test_nothing_of_it_is_shown_unasked_and_what_there_is_can_be_chosen() -> None:
    copy = frozen(collected(SHOWN[0][0], SHOWN[1][0]))
    assert copy.document["runs"][0]["support"] is None
    left = {one["field"]: one for one in copy.left_out}
    assert (left["kernel.log"]["count"], left["drive.health"]["count"]) == (2, 1)
    assert all(left[name]["can_reveal"] and left[name]["suggestion"] for name in BOTH)


def test_without_anything_collected_there_is_nothing_to_choose() -> None:
    fields = {one["field"] for one in frozen(None).left_out}
    assert not fields & set(BOTH)


@pytest.mark.parametrize(("text", "expected"), SHOWN)
def test_listed_lines_are_said_again_with_labels(text: str, expected: str | None) -> None:
    log = shown(collected(text), reveal=BOTH)["kernel_log"]
    assert log["lines_hidden"] == 0
    if expected is None:
        assert "sdq" not in log["lines"][0]["text"] and "dev drive " in log["lines"][0]["text"]
    else:
        assert log["lines"][0]["text"] == expected


@pytest.mark.quick(4)
@pytest.mark.parametrize(("text", "secret"), SECRETS, ids=[secret for _, secret in SECRETS])
def test_line_of_no_form_is_left_out_and_counted(text: str, secret: str) -> None:
    copy = frozen(collected(SHOWN[0][0], text), reveal=BOTH)
    log = copy.document["runs"][0]["support"]["kernel_log"]
    assert (len(log["lines"]), log["lines_hidden"], log["line_count"]) == (1, 1, 2)
    assert secret.casefold() not in orjson.dumps(copy.document["runs"]).decode().casefold()


def test_page_shows_listed_counters_under_the_services_own_titles() -> None:
    support = shown(collected(), reveal=BOTH)
    [page] = support["smart_pages"]
    assert page["drive"] == "drive A"
    assert page["figures"] == [
        {"key": "media_errors", "title": "Media errors", "value": 3, "unit": None},
        {"key": "temperature_c", "title": "Temperature", "value": 41, "unit": "°C"},
    ]
    assert (page["detail"], page["command"]) == (None, None)
    told = orjson.dumps(support).decode()
    assert not [word for word in ("alice", "planted", "S64GNX0R999999", "nvme0n1") if word in told]


def test_times_are_to_the_minute_and_none_where_they_are_hidden() -> None:
    log = shown(collected(SHOWN[0][0]), reveal=BOTH)["kernel_log"]
    assert (log["lines"][0]["at"], log["collected_at"]) == ("2026-11-20T13:00:00Z", "2026-11-20T14:30:00Z")
    support = shown(collected(SHOWN[0][0]), reveal=BOTH, hide=("times",))
    assert "2026-11-20" not in orjson.dumps(support).decode()


def test_what_is_hidden_beyond_that_takes_its_part_along() -> None:
    assert shown(collected(SHOWN[0][0]), reveal=BOTH, hide=("path",)) is None
    hot = collected("CPU3: Core temperature above threshold, cpu clock throttled (total events = 12)")
    hot["kernel_log"]["lines"][0]["topic"] = "heat"
    hot["kernel_log"]["counts"][0]["topic"] = "heat"
    support = shown(hot, reveal=BOTH, hide=("temperatures",))
    assert (support["kernel_log"]["lines"], support["kernel_log"]["counts"]) == ([], [])
    assert [one["key"] for one in support["smart_pages"][0]["figures"]] == ["media_errors"]


@pytest.mark.parametrize("name", BOTH)
def test_each_is_chosen_by_itself(name: str) -> None:
    support = shown(collected(SHOWN[0][0]), reveal=(name,))
    assert (support["kernel_log"] is None) is (name == "drive.health")
    assert (support["smart_pages"] == []) is (name == "kernel.log")
