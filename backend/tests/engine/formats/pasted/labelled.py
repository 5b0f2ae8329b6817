"""The labelled posts of data/pasted/labelled, and how many of their facts the readers find.

python -m tests.engine.formats.pasted.labelled [FILE ...]
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fioboard.engine.formats.fio import FioFormatError
from fioboard.engine.formats.pasted import find_facts
from fioboard.engine.formats.pasted.merging import CAPACITY_TOLERANCE
from fioboard.store.derive.claims import list_used_lines, read_body

CAPACITY = "drive.capacity"
FOLDER = Path(__file__).parents[3] / "data" / "pasted" / "labelled"
FILES = tuple(
    FOLDER / name
    for name in (
        "posts.txt",
        "kinds.txt",
        "batch3.txt",
        "batch4.txt",
        "batch5.txt",
        "batch6.txt",
        "batch7.txt",
    )
)


@dataclass(frozen=True)
class Label:
    """What a post says of the machine, as a person read it."""

    key: str
    values: tuple[str, ...]
    """What counts as the same: a name with and without its maker."""
    runs: frozenset[int]
    """Positions from 0; empty: nothing tells which result it describes."""


@dataclass
class Post:
    address: str
    lines: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(line.removeprefix("~") for line in self.lines)


@dataclass
class Score:
    """Of all posts together; `by_key`: labelled, right and wrong facts of each kind."""

    labelled: int = 0
    right: int = 0
    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    missed: list[tuple[str, str, str]] = field(default_factory=list)
    misplaced: list[tuple[str, str, str, tuple[int, ...]]] = field(default_factory=list)
    by_key: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / max(1, self.labelled)


def list_posts(*files: Path) -> Iterator[Post]:
    """Read the posts with their labels, of the repository where no file is named."""
    post: Post | None = None
    for line in [line for file in files or FILES for line in file.read_text(encoding="utf-8").split("\n")]:
        if line.startswith("=== "):
            if post is not None:
                yield post
            post = Post(line.removeprefix("=== "))
        elif post is not None and line.startswith("--- ") and "@" in line:
            words, _, runs = line.removeprefix("--- ").rpartition(" @")
            key, _, value = words.partition(" ")
            numbers = frozenset(int(number) - 1 for number in runs.split(",") if number != "-")
            post.labels.append(Label(key, tuple(value.split(" | ")), numbers))
        elif post is not None:
            post.lines.append(line)
    if post is not None:
        yield post


def _fold(value: str) -> str:
    return " ".join(value.lower().split())


def _is_labelled(label: Label, key: str, value: str) -> bool:
    """Capacities are the same within what the readers themselves allow: a drive of 500 GB holds 500.11 GB."""
    if key != label.key:
        return False
    if key == CAPACITY:
        return any(abs(int(size) - int(value)) <= CAPACITY_TOLERANCE * int(size) for size in label.values)
    return _fold(value) in map(_fold, label.values)


def evaluate(*files: Path) -> Score:
    """Compare the facts of each post with its labels."""
    score = Score()
    for post in list_posts(*files):
        try:
            invocations = read_body(post.text.encode(), None).reading.invocations
        except FioFormatError:
            invocations = ()
        found = find_facts(post.text, invocations, list_used_lines(invocations)).facts
        facts = {(one.fact.key, _fold(one.fact.value)): one for one in found}
        hit = set()
        for (key, value), fact in facts.items():
            label = next((one for one in post.labels if _is_labelled(one, key, value)), None)
            if label is None:
                score.wrong.append((post.address, key, value))
                score.by_key[key, "wrong"] += 1
                continue
            hit.add(label)
            score.right += 1
            score.by_key[key, "right"] += 1
            if not set(fact.runs) <= label.runs:
                score.misplaced.append((post.address, key, value, fact.runs))
        for label in post.labels:
            score.by_key[label.key, "labelled"] += 1
            score.labelled += 1
            if label not in hit:
                score.missed.append((post.address, label.key, label.values[0]))
    return score


if __name__ == "__main__":
    result = evaluate(*map(Path, sys.argv[1:]))
    print(
        f"labelled {result.labelled}, precision {result.precision:.1%}, recall {result.recall:.1%}, misplaced {len(result.misplaced)}"
    )
    for name in ("wrong", "missed", "misplaced"):
        for line in getattr(result, name):
            print(name, *line)
