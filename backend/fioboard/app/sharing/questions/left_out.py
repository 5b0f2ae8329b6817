"""What a sender chose to leave out answers no question, and is not to be taken for what nobody recorded."""

from collections.abc import Collection, Mapping

from fioboard.app.sharing.questions import sentences

PATH = "The path of the data"
FACTS: Mapping[str, Mapping[str, str]] = {
    "slot-width": {"path": PATH, "slots": "The name of the slot"},
    "numa-pinning": {"job_options": "The job's options"},
    "driver": {"path": PATH},
    "link-full": {"path": PATH},
    "errors": {"path": PATH},
    "numa-node": {"path": PATH},
    "bios-version": {"bios.version": "The BIOS version"},
    "bios-settings": {"bios.settings": "The BIOS settings"},
    "drive-firmware": {
        "drive.firmware": "The drives' firmware",
        "drive.model": "The drives' model",
        "path": PATH,
    },
    "array": {"path": PATH},
    "temperature": {
        "temperatures": "The drive temperature",
        "time_series": "The recording over time",
        "path": PATH,
    },
    "system": {"os": "The operating system", "kernel": "The kernel"},
    "command": {"job_options": "The command"},
    "rated": {"rated": "The drive rating"},
}
"""By question: the groups that hide what answers it, and what is then no part of the share."""


def reason(key: str, hidden: Collection[str]) -> str | None:
    """Why a question has no answer although one may be recorded; None where nothing of its facts was left out."""
    for group, words in FACTS[key].items():
        if group in hidden:
            verb = "are" if words.endswith("BIOS settings") else "is"
            return sentences.NOT_SHARED(parts=words, verb=verb)
    return None
