"""A series as the share shows it: labels for what may not be named, the same figures."""

from collections.abc import Sequence

from fioboard.app.sharing.redaction import shown_factors
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.runs import label_run
from fioboard.app.sharing.redaction.sources import SourceRun, round_to_minute
from fioboard.engine.answers.series import Mixture, SeriesLine, SeriesPoint, Split, Variation
from fioboard.engine.answers.shared import SharedSeries
from fioboard.engine.factors import FACTORS
from fioboard.engine.filters import metric


def share_series(
    chart: SharedSeries | None, runs: Sequence[SourceRun], redactor: Redactor
) -> SharedSeries | None:
    """Return the chart with labels for names."""
    if chart is None or (chart["metric"] == "rated_share" and "rated" in redactor.hidden):
        return None
    for run in runs:
        label_run(run["id"], redactor)
    return _Chart(chart, redactor).projector.share(SharedSeries, chart)


class _Chart:
    """The fields of a chart that its axes decide about."""

    def __init__(self, chart: SharedSeries, redactor: Redactor) -> None:
        self.x = chart["x"]
        self.split = [one["key"] for one in chart.get("split") or []]
        self.redactor = redactor
        self.projector = Projector(
            redactor,
            {
                SharedSeries: self._compose_chart,
                Split: self._compose_title,
                Variation: self._compose_variation,
                SeriesLine: self._compose_line,
                SeriesPoint: self._compose_point,
                Mixture: self._compose_mixture,
            },
        )

    def _compose_chart(self, chart: SharedSeries) -> dict[str, object]:
        return {"metric": mark_own(chart["metric"] if metric(chart["metric"]) else "unknown")}

    def _compose_title(self, keyed: Split | Variation) -> dict[str, object]:
        key = keyed["key"]
        shown = shown_factors.share_key(key, self.redactor)
        return {"title": mark_own(FACTORS[key].title) if key in FACTORS else shown}

    def _compose_variation(self, varied: Variation) -> dict[str, object]:
        title = self._compose_title(varied)
        values = [
            {"value": self._share_known(varied["key"], one["value"]), "n": one["n"]}
            for one in varied["values"]
        ]
        return {**title, "values": values}

    def _compose_line(self, line: SeriesLine) -> dict[str, object]:
        values = [
            None if value is None else self._share_axis_value(key, value)
            for key, value in zip(self.split, line.get("values") or [], strict=True)
        ]
        # Of several values only `values` says which: their one text is made of what may not be shown.
        return {"key": values[0] if len(values) == 1 else None, "values": values}

    def _compose_point(self, point: SeriesPoint) -> dict[str, object]:
        return {"x": self._share_axis_value(self.x, point.get("x"))}

    def _compose_mixture(self, mixture: Mixture) -> dict[str, object]:
        values = [self._share_known(mixture["key"], value) for value in mixture.get("values") or []]
        return {"values": [v if isinstance(v, str) else mark_own(str(v)) for v in values]}

    def _share_known(self, key: str, value: object) -> object:
        return None if value is None else shown_factors.share_known_value(key, value, self.redactor)

    def _share_axis_value(self, key: str, value: object) -> object:
        """Return a value of x or of the split, as the share shows it."""
        is_number = isinstance(value, bool | int | float)
        if key == "started_at":
            return value if is_number else round_to_minute(value)
        if is_number and metric(key) is not None:
            return value
        return shown_factors.share_value(key, value, self.redactor)
