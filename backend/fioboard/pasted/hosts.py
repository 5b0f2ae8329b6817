"""On which host each line of a text was printed, by the shell prompts before it.

Where a text shows prompts of several hosts, what one host printed describes no result of another.
"""

from bisect import bisect_right
from collections.abc import Sequence

from fioboard.pasted.facts import Line
from fioboard.pasted.readers.shell_prompts import match_prompt


class Hosts:
    """The host of each line, as far as prompts tell it."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._starts: list[int] = []
        self._names: list[str] = []
        for line in lines:
            name = match_prompt(line.text)
            if name is not None and (not self._names or self._names[-1] != name):
                self._starts.append(line.number)
                self._names.append(name)
        self.are_several = len(set(self._names)) > 1

    def find(self, line: int) -> str | None:
        """Return the host of the last prompt at or before a line; None before the first."""
        place = bisect_right(self._starts, line) - 1
        return self._names[place] if place >= 0 else None
