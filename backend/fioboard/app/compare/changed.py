"""What differs in the setting of two sides, whether the effect may be put down to it, and the run that would tell."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypedDict, cast
from uuid import UUID

import orjson

from fioboard.app.compare import sentences
from fioboard.app.compare.job_command import build_job_command
from fioboard.app.compare.matching import Options, Row
from fioboard.app.compare.spec import Spec
from fioboard.engine.answers.compare import AttributionOut, FactorChangeOut, SeparatingRun, Value
from fioboard.engine.factors.difference import (
    Cell,
    FactorChange,
    Factors,
    Values,
    attribution,
    compare_cells,
    format_setting,
    is_confounded,
    roots,
    sentence,
)
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.factors.workload import CORE, IDENTITY, SWITCHABLE
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.job_options import OF_AMOUNT
from fioboard.store.queries.compare import ComparedRunRow, JobRow

MAX_SUGGESTIONS = 5
# What a job moves and how long it runs follows from these, and from its speed.
_AMOUNT = frozenset(
    {"job.size", "job.runtime_class", *IDENTITY, *(f"{OPTION}{name}" for name in (*SWITCHABLE, *OF_AMOUNT))}
)


@dataclass(frozen=True, slots=True)
class Compared:
    """The matched rows of one new side, and the whole options of their workloads."""

    rows: Sequence[Row]
    side: int
    workloads: Mapping[UUID, Options]
    silent_of_flags: frozenset[UUID]
    """Runs of a fio that does not print an option which was typed without a value."""

    def options(self, ignored: Sequence[str]) -> list[tuple[list[Factors], list[Factors]]]:
        """What may differ of each workload that was matched without it, on both sides: `ignored`, and what it says."""
        rows = [(row, (*ignored, *row.differing)) for row in self.rows if ignored or row.differing]
        return [
            (self._list_distinct(row, 0, keys), self._list_distinct(row, self.side, keys))
            for row, keys in rows
        ]

    def _list_distinct(self, row: Row, side: int, keys: Sequence[str]) -> list[Factors]:
        """List distinct values of these options among the results of a side."""
        flags = {key for key in keys if self._is_flag(row, key)}
        distinct: dict[str, Factors] = {}
        for result in row.results[side]:
            whole = self.workloads[result["workload_id"]]
            hidden = flags if result["run_id"] in self.silent_of_flags else ()
            chosen = {
                _name_option(key): whole.get(key)
                for key in keys
                if whole.get(key) is not None
                or (result["is_told"] and key not in IDENTITY and key not in hidden)
            }
            distinct.setdefault(repr(sorted(chosen.items())), chosen)
        return list(distinct.values())

    def _is_flag(self, row: Row, key: str) -> bool:
        """Whether it is merely on wherever it is set."""
        values = {self.workloads[r["workload_id"]].get(key) for side in row.results for r in side}
        return values <= {None, "1"}


def _name_option(option: str) -> str:
    """Return what an option is called among factors."""
    return option if option in FACTORS and option in CORE else f"{OPTION}{option}"


def list_changes(
    cells: Sequence[Cell],
    compared: Compared,
    spec: Spec,
) -> list[FactorChange]:
    """List the differing factors of the runs whose results are compared, each cell within itself.

    Job options come from the matched results, since a run's own factors also name jobs that were not compared.
    """
    if not any(base and new for base, new in cells):
        return []
    mixed = frozenset(key for row in compared.rows for key in row.mixed)
    return compare_cells(cells, frozenset(IDENTITY), compared.options(spec.ignore), mixed)


def is_same_amount(differences: Sequence[FactorChange], ignored: Sequence[str]) -> bool:
    """Whether both sides were told to move as much and to run as long, as far as the runs say."""
    return _AMOUNT.isdisjoint({change.key for change in differences} | set(ignored))


class FactorsPart(TypedDict):
    """What of a part is about factors."""

    factors_changed: list[FactorChangeOut]
    factors_unknown: list[FactorChangeOut]
    confounded: bool
    attribution: AttributionOut


def build_factors_part(
    differences: Sequence[FactorChange], job: JobRow | None, doubts: Sequence[str] = ()
) -> FactorsPart:
    """Build what differs, and whether the effect may be attributed to it.

    `job`: queries.compare.jobs_of of a matched base result; None without one, and then there is no difference that a
    run could explain. `doubts`: about runs that did not measure what those of the other side did.
    """
    kind = attribution(differences)
    if doubts and kind in {"only", "nothing_changed"}:
        kind = "cannot_tell"
    independent = roots(differences)
    return {
        "factors_changed": [_build_change(c) for c in differences if c.state in {"changed", "mixed"}],
        "factors_unknown": [_build_change(c) for c in differences if c.state == "cannot_tell"],
        "confounded": is_confounded(differences),
        "attribution": {
            "kind": kind,
            "keys": [c.key for c in independent],
            "text": sentence(differences),
            "doubts": list(doubts),
            "separating_runs": [_build_separating(c, independent, job) for c in independent[:MAX_SUGGESTIONS]]
            if kind == "confounded" and job is not None
            else [],
        },
    }


def _build_change(change: FactorChange) -> FactorChangeOut:
    return {
        "key": change.key,
        "title": change.title,
        "unit": change.unit,
        "state": change.state,
        "base": _simplify_values(change.base),
        "new": _simplify_values(change.new),
        "follows_from": change.follows_from,
        "is_partly_unknown": change.is_partly_unknown,
    }


def _simplify_values(known: Values) -> Value:
    """Return one value as itself, several as a list, none as null."""
    return cast(Value, known[0] if len(known) == 1 else list(known) or None)


def _build_separating(
    change: FactorChange, independent: Sequence[FactorChange], job: JobRow
) -> SeparatingRun:
    """Build the run that changes this factor alone."""
    others = [c for c in independent if c is not change]
    setting = {change.key: _simplify_values(change.new)}
    kept = {c.key: _simplify_values(c.base) for c in others}
    known = ", ".join(format_setting(key, value) for key, value in kept.items())
    command = build_job_command(job, {change.key: change.new[0]} if len(change.new) == 1 else {})
    return {
        "change": setting,
        "keep": kept,
        "text": sentences.MEASURE_WITH(setting=format_setting(change.key, setting[change.key]), known=known)
        + command.remarks,
        "fio_command": command.text,
        "fio_command_reason": command.reason,
    }


def list_cells(
    sides: tuple[Sequence[ComparedRunRow], Sequence[ComparedRunRow]],
    texts: Mapping[UUID, str],
    rows: Sequence[Row],
    side: int,
) -> list[tuple[list[dict[str, FactorValue]], list[dict[str, FactorValue]]]]:
    """List the distinct factor sets of base's and the new side's runs that are compared with each other.

    `rows`: matched. Runs of rows with the same setting are one cell; without any row, all runs are.
    """
    of_kind: dict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        of_kind[row.kind].append(row)
    base, new = sides
    if not of_kind:
        return [(_list_factors(base, texts, None), _list_factors(new, texts, None))]
    return [
        (
            _list_factors(base, texts, {one["run_id"] for row in alike for one in row.results[0]}),
            _list_factors(new, texts, {one["run_id"] for row in alike for one in row.results[side]}),
        )
        for alike in of_kind.values()
    ]


def _list_factors(
    runs: Sequence[ComparedRunRow], texts: Mapping[UUID, str], compared: Set[UUID] | None
) -> list[dict[str, FactorValue]]:
    """List distinct factor sets of these runs; None: of all."""
    wanted = dict.fromkeys(
        run["configuration_id"] for run in runs if compared is None or run["id"] in compared
    )
    return [orjson.loads(texts[key]) for key in wanted]
