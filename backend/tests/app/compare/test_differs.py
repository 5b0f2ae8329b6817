"""What differs, in its order, when it is one change, what stays out of a side, and what held each side back."""

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import KERNEL_6_1, KERNEL_6_12, NEWER_BIOS_TOO, compare
from tests.factories.upload import inventory

pytestmark = pytest.mark.anyio


async def test_one_setting_is_one_change_and_gives_both_sides_their_names(
    client: AsyncClient, send: Sender
) -> None:
    base, new = (
        await send(randread(1000), hardware=KERNEL_6_1),
        await send(randread(1300), hardware=KERNEL_6_12),
    )
    differs = (await compare(client, runs(base), runs(new)))["differs"]
    assert (differs["is_one_change"], differs["reason"]) == (True, None)
    assert differs["names"] == ["Kernel 6.1.0", "Kernel 6.12.0"]
    assert differs["settings"] == [
        {"key": "kernel", "word": "Kernel", "change": "6.1.0 → 6.12.0", "follow": []}
    ]


async def test_two_settings_are_no_one_change(client: AsyncClient, send: Sender) -> None:
    base, new = (
        await send(randread(1000), hardware=KERNEL_6_1),
        await send(randread(1300), hardware=NEWER_BIOS_TOO),
    )
    differs = (await compare(client, runs(base), runs(new)))["differs"]
    assert (differs["is_one_change"], differs["reason"]) == (False, "2 settings differ at once.")
    assert {setting["key"] for setting in differs["settings"]} == {"kernel", "bios.version"}
    assert differs["names"] is None


async def test_several_changes_are_no_better_and_no_worse_however_few_runs_there_are(
    client: AsyncClient, send: Sender
) -> None:
    for repeats in (1, 4):
        base = [await send(randread(1000 + i), hardware=KERNEL_6_1) for i in range(repeats)]
        new = [await send(randread(1300 + i), hardware=NEWER_BIOS_TOO) for i in range(repeats)]
        answered = (await compare(client, runs(*base), runs(*new)))["answer"]
        assert answered["kind"] == "confounded"
        assert "Two settings differ." in answered["sentence"]


async def test_what_one_side_does_not_tell_leaves_the_cause_open(client: AsyncClient, send: Sender) -> None:
    told = inventory(os={"name": "Debian GNU/Linux 12"})
    base = [await send(randread(1000 + i), hardware=KERNEL_6_1) for i in range(4)]
    new = [await send(randread(1300 + i), hardware=told) for i in range(4)]
    found = await compare(client, runs(*base), runs(*new))
    assert (found["answer"]["kind"], found["attribution"]["kind"]) == ("untold", "cannot_tell")
    assert found["answer"]["sentence"].startswith("New is 29.96 % faster than base")


async def test_an_option_of_a_group_is_said_by_the_group_alone(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    new = await send(randread(1300, cpus_allowed="0-7"))
    differs = (await compare(client, runs(base), runs(new)))["differs"]
    [setting] = differs["settings"]
    assert (setting["key"], setting["follow"]) == ("job.cpus", [])


async def test_a_harmless_option_is_named_and_no_change(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    new = await send(randread(1300, description="again", write_lat_log="x"))
    differs = (await compare(client, runs(base), runs(new)))["differs"]
    assert differs["settings"] == []
    assert [(one["option"], one["base"], one["new"]) for one in differs["harmless_options"]] == [
        ("description", [], ["again"]),
        ("write_lat_log", [], ["x"]),
    ]
    assert (differs["is_one_change"], differs["reason"]) == (False, "No recorded setting differs.")


async def test_what_no_run_tells_is_named_once_it_may_apply(client: AsyncClient, send: Sender) -> None:
    base, new = (
        await send(randread(1000), hardware=KERNEL_6_1),
        await send(randread(1300), hardware=KERNEL_6_12),
    )
    unknown = {one["key"] for one in (await compare(client, runs(base), runs(new)))["differs"]["unknown"]}
    assert "cpu.governor" in unknown
    assert not unknown & {"kernel", "os.name", "rw", "bs", "host", "job.cpus"}
    told = inventory(os={"name": "Debian GNU/Linux 12", "kernel": "6.1.0"})
    told["cpu"] = told.get("cpu", {}) | {"governors": ["performance"]}
    more = {
        one["key"]
        for one in (await compare(client, runs(base), runs(await send(randread(9), hardware=told))))[
            "differs"
        ]["unknown"]
    }
    assert more <= unknown


async def test_a_run_of_another_workload_stays_out_and_says_why(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(v)) for v in (1000, 1010)]
    new = [await send(randread(v)) for v in (1300, 1310)]
    pinned = await send(randread(1500, cpus_allowed="0-7"))
    found = await compare(client, runs(*base), runs(*new, pinned))
    assert found["base"]["left_out"] == []
    assert found["new"]["left_out"] == [
        {
            "reason": "no_partner",
            "text": "1 run with cpus_allowed=0-7 (base: cpus_allowed not set)",
            "run_ids": [pinned],
        }
    ]
    # What stays out holds nobody back.
    assert (found["held"]["base"]["of"], found["held"]["new"]["of"]) == (2, 2)


async def test_nothing_in_common_has_no_account_of_what_held_it(client: AsyncClient, send: Sender) -> None:
    base, new = await send(randread(1000)), await send(randread(1000, bs="64k"))
    found = await compare(client, runs(base), runs(new))
    assert (found["held"], found["differs"]) == (None, None)
    assert [one["run_ids"] for one in (*found["base"]["left_out"], *found["new"]["left_out"])] == [
        [base],
        [new],
    ]


async def test_a_doubt_of_some_run_of_one_side_takes_the_tick(client: AsyncClient, send: Sender) -> None:
    """The page cache answered one of two runs: less than every run, and still no clean comparison."""
    disk = {"name": "nvme0n1", "read_ios": 1000, "write_ios": 0, "read_merges": 0, "write_merges": 0}
    base = [await send(randread(1000, direct="0"), hardware=KERNEL_6_1, disks=[disk]) for _ in range(2)]
    new = [
        await send(randread(1000, direct="0"), hardware=KERNEL_6_12, disks=[disk | {"read_ios": served}])
        for served in (1000, 100)
    ]
    found = await compare(client, runs(*base), runs(*new))
    assert found["differs"]["is_one_change"] is False
    assert found["answer"]["kind"] == "partly_doubted"
    assert "page cache" not in found["answer"]["sentence"]
    caveat = "Data quality differs between the sides: served by the page cache (1 of 2 runs of new)."
    assert found["answer"]["caveat"] == caveat
    # Each doubt once.
    assert str(found["answer"]).count("page cache") == 1
    assert found["differs"]["reason"] == "Data quality differs between the sides."
    assert found["held"]["new"]["doubts"] != found["held"]["base"]["doubts"]
    assert {doubt["runs"] for doubt in found["held"]["new"]["doubts"]} >= {1}
