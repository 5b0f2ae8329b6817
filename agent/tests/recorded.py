"""Recorded answers of programs in the place of the host's."""

from __future__ import annotations

import subprocess
from typing import Mapping, Sequence

from fioboard_agent.host.programs import TIMEOUT_S, Answer, Programs


class RecordedPrograms(Programs):
    """Answers by argv; a program without a recording is not installed. `None` is a program that hangs."""

    def __init__(self, answers: Mapping[tuple[str, ...], Answer | str | None]) -> None:
        self.answers = dict(answers)
        self.asked: list[tuple[str, ...]] = []

    def find(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if any(argv[0] == name for argv in self.answers) else None

    def run(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S) -> Answer:
        self.asked.append(tuple(argv))
        if tuple(argv) not in self.answers:
            raise FileNotFoundError(2, "not installed", argv[0])
        answer = self.answers[tuple(argv)]
        if answer is None:
            raise subprocess.TimeoutExpired(list(argv), timeout_s)
        return Answer(0, answer.encode(), "") if isinstance(answer, str) else answer
