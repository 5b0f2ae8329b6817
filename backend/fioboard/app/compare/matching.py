"""Results of the same workload brought together, side by side; what finds no partner is listed, not dropped."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import orjson

from fioboard.app.compare.spec import Spec
from fioboard.core.block_size import block_size
from fioboard.core.run_state import Direction
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.factors.workload import CORE, IDENTITY, TARGET
from fioboard.engine.filters import values
from fioboard.store.queries.compare import ComparedResultRow, get_option

Results = Sequence[ComparedResultRow]
# In the place of an option's value that the results of a workload do not have in common.
DIFFERS = "differs"
Options = Mapping[str, FactorValue | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One workload in one direction, with its results on every side, base first."""

    key: str
    """Short and the same for the same workload: what an address can name."""
    options: Options
    direction: Direction
    job_name: str | None
    """Only where a run measured the same workload several times, or on several targets: its jobs are distinguished
    by name."""
    results: tuple[Results, ...]
    differing: tuple[str, ...] = ()
    """Options that its results do not have in common."""
    setting: Mapping[str, FactorValue | None] = field(default_factory=dict)
    """Where runs of one workload were not alike: the factors in which these are. None: known to be without."""
    kind: tuple[Hashable, ...] = ()
    """Equal for rows whose runs have the same setting."""
    mixed: frozenset[str] = frozenset()
    """Factors in which runs of a side differ, and by which they could not be split."""

    @property
    def title(self) -> str:
        """In fio's own words: `randread bs=4k iodepth=32 numjobs=4 ioengine=libaio direct=1`."""
        return build_workload_title(self.options, self.job_name)

    @property
    def is_matched(self) -> bool:
        """Whether base and at least one new side measured it."""
        return bool(self.results[0]) and any(self.results[1:])


def build_workload_title(options: Options, job_name: str | None = None) -> str:
    """Build a title of the options in fio's words, those that are known, rw first."""
    words = [str(options["rw"])] if options.get("rw") is not None else []
    for key in (*IDENTITY[1:], *sorted(set(options) - set(IDENTITY))):
        value = options.get(key)
        if value is not None:
            words.append(f"{key}={_format_value(key, value)}")
    if job_name is not None:
        words.append(f"({job_name})")
    return " ".join(words) or "nothing known"


def describe_option(key: str, value: FactorValue | None) -> str:
    """Return `bs=64k`, or that it is not set."""
    return f"{key} not set" if value is None else f"{key}={_format_value(key, value)}"


def list_differing(a: Row, b: Row) -> list[str]:
    """List the options in which two workloads differ."""
    keys = sorted({*a.options, *b.options})
    return [key for key in keys if a.options.get(key) != b.options.get(key)]


def list_differing_settings(a: Row, b: Row) -> list[str]:
    """List the factors in which the runs of two rows differ."""
    return [key for key in {**a.setting, **b.setting} if a.setting.get(key, a) != b.setting.get(key, b)]


def _format_value(key: str, value: FactorValue) -> str:
    if isinstance(value, list):
        return " ".join(_format_value(key, one) for one in value)
    if key == "bs":
        return block_size(value) if isinstance(value, int) else values.shown(value, "bytes")
    return values.shown(value, "number")


