"""A reader that notes everything that is read through it, and programs whose answers are noted, too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import TIMEOUT_S, Answer, Programs
from fioboard_agent.host.reader import Reader


@dataclass
class Recording:
    """Paths as the machine calls them. A file that was refused is not in `files`; its reason is in the sources."""

    files: dict[str, bytes] = field(default_factory=dict)
    folders: dict[str, list[str]] = field(default_factory=dict)
    looked_at: set[str] = field(default_factory=set)
    answers: list[tuple[list[str], Answer]] = field(default_factory=list)
    could_ask: bool = False

    def reader(self, roots: Roots) -> Reader:
        """In the place of Reader(roots). Programs are asked on the live machine only, as ever."""
        self.could_ask = roots.is_live
        return _RecordingReader(roots, self)


class _RecordingReader(Reader):
    def __init__(self, roots: Roots, recording: Recording) -> None:
        super().__init__(roots, _RecordingPrograms(recording) if roots.is_live else None)
        self._recording = recording

    def _raw_bytes(self, path: str, limit: int) -> bytes:
        content = super()._raw_bytes(path, limit)
        # Read twice with different limits: the longer one holds the shorter.
        if len(content) >= len(self._recording.files.get(path, b"")):
            self._recording.files[path] = content
        return content

    def _raw_names(self, path: str) -> list[str]:
        names = super()._raw_names(path)
        self._recording.folders[path] = names
        return names

    def _raw_link(self, path: str) -> str:
        self._recording.looked_at.add(path)
        return super()._raw_link(path)

    def _raw_real_path(self, path: str) -> str:
        self._recording.looked_at.add(path)
        return super()._raw_real_path(path)

    def _raw_exists(self, path: str) -> bool:
        self._recording.looked_at.add(path)
        return super()._raw_exists(path)


class _RecordingPrograms(Programs):
    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def run(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S) -> Answer:
        answer = super().run(argv, timeout_s)
        self._recording.answers.append((list(argv), answer))
        return answer
