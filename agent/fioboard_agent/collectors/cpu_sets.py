"""Sets of processors as the kernel writes them: lists (`0-3,8`) and, in old trees, hexadecimal masks (`0000010f`)."""

from __future__ import annotations

import re
from typing import Iterable, Optional

from fioboard_agent.host.reader import UNPARSED, Reader

MAX_CPUS = 65_536  # the kernel's own limit is 8192 (CONFIG_NR_CPUS)


def read_cpu_set(reader: Reader, list_path: str, mask_path: Optional[str] = None) -> Optional[list[int]]:
    """The processors of a list file, else of the mask file that kernels before 2.6.26 have instead of it; [] is a file
    that names none, None no file or no set (then the source says so)."""
    for path, parse in ((list_path, parse_cpu_list), (mask_path, _parse_mask)):
        content = reader.binary(path) if path else None
        if content is None:
            continue
        text = content.decode("ascii", "replace").strip()
        try:
            return parse(text)
        except ValueError:
            reader.source.note(UNPARSED, f"{path} is not a set of processors: {text[:40]}")
    return None


def _parse_mask(text: str) -> list[int]:
    """`00000000,003f0000,0000003f`: words of 32 bits, the highest first."""
    if re.fullmatch(r"[0-9a-fA-F]{1,8}(,[0-9a-fA-F]{8})*", text) is None or len(text) > MAX_CPUS // 4:
        raise ValueError(f"not a mask of processors: {text[:40]}")
    mask = int(text.replace(",", ""), 16)
    return [cpu for cpu in range(mask.bit_length()) if mask >> cpu & 1]


def parse_cpu_list(text: Optional[str]) -> list[int]:
    """`0-3,8` of the kernel's list files; [] for nothing. Raises ValueError on anything else."""
    numbers: list[int] = []
    for part in filter(None, (piece.strip() for piece in (text or "").split(","))):
        match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part)
        if match is None:
            raise ValueError(f"not a list of processors: {part[:40]}")
        first, last = int(match.group(1)), int(match.group(2) or match.group(1))
        if last > MAX_CPUS:
            raise ValueError(f"not a list of processors: {part[:40]}")
        numbers.extend(range(first, last + 1))
    return numbers


def format_cpu_list(cpus: Iterable[int]) -> str:
    """`0-3,8`: the kernel's own way of writing a set of processors."""
    spans: list[list[int]] = []
    for cpu in sorted(set(cpus)):
        if spans and cpu == spans[-1][1] + 1:
            spans[-1][1] = cpu
        else:
            spans.append([cpu, cpu])
    return ",".join(f"{first}-{last}" if last > first else f"{first}" for first, last in spans)
