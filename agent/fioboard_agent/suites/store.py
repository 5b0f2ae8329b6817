"""Batches that are not complete, one file each in the agent's state folder.

Written before the first step and after every one, so that `suite --resume` goes on after an interruption or a reboot.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.host.durable import read_json, sync_folder, write_json_durably
from fioboard_agent.host.paths import Folders, make_state_folder
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.suites.batch import Done, Plan, Until
from fioboard_agent.suites.drives import Drive
from fioboard_agent.suites.experiment import Experiment
from fioboard_agent.suites.pts.ledger import Ledger
from fioboard_agent.suites.pts.purge import Purge
from fioboard_agent.suites.pts.standard import Pts
from fioboard_agent.suites.search import Goal
from fioboard_agent.suites.target import SuiteTarget
from fioboard_agent.suites.workload import Workload

SCHEMA = 2


@dataclass
class KeptBatch:
    """A plan and what is done of it. `scene`: of an experiment, the machine and target as they were last measured.
    `purge` and `ledger`: of a PTS, how far the purge came and what was written."""

    plan: Plan
    done: list[Done] = field(default_factory=list)
    scene: Optional[dict[str, Any]] = None
    purge: Optional[Purge] = None
    ledger: Ledger = field(default_factory=Ledger)


class BatchStore:
    """All batches of this user on this host that are not complete."""

    def __init__(self, folders: Folders) -> None:
        self._folder = make_state_folder(folders.batches)

    def save(self, batch: KeptBatch) -> None:
        """Durably: after a power cut the batch is where this call left it."""
        document = {
            "schema": SCHEMA,
            "plan": _convert_paths(asdict(batch.plan)),
            "done": [asdict(one) for one in batch.done],
            "scene": batch.scene,
            **({} if batch.plan.pts is None else _build_pts_state(batch)),
        }
        write_json_durably(self._path(batch.plan.id), document)

    def remove(self, batch: KeptBatch) -> None:
        """The batch is complete."""
        self._path(batch.plan.id).unlink(missing_ok=True)
        sync_folder(self._folder)

    def unfinished(self) -> list[KeptBatch]:
        """Newest last; files that are no batches are left alone."""
        paths = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        return [batch for batch in map(_read, paths) if batch is not None]

    def find(self, beginning: str, word: str = "batch") -> KeptBatch:
        """The batch whose id begins so; the newest for an empty beginning. `word`: "experiment" finds those alone, and
        "batch" all others. UsageError when there is none, or no one."""
        kept = [batch for batch in self.unfinished() if batch.plan.id.startswith(beginning)]
        batches = [batch for batch in kept if (batch.plan.experiment is not None) == (word == "experiment")]
        if not batches:
            raise UsageError(f"No unfinished {word}{f' {beginning}' if beginning else ''} is kept on this host.")
        if beginning and len(batches) > 1:
            raise UsageError(f"{len(batches)} unfinished {word}s begin with {beginning}; give more of the ID.")
        return batches[-1]

    def _path(self, batch_id: str) -> Path:
        return self._folder / f"{batch_id}.json"


def _convert_paths(value: Any) -> Any:
    """Return paths as text, all the way down."""
    if isinstance(value, dict):
        return {key: _convert_paths(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_convert_paths(inner) for inner in value]
    return str(value) if isinstance(value, Path) else value


def _read(path: Path) -> Optional[KeptBatch]:
    try:
        document = read_json(path)
        if document["schema"] != SCHEMA or document["plan"]["id"] != path.stem:
            return None
        return KeptBatch(
            _plan(document["plan"]),
            [Done(**one) for one in document["done"]],
            document.get("scene"),
            _load_purge(document["purge"]) if document.get("purge") else None,
            Ledger(**document.get("ledger", {})),
        )
    except (ValueError, KeyError, TypeError):
        return None
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}.") from None


def _plan(kept: dict[str, Any]) -> Plan:
    kept_annotations, added = kept["annotations"], kept["additions"]
    return Plan(
        **{
            **kept,
            "workloads": tuple(map(_load_workload, kept["workloads"])),
            "target": SuiteTarget(**{**kept["target"], "path": Path(kept["target"]["path"])}),
            "until": Until(**kept["until"]) if kept["until"] else None,
            "search": Goal(**kept["search"]) if kept.get("search") else None,
            "pts": _load_pts(kept["pts"]) if kept.get("pts") else None,
            "experiment": _load_experiment(kept["experiment"]) if kept.get("experiment") else None,
            "annotations": Annotations(
                kept_annotations["title"], kept_annotations["labels"], tuple(kept_annotations["tags"])
            ),
            "confirmed": tuple(kept["confirmed"]),
            "drives": tuple(map(_load_drive, kept.get("drives", ()))),
            "additions": Additions(
                added["is_privileged"],
                added["bios_file"],
                tuple((key, value) for key, value in added["stated"]),
            ),
        }
    )


def _build_pts_state(batch: KeptBatch) -> dict[str, Any]:
    return {"purge": asdict(batch.purge) if batch.purge else None, "ledger": asdict(batch.ledger)}


def _load_pts(kept: dict[str, Any]) -> Pts:
    return Pts(**{**kept, "tracked": tuple(kept["tracked"]), "deviations": tuple(kept["deviations"])})


def _load_purge(kept: dict[str, Any]) -> Purge:
    return Purge(**{**kept, "commands": tuple(map(tuple, kept["commands"]))})


def _load_experiment(kept: dict[str, Any]) -> Experiment:
    return Experiment(**{**kept, "conditions": tuple(kept["conditions"])})


def _load_drive(kept: dict[str, Any]) -> Drive:
    return Drive(**{**kept, "path": Path(kept["path"]), "confirmed": tuple(kept["confirmed"])})


def _load_workload(kept: dict[str, Any]) -> Workload:
    """Load a workload: batches of an older agent have fewer fields."""
    return Workload(
        **{
            **kept,
            "options": tuple((name, value) for name, value in kept.get("options", ())),
            "varied": tuple((name, value) for name, value in kept.get("varied", ())),
            "before": tuple(map(_load_workload, kept.get("before", ()))),
            "figures": tuple(kept.get("figures", ())),
            "drives": tuple(kept.get("drives", ())),
        }
    )
