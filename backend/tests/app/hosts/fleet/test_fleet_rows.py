"""Rows of the fleet are what their types say, with drives that tell everything and drives that tell next to nothing."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.queries import drive_models, fleet, specs
from fioboard.store.queries.fleet import Wanted
from tests.app.hosts.fleet.test_fleet import MODEL, measure
from tests.store.queries.test_row_types import require_type

pytestmark = pytest.mark.anyio
TOLD = {
    "moment_temperature_c": 41.5,
    "moment_percentage_used": 7,
    "moment_available_spare_pct": 100,
    "moment_media_errors": 0,
    "moment_critical_warning": 0,
    "temperature_warning_c": 77,
}


async def test_rows_are_of_their_types(client: AsyncClient, database: Database) -> None:
    await measure(client, "told", 6_000_000_000, **TOLD)
    [run] = await measure(
        client, "silent", 6_000_000_000, repeats=1, serial=None, firmware=None, size_bytes=None
    )
    async with database.driver() as driver:
        rows = await fleet.list_drives(driver, Wanted(), 10, None)
        assert {row["host_name"] for row in rows} == {"told", "silent"}
        require_type(fleet.FleetRow, rows)
        require_type(fleet.VersionRow, await fleet.list_versions(driver))
        counts = await fleet.count_drives(driver, Wanted())
        assert (counts["drives"], counts["hosts"], counts["with_problems"]) == (2, 2, 0)
        models = await drive_models.list_models(driver)
        require_type(drive_models.ModelRow, models)
        require_type(drive_models.StandingRow, await drive_models.list_models_and_capacities(driver))
        assert await drive_models.list_models(driver, models[0]["id"]) == models
        _, drives = await drive_models.list_drives(driver, models[0]["id"])
        require_type(drive_models.ModelDriveRow, drives)
        groups = await drive_models.list_groups(driver)
        require_type(drive_models.GroupRow, groups)
        require_type(drive_models.FigureRow, await drive_models.list_figures(driver, MODEL))
        require_type(
            drive_models.WorkloadRow, await drive_models.list_workloads(driver, [groups[0]["workload_id"]])
        )
        newest = [one for group in groups for one in group["runs"]]
        require_type(drive_models.RunFactsRow, await drive_models.run_facts(driver, newest))
        require_type(specs.RatingRow, [*(await specs.get_rating_rows(driver, newest)).values()])
        assert run in {str(one) for one in newest}


async def test_of_no_drive_every_count_is_none(database: Database) -> None:
    async with database.driver() as driver:
        counts = await fleet.count_drives(driver, Wanted())
        assert (counts["drives"], counts["hosts"], counts["last_seen_at"]) == (0, 0, None)
        assert set(counts["counts"].values()) == {0}
        assert await drive_models.list_groups(driver) == []
