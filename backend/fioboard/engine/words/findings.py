"""What a finding may be: its kind, how severe and how sure it is, and what an experiment about it shows."""

from typing import Final, Literal

FindingKind = Literal["limit", "cause", "trust", "note"]
"""limit: holds the run back. cause: set or broken, could be better. trust: the figure may not mean what it seems."""
Severity = Literal["warning", "info"]
Confidence = Literal["certain", "likely", "possible"]
"""certain: arithmetic or the device's own counter."""
Scope = Literal["run", "machine", "history"]
"""history: over several runs, judged when one is read and never stored."""


Expectation = Literal["rate_rises", "rate_falls", "rate_changes", "latency_falls"]
"""What runs with the change show beside runs without it when a finding is true. rate: bytes per second of the whole
run. latency: the median."""

SAME_JOB: Final = "Run the same job"
"""How the title of an experiment begins that changes one thing about a job."""
