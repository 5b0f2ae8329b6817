"""The conditions of an experiment while it runs: which one the machine is under now, and the step to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Callable, Optional

from fioboard_agent.benchmark.bench import Bench
from fioboard_agent.errors import RefusedError
from fioboard_agent.experiments.receipts import Switcher
from fioboard_agent.experiments.recognition import Recognition, Scene, find_changes, recognize
from fioboard_agent.experiments.switches import Switchboard, list_switched
from fioboard_agent.experiments.things import Thing
from fioboard_agent.host.own_command import build_command
from fioboard_agent.inventory.difference import Change
from fioboard_agent.inventory_types import Document
from fioboard_agent.suites.experiment import Experiment

MAX_NAMED = 8


@dataclass
class Conditions:
    """`switcher`: of a thing that the agent switches; None where a person makes the change, and `present` is the
    condition that the machine is under. `collect`: reads the inventory again after a switch."""

    experiment: Experiment
    thing: Thing
    scene: Scene
    board: Switchboard
    switcher: Optional[Switcher]
    collect: Callable[[], Document]
    present: str = ""
    _bench: Optional[Bench] = field(default=None, repr=False)

    def prepare(self, condition: str, bench: Bench) -> Optional[Bench]:
        """Bring the machine under a condition; None where a person has to. The bench has the inventory of then."""
        if not condition:
            return bench
        if self.switcher is None:
            return bench if condition == self.present else None
        if condition != self.present or self._bench is None:
            self.switcher.apply(list_switched(self.thing.name, condition, self.scene, self.board))
            self.present = condition
            self._bench = replace(bench, inventory=self.collect())
        return self._bench

    def build_document(self, condition: str) -> dict[str, Any]:
        """Build the run's part of the manifest."""
        receipts = self.switcher.receipts if self.switcher else ()
        return self.experiment.build_document(
            condition,
            [
                {"place": one.place, "was": one.was, "set": one.set, "at": one.at}
                for one in receipts
                if not one.is_follower
            ],
        )


def require_one_change(thing: Thing, condition: str, before: Scene, now: Scene, anyway: bool) -> list[Change]:
    """Return the changes that are the condition; empty with --anyway, where nothing is different. Raises RefusedError
    while nothing changed, and where more than the thing did."""
    seen: Recognition = recognize(thing, before, now)
    if seen.others:
        named = "; ".join(map(str, seen.thing[:MAX_NAMED])) or "nothing of it"
        raise RefusedError(
            f"More than the {thing.name} changed, so the measurements could not show what matters. The {thing.name}: "
            f"{named}. Also: {describe_changes(seen.others)}. Undo that, then: {build_command('experiment resume')}"
        )
    if not seen.thing and not anyway:
        task = thing.task.format(condition=condition)
        hint = (
            " An inventory often does not show this; add --anyway when it is done."
            if thing.may_be_unseen
            else (" If it is done and cannot be detected, add --anyway.")
        )
        raise RefusedError(f"The {thing.name} has not changed yet. {task}{hint}")
    return seen.thing


def require_no_change(before: Scene, now: Scene) -> None:
    """Raises RefusedError where anything is different: a condition goes on as it was begun."""
    changes = find_changes(before, now)
    if changes:
        raise RefusedError(
            f"This condition is not completely measured, and the machine has changed: "
            f"{describe_changes(changes)}. Undo that to go on, or end it: {build_command('experiment abort')}"
        )


def describe_changes(changes: list[Change]) -> str:
    """Name the first changes, and count the rest."""
    more = f"; and {len(changes) - MAX_NAMED} more" if len(changes) > MAX_NAMED else ""
    return "; ".join(map(str, changes[:MAX_NAMED])) + more
