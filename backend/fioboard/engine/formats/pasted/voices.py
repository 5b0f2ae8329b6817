"""Who says a line, where several people write in one text: posts of a thread, and quotes of a mail.

What one of them writes of a machine describes no result that another shows.
"""

from collections.abc import Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.fio.text.headings import Sections

# The heading over what one of several people wrote.
_AUTHOR = compile_later(r"^(?:Post|Posted|Reply|Comment|Answer|Re:)(?:ed)? by \S|\b(?:wrote|said|writes)$")
_MARKS = compile_later(r"(?:\s{0,3}>)+")


class Voices:
    """Tells lines of one person from those of another."""

    def __init__(self, text: str, sections: Sections, invocations: Sequence[Invocation]) -> None:
        self._lines = text.split("\n")
        self._sections = sections
        self._runs = [one.source_lines[1] if one.source_lines else None for one in invocations]

    def are_same(self, line: int, run: int) -> bool:
        """Whether a line and a run stand in quotes of one depth, and below the name of one author."""
        of_run = self._runs[run]
        if of_run is None:
            return True
        return self._count_marks(line) == self._count_marks(of_run) and self._find_author(
            line
        ) == self._find_author(of_run)

    def _count_marks(self, line: int) -> int:
        marks = _MARKS.match(self._lines[line - 1])
        return marks[0].count(">") if marks else 0

    def _find_author(self, line: int) -> str | None:
        return next((heading for heading in self._sections.find(line) if _AUTHOR.search(heading)), None)
