"""What an answer is, and how the answers about several machines become one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.core.sanitize import Document
from fioboard.factors import Scalar
from fioboard.schemas.inventory import SettingOut
from fioboard.schemas.path import PathOut, TargetOut
from fioboard.schemas.shared import QuestionOut, SharedDocument, SharedRun

Answer = Literal["yes", "no", "value", "unknown"]
AS_ROOT = "sudo fioboard-agent inventory --privileged"


@dataclass(frozen=True, slots=True)
class Setting:
    """One machine in one state, with the runs that were measured on it."""

    label: str
    document: Document
    """The kept inventory; empty when none was sent."""
    firmware: Sequence[SettingOut]
    runs: Sequence[SharedRun]
    hidden: Sequence[str] = ()
    """What the sender left out beyond the default, by the names of redaction.fields."""
    revealed: Sequence[str] = ()

    @property
    def members(self) -> list[str]:
        """Labels of the drives below the targets of its runs."""
        return list(dict.fromkeys(member["disk"] for target in self.targets for member in target["members"]))

    @property
    def paths(self) -> list[PathOut]:
        """Of those runs whose targets are known."""
        return [run["path"] for run in self.runs if run["path"]]

    @property
    def targets(self) -> list[TargetOut]:
        """Of all its runs."""
        return [target for path in self.paths for target in path["targets"]]

    def factor(self, key: str) -> list[Scalar]:
        """Distinct values of a factor over its runs."""
        values: list[Scalar] = []
        for run in self.runs:
            for entry in run["factor_values"]:
                if entry["key"] == key:
                    values += entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
        return list(dict.fromkeys(values))


@dataclass(frozen=True, slots=True)
class Finding:
    """What one machine's documents say to one question. `evidence`: facts with their units."""

    answer: Answer
    value: str | None
    text: str
    source: str | None
    evidence: tuple[str, ...] = ()


def unknown(why: str) -> Finding:
    """Nothing says it."""
    return Finding("unknown", None, why, None)


def settings(document: SharedDocument) -> list[Setting]:
    """The machines of a shared document, in its order."""
    return [
        Setting(
            host["label"],
            host["inventory"] or {},
            host["firmware"],
            [run for run in document["runs"] if run["host"] == host["label"]],
            document["hidden"],
            document["revealed"],
        )
        for host in document["hosts"]
    ]


def question(
    key: str, title: str, found: Iterable[tuple[Setting, Finding]], command: str | None
) -> QuestionOut:
    """The answer of all machines. Machines that agree are answered for at once; else each is named."""
    each = list(found)
    known = [(setting, one) for setting, one in each if one.answer != "unknown"]
    if not known:
        why = each[0][1].text if each else "No inventory was sent."
        return _out(key, title, unknown(why), command)
    several = len(each) > 1
    distinct = list(dict.fromkeys((one.answer, one.value) for _, one in each))
    evidence = tuple(
        f"{setting.label}: {fact}" if several else fact for setting, one in each for fact in one.evidence
    )
    if len(distinct) == 1:
        one = known[0][1]
        return _out(key, title, Finding(one.answer, one.value, one.text, one.source, evidence), None)
    answers = {one.answer for _, one in each}
    answer: Answer = known[0][1].answer if len(answers) == 1 else "value"
    # With one machine that says nothing the others still answer, and it is said of which one nothing is known.
    value = "; ".join(f"{s.label}: {one.value or one.answer}" for s, one in each)
    text = " ".join(f"{s.label}: {one.text}" for s, one in each)
    return _out(key, title, Finding(answer, value, text, known[0][1].source, evidence), None)


def _out(key: str, title: str, found: Finding, command: str | None) -> QuestionOut:
    return {
        "key": key,
        "title": title,
        "answer": found.answer,
        "value": found.value,
        "text": found.text,
        "source": found.source,
        "evidence": list(found.evidence),
        "command": command if found.answer == "unknown" else None,
    }


def listed(words: Iterable[str]) -> str:
    """`a, b and c`, each once."""
    found = list(dict.fromkeys(words))
    return " and ".join(part for part in (", ".join(found[:-1]), *found[-1:]) if part)
