"""Few runs: what they show, and the command for those that are missing."""

import shlex

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import compare

pytestmark = pytest.mark.anyio


async def test_four_runs_against_two_say_what_is_known_and_which_run_is_missing(
    client: AsyncClient, send: Sender
) -> None:
    base = [await send(randread(value)) for value in (1000, 1010)]
    new = [await send(randread(value, registerfiles="1")) for value in (3200, 3250, 3240, 3210)]
    found = await compare(client, runs(*base), runs(*new))
    assert found["sentence"].startswith(
        "registerfiles 1 gives 3.20k to 3.25k IOPS where registerfiles not set gave 1.00k to 1.01k IOPS: 3.2 times as much. Not significant yet (n = 2 and 4, "
        "p = 0.067: too few for an interval)."
    )
    cell = found["workloads"][0]["metrics"]["iops"]
    assert cell["few_runs"] == {"above": 8, "below": 0, "pairs": 8, "as_far": 1, "deals": 15}
    assert cell["ratio_decimals"] == 1
    [missing] = found["missing_runs"]["items"]
    assert (missing["side"], missing["runs"], found["missing_runs"]["left_out"]) == ("base", 1, 0)
    assert missing["key"] == found["workloads"][0]["key"]
    assert missing["text"].startswith("1 more run of base, same setup: randread bs=4k iodepth=32")
    words = shlex.split(missing["fio_command"])
    assert words[:3] == ["fio", "--name=job", "--rw=randread"]
    assert "--filename=/dev/md0" in words
    assert not any("registerfiles" in word for word in words)


async def test_each_side_repeats_its_own_job(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    new = await send(randread(1300, registerfiles="1"))
    found = await compare(client, runs(base), runs(new))
    items = {one["side"]: one for one in found["missing_runs"]["items"]}
    assert {side: one["runs"] for side, one in items.items()} == {"base": 2, "new": 2}
    assert "--registerfiles=1" not in items["base"]["fio_command"]
    assert "--registerfiles=1" in items["new"]["fio_command"]
    assert found["answer"]["sure"] == "n = 1 and 1, p = 0.5: too few for an interval"
    assert found["workloads"][0]["metrics"]["iops"]["few_runs"]["deals"] == 2


async def test_enough_runs_miss_nothing(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(value)) for value in (1000, 1010, 990)]
    new = [await send(randread(value)) for value in (1300, 1310, 1295)]
    found = await compare(client, runs(*base), runs(*new))
    assert found["missing_runs"] == {"items": [], "left_out": 0}
    assert found["workloads"][0]["metrics"]["iops"]["few_runs"] is None


async def test_the_command_holds_nothing_that_runs_a_program(client: AsyncClient, send: Sender) -> None:
    """The allow list of the runs that tell changes apart."""
    base = await send(randread(1000, exec_prerun="rm -rf /", rw="randwrite"))
    found = await compare(client, runs(base), runs(await send(randread(1300, rw="randwrite"))))
    for one in found["missing_runs"]["items"]:
        assert "rm -rf" not in one["fio_command"]
        assert "The command overwrites its target." in one["text"] or "--rw=randread" in one["fio_command"]
    base_item = next(one for one in found["missing_runs"]["items"] if one["side"] == "base")
    assert "It leaves out exec_prerun, which may name files or programs." in base_item["text"]


async def test_more_commands_than_anybody_copies_are_counted(client: AsyncClient, send: Sender) -> None:
    jobs = [randread(1000 + depth, f"d{depth}", iodepth=str(depth)) for depth in range(1, 13)]
    base, new = await send(*jobs), await send(*jobs)
    found = await compare(client, runs(base), runs(new))
    assert len(found["workloads"]) == 12
    assert len(found["missing_runs"]["items"]) == 20
    assert found["missing_runs"]["left_out"] == 4
