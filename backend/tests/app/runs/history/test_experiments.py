"""Experiments: the answer of their conditions' comparison, on the page, in the terminal and on the comparison's page."""

from collections.abc import Sequence
from urllib.parse import quote
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.batch import BatchOut, BatchResultOut
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.experiment import BatchExperimentsOut, read_experiment
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest
from tests.factories.upload import inventory as small_inventory

CONDITIONS = ["none", "mq-deadline"]
ABBA = ["none", "mq-deadline", "mq-deadline", "none"]


async def send_experiment(
    client: AsyncClient,
    order: Sequence[str],
    rates: dict[str, float],
    *,
    is_recorded: bool = True,
    **facts: dict[str, object],
) -> str:
    """Send the runs of an experiment. `is_recorded`: the inventory shows the scheduler; `facts`: what else differs of
    the drive under a condition."""
    batch = str(uuid4())
    for step, condition in enumerate(order, 1):
        options = {"rw": "randread", "bs": "4k", "iodepth": "32", "ioengine": "libaio", "direct": "1",
                   "size": "8388608", "runtime": "10", "numjobs": "1"}  # fmt: skip
        rate = rates[condition] * (1 + step * 0.001)
        files = {
            "fio.json": output(
                job(
                    "x",
                    read=direction(bw_bytes=round(rate * 4096), iops=round(rate), runtime_ms=10_000),
                    **{"job options": {"name": "x", "filename": "/dev/sda", **options}},
                )
            )
        }
        place = {"question": "Which scheduler?", "thing": "scheduler", "conditions": CONDITIONS,
                 "condition": condition, "switched": []}  # fmt: skip
        about = manifest(
            files,
            argv=["fio", "--name=x", "--filename=/dev/sda", *(f"--{key}={value}" for key, value in options.items())],
            target="/dev/sda",
            targets=[{"path": "/dev/sda", "real_path": "/dev/sda", "kind": "disk", "members": ["sda"],
                      "filesystem": None, "network": None, "reason": None,
                      "graph": {"root": "sda", "nodes": {"sda": {"kind": "disk", "name": "sda", "children": []}}}}],
            labels={"experiment_condition": condition},
            batch={"id": batch, "name": "experiment", "title": "Which scheduler?", "step": step, "steps": len(order),
                   "workload": f"x @ {condition}", "repeat": (step + 1) // 2, "role": "measure",
                   "experiment": place},
            started_at=f"2026-11-20T10:{step:02d}:00Z",
            ended_at=f"2026-11-20T10:{step:02d}:10Z",
        )  # fmt: skip
        disk = {"model": "Disk", "serial": "S1", **({"scheduler": condition} if is_recorded else {})}
        inventory = {
            **small_inventory(),
            "disks": {"sda": {**disk, **facts.get(condition.replace("-", "_"), {})}},
        }
        answer = await send(client, body(files, about, inventory))
        assert answer.status_code == 201, answer.text
    return batch


@pytest.mark.anyio
@pytest.mark.parametrize("is_recorded", [True, False])
async def test_answer_is_that_of_the_comparison_everywhere(client: AsyncClient, is_recorded: bool) -> None:
    batch = await send_experiment(
        client, ABBA * 2, {"none": 100_000, "mq-deadline": 80_000}, is_recorded=is_recorded
    )
    [shown] = (await ask(client, f"/batches/{batch}/experiment", BatchExperimentsOut))["items"]
    assert (shown["question"], shown["thing"]) == ("Which scheduler?", "scheduler")
    assert [(one["name"], one["runs"]) for one in shown["conditions"]] == [("none", 4), ("mq-deadline", 4)]
    word = "I/O scheduler" if is_recorded else "Condition"
    assert shown["sentence"] == (
        f"{word} mq-deadline is 20.0 % slower than {word} none (95 % CI 19.5 to 20.5 %, n = 4 and 4). "
        f"Of what was recorded, only {word} none → mq-deadline changed."
    )
    result: BatchResultOut = await ask(client, f"/batches/{batch}/result?host=host-0001", BatchResultOut)
    assert result["sentence"] == shown["sentence"]
    assert result["lines"][2].startswith("random read 4 KiB, QD 32, 1 job, mq-deadline, 1 of 4  ")
    sides = [quote(one["filter"], safe="") for one in shown["conditions"]]
    compared: CompareOut = await ask(client, f"/compare?base={sides[0]}&new={sides[1]}", CompareOut)
    assert compared["sentence"] == shown["sentence"]
    assert compared["attribution"]["kind"] == "only"
    page: BatchOut = await ask(client, f"/batches/{batch}", BatchOut)
    assert page["answer"] is not None
    assert "random read 4 KiB, mq-deadline" in page["answer"]["verdict"]["sentence"]
    assert list(page["result_names"].values())[:2] == [
        "random read 4 KiB, QD 32, 1 job, none, 1 of 4",
        "random read 4 KiB, QD 32, 1 job, mq-deadline, 1 of 4",
    ]
    assert len(set(page["result_names"].values())) == 8
    assert page["command"] == (
        "fioboard-agent experiment new --vary scheduler=none,mq-deadline --target /dev/sda --rw randread --bs 4k "
        "--iodepth 32 --numjobs 1 --size 8m --runtime 10 --repeat 4"
    )


