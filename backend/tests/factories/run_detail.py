"""A run as the API answers it, made without a database: real machines, figures made by hand."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fioboard.app.sharing.redaction import Sources
from fioboard.engine import rules
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.gpu_answer import describe_gpus_of_run
from fioboard.engine.hardware.inventory.gpu_use import GpuUse
from fioboard.engine.hardware.inventory.picture import draw_picture
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.engine.rules import RULES
from fioboard.store.derive.path import derive_path
from tests.factories.machine import machine

WHEN = datetime(2026, 11, 21, 12, 34, 56, tzinfo=UTC)


@dataclass(frozen=True)
class Said:
    """What an upload says of its targets."""

    inventory: Any
    targets: Any
    target: str | None
    fio_cpus: Any


def latency(mean: float = 60_000.0) -> dict[str, Any]:
    """answers.result.LatencyOut."""
    return {
        "n": 1000, "min": 10_000, "mean": mean, "stddev": 5.0, "max": 900_000,
        "percentiles": {"50": 55_000, "99": 200_000, "99.9": 400_000}, "percentiles_reason": None, "saturated": [],
        "resolution_ns": 1, "percentile_resolution_ns": 1, "has_histogram": False,
    }  # fmt: skip


def result(name: str = "job", **parts: Any) -> dict[str, Any]:
    """answers.result.ResultOut."""
    return {
        "id": "019-result", "workload_id": "019-workload", "position": 0, "job_name": name, "group": 0,
        "direction": "read", "rw": "randread", "bs_bytes": 4096, "bs": None, "iodepth": 32, "numjobs": 4,
        "ioengine": "libaio", "direct": True, "settings_source": {}, "is_merged_sections": False, "member_count": 4,
        "iops_bounds": None, "bw_bounds_bytes_per_s": None, "iops": 500_000.0, "bw_bytes_per_s": 2_048_000_000,
        "io_bytes": 10**9, "total_ios": 10**6, "runtime_ms": 10_000, "slat_ns": None, "clat_ns": latency(),
        "lat_ns": None, "sync_lat_ns": None, "durable_write_mean_ns": None, "durable_write_p99_ns": None, "durable_basis": None, "usr_cpu_pct": 1.0, "sys_cpu_pct": 2.0, "error": 0, "problems": [],
    } | parts  # fmt: skip


OPTIONS = {
    "rw": "randread", "bs": "4k", "iodepth": "32", "numjobs": "4", "ioengine": "libaio", "direct": "1",
    "filename": "/dev/md0", "name": "job",
}  # fmt: skip


def with_finding(answer: dict[str, Any], rule: str, text: str, severity: str = "info") -> dict[str, Any]:
    """An answer with one more finding, as its sender's service may have stored it."""
    finding = {
        "id": rule, "kind": RULES[rule].kind, "severity": severity, "confidence": "certain", "text": text,
        "evidence": [], "experiment": None,
    }  # fmt: skip
    checks = answer["checks"] | {"found": [*answer["checks"]["found"], rule]}
    return answer | {"findings": [*answer["findings"], finding], "checks": checks}


def run_detail(name: str, **parts: Any) -> dict[str, Any]:
    """answers.run.RunDetail of a run on one of the machines, with its picture; any field can be replaced."""
    found = machine(name)
    document = found["inventory"]
    path = derive_path(Said(document, found["targets"][-1:], None, found["fio_cpus"]), None, [])
    answer = rules.build_answer(rules.RunFacts(results=(), path=path.resolved, document=document))
    drawn = {
        **draw_picture(document),
        "run": {"id": "019-run", "bw_bytes_per_s": 2e9, "direction": "read"},
        "gpus": describe_gpus_of_run(document, path.resolved, GpuUse("direct", "cuda_io=cufile", (0,))),
    }
    return {
        "id": "019-run", "started_at": "2026-11-20T13:00:42Z", "uploaded_at": "2026-11-20T13:05:00Z", "title": None,
        "host": {"id": "019-host", "name": name}, "tool": {"name": "fio", "version": "fio-3.36"},
        "state": "understood", "outcome": "complete", "target": None, "batch": None, "labels": {}, "tags": [],
        "factors": {}, "results": [result()], "note": None, "state_reason": None, "started_at_reason": None,
        "ended_at": None, "argv": None, "job_options": [OPTIONS], "global_options": {}, "job_results": {},
        "disk_util": None, "inventory_id": f"inventory-of-{name}", "inventory": document, "path": path.path,
        "verdict": answer["verdict"], "answer": answer,
        "factor_values": [
            {"key": key, "value": value, "source": "inventory", "detected": value} for key, value in path.facts.items()
        ],
        "documents": [], "problems": [], "reader_version": 1, "machine": drawn, "curves": [], "time_series": None,
        "rating": None,
    } | parts  # fmt: skip


def inventory_out(inventory_id: str, document: dict[str, Any]) -> dict[str, Any]:
    """answers.inventory.InventoryOut."""
    return {
        "id": inventory_id, "created_at": "2026-11-20T13:05:00Z", "hw_fingerprint": None, "fw_fingerprint": None,
        "os_fingerprint": None, "document": document, "run_count": 1,
        "firmware": [s.serialize() for s in firmware.list_settings(document)],
        "findings": [f.serialize() for f in rules.judge_machine(document, mapping(document, "moment"))],
    }  # fmt: skip


def sources(*runs: dict[str, Any], **parts: Any) -> Sources:
    """Sources of a share of one run, or of several."""
    inventories = {
        r["inventory_id"]: inventory_out(r["inventory_id"], r["inventory"]) for r in runs if r["inventory"]
    }
    whole: dict[str, Any] = {"kind": "run", "runs": runs, "inventories": inventories, "created_at": WHEN}
    return Sources(**(whole | {"fioboard_version": "0.9.0"} | parts))
