"""Which host printed a line or a result, by the shell prompts before it.

A prompt tells of a result only where both stand in one block: what another block shows may be another machine's. Where
a text shows prompts of several hosts, what one host printed describes no result of another.
"""

from bisect import bisect_right
from collections.abc import Sequence

from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.pasted.facts import Line
from fioboard.engine.formats.pasted.readers.shell_prompts import match_prompt

_BLOCK_ENDS = ("```", "~~~", "#")


class Hosts:
    """The host of each line and result, as far as prompts tell it."""

    def __init__(self, lines: Sequence[Line], invocations: Sequence[Invocation]) -> None:
        self.prompts = {line.number: name for line in lines if (name := match_prompt(line.text)) is not None}
        self.are_several = len(set(self.prompts.values())) > 1
        self._starts = sorted(self.prompts)
        starts = [one.source_lines[0] if one.source_lines else None for one in invocations]
        self.before_runs = [self.find(start) if start else None for start in starts]
        """Of each result the host of the last prompt before it."""
        blocks = [
            line.number
            for line in lines
            if line.text.startswith(_BLOCK_ENDS) and line.number not in self.prompts
        ]
        self.runs = [self._find_in_block(start, blocks) if start else None for start in starts]
        """The host of each result: the one whose prompt is in the same block."""

    def find(self, line: int) -> str | None:
        """Return the host of the last prompt at or before a line; None before the first."""
        place = bisect_right(self._starts, line) - 1
        return self.prompts[self._starts[place]] if place >= 0 else None

    def _find_in_block(self, line: int, blocks: Sequence[int]) -> str | None:
        place = bisect_right(self._starts, line) - 1
        border = bisect_right(blocks, line) - 1
        if place < 0 or (border >= 0 and blocks[border] > self._starts[place]):
            return None
        return self.prompts[self._starts[place]]
