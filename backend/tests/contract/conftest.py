"""A whole service, filled through its own doors, for everything that is checked against its OpenAPI."""

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from fioboard.store.embedded.throwaway import throwaway_folder
from tests.cli.conftest import Serving, fioboard, ready
from tests.factories.clusters import give_cluster
from tests.factories.fio_output import direction, job, latency, output
from tests.factories.measured_machine import samples, upload
from tests.factories.upload import body, inventory, manifest

BINS = {100: 5, 1004: 10, 10_048: 1}  # middles of fio's buckets


@dataclass(frozen=True, slots=True)
class Api:
    """A running service, who may use it, and what is stored in it."""

    url: str
    credentials: dict[str, dict[str, str]]
    """Headers of nobody, and of a signed-in browser of every role."""
    run_ids: list[str]
    result_id: str
    known: dict[str, str]
    """Path parameters of other things that are stored: inventory_id, other_id, host_id, batch_id, share_id, token."""


def ask(url: str, headers: dict[str, str], content: bytes | None = None) -> tuple[dict[str, str], bytes]:
    """Headers and body of one answer."""
    request = urllib.request.Request(url, content, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return dict(answer.headers.items()), answer.read()


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    with throwaway_folder() as folder:
        give_cluster(folder / "data", is_migrated=True)
        with ready(Serving(folder, workers=1, log_level="error")) as serving:
            yield fill(serving)


def fill(serving: Serving) -> Api:
    """Makes credentials of every kind, and runs that use every optional part of the answers."""

    def command(*arguments: str) -> str:
        done = fioboard(*arguments, **serving.settings)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    url = f"http://127.0.0.1:{serving.port}"
    sender = {"authorization": f"Bearer {command('token', 'create', '--scope', 'admin')}"}
    links = {"admin": command("login-link")} | {
        role: command("user", "create", role, "--role", role) for role in ("viewer", "editor")
    }
    credentials = {"none": {}} | {role: sign_in(url, link) for role, link in links.items()}

    run_ids = [send(url, sender, content, hardware) for content, hardware in contents()]
    _, detail = ask(f"{url}/api/v1/runs/{run_ids[0]}", sender)
    machine = send_machine(url, sender)
    share = json.dumps({"kind": "run", "spec": {"run_id": machine["id"]}, "takes_replies": True}).encode()
    _, made = ask(f"{url}/api/v1/shares", sender | {"content-type": "application/json"}, share)
    known = {
        "share_id": json.loads(made)["id"],
        "token": json.loads(made)["url"].rpartition("/")[2],
        "inventory_id": machine["inventory_id"],
        "other_id": machine["inventory_id"],
        "host_id": machine["host"]["id"],
        "batch_id": json.loads(detail)["batch"]["id"],
    }
    result_id = json.loads(detail)["results"][0]["id"]
    return Api(url, credentials, [*run_ids, machine["id"]], result_id, known)


def sign_in(url: str, link: str) -> dict[str, str]:
    """Headers of a browser that followed a one-time link."""
    same_origin = {"sec-fetch-site": "same-origin"}
    code = json.dumps({"code": link.partition("#code=")[2]}).encode()
    headers, _ = ask(f"{url}/api/v1/session", same_origin | {"content-type": "application/json"}, code)
    return same_origin | {"cookie": headers["set-cookie"].partition(";")[0]}


def send_machine(url: str, credential: dict[str, str]) -> Any:
    """Uploads a whole machine with targets and samples; its run."""
    disks = [f"nvme{number}n1" for number in range(4)]
    request, headers = upload("epyc-nps4", sampled=samples(disks), labels={"slot": "2"})
    _, answer = ask(f"{url}/api/v1/uploads", headers | credential, request)
    _, detail = ask(f"{url}/api/v1/runs/{json.loads(answer)['id']}", credential)
    return json.loads(detail)


def contents() -> list[tuple[bytes, bool]]:
    """Output and whether an inventory comes with it: json+ of clones, a plain one, one that nobody understands."""
    binned = direction(clat_ns=latency(bins=BINS, n=16))
    options = {"name": "clone", "rw": "randrw", "bs": "4k", "numjobs": "2"}
    clones = [
        job("clone", read=binned, write=direction(iops=7), **{"job options": options}) for _ in range(2)
    ]
    disks = [{"name": "nvme0n1", "read_ios": 5, "write_ios": 1, "util": 12.5}]
    return [
        (output(*clones, disk_util=disks), True),
        (output(), False),
        (b"fio: job startup failed\n", False),
    ]


def send(url: str, credential: dict[str, str], content: bytes, has_inventory: bool) -> str:
    """Uploads one run with every optional field of the manifest; its id."""
    files = {"fio.json": content}
    batch = {"id": "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11", "name": "quick", "step": 1, "steps": 4}
    about = manifest(
        files, title="slot 2", labels={"fan": "off"}, tags=["nightly"], target="/mnt/x", batch=batch
    )
    request, headers = body(files, about, inventory() if has_inventory else None)
    _, answer = ask(f"{url}/api/v1/uploads", headers | credential, request)
    run_id: str = json.loads(answer)["id"]
    return run_id
