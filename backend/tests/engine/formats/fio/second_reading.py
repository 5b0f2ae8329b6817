"""A second reading of fio's outputs, written from its documentation and sharing no line with the readers.

Plain and slow: documents by the standard library's json, text by one expression per line, terse lines by their columns,
logs by splitting. It knows only what the files of the corpus hold, and gives every figure that fio printed.
"""

import json
import re
from dataclasses import dataclass, field
from decimal import Decimal

Bounds = tuple[float, float]


@dataclass
class Fact:
    """One direction of one printed entry. A pair is where a rounded number may lie; a number is exact."""

    job: str
    direction: str
    values: dict[str, float | Bounds] = field(default_factory=dict)


def read(text: str) -> list[Fact]:
    """Documents where there are any, else text, else terse lines: the same run is printed in several formats."""
    return from_json(text) or from_text(text) or from_terse(text)


def text_of(body: bytes) -> str:
    """The body as text; the strings of a collection (`{"4K": {"result": "…"}}`) one below the other."""
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return text if "jobs" in value or "client_stats" in value else "\n".join(_strings(value))


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for part in parts for one in _strings(part)]


# --- JSON -----------------------------------------------------------------------------------------------------------


def from_json(text: str) -> list[Fact]:
    facts: list[Fact] = []
    last: tuple[object, list[Fact]] | None = None
    for document in documents(text):
        entries = document.get("jobs") or document["client_stats"]
        if len(entries) > 1 and entries[-1]["jobname"] == "All clients":
            entries = entries[:-1]
        found = [fact for entry in entries for fact in _entry(entry, document)]
        run = [entry["jobname"] for entry in entries], _start(document, entries)
        if last is not None and _is_same_run(last[0], run):
            facts = facts[: -len(last[1])]
        facts += found
        last = run, found
    return facts


def documents(text: str) -> list[dict]:
    decoder = json.JSONDecoder(strict=False)
    text = re.sub(r"(: )-?nan\b", r"\1null", text)
    found, at = [], 0
    while (at := text.find("{", at)) >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        if "jobs" in value or "client_stats" in value:
            found.append(value)
        at = end
    return found


def _start(document: dict, entries: list[dict]) -> float | None:
    if "timestamp_ms" not in document or "elapsed" not in entries[0]:
        return None
    return document["timestamp_ms"] - 1_000 * entries[0]["elapsed"]


def _is_same_run(one: tuple, other: tuple) -> bool:
    return one[0] == other[0] and None not in (one[1], other[1]) and abs(one[1] - other[1]) <= 2_000


def _entry(entry: dict, document: dict) -> list[Fact]:
    shared_options = document.get("global options") or {}
    if isinstance(shared_options, list):
        shared_options = {key: value for one in shared_options for key, value in one.items()}
    options = {**shared_options, **entry.get("job options", {})}
    moved = [name for name in ("read", "write", "trim") if entry.get(name, {}).get("io_bytes")]
    if not moved and entry.get("mixed", {}).get("io_bytes"):
        moved = ["mixed"]
    shared = {
        "usr_cpu_pct": entry["usr_cpu"],
        "sys_cpu_pct": entry["sys_cpu"],
        "ctx_switches": entry["ctx"],
        "error": entry["error"],
    }
    return [Fact(entry["jobname"], name, _direction(entry[name], options) | shared) for name in moved]


def _direction(part: dict, options: dict) -> dict[str, float | Bounds]:
    unit = 1 if any(f"{kind}_ns" in part for kind in ("slat", "clat", "lat")) else 1_000
    is_kib = unit == 1_000 and "io_kbytes" not in part
    values: dict[str, float | Bounds] = {"runtime_ms": part["runtime"]}
    values["io_bytes"] = part["io_bytes"] * (1_024 if is_kib else 1)
    for name in ("total_ios", "short_ios", "drop_ios"):
        if name in part:
            values[name] = part[name]
    values["bw_bytes_per_s"] = (
        part["bw_bytes"] if "bw_bytes" in part else 1_000 * values["io_bytes"] // part["runtime"]
    )
    values["iops"] = part["iops"]
    if isinstance(part["iops"], int) or (unit == 1_000 and part["iops"] == int(part["iops"])):
        if "total_ios" in part:
            values["iops"] = 1_000 * part["total_ios"] / part["runtime"]
        else:
            values["iops"] = (part["iops"], part["iops"] + 1)
    # fio printed the list of lat under clat, until 3.13 gave lat a list of its own.
    is_moved = options.get("lat_percentiles") == "1" and "percentile" not in part.get("lat_ns", {})
    for kind in ("slat", "clat", "lat"):
        values |= _latency(kind, part.get(f"{kind}_ns", part.get(kind, {})), unit, with_list=not is_moved)
    if is_moved and "lat_ns" in part:
        values |= _percentiles("lat", part["clat_ns"], unit)
    return values


