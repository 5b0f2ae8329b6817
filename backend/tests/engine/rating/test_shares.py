"""The one share of a result that lists, filters and charts show, and what rules judge of it."""

from fioboard.engine.answers.rating import RatingMetric
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.rating import basis
from fioboard.engine.rating.compare import Held, Rated
from fioboard.engine.rating.shares import list_figures, list_shares

TESTED = basis.Tested(access="read", position=3, iops=50_000, bw_bytes_per_s=None, conditions=RunConditions())


def hold(metric: RatingMetric, measured: float) -> Held:
    """A figure beside a rating of 100 that a label states."""
    return Held(
        tested=TESTED,
        metric=metric,
        percentile=None,
        measured=measured,
        rated=100.0,
        rated_each=100.0,
        drive_count=1,
        rule=None,
        is_at_ceiling=False,
        card=None,
        compared=None,
    )


def test_a_latency_is_no_share_of_a_rate_and_nothing_for_rules_of_rates() -> None:
    rated = Rated((hold("lat_ns", 400.0), hold("iops", 80.0), hold("bw_bytes_per_s", 90.0)))
    shares = list_shares(rated)
    assert {position: one.share for position, one in shares.items()} == {3: 0.8}
    assert [figure.metric for figure in list_figures(rated)] == ["iops", "bw_bytes_per_s"]
    assert list_shares(Rated((hold("lat_ns", 400.0),))) == {}
