"""What a run can be compared with, offered on its page."""

from uuid import UUID

from fioboard.app.compare import sentences
from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.engine.answers.choices import ChoiceKind, ChoiceOut
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries.compare import CandidateRow

MAX_REPEATS = 50
MAX_HOSTS = 10


async def list_choices(driver: Driver, run_id: UUID) -> list[ChoiceOut]:
    """List this run with its repeats as new, something earlier or elsewhere as base."""
    if not await compare_queries.list_runs(driver, [run_id]):
        raise RunNotFound
    mine = await _list_repeats(driver, run_id)
    candidates: list[tuple[ChoiceKind, str, CandidateRow]] = []
    previous = await compare_queries.find_previous_configuration(driver, run_id)
    if previous is not None:
        candidates.append(
            ("previous_configuration", sentences.PREVIOUS_CONFIGURATION(host=previous["host_name"]), previous)
        )
    before = await compare_queries.find_run_with_other_inventory(driver, run_id)
    if before is not None and (
        previous is None or before["configuration_id"] != previous["configuration_id"]
    ):
        candidates.append(
            ("before_inventory_change", "Last before the hardware or its settings changed", before)
        )
    for other in await compare_queries.list_runs_of_other_hosts(driver, run_id, MAX_HOSTS):
        candidates.append(("other_host", sentences.SAME_WORKLOAD(host=other["host_name"]), other))
    items: list[ChoiceOut] = []
    for kind, title, row in candidates:
        base = await _list_repeats(driver, row["id"])
        items.append(
            {
                "kind": kind,
                "title": title,
                "base": _filter(base),
                "new": _filter(mine),
                "base_runs": len(base),
                "new_runs": len(mine),
            }
        )
    return items


async def _list_repeats(driver: Driver, run_id: UUID) -> list[UUID]:
    ids = await compare_queries.list_repeats(driver, run_id, MAX_REPEATS)
    # A run without results shares no workload with anything, itself neither.
    return ids or [run_id]


def _filter(run_ids: list[UUID]) -> str:
    return "&".join(f"run={run_id}" for run_id in sorted(map(str, run_ids)))
