"""Job options that two sides do not have in common: told by name, never passed over."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.engine.words.job_options import HARMLESS
from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import compare
from tests.loops import check_each

pytestmark = pytest.mark.anyio


def told(answer: dict[str, Any]) -> list[tuple[str, Any, Any, str]]:
    return [
        (change["key"], change["base"], change["new"], change["state"])
        for change in (*answer["factors_changed"], *answer["factors_unknown"])
        if change["key"].startswith("option.")
    ]


@pytest.mark.quick(1)
@pytest.mark.parametrize("option", ["registerfiles", "randseed", "warp_drive"])
async def test_an_option_set_on_one_side_is_what_differs(
    client: AsyncClient, send: Sender, option: str
) -> None:
    base = [await send(randread(value)) for value in (1000, 1010, 990)]
    new = [await send(randread(value, **{option: "7"})) for value in (1300, 1310, 1295)]
    answer = await compare(client, runs(*base), runs(*new))
    assert answer["unmatched"] == {"base": [], "new": []}
    assert told(answer) == [(f"option.{option}", None, "7", "changed")]
    assert answer["attribution"]["kind"] == "only"
    assert answer["attribution"]["text"] == f"Of what was recorded, only {option} not set → 7 changed."


async def test_two_options_are_confounded_and_each_has_a_run_that_would_tell(
    client: AsyncClient, send: Sender
) -> None:
    base = await send(randread(1000, exec_prerun="rm -rf /"))
    new = await send(randread(1300, registerfiles="1", randseed="7"))
    answer = await compare(client, runs(base), runs(new))
    assert answer["attribution"]["kind"] == "confounded"
    commands = [run["fio_command"] for run in answer["attribution"]["separating_runs"]]
    assert any("--registerfiles=1" in command and "randseed" not in command for command in commands)
    assert not any("rm -rf" in command for command in commands)


async def test_what_fio_does_anyway_and_what_does_not_count_is_not_told(
    client: AsyncClient, send: Sender
) -> None:
    base = await send(randread(1000, invalidate="1", write_bw_log="a"))
    new = await send(randread(1300, norandommap="0", group_reporting=""))
    answer = await compare(client, runs(base), runs(new))
    assert len(answer["workloads"]) == 1
    assert told(answer) == []
    assert answer["attribution"]["kind"] == "nothing_changed"


async def test_like_meets_like_first(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(1000)), await send(randread(500, randseed="7"))]
    new = [await send(randread(1100)), await send(randread(550, randseed="8"))]
    answer = await compare(client, runs(*base), runs(*new))
    ratios = {row["workload"][-17:]: row["metrics"]["iops"]["ratio"] for row in answer["workloads"]}
    assert {"differs" in name: ratio for name, ratio in ratios.items()} == pytest.approx(
        {False: 1.1, True: 1.1}
    )
    assert told(answer) == [("option.randseed", "7", "8", "changed")]


async def test_a_side_never_pools_two_values_unless_it_is_asked_to_and_says_so(
    client: AsyncClient, send: Sender
) -> None:
    base = [await send(randread(1000, randseed=seed)) for seed in ("7", "8")]
    new = await send(randread(1300))
    answer = await compare(client, runs(*base), runs(new))
    assert answer["workloads"] == []
    assert "add ignore=randseed" in answer["notes"][0]["text"]
    pooled = await compare(client, runs(*base), runs(new), ignore="randseed")
    assert told(pooled) == [("option.randseed", ["7", "8"], None, "changed")]
    assert pooled["attribution"]["kind"] == "mixed"


@check_each("option", [
    {"mem": "mmap:/dev/sda"},
    {"iomem": "mmapshared:/etc/passwd"},
    {"write_iolog": "/etc/cron.d/x"},
    {"ioengine": "external:/tmp/x.so"},
    {"exec_postrun": "reboot"},
    {"warp_drive": "/dev/sda"},
])  # fmt: skip
async def test_no_file_and_no_program_of_an_upload_comes_into_a_command(
    client: AsyncClient, send: Sender, option: dict[str, str]
) -> None:
    base = await send(randread(1000, **option))
    new = await send(randread(1300, registerfiles="1", randseed="7", **option))
    answer = await compare(client, runs(base), runs(new))
    separating = answer["attribution"]["separating_runs"]
    assert len(separating) == 2
    [value] = option.values()
    assert not any(value in (run["fio_command"] or "") for run in separating)
    [name] = option
    assert name in HARMLESS or all(f"leaves out {name}, which" in run["text"] for run in separating)


async def test_opposite_differences_of_two_workloads_do_not_cancel_out(
    client: AsyncClient, send: Sender
) -> None:
    base = await send(randread(1000, "a", randseed="7"), randread(900, "b", iodepth="1"))
    new = await send(randread(1000, "a"), randread(900, "b", iodepth="1", randseed="7"))
    answer = await compare(client, runs(base), runs(new))
    assert len(answer["workloads"]) == 2
    assert [(key, state) for key, _, _, state in told(answer)] == [("option.randseed", "mixed")]


async def test_an_output_that_names_no_options_cannot_tell(client: AsyncClient, send: Sender) -> None:
    silent = randread(1300)
    base = await send(randread(1000, randseed="7"))
    new = await send(silent | {"job options": {}})
    answer = await compare(
        client, runs(base), runs(new), ignore=["rw", "bs", "iodepth", "ioengine", "direct"]
    )
    assert ("option.randseed", "7", None, "cannot_tell") in told(answer)
    assert answer["attribution"]["kind"] != "only"


async def test_a_run_never_stands_in_one_workload_twice(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000, "a", randseed="7"), randread(900, "b", randseed="8"))
    new = await send(randread(1000, "c"))
    answer = await compare(client, runs(base), runs(new))
    assert answer["workloads"] == []
    assert len(answer["unmatched"]["base"]) == 2


async def test_an_ignored_option_is_told(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    new = await send(randread(1300, fsync="1"))
    answer = await compare(client, runs(base), runs(new), ignore="fsync")
    assert [change["key"] for change in answer["factors_changed"]] == ["job.sync"]
    assert answer["attribution"]["text"] == "Of what was recorded, only Synced writes none → fsync=1 changed."


async def test_a_mistyped_option_is_answered_with_the_nearest(client: AsyncClient, send: Sender) -> None:
    run = await send(randread(1000))
    answer = await client.get(
        "/api/v1/compare", params={"base": runs(run), "new": "host=x", "ignore": "fsnyc"}
    )
    assert answer.status_code == 422
    assert "'fsync'" in answer.json()["detail"]


async def test_a_flag_that_an_old_fio_would_not_print_cannot_be_told(
    client: AsyncClient, send: Sender
) -> None:
    base = await send(randread(1000), version="fio-3.33")
    new = await send(randread(1300, registerfiles="1"), version="fio-3.41")
    answer = await compare(client, runs(base), runs(new))
    assert told(answer) == [("option.registerfiles", None, "1", "cannot_tell")]
    again = await send(randread(1000), version="fio-3.41")
    answer = await compare(client, runs(again), runs(new))
    assert told(answer) == [("option.registerfiles", None, "1", "changed")]
