"""All answers, in the order in which support asks: the slot, the node, the drivers first."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fioboard.app.sharing.questions import drives, faults, left_out, links, numa, sentences, software
from fioboard.app.sharing.questions.question import Finding, Setting, question, settings, unknown
from fioboard.engine.answers.shared import QuestionOut, SharedDocument

INVENTORY = "inventory: "
OUTSIDE = sentences.OUTSIDE_VM(what="")
STATED = "stated by a person, not read with the run: "
QUESTIONS: tuple[tuple[str, str, Callable[[Setting], Finding]], ...] = (
    ("slot-width", "Is the slot as wide as the card or drive in it?", links.slot_width),
    ("numa-pinning", "Did you pin the process to a NUMA node?", numa.is_pinned),
    ("driver", "Are the drivers installed, and which version?", software.driver),
    ("link-full", "Is every link at full width and speed?", links.link_full),
    ("errors", "Any PCIe or media errors, resets?", faults.faults),
    ("numa-node", "On which NUMA node are the drives?", numa.node_of_drives),
    ("bios-version", "Which BIOS version?", software.bios_version),
    ("bios-settings", "What are the BIOS settings (NPS, C-states, ASPM, IOMMU)?", software.bios_settings),
    ("drive-firmware", "Which drives, and which firmware is on them?", drives.firmware),
    ("array", "How is the storage laid out?", drives.layout),
    ("temperature", "How warm did the drives get, and how are they cooled?", drives.temperature),
    ("system", "Which operating system and kernel?", software.system),
    ("command", "Which fio version and command line?", software.command),
    ("rated", "What are the drives rated at?", drives.rated),
)
KEYS = frozenset(key for key, _, _ in QUESTIONS)


def answers(document: SharedDocument) -> list[QuestionOut]:
    """All questions, answered from a shared document without its questions; none when it shows no machine."""
    return build_answers(settings(document))


def build_answers(every: Sequence[Setting]) -> list[QuestionOut]:
    """Build the answers to all questions from what is known of some machines; none without one."""
    if not every:
        return []
    answered = [
        question(key, title, [(setting, _answered(key, setting, find(setting))) for setting in every])
        for key, title, find in QUESTIONS
    ]
    # Who can tell what a VM does not show is said once, with the first that it does not.
    first = next((one for one in answered if OUTSIDE in one["text"]), None)
    if first is not None:
        first["text"] = sentences.ASK_OUTSIDE(known=first["text"])
    return answered


def _answered(key: str, setting: Setting, answer: Finding) -> Finding:
    """What was left out on purpose is said to be, and no command is given for it: its sender knows it."""
    reason = left_out.reason(key, setting.hidden) if answer.answer == "unknown" else None
    if reason:
        return unknown(reason, can_be_read=False)
    if setting.is_stated and answer.source and answer.source.startswith(INVENTORY):
        return replace(answer, source=f"{STATED}{answer.source.removeprefix(INVENTORY)}")
    return answer
