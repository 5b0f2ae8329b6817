"""Factor values that may be shown: by one form per declared factor. What has no form here is called by a label.

A person may state any factor by a label, so text counts as a fact only when an inventory of this share has it.
"""

import re
from collections.abc import Collection, Sequence
from functools import reduce
from typing import cast

from fioboard.app.sharing.redaction import bios, jobs, sentences
from fioboard.app.sharing.redaction.fields import LABEL, group_of_factor
from fioboard.app.sharing.redaction.patterns import (
    IOMMU_TYPES,
    Scalar,
    TextPattern,
    match_fio_version,
    match_kernel,
    match_listed,
    match_parameter,
    match_pattern,
    split_words,
)
from fioboard.app.sharing.redaction.provenance import Revealed, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.core.quantity import Number, read_quantity
from fioboard.engine.answers.compare import FactorChangeOut, Value
from fioboard.engine.answers.factor import FactorOut
from fioboard.engine.answers.run import FactorValueOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.difference import FactorChange, Values
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.filters import metric as find_metric
from fioboard.engine.words.factors.of_jobs import BINDING
from fioboard.engine.words.target_names import has_identified_part

KINDS = split_words(
    "file directory disk partition md lvm zfs bcache btrfs dm crypt multipath nfs cifs smb tmpfs memory null_device "
    "ram zram loop nbd iscsi raid hardware hardware_raid volume network unknown ext2 ext3 ext4 xfs f2fs vfat exfat "
    "ntfs ntfs3 zonefs ufs apfs hfs overlay nfs4 ceph glusterfs fuse filesystem controller mpath array bcachefs "
    "rbd drbd zvol thin"
)
# Of md, LVM (segment types), ZFS (group types), btrfs (profiles) and controllers.
LEVELS = (
    r"( (raid\d{1,2}(_[a-z0-9]{1,4})?|raid1c[34]|raidz[123]?|draid[123]?|linear|striped?|mirror|jbod|concat|faulty"
    r"|container|single|dup|disk|mixed|thin(-pool)?|cache(-pool)?|writecache|snapshot|vdo))?"
)
_KIND = rf"({'|'.join(sorted(KINDS))}){LEVELS}"
RATED = "rated_"
LINK = match_pattern(re.compile(r"(Gen[1-7]|\d{1,3}(\.\d)? GT/s) x\d{1,2}"))
LAYERS = match_pattern(re.compile(rf"{_KIND}(/{_KIND}){{0,15}}"))
WORD = match_pattern(re.compile(r"[a-z0-9][a-z0-9_.-]{0,23}"))

