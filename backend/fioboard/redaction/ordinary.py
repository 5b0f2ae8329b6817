"""Words that identify nobody, because the service writes them itself or everybody has them.

A directory called `data` or a host called `server` must not stop a share whose sentences say "data" and "server".
The service's own words are read off its declarations; what every system has is listed.
"""

import re
from functools import cache
from typing import Any

from fioboard.factors import FACTORS
from fioboard.inventory import marks
from fioboard.inventory.firmware_names import NAMES
from fioboard.redaction import fields, jobs, measured, path, patterns, shown_factors
from fioboard.redaction.patterns import word_set
from fioboard.vocabulary.metrics import OFFERED, PLAIN

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

# Further words of the sentences that the service writes; a test reads them off the sources.
SENTENCES = word_set(
    "beyond fields hidden redaction revealed words "
    "about add added against agent allows alpha already answer answered answers apart application approximation ask "
    "asks attached attachment attribution averaged bad badly badvalue bca became because behind being beside better "
    "binding binds bins body bootstrap bound bounds brokenline bucket cable cannot carries cat cdf ceilings change "
    "changed changes charset checked children choices claim clearly cliffs columns come comparable compare compared "
    "compares comparison computed condition conditions conflict confounded content contradiction cooled corrected "
    "could counted created crosses csv cutshort datasheet decides delta deviation did difference different differs "
    "digit dimm directions disposition does drivers during effect efficiency encoding endurance enough epoch equal "
    "evenly every evidence exact exec expect facet facets fact factor factors failed far faster few fewest figures "
    "filename filter finding findings fingerprint floats formatted free fstype fully further gen generation geometric "
    "geometricmean get gib give gives gone grep had hang have head headlines heat heavy help here high histogram "
    "histograms hodges holm hop hops hosts ideal ignore include inferred info interruptedinramp intervals invalid "
    "items itself judge judgement keep key keys knee label labelled labels laid larger layer least lehmann levels "
    "light like load logarithms look lsblk lspci mann many markdown match matched matches mdstat means median medium "
    "joberror lostjobs lostlines lostresult remark "
    "mergedsections method metric metrics mib misleadingname missing missingclones mistypeddevice modes modinfo more "
    "must nanoseconds narrow narrowest nearest negligible never noio noise nolatency normal notes notfinite nothing "
    "numactl numbered numbers odd often once ones option order ordinary others out outcome outside overhead "
    "overwrites owner pair pairs paths percent pin pinning points position positions postrun prerun problems "
    "properties published query ranktest rates ratio reach reached reader reason reboot rebuilding rebuilt "
    "reconstructed records removed repeat repeats replaced reports resample resampled resamples resolution resolved "
    "rest rests rev riser roots row rows said same samples saturated saw say scaling seated seating seed seen sender "
    "sensor sent sentence separated separating serials set setting severity shape shares shifts show shown shows side "
    "sides signal slowed slower smaller smallest some spread standard stands started starts stddev still student "
    "subject submission subsecond subtitle such sudo sum table taskset tell tells text their them there these this "
    "those together told too took train truncated truth two uname under understands understood unit units "
    "unknownvalue unmatched unplaced usual utf verdict verdicts very warm way which whitney whose why wired with "
    "within without workload workloads worn worse would wrong yes yet you"
)
MAX_NAME = 64
# A name that a service's word begins with, and that lacks no more than this of it: cluster of clusters.
MOST_ENDING = 3


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
        *path.RULES,
        *path.PLAIN_TITLES,
        *path.NODE_KINDS,
        *path.LINK_CLASSES,
        *shown_factors.KINDS,
        *patterns.SOURCES,
    ]
    texts += [*patterns.PCIE_ERRORS, *patterns.VULNERABILITIES, *patterns.MODULES, *patterns.GOVERNORS]
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


@cache
def ordinary_words() -> frozenset[str]:
    """All of them, also without their endings."""
    whole = EVERYWHERE | SENTENCES | service_words()
    stems = {
        word[:-cut] for word in whole for cut in range(1, MOST_ENDING + 1) if len(word) - cut > MOST_ENDING
    }
    return whole | stems


def is_ordinary(text: str) -> bool:
    """Whether a name consists of ordinary words, numbers and sizes only: `test`, `randread 4k`, `/mnt/data`."""
    return all(
        word in ordinary_words() or re.fullmatch(r"\d{1,6}[kmgt]?|q?d\d{1,4}|x\d{1,3}", word)
        for word in words(text)
    )


@cache
def _segments() -> re.Pattern[str]:
    known = sorted(
        (w for w in EVERYWHERE | SENTENCES | service_words() if len(w) > 2 and w.isalpha()),
        key=len,
        reverse=True,
    )
    # Atomic: a long run of digits must not be tried in every split.
    return re.compile(rf"(?>{'|'.join(known)}|\d+[kmgt]?b?|qd|iod|bs|io|nj|rw|[qdxjtns](?=\d))++")


def is_benchmark_name(text: str) -> bool:
    """Whether a name only says what is measured, however it is run together: `randread4k`, `seqwrite128kqd32`."""
    flat = "".join(words(text))
    return len(flat) <= MAX_NAME and _segments().fullmatch(flat) is not None
