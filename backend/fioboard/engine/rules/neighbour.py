"""Other I/O on the drives of the run: what they moved against what fio asked of them."""

from collections.abc import Iterator

from fioboard.core.figures import format_bytes
from fioboard.engine.hardware.inventory.tolerant import text, texts
from fioboard.engine.rules.cache import LOOKS_EVERY_MS
from fioboard.engine.rules.drive_bytes import count_drive_bytes, find_longest_ms
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import MORE, OTHER_WAY, OTHER_WAY_BEFORE

# Layers that read or write on their own account for what was asked of them.
AMPLIFYING_LEVELS = frozenset(
    {"raid1", "raid4", "raid5", "raid6", "raid10", "mirror", "snapshot", "thin", "cache"}
)


def judge_device_did_more(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether drives moved more bytes than fio asked for, both ways; only direct I/O, as the page cache reads
    ahead and writes later.
    """
    moved = {d: [r for r in facts.results if r.direction == d] for d in ("read", "write")}
    others = [r for r in facts.results if r.direction not in ("read", "write")]
    if not facts.is_fio or not facts.results or others or any(r.direct is not True for r in facts.results):
        return
    if _amplifies(facts):
        return
    findings: list[Judgement] = []
    thresholds = RULES["device-did-more"].thresholds
    asked = {d: sum(r.io_bytes or 0 for r in results) for d, results in moved.items()}
    everything = sum(asked.values())
    if not everything or any(r.io_bytes is None for r in facts.results):
        yield Unknown("counters")
        return
    for direction, results in moved.items():
        both = count_drive_bytes(facts, direction)
        if both is None:
            yield Unknown("counters")
            return
        served, source = both
        # A file system writes its own journal beside what is written to it, and the samples hold what fio laid out.
        if direction == "write" and (results or source == "samples") and _is_on_filesystem(facts):
            continue
        if results and asked[direction]:
            # fio's warm-up (ramp_time) is in the counters and not in its figures.
            is_more = served > _compute_longest_share(facts, source) * thresholds["more"] * asked[direction]
        else:
            is_more = served >= thresholds["other direction"] * everything
        if is_more:
            words = {"drives": format_bytes(served), "direction": direction}
            findings.append(
                Finding(
                    "device-did-more",
                    "warning",
                    MORE(asked=format_bytes(asked[direction]), **words) if results else OTHER_WAY(**words),
                    (
                        Evidence("moved by fio", asked[direction], "bytes", "result"),
                        Evidence("moved by the drives", served, "bytes", source),
                    ),
                    "likely",
                    direction=direction,
                )
            )
    yield from findings or [FINE]


def _compute_longest_share(facts: RunFacts, source: str) -> float:
    """Return how much longer the counters may have counted than the results: fio's by one look, the samples by what
    they hold before and after the job.
    """
    longest = find_longest_ms(facts)
    if source == "samples" and facts.samples:
        return max(longest, *(one.times_ms[-1] for one in facts.samples.series if one.times_ms)) / longest
    return (longest + LOOKS_EVERY_MS) / longest


def _amplifies(facts: RunFacts) -> bool:
    """Whether a layer moves more by itself, or a job warms up outside its figures."""
    if any(result.job_options.get("ramp_time", "0") not in ("0", "0s") for result in facts.results):
        return True
    filesystems = [target.filesystem for target in facts.path.targets] if facts.path else []
    # To read a part of what was compressed takes all of it.
    if any("compress" in option for mounted in filesystems for option in texts(mounted or {}, "options")):
        return True
    layers = [layer for target in facts.path.targets for layer in target.layers] if facts.path else []
    levels = {text(layer.entry, key) for layer in layers for key in ("level", "kind", "type")}
    return bool(levels & AMPLIFYING_LEVELS)


def _is_on_filesystem(facts: RunFacts) -> bool:
    """Unknown counts as yes."""
    return facts.path is None or any(target.filesystem for target in facts.path.targets)


DECLARED = (
    Rule(
        "device-did-more",
        "background load on the drives",
        "trust",
        "During direct I/O of at least 5 s the drives moved over 15 % more than fio asked of them, or in a direction "
        "that fio did not use at least 5 % of what it moved.",
        "Linux Documentation/admin-guide/iostats.rst; fio's disk statistics, or samples",
        ("moved by fio", "moved by the drives"),
        Experiment(
            "Find what else uses the drives (pidstat -d 1), stop it, then run the same job",
            "The result rises and the drives move only what fio requests.",
            "If it does not change, the layers below fio add this themselves.",
            expects="rate_rises",
        ),
        {"more": 1.15, "other direction": 0.05},
        "Layers with parity, snapshots or compression, and writes to a file system, move more alone: silent there.",
        is_disturbance=True,
        judge=judge_device_did_more,
        templates=(MORE, OTHER_WAY, OTHER_WAY_BEFORE),
    ),
)
