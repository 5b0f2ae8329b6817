"""What an answer is, and how the answers about several machines become one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.advice import (
    ADVICE,
    IN_VM,
    OF_THE_OWNER,
    ON_THE_SERVER,
    RECORDED,
    Platform,
    platform,
)
from fioboard.core.sanitize import Document
from fioboard.engine.answers.inventory import SettingOut
from fioboard.engine.answers.path import PathOut, TargetOut
from fioboard.engine.answers.rating import RatedFigureOut
from fioboard.engine.answers.shared import QuestionOut, SharedDocument, SharedRun
from fioboard.engine.factors import Scalar
from fioboard.engine.hardware.inventory.path import VIRTUAL
from fioboard.engine.hardware.inventory.tolerant import mapping, text

Answer = Literal["yes", "no", "value", "unknown"]
NETWORK_KINDS = frozenset({"nfs", "nfs4", "cifs", "smb"})


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
    is_whole: bool = False
    """Whether nothing was left out: answered for those who may see everything."""
    rated: Sequence[tuple[str, RatedFigureOut]] = ()
    """Figures of other runs on the same drives, beside their ratings, each with its run's label."""
    is_stated: bool = False
    """Whether a person stated the inventory, for runs that came without one."""

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

    @property
    def is_remote(self) -> bool:
        """Whether everything it measured lies on another machine: that one's drives are not in this inventory."""
        return bool(self.targets) and all(
            target["kind"] in NETWORK_KINDS and not target["members"] for target in self.targets
        )

    @property
    def is_on_virtual_drives(self) -> bool:
        """Whether every drive below its targets is one that a hypervisor shows: the physical ones are not visible."""
        disks = mapping(self.document, "disks")
        return bool(self.members) and all(
            text(mapping(disks, disk), "transport") in VIRTUAL for disk in self.members
        )

    @property
    def is_virtual(self) -> bool:
        """Whether it is a virtual machine: its firmware and NUMA nodes are the hypervisor's, not the server's."""
        kind = text(self.document, "virtualized.kind") or text(self.document, "virtualized")
        return kind is not None or self.is_on_virtual_drives

    @property
    def platform(self) -> Platform | None:
        """Which system's commands can be advised; None when the inventory does not name it."""
        return platform(text(self.document, "os.name"))

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
    can_be_read: bool = True
    """Of what is not known: whether a command on this host could tell."""
    is_open: bool = False
    """Of an answer: whether a part of it is not known. What would tell stands beside it, as beside an unknown."""


def unknown(why: str, evidence: tuple[str, ...] = (), can_be_read: bool = True) -> Finding:
    """Nothing says it, or what says it cannot be trusted."""
    return Finding("unknown", None, why, None, evidence, can_be_read)


def elsewhere() -> Finding:
    """What is asked is a matter of the server's, not of this host's inventory."""
    return unknown(
        "The drives are in a server on the network, whose inventory is not part of this.", can_be_read=False
    )


def explain_outside_vm(what: str) -> str:
    """Say of something that no command inside the virtual machine tells it, and who can."""
    return sentences.OUTSIDE_VM(what=what)


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
            is_stated=host.get("is_stated", False),
        )
        for host in document["hosts"]
    ]


def question(key: str, title: str, each: Sequence[tuple[Setting, Finding]]) -> QuestionOut:
    """The answer of all machines. Machines that agree are answered for at once; else each is named."""
    several = len(each) > 1
    evidence = tuple(
        f"{setting.label}: {fact}" if several else fact for setting, one in each for fact in one.evidence
    )
    known = [one for _, one in each if one.answer != "unknown"]
    texts = list(dict.fromkeys(one.text for _, one in each))
    text_ = texts[0] if len(texts) == 1 else " ".join(f"{s.label}: {one.text}" for s, one in each)
    is_helped = not known or any(one.is_open for one in known)
    is_partial = bool(known) and any(one.is_open or one.answer == "unknown" for _, one in each)
    command, look_for = _advice(key, each) if is_helped else (None, None)
    why = f"{text_} Look for {look_for}." if look_for else text_
    if not known:
        return _build_question(key, title, unknown(why, evidence), command)
    distinct = {(one.answer, one.value) for _, one in each}
    if len(distinct) == 1:
        one = known[0]
        why = why if is_helped else one.text
        answer_ = Finding(one.answer, one.value, why, one.source, evidence, is_open=is_partial)
        return _build_question(key, title, answer_, command)
    answers = {one.answer for _, one in each}
    answer: Answer = known[0].answer if len(answers) == 1 else "value"
    # With one machine that says nothing the others still answer, and it is said of which one nothing is known.
    value = "; ".join(f"{s.label}: {one.value or one.answer}" for s, one in each)
    joined = Finding(answer, value, why, known[0].source, evidence, is_open=is_partial)
    return _build_question(key, title, joined, command)


def _advice(key: str, each: Sequence[tuple[Setting, Finding]]) -> tuple[str | None, str | None]:
    """A command that runs on every host concerned, else what to look for, and for the host's owner what would record
    it; neither where no host could tell."""
    platforms = {
        setting.platform
        for setting, one in each
        if one.can_be_read and (one.is_open or one.answer == "unknown")
    }
    is_owners = all(setting.is_whole for setting, _ in each)
    if not platforms:
        is_elsewhere = is_owners and any(setting.is_remote for setting, _ in each)
        return (ON_THE_SERVER, None) if is_elsewhere else (None, None)
    advice = ADVICE[key]
    [only] = platforms if len(platforms) == 1 else [None]
    command = advice.commands.get(only) if only else None
    if command is not None and all(setting.is_on_virtual_drives for setting, _ in each):
        command = IN_VM.get(key, command)
    if command is None and is_owners:
        return OF_THE_OWNER.get(key, RECORDED), advice.look_for
    return (command, None) if command else (None, advice.look_for)


def _build_question(key: str, title: str, answer: Finding, command: str | None) -> QuestionOut:
    shown = f"{answer.value} {answer.text}"
    return {
        "key": key,
        "title": title,
        "answer": answer.answer,
        "value": answer.value,
        "text": answer.text,
        "source": answer.source,
        # What only says the answer again is no evidence of it.
        "evidence": [] if all(fact in shown for fact in answer.evidence) else list(answer.evidence),
        "command": command,
        "is_partial": answer.is_open,
    }


def listed(words: Iterable[str]) -> str:
    """`a, b and c`, each once."""
    distinct = list(dict.fromkeys(words))
    return " and ".join(part for part in (", ".join(distinct[:-1]), *distinct[-1:]) if part)
