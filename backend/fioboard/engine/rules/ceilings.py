"""What each stage of the data's way can carry, from the drives to the CPU, beside what one run moved.

A stage that is not on the path has no row; one that is and is not known has a row that says so.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from fioboard.core.sentence import Sentence
from fioboard.engine.answers.answer import CeilingOut, CeilingState, Stage
from fioboard.engine.hardware.inventory.link import Direction, Range
from fioboard.engine.hardware.inventory.targets import list_arrays
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rules.cpu import compute_cpu_share, is_polling
from fioboard.engine.rules.cpu_use import estimate_cpu_used
from fioboard.engine.rules.engine import describe_need
from fioboard.engine.rules.exclusions import OF_MEMORY
from fioboard.engine.rules.facts import Moved, RunFacts, is_large
from fioboard.engine.rules.finding import Unknown
from fioboard.engine.rules.gpu import find_gpu_link
from fioboard.engine.rules.reached import judge_reached
from fioboard.engine.rules.sentences.verdicts import (
    ARRAY,
    CPU_OF_JOB,
    CPU_OF_JOBS,
    DATASHEET,
    DATASHEETS,
    DRIVE_LINKS,
    DRIVE_LINKS_MIXED,
    FORMER_NOT_BY_VENDOR,
    FORMER_NOT_BY_VENDORS,
    GPU_LINK,
    NETWORK,
    NETWORK_TEST,
    NOT_BY_VENDOR,
    NOT_BY_VENDORS,
    RATED,
    RATED_ONE,
    SERIAL,
    SHARED_LINK,
    STATED_LINK,
    UNNAMED,
)
from fioboard.engine.words.ratings import PRINTED_BY

LABELS = (
    RATED,
    RATED_ONE,
    DATASHEET,
    DATASHEETS,
    NOT_BY_VENDOR,
    NOT_BY_VENDORS,
    FORMER_NOT_BY_VENDOR,
    FORMER_NOT_BY_VENDORS,
    DRIVE_LINKS,
    DRIVE_LINKS_MIXED,
    SHARED_LINK,
    GPU_LINK,
    STATED_LINK,
    SERIAL,
    ARRAY,
    CPU_OF_JOB,
    CPU_OF_JOBS,
    NETWORK,
    NETWORK_TEST,
    UNNAMED,
)
"""Everything that a stage may be called: a share reads the stored text back by them."""


LEVELS = ("raid0", "raid1", "raid4", "raid5", "raid6", "raid10", "linear", "striped", "stripe", "mirror", "raidz",
          "raidz1", "raidz2", "raidz3")  # fmt: skip
WITHOUT_PARITY = frozenset({"raid0", "striped", "stripe"})
STATED, OF_DATASHEET, TRAINED, UNDER_LOAD = "stated", "datasheet", "negotiated link", "link under load"
MEMBERS, OF_THIS_RUN, INVENTORY, UNKNOWN = (
    "members",
    "CPU time, extrapolated",
    "inventory",
    "unknown",
)
# Of stored answers and shares.
FORMER = ("trained link", "CPU time")
SOURCES = (
    *FORMER, *PRINTED_BY.values(), STATED, OF_DATASHEET, TRAINED, UNDER_LOAD, MEMBERS, OF_THIS_RUN, INVENTORY,
    UNKNOWN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ceiling:
    """One stage. `need` names what is not known where the range is None."""

    stage: Stage
    label: Sentence
    bounds: Range | None
    source: str
    need: str | None = None
    is_stated: bool = False
    rate: float | None = None
    """Of links: nothing passes it, whatever the packets are."""


def list_ceilings(facts: RunFacts, finding_ids: Collection[str] = ()) -> list[CeilingOut]:
    """List the stages of the direction that moved most, in the unit its block size is spoken of; none when nothing was
    moved. `finding_ids`: the rules that found something; a figure of memory reaches no stage of the drives."""
    moved = max(
        (m for direction in facts.directions() if (m := facts.moved(direction))),
        key=lambda m: m.bw_bytes_per_s,
        default=None,
    )
    if moved is None:
        return []
    per = 1.0
    unit, measured = "bytes/s", float(moved.bw_bytes_per_s)
    if moved.iops and not is_large(moved.bs_bytes):
        unit, measured, per = "IOPS", moved.iops, moved.bw_bytes_per_s / moved.iops
    is_of_memory = not OF_MEMORY.isdisjoint(finding_ids)
    return [
        _build_row(
            stage,
            moved.direction,
            unit,
            measured,
            per,
            is_of_memory=is_of_memory,
            has_agent=not facts.is_windows,
        )
        for stage in _list_stages(facts, moved, unit, measured, per)
    ]


def _build_row(
    one: Ceiling,
    direction: str,
    unit: str,
    measured: float,
    per: float,
    *,
    is_of_memory: bool,
    has_agent: bool,
) -> CeilingOut:
    """Build a ceiling's row of the answer. `per`: bytes of one I/O where the unit is IOPS."""
    lacking, command = describe_need(one.need, has_agent=has_agent) if one.need else (None, None)
    bounds = one.bounds
    state: CeilingState = "unknown"
    is_near, share = False, None
    if bounds is not None:
        share = measured * per / bounds.high
        # Rounded, but what was moved is never 0.
        share = round(share, 4) or share
        reached = judge_reached(measured * per, bounds, "at-link-limit", one.rate)
        is_touched = reached is not None and reached[1] == "certain"
        is_comparable = not one.is_stated and (one.stage == "cpu" or not is_of_memory)
        state = "not_comparable" if not is_comparable else "touched" if is_touched else "room"
        is_near = state == "room" and reached is not None
    return {
        "stage": one.stage,
        "label": one.label,
        "direction": direction,
        "low": None if bounds is None else bounds.low / per,
        "high": None if bounds is None else bounds.high / per,
        "unit": unit,
        "measured": measured,
        "share": share,
        "source": one.source,
        "state": state,
        "is_near": is_near,
        "missing": lacking,
        "command": command,
    }


