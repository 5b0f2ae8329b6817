"""Histories whose causes are known, and what a comparison of them must say. Nothing here asks the code under test.

Each history is two sides of three runs; what was planted between them is drawn, and so are the figures.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from tests.factories.fio_output import direction, document, job
from tests.factories.upload import inventory
from tests.identity.histories import EVENTS
from tests.identity.machines import KINDS as PLACES
from tests.identity.machines import Machine, Names

RUNS = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A known drive, array, volume or folder of a machine, and what all of it was called at that moment."""

    machine: Machine
    names: Names
    kind: str

    def targets(self) -> list[dict[str, Any]]:
        """`manifest.targets` of a run there."""
        return self.machine.targets(self.kind, 0, self.names)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a run was measured with."""

    kernel: str = "6.1.0"
    bios: str = "1.2"
    cpu: str = "Example CPU"
    fio: str = "fio-3.39"
    target: str = "/dev/md0"
    launcher: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


Change = Callable[[Setting], Setting]


def set_option(name: str, value: str) -> Change:
    """Set one job option."""
    return lambda s: replace(s, options={**s.options, name: value})


def set_label(name: str, value: str) -> Change:
    """Put one label on a run."""
    return lambda s: replace(s, labels={**s.labels, name: value})


# What can be planted, and the keys that may be named as its cause.
CAUSES: dict[str, tuple[Change, set[str]]] = {
    "kernel": (lambda s: replace(s, kernel="6.12.0"), {"kernel"}),
    "bios": (lambda s: replace(s, bios="2.0"), {"bios.version"}),
    "cpu": (lambda s: replace(s, cpu="Faster CPU"), {"cpu.model"}),
    "tool": (lambda s: replace(s, fio="fio-3.41"), {"tool.version"}),
    "numactl": (
        lambda s: replace(s, launcher=("numactl", "--cpunodebind=1")),
        {"launcher.numactl", "job.cpus"},
    ),
    "size": (set_option("size", "4g"), {"job.size"}),
    "runtime": (set_option("runtime", "600"), {"job.runtime_class"}),
    "pinning": (set_option("cpus_allowed", "0-7"), {"option.cpus_allowed", "job.cpus"}),
    "nodes": (set_option("numa_cpu_nodes", "1"), {"option.numa_cpu_nodes", "job.cpus"}),
    "zero": (set_option("zero_buffers", "1"), {"option.zero_buffers", "job.buffers"}),
    "compress": (set_option("buffer_compress_percentage", "50"), {"option.buffer_compress_percentage", "job.buffers"}),
    "fsync": (set_option("fsync", "1"), {"option.fsync", "job.sync"}),
    "dsync": (set_option("sync", "dsync"), {"option.sync", "job.sync"}),
    "poll": (set_option("hipri", "1"), {"option.hipri", "job.poll"}),
    "rate": (set_option("rate_iops", "5000"), {"option.rate_iops", "job.rate"}),
    "verify": (set_option("verify", "crc32c"), {"option.verify", "job.verify"}),
    "registered": (set_option("registerfiles", "1"), {"option.registerfiles"}),
    "mix": (set_option("rwmixread", "70"), {"option.rwmixread"}),
    "seed": (set_option("randseed", "7"), {"option.randseed"}),
    "to come": (set_option("warp_drive", "1"), {"option.warp_drive"}),
    "nps": (set_label("bios.nps", "4"), {"bios.nps"}),
    "target": (lambda s: replace(s, target="/dev/md1"), {"target.path"}),
}  # fmt: skip
# Two of them that are one cause, or of which one hides the other.
TOGETHER = [{"numactl", "pinning", "nodes"}, {"size", "runtime"}, {"zero", "compress"}, {"fsync", "dsync"}]
STATED = {"bios.nps": "1"}


Kind = Literal["nothing", "one", "two", "one_sided", "mixed", "disturbed", "renamed", "moved"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# What may be named as the cause of a history; a card in another slot is planted by `moved` alone.
NAMED = {cause: keys for cause, (_, keys) in CAUSES.items()} | {"slot": {"slot"}}
# Names alone: the test and its place stay what they are.
RENAMINGS = sorted(EVENTS.keys() - {"card moved", "agent reinstalled"})
# Causes that split a side by a factor of the run; the others are job options, which make another workload.
MIXABLE = ("kernel", "bios", "cpu", "size", "nps", "target")
EFFECTS = (0.7, 0.9, 1.0, 1.15, 1.4)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a history: how it was measured, what it gave, and whether other work used its drive."""

    setting: Setting
    iops: float
    is_disturbed: bool = False
    is_extra: bool = False
    """A run that no run of the other side is like."""
    place: Place | None = None
    """None: the target of the setting, of which a name is all that is known."""

    def document(self) -> dict[str, Any]:
        """fio's output of it."""
        figures = direction(iops=int(self.iops), runtime_ms=6000, clat_mean_ns=int(32e9 / self.iops))
        typed = {
            **{
                "name": "job",
                "rw": "randread",
                "bs": "4k",
                "iodepth": "32",
                "ioengine": "io_uring",
                "direct": "1",
            },
            **{"filename": self.target, **self.setting.options},
        }
        moved = figures["io_bytes"] * (1.6 if self.is_disturbed else 1)
        # All I/Os in flight were at the drive for the whole run.
        busy_ms = 32 * 6000
        disk = {"name": "nvme0n1", "read_ios": figures["total_ios"], "write_ios": 0, "read_merges": 0,
                "write_merges": 0, "read_ticks": busy_ms, "write_ticks": 0, "in_queue": busy_ms, "util": 99.0,
                "read_sectors": int(moved / 512), "write_sectors": 0}  # fmt: skip
        entry = job("job", read=figures, **{"job options": typed})
        disks = [disk] if self.place is None else []
        return document(entry, **{"fio version": self.setting.fio, "disk_util": disks})

    @property
    def target(self) -> str:
        """What the job calls the place that it measures."""
        return (
            self.setting.target
            if self.place is None
            else ":".join(one["path"] for one in self.place.targets())
        )

    def said(self) -> dict[str, Any]:
        """What the agent's manifest says of the place."""
        return {} if self.place is None else {"target": self.target, "targets": self.place.targets()}

    def hardware(self) -> dict[str, Any]:
        """The inventory that came with it."""
        known = {} if self.place is None else self.place.machine.inventory(self.place.names)
        return (
            inventory(
                os={"name": "Debian GNU/Linux 12", "kernel": self.setting.kernel},
                system={"vendor": "Acme", "product": "Bench 1", "bios": {"version": self.setting.bios}},
                cpu={"model": self.setting.cpu, "sockets": 2},
            )
            | known
        )

    @property
    def labels(self) -> dict[str, str]:
        """What a person stated of it."""
        return {**STATED, **self.setting.labels}


