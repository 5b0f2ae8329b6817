"""A comparison as the share shows it. Sentences about what changed are composed again from what may be shown."""

from collections.abc import Mapping, Sequence
from typing import Literal, cast, get_args

from fioboard.factors import FACTORS
from fioboard.factors.difference import Attribution, State, format_setting, name_sides, sentence
from fioboard.factors.implied import OPTION
from fioboard.factors.workload import name_rows, workload_title
from fioboard.filters import metric
from fioboard.redaction import jobs, shown_factors
from fioboard.redaction import sentences as phrases
from fioboard.redaction.circumstances import Place, share_circumstances
from fioboard.redaction.fields import LABEL
from fioboard.redaction.hosts import Hosts
from fioboard.redaction.inventory_difference import InventoryDifferences
from fioboard.redaction.measured import KINDS, SIDES, choose_closed_word, keep_list, keep_number, keep_numbers
from fioboard.redaction.path import PathRedactor
from fioboard.redaction.patterns import split_words
from fioboard.redaction.provenance import Own, mark_own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_run
from fioboard.redaction.sources import Sources, list_sides, round_to_minute
from fioboard.redaction.templates import WITHHELD, restate, restate_doubts, restate_reason
from fioboard.redaction.verdict_words import select_verdict_words
from fioboard.schemas.compare import (
    AttributionOut,
    CompareOut,
    FactorChangeOut,
    HeadlineOut,
    MetricOut,
    NoteOut,
    PartOut,
    RunRef,
    SeparatingRun,
    SideFigures,
    SideName,
    SideOut,
    Unmatched,
    WorkloadOut,
)
from fioboard.schemas.compare_answer import AnswerKind, ComparedAnswer
from fioboard.schemas.compare_curves import DistributionOut
from fioboard.schemas.compare_evidence import BootstrapOut
from fioboard.schemas.difference import Sameness
from fioboard.stats.answer import Part, answer, join
from fioboard.vocabulary import sentences

SAMENESS, SIDE_NAMES = get_args(Sameness), get_args(SideName)
STATES, ATTRIBUTIONS, ANSWERS = get_args(State), get_args(Attribution), get_args(AnswerKind)
HIDDEN_RECORDINGS = Own("It rests on what was recorded over time, which this share does not show.")
NO_COMMAND = Own("The command is not part of a share.")
# Rows that differ in what is not shown alone.
COUNTS = ("confounded", "workloads_total", "workloads_skipped", "unmatched_base_total", "unmatched_new_total")