def match(sides: Sequence[Results], workloads: Mapping[UUID, str], spec: Spec) -> list[Row]:
    """All workloads of all sides, matched or not, in order of first appearance, base's first.

    Results meet first with those of the very same options; what is left over, with those of the same core.
    `sides`: rows of queries.compare.results_of per side; `workloads`: options as JSON text.
    """
    options = {key: _select_options(text, spec) for key, text in workloads.items()}
    keyed = [[(_build_key(result, options, spec), result) for result in side] for side in sides]
    crowded = _find_crowded(keyed)
    by_workload: dict[bytes, list[list[ComparedResultRow]]] = {}
    about: dict[bytes, tuple[Options, Direction, str | None]] = {}
    for number, side in enumerate(keyed):
        for (text, considered, direction), result in side:
            name = _get_occurrence(result, crowded[text]) if text in crowded else None
            full = text + orjson.dumps(name)
            about.setdefault(full, (considered, direction, name))
            by_workload.setdefault(full, [[] for _ in sides])[number].append(result)
    rows = [_Draft(full, *about[full], results) for full, results in by_workload.items()]
    return [draft.row() for draft in _pair_rows(rows, {*CORE, *spec.match})]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row in the making: results that have all of these options in common, side by side."""

    text: bytes
    options: Options
    direction: Direction
    job_name: str | None
    results: list[list[ComparedResultRow]]
    differing: tuple[str, ...] = ()

    def row(self) -> Row:
        """The row that others see."""
        key = hashlib.sha256(self.text).hexdigest()[:12]
        results = tuple(self.results)
        names = {result["job_name"] for side in results for result in side}
        # Of several targets at once the job says more than a number.
        name = names.pop() if TARGET in self.options and len(names) == 1 else self.job_name
        return Row(key, self.options, self.direction, name, results, self.differing)

    @property
    def sides(self) -> set[int]:
        """The sides that measured it."""
        return {number for number, results in enumerate(self.results) if results}


def _pair_rows(rows: Sequence[_Draft], core: set[str]) -> list[_Draft]:
    """Pair rows that some side lacks when they differ only in options outside the core.

    Those options are named as what differs. A row that every side of its core has stays as it is: like is put with
    like first. Nothing is brought together when a side would pool runs that differ in them.
    """
    alike: dict[bytes, list[_Draft]] = defaultdict(list)
    for row in rows:
        basis = {key: value for key, value in row.options.items() if key in core}
        alike[orjson.dumps([basis, row.direction], option=orjson.OPT_SORT_KEYS)].append(row)
    joined: dict[bytes, _Draft] = {}
    for group in alike.values():
        sides = set().union(*(row.sides for row in group))
        apart = [row for row in group if row.sides != sides]
        for together in _list_candidates(apart):
            whole = _join_rows(together)
            joined |= {row.text: whole for row in together}
    return list({id(row): row for row in (joined.get(row.text, row) for row in rows)}.values())


def _list_candidates(apart: Sequence[_Draft]) -> Iterable[Sequence[_Draft]]:
    """List all of them, where each side has one; else those of one job name."""
    if _can_be_joined(apart):
        yield apart
        return
    by_name: dict[frozenset[str], list[_Draft]] = defaultdict(list)
    for row in apart:
        by_name[frozenset(result["job_name"] for side in row.results for result in side)].append(row)
    yield from (rows for rows in by_name.values() if _can_be_joined(rows))


def _can_be_joined(rows: Sequence[_Draft]) -> bool:
    """Whether base and another side measured these, and no side measured two of them: unlike runs are not pooled."""
    sides = [side for row in rows for side in row.sides]
    return len(rows) > 1 and 0 in sides and len(set(sides)) == len(sides) > 1


def _join_rows(rows: Sequence[_Draft]) -> _Draft:
    first, keys = rows[0], {key for row in rows for key in row.options}
    differing = {key for key in keys if any(row.options.get(key) != first.options.get(key) for row in rows)}
    return _Draft(
        b"".join(sorted(row.text for row in rows)),
        {**first.options, **dict.fromkeys(sorted(differing), DIFFERS)},
        first.direction,
        first.job_name if all(row.job_name == first.job_name for row in rows) else None,
        [[result for row in rows for result in row.results[side]] for side in range(len(first.results))],
        tuple(sorted(differing)),
    )


Key = tuple[bytes, Options, Direction]


def _select_options(text: str, spec: Spec) -> Options:
    return {key: value for key, value in orjson.loads(text).items() if key not in spec.ignore}


def _build_key(result: ComparedResultRow, options: Mapping[UUID, Options], spec: Spec) -> Key:
    considered = options[result["workload_id"]]
    if spec.match:
        asked = {name: get_option(result, i) for i, name in enumerate(spec.match)}
        considered = {**considered, **asked}
    text = orjson.dumps([considered, result["direction"]], option=orjson.OPT_SORT_KEYS)
    return text, considered, result["direction"]


def _find_crowded(keyed: Sequence[Sequence[tuple[Key, ComparedResultRow]]]) -> dict[bytes, dict[UUID, str]]:
    """Find workloads that some run measured several times: for each of their results, what distinguishes it in its
    run.
    """
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


def _get_occurrence(result: ComparedResultRow, names: Mapping[UUID, str]) -> str:
    return names[result["id"]]
