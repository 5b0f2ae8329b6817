"""Posts that somebody who does not know the code retold and labelled: how many of their facts the readers find.

    python -m tests.engine.formats.pasted.retold [FOLDER]

Values are compared without case and blanks, models without their maker; `mirror` is raid1 and `stripe` raid0. A label that
is unsure counts neither way. Facts about kinds that nobody labelled are left out (LEFT_OUT), as are traps that are only
offered.
"""

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fioboard.engine.formats.fio import FioFormatError
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.pasted import AppliedFact, find_facts
from fioboard.engine.formats.pasted.merging import CAPACITY_TOLERANCE
from fioboard.store.derive.claims import read_body
from fioboard.store.derive.pasted import read_facts

POSTS = Path(__file__).parents[3] / "data" / "pasted" / "retold"
LEFT_OUT = {"target.kind", "cpu.cores", "temperature", "temperature.idle", "temperature.peak"}
_OF_ONE_MODEL = {"drive.model", "cpu.model", "system.product", "board.product"}
_MAKER = re.compile(
    r"(?:samsung|seagate|wdc?|westerndigital|hgst|hitachi|toshiba|intel|micron|crucial|kioxia|kingston|sandisk|skhynix|maxtor"
    r"|solidigm|amd|supermicro|dell|hpe?|asus|asrock|gigabyte)(?=.)"
)


@dataclass
class Score:
    right: int = 0
    labelled: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        return self.right / max(1, self.labelled)


def fold(key: str, value: str) -> str:
    """Return a value in the form in which it is compared."""
    value = "".join(re.sub(r"®|\(r\)|™|\(tm\)", "", value.lower()).split())
    if key == "raid.level":
        return {"mirror": "raid1", "stripe": "raid0"}.get(value, value)
    if key in _OF_ONE_MODEL:
        value = _MAKER.sub("", value, count=1) if _MAKER.match(value) else value
    if key == "drive.model" and value.startswith("ssd") and not value.startswith(("ssdpe", "ssdsc")):
        return value.removeprefix("ssd")
    return value


def _is_same(key: str, label: str, value: str) -> bool:
    if key in {"drive.capacity", "memory.total"} and label.isdecimal() and value.isdecimal():
        return abs(int(label) - int(value)) <= CAPACITY_TOLERANCE * int(label)
    return label == value


def _read_post(content: bytes) -> tuple[Sequence[Invocation], Sequence[AppliedFact]]:
    try:
        body = read_body(content, None)
    except FioFormatError:
        return (), find_facts(content.decode("utf-8", "replace"), (), []).facts
    return body.reading.invocations, read_facts(body).facts


def _list_runs(
    invocations: Sequence[Invocation], results: Sequence[Mapping[str, Any]]
) -> dict[int, set[int]]:
    """Return the numbers of the labelled results that each run was read from."""
    runs: dict[int, set[int]] = {}
    for result in results:
        for position, one in enumerate(invocations):
            ranges = one.lines_used or ((one.source_lines,) if one.source_lines else ())
            if any(first <= result["line"] <= last for first, last in ranges):
                runs.setdefault(position, set()).add(result["number"])
                break
    return runs


def evaluate(folder: Path = POSTS) -> Score:
    """Compare the facts of each post with its labels."""
    score = Score()
    for path in sorted(folder.glob("*.toml")):
        labels = tomllib.loads(path.read_text(encoding="utf-8"))
        invocations, facts = _read_post(path.with_suffix(".txt").read_bytes())
        _compare(path.stem, labels, _list_runs(invocations, labels.get("result", [])), facts, score)
    return score


def _compare(
    name: str,
    labels: Mapping[str, Any],
    runs: Mapping[int, set[int]],
    facts: Sequence[AppliedFact],
    score: Score,
) -> None:
    stated = [
        (
            one["key"],
            fold(one["key"], one["value"]),
            one.get("unsure", False),
            set() if one["applies_to"] == "offered" else set(one["applies_to"]),
        )
        for one in labels.get("fact", [])
    ]
    traps = {(one["key"], fold(one["key"], one["value"])) for one in labels.get("not", [])}
    wanted = {(key, value) for key, value, is_unsure, _ in stated if not is_unsure}
    score.labelled += len(wanted)
    found: set[tuple[str, str]] = set()
    unlabelled: set[tuple[str, str]] = set()
    for one in facts:
        key, value = one.fact.key, fold(one.fact.key, one.fact.value)
        given = {number for position in one.runs for number in runs.get(position, ())}
        alike = [label for label in stated if label[0] == key and _is_same(key, label[1], value)]
        where = f"{name} {key} {one.fact.value} (line {one.fact.line})"
        if alike:
            found |= {(key, label[1]) for label in alike}
            if not given <= set().union(*(label[3] for label in alike)):
                score.misplaced.append(where)
        elif (key, value) not in unlabelled and not _is_left_out(one, (key, value) in traps, given):
            unlabelled.add((key, value))
            score.wrong.append(where)
            score.misplaced += [where] if (key, value) in traps else []
    score.right += len(wanted & found)
    score.missed += [f"{name} {key} {value}" for key, value in sorted(wanted - found)]


def _is_left_out(one: AppliedFact, is_trap: bool, given: set[int]) -> bool:
    """Whether nobody labelled such facts: sizes of tables, counted lines, traps that are given to no result."""
    key = one.fact.key
    return (
        key in LEFT_OUT
        or (is_trap and not given)
        or (key == "drive.capacity" and one.fact.is_listed)
        or (key == "drive.count" and one.fact.confidence == "output")
    )


if __name__ == "__main__":
    result = evaluate(Path(sys.argv[1]) if len(sys.argv) > 1 else POSTS)
    print(
        f"found {result.right} of {result.labelled} ({result.recall:.1%}), wrong {len(result.wrong)} (precision "
        f"{result.precision:.1%}), given to a wrong result {len(result.misplaced)}"
    )
    for kind in ("wrong", "misplaced", "missed"):
        for line in getattr(result, kind):
            print(kind, line)
