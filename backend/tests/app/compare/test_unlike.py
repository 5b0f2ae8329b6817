"""Runs of a side that are not alike: those that both sides have are compared, the rest is left out and named."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import KERNEL_6_1, KERNEL_6_12, compare
from tests.factories.upload import inventory

pytestmark = pytest.mark.anyio

# One of the real cases: 64 KiB random writes of eight jobs in two slots, by size of a job.
SLOT_2 = {"4g": 35_544.9, "512m": 35_559.4}
SLOT_3 = {"4g": 23_837.8}


async def test_the_file_size_that_both_slots_have_is_compared(client: AsyncClient, send: Sender) -> None:
    base = {
        size: await send(randread(iops, size=size), labels={"slot": "2"}) for size, iops in SLOT_2.items()
    }
    new = await send(randread(SLOT_3["4g"], size="4g"), labels={"slot": "3"})
    found = await compare(client, runs(*base.values()), runs(new))
    [row] = found["workloads"]
    cell = row["metrics"]["iops"]
    assert [value["run_id"] for value in cell["base"]["values"]] == [base["4g"]]
    assert cell["ratio"] == pytest.approx(0.671, abs=0.001)
    assert row["setting"] == ["File size per job 4 GiB"]
    assert (found["attribution"]["kind"], found["attribution"]["text"]) == (
        "only",
        "Of what was recorded, only Slot 2 → 3 changed.",
    )
    assert found["base"]["left_out"] == [
        {
            "reason": "no_partner",
            "text": "1 run with File size per job 512 MiB (new: File size per job 4 GiB)",
            "run_ids": [base["512m"]],
        }
    ]
    [left_out] = found["unmatched"]["base"]
    assert (left_out["run_ids"], left_out["setting"]) == ([base["512m"]], ["File size per job 512 MiB"])
    assert (await compare(client, runs(new), runs(*base.values())))["attribution"]["kind"] == "only"


async def test_two_kinds_of_runs_that_both_sides_have_are_two_rows(client: AsyncClient, send: Sender) -> None:
    machines = (KERNEL_6_1, KERNEL_6_12)
    base = [
        await send(randread(iops), hardware=one) for iops, one in zip((1000, 2000), machines, strict=True)
    ]
    new = [
        await send(randread(iops, registerfiles="1"), hardware=one)
        for iops, one in zip((1100, 2400), machines, strict=True)
    ]
    found = await compare(client, runs(*base), runs(*new))
    ratios = {row["setting"][0]: row["metrics"]["iops"]["ratio"] for row in found["workloads"]}
    assert ratios == {"Kernel 6.1.0": pytest.approx(1.1), "Kernel 6.12.0": pytest.approx(1.2)}
    assert found["attribution"]["text"] == "Of what was recorded, only registerfiles not set → 1 changed."
    keys = [row["key"] for row in found["workloads"]]
    assert len(set(keys)) == 2
    for key in keys:
        answer = await client.get(
            "/api/v1/compare/distribution",
            params={"base": runs(*base), "new": runs(*new), "workload": key},
        )
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("base", "new"),
    [
        # No kind of run that both sides have.
        ([{"kernel": "1", "bios.nps": "1"}, {"kernel": "2", "bios.nps": "4"}],
         [{"kernel": "1", "bios.nps": "4"}, {"kernel": "2", "bios.nps": "1"}]),
        # No value in common.
        ([{"kernel": "1"}, {"kernel": "2"}], [{"kernel": "3"}]),
    ],
)  # fmt: skip
async def test_a_side_that_cannot_be_split_stays_mixed(
    client: AsyncClient, send: Sender, base: list[dict[str, str]], new: list[dict[str, str]]
) -> None:
    sides = [await _sent(client, send, side) for side in (base, new)]
    found = await compare(client, *sides)
    assert found["attribution"]["kind"] == "mixed"
    assert len(found["workloads"]) == 1


async def test_labels_that_number_the_repeats_of_both_sides_split_nothing(
    client: AsyncClient, send: Sender
) -> None:
    numbered = [{"label.repeat": str(number)} for number in (1, 2, 3)]
    found = await compare(
        client, await _sent(client, send, numbered), await _sent(client, send, numbered[::-1])
    )
    assert found["attribution"]["kind"] == "nothing_changed"
    assert [row["metrics"]["iops"]["base"]["n"] for row in found["workloads"]] == [3]


async def test_a_label_that_one_side_has_more_often_is_no_number_of_a_repeat(
    client: AsyncClient, send: Sender
) -> None:
    on, off = {"label.fan": "on"}, {"label.fan": "off"}
    found = await compare(
        client, await _sent(client, send, [on, on, off]), await _sent(client, send, [on, off, off])
    )
    assert {row["setting"][0]: _sizes(row) for row in found["workloads"]} == {
        "label fan on": (2, 1),
        "label fan off": (1, 2),
    }


async def test_a_run_that_does_not_record_what_its_side_mixes_is_left_out(
    client: AsyncClient, send: Sender
) -> None:
    sizes = [await send(randread(1000, size=size), hardware=inventory()) for size in ("1g", "2g")]
    silent = await send(randread(1000) | {"job options": {"rw": "randread", "bs": "4k"}})
    new = await send(randread(1100, size="1g"))
    found = await compare(client, runs(*sizes, silent), runs(new))
    [row] = found["workloads"]
    assert [value["run_id"] for value in row["metrics"]["iops"]["base"]["values"]] == [sizes[0]]
    assert silent in {run for one in found["base"]["left_out"] for run in one["run_ids"]}


async def _sent(client: AsyncClient, send: Sender, side: list[dict[str, str]]) -> str:
    ids = []
    for number, setting in enumerate(side):
        labels = {key.removeprefix("label."): value for key, value in setting.items()}
        ids.append(await send(randread(1000 + number), labels=labels))
    return runs(*ids)


def _sizes(row: dict[str, Any]) -> tuple[int, int]:
    cell = row["metrics"]["iops"]
    return cell["base"]["n"], cell["new"]["n"]
