"""The plan of a confirmation: which side runs when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Optional

from fioboard_agent.confirm.service_answer import Asked
from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.inventory_types import Document

# docs/upload.md names them; the service reads what was tried from them.
RUN_LABEL = "confirm_run"
FINDING_LABEL = "confirm_finding"
SIDE_LABEL = "confirm_side"
BASE, CHANGED = "base", "changed"
# Drift that goes on evenly falls on both sides alike.
ROUND = (BASE, CHANGED, CHANGED, BASE)
# Below three runs of each side there is no interval, and nothing is said to be confirmed.
DEFAULT_ROUNDS = 2


@dataclass(frozen=True)
class Step:
    """One run: `repeat` counts from 1 on its side, `position` from 1 in the batch."""

    side: str
    repeat: int
    position: int


@dataclass(frozen=True)
class Trial:
    """One batch. `half`: of a person's step the side that runs now; None where both run in turn."""

    id: str
    asked: Asked
    rounds: int
    half: Optional[str] = None

    @property
    def is_by_person(self) -> bool:
        """Whether a person makes the change, because no option of fio's does."""
        return not self.asked.options

    @property
    def step_count(self) -> int:
        """Of both sides together."""
        return len(ROUND) * self.rounds

    def steps(self) -> Iterator[Step]:
        """What runs now, in order."""
        sides = ROUND * self.rounds if not self.is_by_person else _split_halves(self.step_count)
        counts = {BASE: 0, CHANGED: 0}
        for position, side in enumerate(sides, start=1):
            counts[side] += 1
            if self.half in {None, side}:
                yield Step(side, counts[side], position)

    def annotations(self, side: str) -> Annotations:
        """What tells the service what the run was made for."""
        return Annotations(
            title=f"confirm {self.asked.finding}: {side}",
            labels={RUN_LABEL: self.asked.run_id, FINDING_LABEL: self.asked.finding, SIDE_LABEL: side},
        )


def _split_halves(count: int) -> tuple[str, ...]:
    return (BASE,) * (count // 2) + (CHANGED,) * (count - count // 2)


@dataclass(frozen=True)
class Waiting:
    """A person's step that is still to be made: the half that is done, and the machine as it was then.

    `upload_keys`: the runs of the half that is done."""

    trial: Trial
    inventory: Document
    upload_keys: tuple[str, ...] = ()
