"""A comparison as the share shows it. Sentences about what changed are composed again from what may be shown."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from fioboard.app.sharing.redaction import jobs, shown_factors
from fioboard.app.sharing.redaction import sentences as phrases
from fioboard.app.sharing.redaction.circumstances import Place, share_circumstances
from fioboard.app.sharing.redaction.fields import LABEL
from fioboard.app.sharing.redaction.hosts import Hosts
from fioboard.app.sharing.redaction.inventory_difference import InventoryDifferences
from fioboard.app.sharing.redaction.measured import SIDES, choose_closed_word
from fioboard.app.sharing.redaction.path import PathRedactor
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.runs import label_run
from fioboard.app.sharing.redaction.sources import Sources, list_sides
from fioboard.app.sharing.redaction.templates import restate_doubts
from fioboard.engine.answers.compare import (
    AttributionOut,
    CompareOut,
    FactorChangeOut,
    NoteOut,
    PartOut,
    PathsOut,
    RunRef,
    SeparatingRun,
    SideOut,
    Unmatched,
)
from fioboard.engine.answers.compare_answer import AnswerKind, ComparedAnswer
from fioboard.engine.answers.compare_curves import DistributionOut
from fioboard.engine.answers.compare_evidence import BootstrapOut
from fioboard.engine.answers.workload import HeadlineOut, WorkloadOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.difference import format_setting, name_sides, sentence
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.factors.workload import name_rows, workload_title
from fioboard.engine.stats.answer import Part, answer, join
from fioboard.engine.words import sentences

ANSWERS = get_args(AnswerKind)
HIDDEN_RECORDINGS = Own("It rests on what was recorded over time, which this share does not show.")
NO_COMMAND = Own("The command is not part of a share.")


class Comparison:
    """Everything of a share that is about two or more sides."""

    def __init__(self, sources: Sources, hosts: Hosts, redactor: Redactor) -> None:
        self.compare = sources.compare
        self.sources = sources
        self.hosts = hosts
        self.redactor = redactor
        self.runs = {str(run["id"]): run for run in sources.runs}
        self._keys: dict[str, str] = {}
        self.projector = Projector(
            redactor,
            {
                CompareOut: self._compose_part,
                PartOut: self._compose_part,
                RunRef: self._compose_run,
                WorkloadOut: self._name_workload,
                Unmatched: self._name_workload,
                BootstrapOut: self._compose_bootstrap,
                FactorChangeOut: self._compose_change,
                NoteOut: self._compose_note,
                DistributionOut: self._compose_distribution,
            },
        )

    def number_runs(self) -> None:
        """Labels of runs and hosts in the order in which a reader meets them: base first."""
        for side in list_sides(self.compare):
            for run in side["runs"]:
                label_run(run["id"], self.redactor)
                self.hosts.host(run["host_name"])

    def share(self) -> CompareOut | None:
        """Share the comparison with labels for names."""
        return self.projector.select(CompareOut, self.compare)

    def distribution(self, measured: DistributionOut) -> DistributionOut:
        """Latencies of one workload."""
        return self.projector.share(DistributionOut, measured)

    def _compose_run(self, run: RunRef) -> dict[str, object]:
        whole = self.runs.get(str(run["id"]))
        machine = self.hosts.get_run_machine(whole) if whole else None
        return {"host_name": machine.out["label"] if machine else self.hosts.host(run["host_name"])}

    def _compose_part(self, part: PartOut) -> dict[str, object]:
        project, base = self.projector, list_sides(self.compare)[0]
        changed = project.list_shown(FactorChangeOut, part["factors_changed"])
        unknown = project.list_shown(FactorChangeOut, part["factors_unknown"])
        attribution = self._build_attribution([*changed, *unknown], part)
        # The answer is composed anew, of the shown part alone.
        headlines = project.map_shown(HeadlineOut, part["headlines"])
        headline_metric = part["headline_metric"]
        summary: Part = {
            "workloads": project.list_shown(WorkloadOut, part["workloads"]),
            "headline_metric": mark_own(headline_metric) if headline_metric in headlines else None,
            "headlines": headlines,
            "attribution": attribution,
        }
        composed = self._build_answer(summary, changed, part)
        redactors = self._find_paths(base, part, "base"), self._find_paths(part["new"], part, "new")
        paths = part["paths"]
        return {
            **summary,
            "factors_changed": changed,
            "factors_unknown": unknown,
            "answer": composed,
            "sentence": Own(join(composed)),
            "inventory_difference": InventoryDifferences(self.sources, self.hosts, self.redactor).compute(
                part.get("inventory_difference"), base, part["new"]
            ),
            "paths": project.share(
                PathsOut,
                paths,
                {
                    "base": redactors[0].path(paths["base"]) if redactors[0] else None,
                    "new": redactors[1].path(paths["new"]) if redactors[1] else None,
                },
            ),
            "circumstances": share_circumstances(
                part["circumstances"], self.redactor, _list_places(redactors)
            ),
        }

    def _compose_bootstrap(self, bootstrap: BootstrapOut) -> dict[str, object]:
        """Leave out a bootstrap interval that rests on hidden recordings."""
        if bootstrap["runs_with_blocks"] and "time_series" in self.redactor.hidden:
            levels = [Own("run")]
            return {"ci95": None, "levels": levels, "runs_with_blocks": 0, "reason": HIDDEN_RECORDINGS}
        return {}

    def _name_workload(self, row: WorkloadOut | Unmatched) -> dict[str, object]:
        """Name a workload by what it shows; its setting may name a host or a target."""
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
        }

    def _assign_key(self, key: str) -> str:
        return self._keys.setdefault(key, Own(f"workload-{len(self._keys) + 1}"))

    def _compose_change(self, change: FactorChangeOut) -> dict[str, object]:
        key = change["key"]
        shown = shown_factors.share_key(key, self.redactor)
        return {
            # The key is shown beside it.
            "title": Own(FACTORS[key].title if key in FACTORS else _get_word(shown)),
            "unit": mark_own(FACTORS[key].unit) if key in FACTORS else None,
            "base": shown_factors.share_value(key, change["base"], self.redactor),
            "new": shown_factors.share_value(key, change["new"], self.redactor),
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
        return self.projector.share(
            AttributionOut,
            stated,
            {
                # Of the shown changes alone.
                "text": Own(sentence([shown_factors.restore_change(c) for c in changes])),
                "doubts": mark_own(list[str](restate_doubts(stated["doubts"], self.redactor.hidden))),
                "separating_runs": [
                    self._restate_separating(run, by_key) for run in stated["separating_runs"]
                ],
            },
        )

    def _restate_separating(self, run: SeparatingRun, by_key: Mapping[str, FactorChangeOut]) -> SeparatingRun:
        """Restate a separating run. The command names targets and jobs: it is left out, the setting is composed
        again.
        """
        setting = {by_key[key]["key"]: by_key[key]["new"] for key in run["change"] if key in by_key}
        kept = {by_key[key]["key"]: by_key[key]["base"] for key in run["keep"] if key in by_key}
        known = ", ".join(format_setting(key, value) for key, value in kept.items())
        wanted = " and ".join(format_setting(key, value) for key, value in setting.items())
        return {
            "change": setting,
            "keep": kept,
            "text": Own(phrases.MEASURE_WITH(setting=wanted, known=known)),
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

    def _compose_note(self, note: NoteOut) -> dict[str, object] | None:
        """Dates are left out with the times of the runs."""
        is_dated = any(template.read(note["text"]) is not None for template in sentences.DATED_NOTES)
        return None if is_dated and "times" in self.redactor.hidden else {}

    def _compose_distribution(self, measured: DistributionOut) -> dict[str, object]:
        row = next((w for w in self._list_rows() if w["key"] == measured["key"]), None)
        key = self._assign_key(measured["key"])
        return {"key": key, "workload": self._name_workload(row)["workload"] if row else key}

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
