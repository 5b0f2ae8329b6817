"""Firmware, layout, heat and rated values of the drives."""

from collections.abc import Iterable, Mapping
from typing import Any

from fioboard.inventory.tolerant import mapping, number, text
from fioboard.questions.question import Finding, Setting, listed, unknown

RATED = {"iops": "IOPS", "bw_bytes_per_s": "bytes/s"}
HEAT = frozenset({"hot-drive", "thermal-throttling", "temperature-abort"})


def firmware(setting: Setting) -> Finding:
    """Which firmware is on the drives?"""
    disks = mapping(setting.document, "disks")
    found = {
        disk: (text(mapping(disks, disk), "model"), text(mapping(disks, disk), "firmware"))
        for disk in setting.members
    }
    if not found or all(revision is None for _, revision in found.values()):
        return unknown("The inventory does not tell the drives' firmware.")
    words = {
        disk: f"{model or 'model unknown'}, firmware {rev or 'unknown'}"
        for disk, (model, rev) in found.items()
    }
    same = len(set(words.values())) == 1
    text_ = (
        "All drives have the same."
        if same and len(words) > 1
        else f"Of {len(words)} drive{'s' if len(words) > 1 else ''}."
    )
    return Finding(
        "value",
        listed(words.values()),
        text_,
        "inventory: drives",
        tuple(f"{disk}: {w}" for disk, w in words.items()),
    )


def layout(setting: Setting) -> Finding:
    """How is the array laid out?"""
    targets = [target for run in setting.runs for target in (run["path"] or {}).get("targets", [])]
    if not targets:
        return unknown("What the target lies on is not recorded.")
    words, evidence = [], []
    for target in targets:
        drives = len(target["members"])
        on = f"{drives} drive{'s' if drives != 1 else ''}" if drives else target["kind"].replace("_", " ")
        words.append(" on ".join([*target["layers"], on]))
        evidence.append(
            f"{target['path']}: {words[-1]}"
            + (f" ({', '.join(m['disk'] for m in target['members'])})" if drives else "")
        )
    return Finding(
        "value",
        listed(words),
        "From the target down to the drives.",
        "targets",
        tuple(dict.fromkeys(evidence)),
    )


def temperature(setting: Setting) -> Finding:
    """How warm did the drives get?"""
    heat = [
        f["text"] for run in setting.runs for f in (run["path"] or {}).get("findings", []) if f["id"] in HEAT
    ]
    ranges = [
        (
            series["subject"].removeprefix("disk:"),
            [p["min"] for p in series["points"]],
            [p["max"] for p in series["points"]],
        )
        for run in setting.runs
        for series in (run["time_series"] or {}).get("series", [])
        if series["metric"] == "temperature_c" and series["subject"].startswith("disk:") and series["points"]
    ]
    if ranges:
        low, high = min(min(least) for _, least, _ in ranges), max(max(most) for _, _, most in ranges)
        evidence = [
            f"{disk}: {min(least):g} to {max(most):g} °C during the run" for disk, least, most in ranges
        ]
        text_ = " ".join(heat) or "No drive slowed down because of heat, as far as it tells."
        return Finding(
            "value", f"{low:g} to {high:g} °C", text_, "samples during the run", (*evidence, *heat)
        )
    seen = dict(_at_rest(setting))
    if seen:
        low, high = min(seen.values()), max(seen.values())
        value = f"{low:g} °C" if low == high else f"{low:g} to {high:g} °C"
        evidence = [f"{disk}: {degrees:g} °C" for disk, degrees in seen.items()]
        return Finding(
            "value",
            f"{value}, once beside the run",
            "Read once, not during the run.",
            "inventory: moment",
            tuple(evidence),
        )
    return unknown("This report shows no temperature.")


def _at_rest(setting: Setting) -> Iterable[tuple[str, float]]:
    for disk in setting.members:
        degrees = number(mapping(mapping(setting.document, "moment.disks"), disk), "temperature_c")
        if degrees is not None:
            yield disk, degrees


def rated(setting: Setting) -> Finding:
    """What are the drives rated at?"""
    words, evidence = [], []
    for metric, unit in RATED.items():
        for each in setting.factor(f"label.rated_{metric}"):
            words.append(f"{each:,} {unit} each")
            for run in setting.runs:
                evidence += _share(run, metric, unit, each)
    if not words:
        return unknown("Nobody stated what the drives are rated at.")
    labels = listed(f"rated_{metric}" for metric in RATED if setting.factor(f"label.rated_{metric}"))
    text_ = "As stated by the sender; a datasheet says under which conditions."
    return Finding("value", listed(words), text_, f"label {labels}", tuple(dict.fromkeys(evidence)))


def _share(run: Mapping[str, Any], metric: str, unit: str, each: float) -> list[str]:
    """Each result of a run against all its drives together."""
    values = {entry["key"]: entry["value"] for entry in run["factor_values"]}
    drives, stated = values.get("drive.count"), values.get(f"label.rated_{metric}")
    if not isinstance(drives, int) or stated != each or not each:
        return []
    return [
        f"{run['label']}: {r[metric]:,.0f} {unit}, {r[metric] / (each * drives):.0%} of {drives} × rated"
        for r in run["results"]
        if r[metric] is not None
    ]
