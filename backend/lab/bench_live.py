"""`make bench-live`: what 50 viewers of 20 running requests cost the service (goal: 20 % of a core), and how far behind
the host their samples are (goal: 2 s)."""

import argparse
import asyncio
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import orjson
import psutil
from bench.client import Connection, get, upload
from bench.outputs import distinct, small_document
from bench.report import Row, print_report
from bench.stand import Stand, stand

HOSTS, VIEWERS, SECONDS = 20, 50, 30
OFFERS = {
    "suites": ["quick"],
    "jobs": [],
    "may_repeat": False,
    "targets": [{"name": "/srv/bench", "kind": "folder", "serial": None, "may_write": True}],
}
SAMPLE = {
    **{"step": 1, "read_iops": 80_000.0, "write_iops": None, "read_bw": 3.3e8, "write_bw": None},
    **{"read_lat_mean_ns": 4e5, "write_lat_mean_ns": None, "temperature_c": 45.0, "cpu_percent": 20.0},
}


def send(path: str, token: str, body: object) -> bytes:
    """A POST request."""
    content = orjson.dumps(body)
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content


def ask(connection: Connection, request: bytes) -> bytes:
    """Return the body of a good answer."""
    status, body = connection.ask(request)
    if status not in (200, 201):
        raise SystemExit(f"{status}: {body[:300]!r}")
    return body


def create_tokens(service: Stand, admin: str) -> list[str]:
    """A host's own token for each host, which is known by an upload."""
    document = small_document()
    for number in range(HOSTS):
        ask(Connection(service.port), upload(distinct(document), admin, number))
    return [
        service.command("token", "create", "--scope", "upload", "--host", f"bench {number}")
        for number in range(HOSTS)
    ]


class Host:
    """A host whose agent polls, and its running request."""

    def __init__(self, port: int, token: str, admin: str, host_id: str) -> None:
        self._token = token
        self._connection = Connection(port)
        self._ask({})
        wanted = {"host_id": host_id, "kind": "suite", "name": "quick", "target": "/srv/bench"}
        made = ask(self._connection, send("/api/v1/requests", admin, wanted))
        self.request_id: str = orjson.loads(made)["id"]
        self._ask({})

    def say(self) -> None:
        """Send the sample of this second."""
        sample = SAMPLE | {"at": datetime.now(UTC).isoformat()}
        running = {"request_id": self.request_id, "step": 1, "steps": 4, "elapsed_s": 1, "samples": [sample]}
        self._ask({"running": running})

    def _ask(self, more: dict[str, object]) -> None:
        said = {"agent_version": "0.3.0", "wait_s": 0, "offers": OFFERS} | more
        ask(self._connection, send("/api/v1/agent/poll", self._token, said))


@contextmanager
def polling(hosts: list[Host]) -> Iterator[None]:
    """Each host says its second, one after the other over the second."""
    is_over = threading.Event()

    def poll() -> None:
        due = time.monotonic()
        while not is_over.is_set():
            for host in hosts:
                host.say()
                due += 1 / len(hosts)
                is_over.wait(max(0.0, due - time.monotonic()))

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


async def view(port: int, token: str, request_id: str, lags: list[float]) -> None:
    """Read a stream as a browser does; note how old each new sample is when it comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(get(f"/api/v1/requests/{request_id}/live", token))
    is_first = True
    async for line in reader:
        if line.startswith(b"data:"):
            samples = orjson.loads(line[5:])["samples"]
            now = datetime.now(UTC)
            if samples and not is_first:
                lags.append((now - datetime.fromisoformat(samples[-1]["at"])).total_seconds())
            is_first = False


async def watch(port: int, token: str, hosts: list[Host], seconds: float) -> tuple[list[float], float]:
    """Follow the requests with all viewers; the samples' ages, and the service's seconds of processor meanwhile."""
    lags: list[float] = []
    viewers = [
        asyncio.create_task(view(port, token, hosts[number % len(hosts)].request_id, lags))
        for number in range(VIEWERS)
    ]
    await asyncio.sleep(2)
    lags.clear()
    before = count_cpu()
    await asyncio.sleep(seconds)
    used = count_cpu() - before
    for viewer in viewers:
        viewer.cancel()
    await asyncio.wait(viewers)
    return lags, used


def count_cpu() -> float:
    """Seconds of processor of the service and its PostgreSQL so far."""
    return sum(
        sum(one.cpu_times()[:2]) for one in psutil.Process().children(recursive=True) if one.is_running()
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="with viewers, and as long without")
    options = parser.parse_args()
    with stand() as service:
        admin = service.token("admin")
        tokens = create_tokens(service, admin)
        known = orjson.loads(ask(Connection(service.port), get("/api/v1/hosts", admin)))["items"]
        ids = {one["name"]: one["id"] for one in known}
        hosts = [
            Host(service.port, token, admin, ids[f"bench {number}"]) for number, token in enumerate(tokens)
        ]
        with polling(hosts):
            time.sleep(25)  # until what is certain is looked for, too
            before = count_cpu()
            time.sleep(options.seconds)
            alone = count_cpu() - before
            lags, used = asyncio.run(watch(service.port, admin, hosts, options.seconds))
    share = (used - alone) / options.seconds
    lags.sort()
    worst = lags[round(0.99 * (len(lags) - 1))]
    rows = [
        Row("viewers, share of a core", f"{100 * share:.1f} %", share, 0.2),
        Row("polls of the hosts alone, share of a core", f"{100 * alone / options.seconds:.1f} %"),
        Row("events a viewer, per second", f"{len(lags) / VIEWERS / options.seconds:.2f}"),
        Row("age of a sample when it is seen, median", f"{1000 * statistics.median(lags):.0f} ms"),
        Row("the same, 99 of 100", f"{1000 * worst:.0f} ms", worst, 2),
    ]
    method = [
        f"{VIEWERS} viewers of {HOSTS} running requests, each host one sample a second; {options.seconds} s with "
        f"viewers and {options.seconds} s without; processor time of the service and its PostgreSQL."
    ]
    print_report("Live pages", method, rows)


if __name__ == "__main__":
    main()
