"""What the laboratory runs: a job of fio at a place, what goes on around it, and the measurement that proves it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from laboratory.group import Group
from laboratory.job_places import Place
from laboratory.observed import Observed
from laboratory.watch import Watch


class Claim(NamedTuple):
    """Whether something came about, and the figure that tells."""

    holds: bool
    figure: str


Proof = Callable[[Observed], Claim]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a run takes place."""

    place: Place
    group: Group
    watch: Watch


Surroundings = Callable[[Stage], AbstractContextManager[object]]


def nothing(_: Stage) -> AbstractContextManager[object]:
    """Nobody else does anything."""
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One kind of run. `rules` empty: a control, of which nothing is to be found."""

    name: str
    rules: frozenset[str] = frozenset()
    """What must be found; any one of them."""
    job: str
    """Arguments of fio; {read}, {holes} and {folder} are names at the place."""
    variants: tuple[str, ...] = ("",)
    """More arguments; the repeats take them in turn."""
    place: str = "disk"
    around: Surroundings = nothing
    proof: Proof
    also: frozenset[str] = frozenset()
    """Rules that this situation makes true as well, by its nature."""
    is_cold: bool = True
    """Whether the file that is read is put out of memory before."""

    def arguments(self, repeat: int, place: Place) -> list[str]:
        """Of fio, for the repeat of this number. What a variant sets again stands alone: the agent takes an option
        once. A job that names its sections has them as they are."""
        names = {"read": place.read_file, "holes": place.holes_file, "folder": place.folder}
        words = f"{self.job} {self.variants[repeat % len(self.variants)]}".split()
        if not words[0].startswith("--name="):
            words = list({word.partition("=")[0]: word for word in ("--name=job", *words)}.values())
        return [word.format_map(names) for word in words]
