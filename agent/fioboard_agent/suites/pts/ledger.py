"""What a PTS has written, counted by fio's own figures; what it may still write was confirmed before it began."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from fioboard_agent.errors import SetupError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.safety.devices import SECTOR_BYTES
from fioboard_agent.suites.pts.standard import get_write_share
from fioboard_agent.suites.workload import Workload

# A step may write four times as fast as anything before it, and at least so fast, before its cap cuts it short.
_HEADROOM, _MIN_RATE = 4.0, 1e9
# fio draws the mix at random.
_MIX_MARGIN = 0.95


@dataclass(frozen=True)
class Ledger:
    """`written_bytes`: by fio's figures. `lost_bytes`: the most that steps may have written whose figures were lost to
    a kill. `open_bytes`: the most that the step under way may write; `boot` and `sectors`: where the device's own
    count stood when it began. `rate`: the fastest writing so far, bytes per second."""

    written_bytes: int = 0
    lost_bytes: int = 0
    open_bytes: int = 0
    boot: Optional[str] = None
    sectors: Optional[int] = None
    rate: float = 0.0

    @property
    def total_bytes(self) -> int:
        """The most that may have been written."""
        return self.written_bytes + self.lost_bytes + self.open_bytes

    def open(self, most_bytes: int, device: Optional[str], roots: Roots) -> Ledger:
        """Sign for the most that the next step may write, before it begins."""
        return replace(self, open_bytes=most_bytes, boot=_read_boot(roots), sectors=read_sectors(roots, device))

    def close(self, written_bytes: int, seconds: float = 0.0) -> Ledger:
        """Count what a step has written."""
        rate = max(self.rate, written_bytes / seconds) if seconds else self.rate
        return Ledger(self.written_bytes + written_bytes, self.lost_bytes, rate=rate)

    def settle(self, device: Optional[str], roots: Roots) -> Ledger:
        """Count a step whose figures were lost: by the device's count where the host did not restart, else whole."""
        if not self.open_bytes:
            return self
        now = read_sectors(roots, device)
        lost = self.open_bytes
        if self.boot is not None and self.boot == _read_boot(roots) and None not in (now, self.sectors):
            lost = min(lost, max(0, (now or 0) - (self.sectors or 0)) * SECTOR_BYTES)
        return Ledger(self.written_bytes, self.lost_bytes + lost, rate=self.rate)


def compute_cap(ledger: Ledger, limit_bytes: int, workload: Workload, runtime_s: int) -> Optional[int]:
    """Compute what all I/O of a step may come to (fio's io_size, of all its jobs); None for one that only reads. The
    cap never exceeds what is left of the limit, so that not even a mix that only wrote could pass it. Raises
    SetupError where that is less than one block for each job."""
    share = get_write_share(workload)
    if not share:
        return None
    left = limit_bytes - ledger.total_bytes
    wanted = max(_MIN_RATE, _HEADROOM * ledger.rate) * runtime_s / share * _MIX_MARGIN
    block = (parse_size(workload.bs) or 0) * workload.numjobs
    cap = int(min(wanted, left)) // block * block
    if cap <= 0:
        raise SetupError(describe_end(ledger, limit_bytes))
    return cap


def require_room(ledger: Ledger, limit_bytes: int, amount: int) -> None:
    """Raise SetupError where a fixed amount would pass the limit."""
    if ledger.total_bytes + amount > limit_bytes:
        raise SetupError(describe_end(ledger, limit_bytes))


def describe_end(ledger: Ledger, limit_bytes: int) -> str:
    """Describe why nothing more may be written."""
    lost = f", {ledger.lost_bytes:,} of them in interrupted steps" if ledger.lost_bytes else ""
    return (
        f"The write limit of {limit_bytes:,} bytes is used up: {ledger.total_bytes:,} bytes were written{lost}. "
        "To go on, confirm more: --resume with a larger --write-limit."
    )


def read_sectors(roots: Roots, device: Optional[str]) -> Optional[int]:
    """Read how many sectors of 512 bytes were written to a device since the host started."""
    fields = (read_text(roots.locate(f"/sys/class/block/{device}/stat")) or "").split() if device else []
    return int(fields[6]) if len(fields) > 6 and fields[6].isdigit() else None


def _read_boot(roots: Roots) -> Optional[str]:
    return read_text(roots.locate("/proc/sys/kernel/random/boot_id"))
