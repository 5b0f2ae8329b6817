"""Rules about the drives' firmware."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "firmware-known",
        "firmware of the drives",
        "cause",
        "Model and firmware of a drive stand in the table of known faults.",
        "backend/fioboard/engine/words/known_firmware.py, a source for each row",
        ("model", "firmware", "fixed in"),
        Experiment(
            "Run the same job after an update of the firmware",
            "What the fault is known for is gone.",
            "If the figure stays, the fault did not show in this run.",
        ),
        wrong_when="A drive of another system's vendor tells the same model and has other firmware.",
    ),
)
