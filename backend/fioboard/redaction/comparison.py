"""A comparison as the share shows it. Sentences about what changed are composed again from what may be shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from fioboard.factors import FACTORS
from fioboard.factors.difference import FactorChange, sentence
from fioboard.inventory.difference import difference
from fioboard.inventory.tolerant import named
from fioboard.redaction import jobs, shown_factors
from fioboard.redaction.fields import LABEL
from fioboard.redaction.hosts import Hosts
from fioboard.redaction.measured import figure, numbers
from fioboard.redaction.path import PathRedactor
from fioboard.redaction.patterns import word_set
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_of
from fioboard.redaction.sources import Json, Sources, to_the_minute

MAX_ROWS = 2_000
HIDDEN_RECORDINGS = "It rests on what was recorded over time, which this share does not show."


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
        for side in self._sides():
            for run in side["runs"]:
                label_of(run["id"], self.redactor)
                self.hosts.host(run["host_name"])

    def _sides(self) -> list[Json]:
        compare = self.compare
        return (
            [] if compare is None else [compare["base"], compare["new"], *(p["new"] for p in compare["more"])]
        )

    def out(self) -> dict[str, Any] | None:
        """schemas.compare.CompareOut."""
        if self.compare is None:
            return None
        return {
            **self._part(self.compare, self.compare["base"]),
            "base": self._side(self.compare["base"]),
            "more": [self._part(part, self.compare["base"]) for part in self.compare["more"]],
            "metrics": list(self.compare["metrics"]),
        }

    def _side(self, side: Json) -> dict[str, Any]:
        runs = []
        for run in side["runs"]:
            whole = self.runs.get(str(run["id"]))
            label = self.hosts.of_run(whole).out["label"] if whole else self.hosts.host(run["host_name"])
            runs.append(
                {
                    "id": label_of(run["id"], self.redactor),
                    "title": self.redactor.reveal("run.title", run.get("title")),
                    "host_name": label,
                    "started_at": None
                    if "times" in self.redactor.hidden
                    else to_the_minute(run.get("started_at")),
                }
            )
        return {"filter": "", "run_ids": self._ids(side["run_ids"]), "runs": runs}

    def _ids(self, ids: Sequence[Any]) -> list[str]:
        return [label_of(run_id, self.redactor) for run_id in ids]

    def _part(self, part: Json, base: Json) -> dict[str, Any]:
        changed = [self._change(change) for change in part["factors_changed"]]
        unknown = [self._change(change) for change in part["factors_unknown"]]
        said = sentence([_as_change(change) for change in (*changed, *unknown)])
        before = part["attribution"]["text"]
        # What stands before the attribution holds figures only (features/compare/wording.py).
        whole = part["sentence"].removesuffix(before)
        is_figures = whole != part["sentence"] or not before
        paths = part["paths"]
        return {
            "new": self._side(part["new"]),
            "sentence": f"{whole}{said}" if is_figures else said,
            "headlines": {name: _plain(headline) for name, headline in part["headlines"].items()},
            "workloads": [self._workload(row) for row in part["workloads"]],
            "factors_changed": changed,
            "factors_unknown": unknown,
            "confounded": figure(part["confounded"]),
            "attribution": self._attribution(part["attribution"], said, [*changed, *unknown], part),
            "inventory_difference": self._difference(part.get("inventory_difference"), base, part["new"]),
            "paths": {
                "base": self._path(paths["base"], base, part, "base"),
                "new": self._path(paths["new"], part["new"], part, "new"),
                "state": paths["state"],
            },
            "unmatched": {
                side: [self._unmatched(row) for row in part["unmatched"][side]] for side in ("base", "new")
            },
            "notes": [self._note(note) for note in part["notes"]],
        }

    def _workload(self, row: Json) -> dict[str, Any]:
        return self._named(row) | {
            "metrics": {
                name: {
                    **_plain({k: v for k, v in cell.items() if k not in _OWN}),
                    "mann_whitney": None if cell["mann_whitney"] is None else _plain(cell["mann_whitney"]),
                    "bootstrap": None if cell["bootstrap"] is None else self._bootstrap(cell["bootstrap"]),
                    "base": self._figures(cell["base"]),
                    "new": self._figures(cell["new"]),
                }
                for name, cell in row["metrics"].items()
            }
        }

    def _bootstrap(self, found: Json) -> dict[str, Any]:
        """schemas.compare.BootstrapOut. An interval that rests on hidden recordings is hidden with them."""
        names = ("ratio", "resamples", "seed", "runs_with_blocks", "holds_percent")
        shown = {name: figure(found[name]) for name in names} | {
            "ci95": numbers(found["ci95"]),
            "levels": [level for level in found["levels"] if level in _LEVELS],
            # One of the sentences of stats/bootstrap.py and features/compare/resampling.py.
            "reason": found["reason"],
        }
        if found["runs_with_blocks"] and "time_series" in self.redactor.hidden:
            shown |= {"ci95": None, "levels": ["run"], "runs_with_blocks": 0, "reason": HIDDEN_RECORDINGS}
        return shown

    def _named(self, row: Json) -> dict[str, Any]:
        """Key and title of a workload: the service's own key is a hash of its options and job name."""
        options = jobs.workload(row["workload_options"], self.redactor)
        title = jobs.workload_title(options)
        own = row["workload"]
        if own.endswith(")"):  # the job's name tells apart what one run measured several times
            name = own[len(jobs.workload_title(row["workload_options"])) :].strip(" ()") or own
            number = self.redactor.label(f"job of {title}", name).rpartition(" ")[2]
            title = f"{title} ({self.redactor.named('job.name', name, f'job {number}')})"
        return {
            "key": self._key(row["key"]),
            "workload": title,
            "workload_options": options,
            "direction": row["direction"],
        }

    def _key(self, key: str) -> str:
        return self._keys.setdefault(key, f"workload-{len(self._keys) + 1}")

    def _figures(self, side: Json) -> dict[str, Any]:
        names = ("n", "mean", "median", "min", "max", "stddev", "cv_ratio")
        return {name: figure(side.get(name)) for name in names} | {
            "modes": numbers(side.get("modes")),
            "odd_run_ids": self._ids(side["odd_run_ids"]),
            "values": [
                {"run_id": label_of(v["run_id"], self.redactor), "value": figure(v["value"])}
                for v in side["values"]
            ],
        }

    def _unmatched(self, row: Json) -> dict[str, Any]:
        return self._named(row) | {"run_ids": self._ids(row["run_ids"])}

    def _change(self, change: Json) -> dict[str, Any]:
        key = change["key"]
        shown = shown_factors.key_of(key, self.redactor)
        title = FACTORS[key].title if key in FACTORS else shown.removeprefix(LABEL).capitalize()
        follows = change["follows_from"]
        return {
            "key": shown,
            "title": title,
            "unit": FACTORS[key].unit if key in FACTORS else None,
            "state": change["state"],
            "base": shown_factors.shown(key, change["base"], self.redactor),
            "new": shown_factors.shown(key, change["new"], self.redactor),
            "follows_from": None if follows is None else shown_factors.key_of(follows, self.redactor),
        }

    def _attribution(
        self, found: Json, said: str, changes: Sequence[Mapping[str, Any]], part: Json
    ) -> dict[str, Any]:
        by_key = {
            old["key"]: new
            for old, new in zip((*part["factors_changed"], *part["factors_unknown"]), changes, strict=True)
        }
        return {
            "kind": found["kind"],
            "keys": [shown_factors.key_of(key, self.redactor) for key in found["keys"]],
            "text": said,
            "separating_runs": [self._separating(run, by_key) for run in found["separating_runs"]],
        }

    def _separating(self, run: Json, by_key: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """The command names targets and jobs: it is left out, the setting is said again."""

        def side(values: Json, which: str) -> dict[str, Any]:
            return {by_key[key]["key"]: by_key[key][which] for key in values if key in by_key}

        setting, kept = side(run["change"], "new"), side(run["keep"], "base")
        told = ", ".join(f"{key}={_spoken(value)}" for key, value in kept.items())
        wanted = " and ".join(f"{key}={_spoken(value)}" for key, value in setting.items())
        return {
            "change": setting,
            "keep": kept,
            "text": f"Measure with {wanted} and everything else as base had it ({told}).",
            "fio_command": None,
            "fio_command_reason": "The command is not part of a share.",
        }

    def _difference(self, found: Json | None, base: Json, new: Json) -> dict[str, Any] | None:
        """Computed again from the kept inventories: what is not shown cannot differ visibly."""
        if found is None:
            return None
        ours = self._machine_of(found["base"]["id"], base)
        theirs = self._machine_of(found["new"]["id"], new)
        if ours is None or theirs is None:
            return None
        rows = [row.out() for row in difference(ours, theirs) if not row.path.startswith("host.")]
        return {
            "base": self._reference(found["base"]),
            "new": self._reference(found["new"]),
            "facets": [
                {"facet": f["facet"], "state": f["state"], "text": f["text"]} for f in found["facets"]
            ],
            # A sentence without any serial (inventory/units.py).
            "units": {"state": found["units"]["state"], "text": found["units"]["text"]},
            "rows": rows[:MAX_ROWS],
            "base_count": figure(found["base_count"]),
            "new_count": figure(found["new_count"]),
            "rows_left_out": max(0, len(rows) - MAX_ROWS),
        }

    def _reference(self, found: Json) -> dict[str, Any]:
        return {
            "id": self.redactor.label("inventory", str(found["id"])),
            "created_at": to_the_minute(
                self.sources.created_at if "times" in self.redactor.hidden else found["created_at"]
            ),
        }

    def _machine_of(self, inventory_id: Any, side: Json) -> dict[str, Any] | None:
        """The kept inventory with each drive's and array's label where its serial number was: what tells them apart."""
        host = str(side["runs"][0]["host_name"]) if side["runs"] else ""
        found = self.hosts.of_inventory(str(inventory_id), host)
        if found is None:
            return None
        document = dict(found.document)
        for part, key in (("disks", "serial"), ("volumes", "uuid")):
            document[part] = {label: {**entry, key: label} for label, entry in named(found.document, part)}
        return document

    def _path(self, found: Json | None, side: Json, part: Json, which: str) -> dict[str, Any] | None:
        if found is None:
            return None
        difference_ = part.get("inventory_difference")
        host = str(side["runs"][0]["host_name"]) if side["runs"] else ""
        machine = self.hosts.of_inventory(str(difference_[which]["id"]), host) if difference_ else None
        run = next((self.runs[str(i)] for i in reversed(side["run_ids"]) if str(i) in self.runs), None)
        if machine is None and run is not None:
            machine = self.hosts.of_run(run)
        return None if machine is None else PathRedactor(machine, host, self.redactor).path(found)

    def _note(self, note: Json) -> dict[str, Any]:
        return {"side": note["side"], "text": note["text"], "run_ids": self._ids(note["run_ids"])}

    def distribution(self, found: Json) -> dict[str, Any]:
        """schemas.compare.DistributionOut."""
        row = next((w for w in self._rows() if w["key"] == found["key"]), None)
        title = self._named(row)["workload"] if row else self._key(found["key"])
        return {
            "key": self._key(found["key"]),
            "workload": title,
            "direction": found["direction"],
            "kind": found["kind"],
            "sides": [_plain(side) for side in found["sides"]],
            "shifts": [[_plain(shift) for shift in shifts] for shifts in found["shifts"]],
        }

    def _rows(self) -> list[Json]:
        compare = self.compare
        return [] if compare is None else [w for p in (compare, *compare["more"]) for w in p["workloads"]]


def _as_change(change: Mapping[str, Any]) -> FactorChange:
    def values(found: Any) -> tuple[Any, ...]:
        return tuple(found) if isinstance(found, list) else () if found is None else (found,)

    return FactorChange(
        change["key"], values(change["base"]), values(change["new"]), change["state"], change["follows_from"]
    )


def _spoken(value: object) -> str:
    if isinstance(value, list):
        return " or ".join(map(_spoken, value))
    return "none" if value is None else str(value)


# Fields of a cell that are not taken by _plain.
_OWN = frozenset({"base", "new", "mann_whitney", "bootstrap"})
_LEVELS = word_set("run block")

# Texts that the service writes into figures of a comparison, from closed lists.
_WORDS = word_set(
    "IOPS bytes/s ns % max_rank rank log_t exact normal_approximation negligible small medium large better worse "
    "no_difference_shown not_enough_runs"
)


def _plain(found: Json) -> dict[str, Any]:
    """Numbers, and words of the service's own; lists and objects of such."""
    return {name: _plain_value(name, value) for name, value in found.items()}


def _plain_value(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return _plain(value)
    if isinstance(value, list):
        return [_plain_value(name, item) for item in value]
    if isinstance(value, str):
        is_own = value in _WORDS or name in {"metric", "ratio_reason"}
        return value if is_own else None
    return value
