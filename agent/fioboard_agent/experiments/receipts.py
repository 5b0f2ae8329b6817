"""Receipts of switched settings: what was, what is, since when. Written before each switch, so that whatever ends the
agent (an error, SIGTERM, kill -9, a power cut) leaves behind what has to be put back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Optional

from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.errors import AgentError, SetupError
from fioboard_agent.experiments.switches import Switchboard, Switched
from fioboard_agent.host.durable import read_json, sync_folder, write_json_durably
from fioboard_agent.host.paths import Folders, make_state_folder

SCHEMA = 1


@dataclass(frozen=True)
class Receipt:
    """One setting that was switched. `is_follower`: the kernel reset it together with the one before it.

    `made`: every value that the agent ever gave it; killed between receipt and switch, it still has the one before."""

    place: str
    was: str
    set: str
    at: str
    is_follower: bool = False
    made: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.place}: {self.was} -> {self.set}"


@dataclass(frozen=True)
class Slip:
    """All receipts of one experiment, and the start of the host that they are of."""

    batch_id: str
    boot: Optional[str]
    receipts: tuple[Receipt, ...]


class ReceiptStore:
    """The receipts of this user on this host that are not settled, one file for each experiment."""

    def __init__(self, folders: Folders) -> None:
        self._folder = make_state_folder(folders.switched)

    def save(self, slip: Slip) -> None:
        """Durably: the next step may be a power cut."""
        document = {"schema": SCHEMA, "boot": slip.boot, "receipts": [asdict(one) for one in slip.receipts]}
        write_json_durably(self._build_path(slip.batch_id), document)

    def remove(self, batch_id: str) -> None:
        """Everything is put back."""
        self._build_path(batch_id).unlink(missing_ok=True)
        sync_folder(self._folder)

    def list_open(self) -> list[Slip]:
        """List what is still to be put back."""
        return [slip for path in sorted(self._folder.glob("*.json")) if (slip := _read(path)) is not None]

    def _build_path(self, batch_id: str) -> Path:
        return self._folder / f"{batch_id}.json"


class Switcher:
    """Makes the settings of a condition, with a receipt for each, and puts them back."""

    def __init__(self, board: Switchboard, store: ReceiptStore, batch_id: str) -> None:
        self._board, self._store = board, store
        self._slip = Slip(batch_id, board.read_boot(), ())

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """What is switched now."""
        return self._slip.receipts

    def apply(self, wanted: list[Switched]) -> None:
        """Make every setting and read it back. Raises SetupError where one does not hold."""
        for one in wanted:
            self._sign(one.place, one.value)
            for place in one.followers:
                self._sign(place, None)
        self._store.save(self._slip)
        for one in wanted:
            if self._board.read(one.place) != one.value:
                self._board.write(one.place, one.value)
                self._reset_followers(one)
            if self._board.read(one.place) != one.value:
                raise SetupError(f"{one.place} was set to {one.value} but reads {self._board.read(one.place)}.")

    def restore(self) -> list[str]:
        """Put everything back; return a sentence for each setting that could not be."""
        return restore(self._slip, self._board, self._store)

    def _sign(self, place: str, value: Optional[str]) -> None:
        """Sign for a setting before it is made; None for one that the kernel resets. The first value that was read
        stays what it was."""
        present = self._board.read(place)
        if present is None and value is None:
            return
        if present is None:
            raise SetupError(f"{place} cannot be read on this host.")
        known = {one.place: one for one in self._slip.receipts}
        was = known[place].was if place in known else present
        made = dict.fromkeys((*(known[place].made if place in known else ()), value or was))
        now = format_timestamp(datetime.now(timezone.utc))
        known[place] = Receipt(place, was, value or was, now, value is None, tuple(made))
        self._slip = replace(self._slip, receipts=tuple(known.values()))

    def _reset_followers(self, switched: Switched) -> None:
        """Set again what the kernel reset with the setting, where it may: only the one thing is to change."""
        for receipt in self._slip.receipts:
            if receipt.place in switched.followers and self._board.read(receipt.place) != receipt.was:
                try:
                    self._board.write(receipt.place, receipt.was)
                except AgentError:
                    continue  # a queue that is shorter with this scheduler: its run says so


def restore(slip: Slip, board: Switchboard, store: ReceiptStore) -> list[str]:
    """Put back what a slip signs for. What somebody else has set since is left alone, and said."""
    is_same_start = slip.boot == board.read_boot()
    problems: list[str] = []
    is_open = False
    for receipt in slip.receipts:
        present = board.read(receipt.place)
        is_ours = present in {receipt.set, *receipt.made} or (receipt.is_follower and is_same_start)
        if present == receipt.was or (present is not None and not is_ours and receipt.is_follower):
            continue
        if present is None and not board.has_place(receipt.place):
            problems.append(f"{receipt.place} is gone; it was {receipt.was}.")
        elif present is None or is_ours:
            problem = _write_back(receipt, board)
            is_open = is_open or problem is not None
            problems += [problem] if problem else []
        else:
            problems.append(f"{receipt.place} is {present} now, which the agent did not set; it was {receipt.was}.")
    if not is_open:
        store.remove(slip.batch_id)
    return problems


def restore_left(folders: Folders, board: Switchboard, tell: Callable[[str], None]) -> None:
    """Put back what an agent that was killed has left; call it with the host's lock held."""
    store = ReceiptStore(folders)
    for slip in store.list_open():
        tell(f"Restoring what experiment {slip.batch_id[:8]} left switched: {', '.join(map(str, slip.receipts))}")
        for problem in restore(slip, board, store):
            tell(problem)


def _write_back(receipt: Receipt, board: Switchboard) -> Optional[str]:
    try:
        board.write(receipt.place, receipt.was)
    except AgentError as error:
        return f"NOT put back, {receipt.place} was {receipt.was}: {error}"
    present = board.read(receipt.place)
    return None if present == receipt.was else f"NOT put back, {receipt.place} was {receipt.was} and reads {present}."


def _read(path: Path) -> Optional[Slip]:
    try:
        document: dict[str, Any] = read_json(path)
        if document["schema"] != SCHEMA:
            return None
        return Slip(path.stem, document["boot"], tuple(map(_read_receipt, document["receipts"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _read_receipt(kept: dict[str, Any]) -> Receipt:
    return Receipt(**{**kept, "made": tuple(kept.get("made", ()))})
