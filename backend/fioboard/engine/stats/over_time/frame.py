"""One figure of a window before its value: what it is of, who recorded it, and in which words it says so."""

from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.core.figures import format_things
from fioboard.engine.answers.time_series import FigureName, Unit, WindowFigure
from fioboard.engine.stats import sentences
from fioboard.engine.stats.over_time.points import Points

SOURCES = ("fio_log", "status_interval", "samples")
WORDS = {
    "fio_log": "fio's log",
    "status_interval": "fio's status intervals",
    "samples": "the agent's samples",
}
NO_LINE = "Nothing was recorded within this window."


def chosen(series: Sequence[Points]) -> list[Points]:
    """fio's own first; of samples the array, else its drives."""
    for source in SOURCES:
        of_source = [one for one in series if one.row["source"] == source]
        volumes = [one for one in of_source if one.row["name"].startswith("volume:")]
        if of_source:
            return volumes or of_source
    return []


@dataclass(frozen=True, slots=True)
class Of:
    """What a figure is of: a direction, and a job where it is of one alone."""

    direction: str | None = None
    job: str | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A figure before its value."""

    name: FigureName
    subject: Of
    unit: Unit
    series: Sequence[Points]

    def build_figure(
        self, value: float | None, n: int, covered: float, of: str, reason: str | None = None
    ) -> WindowFigure:
        """Build the figure with its value, or why it has none."""
        return {
            "name": self.name,
            "job": self.subject.job,
            "group": self.subject.group,
            "direction": self.subject.direction,
            "unit": self.unit,
            "value": None if value is None else float(value),
            "n": n,
            "covered_ms": round(covered),
            "source": self.series[0].row["source"],
            "of": of,
            "reason": reason,
        }

    @property
    def recorded_by(self) -> str:
        """In words: fio's log, or two of them; the agent's samples of so many drives."""
        source = self.series[0].row["source"]
        number = len(self.series)
        if source == "samples":
            kinds = {one.row["name"].partition(":")[0] for one in self.series}
            what = "drive" if kinds == {"disk"} else "array" if kinds == {"volume"} else "place"
            return sentences.OF_THINGS(source=WORDS[source], things=format_things(number, what))
        return WORDS[source] if number == 1 else sentences.ADDED_UP(log=WORDS[source], jobs=number)
