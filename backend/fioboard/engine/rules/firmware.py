"""Drives whose firmware has a fault that is known."""

from collections.abc import Iterator

from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.machine import FAULTY, FAULTY_AND_FIXED
from fioboard.engine.words.known_firmware import KNOWN_FIRMWARE


def judge_firmware_known(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the run's drives by model and firmware, as they report them."""
    if facts.path is None or not facts.path.members:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    is_any = is_unknown = False
    for member in facts.path.members:
        model, version = text(member.entry, "model"), text(member.entry, "firmware")
        if model is None or version is None:
            is_unknown = True
            continue
        for known in KNOWN_FIRMWARE:
            if not known.matches(model.strip(), version.strip()):
                continue
            is_any = True
            words = {"drive": member.disk, "version": version, "fault": known.fault}
            yield Finding(
                "firmware-known",
                known.severity,
                FAULTY_AND_FIXED(**words, fixed=known.fixed_in) if known.fixed_in else FAULTY(**words),
                (
                    Evidence("model", model),
                    Evidence("firmware", version),
                    Evidence("fixed in", known.fixed_in, None, known.source),
                ),
                known.confidence,
            )
    if not is_any and not facts.is_virtual:
        yield Unknown("firmware") if is_unknown else FINE


# No template may be read back: the fault tells the model, which a share may leave out.
DECLARED = (
    Rule(
        "firmware-known",
        "drive firmware",
        "cause",
        "Model and firmware of a drive stand in the table of known faults.",
        "backend/fioboard/engine/words/known_firmware.py, a source for each row",
        ("model", "firmware", "fixed in"),
        Experiment(
            "Run the same job after an update of the firmware",
            "The symptom of the fault is gone.",
            "If the result does not change, the fault did not affect this run.",
        ),
        wrong_when="A drive of another system's vendor tells the same model and has other firmware.",
        judge=judge_firmware_known,
        templates=(),
    ),
)