def _list_stages(facts: RunFacts, moved: Moved, unit: str, measured: float, per: float) -> Iterator[Ceiling]:
    """List what each stage of the path can carry, from the drives to the CPU."""
    yield from _find_rated(facts, moved.direction, unit, per)
    yield from _find_links(facts, moved.direction)
    yield from _find_arrays(facts, moved.direction)
    yield from _find_gpu(facts, moved)
    yield from _estimate_cpu(facts, moved, measured, per)
    yield from _find_network(facts, moved.direction)


def _find_rated(facts: RunFacts, direction: str, unit: str, per: float) -> Iterator[Ceiling]:
    """Yield the drives' rating: what a person stated of one drive, times the drives, which has no conditions and so
    never counts as touched; else what the datasheet rates, which counts where its conditions are the run's.
    """
    metric = "iops" if unit == "IOPS" else "bw_bytes_per_s"
    each = facts.rated.get(metric)
    figure = next((one for one in facts.ratings if one.metric == metric and one.direction == direction), None)
    if each is not None and facts.width:
        total = each * facts.width * per
        label = RATED_ONE() if facts.width == 1 else RATED(count=facts.width)
        yield Ceiling("rated", label, Range(total, total), STATED, is_stated=True)
    elif figure is not None:
        total = figure.rated * per
        source = PRINTED_BY.get(figure.source or "", OF_DATASHEET)
        one, several = (DATASHEET, DATASHEETS) if source == OF_DATASHEET else (NOT_BY_VENDOR, NOT_BY_VENDORS)
        label = one() if figure.drive_count == 1 else several(count=figure.drive_count)
        yield Ceiling("rated", label, Range(total, total), source, is_stated=not figure.may_judge)
    elif facts.path is None or facts.has_drives:
        yield Ceiling(
            "rated", UNNAMED(stage="drives"), None, UNKNOWN, "rated IOPS" if unit == "IOPS" else "rated"
        )


