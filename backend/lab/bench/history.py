"""A long history of plausible runs, bulk-loaded by COPY: hosts that sweep block size and depth, again and again.

Rows are as ingest writes them, figures scatter around what their workload gives. Original documents are left out:
lists never read them, and a million of them would be all that is loaded.
"""

import hashlib
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from fioboard.core.sanitize import content_sha256, encoded
from fioboard.engine.factors import Subject, project
from fioboard.engine.factors.workload import comparable

from .answers import answers
from .machines import WORDS, facts_of

# What people run, with how often (out of the outputs that were collected for the readers).
RW = {"randread": 34, "randwrite": 26, "read": 16, "write": 14, "randrw": 10}
BS_BYTES = {4096: 52, 8192: 6, 16_384: 5, 65_536: 9, 131_072: 12, 262_144: 4, 1_048_576: 12}
IODEPTH = {1: 30, 4: 8, 8: 8, 16: 12, 32: 22, 64: 14, 128: 6}
NUMJOBS = {1: 55, 4: 18, 8: 14, 16: 13}
ENGINE = {"libaio": 70, "io_uring": 15, "psync": 15}
PERCENTILES = (
    "1",
    "5",
    "10",
    "20",
    "30",
    "40",
    "50",
    "60",
    "70",
    "80",
    "90",
    "95",
    "99",
    "99.5",
    "99.9",
    "99.95",
    "99.99",
)
RUNS_PER_HOST = 2_000
MOST_HOSTS = 200
# Every fifth run has a title.
TITLED = 5
MOST_CONFIGURATIONS = 20_000
LATENCIES = 512
CHUNK = 5_000
SPAN = timedelta(days=3 * 365)
NEWEST = datetime(2026, 11, 20, tzinfo=UTC)

