"""What waits of background work, as Prometheus reads it: unknown is left out, and never 0."""

from prometheus_client.parser import text_string_to_metric_families

from fioboard.app.system.health.operation import operation_exposition
from fioboard.store.queries.operation import WaitingRow


def test_an_age_that_nobody_noted_is_left_out_and_nothing_waiting_is_0() -> None:
    rows = [
        WaitingRow(work="watch", waiting=7, oldest_s=None),
        WaitingRow(work="tell", waiting=2, oldest_s=90.5),
        WaitingRow(work="reparse", waiting=0, oldest_s=None),
    ]
    families = text_string_to_metric_families(operation_exposition("abc", rows).decode())
    samples = {one.name: {s.labels.get("work"): s.value for s in one.samples} for one in families}
    assert samples["fioboard_work_waiting"] == {"watch": 7, "tell": 2, "reparse": 0}
    assert samples["fioboard_work_oldest_seconds"] == {"tell": 90.5, "reparse": 0}
