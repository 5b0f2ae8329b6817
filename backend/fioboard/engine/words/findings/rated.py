"""Rules about what the drives are rated: by a datasheet, or by what a person stated."""

from fioboard.engine.words.findings.limits import FULL
from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "at-rated",
        "the rating of the drives",
        "limit",
        "The figure is at least 90 % of what the datasheet rates all drives together under the same conditions, or of "
        "the rating that was stated for the drive, times the drives.",
        "the drives' datasheet (docs/datasheets.md), or the run's own label rated_…: stated, its conditions unknown",
        ("measured", "rated", "drives"),
        None,
        {"full": FULL},
        "A rating holds under its own conditions; a stated one has none, so it colours nothing.",
        hidden_by="rated",
    ),
    Rule(
        "below-rated",
        "the rating under its own conditions",
        "limit",
        "The figure is less than 85 % of what the datasheet rates all drives together, and every condition that it "
        "prints is that of the run; under 50 % it is a warning.",
        "the drives' datasheet (docs/datasheets.md)",
        ("measured", "rated", "drives"),
        Experiment(
            "Run the same job on another drive of the same model",
            "It reaches its rating there: this drive, its slot or its firmware is slow.",
            "If it does not, look at what both share: link, power state, firmware, temperature.",
        ),
        {"below": 0.85, "far below": 0.5},
        "One condition differs or is not known: then nothing is said, and the run's page names it. It is never the "
        "verdict: that a rating is missed says nothing of what holds the run back.",
        hidden_by="rated",
    ),
)
