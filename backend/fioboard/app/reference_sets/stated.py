"""What sources state, as pages show it: beside a run, of a drive model, of a set."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.answers.reference_set import PlacedStatedOut, StatedFigureOut, StatedList
from fioboard.engine.reference_sets.document import read_stated
from fioboard.engine.reference_sets.signature import describe_lab
from fioboard.engine.reference_sets.stated import Stated, hash_subject, list_stated_conditions, write_value
from fioboard.engine.rules.history import Measured, StatedOfRun
from fioboard.store.queries import stated_figures as queries
from fioboard.store.queries.stated_of_run import load_stated_of_run

MAX_OF_RESULT = 12
MAX_OF_MODEL = 200
MAX_OF_SET = 1_000


async def find_stated_places(driver: Driver, run_id: UUID) -> list[PlacedStatedOut]:
    """List what is stated of a run's drive and tests; nothing where nothing is."""
    return list(_take_first(await load_stated_of_run(driver, run_id)))


def _take_first(pairs: list[StatedOfRun]) -> Iterator[PlacedStatedOut]:
    taken: Counter[int] = Counter()
    for one in pairs:
        taken[one.position] += 1
        if taken[one.position] > MAX_OF_RESULT:
            continue
        measured = one.measured
        yield PlacedStatedOut(
            **build_stated_figure(one.stated, one.lab, one.set_id),
            run_id=str(measured.run_id),
            position=one.position,
            test=_describe_test(measured),
            direction=measured.direction,
            measured=one.value,
            place=one.place,
            is_comparable=one.is_comparable,
        )


def _describe_test(measured: Measured) -> str:
    """Name what was measured: `4 KiB random reads, QD 32, 4 jobs`."""
    jobs = f", {measured.numjobs} jobs" if (measured.numjobs or 1) > 1 else ""
    return f"{measured.what}, QD {measured.iodepth or 1}{jobs}"


async def list_stated_of_model(driver: Driver, model: str) -> list[StatedFigureOut]:
    """List what sets that count state of a drive model."""
    rows = await queries.list_stated(driver, [hash_subject("model", model)], most=MAX_OF_MODEL)
    return [
        build_stated_figure(
            read_stated(row["stated"]),
            describe_lab(row["maker_name"], row["public_key"]),
            str(row["set_id"]),
        )
        for row in rows
    ]


async def list_stated_of_set(driver: Driver, set_id: UUID, lab: str, count: int) -> StatedList:
    """List what a set states, whether it counts or not."""
    texts = await queries.list_stated_of_set(driver, set_id, most=MAX_OF_SET)
    return {
        "items": [build_stated_figure(read_stated(text), lab, str(set_id)) for text in texts],
        "left_out": count - len(texts),
    }


def build_stated_figure(stated: Stated, lab: str, set_id: str) -> StatedFigureOut:
    """Build a stated figure as the API answers it."""
    source = stated.source
    return {
        "set_id": set_id,
        "lab": lab,
        "of": stated.of,
        "title": stated.title,
        "capacity_bytes": stated.capacity_bytes,
        "stated": write_value(stated),
        "low": stated.low,
        "value": stated.value,
        "high": stated.high,
        "unit": stated.unit,
        "conditions": list_stated_conditions(stated),
        "claim": stated.claim,
        "by": stated.by,
        "source": {
            "title": source.title,
            "address": source.address,
            "dated": source.dated,
            "licence": source.licence,
        },
        "note": stated.note,
    }