# Text of these is shown when an inventory of the share says the same: R2 and R3 keep it as the maker wrote it.
FACTS = frozenset(factor.key for factor in FACTORS.values() if factor.share == "fact")
_DISK = (
    r"(nvme\d{1,4}(c\d{1,4})?n\d{1,4}|[shv]d[a-z]{1,4}|xvd[a-z]{1,2}"
    r"|(md|dm-|loop|ram|pmem|nullb|nbd|rbd|mmcblk)\d{1,4})"
)
_DISKS = rf"{_DISK}((, | and ){_DISK}){{0,63}}"
_CPUS = r"[+!]?\d{1,4}([-,]\d{1,4}){0,63}"
_BIND = (
    r"--(cpunodebind|physcpubind|membind|interleave|preferred|localalloc|all)([= ]"
    rf"({_CPUS}|all))?|-[NCmipla]( ?({_CPUS}|all))?"
)
_GROUPS = rf"({'|'.join(sorted(IOMMU_TYPES))})"
# Factors that are names: the field that reveals them, and what they are called.
NAMED = {
    "host": ("host.name", "host"),
    "nfs.server": ("file_server", "server"),
    "target.path": ("target.path", "target"),
}
BOUND_BY = frozenset(f"launcher.{name}" for name in BINDING)
PATTERNS: dict[str, TextPattern] = {
    "tool": jobs.WORKLOAD["tool"],
    "tool.version": match_fio_version,
    "source": jobs.WORKLOAD["source"],
    "disks": match_pattern(re.compile(rf"{_DISKS}( of {_DISKS}){{0,8}}")),
    "rw": jobs.OPTIONS["rw"],
    "bs": jobs.SIZE,
    "ioengine": match_listed(jobs.ENGINES),
    "target.kind": match_listed(KINDS),
    "target.layers": LAYERS,
    "fs.type": match_listed(KINDS),
    "raid.level": match_pattern(re.compile(LEVELS[2:-2])),
    "nfs.version": match_pattern(re.compile(r"[0-9.]{1,5}")),
    "nfs.proto": match_listed(frozenset({"tcp", "tcp6", "udp", "udp6", "rdma"})),
    "job.cpus": jobs.pinning,
    "job.buffers": jobs.match_settings(r"random|zero|pattern 0x[0-9a-f]{1,16}|\d{1,3}% compressible"),
    "job.sync": jobs.match_settings("none|O_SYNC|O_DSYNC"),
    "job.poll": jobs.match_settings("none|hipri|sqthread_poll"),
    "job.size": match_pattern(re.compile(r"\d{1,19}[kMGTP]?/\d{1,19}[kMGTP]?|\d{1,3}%(/\d{1,3}%)?")),
    "job.runtime_class": match_pattern(re.compile(r"by size|\d{1,9}(\.\d{1,6})?s")),
    "job.verify": jobs.match_settings("none|" + "|".join(sorted(jobs.CHECKSUMS))),
    "job.rate": jobs.match_settings("none"),
    "job.steady_state": match_listed(frozenset({"reached", "not reached"})),
    "launcher.numactl": match_pattern(re.compile(rf"({_BIND})( ({_BIND})){{0,15}}")),
    "launcher.taskset": match_pattern(re.compile(rf"(-a )?(-c {_CPUS}|0x[0-9a-f]{{1,256}})")),
    "pcie.link": LINK,
    "pcie.capable": LINK,
    "kernel": match_kernel,
    "kernel.cmdline": match_parameter,
    "iommu": match_pattern(re.compile(rf"off|{_GROUPS}(, {_GROUPS})*")),
    "direction": match_listed(frozenset({"read", "write", "trim", "mixed"})),
}  # fmt: skip


