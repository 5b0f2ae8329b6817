"""Loop devices: a file passes for a disk, and its file system, or the page cache, answers instead of the drive."""

from collections.abc import Iterator

from fioboard.engine.hardware.inventory.tolerant import flag, text
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Evidence, Finding, Judgement
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.machine import LOOP, LOOP_CACHED


def judge_loop_device(facts: RunFacts) -> Iterator[Judgement]:
    """Judge loop devices below the targets. Says nothing where there is none."""
    layers = [layer for target in facts.path.targets for layer in target.layers] if facts.path else []
    loops = {
        layer.name: layer.entry for layer in layers if layer.name and text(layer.entry, "kind") == "loop"
    }
    if not loops:
        return
    direct = {name: flag(entry, "options.is_direct") for name, entry in sorted(loops.items())}
    sentence = LOOP_CACHED if False in direct.values() else LOOP
    yield Finding(
        "loop-device",
        "info",
        sentence(devices=list(direct)),
        tuple(
            evidence
            for name, is_direct in direct.items()
            for evidence in (
                Evidence("loop device", name),
                Evidence("past the page cache", is_direct),
            )
        ),
    )


DECLARED = (
    Rule(
        "loop-device",
        "loop devices below the target",
        "note",
        "The target lies on a loop device over a file.",
        "losetup(8): --direct-io; Linux drivers/block/loop.c",
        ("loop device", "past the page cache"),
        Experiment(
            "Run the same job on a file beside the one below the loop device",
            "If the result changes, the loop device limited it.",
            "If it does not change, the loop device costs nothing here.",
        ),
        may_name_devices=True,
        judge=judge_loop_device,
        templates=(LOOP, LOOP_CACHED),
    ),
)
