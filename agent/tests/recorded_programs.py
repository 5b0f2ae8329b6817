"""The host's programs as recordings: an answer per command line, by its longest known beginning."""

from __future__ import annotations

from typing import Optional, Sequence, Union

from fioboard_agent.host.programs import TIMEOUT_S, Answer, Programs

Recorded = Union[str, Answer, Exception]


class RecordedPrograms(Programs):
    """`RecordedPrograms({"zpool status": "pool: …"})`; what is not recorded is not installed. `asked` keeps every command."""

    def __init__(self, answers: Optional[dict[str, Recorded]] = None) -> None:
        self._answers = answers or {}
        self.asked: list[str] = []

    def find(self, name: str) -> Optional[str]:
        return f"/usr/sbin/{name}" if any(line.split()[0] == name for line in self._answers) else None

    def run(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S) -> Answer:
        line = " ".join(argv)
        self.asked.append(line)
        fitting = [known for known in self._answers if line == known or line.startswith(known + " ")]
        if not fitting:
            if self.find(argv[0]) is None:
                raise FileNotFoundError(2, "not installed", argv[0])
            return Answer(2, b"", f"{argv[0]}: unknown command")
        answer = self._answers[max(fitting, key=len)]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Answer) else Answer(0, answer.encode(), "")
