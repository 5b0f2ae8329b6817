"""What follows for one run from targets, inventory and samples: path, facts for its factors."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypedDict

from fioboard.core.sanitize import Document
from fioboard.engine.answers.path import LimitsOut, MemberOut, PathOut, SharedHopOut, TargetOut
from fioboard.engine.formats.fio.model.options import split_filename
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory import facts, path_facet, targets
from fioboard.engine.hardware.inventory.gpu_use import list_turns, read_gpu_use
from fioboard.engine.hardware.inventory.limits import Shared
from fioboard.engine.hardware.inventory.path import Member, Path, resolve
from fioboard.engine.hardware.inventory.place import join_places, list_places
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.targets import Target
from fioboard.engine.hardware.inventory.tolerant import follow, text
from fioboard.engine.words import target_names
from fioboard.engine.words.factors.of_jobs import BINDING


class Sent(Protocol):
    """What a run's sender said, as far as its path follows from it."""

    @property
    def inventory(self) -> Document | None:
        """The agent's document."""

    @property
    def targets(self) -> object:
        """The manifest's targets."""

    @property
    def target(self) -> str | None:
        """The one target of older agents."""

    @property
    def fio_cpus(self) -> object:
        """How fio was pinned."""


@dataclass(frozen=True, slots=True)
class RunPath:
    """None for `path` when no target is known; `facts` by factor key."""

    path: PathOut | None
    facts: facts.Facts
    resolved: Path | None = None
    """As far as the CPU."""
    passed: Path | None = None
    """What data pass: without the links above a port where they may turn to a GPU."""

    @property
    def capacity(self) -> int | None:
        """Bytes of the one disk that was measured as a device; None for every other target, or an unknown size."""
        size = self.facts.get("drive.capacity")
        is_disk = self.facts.get("target.kind") == "disk" and self.facts.get("drive.count") == 1
        return size if is_disk and isinstance(size, int) else None

    def find_own_target(self, result: Result, names: Sequence[str]) -> str | None:
        """Find which of a run's several targets a result is of, in the order of `target.path`: `2 of 3`. None where it
        is of all of them, or the run has one. `names`: as list_target_names has them.
        """
        if result.is_merged_sections:  # its options are those of one of its jobs
            return None
        places = (
            {target["path"]: target["place"] or target["path"] for target in self.path["targets"]}
            if self.path is not None
            else {name: target_names.lasting_name(name) for name in names}
        )
        distinct = sorted({*places.values()})
        options = result.job_options
        own = split_filename(options.get("filename", "")) or (options.get("directory", ""),)
        numbers = sorted({distinct.index(places[name]) + 1 for name in own if name in places})
        if not numbers or len(numbers) == len(distinct):
            return None
        return f"{', '.join(map(str, numbers))} of {len(distinct)}"


class Pinning(TypedDict):
    """How fio was bound to processors, in fio's own words; None = not known, or not the same for all jobs.

    `allowed`: what its process was started with."""

    cpus_allowed: object
    numa_cpu_nodes: object
    allowed: object


def pinning(stated: object, results: Iterable[Result]) -> Pinning:
    """How fio was pinned: what the agent said, else the job options, where all jobs say the same."""
    options = [result.job_options for result in results]

    def get_option(key: str) -> object:
        agreed = {typed.get(key) for typed in options}
        return follow(stated, key) or (agreed.pop() if len(agreed) == 1 else None)

    return {
        "cpus_allowed": get_option("cpus_allowed"),
        "numa_cpu_nodes": get_option("numa_cpu_nodes"),
        "allowed": follow(stated, "allowed"),
    }


def derive_path(
    sent: Sent, samples: Samples | None, results: Iterable[Result], launchers: Collection[str] = ()
) -> RunPath:
    """Derive everything that follows for one run. `launchers`: names of the programs before fio on its command
    line.
    """
    document = sent.inventory or {}
    of_host = facts.collect_host_facts(document)
    measurements = list(results)
    resolve_path = partial(
        resolve,
        document,
        sent.targets,
        fallback=sent.target,
        fio_cpus=pinning(sent.fio_cpus, measurements),
        is_launcher_binding=not BINDING.isdisjoint(launchers),
        samples=samples,
    )
    path = resolve_path()
    if path is None:
        return RunPath(None, of_host)
    named = target_names.split_names(sent.target) if sent.target else []
    use = read_gpu_use(result.job_options for result in measurements)
    turns = list_turns(document, path.tree, use)
    passed = resolve_path(turns=turns) if turns else path
    return RunPath(build_path(path, named), of_host | facts.collect_path_facts(path), path, passed)


def list_target_names(stated: str | None, path: RunPath, in_output: Sequence[str]) -> list[str]:
    """List the names of what was measured: as the sender calls it, or else as the output does."""
    if stated:
        return target_names.split_names(stated)
    resolved = [target["path"] for target in (path.path["targets"] if path.path else [])]
    return [name for name in resolved if name] or list(in_output)


def place_of_run(path: RunPath, names: Sequence[str]) -> str | None:
    """What was measured, by what outlives a reboot where the inventory says it; else by name."""
    if path.path is not None:
        return join_places([target["place"] or target["path"] for target in path.path["targets"]])
    return join_places([target_names.lasting_name(name) for name in names])


def build_path(path: Path, named_files: Sequence[str] = ()) -> PathOut:
    """Build a path as answers show it. `named_files`: as place.places_of has them."""
    facet = path_facet.project_path(path)
    members = {member.disk: member for member in path.members}
    limits: LimitsOut | None = None
    if path.read and path.write:
        limits = {"read": path.read.whole(), "write": path.write.whole()}
    return {
        "targets": [
            _target(target, place, members)
            for target, place in zip(
                path.targets, list_places(path.document, path.targets, named_files), strict=True
            )
        ],
        "chain_limit_bytes_per_s": limits,
        "limited_by": path.limited_by,
        "shared_hops": [_shared(hop) for hop in path.shared],
        "path_fingerprint": facet.fingerprint,
        "path_unknown": list(facet.unknown),
    }


def _target(target: Target, place: str, members: Mapping[str, Member]) -> TargetOut:
    return {
        "path": target.path,
        "place": place,
        "kind": target.kind,
        "filesystem": text(target.filesystem, "type"),
        "layers": targets.describe_layers(target),
        "members": [_member(members[name]) for name in target.members],
        "reason": target.reason,
    }


def _member(member: Member) -> MemberOut:
    slot = member.slot
    return {
        "disk": member.disk,
        "model": text(member.entry, "model"),
        "firmware": text(member.entry, "firmware"),
        "slot": {"name": slot.name, "source": slot.source, "is_verified": slot.is_verified} if slot else None,
        "link": member.link,
        "numa_node": member.numa_node,
    }


def _shared(hop: Shared) -> SharedHopOut:
    port = hop.hop.port
    return {
        "function": hop.hop.function,
        "title": f"{port.name if port and port.name else 'Port'}, {hop.hop.link}",
        "member_count": len(hop.members),
        "members_sum_bytes_per_s": hop.members_sum.whole() if hop.members_sum else None,
        "ceiling_bytes_per_s": hop.ceiling.whole(),
        "ratio": None if hop.ratio is None else round(hop.ratio, 4),
        "is_oversubscribed": hop.is_oversubscribed,
        "share_bytes_per_s": hop.share.whole(),
    }
