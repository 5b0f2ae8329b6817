"""Histories replayed run by run before a detector: what it says when, against what was planted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import process_time

from .noise import Floats
from .watched import History

Detector = Callable[[Floats], Sequence[int]]
"""Figures to the places of the first runs after each step."""
FIRST = 10
# A detector's places within this many runs of each other are one step.
NEAR = 5
WITHIN = 5


@dataclass(slots=True)
class Score:
    """Counts over all histories that were replayed."""

    histories: int = 0
    runs: int = 0
    wanted: int = 0
    """Steps that the goal asks for."""
    in_time: int = 0
    """Of them told by the fifth run after."""
    ever: int = 0
    located: int = 0
    """Of those ever told within one run of the truth, as the last run of the history leaves it."""
    false: int = 0
    small: int = 0
    """Steps that the goal does not ask for, and those of them that were told."""
    small_detected: int = 0
    seconds: float = 0.0
    false_in: dict[str, int] = field(default_factory=dict)


def replayed(detect: Detector, histories: Iterable[History]) -> Score:
    """The score of a detector that is asked after every run."""
    score = Score()
    for history in histories:
        _replay(detect, history, score)
    return score


def _replay(detect: Detector, history: History, score: Score) -> None:
    values, truths = history.values, history.truths
    detected: list[tuple[int, int]] = []
    places: Sequence[int] = ()
    began = process_time()
    for n in range(FIRST, len(values) + 1):
        places = detect(values[:n])
        detected += [
            (place, n) for place in places if all(abs(place - known) > NEAR for known, _ in detected)
        ]
    score.seconds += process_time() - began
    score.histories += 1
    score.runs += len(values)
    for truth in truths:
        when = [n for place, n in detected if abs(place - truth.at) <= NEAR and n > truth.at]
        if not truth.is_wanted:
            score.small += 1
            score.small_detected += bool(when)
            continue
        score.wanted += 1
        score.in_time += any(n <= truth.at + WITHIN for n in when)
        score.ever += bool(when)
        score.located += bool(when) and any(abs(place - truth.at) <= 1 for place in places)
    wrong = [place for place, n in detected if not _is_explained(history, place)]
    score.false += len(wrong)
    if wrong:
        score.false_in[history.kind] = score.false_in.get(history.kind, 0) + len(wrong)


def _is_explained(history: History, place: int) -> bool:
    if history.drift is not None and history.drift[0] - NEAR <= place <= history.drift[1] + NEAR:
        return True
    return any(abs(place - truth.at) <= NEAR for truth in history.truths)