UPLOAD = ("id", "upload_key", "digest", "host_id", "manifest", "received_at")
IMPORTED = '{"import": {}}'
RUN = (
    "id", "upload_id", "position", "host_id", "inventory_id", "configuration_id", "uploaded_at", "started_at",
    "ended_at", "sorted_at", "state", "outcome", "reader_version", "tool_name", "tool_version", "target", "argv",
    "global_options", "problems", "labels", "tags", "title", "job_names", "iops", "bw_bytes_per_s", "clat_p99_ns",
    "verdict", "verdict_kind", "limit_ids", "finding_ids", "answer",
)  # fmt: skip
RESULT = (
    "id", "run_id", "workload_id", "position", "job_name", "job_group", "direction", "rw", "bs_bytes", "iodepth",
    "numjobs", "ioengine", "direct", "job_options", "details", "usr_cpu_pct", "sys_cpu_pct", "error", "problems",
    "iops", "bw_bytes_per_s", "io_bytes", "total_ios", "runtime_ms", "clat", "lat",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setup:
    """One configuration of one host and the workload it runs."""

    id: UUID
    host_id: UUID
    inventory_id: UUID
    workload_id: UUID
    job: dict[str, Any]
    factors: dict[str, Any]
    workload: dict[str, Any]
    iops: float

    @property
    def directions(self) -> tuple[str, ...]:
        """read, write, or both."""
        rw = self.job["rw"]
        return ("read", "write") if rw == "randrw" else ("write",) if "write" in rw else ("read",)


class History:
    """The same seed and size give the same rows."""

    def __init__(self, runs: int, seed: int = 1) -> None:
        self.runs = runs
        self._chance = random.Random(seed)  # noqa: S311 -- plausible, not secret
        self._milliseconds = int(NEWEST.timestamp() * 1000) - int(SPAN.total_seconds() * 1000)
        hosts = min(MOST_HOSTS, max(2, runs // RUNS_PER_HOST))
        self.hosts = [(self._id(), f"host-{n:04}-bench", f"epyc-{n:04}", NEWEST - SPAN) for n in range(hosts)]
        self.inventories = [self._inventory(n) for n in range(hosts)]
        wanted = min(MOST_CONFIGURATIONS, max(hosts, runs // 40))
        self.setups = list({s.id: s for s in (self._setup(n % hosts) for n in range(wanted))}.values())
        self._answers = answers(self._chance)
        self._latencies = [self._latency() for _ in range(LATENCIES)]

    def _id(self) -> UUID:
        """A UUIDv7 of the moment the history has reached."""
        tail = self._chance.getrandbits(74)
        version = (self._milliseconds << 80) | (0x7 << 76) | ((tail >> 62) << 64)
        return UUID(int=version | (0b10 << 62) | (tail & (2**62 - 1)))

    def _one_of(self, weights: dict[Any, int]) -> Any:
        return self._chance.choices(list(weights), list(weights.values()))[0]

    def _inventory(self, number: int) -> tuple[UUID, bytes, str, datetime]:
        body = {
            "host": {"hostname": f"epyc-{number:04}"},
            "system": {
                "vendor": "Example",
                "product": f"Server {number % 7}",
                "bios": {"version": f"1.{number % 5}"},
            },
            "cpu": {"model": f"Example CPU {number % 9}", "sockets": 1 + number % 2},
            "memory": {"total_bytes": 2**36},
            "os": {"name": "Debian GNU/Linux 12", "kernel": f"6.1.{number % 11}"},
            "disks": [{"name": f"nvme{n}n1", "model": "Example NVMe 3.84 TB"} for n in range(4)],
        }
        return self._id(), content_sha256(body), encoded(body), NEWEST - SPAN

    def _setup(self, host: int) -> Setup:
        job = {
            "rw": self._one_of(RW),
            "bs": self._one_of(BS_BYTES),
            "iodepth": self._one_of(IODEPTH),
            "numjobs": self._one_of(NUMJOBS),
            "ioengine": self._one_of(ENGINE),
            "direct": True,
        }
        target = f"/dev/nvme{self._chance.randrange(4)}n1"
        factors = project(
            Subject(
                host_name=self.hosts[host][2],
                tool_name="fio",
                tool_version="fio-3.36",
                target=target,
                labels={"fan": self._chance.choice(("on", "off"))},
                inventory=orjson.loads(self.inventories[host][2]),
                jobs=[job],
                facts=facts_of(host, self._chance),
            )
        )
        workload = comparable(job, {"rw": job["rw"], "bs": str(job["bs"])}, tool="fio")
        in_flight = job["iodepth"] * job["numjobs"]
        iops = min(900_000.0, 12_000.0 * in_flight**0.8, 6.5e9 / job["bs"]) * self._chance.uniform(0.6, 1.0)
        return Setup(
            UUID(bytes=content_sha256(factors)[:16]),
            self.hosts[host][0],
            self.inventories[host][0],
            UUID(bytes=content_sha256(workload)[:16]),
            job,
            factors,
            workload,
            iops,
        )

    def _title(self) -> str | None:
        if self._chance.randrange(TITLED):
            return None
        return f"{' '.join(self._chance.choices(WORDS, k=3))} {self._chance.randrange(10_000)}"

    def _latency(self) -> tuple[float, str]:
        """p99 in ns and a latency as ingest stores it."""
        mean = math.exp(self._chance.gauss(12, 1))
        percentiles = {p: int(mean * (0.4 + float(p) / 80 + 3 * (float(p) > 99))) for p in PERCENTILES}
        whole = {
            "n": 1_000_000,
            "min": int(mean / 6),
            "mean": mean,
            "stddev": mean / 3,
            "max": int(mean * 30),
            "percentiles": percentiles,
            "percentiles_reason": None,
            "saturated": [],
            "resolution_ns": 1,
            "percentile_resolution_ns": 1,
            "has_histogram": False,
        }
        return float(percentiles["99"]), orjson.dumps(whole).decode()

    def chunks(self) -> Iterator[tuple[list[Any], list[Any], list[Any]]]:
        """Rows of upload, run and result, some thousand runs at a time, oldest first."""
        step_ms = SPAN.total_seconds() * 1000 / self.runs
        for start in range(0, self.runs, CHUNK):
            uploads: list[Any] = []
            runs: list[Any] = []
            results: list[Any] = []
            for number in range(start, min(start + CHUNK, self.runs)):
                self._milliseconds = int((NEWEST - SPAN).timestamp() * 1000 + number * step_ms)
                self._run(self._chance.choice(self.setups), uploads, runs, results)
            yield uploads, runs, results

    def _run(self, setup: Setup, uploads: list[Any], runs: list[Any], results: list[Any]) -> None:
        at = datetime.fromtimestamp(self._milliseconds / 1000, UTC)
        upload_id, run_id, key = self._id(), self._id(), self._id()
        measured = []
        for position, direction in enumerate(setup.directions):
            iops = setup.iops / len(setup.directions) * self._chance.gauss(1, 0.03)
            p99, latency = self._chance.choice(self._latencies)
            measured.append((iops, iops * setup.job["bs"], p99))
            results.append(
                self._result(setup, run_id, position, direction=direction, iops=iops, latency=latency)
            )
        uploads.append((upload_id, key, hashlib.sha256(key.bytes).digest(), setup.host_id, IMPORTED, at))
        headline = [max(column) for column in zip(*measured, strict=True)]
        ended = at + timedelta(seconds=60)
        found = self._chance.choice(self._answers)
        runs.append(
            (
                *(run_id, upload_id, 0, setup.host_id, setup.inventory_id, setup.id, at, at, ended, at),
                *(
                    "understood",
                    "complete",
                    1,
                    "fio",
                    "fio-3.36",
                    setup.factors.get("target.path", "/dev/nvme0n1"),
                ),
                *(
                    '["fio", "job.fio"]',
                    "{}",
                    "[]",
                    _labels(setup),
                    ["nightly"],
                    self._title(),
                    ["bench"],
                    *headline,
                ),
                *(found.verdict, found.verdict_kind, found.limit_ids, found.finding_ids, found.answer),
            )
        )

    def _result(
        self, setup: Setup, run_id: UUID, position: int, *, direction: str, iops: float, latency: str
    ) -> tuple[Any, ...]:
        job = setup.job
        bandwidth = int(iops * job["bs"])
        options = orjson.dumps({name: str(value) for name, value in job.items()}).decode()
        return (
            *(self._id(), run_id, setup.workload_id, position, "bench", 0, direction, job["rw"], job["bs"]),
            *(
                job["iodepth"],
                job["numjobs"],
                job["ioengine"],
                True,
                options,
                '{"bs": null, "member_count": 1}',
            ),
            *(
                12.5,
                30.25,
                0,
                "[]",
                iops,
                bandwidth,
                bandwidth * 60,
                int(iops * 60),
                60_000,
                latency,
                latency,
            ),
        )

    async def load(self, connection: Any) -> None:
        """Writes everything through an asyncpg connection into a migrated, empty database; counts and analyses."""
        await _copy(connection, "host", ("id", "agent_host_id", "name", "created_at"), self.hosts)
        columns = ("id", "content_sha256", "body", "created_at")
        await _copy(connection, "inventory", columns, self.inventories)
        workloads = {
            s.workload_id: (s.workload_id, content_sha256(s.workload), encoded(s.workload))
            for s in self.setups
        }
        await _copy(connection, "workload", ("id", "content_sha256", "options"), list(workloads.values()))
        seen = (NEWEST - SPAN, NEWEST)
        rows = [(s.id, content_sha256(s.factors), encoded(s.factors), 0, *seen) for s in self.setups]
        columns = ("id", "content_sha256", "factors", "run_count", "first_seen_at", "last_seen_at")
        await _copy(connection, "configuration", columns, rows)
        for uploads, runs, results in self.chunks():
            async with connection.transaction():
                await _copy(connection, "upload", UPLOAD, uploads)
                await _copy(connection, "run", RUN, runs)
                await _copy(connection, "result", RESULT, results)
        await connection.execute(
            """
            update configuration c set run_count = r.n
            from (select configuration_id, count(*) as n from run group by configuration_id) r
            where r.configuration_id = c.id
            """
        )
        await connection.execute("vacuum analyze")


def _labels(setup: Setup) -> str:
    return encoded({"fan": setup.factors["label.fan"]})


async def _copy(connection: Any, table: str, columns: Sequence[str], records: Sequence[Any]) -> None:
    await connection.copy_records_to_table(table, records=records, columns=columns)
