"""How a rule is bound to what judges it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fioboard.core.sentence import Template
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Judgement


@dataclass(frozen=True, slots=True)
class Check:
    """One rule about runs. A rule that says nothing does not apply to the run."""

    id: str
    judge: Callable[[RunFacts], Iterator[Judgement]]
    templates: tuple[Template, ...]
    """Every sentence it may say: a share reads the stored text back by them."""
    is_last_resort: bool = False
    """Asked only when no other limit was found."""
    is_of_trusted: bool = False
    """Asked only of a run that no certain doubt hangs over: what it measured says nothing of its drives then."""
