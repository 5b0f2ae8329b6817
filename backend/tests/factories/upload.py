"""Uploads for tests: multipart bodies as the agent makes them, every part choosable."""

import gzip
import hashlib
from typing import Any
from uuid import uuid4

import orjson

from tests.factories.fio_output import output

BOUNDARY = "fioboard-boundary"


def manifest(files: dict[str, bytes], **fields: Any) -> dict[str, Any]:
    """A manifest that lists `files`; any field can be replaced."""
    return {
        "schema": 1,
        "upload_key": str(uuid4()),
        "agent": {"name": "fioboard-agent", "version": "0.1.0"},
        "host": {"id": "host-0001", "name": "jupiter"},
        "started_at": "2026-11-20T13:00:00Z",
        "ended_at": "2026-11-20T13:00:20Z",
        "argv": ["fio", "--output-format=json+", "job.fio"],
        "exit_code": 0,
        "labels": {},
        "tags": [],
        "files": [
            {
                "name": name,
                "kind": "fio_output",
                "sha256": hashlib.sha256(body).hexdigest(),
                "bytes": len(body),
            }
            for name, body in files.items()
        ],
    } | fields


def inventory(**parts: Any) -> dict[str, Any]:
    """A small inventory document."""
    return {
        "schema": 1,
        "sources": {"dmi": {"status": "ok"}},
        "host": {"hostname": "jupiter"},
        "system": {"vendor": "Acme", "product": "Bench 1", "bios": {"version": "1.2"}},
        "cpu": {"model": "Example CPU", "sockets": 2},
        "memory": {"total_bytes": 64 * 1024**3},
        "os": {"name": "Debian GNU/Linux 12", "kernel": "6.1.0"},
        "disks": [],
    } | parts


def part(name: str, body: bytes, filename: str | None = None, encoding: str | None = None) -> bytes:
    """One multipart part."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
    if filename is not None:
        head += f'; filename="{filename}"'
    if encoding:
        head += f"\r\nContent-Encoding: {encoding}"
    return head.encode() + b"\r\nContent-Type: application/octet-stream\r\n\r\n" + body + b"\r\n"


def body(
    files: dict[str, bytes] | None = None,
    about: dict[str, Any] | None = None,
    hardware: dict[str, Any] | None = None,
    *,
    compressed: bool = False,
) -> tuple[bytes, dict[str, str]]:
    """A whole request body and its headers."""
    files = files if files is not None else {"fio.json": output()}
    parts = [part("manifest", orjson.dumps(about if about is not None else manifest(files)))]
    if hardware is not None:
        parts.append(part("inventory", orjson.dumps(hardware)))
    for name, content in files.items():
        parts.append(
            part("file", gzip.compress(content), name, "gzip") if compressed else part("file", content, name)
        )
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode(), {
        "content-type": f"multipart/form-data; boundary={BOUNDARY}"
    }
