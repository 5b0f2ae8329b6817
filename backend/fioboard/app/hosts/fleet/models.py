"""One drive model: where it is, how it fares, and what its drives measured, each alone."""

from collections import Counter
from collections.abc import Sequence
from statistics import median

from fioboard.app.hosts.fleet.outliers import Judged
from fioboard.app.hosts.fleet.shape import find_fault
from fioboard.app.hosts.fleet.workloads import list_workloads
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.engine.answers.drive_model import (
    CapacityCount,
    FirmwareMix,
    HostDrives,
    ModelDetail,
    ModelHealth,
    ModelOut,
    RatedDrives,
    SlotCount,
)
from fioboard.engine.hardware.datasheets.in_force import find_cards
from fioboard.engine.hardware.datasheets.match import Drive
from fioboard.store.queries import drive_models as queries
from fioboard.store.queries import specs
from fioboard.store.queries.drive_models import ModelDriveRow, ModelRow

MAX_HOSTS = 500


def build_model(row: ModelRow, now: Judged) -> ModelOut:
    """Build a model of the list."""
    return {
        "id": row["id"],
        "model": row["model"],
        "drives": row["drives"],
        "hosts": row["hosts"],
        "firmware": row["firmware"],
        "capacities_bytes": row["capacities"],
        "missing": row["missing"],
        "rated": _rated(row["model"], now),
        "links": row["links"],
        "links_below": row["links_below"],
        "worn": row["worn"],
        "hot": row["hot"],
        "warnings": row["warnings"],
        "used_pct_max": row["used_pct_max"],
        "odd": len(now.models.get(row["model"], ())),
        "firmware_faults": [one for one in row["firmware"] if find_fault(row["model"], one)],
        "last_seen_at": row["last_seen_at"],
    }


def _rated(model: str, now: Judged) -> RatedDrives | None:
    """None where no drive of it stands beside a rating."""
    shares = now.rated_models.get(model, ())
    if not shares:
        return None
    alike = now.alike_models[model]
    return {
        "drives": len(shares),
        "judged": sum(one.is_judged for one in shares),
        "as_rated": sum(one.is_as_rated for one in shares),
        "share_best": shares[-1].share,
        "alike_test": alike[0].test,
        "alike_drives": len(alike),
        "alike_lowest": alike[0].share,
        "alike_best": alike[-1].share,
        "is_least": any(one.is_least for one in shares),
        "has_source": all(one.has_source for one in shares),
    }


async def detail(driver: Driver, model_id: str, now: Judged) -> ModelDetail:
    """One model. Raises ModelNotFound."""
    model, drives = await queries.list_drives(driver, model_id)
    listed = await queries.list_models(driver, model_id)
    if model is None or not listed:
        raise errors.ModelNotFound
    cards = await specs.get_cards(driver)
    hosts = Counter((drive["host_id"], drive["host_name"]) for drive in drives)
    sizes = Counter(drive["size_bytes"] for drive in drives)
    return {
        **build_model(listed[0], now),
        "firmware_mix": _firmware(model, drives),
        "slots": [
            SlotCount(slot=slot, drives=n)
            for slot, n in Counter(drive["slot"] for drive in drives).most_common()
        ],
        "hosts_with": [
            HostDrives(id=host_id, name=name, drives=n)
            for (host_id, name), n in sorted(hosts.items(), key=lambda one: one[0][1])[:MAX_HOSTS]
        ],
        "capacities": [
            CapacityCount(size_bytes=size, drives=n)
            for size, n in sorted(sizes.items(), key=lambda one: one[0] or 0)
        ],
        "health": _health(drives),
        "card_ids": list(
            dict.fromkeys(one.card.id for size in sizes for one in find_cards(Drive(model, size), cards))
        ),
        "workloads": await list_workloads(driver, model, {drive["id"]: drive for drive in drives}),
    }


def _firmware(model: str, drives: Sequence[ModelDriveRow]) -> list[FirmwareMix]:
    mix: list[FirmwareMix] = []
    for version, n in Counter(drive["firmware"] for drive in drives).most_common():
        known = find_fault(model, version)
        mix.append(
            FirmwareMix(
                version=version,
                drives=n,
                fault=known.fault if known else None,
                fixed_in=known.fixed_in if known else None,
                source=known.source if known else None,
            )
        )
    return mix


def _health(drives: Sequence[ModelDriveRow]) -> ModelHealth:
    temperatures = [one["temperature_c"] for one in drives if one["temperature_c"] is not None]
    used = [one["used_pct"] for one in drives if one["used_pct"] is not None]
    spare = [one["spare_pct"] for one in drives if one["spare_pct"] is not None]
    media_errors = [one["media_errors"] for one in drives if one["media_errors"] is not None]
    return {
        "temperature_n": len(temperatures),
        "temperature_median_c": median(temperatures) if temperatures else None,
        "temperature_max_c": max(temperatures, default=None),
        "used_n": len(used),
        "used_median_pct": median(used) if used else None,
        "used_max_pct": max(used, default=None),
        "spare_n": len(spare),
        "spare_min_pct": min(spare, default=None),
        "errors_n": len(media_errors),
        "with_errors": sum(one > 0 for one in media_errors),
    }
