"""From a reading to the rows it becomes. Base units pass through untouched; unknown stays null."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack
from uuid import UUID

from fioboard.core.ids import uuid7
from fioboard.core.run_state import Outcome, RunState
from fioboard.core.sanitize import clean, encoded
from fioboard.engine.answers.answer import AnswerOut, VerdictBrief
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.run import DiskUtilOut
from fioboard.engine.answers.time_series import RunClock
from fioboard.engine.factors import FactorValue, Scalar, Subject, detect, state
from fioboard.engine.factors.workload import comparable
from fioboard.engine.formats.fio import READER_VERSION, parse_launcher
from fioboard.engine.formats.fio.model.histogram import Histogram, pack
from fioboard.engine.formats.fio.model.reading import Invocation, Latency, Problem, Result
from fioboard.engine.formats.fio.model.version import has_printed_flags
from fioboard.engine.hardware.inventory import FACTS_VERSION, numa
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.rating import (
    Basis,
    ResultShare,
    build_basis,
    list_figures,
    list_shares,
    prepared,
    rate,
    read_stated,
)
from fioboard.engine.rating.labels import read_stated_facts
from fioboard.engine.rules import RunFacts, build_answer, shorten_verdict
from fioboard.engine.rules.energy import Power, measure_power
from fioboard.engine.words import target_names
from fioboard.engine.words.results import LATENCIES
from fioboard.store.derive import series
from fioboard.store.derive.clock import build_clock, choose_start, get_offset
from fioboard.store.derive.context import Context
from fioboard.store.derive.figures import (
    build_disk_util,
    build_remarks,
    clone_cells,
    detail_cells,
    durable_cells,
    find_headlines,
    get_identity,
    groups_of_several,
    headline_position,
    power_cells,
    rating_cells,
    read_cells,
)
from fioboard.store.derive.job_factors import add_typed_options, job_factors
from fioboard.store.derive.machine import MachineRows
from fioboard.store.derive.output_facts import explain_nothing, facts_of_output
from fioboard.store.derive.path import RunPath, derive_path, list_target_names, pinning, place_of_run
from fioboard.store.queries.derived import Derived

ESTIMATED = "computed: when fio printed the result, less its elapsed seconds (up to 1 s too early)"
STATED_LOCALLY = (
    "computed: the date in the output, whose time zone is unknown (taken as UTC), less the longest runtime"
)
DATE_ALONE = "stated: a date without a time of day, taken as 00:00 UTC"


class OutputColumns(TypedDict):
    """Columns of a run that its tool's output decides, or that there is none to be understood."""

    state: RunState
    state_reason: str | None
    outcome: Outcome
    title: str | None
    target: str | None
    global_options: dict[str, str]
    disk_util: list[DiskUtilOut] | None
    problems: list[RemarkOut]
    job_names: list[str]
    headline_position: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """Ids that were given before: a reparse keeps them, so that links stay."""

    run_ids: Sequence[UUID] = ()
    result_ids: Mapping[tuple[UUID, int], UUID] = field(default_factory=dict)


