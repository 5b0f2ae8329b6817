"""What follows for one run from targets, inventory and samples: path, findings, facts for its factors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from fioboard.fio.model.reading import Result
from fioboard.inventory import facts, findings, path_facet, targets
from fioboard.inventory.limits import Shared
from fioboard.inventory.path import Measured, Member, Path, resolve
from fioboard.inventory.samples import Samples
from fioboard.inventory.targets import Target
from fioboard.inventory.tolerant import text


class Sent(Protocol):
    """What a run's sender said, as far as its path follows from it."""

    @property
    def inventory(self) -> Mapping[str, Any] | None:
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
    """`path` as schemas.path.PathOut, None when no target is known; `facts` by factor key."""

    path: dict[str, Any] | None
    facts: facts.Facts


def measured(results: Iterable[Result]) -> list[Measured]:
    """Results as the rules of findings need them."""
    return [
        Measured(r.direction, r.bw_bytes_per_s, r.bs_bytes, r.direct)
        for r in results
        if r.direction in {"read", "write"}
    ]


PINNING = ("cpus_allowed", "numa_cpu_nodes")


def pinning(stated: object, results: Iterable[Result]) -> dict[str, Any]:
    """How fio was pinned: what the agent said, else the job options, where all jobs say the same."""
    said = stated if isinstance(stated, Mapping) else {}
    options = [result.job_options for result in results]
    agreed = {key: {found.get(key) for found in options} for key in PINNING}
    return {
        key: said.get(key) or (next(iter(values)) if len(values) == 1 else None)
        for key, values in agreed.items()
    }


def path_of(sent: Sent, samples: Samples | None, results: Iterable[Result]) -> RunPath:
    """Everything that follows for one run."""
    document = sent.inventory or {}
    of_host = facts.of_host(document)
    found = list(results)
    path = resolve(
        document,
        sent.targets,
        fallback=sent.target,
        fio_cpus=pinning(sent.fio_cpus, found),
        samples=samples,
        results=measured(found),
    )
    if path is None:
        return RunPath(None, of_host)
    return RunPath(path_out(path), of_host | facts.of_path(path))


def path_out(path: Path) -> dict[str, Any]:
    """schemas.path.PathOut of a path."""
    facet = path_facet.of_run(path)
    members = {member.disk: member for member in path.members}
    limits = None
    if path.read and path.write:
        limits = {"read": path.read.whole(), "write": path.write.whole()}
    return {
        "targets": [_target(target, members) for target in path.targets],
        "chain_limit_bytes_per_s": limits,
        "limited_by": path.limited_by,
        "shared_hops": [_shared(hop) for hop in path.shared],
        "findings": [finding.out() for finding in findings.of_run(path)],
        "path_fingerprint": facet.fingerprint,
        "path_unknown": list(facet.unknown),
    }


def _target(target: Target, members: Mapping[str, Member]) -> dict[str, Any]:
    return {
        "path": target.path,
        "kind": target.kind,
        "filesystem": text(target.filesystem, "type"),
        "layers": targets.words(target),
        "members": [_member(members[name]) for name in target.members],
        "reason": target.reason,
    }


def _member(member: Member) -> dict[str, Any]:
    slot = member.slot
    return {
        "disk": member.disk,
        "model": text(member.entry, "model"),
        "firmware": text(member.entry, "firmware"),
        "slot": {"name": slot.name, "source": slot.source, "is_verified": slot.is_verified} if slot else None,
        "link": member.link,
        "numa_node": member.numa_node,
    }


def _shared(hop: Shared) -> dict[str, Any]:
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
