"""What is put together from lists of columns has the fields that its type declares, no more and no fewer."""

from collections import defaultdict
from typing import cast, get_type_hints

from fioboard.app.runs.history import shape
from fioboard.engine.answers.result import ListedResult, ResultOut
from fioboard.engine.answers.run import RunItem
from fioboard.store.queries.rows import BriefResultRow, ResultRow, RunHeadRow

ROW = defaultdict(lambda: None, details="{}", problems="[]", labels="{}")


def test_a_stored_result_has_the_fields_of_its_type() -> None:
    assert shape.result(cast(ResultRow, ROW)).keys() == get_type_hints(ResultOut).keys()


def test_a_listed_result_lacks_only_what_may_be_absent() -> None:
    fields = shape.brief_result(cast(BriefResultRow, ROW)).keys()
    assert fields == ListedResult.__required_keys__
    assert set(get_type_hints(ListedResult)) - fields == {"slat_ns", "lat_ns", "sync_lat_ns"}


def test_a_run_in_a_list_lacks_only_what_may_be_absent() -> None:
    assert shape.item(cast(RunHeadRow, ROW), [], 0).keys() == RunItem.__required_keys__