def _find_links(facts: RunFacts, direction: str) -> Iterator[Ceiling]:
    """Yield what the links of the path carry: drives, ports, the network."""
    path = facts.path
    if path is None:
        stated = facts.stated_link
        if stated is not None:
            label = STATED_LINK(count=stated.count, link=stated.link)
            yield Ceiling("shared_links", label, stated.compute_ceiling(direction), STATED, is_stated=True)
            return
        yield Ceiling("drive_links", UNNAMED(stage="drive links"), None, UNKNOWN, facts.lacking_path)
        return
    if not facts.has_drives:
        return
    members = path.members
    own = [m.leaf.own for m in members if m.leaf.own]
    if own and len(own) == len(members):
        yield Ceiling("drive_links", SERIAL(count=len(own)), Range(sum(own), sum(own)), TRAINED)
    else:
        ends = [m.hops[-1] for m in members if m.hops]
        bounds = [
            h.link.ceiling(path.tree.payload(h.device.address), _choose_direction(direction)) for h in ends
        ]
        known = [b for b in bounds if b is not None]
        spelled = {m.link for m in members}
        name = spelled.pop() if len(spelled) == 1 else None
        if members and len(known) == len(members):
            total = Range(sum(b.low for b in known), sum(b.high for b in known))
            label = (
                DRIVE_LINKS(count=len(members), link=name) if name else DRIVE_LINKS_MIXED(count=len(members))
            )
            seen = all(h.link.is_under_load for h in ends)
            rates = [h.link.rate for h in ends if h.link.rate is not None]
            rate = sum(rates) if len(rates) == len(ends) else None
            yield Ceiling("drive_links", label, total, UNDER_LOAD if seen else TRAINED, rate=rate)
        else:
            yield Ceiling(
                "drive_links", UNNAMED(stage="drive links"), None, UNKNOWN,
                "virtual" if facts.is_virtual else "links",
            )  # fmt: skip
    above = {hop.device.address: hop for m in members for hop in m.hops[:-1]}
    for hop in above.values():
        bound = hop.link.ceiling(path.tree.payload(hop.device.address), _choose_direction(direction))
        link = str(hop.link)
        if bound is not None and link != "unknown":
            yield Ceiling(
                "shared_links", SHARED_LINK(link=link, port=hop.function), bound, TRAINED, rate=hop.link.rate
            )


def _choose_direction(direction: str) -> Direction:
    """Map a result's direction to the way of the links that it loads."""
    return "write" if direction == "write" else "read"


def _find_arrays(facts: RunFacts, direction: str) -> Iterator[Ceiling]:
    """Yield what each array carries. One without parity carries what its members carry; of the others nothing general
    can be said.
    """
    if facts.path is None:
        return
    for array in list_arrays(facts.path.targets):
        level, width = text(array, "level"), whole(array, "width")
        label = ARRAY(level=level, count=width) if level in LEVELS and width else UNNAMED(stage="array")
        bounds = facts.ceiling(direction) if level in WITHOUT_PARITY else None
        yield Ceiling(
            "array",
            label,
            bounds,
            MEMBERS if bounds else UNKNOWN,
            None if bounds else "counters",
            rate=facts.path.rate.high if facts.path.rate else None,
        )


def _find_gpu(facts: RunFacts, moved: Moved) -> Iterator[Ceiling]:
    """Yield what leads to the GPU that the data went to; at rest its speed is what both ends can do."""
    leading = find_gpu_link(facts, moved)
    if isinstance(leading, Unknown):
        yield Ceiling("gpu", UNNAMED(stage="GPU link"), None, UNKNOWN, leading.need)
    elif leading is not None:
        label = (
            SHARED_LINK(link=leading.name, port=leading.port) if leading.port else GPU_LINK(link=leading.name)
        )
        yield Ceiling(
            "gpu", label, leading.bounds, INVENTORY if leading.is_presumed else TRAINED, rate=leading.rate
        )


def _estimate_cpu(facts: RunFacts, moved: Moved, measured: float, per: float) -> Iterator[Ceiling]:
    """Estimate what these jobs would move if each kept its CPU wholly busy at the same cost per I/O. Where other
    programs took the CPUs nobody knows; where the run's own work filled them, it moved all that they can.
    """
    if any(is_polling(r) for r in moved.results):
        return
    used = estimate_cpu_used(facts, moved.results)
    if used is None:
        is_known = all(compute_cpu_share(r) for r in moved.results)
        yield Ceiling(
            "cpu", UNNAMED(stage="CPU of the jobs"), None, UNKNOWN, "idle CPUs" if is_known else "cpu"
        )
        return
    jobs = sum(r.numjobs or r.member_count or 1 for r in moved.results)
    reach = measured * per / used
    yield Ceiling(
        "cpu", CPU_OF_JOBS(jobs=jobs) if jobs > 1 else CPU_OF_JOB(), Range(reach, reach), OF_THIS_RUN
    )


def _find_network(facts: RunFacts, direction: str) -> Iterator[Ceiling]:
    """Yield what the interface to a file server carries, or what a test of the network measured."""
    path = facts.path
    if path is None and facts.stated_network is not None:
        tested = Range(facts.stated_network, facts.stated_network)
        yield Ceiling("network", NETWORK_TEST(), tested, STATED, is_stated=True)
        return
    if path is None or path.members or not any(target.network for target in path.targets):
        return
    bounds = facts.ceiling(direction)
    yield Ceiling(
        "network", UNNAMED(stage="network interface"), bounds, INVENTORY if bounds else UNKNOWN,
        None if bounds else "network",
    )  # fmt: skip