@dataclass(frozen=True, slots=True)
class History:
    """Two sides and what was planted between them."""

    kind: Kind
    causes: tuple[str, ...]
    base: Sequence[Run]
    new: Sequence[Run]


def draw_history(draw: random.Random) -> History:
    """Draw one history."""
    kind = draw.choice(KINDS)
    one, other = _draw_causes(draw, kind)
    planted = {"nothing": (), "two": (one, other), "moved": ("slot",)}.get(kind, (one,))
    changed = Setting()
    for cause in set(planted) & CAUSES.keys():
        changed = CAUSES[cause][0](changed)
    effect = draw.choice(EFFECTS) if planted else 1.0
    base = [Run(Setting(), _noisy(draw, 50_000)) for _ in range(RUNS)]
    new = [Run(changed, _noisy(draw, 50_000 * effect)) for _ in range(RUNS)]
    side = draw.choice((base, new))
    match kind:
        case "one_sided":
            few = draw.randint(1, RUNS)
            labelled = [replace(run, setting=set_label("cable", "new")(run.setting)) for run in side[:few]]
            side[:few] = labelled
        case "renamed" | "moved":
            before, after = _draw_places(draw, kind)
            base = [replace(run, place=before) for run in base]
            new = [replace(run, place=after) for run in new]
        case "mixed":
            setting = CAUSES[other][0](side[0].setting)
            extra = [Run(setting, _noisy(draw, 80_000), is_extra=True) for _ in range(draw.randint(1, 3))]
            side += extra
            draw.shuffle(side)
        case "disturbed":
            for hit in draw.choice(([base], [new], [base, new])):
                few = draw.randint(1, RUNS)
                hit[:few] = [replace(run, is_disturbed=True) for run in hit[:few]]
        case _:
            pass
    return History(kind, planted, base, new)


