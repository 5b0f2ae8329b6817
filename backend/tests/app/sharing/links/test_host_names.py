"""Hosts are called after their system, their maker, their drives or what they are for: each can be shared unnamed."""

import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

import pytest
from httpx2 import AsyncClient

from tests.factories.machine import machine
from tests.factories.measured_machine import upload
from tests.factories.shares import SHARES, of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio

# frontend/e2e/share-names.spec.ts shares some of them in the browser.
NAMES: list[str] = json.loads((Path(__file__).parents[3] / "data" / "host-names.json").read_text())
SYSTEMS = {
    "debian": "Debian GNU/Linux",
    "freebsd": "FreeBSD",
    "fedora": "Fedora",
    "centos": "CentOS",
    "arch": "Arch",
}
NOBODY = "q7xw4kz9"


def hardware(system: str) -> dict[str, Any]:
    """A machine on which many of the names stand somewhere."""
    document: dict[str, Any] = machine("epyc-nps4")["inventory"]
    document["os"] = {"name": system, "version": "24.04", "kernel": "6.8.0-45-generic"}
    document["system"]["board"]["product"] = "X9DRW"
    models = (
        "SAMSUNG MZQL23T8HCLS-00A07",
        "INTEL SSDPE2KX040T8",
        "KIOXIA KCD61LUL3T84",
        "Micron_7450_MTFDKCC3T8",
    )
    for disk, model in zip(document["disks"].values(), models, strict=True):
        disk["model"] = model
    return document


async def send(client: AsyncClient, name: str, system: str) -> str:
    host = {"id": str(uuid5(NAMESPACE_DNS, f"{name} {system}")), "name": name}
    content, headers = upload(
        "epyc-nps4", hardware=hardware(system), host=host, title=name, labels={"slot": "2"}
    )
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def preview(client: AsyncClient, run_id: str, **wish: Any) -> dict[str, Any]:
    answer = await client.post(f"{SHARES}/preview", json=of_run(run_id, **wish))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def opened(client: AsyncClient, stranger: AsyncClient, run_id: str, **wish: Any) -> dict[str, Any]:
    """What a link shows, without the minute in which it was made."""
    link = await share(client, of_run(run_id, **wish))
    document: dict[str, Any] = (await stranger.get(link.path)).json()["document"]
    return document | {"created_at": None}


# Only a name that is the whole of what the owner can have worded has to be decided about.
DECIDED = {"x9drw": ["system"], "mz72-hb0-00": ["system"]}


@pytest.mark.nightly
@pytest.mark.parametrize(
    "names",
    [
        sorted({*NAMES[::4], *SYSTEMS, *DECIDED}),
        pytest.param(NAMES, marks=pytest.mark.nightly),
    ],
    ids=["some", "all"],
)
async def test_every_name_can_be_shared_and_leaves_no_trace(
    client: AsyncClient, stranger: AsyncClient, names: list[str]
) -> None:
    """A copy of a run on `ubuntu` is, byte for byte, that of the same run on a host whose name nobody would guess."""
    assert len(NAMES) >= 40
    assert set(names) <= set(NAMES)
    decided: dict[str, list[str]] = {}
    unnamed: dict[tuple[str, ...], dict[str, Any]] = {}
    nobody = {system: await send(client, NOBODY, system) for system in {"Ubuntu", *SYSTEMS.values()}}
    for name in names:
        system = SYSTEMS.get(name, "Ubuntu")
        run_id = await send(client, name, system)
        hide: list[str] = []
        for leak in (await preview(client, run_id))["leaks"]:
            assert leak["field"] in {"host.name", "run.title"}
            hide += [place["hide"] for place in leak["places"]]
        if hide:
            refused = await client.post(SHARES, json=of_run(run_id))
            assert (refused.status_code, refused.json()["error"]) == (409, "IdentifierFound")
            assert refused.json()["leaks"]
            decided[name] = sorted(set(hide))
        key = (system, *sorted(set(hide)))
        if key not in unnamed:
            unnamed[key] = await opened(client, stranger, nobody[system], hide=sorted(set(hide)))
        assert await opened(client, stranger, run_id, hide=sorted(set(hide))) == unnamed[key], name
        named = await opened(client, stranger, run_id, reveal=["host.name"])
        assert [host["label"] for host in named["hosts"]] == [name]
    assert decided == DECIDED


async def test_a_refusal_says_what_and_where_and_never_the_value(client: AsyncClient) -> None:
    document = hardware("Ubuntu")
    document["system"]["board"]["product"] = NOBODY
    content, headers = upload("epyc-nps4", hardware=document, host={"id": "test-host-0", "name": NOBODY})
    run_id = (await client.post("/api/v1/uploads", content=content, headers=headers)).json()["id"]
    refused = await client.post(SHARES, json=of_run(run_id))
    assert refused.status_code == 409
    assert NOBODY not in refused.text
    [leak] = refused.json()["leaks"]
    assert (leak["field"], leak["title"], leak["can_reveal"]) == ("host.name", "Host name", True)
    place = next(p for p in leak["places"] if p["where"].endswith("/board/product"))
    assert place == {
        "where": "/hosts/0/inventory/system/board/product",
        "title": "System and board manufacturer and product",
        "hide": "system",
    }
    assert (await client.get(SHARES)).json()["items"] == []


@pytest.mark.nightly
@check_each("text", ["1.5M", "1,500,000", "450k", "about a million", "=1+1"])
@check_each("reveal", [[], ["label.rated_iops"]])
async def test_a_rated_label_in_anybody_s_words_can_be_shared(
    client: AsyncClient, text: str, reveal: list[str]
) -> None:
    content, headers = upload("epyc-nps4", labels={"rated_iops": text})
    run_id = (await client.post("/api/v1/uploads", content=content, headers=headers)).json()["id"]
    document = (await preview(client, run_id, reveal=reveal))["document"]
    rated = next(question for question in document["questions"] if question["key"] == "rated")
    assert "Nobody" not in rated["text"]
    assert (await client.post(SHARES, json=of_run(run_id, reveal=reveal))).status_code == 201