def _latency(kind: str, part: dict, unit: int, with_list: bool) -> dict[str, float]:
    if part.get("N", 1) == 0 or not (part.get("max") or part.get("mean")):
        return {}
    values = {
        f"{kind}.min_ns": part["min"] * unit,
        f"{kind}.mean_ns": part["mean"] * unit,
        f"{kind}.stddev_ns": part["stddev"] * unit,
        f"{kind}.max_ns": part["max"] * unit,
    }
    if "N" in part:
        values[f"{kind}.n"] = part["N"]
    return values | (_percentiles(kind, part, unit) if with_list else {})


def _percentiles(kind: str, part: dict, unit: int) -> dict[str, float]:
    return {
        f"{kind}.p{percentile(key)}": value * unit
        for key, value in part.get("percentile", {}).items()
        if float(key)
    }


def percentile(label: str) -> str:
    return f"{Decimal(label).normalize():f}"


# --- text -----------------------------------------------------------------------------------------------------------

_HEAD = re.compile(r"([^\n]*): \(groupid=\d+, jobs=\d+\): err= *(\d+)")
_NEW = re.compile(
    r"\b(read|write|trim|mixed) ?: IOPS=([\d.]+)([kM]?), BW=([\d.]+)([kKMGT]?i?)(B|bit)?(?:/s)? "
    r"\(([\d.]+)([kKMGT]?i?)(?:B|bit)?(?:/s)?\)(?:\(([\d.]+)([kKMGT]?i?)B?/(\d+)msec\))?"
)
_OLD = re.compile(
    r"\b(read|write|trim) *: io=([\d.]+)([KMG]?) ?B?, bw=([\d.]+)([KMG]?) ?B/s, iops= ?([\d.]+)([KMG]?) ?, runt= *(\d+) ?msec"
)
_GROUP = re.compile(r"\b(READ|WRITE): bw=([\d.]+)([KMGT]i)B/s .*io=([\d.]+)([KMGT]i)B .*run=\d+-(\d+)msec")
_BANNER = re.compile(r"([^\n>]*): \(g=\d+\): rw=\w+, bs=([^\n]*), ioengine=")
_SIZE_NEW = re.compile(r"\([RWT]\) (\d{1,4})B-(\d{1,4})B")
_SIZE_OLD = re.compile(r"(\d{1,5})K-(\d{1,5})K")
_LATENCY = re.compile(
    r"^\W*(slat|clat|lat) \(([num])sec\) *: min= *([\d.]+)([kKMG]?) *, max= *([\d.]+)([kKMG]?) *, avg= *([\d.]+)([kKM]?), stdev= *([\d.]+)([kKM]?)"
)
_LIST = re.compile(r"^\W*(slat|clat|lat|sync) percentiles \(([num])sec\)")
_PAIR = re.compile(r"([\d.]+)th=\[ *>?=? *(\d+)\]")
_CPU = re.compile(r"cpu +: usr=([\d.]+)%, sys=([\d.]+)%, ctx=(\d+)")
_ISSUED_NEW = re.compile(
    r"issued rwts?: total=([\d,]+) short=([\d,]+) dropped=([\d,]+)|issued rwt: total=([\d,]+), short=([\d,]+), dropped=([\d,]+)"
)
_ISSUED_OLD = re.compile(
    r"issued +: total=r=(\d+)/w=(\d+)/d=(\d+), short=r=(\d+)/w=(\d+)/d=(\d+)(?:, drop=r=(\d+)/w=(\d+)/d=(\d+))?"
)
_NS = {"n": 1, "u": 1_000, "m": 1_000_000}
_TENS = {"": 1, "k": 1_000, "K": 1_000, "M": 10**6, "G": 10**9, "T": 10**12}
_TWOS = {"": 1, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_OLD_TWOS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_PLACE = {"read": 0, "write": 1, "trim": 2}


def from_text(text: str) -> list[Fact]:  # noqa: PLR0912 - one branch per kind of line
    facts: list[Fact] = []
    entry: list[Fact] = []
    lists: tuple[str, int] | None = None
    job, error, is_sum, has_ended = "", 0, False, True
    sums: list[Fact] = []
    sizes = _block_sizes(text)
    for whole in re.split(r"[\r\n]+", text):
        line = re.sub(r"^<[\w.-]+> ", "", whole)
        if head := _HEAD.search(line):
            job, error = re.sub(r"^[\s>|#*`_]+", "", head[1]), int(head[2])
            entry, has_ended, is_sum = [], False, job == "All clients"
        for found in _headlines(line):
            if has_ended or any(one.direction == found.direction for one in entry):
                job, error, entry, is_sum = "", 0, [], False
            has_ended = False
            found.job = job
            found.values["error"] = error
            entry.append(found)
            (sums if is_sum else facts).append(found)
        if not entry:
            continue
        values = entry[-1].values
        if match := _LATENCY.match(line):
            values |= _printed_latency(match)
        if match := _LIST.match(line):
            lists = match[1], _NS[match[2]]
        elif lists and lists[0] != "sync" and (pairs := _PAIR.findall(line)):
            values |= {f"{lists[0]}.p{percentile(label)}": int(value) * lists[1] for label, value in pairs}
        if match := _CPU.search(line):
            for one in entry:
                one.values |= {
                    "usr_cpu_pct": float(match[1]),
                    "sys_cpu_pct": float(match[2]),
                    "ctx_switches": int(match[3]),
                }
        if totals := _issued(line):
            for one in entry:
                _count(one, totals, sizes.get(job, {}))
        if line.lstrip(" >|").startswith(("Run status", "fio-", "Disk stats")):
            has_ended = True
    if not facts and not sums:
        return [fact for line in text.splitlines() for fact in _group_line(line)]
    # unified_rw_reporting=both prints the sum behind its parts.
    return [one for one in facts if one.direction != "mixed"] or facts or sums


def _group_line(line: str) -> list[Fact]:
    match = _GROUP.search(line)
    if match is None:
        return []
    name, bw, bw_unit, io, io_unit, runtime = match.groups()
    values: dict[str, float | Bounds] = {
        "bw_bytes_per_s": around(bw, _TWOS[bw_unit]),
        "io_bytes": around(io, _TWOS[io_unit]),
        "runtime_ms": int(runtime),
        "error": 0,
    }
    return [Fact("", name.lower(), values)]


def _headlines(line: str) -> list[Fact]:
    found = []
    for match in _NEW.finditer(line):
        name, iops, tens, bw, bw_unit, what, other, other_unit, io, io_unit, runtime = match.groups()
        eighth = 8 if what == "bit" else 1
        one = around(bw, _TWOS.get(bw_unit) or _TENS[bw_unit])
        two = around(other, _TWOS.get(other_unit) or _TENS[other_unit])
        values = {
            "iops": around(iops, _TENS[tens]),
            "bw_bytes_per_s": (min(one[0], two[0]) / eighth, max(one[1], two[1]) / eighth),
        }
        if io:
            values |= {
                "io_bytes": around(io, _TWOS.get(io_unit) or _TENS[io_unit]),
                "runtime_ms": int(runtime),
            }
        found.append(Fact("", name, values))
    for match in _OLD.finditer(line):
        name, io, io_unit, bw, bw_unit, iops, tens, runtime = match.groups()
        values = {
            "iops": around(iops, _TENS[tens]),
            "bw_bytes_per_s": around(bw, _OLD_TWOS[bw_unit], is_old=True),
            "io_bytes": around(io, _OLD_TWOS[io_unit], is_old=True),
            "runtime_ms": int(runtime),
        }
        found.append(Fact("", name, values))
    return found


def around(number: str, factor: int, is_old: bool = False) -> Bounds:
    """Where the number before printing lay: one unit of its last digit around it, of the whole part up to 2.16."""
    fraction = "" if is_old else number.partition(".")[2]
    # Before 3.26 a fraction that was rounded up to the next whole number was printed as .0 of the one before.
    digits = 0 if fraction.strip("0") == "" else len(fraction)
    step = 10**-digits * factor
    value = float(number) * factor
    # A number of few digits lost a whole one (2.17 to 2.19); a whole rate was cut off before it was scaled.
    return value - step - 1, value + (step if digits or is_old or factor > 1 else 1) + 1


def _printed_latency(match: re.Match[str]) -> dict[str, float]:
    kind, unit = match[1], _NS[match[2]]
    names = ("min_ns", "max_ns", "mean_ns", "stddev_ns")
    numbers = (Decimal(match[at]) * _TENS[match[at + 1]] * unit for at in (3, 5, 7, 9))
    return {f"{kind}.{name}": float(number) for name, number in zip(names, numbers, strict=True)}


def _issued(line: str) -> list[list[int]] | None:
    if match := _ISSUED_NEW.search(line):
        return [[int(one) for one in part.split(",") if one] for part in match.groups() if part]
    if match := _ISSUED_OLD.search(line):
        numbers = [int(one or 0) for one in match.groups()]
        return [numbers[:3], numbers[3:6], numbers[6:]]
    return None


def _block_sizes(text: str) -> dict[str, dict[str, int]]:
    """Bytes by job and direction, where the banners print one size without cutting digits off."""
    sizes: dict[str, dict[str, int]] = {}
    for match in _BANNER.finditer(text):
        pairs = [(int(one), int(other), 1) for one, other in _SIZE_NEW.findall(match[2])]
        pairs = pairs or [(int(one), int(other), 1_024) for one, other in _SIZE_OLD.findall(match[2])]
        own = {
            name: one * factor
            for name, (one, other, factor) in zip(_PLACE, pairs, strict=False)
            if one == other and len(pairs) > 1
        }
        job = match[1].strip()
        sizes[job] = own if sizes.get(job, own) == own else {}
    return sizes


def _count(fact: Fact, totals: list[list[int]], sizes: dict[str, int]) -> None:
    place = _PLACE.get(fact.direction)
    counts = [sum(part[:3]) if place is None else part[place] for part in totals]
    values = fact.values
    values |= dict(zip(("total_ios", "short_ios", "drop_ios"), counts, strict=True))
    runtime = values.get("runtime_ms")
    if counts[1] or counts[2] or not isinstance(runtime, int) or not isinstance(values["iops"], tuple):
        return
    exact = 1_000 * counts[0] / runtime
    low, high = values["iops"]
    if not low * 0.999 <= exact <= high * 1.001:
        return
    values["iops"] = exact
    moved = counts[0] * sizes.get(fact.direction, 0)
    if moved and values["io_bytes"][0] <= moved <= values["io_bytes"][1]:
        values |= {"io_bytes": moved, "bw_bytes_per_s": 1_000 * moved // runtime}


# --- terse ----------------------------------------------------------------------------------------------------------

_FIELDS = {"2": 41, "3": 41, "4": 41, "5": 47}
_BLOCKS = {"2": ("read", "write", "trim"), "3": ("read", "write")}


def from_terse(text: str) -> list[Fact]:
    """Columns as fio's HOWTO lists them; no name of the corpus holds a semicolon."""
    facts = []
    for line in text.splitlines():
        parts = line.strip().split(";")
        if parts[0] not in _FIELDS or len(parts) < 80:
            continue
        job, at = (parts[1], 4) if parts[0] == "2" else (parts[2], 5)
        size = _FIELDS[parts[0]]
        names = _BLOCKS.get(parts[0], ("read", "write", "trim"))
        cpu = parts[at + size * len(names) :]
        for place, name in enumerate(names):
            block = parts[at + size * place : at + size * (place + 1)]
            if int(block[0]):
                facts.append(Fact(job, name, _terse(block) | _terse_rest(cpu, parts[at - 1])))
    clients = [fact for fact in facts if fact.job != "All clients"]
    return clients or facts


def _terse_rest(cpu: list[str], error: str) -> dict[str, float]:
    return {
        "usr_cpu_pct": float(cpu[0].rstrip("%")),
        "sys_cpu_pct": float(cpu[1].rstrip("%")),
        "ctx_switches": int(cpu[2]),
        "error": int(error),
    }


def _terse(block: list[str]) -> dict[str, float | Bounds]:
    kib, _, iops, runtime = (int(one) for one in block[:4])
    values: dict[str, float | Bounds] = {
        "io_bytes": kib * 1_024,
        "iops": iops,
        "runtime_ms": runtime,
        "bw_bytes_per_s": (1_000 * kib * 1_024 // runtime, 1_000 * (kib + 1) * 1_024 // runtime),
    }
    for kind, start in (("slat", 4), ("clat", 8), ("lat", 32)):
        numbers = [float(one) * 1_000 for one in block[start : start + 4]]
        if any(numbers):
            names = ("min_ns", "max_ns", "mean_ns", "stddev_ns")
            values |= {f"{kind}.{name}": number for name, number in zip(names, numbers, strict=True)}
    for one in block[12:32]:
        label, value = one.split("%=")
        if float(label):
            values[f"clat.p{percentile(label)}"] = int(value) * 1_000
    return values


# --- logs -----------------------------------------------------------------------------------------------------------


def from_log(text: str) -> dict[str, list[tuple[int, int]]]:
    """(time, value) of every line, by direction."""
    lines = [[part.strip() for part in line.split(",")] for line in text.splitlines() if line.strip()]
    # With the mean and the maximum of a window the direction stands one place later.
    place = 2 if all(parts[2] in ("0", "1", "2") for parts in lines) else 3
    rows: dict[str, list[tuple[int, int]]] = {}
    for parts in lines:
        direction = ("read", "write", "trim")[int(parts[place])]
        rows.setdefault(direction, []).append((int(parts[0]), int(parts[1])))
    return rows