class Comparison:
    """Everything of a share that is about two or more sides."""

    def __init__(self, sources: Sources, hosts: Hosts, redactor: Redactor) -> None:
        self.compare = sources.compare
        self.sources = sources
        self.hosts = hosts
        self.redactor = redactor
        self.runs = {str(run["id"]): run for run in sources.runs}
        self._keys: dict[str, str] = {}

    def number_runs(self) -> None:
        """Labels of runs and hosts in the order in which a reader meets them: base first."""
        for side in list_sides(self.compare):
            for run in side["runs"]:
                label_run(run["id"], self.redactor)
                self.hosts.host(run["host_name"])

    def share(self) -> CompareOut | None:
        """Share the comparison with labels for names."""
        if self.compare is None:
            return None
        return {
            **self._share_part(self.compare, self.compare["base"]),
            "base": self._share_side(self.compare["base"]),
            "more": [self._share_part(part, self.compare["base"]) for part in self.compare["more"]],
            "metrics": mark_own([name for name in self.compare["metrics"] if metric(name) is not None]),
        }

    def _share_side(self, side: SideOut) -> SideOut:
        runs: list[RunRef] = []
        is_timeless = "times" in self.redactor.hidden
        for run in side["runs"]:
            whole = self.runs.get(str(run["id"]))
            label = (
                self.hosts.get_run_machine(whole).out["label"] if whole else self.hosts.host(run["host_name"])
            )
            runs.append(
                {
                    "id": label_run(run["id"], self.redactor),
                    "title": self.redactor.reveal("run.title", run.get("title")),
                    "host_name": label,
                    "started_at": None if is_timeless else round_to_minute(run.get("started_at")),
                }
            )
        return {
            "filter": Own(""),
            "batch": None,
            "run_ids": self._label_ids(side["run_ids"]),
            "runs": runs,
            "left_out": None,  # its sentences name options of jobs that are not shown
        }

    def _label_ids(self, ids: Sequence[object]) -> list[str]:
        return [label_run(run_id, self.redactor) for run_id in ids]

    def _share_part(self, part: PartOut, base: SideOut) -> PartOut:
        changed = [self._share_change(change) for change in part["factors_changed"]]
        unknown = [self._share_change(change) for change in part["factors_unknown"]]
        attribution = self._build_attribution([*changed, *unknown], part)
        workloads = [self._share_workload(row) for row in part["workloads"]]
        headlines = {
            mark_own(name): cast(HeadlineOut, select_verdict_words(headline))
            for name, headline in part["headlines"].items()
            if metric(name) is not None
        }
        told: Part = {
            "workloads": workloads,
            "headline_metric": mark_own(part["headline_metric"])
            if part["headline_metric"] in headlines
            else None,
            "headlines": headlines,
            "attribution": attribution,
        }
        composed = self._build_answer(told, changed, part)
        paths = part["paths"]
        redactors = self._find_paths(base, part, "base"), self._find_paths(part["new"], part, "new")
        shown = {
            "new": self._share_side(part["new"]),
            "answer": composed,
            "sentence": Own(join(composed)),
            "limits": None,  # of the answers of runs, which a share of a comparison does not hold
            "held": None,  # the same
            "differs": None,  # the lists of what changed say it again, of what may be shown
            **told,
            "missing_runs": None,  # commands name targets and jobs
            "separation": None,  # so do job files
            "factors_changed": changed,
            "factors_unknown": unknown,
            **keep_numbers(part, COUNTS),
            "inventory_difference": InventoryDifferences(self.sources, self.hosts, self.redactor).compute(
                part.get("inventory_difference"), base, part["new"]
            ),
            "paths": {
                "base": redactors[0].path(paths["base"]) if redactors[0] else None,
                "new": redactors[1].path(paths["new"]) if redactors[1] else None,
                "state": choose_closed_word(paths["state"], SAMENESS, "cannot_tell"),
            },
            "unmatched": {
                side: [self._share_unmatched(row) for row in part["unmatched"][side]]
                for side in ("base", "new")
            },
            "notes": [self._restate_note(note) for note in part["notes"] if self._may_say(note)],
            "circumstances": share_circumstances(
                part["circumstances"], self.redactor.hidden, _list_places(redactors)
            ),
        }
        return cast(PartOut, shown)

    def _share_workload(self, row: WorkloadOut) -> WorkloadOut:
        metrics = {
            mark_own(name): self._share_cell(cell)
            for name, cell in row["metrics"].items()
            if metric(name) is not None
        }
        return cast(WorkloadOut, self._name_workload(row) | {"metrics": metrics})

    def _share_cell(self, cell: MetricOut) -> MetricOut:
        shown = select_verdict_words(
            {name: value for name, value in cell.items() if name not in _OF_THEIR_OWN}
        ) | {
            "ratio_reason": restate_reason(cell["ratio_reason"]),
            "mann_whitney": None
            if cell["mann_whitney"] is None
            else select_verdict_words(cell["mann_whitney"]),
            "bootstrap": None if cell["bootstrap"] is None else self._share_bootstrap(cell["bootstrap"]),
            "base": self._share_figures(cell["base"]),
            "new": self._share_figures(cell["new"]),
        }
        return cast(MetricOut, shown)

    def _share_bootstrap(self, bootstrap: BootstrapOut) -> BootstrapOut:
        """Return a bootstrap interval; one that rests on hidden recordings is hidden with them."""
        names = ("ratio", "ratio_decimals", "resamples", "seed", "runs_with_blocks", "holds_percent")
        shown = keep_numbers(bootstrap, names) | {
            "ci95": keep_list(bootstrap["ci95"]),
            "levels": mark_own([level for level in bootstrap["levels"] if level in _LEVELS]),
            "reason": restate_reason(bootstrap["reason"]),
        }
        if bootstrap["runs_with_blocks"] and "time_series" in self.redactor.hidden:
            levels = [Own("run")]
            shown |= {"ci95": None, "levels": levels, "runs_with_blocks": 0, "reason": HIDDEN_RECORDINGS}
        return cast(BootstrapOut, shown)

    def _name_workload(self, row: WorkloadOut | Unmatched) -> dict[str, object]:
        """Return key and title of a workload, without its setting, which may name a host or a target."""
        options = jobs.select_workload(row["workload_options"], self.redactor)
        # Made of the shown options alone.
        title: str = Own(workload_title(options))
        stated = row["workload"]
        if stated.endswith(")"):  # the job's name tells apart what one run measured several times
            name = stated[len(workload_title(row["workload_options"])) :].strip(" ()") or stated
            number = self.redactor.label(f"job of {title}", name).rpartition(" ")[2]
            title = phrases.OF_JOB(
                workload=title, job=self.redactor.named("job.name", name, Own(f"job {number}"))
            )
        direction = choose_closed_word(row["direction"], SIDES, "mixed")
        number = self.redactor.label(f"row of {title} {direction}", row["key"]).rpartition(" ")[2]
        return {
            "key": self._assign_key(row["key"]),
            "workload": title if number == "1" else phrases.NUMBERED(workload=title, number=number),
            "workload_options": options,
            "setting": [],
            "direction": direction,
        }

    def _assign_key(self, key: str) -> str:
        return self._keys.setdefault(key, Own(f"workload-{len(self._keys) + 1}"))

    def _share_figures(self, side: SideFigures) -> SideFigures:
        names = ("n", "mean", "median", "min", "max", "stddev", "cv_ratio")
        shown = keep_numbers(side, names) | {
            "modes": keep_list(side.get("modes")),
            "odd_run_ids": self._label_ids(side["odd_run_ids"]),
            "values": [
                {"run_id": label_run(v["run_id"], self.redactor), "value": keep_number(v["value"])}
                for v in side["values"]
            ],
        }
        return cast(SideFigures, shown)

    def _share_unmatched(self, row: Unmatched) -> Unmatched:
        return cast(Unmatched, self._name_workload(row) | {"run_ids": self._label_ids(row["run_ids"])})

    def _share_change(self, change: FactorChangeOut) -> FactorChangeOut:
        key = change["key"]
        shown = shown_factors.share_key(key, self.redactor)
        title = FACTORS[key].title if key in FACTORS else _get_word(shown)
        follows = change["follows_from"]
        return {
            "key": shown,
            # The key is shown beside it.
            "title": Own(title),
            "unit": mark_own(FACTORS[key].unit) if key in FACTORS else None,
            "state": choose_closed_word(change["state"], STATES, "cannot_tell"),
            "base": shown_factors.share_value(key, change["base"], self.redactor),
            "new": shown_factors.share_value(key, change["new"], self.redactor),
            "follows_from": None if follows is None else shown_factors.share_key(follows, self.redactor),
            "is_partly_unknown": change["is_partly_unknown"] is True,
        }

    def _build_answer(self, shown: Part, changed: Sequence[FactorChangeOut], part: PartOut) -> ComparedAnswer:
        """Compose the answer again of what is shown: no sentence that the service stated is taken."""
        names = name_sides(changed, shown["attribution"])
        called = {"base": names[0], "new": names[1]} if names else {}
        doubts = [
            str(doubt.template(**{name: called.get(str(one), one) for name, one in doubt.arguments.items()}))
            for doubt in restate_doubts(part["attribution"]["doubts"], self.redactor.hidden)
        ]
        stated = part["answer"]
        kind = choose_closed_word(stated["kind"] if stated else "nothing", ANSWERS, "nothing")
        if kind == "doubted" and not doubts:
            kind = "partly_doubted"  # of a rule whose facts are left out
        return mark_own(answer(shown, names or ("base", "New"), name_rows(shown["workloads"]), kind, doubts))

    def _build_attribution(self, changes: Sequence[FactorChangeOut], part: PartOut) -> AttributionOut:
        stated = part["attribution"]
        by_key = {
            old["key"]: new
            for old, new in zip((*part["factors_changed"], *part["factors_unknown"]), changes, strict=True)
        }
        return {
            "kind": choose_closed_word(stated["kind"], ATTRIBUTIONS, "cannot_tell"),
            "keys": [shown_factors.share_key(key, self.redactor) for key in stated["keys"]],
            # Of the shown changes alone.
            "text": Own(sentence([shown_factors.restore_change(c) for c in changes])),
            "doubts": mark_own(list[str](restate_doubts(stated["doubts"], self.redactor.hidden))),
            "separating_runs": [self._restate_separating(run, by_key) for run in stated["separating_runs"]],
        }

    def _restate_separating(self, run: SeparatingRun, by_key: Mapping[str, FactorChangeOut]) -> SeparatingRun:
        """Restate a separating run. The command names targets and jobs: it is left out, the setting is composed
        again.
        """
        setting = {by_key[key]["key"]: by_key[key]["new"] for key in run["change"] if key in by_key}
        kept = {by_key[key]["key"]: by_key[key]["base"] for key in run["keep"] if key in by_key}
        told = ", ".join(format_setting(key, value) for key, value in kept.items())
        wanted = " and ".join(format_setting(key, value) for key, value in setting.items())
        return {
            "change": setting,
            "keep": kept,
            "text": Own(phrases.MEASURE_WITH(setting=wanted, known=told)),
            "fio_command": None,
            "fio_command_reason": NO_COMMAND,
        }

    def _find_paths(self, side: SideOut, part: PartOut, which: Literal["base", "new"]) -> PathRedactor | None:
        """Find who redacts the path of a side; None where no machine of it is kept."""
        difference_ = part.get("inventory_difference")
        host = str(side["runs"][0]["host_name"]) if side["runs"] else ""
        machine = self.hosts.find_by_inventory(str(difference_[which]["id"]), host) if difference_ else None
        run = next((self.runs[str(i)] for i in reversed(side["run_ids"]) if str(i) in self.runs), None)
        if machine is None and run is not None:
            machine = self.hosts.get_run_machine(run)
        return None if machine is None else PathRedactor(machine, host, self.redactor)

    def _may_say(self, note: NoteOut) -> bool:
        """Dates are left out with the times of the runs."""
        is_dated = any(template.read(note["text"]) is not None for template in sentences.DATED_NOTES)
        return not (is_dated and "times" in self.redactor.hidden)

    def _restate_note(self, note: NoteOut) -> NoteOut:
        text = restate(note["text"], sentences.NOTES) or WITHHELD
        return {
            "side": choose_closed_word(note["side"], SIDE_NAMES, "both"),
            "text": text,
            "run_ids": self._label_ids(note["run_ids"]),
        }

    def distribution(self, measured: DistributionOut) -> DistributionOut:
        """Latencies of one workload."""
        row = next((w for w in self._list_rows() if w["key"] == measured["key"]), None)
        key = self._assign_key(measured["key"])
        shown = {
            "key": key,
            "workload": self._name_workload(row)["workload"] if row else key,
            "direction": choose_closed_word(measured["direction"], SIDES, "mixed"),
            "kind": choose_closed_word(measured["kind"], KINDS, "clat"),
            "sides": [select_verdict_words(side) for side in measured["sides"]],
            "shifts": [[select_verdict_words(shift) for shift in shifts] for shifts in measured["shifts"]],
        }
        return cast(DistributionOut, shown)

    def _list_rows(self) -> list[WorkloadOut]:
        compare = self.compare
        return [] if compare is None else [w for p in (compare, *compare["more"]) for w in p["workloads"]]


def _list_places(redactors: tuple[PathRedactor | None, PathRedactor | None]) -> tuple[Place, Place]:
    base, new = (redactor.place if redactor else _return_none for redactor in redactors)
    return base, new


def _return_none(_: object) -> None:
    return None


def _get_word(key: str) -> str:
    """Return a label or a job option by its own word."""
    return key.removeprefix(OPTION) if key.startswith(OPTION) else key.removeprefix(LABEL).capitalize()


# Fields of a cell that are not taken by judged.
_OF_THEIR_OWN = frozenset({"base", "new", "ratio_reason", "mann_whitney", "bootstrap"})
_LEVELS = split_words("run block")
