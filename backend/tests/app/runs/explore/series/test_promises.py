"""What a point may be held against."""

import pytest

from fioboard.app.runs.explore.series.promises import promises
from fioboard.core.ids import uuid7
from fioboard.engine.filters.table import ConfigurationTable
from fioboard.engine.words.metrics import METRICS

CARRIES = 28_800_000_000


@pytest.mark.parametrize(("are_reads", "expected"), [(True, CARRIES), (False, None)])
def test_what_the_path_carries_of_reads_is_no_ceiling_of_writes(
    *, are_reads: bool, expected: int | None
) -> None:
    table = ConfigurationTable()
    table.put(uuid7(), {"chain.limit": CARRIES}, 1)
    held = promises(table, {0}, METRICS["bw_bytes_per_s"], None, None, are_reads=are_reads)
    assert held["ceiling"] == expected
