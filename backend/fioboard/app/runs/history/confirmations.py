"""What runs that were made to confirm findings of a run show: judged at every reading, newest batch first."""

from collections.abc import Sequence
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.answers.confirmation import ConfirmationOut
from fioboard.engine.rules import RULES
from fioboard.engine.rules.confirmation import Trial, confirm
from fioboard.engine.words import target_names
from fioboard.engine.words.confirmations import SIDES
from fioboard.store.queries import confirmations as queries
from fioboard.store.queries.confirmations import TrialRow

MAX_TRIALS = 400


async def list_confirmations(driver: Driver, run_id: UUID) -> list[ConfirmationOut]:
    """List confirmations by finding and batch; empty where nothing was tried."""
    rows = await queries.list_trials(driver, run_id, MAX_TRIALS)
    asked = next((row for row in rows if row["side"] is None), None)
    if asked is None:
        return []
    batches: dict[tuple[str, UUID | None], list[TrialRow]] = {}
    for row in rows:
        finding = row["finding"]
        if finding is not None and finding in RULES and row["side"] in SIDES:
            batches.setdefault((finding, row["batch_id"]), []).append(row)
    judged = [
        (max(row["sorted_at"] for row in made), _build_confirmation(key, asked, made))
        for key, made in batches.items()
    ]
    return [out for _, out in sorted(judged, key=lambda one: one[0], reverse=True)]


def _build_confirmation(
    key: tuple[str, UUID | None], asked: TrialRow, rows: Sequence[TrialRow]
) -> ConfirmationOut:
    finding, batch_id = key
    rule = RULES[finding]
    expects = rule.experiment.expects if rule.experiment else None
    made = confirm(
        expects,
        tuple(asked["workloads"]),
        [
            Trial(
                row["side"] == "changed",
                row["is_whole_here"] and _is_same_place(row, asked),
                tuple(row["workloads"]),
                row["rate"],
                row["latency"],
            )
            for row in sorted(rows, key=lambda row: (row["sorted_at"], row["id"]))
        ],
    )
    seen = made.ratio
    return {
        "finding": finding,
        "title": rule.title,
        "batch_id": None if batch_id is None else str(batch_id),
        "outcome": made.outcome,
        "sentence": made.sentence,
        "measure": "clat_p50_ns" if expects == "latency_falls" else "bw_bytes_per_s",
        "base": list(made.base),
        "changed": list(made.changed),
        "ratio": seen.value if seen else None,
        "ratio_low": seen.low if seen else None,
        "ratio_high": seen.high if seen else None,
    }


def _is_same_place(one: TrialRow, other: TrialRow) -> bool:
    """What is only known by name is compared by the folders of its files: twice the jobs make twice the files."""
    if one["place"] == other["place"]:
        return True
    is_by_name = not any(target_names.is_identified(row["place"]) for row in (one, other))
    return is_by_name and _list_folders(one["target"]) == _list_folders(other["target"])


def _list_folders(target: str | None) -> frozenset[str]:
    """List devices by name, files by their folder."""
    paths = target_names.split_names(target or "")
    return frozenset(path if path.startswith("/dev/") else path.rpartition("/")[0] for path in paths)