class Rows:
    """Collects the rows that are derived from one upload's outputs."""

    def __init__(self, context: Context, known: Known | None = None) -> None:
        self.derived = Derived()
        self.context = context
        self.known = known or Known()
        self.run_ids: list[UUID] = []
        self.states: list[RunState] = []
        self.verdicts: list[VerdictBrief | None] = []
        self.unread_labels: tuple[str, ...] = ()
        # Rows by the names that the vocabulary declares; they leave this room as JSON.
        self._runs: list[dict[str, object]] = []
        self._results: list[dict[str, object]] = []
        self._job_results: list[dict[str, object]] = []
        self._series: list[dict[str, object]] = []
        self._histograms: list[Histogram] = []
        self._machine = MachineRows(
            None if context.is_inventory_stated else context.inventory, context.moment
        )

    def add(
        self,
        invocation: Invocation,
        problems: Sequence[Problem] = (),
        logs: Iterable[series.StoredSeries] = (),
        samples: Samples | None = None,
    ) -> None:
        """One understood invocation becomes a run with its results; `logs` are series of files beside the output."""
        is_understood = invocation.outcome != "not_understood"
        argv = self.context.argv or invocation.argv
        launcher = parse_launcher(argv) if self.context.argv else invocation.launcher
        path = derive_path(self.context.select_run(len(self._runs)), samples, invocation.results, launcher)
        typed = add_typed_options(invocation, argv)
        labels = self.context.get_labels(len(self._runs))
        facts = RunFacts(
            results=typed.results,
            shows_flags=has_printed_flags(invocation.tool_version),
            path=path.passed,
            document=self.context.inventory or {},
            disks=invocation.disk_util,
            samples=samples,
            tool_name=invocation.tool_name,
            tool_version=invocation.tool_version,
            problems=invocation.problems,
            logged=invocation.series,
            fio_cpu_count=numa.count_cpus(
                self.context.inventory or {}, pinning(self.context.fio_cpus, invocation.results)
            ),
            **read_stated_facts(labels, invocation.targets),
        )
        basis = build_basis(facts)
        rated = rate(
            prepared(basis, self.context.rating_context.steps),
            read_stated(labels),
            self.context.rating_context.cards,
        )
        shares = list_shares(rated)
        answer = build_answer(facts.set_ratings(list_figures(rated)))
        sampled = series.build_sample_series(samples) if samples else ()
        recorded = (*series.build_invocation_series(invocation, invocation.tool_name), *logs, *sampled)
        names = list_target_names(self.context.target, path, invocation.targets)
        clock = build_clock(invocation, samples, [one.columns["name"] for one in logs])
        run_id = self._run(
            invocation.tool_name,
            invocation.tool_version,
            [get_identity(r) for r in invocation.results],
            path,
            state="understood" if is_understood else "not_understood",
            state_reason=None if is_understood else explain_nothing(invocation),
            outcome=self.context.outcome or invocation.outcome,
            started_at=self.context.started_at or invocation.started_at_ms,
            estimated_start_ms=invocation.estimated_start_ms,
            ended_at=self.context.ended_at or invocation.ended_at_ms,
            start_reason=self._start_reason(invocation),
            argv=argv,
            title=_title(self.context.title, invocation.title),
            target=target_names.shown_name(names),
            place=place_of_run(path, names),
            facts={f"launcher.{name}": arguments for name, arguments in launcher.items()}
            | job_factors(typed, launcher, self.context, path.capacity)
            | self._source_facts()
            | facts_of_output(invocation, has_inventory_path=path.resolved is not None),
            global_options=dict(invocation.global_options),
            disk_util=build_disk_util(invocation),
            problems=build_remarks((*problems, *invocation.problems)),
            job_names=sorted({r.job_name for r in invocation.results}),
            headline_position=headline_position(invocation.results, invocation.problems),
            headlines=find_headlines(invocation.results, invocation.problems, shares),
            answer=answer,
            rating_basis=basis,
            clock={**clock, "zero_at_ms": self.context.host_clock.correct_ms(clock["zero_at_ms"])}
            if recorded
            else None,
        )
        self._machine.add(run_id, path.resolved, samples)
        crowded = groups_of_several(invocation.results)
        power = measure_power(facts)
        for position, result in enumerate(invocation.results):
            self._result(
                run_id,
                position,
                result,
                tool=invocation.tool_name,
                rating=shares.get(position),
                path=path.resolved,
                power=power if position == 0 else None,
                is_alone=result.group not in crowded,
                target=path.find_own_target(result, names),
            )
        for position, stored in enumerate(recorded):
            self.derived.series_points.append(stored.points)
            number = len(self.derived.series_points)
            columns = stored.columns
            offset = get_offset(clock, columns["source"], columns["name"], is_epoch=columns["is_epoch"])
            self._series.append(
                {
                    "number": number,
                    "run_id": run_id,
                    "position": position,
                    "offset_ms": offset,
                    **columns,
                }
            )

    def _start_reason(self, invocation: Invocation) -> str:
        if self.context.typed_by:
            return DATE_ALONE
        return STATED_LOCALLY if invocation.is_zone_unknown else ESTIMATED

    def _source_facts(self) -> dict[str, str]:
        """Who typed it, as factors; none for what a tool printed."""
        context = self.context
        if context.source is None or context.typed_by is None:
            return {}
        return {"source": context.source, "typed.by": context.typed_by}

    def add_not_understood(self, reason: str) -> None:
        """Output that no reader understands yet is kept all the same (I6)."""
        self._run(
            "unknown",
            None,
            [],
            derive_path(self.context, None, ()),
            state="not_understood",
            state_reason=reason,
            outcome=self.context.outcome or "not_understood",
            started_at=self.context.started_at,
            estimated_start_ms=None,
            ended_at=self.context.ended_at,
            argv=self.context.argv,
            title=self.context.title,
            target=target_names.shown_name(target_names.split_names(self.context.target or "")),
            place=self.context.target,
            global_options={},
            disk_util=None,
            problems=[],
            job_names=[],
            headline_position=None,
            headlines=find_headlines(()),
        )

    def finish(self) -> Derived:
        """Everything collected, JSON encoded."""
        self.derived.runs = encoded(self._runs)
        self.derived.results = encoded(self._results)
        self.derived.job_results = encoded(self._job_results)
        self.derived.series = encoded(self._series)
        self.derived.histogram_bins = pack(self._histograms)
        started, _ = self.context.host_clock.correct(self.context.started_at, self.context.received_at)
        self._machine.fill(self.derived, started or self.context.received_at)
        return self.derived

    def _run(
        self,
        tool_name: str,
        tool_version: str | None,
        jobs: Sequence[Mapping[str, Scalar | None]],
        path: RunPath,
        *,
        started_at: object,
        estimated_start_ms: int | None,
        ended_at: object,
        argv: Sequence[str] | None,
        headlines: Mapping[str, float | None],
        answer: AnswerOut | None = None,
        rating_basis: Basis | None = None,
        clock: RunClock | None = None,
        start_reason: str = ESTIMATED,
        facts: Mapping[str, FactorValue] | None = None,
        place: str | None,
        **columns: Unpack[OutputColumns],
    ) -> UUID:
        context = self.context
        position = len(self._runs)
        labels = context.get_labels(position)
        detected = detect(
            Subject(
                host_name=context.host_name,
                tool_name=tool_name,
                tool_version=tool_version,
                target=place,
                labels=labels,
                inventory=context.inventory,
                jobs=jobs,
                facts={**path.facts, **(facts or {})},
            )
        )
        stated = state(detected, labels)
        self.unread_labels = tuple(dict.fromkeys((*self.unread_labels, *stated.unread)))
        started, reason = choose_start(context, started_at, estimated_start_ms, start_reason)
        ended, _ = context.host_clock.correct(ended_at, context.received_at)
        run_id = self.known.run_ids[position] if position < len(self.known.run_ids) else uuid7()
        self.run_ids.append(run_id)
        self.states.append(columns["state"])
        verdict = shorten_verdict(answer["verdict"]) if answer else None
        self.verdicts.append(verdict)
        self._runs.append(
            {
                "id": run_id,
                "position": position,
                "configuration": self._configuration(stated.values, columns["target"]),
                "started_at": started,
                "started_at_reason": reason,
                "clock_ahead_ms": context.host_clock.ahead_ms,
                "ended_at": ended,
                "reader_version": READER_VERSION,
                "facts_version": FACTS_VERSION,
                "path": path.path,
                "path_fingerprint": path.path["path_fingerprint"] if path.path else None,
                "verdict": verdict,
                "verdict_kind": answer["verdict"]["kind"] if answer else None,
                "limit_ids": answer["verdict"]["limits"] if answer else [],
                "finding_ids": answer["checks"]["found"] if answer else [],
                "answer": answer,
                "rating_basis": rating_basis.stored() if rating_basis else None,
                "clock": clock,
                "overridden": stated.overridden or None,
                "tool_name": tool_name,
                "tool_version": tool_version,
                "argv": list(argv) if argv else None,
                "batch_id": context.batch["id"] if context.batch else None,
                "batch": {k: v for k, v in context.batch.items() if k != "id"} if context.batch else None,
                "note": context.note,
                "labels": labels,
                "tags": list(context.tags),
                **headlines,
                **columns,
            }
        )
        return run_id

    def _configuration(self, factors: Mapping[str, FactorValue], target: str | None) -> str:
        new = self.derived
        sha256, place = new.configurations.add(clean(factors))
        if len(new.configuration_runs) < len(new.configurations.ids):
            new.configuration_runs.append(0)
            new.configuration_names.append([])
        new.configuration_runs[place] += 1
        if target is not None and target not in new.configuration_names[place]:
            new.configuration_names[place].append(target)
        return sha256.hex()

    def _result(
        self,
        run_id: UUID,
        position: int,
        result: Result,
        *,
        tool: str,
        rating: ResultShare | None,
        path: Path | None,
        power: Power | None,
        is_alone: bool,
        target: str | None,
    ) -> None:
        result_id = self.known.result_ids.get((run_id, position)) or uuid7()
        workload = comparable(
            get_identity(result), result.job_options, tool=tool, source=self.context.source, target=target
        )
        self._results.append(
            {
                "id": result_id,
                "run_id": run_id,
                "workload": self.derived.workloads.add(clean(workload))[0].hex(),
                "position": position,
                "is_alone": is_alone,
                **read_cells(result),
                **rating_cells(rating),
                **durable_cells(result, path),
                **power_cells(power),
                "details": detail_cells(result),
                "problems": build_remarks(result.problems),
            }
        )
        for number, member in enumerate(result.members):
            self._job_results.append({"result_id": result_id, "position": number, **clone_cells(member)})
        for kind in (column.name for column in LATENCIES):
            latency: Latency | None = getattr(result, kind)
            if latency is not None and latency.histogram is not None:
                self.derived.histogram_results.append(result_id)
                self.derived.histogram_kinds.append(kind)
                self.derived.histogram_n.append(latency.histogram.n)
                self._histograms.append(latency.histogram)


def _title(of_upload: str | None, of_run: str | None) -> str | None:
    """What the sender called the upload, and what the output calls this run of it."""
    return f"{of_upload} · {of_run}" if of_upload and of_run else of_upload or of_run
