"""`make bench-bounds`: what an upload token can cost everybody's pages.

Uploads 12 documents of 10,000 results, 100 runs of 200 sections and 30 of 1,000 on one host, then asks every GET route
of the service's own OpenAPI, makes shares, and prints for each answer its bytes, the CPU seconds of the service and its
database, the seconds and the workers' memory. CPU seconds are judged: other work on the machine does not change them.

    python lab/bench_bounds.py [--checkout FOLDER] [--only TEXT]

`--checkout` measures another checkout, built there.
"""

import argparse
import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx2
from bench.client import upload
from bench.report import Row, print_report
from bench.stand import Stand
from bench.walk import API, addresses

from fioboard.store.embedded.throwaway import throwaway_folder
from scripts.service import CHECKOUT, Service, free_port, plain_environment

BATCH = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
MOST_BYTES, MOST_CPU_S = 1_000_000, 1.0
WHOLE_FILES = ("/runs/export", "/runs/{run_id}/raw", "/runs/{run_id}/results", "/shared/{token}/raw")
"""Routes whose answers are files, as long as what was uploaded; they are sent piece by piece."""
PERCENTILES = {f"{p:.6f}": 90_000 + int(1_000 * p) for p in (1, 5, 10, 50, 90, 95, 99, 99.9, 99.99)}
BLOCK_SIZES = (512, 4_096, 8_192, 65_536, 1_048_576)


def tiny_document(run: int, workloads: int = 100) -> bytes:
    """10,000 jobs in 1.5 MB; those of every second document ran beside each other."""
    jobs = [
        {
            "jobname": f"j{i}",
            "groupid": i if run % 2 else 0,
            "job options": {"rw": "randread", "bs": str(512 * (i % workloads + 1))},
            "read": {
                "io_bytes": 10**9,
                "runtime": 1000,
                "iops": 1000 + (i * 7 + run) % 97,
                "bw_bytes": 10**6 + i,
            },
        }
        for i in range(10_000)
    ]
    return json.dumps({"fio version": "fio-3.36", "timestamp": 1_790_000_000 + run, "jobs": jobs}).encode()