def _draw_places(draw: random.Random, kind: Kind) -> tuple[Place, Place]:
    """Draw one place under two sets of names; in a history of kind `moved` its drives are in other slots, too."""
    machine = Machine(draw)
    before = machine.names()
    after = deepcopy(before)
    for event in draw.sample(RENAMINGS, draw.randint(1, 3)):
        EVENTS[event](draw, after)
    if kind == "moved":
        EVENTS["card moved"](draw, after)
    place = "disk" if kind == "moved" else draw.choice(PLACES)
    return Place(machine, before, place), Place(machine, after, place)


def _draw_causes(draw: random.Random, kind: Kind) -> tuple[str, str]:
    while True:
        one, other = draw.sample(sorted(CAUSES), 2)
        if kind == "mixed":
            other = draw.choice(MIXABLE)
        if kind == "renamed" and one == "target":
            continue
        if one != other and not any({one, other} <= together for together in TOGETHER):
            return one, other


def _noisy(draw: random.Random, iops: float) -> float:
    return iops * (1 + draw.uniform(-0.003, 0.003))


def find_faults(history: History, answer: Mapping[str, Any], ids: Mapping[str, Run]) -> list[str]:
    """List what a comparison says wrongly of a history. `ids`: run ids of both sides."""
    attribution, kind = answer["attribution"], answer["attribution"]["kind"]
    claims = answer["answer"]["kind"] in {"better", "worse", "differs"}
    may_name = [NAMED[cause] for cause in history.causes]
    named = set(attribution["keys"])
    faults = [
        f"does not name {cause}"
        for cause, keys in zip(history.causes, may_name, strict=True)
        if not named & keys
    ]
    faults += [f"names {key}" for key in sorted(named - set().union(*may_name))]
    compared = {
        value["run_id"]
        for row in answer["workloads"]
        for side in ("base", "new")
        for value in row["metrics"]["iops"][side]["values"]
    }
    faults += [
        f"compares a run that is like none: {run.setting}"
        for key, run in ids.items()
        if run.is_extra and key in compared
    ]
    expected = {
        "nothing": "nothing_changed",
        "one": "only",
        "two": "confounded",
        "mixed": "only",
        "renamed": "only",
        "moved": "only",
    }.get(history.kind, "cannot_tell")
    if kind != expected:
        faults.append(f"is {kind}, not {expected}: {attribution['text']}")
    if kind != "only" and "Only " in attribution["text"] and history.kind != "disturbed":
        faults.append(f"says only: {attribution['text']}")
    match history.kind:
        case "two":
            faults += [] if answer["confounded"] and not claims else ["is not confounded"]
        case "one_sided":
            is_said = "whether cable changed was not recorded" in attribution["text"]
            faults += [] if answer["confounded"] and is_said and not claims else ["does not doubt the label"]
        case "mixed":
            left_out = {
                key
                for one in (*answer["base"]["left_out"], *answer["new"]["left_out"])
                for key in one["run_ids"]
            }
            extra = {key for key, run in ids.items() if run.is_extra}
            faults += [] if left_out == extra else [f"leaves out {len(left_out)} runs, not {len(extra)}"]
        case "disturbed":
            faults += [] if attribution["doubts"] and not claims else ["does not doubt the disturbed runs"]
        case _:
            pass
    return faults
