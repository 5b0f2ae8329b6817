"""Results of the same workload brought together, side by side; what finds no partner is listed, not dropped."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from fioboard.core.block_size import block_size
from fioboard.core.run_state import Direction
from fioboard.factors.project import FactorValue
from fioboard.factors.workload import IDENTITY
from fioboard.features.compare.spec import Spec
from fioboard.filters import values
from fioboard.queries.compare import ComparedResultRow, option_of

Results = Sequence[ComparedResultRow]
Options = Mapping[str, FactorValue | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One workload in one direction, with its results on every side, base first."""

    key: str
    """Short and the same for the same workload: what an address can name."""
    options: Options
    direction: Direction
    job_name: str | None
    """Only where a run measured the same workload several times: its jobs are told apart by name."""
    results: tuple[Results, ...]

    @property
    def title(self) -> str:
        """In fio's own words: `randread bs=4k iodepth=32 numjobs=4 ioengine=libaio direct=1`."""
        return workload_title(self.options, self.job_name)

    @property
    def is_matched(self) -> bool:
        """Whether base and at least one new side measured it."""
        return bool(self.results[0]) and any(self.results[1:])


def workload_title(options: Options, job_name: str | None = None) -> str:
    """Options in fio's words, those that are known, rw first."""
    words = [str(options["rw"])] if options.get("rw") is not None else []
    for key in (*IDENTITY[1:], *sorted(set(options) - set(IDENTITY))):
        value = options.get(key)
        if value is not None:
            words.append(f"{key}={_shown(key, value)}")
    if job_name is not None:
        words.append(f"({job_name})")
    return " ".join(words) or "nothing known"


def _shown(key: str, value: FactorValue) -> str:
    if isinstance(value, list):
        return " ".join(_shown(key, one) for one in value)
    if key == "bs":
        return block_size(value) if isinstance(value, int) else values.shown(value, "bytes")
    return values.shown(value, "number")


def match(sides: Sequence[Results], workloads: Mapping[UUID, str], spec: Spec) -> list[Row]:
    """All workloads of all sides, matched or not, in order of first appearance, base's first.

    `sides`: rows of queries.compare.results_of per side; `workloads`: options as JSON text.
    """
    options = {key: _considered(text, spec) for key, text in workloads.items()}
    keyed = [[(_key(result, options, spec), result) for result in side] for side in sides]
    crowded = _crowded(keyed)
    by_workload: dict[bytes, list[list[ComparedResultRow]]] = {}
    about: dict[bytes, tuple[Options, Direction, str | None]] = {}
    for number, side in enumerate(keyed):
        for (text, considered, direction), result in side:
            name = _occurrence(result, crowded[text]) if text in crowded else None
            full = text + orjson.dumps(name)
            about.setdefault(full, (considered, direction, name))
            by_workload.setdefault(full, [[] for _ in sides])[number].append(result)
    return [
        Row(hashlib.sha256(full).hexdigest()[:12], *about[full], tuple(results))
        for full, results in by_workload.items()
    ]


Key = tuple[bytes, Options, Direction]


def _considered(text: str, spec: Spec) -> Options:
    return {key: value for key, value in orjson.loads(text).items() if key not in spec.ignore}


def _key(result: ComparedResultRow, options: Mapping[UUID, Options], spec: Spec) -> Key:
    considered = options[result["workload_id"]]
    if spec.match:
        asked = {name: option_of(result, i) for i, name in enumerate(spec.match)}
        considered = {**considered, **asked}
    text = orjson.dumps([considered, result["direction"]], option=orjson.OPT_SORT_KEYS)
    return text, considered, result["direction"]


def _crowded(keyed: Sequence[Sequence[tuple[Key, ComparedResultRow]]]) -> dict[bytes, dict[UUID, str]]:
    """Workloads that some run measured several times: for each of their results, what tells it apart in its run."""
    per_run: dict[tuple[bytes, UUID], list[ComparedResultRow]] = defaultdict(list)
    for side in keyed:
        for (text, _, _), result in side:
            per_run[text, result["run_id"]].append(result)
    several = {text for (text, _), results in per_run.items() if len(results) > 1}
    names: dict[bytes, dict[UUID, str]] = {text: {} for text in several}
    for (text, _), results in per_run.items():
        if text not in several:
            continue
        seen: Counter[str] = Counter()
        for result in results:
            seen[result["job_name"]] += 1
            number = seen[result["job_name"]]
            names[text][result["id"]] = (
                result["job_name"] if number == 1 else f"{result['job_name']} #{number}"
            )
    return names


def _occurrence(result: ComparedResultRow, names: Mapping[UUID, str]) -> str:
    return names[result["id"]]
