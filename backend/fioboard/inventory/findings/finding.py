"""What a finding is, and how figures are spelled in it."""

from dataclasses import dataclass
from typing import Literal

from fioboard.core.sentence import Sentence
from fioboard.inventory.link import Range
from fioboard.schemas.finding import FindingOut


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact a finding rests on, in base units."""

    label: str
    value: str | int | float | bool | None
    unit: str | None = None
    source: str = "inventory"


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark. `id` is stable; the text may improve."""

    id: str
    severity: Literal["info", "warning"]
    text: Sentence
    evidence: tuple[Evidence, ...]

    def out(self) -> FindingOut:
        """As answers have it."""
        return {
            "id": self.id,
            "severity": self.severity,
            "text": self.text,
            "evidence": [
                {"label": e.label, "value": e.value, "unit": e.unit, "source": e.source}
                for e in self.evidence
            ],
        }


def gb(bytes_per_s: float) -> str:
    """`28.8 GB/s`: 10⁹ bytes per second, three figures."""
    return f"{bytes_per_s / 1e9:.3g} GB/s"


def gb_range(bounds: Range) -> str:
    """`13.3-14.4 GB/s`, or one figure when both ends read the same."""
    low, high = gb(bounds.low), gb(bounds.high)
    return high if low == high else f"{low.removesuffix(' GB/s')}-{high}"