def sections_document(run: int, sections: int, *, has_groups: bool) -> bytes:
    """A job file's sections, one after the other or beside each other, with latencies."""
    jobs = []
    for i in range(sections):
        bs, iops = BLOCK_SIZES[i % 5], 1000 + (i * 13 + run * 29) % 101
        latency = {"min": 1000, "max": 200_000, "mean": 100_000.0, "stddev": 10.0, "N": iops}
        options = {
            "rw": "randread",
            "bs": str(bs),
            "iodepth": str(1 + i // 5),
            "ioengine": "libaio",
            "direct": "1",
        }
        figures = {
            "io_bytes": iops * bs,
            "runtime": 1000,
            "iops": iops,
            "bw_bytes": iops * bs,
            "total_ios": iops,
            "clat_ns": latency | {"percentile": PERCENTILES},
            "lat_ns": latency,
        }
        jobs.append(
            {
                "jobname": f"section-{i}",
                "groupid": i if has_groups else 0,
                "job options": options,
                "read": figures,
            }
        )
    return json.dumps({"fio version": "fio-3.36", "timestamp": 1_790_100_000 + run, "jobs": jobs}).encode()


def uploads() -> Iterator[tuple[str, int, bytes]]:
    """What is sent: a kind, the number of a host, a document."""
    for run in range(12):
        yield "10,000 results", 1, tiny_document(run)
    yield "10,000 workloads", 4, tiny_document(12, 10_000)
    for run in range(100):
        yield "200 sections", 2, sections_document(run, 200, has_groups=True)
    for run in range(30):
        yield "1,000 sections", 3, sections_document(run, 1_000, has_groups=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the service."""

    status: int
    content: bytes
    seconds: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What an answer cost: CPU seconds of the service and its database, and its largest worker in MB."""

    cpu_s: float
    peak_mb: float


class Asker:
    """Asks with an admin's token, or as a signed-in browser."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self._client = httpx2.Client(base_url=url, headers=headers, timeout=180)

    def ask(self, path: str, body: object = None) -> Answer:
        """One request; the clock runs to the last byte of its answer."""
        began = time.perf_counter()
        answer = self._client.get(path) if body is None else self._client.post(path, json=body)
        return Answer(answer.status_code, answer.content, time.perf_counter() - began)

    def json(self, path: str, body: object = None) -> Any:
        """The answer's document; raises for a refusal."""
        answer = self.ask(path, body)
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {answer.content[:300]!r}")
        return json.loads(answer.content)


def send(service: Stand | Service, token: str) -> dict[str, float]:
    """Sends everything; the longest upload of each kind, in seconds."""
    worst: dict[str, float] = {}
    steps: Counter[int] = Counter()
    client = httpx2.Client(base_url=service.url, timeout=180)
    for kind, host, document in uploads():
        steps[host] += 1
        batch = {"id": BATCH, "name": "sweep", "step": steps[host], "steps": 30} if host == 3 else None
        head, _, body = upload(document, token, host, batch).partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
        began = time.perf_counter()
        answer = client.post("/api/v1/uploads", content=body, headers=headers)
        name = kind if answer.status_code == 201 else f"{kind}: refused with {answer.status_code}"
        worst[name] = max(worst.get(name, 0), time.perf_counter() - began)
    return worst


def workers(root: int) -> list[int]:
    """Processes of the service below the supervisor that are Python."""
    below = [int(pid) for pid in Path(f"/proc/{root}/task/{root}/children").read_text().split()]
    found = [
        pid for pid in below if b"postgres" not in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
    ]
    return [one for pid in found for one in (pid, *workers(pid))]


def peak_mb(pids: list[int]) -> float:
    """The largest resident memory of any of them since the last look, in MB; starts the next look."""
    peak = 0.0
    for pid in pids:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        peak = max(peak, *(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")))
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    return peak


class Meter:
    """Reads what the service's processes use: the workers' memory, and the CPU time of all with their database."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._workers = workers(root)

    def peak_mb(self) -> float:
        """The largest worker since the last call, in MB."""
        return peak_mb(self._workers)

    def cpu_s(self) -> float:
        """CPU seconds so far, with those of processes that have ended."""
        ticks, waiting = 0, [self._root]
        while waiting:
            pid = waiting.pop()
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                for thread in Path(f"/proc/{pid}/task").iterdir():
                    waiting += map(int, (thread / "children").read_text().split())
            except OSError:
                continue
            ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def wait_until_idle(self, most_s: float = 600) -> None:
        """Return when the work beside the answers, such as the detection of changes, has ended."""
        ends_at, quiet = time.monotonic() + most_s, 0
        while quiet < 5 and time.monotonic() < ends_at:
            before = self.cpu_s()
            time.sleep(1)
            quiet = quiet + 1 if self.cpu_s() - before < 0.1 else 0


def stored_things(
    asker: Asker,
) -> tuple[dict[str, str], dict[str, dict[str, str]], dict[str, list[dict[str, str]]]]:
    """Ids of what is stored: for path parameters, required query parameters, and the runs to be asked apart."""
    hosts = asker.json("/api/v1/hosts")["items"]
    newest = {
        host["name"]: json.loads(
            asker.ask(f"/api/v1/runs?host={host['name'].replace(' ', '%20')}&limit=2").content
        )["items"]
        for host in hosts
    }
    runs = [items[0] for items in newest.values()]
    run = newest["bench 1"][0]
    result = run["results"][0]
    whole = asker.json(f"/api/v1/runs/{newest['bench 2'][0]['id']}")
    series = asker.json("/api/v1/watched-series")["items"]
    changes = asker.json("/api/v1/changes")["items"]
    nil = str(uuid4())
    known = {
        "run_id": run["id"],
        "workload_id": result["workload_id"],
        "result_id": result["id"],
        "host_id": run["host"]["id"],
        "inventory_id": whole["inventory_id"] or nil,
        "other_id": whole["inventory_id"] or nil,
        "series_id": series[0]["id"] if series else nil,
        "change_id": changes[0]["id"] if changes else nil,
        "batch_id": BATCH,
        **dict.fromkeys(
            ("hardware_id", "spec_id", "model_id", "reparse_id", "enrolment_id", "share_id", "token"), nil
        ),
    }
    base, new = (f"run={one['id']}" for one in newest["bench 1"])
    pair = {"base": base, "new": new}
    compared = asker.ask(f"/api/v1/compare?base=run%3D{run['id']}&new=run%3D{newest['bench 1'][1]['id']}")
    listed = json.loads(compared.content).get("workloads") or [{"key": "000000000000"}]
    of_workload = pair | {"workload": listed[0]["key"]}
    required = {
        "/runs/groups": {"by": "host", "metric": "iops"},
        "/trends": {"run": run["id"]},
        "/runs/{run_id}/confirmation": {"host": "bench-0001"},
        "/runs/{run_id}/attachments": {"host": "bench-0001"},
        "/ratings": {"run": run["id"]},
        "/batches/{batch_id}/result": {"host": "bench-0003"},
        "/spec-jobs": {"model": "EXAMPLE"},
        "/expectations/suggestions": {"host_id": run["host"]["id"]},
        "/series": {"x": "bs", "metric": "iops"},
        "/compare": pair,
        "/compare/bootstrap": of_workload,
        "/compare/distribution": of_workload,
        "/compare/time-series": of_workload,
        "/compare/choices": {"run": run["id"]},
    }
    sections = newest["bench 2"]
    return known, required, {"runs": runs, "sections": sections, "steps": newest["bench 3"]}


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkout", type=Path, default=CHECKOUT)
    parser.add_argument("--only", default="", help="only addresses that contain this")
    arguments = parser.parse_args()
    with throwaway_folder() as folder:
        environment = plain_environment() | {
            "FIOBOARD_DATA_DIR": str(folder),
            "FIOBOARD_PORT": str(free_port()),
            "FIOBOARD_LOG_LEVEL": "critical",
        }
        program = arguments.checkout / "backend" / ".venv" / "bin" / "fioboard"
        service = Service(environment, program, arguments.checkout)
        service.start()
        try:
            measure(service, arguments.only)
        finally:
            service.stop()


def measure(service: Service, only: str) -> None:
    """Fills the service, asks it everything and prints the report."""
    rows: list[Row] = []
    meter = Meter(service.process_id)
    meter.peak_mb()
    sent = send(service, service.command("token", "create", "--scope", "upload"))
    memory = meter.peak_mb()
    rows += [Row(f"upload of {kind}, longest", f"{took:.2f} s") for kind, took in sent.items()]
    rows.append(Row("largest worker while they came", f"{memory:.0f} MB"))
    print(*(f"{row.name} {row.value}" for row in rows), sep="\n", flush=True)
    asker = Asker(
        service.url, {"authorization": f"Bearer {service.command('token', 'create', '--scope', 'admin')}"}
    )
    meter.wait_until_idle()
    known, required, stored = stored_things(asker)
    for run in stored["runs"]:
        for path in (f"/runs/{run['id']}", f"/runs/{run['id']}/answer"):
            rows += asked(
                asker, path.replace(run["id"], f"{{{run['host']['name']}}}"), f"{API}{path}", meter, only
            )
    base, new = (one["id"] for one in stored["sections"])
    for name, address in (
        ("/compare, of two runs of 200 sections", f"/compare?base=run%3D{base}&new=run%3D{new}"),
        ("/runs/{run_id}/batch, of a step of 1,000", f"/runs/{stored['steps'][0]['id']}/batch"),
        ("/runs?batch, 30 × 1,000", f"/runs?batch={BATCH}&brief=true&limit=200"),
    ):
        rows += asked(asker, name, f"{API}{address}", meter, only)
    for name, spec in share_specs(stored["runs"], required["/compare"]).items():
        answer, cost = measured_answer(asker, "/api/v1/shares", meter, spec)
        rows.append(row_of(f"POST /shares, {name}", answer, cost))
        if answer.status != 201:
            print(answer.content[:600].decode(), flush=True)
        if answer.status == 201:
            made = json.loads(answer.content)
            known |= {"share_id": made["id"], "token": made["url"].rpartition("/")[2]}
            rows += asked(asker, f"/shared, {name}", f"/api/v1/shared/{known['token']}", meter, only)
    for route, address in addresses(asker.json("/api/openapi.json"), known, required):
        rows += asked(
            asker,
            address.replace(API, "", 1).partition("?")[0] and shown(route, address),
            address,
            meter,
            only,
        )
    print_report(
        "Bounds of pages",
        ["12 × 10,000, 100 × 200 and 30 × 1,000 results. Ratio and goal: MB, then CPU s."],
        rows,
    )


def share_specs(runs: list[dict[str, Any]], pair: Mapping[str, str]) -> dict[str, object]:
    """One share of each kind and size."""
    of_runs = {
        f"run of {run['host']['name']}": {"kind": "run", "spec": {"run_id": run["id"]}, "hide": ["system"]}
        for run in runs
    }
    return of_runs | {
        "compare": {"kind": "compare", "hide": ["system"], "spec": {"address": urlencode(pair)}},
        "batch": {"kind": "batch", "hide": ["system"], "spec": {"batch_id": BATCH}},
        "series": {
            "kind": "series",
            "hide": ["system"],
            "spec": {"address": urlencode({"x": "bs", "metric": "iops"})},
        },
    }


def shown(route: str, address: str) -> str:
    """The route with the query that was asked, without ids."""
    query = address.partition("?")[2]
    return route + ("?" + re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", query) if query else "")


def measured_answer(asker: Asker, address: str, meter: Meter, body: object = None) -> tuple[Answer, Cost]:
    """An answer, and what it cost."""
    meter.peak_mb()
    before = meter.cpu_s()
    answer = asker.ask(address, body)
    return answer, Cost(meter.cpu_s() - before, meter.peak_mb())


def asked(asker: Asker, name: str, address: str, meter: Meter, only: str) -> list[Row]:
    """The line of one address."""
    if only not in address:
        return []
    return [row_of(name, *measured_answer(asker, address, meter))]


def row_of(name: str, answer: Answer, cost: Cost) -> Row:
    """Bytes, CPU seconds, seconds, memory; the ratio is the larger share of what a page may cost."""
    size = len(answer.content)
    is_file = name.startswith(WHOLE_FILES)
    costs = None if is_file else max(size / MOST_BYTES, cost.cpu_s / MOST_CPU_S)
    failed = "" if answer.status < 500 else " **failed**"
    value = (
        f"{answer.status}{failed}, {size / 1000:,.1f} kB, {cost.cpu_s:.2f} CPU s, {answer.seconds:.2f} s, "
        f"{cost.peak_mb:.0f} MB"
    )
    row = Row(f"`{name}`", value, costs, None if is_file else 1)
    print(f"{row.name} {row.value}", flush=True)
    return row


if __name__ == "__main__":
    main()
