"""Identities between numbers that fio prints side by side in one direction of its JSON.

They hold without exception in real files; see fio stat.c, add_ddir_status_json, for how each is computed.
"""

from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.shape import DirectionShape
from fioboard.engine.formats.fio.model.reading import Problem

KIB = 1024
# Another program that passed the document on may have rounded to six digits: off by up to 5 in a million.
ROUNDED = 5e-6


def check_identities(shape: DirectionShape, where: str) -> list[Problem]:
    """iops, bw_bytes, bw and io_kbytes against io_bytes, the I/Os and runtime."""
    broken: list[tuple[str, str]] = []
    runtime, io_bytes, bw_bytes = shape.runtime, shape.io_bytes, shape.bw_bytes
    if shape.iops is not None and shape.ios is not None and runtime:
        expected = 1_000 * shape.ios / runtime
        # A whole number is cut off before 2.2.6; two decimals, cut off as well, before 2.13; six since.
        most = 1.0 if shape.iops == int(shape.iops) else 0.011
        if abs(shape.iops - expected) > most + expected * ROUNDED:
            broken.append(
                ("iops", sentences.IOPS_CONTRADICT(expected=f"{expected:.2f}", iops=f"{shape.iops:.2f}"))
            )
    if bw_bytes is not None and io_bytes is not None and runtime:
        expected_bytes = 1_000 * io_bytes // runtime
        if abs(bw_bytes - expected_bytes) > 1 + expected_bytes * ROUNDED:
            broken.append(
                ("bw_bytes", sentences.BYTES_CONTRADICT(expected=expected_bytes, bw_bytes=bw_bytes))
            )
    if bw_bytes is not None and shape.bw is not None and shape.bw != bw_bytes // KIB:
        broken.append(("bw", sentences.BANDWIDTH_CONTRADICTS(expected=bw_bytes // KIB, bw=shape.bw)))
    if bw_bytes is None and shape.bw is not None and io_bytes and runtime:
        in_kib = io_bytes // KIB if shape.io_kbytes is not None else io_bytes
        expected_kib = 1_000 * in_kib / runtime
        if abs(shape.bw - expected_kib) > 1 + expected_kib * 0.001 and abs(shape.bw - expected_kib / KIB) > 1:
            broken.append(("bw", sentences.KIB_CONTRADICT(expected=f"{expected_kib:.0f}", bw=shape.bw)))
    if shape.io_kbytes is not None and io_bytes is not None and shape.io_kbytes != io_bytes // KIB:
        broken.append(
            ("io_kbytes", sentences.IO_BYTES_CONTRADICT(expected=io_bytes // KIB, io_kbytes=shape.io_kbytes))
        )
    return [Problem(f"{where}/{key}", "Contradiction", f"{detail}.") for key, detail in broken]
