"""Captured outputs by name, and how tests shorten a reading."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from fioboard.engine.formats.fio import Reading, Result, read_output

# The machine may be busy with other tests: a slow example is no finding, the time tests measure CPU time.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

DATA = Path(__file__).parents[3] / "data" / "fio"


@pytest.fixture(scope="session")
def captured() -> Callable[[str], bytes]:
    """Bytes of a file in data/fio."""
    return lambda name: (DATA / name).read_bytes()


@pytest.fixture(scope="session")
def read(captured: Callable[[str], bytes]) -> Callable[[str], Reading]:
    """A captured output, read; its name goes along as the hint that logs need."""
    return lambda name: read_output(captured(name), name=name)


@pytest.fixture(scope="session")
def results(read: Callable[[str], Reading]) -> Callable[[str], dict[tuple[str, str], Result]]:
    """Results of all invocations by (job name, direction)."""

    def by_name(name: str) -> dict[tuple[str, str], Result]:
        found = [result for invocation in read(name).invocations for result in invocation.results]
        return {(result.job_name, result.direction): result for result in found}

    return by_name
