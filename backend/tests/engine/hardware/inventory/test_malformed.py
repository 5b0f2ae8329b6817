"""Documents of broken or hostile agents: whatever stands where, nothing raises, and nothing is invented."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fioboard.core.sanitize import clean
from fioboard.engine import rules
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.difference import compare_documents, compare_facets
from fioboard.engine.hardware.inventory.picture import draw_picture
from fioboard.engine.hardware.inventory.samples import BadSamples, read_samples
from fioboard.store.derive.context import Context
from fioboard.store.derive.facets import compute_fingerprints
from fioboard.store.derive.path import derive_path
from tests.factories.machine import NAMES, machine

JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "x",
    "0000:00:00.0",
    [],
    [1],
    [{}],
    {},
    {"a": {"b": []}},
    2**62,
    "\ufffd",
]
SAMPLES = {
    "schema": 1,
    "t_ms": [0, 1000],
    "series": [
        {"subject": "disk:nvme0n1", "metric": "temperature_c", "direction": None, "values": [40, None]},
        {"subject": "disk:nvme0n1", "metric": "bw_bytes_per_s", "direction": "read", "values": [1e9, 2e9]},
    ],
    "links": [{"t_ms": 2000, "function": "0000:23:00.0", "gts": 16.0, "lanes": 4}],
    "before": {"disks": {"nvme0n1": {"t1_transitions": 1}}, "aer": {"0000:23:00.0": {"fatal": {"x": 1}}}},
    "after": {"disks": {"nvme0n1": {"t1_transitions": 2}}, "aer": {"0000:23:00.0": {"fatal": {"x": 2}}}},
    "events": [{"t_ms": 1, "kind": "device_gone", "detail": "x"}],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    if not path:
        return junk
    key, *rest = path
    copy = value.copy()
    copy[key] = replaced(value[key], tuple(rest), junk)
    return copy


def everything(found: dict[str, Any], samples: Any = SAMPLES) -> None:
    """All that is done with a document."""
    inventory = found["inventory"] if isinstance(found.get("inventory"), dict) else {}
    moment = inventory.get("moment")
    try:
        sampled = read_samples(samples)
    except BadSamples:
        sampled = None
    sent = Context(
        host_name="h",
        title=None,
        labels={},
        tags=[],
        inventory=inventory,
        received_at=None,  # type: ignore[arg-type]
        targets=found.get("targets"),
        fio_cpus=found.get("fio_cpus"),
    )
    clean(derive_path(sent, sampled, ()).path)
    clean(compute_fingerprints(inventory))
    clean(draw_picture(inventory))
    for one in (
        firmware.list_settings(inventory),
        rules.judge_machine(inventory, moment if isinstance(moment, dict) else {}),
    ):
        clean([item.serialize() for item in one])
    other = machine("epyc-nps1")["inventory"]
    clean([row.serialize() for row in compare_documents(inventory, other)])
    clean([row.serialize() for row in compare_documents(other, inventory)])
    compare_facets(inventory, other, compare_documents(inventory, other))


@pytest.mark.quick(3)
@pytest.mark.parametrize("most", [12, pytest.param(50, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", NAMES)
def test_junk_in_any_place_of_a_document_does_not_raise(name: str, most: int) -> None:
    draw = random.Random(name)
    found = machine(name)
    every = [path for path in places(found) if path]
    for path in draw.sample(every, min(most, len(every))):
        everything(replaced(found, path, draw.choice(JUNK)))


@pytest.mark.nightly
@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_junk_in_any_place_of_the_samples_does_not_raise(seed: int) -> None:
    draw = random.Random(seed)
    path = draw.choice([p for p in places(SAMPLES) if p])
    everything(machine("epyc-nps4"), replaced(SAMPLES, path, draw.choice(JUNK)))


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "not a JSON object"),
        ({"schema": 2}, "schema is 2"),
        ({"schema": 1}, "t_ms"),
        ({"schema": 1, "t_ms": [1, 0]}, "backwards"),
        ({"schema": 1, "t_ms": [True]}, "t_ms"),
        (
            {"schema": 1, "t_ms": [0], "series": [{"subject": "s", "metric": "m", "values": []}]},
            "0 values for 1 times",
        ),
        ({"schema": 1, "t_ms": [0], "series": [{"metric": "m", "values": [1]}]}, "no subject"),
        ({"schema": 1, "t_ms": list(range(3000)), "series": [{}] * 1000}, "more values"),
    ],
)
def test_samples_that_are_none_say_why(document: Any, why: str) -> None:
    with pytest.raises(BadSamples, match=why):
        read_samples(document)
