"""What is uploaded: a real output of fio with a planted name, time and figure, so that each has its own truth."""

import json
from dataclasses import dataclass
from pathlib import Path

from scale.lab import CHECKOUT

ORIGINAL = CHECKOUT / "backend" / "tests" / "data" / "fio" / "3.42_jsonplus.json"
PER_SENDER = 10_000


@dataclass(frozen=True, slots=True)
class Planted:
    """One output: its bytes, and what the database must say of it."""

    job: str
    iops: float
    content: bytes


def planted(sender: int, number: int, original: Path = ORIGINAL) -> Planted:
    """Output `number` of a sender; no two have a byte sequence or a figure in common."""
    document = json.loads(original.read_text())
    job, iops = f"planted-{sender}-{number}", float(PER_SENDER * (sender + 1) + number)
    document["timestamp_ms"] = document["timestamp"] * 1000 + number
    document["jobs"] = document["jobs"][:1]
    document["jobs"][0]["jobname"] = job
    document["jobs"][0]["read"]["iops"] = iops
    return Planted(job, iops, json.dumps(document, indent=2).encode())
