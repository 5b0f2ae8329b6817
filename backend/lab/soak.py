"""Use the service for an hour and see that its memory, files and threads end flat: `make soak` (MINUTES=…).

Uploads, pages, comparisons, shares and deletions go round without a pause. Every ten seconds the resident memory, open
files and threads of each process below the supervisor are read. The first third warms caches up; the medians of the
last third may be above those of the middle third by 5 % or 8 MB (memory), 5 (files) and 2 (threads) at most. Exits with
1 when they are further.
"""

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
import psutil
from bench.client import upload
from bench.outputs import distinct, large_document, small_document
from bench.stand import Stand, stand

EVERY_S = 10
MIN_SAMPLES = 9
ALLOWED_SHARE = 0.05
ALLOWED_MB = 8.0
ALLOWED_FILES = 5
ALLOWED_THREADS = 2
RUNS_KEPT = 200
HOSTS = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process holds at one moment."""

    memory_mb: float
    files: int
    threads: int


def take_samples(supervisor: int) -> dict[str, Sample]:
    """Return what each Python process of the service holds, by its process id and name."""
    samples = {}
    for process in psutil.Process(supervisor).children(recursive=True):
        try:
            name = " ".join(process.cmdline())
            if "postgres" in name.partition(" ")[0]:
                continue
            with process.oneshot():
                memory = process.memory_full_info().uss / 2**20
                samples[f"{process.pid} {name[-40:]}"] = Sample(
                    memory, process.num_fds(), process.num_threads()
                )
        except psutil.NoSuchProcess:
            continue
    return samples


def find_growth(samples: Sequence[Sample]) -> list[str]:
    """Return a sentence for each thing that still grows in the last third; raises ValueError for too few samples."""
    if len(samples) < MIN_SAMPLES:
        raise ValueError(f"{len(samples)} samples are too few to tell, {MIN_SAMPLES} are needed")
    third = len(samples) // 3
    middle, last = samples[third : 2 * third], samples[-third:]

    def compare_medians(name: str) -> tuple[float, float]:
        before, after = (statistics.median(getattr(one, name) for one in part) for part in (middle, last))
        return before, after

    grown = []
    before, after = compare_medians("memory_mb")
    if after - before > max(ALLOWED_MB, ALLOWED_SHARE * before):
        grown.append(f"memory grew from {before:.0f} to {after:.0f} MB")
    for name, allowed in (("files", ALLOWED_FILES), ("threads", ALLOWED_THREADS)):
        before, after = compare_medians(name)
        if after - before > allowed:
            grown.append(f"{name} grew from {before:.0f} to {after:.0f}")
    return grown


class User:
    """Does in turn what hosts and people do."""

    def __init__(self, service: Stand) -> None:
        admin = service.token("admin")
        self._upload_token = service.token("upload")
        self._client = httpx2.Client(
            base_url=f"{service.url}/api/v1", headers={"authorization": f"Bearer {admin}"}, timeout=120
        )
        self._small = small_document()
        self._large = large_document(self._small)
        self._rounds = 0

    def do_round(self) -> int:
        """Upload, browse, compare, share, delete; returns the number of requests."""
        self._rounds += 1
        documents = [distinct(self._small) for _ in range(HOSTS)]
        if self._rounds % 20 == 0:
            documents.append(distinct(self._large))
        for host, document in enumerate(documents):
            self._send(document, host % HOSTS)
        runs = self._ask("GET", "/runs", params={"limit": "50"})["items"]
        one, other = runs[0]["id"], runs[1]["id"]
        pages = ["/today", "/hosts", "/fleet", "/changes", "/events", f"/runs/{one}", f"/runs/{one}/answer"]
        pages += [f"/runs/{one}/results", "/runs/groups?by=host&metric=iops", "/facets"]
        for page in pages:
            self._ask("GET", page)
        self._ask("GET", "/compare", params={"base": f"run={one}", "new": f"run={other}"})
        share = self._ask("POST", "/shares", json={"kind": "run", "spec": {"run_id": one}})
        self._ask("GET", f"/shared/{share['url'].rpartition('/')[2]}")
        if self._rounds * HOSTS > RUNS_KEPT:
            for run in self._ask("GET", "/runs", params={"limit": "200"})["items"][-HOSTS:]:
                self._ask("DELETE", f"/runs/{run['id']}")
        return len(documents) + len(pages) + 4

    def _send(self, document: bytes, host: int) -> None:
        head, _, body = upload(document, self._upload_token, host).partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
        answer = self._client.post("/uploads", content=body, headers=headers)
        if answer.status_code != 201:
            raise RuntimeError(f"upload: {answer.status_code} {answer.text[:2000]}")

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        answer = self._client.request(method, path, **given)
        if answer.status_code >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:2000]}")
        return answer.json() if answer.content else None


def describe(samples: Mapping[str, Sequence[Sample]]) -> list[str]:
    """Return a line per process: its first, middle and last sample."""
    return [
        f"{name}: "
        + ", ".join(f"{one.memory_mb:.0f} MB {one.files} files {one.threads} threads" for one in three)
        for name, every in samples.items()
        for three in [(every[0], every[len(every) // 2], every[-1])]
    ]


def main() -> int:
    """Use the service, then judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    minutes = parser.parse_args().minutes
    samples: dict[str, list[Sample]] = defaultdict(list)
    requests = 0
    with stand() as service:
        user = User(service)
        end = time.monotonic() + 60 * minutes
        due = 0.0
        while time.monotonic() < end:
            requests += user.do_round()
            if time.monotonic() >= due:
                due = time.monotonic() + EVERY_S
                for name, sample in take_samples(service.process_id).items():
                    samples[name].append(sample)
    print(*describe(samples), f"{requests} requests in {minutes:g} minutes", sep="\n")
    # A process that lived for a short time only (a reader of one upload) cannot grow for an hour.
    longest = max(len(every) for every in samples.values())
    grown = [
        f"{name}: {sentence}"
        for name, every in samples.items()
        if len(every) > longest / 2
        for sentence in find_growth(every)
    ]
    print(*(grown or ["flat"]), sep="\n")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
