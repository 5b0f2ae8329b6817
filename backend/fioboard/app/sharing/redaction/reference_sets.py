"""A run beside the reference sets that its sender chose: their words are what the sender chose to show. Nothing of any
other set is among the sources.
"""

from collections.abc import Iterator

from fioboard.app.sharing.redaction.measured import keep_number
from fioboard.app.sharing.redaction.provenance import Revealed, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.engine.answers.reference_set import PlacedResult, PlacedStatedOut, PlacementList
from fioboard.engine.answers.shared_sets import SharedPlaced, SharedSetFigure

# A place in a set gives away the drive, its link, the layout and the job: all of them must be shown.
HIDDEN_BY = ("drive.model", "drive.firmware", "path", "job_options", "rated")
_UNITS = {"IOPS", "bytes/s", "ns"}


def share_sets(placed: PlacementList | None, redactor: Redactor) -> list[SharedPlaced]:
    """Return a run's results beside the chosen sets; none where a hidden fact would follow from it."""
    if placed is None or not redactor.hidden.isdisjoint(HIDDEN_BY):
        return []
    return [*_share_measured(placed["items"]), *_share_stated(placed["stated"])]


def _share_measured(results: list[PlacedResult]) -> Iterator[SharedPlaced]:
    for one in results:
        measured = keep_number(one["measured"])
        if measured is None or one["unit"] not in _UNITS:
            continue
        sets: list[SharedSetFigure] = [
            {
                "lab": Revealed(figure["lab"]),
                "drives": int(figure["drives"]),
                "firmware": None if figure["firmware"] is None else Revealed(figure["firmware"]),
                # Figures and words of the service alone.
                "place": mark_own(figure["place"]),
                "percentile": keep_number(figure["percentile"]),
                "low": keep_number(figure["low"]),
                "high": keep_number(figure["high"]),
                "stated": None,
                "by": None,
            }
            for figure in one["sets"]
        ]
        yield {
            "position": int(one["position"]),
            "measured": measured,
            "unit": mark_own(one["unit"]),
            "sets": sets,
        }


def _share_stated(figures: list[PlacedStatedOut]) -> Iterator[SharedPlaced]:
    for figure in figures:
        measured = keep_number(figure["measured"])
        if measured is None or figure["unit"] not in _UNITS or not figure["is_comparable"]:
            continue
        yield {
            "position": int(figure["position"]),
            "measured": measured,
            "unit": mark_own(figure["unit"]),
            "sets": [
                {
                    "lab": Revealed(figure["lab"]),
                    "drives": None,
                    "firmware": None,
                    "place": mark_own(figure["place"]),
                    "percentile": None,
                    "low": keep_number(figure["low"]),
                    "high": keep_number(figure["high"]),
                    "stated": mark_own(figure["stated"]),
                    "by": Revealed(figure["by"]),
                }
            ],
        }
