"""The link of the GPU that a run's data went to, or the uplink above it: what was measured, compared with what it
carries.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fioboard.core.figures import format_bandwidth
from fioboard.engine.hardware.inventory import link
from fioboard.engine.hardware.inventory.gpu_use import GpuUse, find_end, read_gpu_use
from fioboard.engine.hardware.inventory.gpus import Edge, Gpu, build_source, find_way, list_gpus
from fioboard.engine.hardware.inventory.link import Direction, Range
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.reached import FULL, NEAR, judge_reached, spell_comparison, spell_limit
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.jobs import AT_GPU, GPU_FULL, NEAR_GPU

LINK, UPLINK = "link", "uplink"
_GTS = {generation: gts for gts, generation in link.GENERATION.items()}


@dataclass(frozen=True, slots=True)
class GpuLink:
    """The slowest link that all data pass on their way down to the GPU. `name`: as people say it, `Gen4 x16`."""

    bounds: Range
    rate: float
    name: str
    is_presumed: bool
    word: str
    port: str | None
    """None where it is that of one of several GPUs."""


def find_gpu_link(facts: RunFacts, moved: Moved) -> GpuLink | Unknown | None:
    """Find the slowest link that leads to the GPU of a run; None where its data went to none."""
    use = read_gpu_use(result.job_options for result in facts.results)
    if use is None or use.way == "host memory only":
        return None
    if facts.path is None:
        return Unknown(facts.lacking_path or "target")
    if text(facts.document, "virtualized") is not None or facts.is_virtual:
        return Unknown("virtual")
    if not all(read_gpu_use([result.job_options]) for result in moved.results):
        return Unknown("GPU")
    packets: Direction = "read" if (moved.direction == "read") == (use.way == "direct") else "write"
    return _find_narrowest(facts, facts.path, use, packets) or Unknown("GPU")


def judge_gpu_link(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the run reached what leads to its GPU, where that is narrower than the way from the drives."""
    for direction in facts.directions():
        moved = facts.moved(direction)
        leading = find_gpu_link(facts, moved) if moved else None
        if moved is not None and leading is not None:
            yield _judge_direction(facts, moved, leading)


def _judge_direction(facts: RunFacts, moved: Moved, leading: GpuLink | Unknown) -> Judgement:
    if isinstance(leading, Unknown):
        return leading
    measured, of_drives = moved.bw_bytes_per_s, facts.ceiling(moved.direction)
    bounds, word = leading.bounds, leading.word
    if of_drives is None:
        return Unknown("links")
    if measured > leading.rate:
        return Unknown("GPU")
    reached = judge_reached(measured, bounds, "at-gpu-link", leading.rate)
    if reached is None or of_drives.high < bounds.high:
        return Unknown("GPU") if leading.is_presumed else FINE
    state, confidence = reached
    figures = spell_comparison(measured, bounds, leading.rate)
    sentence = AT_GPU if confidence == "certain" else NEAR_GPU
    return Finding(
        "at-gpu-link",
        "info",
        sentence(
            measured=format_bandwidth(measured),
            direction=moved.direction,
            share=figures["share"],
            ceiling=spell_limit(measured, bounds),
            link=word,
        ),
        (
            Evidence("measured", measured, "bytes/s", "result"),
            Evidence("GPU link, upper end", bounds.high, "bytes/s", "computed"),
            Evidence("drives, upper end", of_drives.high, "bytes/s", "computed"),
            Evidence("slowest link", leading.port),
        ),
        confidence,
        share=measured / bounds.high,
        direction=moved.direction,
        headline=GPU_FULL(link=word, state=state, **figures),
    )


def _find_narrowest(facts: RunFacts, path: Path, use: GpuUse, packets: Direction) -> GpuLink | None:
    """Find the slowest link that leads to the GPU. Of several GPUs nobody knows which one a number means, so all must
    have the same. `packets`: what the data come in, memory writes as drives send them or completions as drives read.
    """
    if use.way == "unknown":
        return None
    gpus, _ = list_gpus(facts.document, path.tree)
    end, reason = find_end(gpus, use)
    if end is not None:
        return _measure(facts, path, use, packets, end)
    if reason != "several GPUs" or len(use.numbers) != 1 or use.numbers[0] >= len(gpus):
        return None
    narrowest = {
        one and replace(one, port=None) for one in (_measure(facts, path, use, packets, gpu) for gpu in gpus)
    }
    return narrowest.pop() if len(narrowest) == 1 else None


def _measure(facts: RunFacts, path: Path, use: GpuUse, packets: Direction, gpu: Gpu) -> GpuLink | None:
    """Measure the slowest link down to one GPU, of equal ones its own; None where one of them is not known."""
    measured: list[GpuLink] = []
    for edge in gpu.edges.values():
        bounds = _compute_bounds(edge, path.tree.payload(gpu.function.address), packets)
        if use.way == "direct" and not _is_passed(facts, path, gpu, edge):
            continue
        if bounds is None or edge.rate is None:
            return None
        word = LINK if edge == gpu.own else UPLINK
        name = f"Gen{edge.generation} x{edge.lanes}"
        measured.append(GpuLink(bounds, edge.rate, name, edge.is_presumed, word, edge.port))
    return min(measured, key=lambda one: (one.bounds.high, one.word != LINK), default=None)


def _is_passed(facts: RunFacts, path: Path, gpu: Gpu, edge: Edge) -> bool:
    """Whether all data pass a link on their direct way: below a switch that drive and GPU share, not its uplink."""
    sources = [build_source(path.tree, member.disk, member.entry, None) for member in path.members]
    return edge == gpu.own or (
        bool(sources)
        and all(edge in find_way(facts.document, path.tree, source, gpu).edges for source in sources)
    )


def _compute_bounds(edge: Edge, payload: tuple[int, int], packets: Direction) -> Range | None:
    gts = _GTS.get(edge.generation or 0)
    if gts is None or edge.lanes is None:
        return None
    low, high = (link.compute_ceiling(gts, edge.lanes, each, packets) for each in payload)
    return Range(low, high)


DECLARED = (
    Rule(
        "at-gpu-link",
        "link of the GPU",
        "limit",
        "The options send the data to a GPU, and the bandwidth is at least 90 % of what the slowest link down to it "
        "carries, whatever its payload (below that, from 85 % of the lower end on: nearly full, likely); the drives "
        "could bring as much.",
        "NVIDIA GPUDirect Storage guide; fio HOWTO: cuda_io, rocm_io; link limits as in docs/inventory.md",
        ("measured", "GPU link, upper end", "drives, upper end", "slowest link"),
        Experiment(
            "Run the same job to host memory, with io_uring or libaio",
            "Throughput rises above the limit of the GPU's link.",
            "If it does not rise, the drives or their links are the limit.",
        ),
        {"full": FULL, "near": NEAR},
        "The link is slower under load than both ends can do: then nothing is said. Of several GPUs, one is named only "
        "where all have the same link.",
        judge=judge_gpu_link,
        hidden_by="job_options",
        templates=(AT_GPU, NEAR_GPU),
    ),
)
HEADLINES = (GPU_FULL,)
"""What a verdict may say of it."""
