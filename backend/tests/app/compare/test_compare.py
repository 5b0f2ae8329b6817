"""GET /compare: figures, verdicts, what changed, and when no claim is made."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.compare import sides
from fioboard.engine.answers.compare import CompareOut
from tests.app.compare.conftest import Sender, randread, runs
from tests.factories.upload import inventory
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/compare"
KERNEL_6_1 = inventory(os={"name": "Debian GNU/Linux 12", "kernel": "6.1.0"})
KERNEL_6_12 = inventory(os={"name": "Debian GNU/Linux 12", "kernel": "6.12.0"})
NEWER_BIOS_TOO = KERNEL_6_12 | {
    "system": {"vendor": "Acme", "product": "Bench 1", "bios": {"version": "2.0"}}
}


async def compare(client: AsyncClient, base: str, *new: str, **query: Any) -> dict[str, Any]:
    answer = await client.get(URL, params={"base": base, "new": list(new), **query})
    assert answer.status_code == 200, answer.text
    shape_of(CompareOut).validate_python(answer.json())
    found: dict[str, Any] = answer.json()
    return found


async def test_one_run_against_one_is_two_numbers_and_no_claim(client: AsyncClient, send: Sender) -> None:
    """The figures of the slot user, with what only a label tells."""
    base = await send(randread(35_545), labels={"place": "upper"})
    new = await send(randread(23_838), labels={"place": "lower"})
    found = await compare(client, runs(base), runs(new))
    [row] = found["workloads"]
    iops = row["metrics"]["iops"]
    assert iops["base"]["values"] == [{"run_id": base, "value": 35_545}]
    assert iops["new"]["values"] == [{"run_id": new, "value": 23_838}]
    assert iops["ratio"] == pytest.approx(23_838 / 35_545)
    assert (iops["ratio_ci95"], iops["p_value"], iops["verdict"]) == (None, None, "not_enough_runs")
    assert {cell["verdict"] for cell in row["metrics"].values()} == {"not_enough_runs"}
    assert found["sentence"].startswith(
        "label place lower gives 23.8k IOPS where label place upper gave 35.5k IOPS: 0.67 times as much. "
        "Not significant yet (n = 1 and 1"
    )
    assert [(c["key"], c["base"], c["new"]) for c in found["factors_changed"]] == [
        ("label.place", "upper", "lower")
    ]


async def test_repeats_carry_a_claim_and_every_metric_knows_its_better_side(
    client: AsyncClient, send: Sender
) -> None:
    base = [await send(randread(v), hardware=KERNEL_6_1) for v in (1000, 1010, 990)]
    new = [await send(randread(v), hardware=KERNEL_6_12) for v in (1300, 1310, 1295)]
    found = await compare(client, runs(*base), runs(*new))
    metrics = found["workloads"][0]["metrics"]
    assert {name: cell["verdict"] for name, cell in metrics.items() if name in {"iops", "clat_p99_ns"}} == {
        "iops": "better",
        "clat_p99_ns": "better",
    }
    low, high = metrics["iops"]["ratio_ci95"]
    assert 1.2 < low < metrics["iops"]["ratio"] < high < 1.4
    assert metrics["clat_p99_ns"]["ratio"] < 1
    assert metrics["iops"]["ratio_method"] == "log_t"
    assert [v["run_id"] for v in metrics["iops"]["new"]["values"]] == sorted(new)
    assert (found["confounded"], found["attribution"]["kind"]) == (False, "only")
    assert found["attribution"]["text"] == "Of what was recorded, only Kernel 6.1.0 → 6.12.0 changed."
    assert found["headlines"]["iops"]["better"] == 1
    assert [run["id"] for run in found["base"]["runs"]] == found["base"]["run_ids"] == base


async def test_swapped_sides_give_reciprocal_ratios_and_the_opposite_verdict(
    client: AsyncClient, send: Sender
) -> None:
    base = [await send(randread(v)) for v in (1000, 1010, 990, 1004)]
    new = [await send(randread(v)) for v in (1300, 1310, 1295, 1302)]
    there = (await compare(client, runs(*base), runs(*new)))["workloads"][0]["metrics"]["iops"]
    back = (await compare(client, runs(*new), runs(*base)))["workloads"][0]["metrics"]["iops"]
    assert (there["verdict"], back["verdict"]) == ("better", "worse")
    assert there["ratio"] * back["ratio"] == pytest.approx(1)
    assert there["ratio_ci95"][0] * back["ratio_ci95"][1] == pytest.approx(1)


async def test_same_link_shows_the_same_figures(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(v)) for v in (1000, 1010, 990, 1004)]
    new = [await send(randread(v)) for v in (1001, 1013, 993, 1002)]
    first = await compare(client, runs(*base), runs(*new))
    assert await compare(client, runs(*reversed(base)), runs(*new)) == first
    assert first["workloads"][0]["metrics"]["iops"]["verdict"] == "no_difference_shown"
    assert first["workloads"][0]["metrics"]["iops"]["runs_to_show"] > 4


async def test_a_second_changed_factor_refuses_the_attribution(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(v), hardware=KERNEL_6_1) for v in (1000, 1010, 990)]
    new = [await send(randread(v), hardware=NEWER_BIOS_TOO) for v in (1300, 1310, 1295)]
    found = await compare(client, runs(*base), runs(*new))
    attribution = found["attribution"]
    assert found["confounded"] is True
    assert (attribution["kind"], set(attribution["keys"])) == ("confounded", {"kernel", "bios.version"})
    assert "Kernel 6.1.0 → 6.12.0" in attribution["text"]
    assert "BIOS version 1.2 → 2.0" in attribution["text"]
    [one, other] = sorted(attribution["separating_runs"], key=lambda run: str(run["change"]))
    assert one["change"] == {"bios.version": "2.0"}
    assert one["keep"] == {"kernel": "6.1.0"}
    assert other["change"] == {"kernel": "6.12.0"}
    assert one["fio_command"].startswith("fio --name=job --rw=randread --bs=4k --iodepth=32")
    assert "--filename=/dev/md0" in one["fio_command"]


async def test_unknown_on_one_side_cannot_be_told(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000), hardware=KERNEL_6_1)
    new = await send(randread(1300), hardware=inventory(os={"name": "Debian GNU/Linux 12"}))
    found = await compare(client, runs(base), runs(new))
    assert found["attribution"]["kind"] == "cannot_tell"
    assert [(c["key"], c["state"], c["new"]) for c in found["factors_unknown"]] == [
        ("kernel", "cannot_tell", None)
    ]


async def test_an_unseen_consequence_is_no_part_of_a_clean_cause(client: AsyncClient, send: Sender) -> None:
    """The kernel normally follows from the system; what it became on the new side nobody knows."""
    base = await send(randread(1000), hardware=KERNEL_6_1)
    new = await send(randread(1300), hardware=inventory(os={"name": "Ubuntu 26.04"}))
    found = await compare(client, runs(base), runs(new))
    assert found["attribution"]["kind"] == "cannot_tell"
    assert found["attribution"]["text"].endswith("changed, but whether Kernel changed was not recorded, too.")


async def test_one_silent_run_of_a_side_takes_the_claim_away(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000), hardware=KERNEL_6_1)
    new = [
        await send(randread(1300), hardware=hardware)
        for hardware in (KERNEL_6_12, inventory(os={"name": "Debian GNU/Linux 12"}))
    ]
    found = await compare(client, runs(base), runs(*new))
    [change] = found["factors_changed"]
    assert (change["key"], change["new"], change["is_partly_unknown"]) == ("kernel", "6.12.0", True)
    assert found["attribution"]["kind"] == "cannot_tell"
    assert found["attribution"]["text"].endswith("changed, but Kernel not recorded by every run.")


async def test_command_to_copy_never_holds_a_program_to_run(client: AsyncClient, send: Sender) -> None:
    trap = randread(1000, exec_prerun="rm -rf /", filename="/tmp/a b; rm -rf /")
    base = await send(trap, hardware=KERNEL_6_1)
    new = await send(randread(1300), hardware=NEWER_BIOS_TOO)
    found = await compare(client, runs(base), runs(new))
    command = found["attribution"]["separating_runs"][0]["fio_command"]
    assert "exec_prerun" not in command
    assert "'--filename=/tmp/a b; rm -rf /'" in command


async def test_filters_choose_sides_and_results(client: AsyncClient, send: Sender) -> None:
    for v in (1000, 1010, 990):
        await send(randread(v), hardware=KERNEL_6_1)
    for v in (1300, 1310, 1295):
        await send(randread(v), randread(50, "deep", iodepth="1"), hardware=KERNEL_6_12)
    found = await compare(client, "kernel=6.1.0", "kernel=6.12.0&iodepth=32")
    assert len(found["workloads"]) == 1
    assert found["unmatched"] == {"base": [], "new": []}
    assert found["new"]["filter"] == "iodepth=32&kernel=6.12.0"
    unfiltered = await compare(client, "kernel=6.1.0", "kernel=6.12.0")
    [alone] = unfiltered["unmatched"]["new"]
    assert alone["workload"].startswith("randread bs=4k iodepth=1 ")
    assert len(alone["run_ids"]) == 3


async def test_where_nothing_was_compared_no_run_is_asked_for(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000), hardware=KERNEL_6_1)
    new = await send(randread(1300, bs="8k"), hardware=NEWER_BIOS_TOO)
    found = await compare(client, runs(base), runs(new))
    assert found["sentence"] == "Nothing can be compared: no workload was measured on both sides."
    assert found["attribution"]["kind"] == "confounded"
    assert found["attribution"]["separating_runs"] == []


async def test_options_can_be_ignored_and_others_demanded(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000, size="1g"))
    new = await send(randread(1500, ioengine="io_uring", size="2g"))
    apart = await compare(client, runs(base), runs(new))
    assert apart["workloads"] == []
    assert "add ignore=ioengine" in apart["notes"][0]["text"]
    together = await compare(client, runs(base), runs(new), ignore="ioengine")
    assert len(together["workloads"]) == 1
    assert [(c["key"], c["base"], c["new"]) for c in together["factors_changed"]] == [
        ("ioengine", "libaio", "io_uring"),
        ("job.size", 1 << 30, 2 << 30),
    ]
    assert together["attribution"]["kind"] == "confounded"
    strict = await compare(client, runs(base), runs(new), ignore="ioengine", match="size")
    assert strict["workloads"] == []
    assert strict["unmatched"]["base"][0]["workload_options"]["size"] == "1g"


async def test_several_jobs_of_one_workload_are_told_apart_by_name(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000, "inner"), randread(500, "outer"))
    new = await send(randread(1100, "inner"), randread(550, "outer"))
    found = await compare(client, runs(base), runs(new))
    values = {row["workload"][-7:]: row["metrics"]["iops"]["new"]["mean"] for row in found["workloads"]}
    assert values == {"(inner)": 1100, "(outer)": 550}
    assert found["headlines"]["iops"]["ratio"] == pytest.approx(1.1)


async def test_more_columns_keep_their_order(client: AsyncClient, send: Sender) -> None:
    base, *others = [await send(randread(v)) for v in (1000, 3000, 2000)]
    found = await compare(client, runs(base), *(runs(run) for run in others))
    assert [part["new"]["run_ids"] for part in [found, *found["more"]]] == [[run] for run in others]
    assert found["headlines"]["iops"]["ratio"] == pytest.approx(3)
    assert found["more"][0]["headlines"]["iops"]["ratio"] == pytest.approx(2)


async def test_metrics_can_be_chosen(client: AsyncClient, send: Sender) -> None:
    base, new = [await send(randread(v)) for v in (1000, 3000)]
    found = await compare(client, runs(base), runs(new), metric=["clat_p95_ns", "iops"])
    assert list(found["workloads"][0]["metrics"]) == found["metrics"] == ["clat_p95_ns", "iops"]


async def test_interrupted_runs_and_errors_are_named(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000), exit_code=130, interrupted=True)
    broken = randread(900) | {"error": 5}
    new = await send(broken)
    notes = (await compare(client, runs(base), runs(new)))["notes"]
    texts = {(note["side"], note["text"], tuple(note["run_ids"])) for note in notes}
    assert ("base", "One run interrupted: results cover the part that ran.", (base,)) in texts
    assert ("new", "fio reported I/O errors in one run.", (new,)) in texts


@check_each(
    "query, status, error",
    [
        ({"new": "host=epyc"}, 422, "Invalid"),
        ({"base": "host=epyc"}, 422, "Invalid"),
        ({"base": "", "new": "host=epyc"}, 422, "Invalid"),
        ({"base": "colour=red", "new": "host=epyc"}, 422, "UnknownKey"),
        ({"base": "host=epyc", "new": "host=epyc"}, 422, "Invalid"),
        ({"base": "run=00000000-0000-7000-8000-000000000000", "new": "host=epyc"}, 404, "RunNotFound"),
        ({"base": "host=epyc", "new": "host=epyc", "metric": "speed"}, 422, "UnknownValue"),
        ({"base": "host=epyc", "new": "host=epyc", "ignore": "colour"}, 422, "UnknownValue"),
        ({"base": "host=epyc", "new": "host=epyc", "match": "rw"}, 422, "UnknownValue"),
        ({"base": "host=epyc", "new": ["host=epyc"] * 8}, 422, "Invalid"),
        ({"base": "host=epyc", "new": "host=epyc", "colour": "red"}, 422, "UnknownKey"),
        ({"base": "host=epyc", "new": "host=epyc", "format": "pdf"}, 422, "Invalid"),
    ],
)
async def test_bad_questions_are_named(
    client: AsyncClient, send: Sender, query: dict[str, Any], status: int, error: str
) -> None:
    await send(randread(1000))
    answer = await client.get(URL, params=query)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text


async def test_too_much_at_once_is_refused_by_name(
    client: AsyncClient, send: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, new = [await send(randread(v), randread(v, "deep", iodepth="8")) for v in (1000, 2000)]
    monkeypatch.setattr(sides, "MAX_COMPARED_RESULTS", 3)
    answer = await client.get(URL, params={"base": runs(base), "new": runs(new)})
    assert (answer.status_code, "more than 3 results" in answer.json()["detail"]) == (422, True)
    monkeypatch.setattr(sides, "MAX_COMPARED_RUNS", 1)
    answer = await client.get(URL, params={"base": "host=epyc", "new": runs(new)})
    assert (answer.status_code, "host=epyc matches more than 1 runs" in answer.json()["detail"]) == (
        422,
        True,
    )


async def test_comparing_needs_the_right_to_read(stranger: AsyncClient) -> None:
    for path in ("", "/choices", "/distribution", "/time-series"):
        assert (await stranger.get(URL + path)).status_code == 401
