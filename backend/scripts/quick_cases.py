"""The mark `quick(n)` of a test with many cases: `make test` runs the first n, `make nightly` all others."""

from collections import Counter

import pytest


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what `-m` does not ask for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every case `nightly` but the first of a test that says how many are enough by day."""
    by_day = Counter[str]()
    for item in items:
        mark = item.get_closest_marker("quick")
        if mark is None or item.get_closest_marker("nightly") is not None:
            continue
        test = item.nodeid.split("[", 1)[0]
        by_day[test] += 1
        if by_day[test] > mark.args[0]:
            item.add_marker(pytest.mark.nightly)
