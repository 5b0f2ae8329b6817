"""No number in a document, an inventory, a sample or a parameter makes the service fail: it is stored, null or refused.

`FIOBOARD_EXTREME_NUMBERS` sets how many documents are tried, `FIOBOARD_SEED` which (`make fuzz-numbers N=3000`).
"""

import hashlib
import json
import os
import random
from pathlib import Path
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from tests.factories import measured_machine
from tests.factories.machine import machine
from tests.factories.number_mutations import EXTREMES, mutate, mutate_text

pytestmark = pytest.mark.anyio
HOW_MANY = int(os.environ.get("FIOBOARD_EXTREME_NUMBERS", "120"))
A_FEW = 15
FIO = Path(__file__).parents[2] / "data" / "fio"
JSON = ("2.0.10_base.json", "2.1.4_five-jobs.json", "2.2.13_jsonplus.json", "3.16_md-randrw.json")
TEXT = ("2.1.9_base.txt", "3.19_base.txt", "2.16_avg_clat.1.log")
PAGES = ("", "/answer", "/window", "/time-series", "/ratings")
LISTS = (
    "/runs",
    "/today",
    "/hosts",
    "/fleet",
    "/models",
    "/facets",
    "/series?x=host&metric=iops",
    "/batches",
)


async def _send(client: AsyncClient, n: int, chance: random.Random) -> tuple[str, Any]:
    """One mutated document to the service: what was done, and the answer."""
    kind = chance.choice(("json", "json", "text", "inventory", "samples", "report"))
    if kind == "json":
        name = chance.choice(JSON)
        document = orjson.loads((FIO / name).read_bytes())
        what, body = mutate(document, chance)
        return f"{name}: {what}", await client.post(f"/api/v1/import?host=h{n % 7}", content=body)
    if kind == "text":
        name = chance.choice(TEXT)
        what, body = mutate_text((FIO / name).read_text(), chance)
        return f"{name}: {what}", await client.post(f"/api/v1/import?host=h{n % 7}", content=body)
    if kind == "report":
        report = {"agent_host_id": "test-host-one", "agent_version": "1", "waiting": 1, "refused": 2}
        what, body = mutate(report, chance)
        headers = {"content-type": "application/json"}
        return f"report: {what}", await client.post("/api/v1/agent-reports", content=body, headers=headers)
    hardware = machine("epyc-nps1")["inventory"]
    sampled = measured_machine.samples(["nvme0n1"])
    what, raw = mutate(hardware if kind == "inventory" else sampled, chance)
    mark = {"extreme": n}
    content, headers = measured_machine.upload(
        "epyc-nps1",
        hardware=mark if kind == "inventory" else hardware,
        sampled=mark if kind == "samples" else sampled,
    )
    return f"{kind}: {what}", await _replace_part(client, content, headers, orjson.dumps(mark), raw)


async def _replace_part(
    client: AsyncClient, content: bytes, headers: dict[str, str], mark: bytes, raw: bytes
) -> Any:
    """The upload with the marked part replaced by raw JSON, its digest told anew in the manifest."""
    old = {"sha256": hashlib.sha256(mark).hexdigest(), "bytes": len(mark)}
    new = {"sha256": hashlib.sha256(raw).hexdigest(), "bytes": len(raw)}
    content = content.replace(old["sha256"].encode(), new["sha256"].encode())
    content = content.replace(b'"bytes":%d}' % old["bytes"], b'"bytes":%d}' % new["bytes"])
    return await client.post("/api/v1/uploads", content=content.replace(mark, raw), headers=headers)


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [A_FEW, HOW_MANY])
async def test_no_number_of_a_document_makes_the_service_fail(client: AsyncClient, count: int) -> None:
    chance = random.Random(int(os.environ.get("FIOBOARD_SEED", "38")))
    failed: list[str] = []
    stored = 0
    for n in range(count):
        what, answer = await _send(client, n, chance)
        if answer.status_code >= 500:
            failed.append(f"{what}: {answer.status_code}")
        if answer.status_code != 201:
            continue
        body = answer.json()
        runs = [run["id"] for run in body.get("runs", [])] or [body["id"]]
        stored += len(runs)
        for page in PAGES if n % 5 == 0 else PAGES[:1]:
            found = await client.get(f"/api/v1/runs/{runs[0]}{page}")
            if found.status_code >= 500:
                failed.append(f"{what}: {page or 'run'} {found.status_code}")
            elif found.status_code == 200:
                not_json: list[str] = []
                json.loads(found.content, parse_constant=not_json.append)
                failed += [f"{what}: {word} in {page}" for word in not_json]
    for path in LISTS:
        found = await client.get(f"/api/v1{path}")
        if found.status_code != 200:
            failed.append(f"{path}: {found.status_code} {found.text[:200]}")
    assert failed == [], "\n".join(failed)
    assert stored > count / 5, "most were refused: nothing was tried"


@pytest.mark.quick(1)
@pytest.mark.parametrize("step", [8, 1])
async def test_no_number_of_a_parameter_makes_the_service_fail(
    app: Any, client: AsyncClient, step: int
) -> None:
    """In `make test` each route gets an eighth of the extremes, and all of them reach some route."""
    failed = []
    texts = [one.strip('"') for one in EXTREMES if one not in {"[]", "{}"}]
    for number, (path, operations) in enumerate(app.openapi()["paths"].items()):
        if "get" not in operations or not path.startswith("/api/v1/"):
            continue
        names = [one["name"] for one in operations["get"].get("parameters", []) if one["in"] == "query"]
        for place, text in list(enumerate(texts))[number % step :: step]:
            extreme = text.encode().decode("unicode_escape")
            filled = path
            for name in [part.split("}")[0] for part in path.split("{")[1:]]:
                filled = filled.replace(f"{{{name}}}", "%00" if place == 0 else extreme.replace("\0", "%00"))
            query = {names[place % len(names)]: extreme} if names else {}
            answer = await client.get(filled, params=query)
            if answer.status_code >= 500:
                failed.append(f"{filled} {query}: {answer.status_code}")
    assert failed == [], "\n".join(failed)
