"""fio's version strings, ordered.

Recognise features by their keys; the version only chooses between two meanings of one key. A snapshot
build ("3.17-90-gd9b7") lies between its tag and the next release.
"""

import re
from dataclasses import dataclass

_VERSION = re.compile(
    r"^(?:fio[- ])?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,4}))?"
    r"(?:-rc\d+)?(?:-(\d{1,6})-g([0-9a-f]+))?(-dirty)?$"
)


@dataclass(frozen=True, slots=True, order=True)
class FioVersion:
    """A parsed version; compares as releases do: 2.2.13 < 2.3 < 2.9 < 2.10 < 2.21 < 2.99 < 3.0."""

    release: tuple[int, int, int, int]
    commits: int = 0
    """Commits since the tag: more than 0 is a snapshot build."""

    def is_at_least(self, *release: int) -> bool:
        """Whether it has everything of that release; False for the snapshot builds just before it."""
        return self.release >= (*release, *(0,) * (4 - len(release)))

    def is_older_than(self, *release: int) -> bool:
        """Tell whether it surely lacks what came with that release; a snapshot build before it may have it."""
        return not self.is_at_least(*release) and not self.commits


def parse_version(text: str | None) -> FioVersion | None:
    """ "fio-3.28-261-gc3773-dirty" → (3, 28, 0, 0) and 261 commits; None when it is no version."""
    match = _VERSION.match(text.strip()) if text else None
    if match is None:
        return None
    major, minor, patch, last, commits = match.group(1, 2, 3, 4, 5)
    return FioVersion((int(major), int(minor), int(patch or 0), int(last or 0)), int(commits or 0))


def has_printed_flags(text: str | None) -> bool:
    """Return whether that fio prints an option of its job that was typed without a value."""
    version = parse_version(text)
    return version is not None and version.is_at_least(3, 39)
