"""From the command line's words to an experiment: its batch, and what is said before it starts."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path
from typing import Iterator

from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.experiments.recognition import Scene
from fioboard_agent.experiments.switches import Switchboard, list_switched
from fioboard_agent.experiments.things import Thing, find_thing
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.inventory_types import Document
from fioboard_agent.safety.devices import find_kernel_name, read_device
from fioboard_agent.suites.batch import Plan
from fioboard_agent.suites.experiment import ABBA, BLOCKED, EXPERIMENT, Experiment, repeat_workloads
from fioboard_agent.suites.request import plan_batch
from fioboard_agent.suites.store import KeptBatch
from fioboard_agent.suites.target import identify_target
from fioboard_agent.suites.words import describe_estimate
from fioboard_agent.suites.workload import SWEEP
from fioboard_agent.targets.resolution import resolve_path

_CONDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+:/=-]{0,39}")
_MAX_CONDITIONS = 8
# Of `suite`; an experiment has none of these.
_NO_WISHES: dict[str, object] = {
    **dict.fromkeys(("only", "until", "until_metric", "metric", "limit", "order", "seed", "vary")),
    **{"max_repeats": 20},
}


def plan_experiment(
    options: argparse.Namespace, program: FioProgram, annotations: Annotations, additions: Additions
) -> KeptBatch:
    """Plan what `experiment new` asks for. Raises UsageError when the words do not fit together."""
    if options.vary is None or options.target is None:
        raise UsageError("Give what differs and where to measure: --vary THING=A,B --target PATH.")
    name, equals, values = options.vary.partition("=")
    thing = find_thing(name)
    conditions = tuple(word.strip() for word in values.split(",")) if equals else ()
    if len({_simplify(one) for one in conditions}) < max(2, len(conditions)) or len(conditions) > _MAX_CONDITIONS:
        raise UsageError(f"--vary {options.vary}: name two to {_MAX_CONDITIONS} conditions, as {name}=A,B.")
    for condition in conditions:
        if not _CONDITION.fullmatch(condition):
            raise UsageError(f"--vary {name}: {condition!r} is no plain word.")
    if thing.replaces_target and options.confirm_destroy:
        raise UsageError(f"--vary {name}: the drive is another one afterwards; only reads are measured.")
    if options.suite and any(getattr(options, one) for one in ("rw", "bs", "iodepth", "numjobs")):
        raise UsageError("--suite has its own workloads; leave out --rw, --bs, --iodepth and --numjobs.")
    asked = argparse.Namespace(**{**vars(options), **_NO_WISHES, "suite": options.suite or SWEEP})
    question = options.question or f"Does the {thing.name} matter: {', '.join(conditions)}?"
    batch = plan_batch(asked, program, replace(annotations, title=annotations.title or question), additions)
    plan = replace(
        batch.plan,
        name=EXPERIMENT,
        workloads=repeat_workloads(batch.plan.workloads, conditions),
        repeats=options.repeat,
        order=ABBA if thing.is_switched else BLOCKED,
        experiment=Experiment(question, thing.name, conditions),
    )
    return KeptBatch(plan)


def _simplify(condition: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", condition.lower())


def read_scene(plan: Plan, inventory: Document, roots: Roots) -> Scene:
    """Read what the target stands on now; the agent's own test file is no part of it."""
    place = plan.target.folder if plan.target.is_own_file else plan.target.path
    return Scene(inventory, resolve_path(roots, str(place), inventory))


def locate_target(plan: Plan, thing: Thing, roots: Roots) -> Plan:
    """Locate the target that the experiment began with: the kernel may have numbered a moved drive anew. Raises
    SetupError where it is gone. Of a thing that replaces it, what is there now is the target."""
    try:
        present = identify_target(plan.target, roots)
    except OSError as error:
        present, reason = {}, error.strerror or str(error)
    else:
        reason = f"then {plan.identity}, now {present}"
    if present and (present == plan.identity or thing.replaces_target):
        return replace(plan, identity=present)
    if not plan.target.is_own_file and "inode" not in plan.identity and plan.identity:
        again = [path for path in sorted(Path("/dev").glob("*")) if _identify(path, roots) == plan.identity]
        if len(again) == 1:
            return replace(plan, target=replace(plan.target, path=again[0]))
    raise SetupError(
        f"{plan.target.path} is not what the experiment started with ({reason}). Connect or mount it again."
    )


def _identify(path: Path, roots: Roots) -> dict[str, str]:
    try:
        name = find_kernel_name(roots, path) if path.is_block_device() else None
        device = read_device(roots, name) if name else None
    except (OSError, SetupError):
        return {}
    return dict(device.identities) if device and device.disk == device.name else {}


def describe_experiment(plan: Plan, thing: Thing, scene: Scene, board: Switchboard) -> Iterator[str]:
    """Describe the question, the conditions and their order, what is switched, and what it takes. Raises UsageError
    and SetupError for a setting that this host does not have."""
    experiment = plan.experiment
    if experiment is None:
        return
    yield f"Question: {experiment.question}"
    letters = "ABCDEFGH"[: len(experiment.conditions)]
    named = ", ".join(f"{letter} = {one}" for letter, one in zip(letters, experiment.conditions))
    if thing.is_switched:
        turns = "".join(letters if turn % 2 else letters[::-1] for turn in range(1, plan.repeats + 1))
        yield f"Conditions of {thing.name}: {named}; in the order {turns if len(turns) <= 32 else turns[:32] + '…'}."
        places = {
            one.place: board.read(one.place)
            for condition in experiment.conditions
            for one in list_switched(thing.name, condition, scene, board)
        }
        shown = [f"{place} (now {value})" for place, value in places.items()]
        more = f" and {len(shown) - 4} more" if len(shown) > 4 else ""
        yield f"Switches {', '.join(shown[:4])}{more}, and restores it at the end; nothing else is changed."
    else:
        yield f"Conditions of {thing.name}: {named}; one after the other, with your change in between."
    yield from describe_estimate(plan)
