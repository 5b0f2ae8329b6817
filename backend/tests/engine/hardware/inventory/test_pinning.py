"""How fio was pinned: the agent's word, else the job options, never a guess."""

import pytest

from fioboard.engine.formats import fio
from fioboard.store.derive.path import pinning
from tests.factories.fio_output import direction, job, output

NOTHING = {"cpus_allowed": None, "numa_cpu_nodes": None}


@pytest.mark.parametrize(
    ("stated", "options", "expected"),
    [
        (None, [{"cpus_allowed": "0-23"}], NOTHING | {"cpus_allowed": "0-23"}),
        (NOTHING, [{"numa_cpu_nodes": "1"}], NOTHING | {"numa_cpu_nodes": "1"}),
        ({"cpus_allowed": "6-11"}, [{"cpus_allowed": "0-23"}], NOTHING | {"cpus_allowed": "6-11"}),
        (None, [{"cpus_allowed": "0-23"}, {"cpus_allowed": "24-47"}], NOTHING),
        (None, [{}], NOTHING),
        ("junk", [], NOTHING),
    ],
)
def test_what_is_known_of_pinning(
    stated: object, options: list[dict[str, str]], expected: dict[str, str | None]
) -> None:
    jobs = [
        job(f"job{n}", read=direction(iops=100), **{"job options": {"rw": "read"} | one})
        for n, one in enumerate(options)
    ]
    results = fio.read_output(output(*jobs)).invocations[-1].results if jobs else ()
    assert pinning(stated, results) == expected | {"allowed": None}
