"""A run beside what sources state of its drive: read at every reading, since sets come and go."""

from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.reference_sets.document import read_stated
from fioboard.engine.reference_sets.signature import describe_lab
from fioboard.engine.rules.history import Measured, StatedOfRun
from fioboard.engine.rules.history.stated import OneDrive, is_of_capacity, list_subjects, match_stated
from fioboard.store.queries import stated_figures as queries
from fioboard.store.queries.stated_figures import SubjectRow

MAX_RESULTS = 16
MAX_STATED = 400
_ORDER = {"model": 0, "volume": 1, "class": 2}


async def load_stated_of_run(driver: Driver, run_id: UUID) -> list[StatedOfRun]:
    """Load each result of a run beside each stated figure of its drive and test: what is stated of its model first,
    what can be compared before what lacks a condition.
    """
    rows = await queries.list_subjects(driver, run_id, most=MAX_RESULTS)
    if not rows:
        return []
    subjects = list_subjects(_build_drive(rows[0]))
    stated = [
        (row, read_stated(row["stated"]))
        for row in await queries.list_stated(driver, list(subjects), most=MAX_STATED)
    ]
    pairs = []
    for row in rows:
        measured = _build_measured(run_id, row)
        percentiles = {50.0: row["clat_p50_ns"], 99.0: row["clat_p99_ns"]}
        for row_stated, one in stated:
            paired = match_stated(measured, one, percentiles)
            if paired is not None and is_of_capacity(one, row["capacity_bytes"]):
                lab = describe_lab(row_stated["maker_name"], row_stated["public_key"])
                pairs.append(
                    StatedOfRun(
                        measured, row["position"], paired[0], one, lab, str(row_stated["set_id"]), paired[1]
                    )
                )
    pairs.sort(key=lambda pair: (pair.position, not pair.is_comparable, _ORDER[pair.stated.of]))
    return pairs


def _build_drive(row: SubjectRow) -> OneDrive:
    return OneDrive(
        model=row["model"] or "",
        capacity_bytes=row["capacity_bytes"],
        transport=row["transport"],
        link=row["link"],
        is_rotational=row["is_rotational"],
        vendor=row["vendor"],
        product=row["product"],
    )


def _build_measured(run_id: UUID, row: SubjectRow) -> Measured:
    return Measured(
        run_id=run_id,
        at=None,
        direction=row["direction"],
        iops=row["iops"],
        bw_bytes_per_s=row["bw_bytes_per_s"],
        setting={},
        rw=row["rw"],
        bs_bytes=row["bs_bytes"],
        iodepth=row["in_flight"],
        numjobs=1,
    )
