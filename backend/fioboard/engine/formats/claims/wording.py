"""What the auditor says, in one sentence for people."""

from typing import Literal

from fioboard.core.quantity import scaled
from fioboard.engine.formats.claims import sentences
from fioboard.engine.formats.claims.auditor import Cause, Verdict

_WHY: dict[Cause, str] = {
    "lost_suffix": "its k or M is missing",
    "binary_unit": "units of 1000 and of 1024 are confused",
    "bits": "bits and bytes are confused",
    "unit": "the unit is wrong by a factor of 1000",
    "direction": "it stands in the wrong direction",
}


def get_base_unit(metric: str) -> Literal["IOPS", "bytes/s", "ns"]:
    """Return the base unit of a claim's metric."""
    return "IOPS" if metric == "iops" else "bytes/s" if metric == "bw_bytes_per_s" else "ns"


def amount(value: float, metric: str) -> str:
    """`12,898.8 IOPS`, `885.1 MB/s`, `7.75 ms`: enough digits to tell it from its neighbours."""
    if metric == "iops":
        return f"{value:,.1f}".removesuffix(".0") + " IOPS"
    number, unit = scaled(value, get_base_unit(metric))
    return f"{number:.5g} {unit}"


def sentence(verdict: Verdict) -> str:
    """Why the status is what it is; names the measured figure wherever there is one."""
    claim = verdict.claim
    if verdict.measured is None:
        if verdict.candidates > 1:
            return sentences.SEVERAL_CANDIDATES(candidates=verdict.candidates)
        return "No measured run that this can mean is known."
    was = amount(verdict.measured, claim.metric)
    way = f" ({verdict.measured_direction})" if verdict.measured_direction else ""
    return sentences.WAS_MEASURED(figure=was, way=way, difference=_difference(verdict))


def _difference(verdict: Verdict) -> str:
    """What follows the measured figure."""
    why = _WHY[verdict.cause] if verdict.cause else None
    if verdict.status == "swapped":
        return sentences.SWAPPED(why=f", and {why}" if why else "")
    if verdict.status == "wrong":
        return (
            f": {why}" if why else sentences.DIFFERS(factor=f"{verdict.factor:.4g}") if verdict.factor else ""
        )
    return "; it is cut off, or rounded further than its digits say" if verdict.status == "rounded" else ""
