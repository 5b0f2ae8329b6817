"""Purposes of the operator's own: a folder of cards, each with a version."""

from dataclasses import dataclass
from pathlib import Path

from fioboard.core.toml_card import CardRefused, read_toml_card
from fioboard.engine.purposes import sentences
from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.card import Purpose
from fioboard.engine.words.limits import MAX_CARD_BYTES


@dataclass(frozen=True, slots=True)
class OwnPurposes:
    """What a folder holds: the cards that can be taken, and a sentence on each file that cannot."""

    purposes: tuple[Purpose, ...]
    refusals: tuple[str, ...]


def read_own_purposes(folder: Path) -> OwnPurposes:
    """Read each `*.toml` of a folder, in the order of names. No card takes the place of another one."""
    purposes: dict[str, Purpose] = {}
    refusals = []
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError as error:
        return OwnPurposes((), (sentences.FOLDER_UNREAD(folder=folder, kind=type(error).__name__),))
    for path in files:
        try:
            purpose = _read_own_purpose(path)
            if purpose.id in purposes:
                raise CardRefused(sentences.SAME_ID(id=purpose.id))
        except CardRefused as refused:
            refusals.append(f"{path}: {refused}.")
        else:
            purposes[purpose.id] = purpose
    return OwnPurposes(tuple(purposes.values()), tuple(refusals))


def _read_own_purpose(path: Path) -> Purpose:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CardRefused(sentences.CARD_UNREAD(kind=type(error).__name__)) from None
    purpose = read_toml_card(raw, Purpose, MAX_CARD_BYTES)
    if purpose.version is None:
        raise CardRefused("version: a card of your own states one")
    if purpose.id in load_purposes():
        raise CardRefused(sentences.BUILT_IN_ID(id=purpose.id))
    return purpose