@pytest.mark.anyio
async def test_a_second_difference_is_said(client: AsyncClient) -> None:
    """Of an agent that was not asked, or of runs that were edited: two factors are never one cause."""
    rates = {"none": 100_000.0, "mq-deadline": 80_000.0}
    batch = await send_experiment(
        client, ABBA * 2, rates, mq_deadline={"firmware": "2"}, none={"firmware": "1"}
    )
    [shown] = (await ask(client, f"/batches/{batch}/experiment", BatchExperimentsOut))["items"]
    sides = [quote(one["filter"], safe="") for one in shown["conditions"]]
    compared: CompareOut = await ask(client, f"/compare?base={sides[0]}&new={sides[1]}", CompareOut)
    assert compared["attribution"]["kind"] == "confounded"
    assert shown["sentence"] == compared["sentence"]


@pytest.mark.anyio
async def test_condition_that_is_still_to_be_measured_is_named(client: AsyncClient) -> None:
    batch = await send_experiment(client, ["none"] * 2, {"none": 100_000})
    [shown] = (await ask(client, f"/batches/{batch}/experiment", BatchExperimentsOut))["items"]
    assert shown["sentence"] == "Still to be measured, of the conditions of scheduler: mq-deadline."
    gone = await client.get(f"/api/v1/batches/{uuid4()}/experiment")
    assert (gone.status_code, gone.json()["error"]) == (404, "BatchNotFound")


@pytest.mark.parametrize(
    "stated",
    [None, 7, {}, {"question": "x", "thing": "y", "conditions": ["a"]}, {"question": 1, "thing": "y", "conditions": []},
     {"question": "x", "thing": "y", "conditions": ["a", 2]}, {"question": "x", "thing": "y", "conditions": ["a"] * 9}],
)  # fmt: skip
def test_odd_statement_is_no_experiment(stated: object) -> None:
    assert read_experiment(stated) is None


def test_words_of_an_agent_are_cleaned() -> None:
    stated = {"question": "a\x00b" * 200, "thing": "s", "conditions": ["a", "b"], "condition": "c"}
    read = read_experiment(stated)
    assert read is not None
    assert len(read["question"]) <= 200
    assert "\x00" not in read["question"]
    assert "condition" not in read


@pytest.mark.quick(1)
@pytest.mark.anyio
@pytest.mark.parametrize("is_recorded", [True, False])
async def test_batch_and_comparison_of_an_experiment_can_be_shared(
    client: AsyncClient, is_recorded: bool
) -> None:
    """A condition and a question are a person's own words: a share calls them by labels, and leaks neither."""
    batch = await send_experiment(
        client, ABBA * 2, {"none": 100_000, "mq-deadline": 80_000}, is_recorded=is_recorded
    )
    [shown] = (await ask(client, f"/batches/{batch}/experiment", BatchExperimentsOut))["items"]
    base, new = (quote(one["filter"], safe="") for one in shown["conditions"])
    specs: list[dict[str, object]] = [
        {"kind": "compare", "spec": {"address": f"base={base}&new={new}"}},
        {"kind": "batch", "spec": {"batch_id": batch}},
    ]
    for wanted in specs:
        answer = await client.post("/api/v1/shares/preview", json=wanted)
        assert answer.status_code == 200, answer.text
        document = orjson.dumps(answer.json()["document"]).decode()
        assert "experiment_condition" not in document
        assert "Which scheduler?" not in document
        assert ("mq-deadline" in document) == is_recorded, "a scheduler is a fact of a known form"
        if wanted["kind"] == "batch":
            verdict = answer.json()["document"]["batch"]["answer"]["verdict"]
            assert "random read 4 KiB, condition 1 · " in verdict["sentence"]
            assert verdict["sentence"].endswith("random read 4 KiB, condition 2.")
            assert "none" not in verdict["sentence"] and "mq-deadline" not in str(verdict)
