"""fio outputs to upload: a small one of a real fio, a large json+ made from it; every copy has bytes of its own."""

import copy
import itertools
import subprocess
from typing import Any

import orjson

from fioboard.engine.formats.fio.model.histogram import get_midpoint

FIO = ["fio", "--name=bench", "--ioengine=null", "--rw=randrw", "--bs=4k", "--size=64m", "--iodepth=8"]
LARGE_JOBS = 128
LARGE_BINS = 242
FIRST_BUCKET = 400
_numbers = itertools.count(1)


def small_document() -> dict[str, Any]:
    """What the installed fio prints for one job that reads and writes; about 7.5 KB."""
    done = subprocess.run([*FIO, "--output-format=json"], check=True, stdout=subprocess.PIPE)
    document: dict[str, Any] = orjson.loads(done.stdout)
    return document


def large_document(small: dict[str, Any]) -> dict[str, Any]:
    """128 jobs with bins in both directions, 256 histograms; about 2.6 MB."""
    document = copy.deepcopy(small)
    job = document["jobs"][0]
    document["jobs"] = [_with_bins(copy.deepcopy(job), number) for number in range(LARGE_JOBS)]
    return document


def _with_bins(job: dict[str, Any], number: int) -> dict[str, Any]:
    job["jobname"] = f"job{number:03}"
    for direction in ("read", "write"):
        numbers = job[direction]
        share, rest = divmod(numbers["total_ios"], LARGE_BINS)
        edges = [int(get_midpoint(bucket)) for bucket in range(FIRST_BUCKET, FIRST_BUCKET + LARGE_BINS)]
        bins = {str(edge): share for edge in edges} | {str(edges[0]): share + rest}
        numbers["clat_ns"] |= {"min": edges[0], "max": edges[-1], "N": numbers["total_ios"], "bins": bins}
    return job


def distinct(document: dict[str, Any]) -> bytes:
    """The document as fio would print it, with a time of its own: the same figures in new bytes."""
    stamped = document | {"timestamp_ms": document["timestamp"] * 1000 + next(_numbers)}
    return orjson.dumps(stamped, option=orjson.OPT_INDENT_2)
