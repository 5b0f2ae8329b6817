"""Recorded answers of programs in the place of the programs: those of a capture, when its tree is looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Optional, Sequence

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import TIMEOUT_S, Answer, Programs
from fioboard_agent.host.reader import Reader

NOTE = "fioboard-capture.json"


class RecordedPrograms(Programs):
    """Knows the answers to exactly these command lines; every other program is not installed."""

    def __init__(self, answers: dict[tuple[str, ...], Answer]) -> None:
        self._answers = answers

    def find(self, name: str) -> Optional[str]:
        """A name is path enough for what is never started."""
        return name if any(argv[0] == name for argv in self._answers) else None

    def run(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S) -> Answer:
        """Raises FileNotFoundError for what was not recorded."""
        answer = self._answers.get(tuple(argv))
        if answer is None:
            raise FileNotFoundError(2, "not recorded", argv[0])
        return answer


def open_reader(roots: Roots) -> Reader:
    """Return a reader of this machine, or of a tree; of a capture of a live machine with the answers that are kept
    in it.
    """
    answers = None if roots.is_live else _load_answers(roots.locate(NOTE))
    return Reader(roots) if answers is None else Reader(roots, RecordedPrograms(answers))


def _load_answers(note: Path) -> Optional[dict[tuple[str, ...], Answer]]:
    """Load the answers of programs that a capture holds; None when it holds none."""
    try:
        kept = json.loads(note.read_text(encoding="utf-8"))["programs"]
        return {
            tuple(one["argv"]): Answer(one["exit_code"], one["stdout"].encode("utf-8"), one["stderr"]) for one in kept
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
