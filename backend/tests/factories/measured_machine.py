"""Uploads of a whole machine: inventory, targets, fio's output and samples, as a newer agent sends them."""

import hashlib
from typing import Any

import orjson

from tests.factories.fio_output import direction, job, output
from tests.factories.machine import machine
from tests.factories.upload import body, manifest


def fio_output(bw_bytes: int = 9_000_000_000, rw: str = "read", bs: str = "2m") -> bytes:
    """One job's output, json as fio 3.x prints it."""
    options = {
        "name": "job",
        "rw": rw,
        "bs": bs,
        "iodepth": "16",
        "numjobs": "1",
        "direct": "1",
        "ioengine": "libaio",
    }
    sides = {
        "read": direction(iops=0, runtime_ms=0),
        ("read" if "read" in rw else "write"): direction(bw_bytes=bw_bytes, iops=bw_bytes // 2**21),
    }
    return output(job("job", **sides, **{"job options": options}))


def samples(disks: list[str], read: float = 2e9, n: int = 5) -> dict[str, Any]:
    """Samples of `n` seconds: bandwidth and temperature of each disk; one temperature could not be read."""
    series = []
    for disk in disks:
        series += [
            {
                "subject": f"disk:{disk}",
                "metric": "bw_bytes_per_s",
                "direction": "read",
                "values": [read] * n,
            },
            {
                "subject": f"disk:{disk}",
                "metric": "temperature_c",
                "direction": None,
                "values": [40.0, None, *range(42, 40 + n)],
            },
        ]
    return {"schema": 1, "t_ms": [1000 * (i + 1) for i in range(n)], "series": series, "links": []}


def upload(
    name: str,
    content: bytes | None = None,
    sampled: Any = None,
    hardware: dict[str, Any] | None = None,
    **about: Any,
) -> tuple[bytes, dict[str, str]]:
    """The request body of one machine's upload; its last target unless `targets` says otherwise."""
    found = machine(name)
    files = {"fio.json": content if content is not None else fio_output()}
    kinds = {"fio.json": "fio_output", "samples.json": "samples"}
    if sampled is not None:
        files["samples.json"] = sampled if isinstance(sampled, bytes) else orjson.dumps(sampled)
    listed = [
        {"name": n, "kind": kinds[n], "sha256": hashlib.sha256(b).hexdigest(), "bytes": len(b)}
        for n, b in files.items()
    ]
    said = {
        "host": {"id": f"test-host-{name}", "name": name},
        "targets": found["targets"][-1:],
        "fio_cpus": found["fio_cpus"],
        "files": listed,
    }
    return body(files, manifest(files) | said | about, hardware or found["inventory"])
