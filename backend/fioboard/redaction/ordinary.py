"""Words that identify nobody, because the service writes them itself or everybody has them.

A directory called `data` or a host called `server` must not stop a share whose sentences say "data" and "server".
The service's own words are read off its declarations; what every system has is listed.
"""

import re
from functools import cache
from typing import Any

from fioboard.factors import FACTORS
from fioboard.filters.metrics import OFFERED, PLAIN
from fioboard.inventory import marks
from fioboard.inventory.firmware_names import NAMES
from fioboard.redaction import fields, forms, jobs, measured, shown_factors, way
from fioboard.redaction.forms import word_set

# Directories, files and accounts of every system, kernel's words, and plain words of sentences and benchmarks.
EVERYWHERE = word_set(
    "bench benchmark bin block boot cache conf current daemon data default dev disk docker drive etc export file "
    "files fio folder home host image images index job jobs json lib linux local localhost log logs main media memory "
    "mnt mount mounts new nobody node none null nvme old opt output overall path pool private proc public raid raw "
    "read result results root run runs sda sdb sdc scratch seq random server share shared slot srv ssd storage store "
    "suite sys system target temp test testfile testing tests tmp tool txt unknown user users usr value var vol "
    "volume volumes work world write zero base job1 test1 job0 test0 file1 file0 hdd array zfs lvm xfs ext4 btrfs nfs "
    "pcie sata sas rand throughput latency iops bandwidth bw lat large small mixed full empty first last before after "
    "com org net lan internal corp intranet example demo arpa left right fast slow quick host1 localdomain machine "
    "computer workstation laptop desktop client gpu cpu vm"
)

LONGEST_NAME = 64


@cache
def service_words() -> frozenset[str]:
    """Every word of the service's own declarations: the schema's field names and titles, factors, metrics, rules."""
    texts: list[str] = []
    _schema_words(marks.schema(), texts)
    for factor in FACTORS.values():
        texts += [factor.key, factor.title, factor.description, factor.group, factor.source]
    texts += [metric.title for metric in PLAIN.values()] + list(OFFERED)
    texts += [name.title for name in NAMES] + [name.key for name in NAMES]
    texts += [f"{f.name} {f.title} {f.replaced_by}" for f in fields.FIELDS.values()]
    texts += [f"{g.name} {g.title}" for g in fields.GROUPS.values()]
    texts += [*jobs.OPTIONS, *jobs.ENGINES, *jobs.DIRECTIONS, *measured.METRICS, *measured.REMARKS.values()]
    texts += [
        *way.RULES,
        *way.PLAIN_TITLES,
        *way.NODE_KINDS,
        *way.LINK_CLASSES,
        *shown_factors.KINDS,
        *forms.SOURCES,
    ]
    texts += [*forms.PCIE_ERRORS, *forms.VULNERABILITIES, *forms.MODULES, *forms.GOVERNORS]
    return frozenset(word for text in texts for word in words(text))


def _schema_words(part: Any, texts: list[str]) -> None:
    for name, below in (part.get("properties") or {}).items():
        texts.append(name)
        _schema_words(below, texts)
    texts += [part.get("title") or "", part.get("x-unit") or ""]
    for below in (part.get("items"), part.get("additionalProperties")):
        if isinstance(below, dict):
            _schema_words(below, texts)


def words(text: str) -> list[str]:
    """The words of a text, case folded."""
    return [word for word in re.split(r"[\W_]+", text.casefold()) if word]


def is_ordinary(text: str) -> bool:
    """Whether a name consists of ordinary words, numbers and sizes only: `test`, `randread 4k`, `/mnt/data`."""
    return all(
        word in EVERYWHERE
        or word in service_words()
        or re.fullmatch(r"\d{1,6}[kmgt]?|q?d\d{1,4}|x\d{1,3}", word)
        for word in words(text)
    )


@cache
def _segments() -> re.Pattern[str]:
    known = sorted(
        (w for w in EVERYWHERE | service_words() if len(w) > 2 and w.isalpha()), key=len, reverse=True
    )
    # Atomic: a long run of digits must not be tried in every split.
    return re.compile(rf"(?>{'|'.join(known)}|\d+[kmgt]?b?|qd|iod|bs|io|nj|rw|[qdxjtns](?=\d))++")


def is_benchmark_name(text: str) -> bool:
    """Whether a name only says what is measured, however it is run together: `randread4k`, `seqwrite128kqd32`."""
    flat = "".join(words(text))
    return len(flat) <= LONGEST_NAME and _segments().fullmatch(flat) is not None