def _match_bios(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    plain = re.sub(r"[^a-z0-9]", "", value.lower())
    return value if bios.VALUES.fullmatch(value) or plain in bios.WORDS else None


def share_key(key: str, redactor: Redactor) -> str:
    """Return the key as the share shows it: a label's own only when it was revealed, or is a rated value."""
    if key in FACTORS or key in {"direction", "started_at"} or find_metric(key) is not None:
        return mark_own(key)
    if key.startswith(OPTION):
        name = key.removeprefix(OPTION)
        return mark_own(key) if name in jobs.OPTIONS else redactor.label("job option", name)
    name = key.removeprefix(LABEL)
    if f"{LABEL}{name}" in redactor.revealed:
        redactor.shown.add(name)
        return Revealed(key)
    return mark_own(key) if is_rated(name) else redactor.label("label", name)


def is_rated(name: str) -> bool:
    """Whether a label is a rated value of a metric, e.g. `rated_iops`."""
    return name.startswith(RATED) and find_metric(name.removeprefix(RATED)) is not None


def read_rated_value(name: str, value: object) -> Number | None:
    """Return what a label states as a rated value, in its metric's unit: the one kind of label that is kept."""
    figure = find_metric(name.removeprefix(RATED)) if name.startswith(RATED) else None
    return None if figure is None else read_quantity(str(value), figure.unit)


def select_value(key: str, value: object, redactor: Redactor) -> Scalar | None:
    """Return one value of a factor that may be shown; None when it may not."""
    if value is None or group_of_factor(key) in redactor.hidden:
        return None
    if key.startswith(LABEL):
        return _select_label(key, value, redactor)
    if isinstance(value, bool | int | float):
        return value
    if key.startswith(OPTION):
        return _select_option(key.removeprefix(OPTION), value, redactor)
    return _select_text(key, value, redactor) if isinstance(value, str) else None


def _select_option(name: str, value: object, redactor: Redactor) -> Scalar | None:
    """Return a job option's value, where it has the form of one that may be shown."""
    form = jobs.OPTIONS.get(name)
    kept = None if form is None or "job_options" in redactor.hidden else form(str(value))
    return None if kept is None else redactor.keep(kept, "job_options", "form")


def _select_label(key: str, value: object, redactor: Redactor) -> Scalar | None:
    """Return what a person wrote on a label of their own; a rated value as a number."""
    rated = read_rated_value(key.removeprefix(LABEL), value)
    if rated is not None:
        return None if "rated" in redactor.hidden else rated
    return redactor.reveal(key, str(value))


def _select_text(key: str, value: str, redactor: Redactor) -> str | None:
    if f"{LABEL}{key}" in redactor.revealed:
        return redactor.reveal(f"{LABEL}{key}", value)
    if key in FACTS and value in redactor.facts:
        return redactor.keep(value, group_of_factor(key))
    form = _match_bios if key.startswith("bios.") else PATTERNS.get(key)
    return redactor.keep(form(value), group_of_factor(key), "form") if form is not None else None


def share_value(key: str, value: object, redactor: Redactor) -> Value:
    """Return a value for charts and changes: itself, or a label that is the same wherever the value is."""
    if isinstance(value, list):
        return [None if item is None else share_known_value(key, item, redactor) for item in value]
    return None if value is None else share_known_value(key, value, redactor)


def share_known_value(key: str, value: object, redactor: Redactor) -> Scalar:
    """Return one known value: itself, or a label that is the same wherever the value is."""
    if key in NAMED:
        field, kind = NAMED[key]
        label = redactor.label(kind, str(value))
        # A place is told by serial numbers, too: who reveals its path reveals the path alone, where that stands.
        return redactor.named(field, None if has_identified_part(value) else str(value), label)
    kept = select_value(key, value, redactor)
    if kept is None and isinstance(value, str) and " + " in value:
        # Several values of one run, as a chart's axis joins them.
        first, *others = [share_known_value(key, part, redactor) for part in value.split(" + ")]
        return reduce(lambda joined, other: sentences.BOTH(one=joined, other=other), others, first)
    return redactor.label("value", (key, str(value))) if kept is None else kept


def share_factors(values: Sequence[FactorValueOut] | None, redactor: Redactor) -> list[FactorValueOut]:
    """Return the factors that may be shown; the rest is left out, not renamed."""
    factors: list[FactorValueOut] = []
    for entry in values or []:
        key, value = entry["key"], entry["value"]
        detected = entry.get("detected")
        whole = key if key in FACTORS else key if key.startswith(LABEL) else f"{LABEL}{key}"
        kept = _keep_value(whole, value, redactor)
        is_withheld_rating = is_rated(whole.removeprefix(LABEL)) and "rated" not in redactor.hidden
        # Support asks whether fio was bound to processors or nodes, so that it was is never hidden.
        if kept is None and (is_withheld_rating or whole in BOUND_BY):
            kept = redactor.label("value", (whole, str(value)))  # it was stated, in words that are not shown
        if kept is None:
            continue
        is_stated = key not in FACTORS or entry["source"] == "stated"
        factors.append(
            {
                "key": share_key(whole, redactor),
                "value": kept,
                "source": mark_own("stated" if is_stated else FACTORS[key].source),
                "detected": None if detected is None else _keep_value(whole, detected, redactor),
            }
        )
    return factors


Kept = Scalar | list[Scalar]


def _keep_value(key: str, value: object, redactor: Redactor) -> Kept | None:
    if isinstance(value, list):
        several = [
            share_known_value(key, v, redactor) if key in NAMED else select_value(key, v, redactor)
            for v in value
        ]
        return [item for item in several if item is not None] or None
    return share_known_value(key, value, redactor) if key in NAMED else select_value(key, value, redactor)


def list_declared(keys: Collection[str]) -> list[FactorOut]:
    """List the registry's entries of the factors that the document names."""
    names = ("key", "title", "type", "unit", "group", "source", "description")
    entries = [{name: getattr(f, name) for name in names} for f in FACTORS.values() if f.key in keys]
    return mark_own(
        cast(list[FactorOut], entries)
    )  # tests/app/sharing/redaction hold the documents to their shape


def restore_change(change: FactorChangeOut) -> FactorChange:
    """Return a shown change as the comparison had it, to be put into words again."""
    is_told = change["state"] in {"changed", "mixed"}

    def values(side: Value) -> Values:
        if side is None:  # what changed was known to be without, what cannot be told was not known
            return (None,) if is_told else ()
        return tuple(side) if isinstance(side, list) else (side,)

    return FactorChange(
        change["key"],
        values(change["base"]),
        values(change["new"]),
        change["state"],
        change["follows_from"],
        change["is_partly_unknown"],
    )
