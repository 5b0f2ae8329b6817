"""What differs in the setting of two sides, whether the effect may be put down to it, and the run that would tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, cast
from uuid import UUID

import orjson

from fioboard.factors.difference import (
    FactorChange,
    Factors,
    Values,
    attribution,
    difference,
    roots,
    sentence,
    setting_of,
)
from fioboard.factors.implied import OPTION
from fioboard.factors.project import FactorValue
from fioboard.factors.workload import CORE, IDENTITY
from fioboard.features.compare.job_command import job_command
from fioboard.features.compare.matching import Options, Row
from fioboard.features.compare.spec import Spec
from fioboard.queries.compare import ComparedRunRow, JobRow
from fioboard.schemas.compare import AttributionOut, FactorChangeOut, SeparatingRun, Value
from fioboard.vocabulary.factors.registry import FACTORS

MAX_SUGGESTIONS = 5


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
        return [(self._of(row, 0, keys), self._of(row, self.side, keys)) for row, keys in rows]

    def _of(self, row: Row, side: int, keys: Sequence[str]) -> list[Factors]:
        """Distinct values of these options among the results of a side."""
        flags = {key for key in keys if self._is_flag(row, key)}
        distinct: dict[str, Factors] = {}
        for result in row.results[side]:
            whole = self.workloads[result["workload_id"]]
            hidden = flags if result["run_id"] in self.silent_of_flags else ()
            chosen = {
                _key(key): whole.get(key)
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


def _key(option: str) -> str:
    """What an option is called among factors."""
    return option if option in FACTORS and option in CORE else f"{OPTION}{option}"


def changes(
    base: Sequence[Mapping[str, FactorValue]],
    new: Sequence[Mapping[str, FactorValue]],
    compared: Compared,
    spec: Spec,
) -> list[FactorChange]:
    """Differing factors of the runs whose results are compared.

    Job options come from the matched results, since a run's own factors also name jobs that were not compared.
    """
    if not base or not new:
        return []
    return difference(base, new, frozenset(IDENTITY), compared.options(spec.ignore))


class FactorsPart(TypedDict):
    """What of a part is about factors."""

    factors_changed: list[FactorChangeOut]
    factors_unknown: list[FactorChangeOut]
    confounded: bool
    attribution: AttributionOut


def as_out(
    differences: Sequence[FactorChange], job: JobRow | None, doubts: Sequence[str] = ()
) -> FactorsPart:
    """What differs, and whether the effect may be put down to it.

    `job`: queries.compare.jobs_of of a matched base result; None without one, and then there is no difference that a
    run could explain. `doubts`: runs of one side that did not measure what the other did.
    """
    kind = attribution(differences)
    if doubts and kind in {"only", "nothing_changed"}:
        kind = "cannot_tell"
    independent = roots(differences)
    return {
        "factors_changed": [_change(c) for c in differences if c.state in {"changed", "mixed"}],
        "factors_unknown": [_change(c) for c in differences if c.state in {"cannot_tell", "one_side"}],
        "confounded": len(independent) > 1,
        "attribution": {
            "kind": kind,
            "keys": [c.key for c in independent],
            "text": " ".join([sentence(differences), *doubts]),
            "doubts": list(doubts),
            "separating_runs": [_separating(c, independent, job) for c in independent[:MAX_SUGGESTIONS]]
            if kind == "confounded" and job is not None
            else [],
        },
    }


def names_of(part: FactorsPart) -> tuple[str, str] | None:
    """What a sentence calls base and new by the one factor that differs; None where that is not one."""
    changed, about = part["factors_changed"], part["attribution"]
    one = next((c for c in changed if about["kind"] == "only" and c["key"] in about["keys"]), None)
    if one is None or isinstance(one["base"], list) or isinstance(one["new"], list):
        return None
    return setting_of(one["key"], one["base"]), setting_of(one["key"], one["new"])


def _change(change: FactorChange) -> FactorChangeOut:
    return {
        "key": change.key,
        "title": change.title,
        "unit": change.unit,
        "state": change.state,
        "base": _shown(change.base),
        "new": _shown(change.new),
        "follows_from": change.follows_from,
        "is_partly_unknown": change.is_partly_unknown,
    }


def _shown(known: Values) -> Value:
    """One value as itself, several as a list, none as null."""
    return cast(Value, known[0] if len(known) == 1 else list(known) or None)


def _separating(change: FactorChange, independent: Sequence[FactorChange], job: JobRow) -> SeparatingRun:
    """The run that changes this factor alone."""
    others = [c for c in independent if c is not change]
    setting = {change.key: _shown(change.new)}
    kept = {c.key: _shown(c.base) for c in others}
    told = ", ".join(setting_of(key, value) for key, value in kept.items())
    command = job_command(job, {change.key: change.new[0]} if len(change.new) == 1 else {})
    return {
        "change": setting,
        "keep": kept,
        "text": f"Measure with {setting_of(change.key, setting[change.key])} and everything else as base had it "
        f"({told})." + command.remarks,
        "fio_command": command.text,
        "fio_command_reason": command.reason,
    }


def factors_of(
    runs: Sequence[ComparedRunRow], texts: Mapping[UUID, str], compared: frozenset[UUID]
) -> list[dict[str, FactorValue]]:
    """Distinct factor sets of the runs that have a compared result."""
    wanted = dict.fromkeys(run["configuration_id"] for run in runs if run["id"] in compared)
    return [orjson.loads(texts[key]) for key in wanted]
