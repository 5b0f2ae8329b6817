"""What is put together by the vocabulary's names has the fields that its type declares."""

from datetime import UTC, datetime

from fioboard.core.sanitize import encoded
from fioboard.engine.answers.preview import ImportPreview
from fioboard.engine.answers.result import LatencyOut
from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.store.derive.claims import read_body
from fioboard.store.derive.figures import build_latency
from fioboard.store.derive.outputs import preview
from tests.factories.fio_output import direction, job, latency, output
from tests.shapes import shape_of

RECEIVED_AT = datetime(2026, 11, 1, tzinfo=UTC)


def test_a_result_that_is_not_stored_has_every_field_of_its_answer() -> None:
    body = output(job("j", read=direction(clat_ns=latency()), write=direction(iops=7)))
    shown = preview(read_body(body, None), RECEIVED_AT)
    assert len(shown["runs"][0]["results"]) == 2
    shape_of(ImportPreview).validate_json(encoded(shown))


def test_a_latency_has_every_field_of_its_answer() -> None:
    shown = build_latency(Latency(n=1, min_ns=1, max_ns=1, mean_ns=1.0, stddev_ns=None))
    shape_of(LatencyOut).validate_python(shown)
