"""The tables that are written by hand, and the shapes of answers, hold exactly the columns that are declared."""

from collections.abc import Sequence
from typing import get_type_hints

import pytest
from sqlalchemy import BigInteger, Boolean, DateTime, Double, Float, Integer, SmallInteger, Text, Uuid
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from fioboard.core.sanitize import encoded
from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.formats.fio.model.reading import Latency, Result
from fioboard.engine.words import runs
from fioboard.engine.words.columns import Column, names, record, selected, values
from fioboard.engine.words.drives import DRIVE, DriveColumns
from fioboard.engine.words.metrics import STORED
from fioboard.engine.words.results import (
    DETAILS,
    DURABLE,
    JOB_RESULT,
    LATENCIES,
    LATENCY_FIGURES,
    LISTED,
    POWER,
    RATING,
    RESULT,
    SERIES,
    SHOWN_DETAILS,
)
from fioboard.store.derive.figures import build_latency
from fioboard.store.models import Base

TYPES = {
    "uuid": Uuid, "smallint": SmallInteger, "int": Integer, "bigint": BigInteger, "float8": (Float, Double),
    "bool": Boolean, "text": Text, "text[]": ARRAY, "jsonb": JSONB, "timestamptz": DateTime,
}  # fmt: skip


@pytest.mark.parametrize(
    ("table", "columns", "others"),
    [
        ("result", RESULT, {"id", "run_id", "workload_id", *STORED}),
        ("job_result", JOB_RESULT, {"result_id"}),
        ("time_series", SERIES, {"run_id", "points"}),
        ("drive", DRIVE, {"id", "host_id", "unit", "seen_at"}),
        (
            "run",
            (*runs.READ, *runs.STATED),
            {
                "id",
                "upload_id",
                "position",
                "host_id",
                "inventory_id",
                "configuration_id",
                "uploaded_at",
                "sorted_at",
            }
            | {"words", "deleted_at", "stated_hardware_id"},
        ),
    ],
)
def test_a_table_has_the_columns_that_are_declared(
    table: str, columns: Sequence[Column], others: set[str]
) -> None:
    stored = Base.metadata.tables[table].columns
    assert {column.name for column in columns} == {*stored.keys()} - others
    for column in columns:
        assert isinstance(stored[column.name].type, TYPES[column.sql]), column.name
        # An Integer is a SmallInteger's base: which one it is counts, too.
        assert column.sql != "int" or type(stored[column.name].type) is Integer


def test_a_reading_holds_every_column() -> None:
    fields = {*Result.__struct_fields__}
    put_together = {
        "position",
        "details",
        "is_alone",
        *(column.read_from for column in (*RATING, *DURABLE, *POWER)),
    }
    assert {column.read_from for column in RESULT} - put_together <= fields
    assert {column.read_from for column in DETAILS} <= fields


def test_an_answer_shows_what_is_listed_and_the_latencies() -> None:
    shown = {column.api for column in (*LISTED, *SHOWN_DETAILS, *LATENCIES)} | {"problems"}
    assert shown == set(ResultFigures.__annotations__)


def test_every_figure_of_a_latency_is_declared() -> None:
    stored = build_latency(Latency(percentiles={}, resolution_ns=1, percentile_resolution_ns=1))
    assert stored is not None
    assert encoded(stored)
    assert set(stored) - {"percentiles", "percentiles_reason", "saturated"} == set(LATENCY_FIGURES)


def test_lists_of_sql_follow_from_a_declaration() -> None:
    columns = (
        Column(name="a", sql="float8", description=""),
        Column(name="b", sql="jsonb", description=""),
        Column(name="c", sql="text[]", description=""),
    )
    assert names(columns, "r") == "r.a, r.b, r.c"
    assert record(columns) == "a float8, b jsonb, c jsonb"
    assert values(columns, "r") == "r.a, r.b, array(select jsonb_array_elements_text(r.c))"
    assert selected(columns) == "a, b::text as b, c"


def test_a_drive_has_the_columns_that_are_declared() -> None:
    assert list(get_type_hints(DriveColumns)) == [column.name for column in DRIVE]
