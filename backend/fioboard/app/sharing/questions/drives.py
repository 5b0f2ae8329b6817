"""Firmware, layout, heat and rated values of the drives."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.question import (
    NETWORK_KINDS,
    Finding,
    Setting,
    elsewhere,
    explain_outside_vm,
    listed,
    unknown,
)
from fioboard.core.figures import format_bytes, format_figure, format_percent, format_things
from fioboard.core.quantity import scaled
from fioboard.core.sanitize import Document
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.path import TargetOut
from fioboard.engine.answers.rating import RatedFigureOut
from fioboard.engine.answers.shared import SharedRun
from fioboard.engine.hardware.inventory.tolerant import mapping, number, text
from fioboard.engine.words.metrics import PLAIN, Metric, metric
from fioboard.engine.words.ratings import PATTERN_WORDS, PRINTED_BY, VERDICT_WORDS

RATED = "label.rated_"
HEAT = frozenset({"hot-drive", "thermal-throttling", "temperature-abort"})


def firmware(setting: Setting) -> Finding:
    """Which firmware is on the drives?"""
    if setting.is_remote:
        return elsewhere()
    disks = mapping(setting.document, "disks")
    if setting.is_on_virtual_drives:
        return _describe_virtual_drives(setting, disks)
    revisions = {
        disk: (text(mapping(disks, disk), "model"), text(mapping(disks, disk), "firmware"))
        for disk in setting.members
    }
    if not revisions or all(revision is None for _, revision in revisions.values()):
        return unknown("The inventory does not include the drives' firmware.")
    words = {
        disk: f"{model or 'model unknown'}, firmware {rev or 'unknown'}"
        for disk, (model, rev) in revisions.items()
    }
    same = len(set(words.values())) == 1
    text_ = (
        "All drives have the same model and firmware."
        if same and len(words) > 1
        else _explain_drives(setting, len(words))
    )
    return Finding(
        "value",
        listed(words.values()),
        text_,
        "inventory: drives",
        tuple(f"{disk}: {w}" for disk, w in words.items()),
        is_open=any(None in revision for revision in revisions.values()),
    )


def _explain_drives(setting: Setting, drives: int) -> str:
    paths = listed(target["path"] for target in setting.targets)
    if drives == 1:
        return sentences.ON_ONE_DRIVE(target=paths)
    return sentences.ON_DRIVES(target=paths, drives=format_things(drives, "drive"))


def _describe_virtual_drives(setting: Setting, disks: Document) -> Finding:
    words = []
    for disk in setting.members:
        size = number(mapping(disks, disk), "size_bytes")
        words.append(
            sentences.VIRTUAL_DRIVE(
                drive=text(mapping(disks, disk), "model") or disk,
                size=f"{format_bytes(size)} " if size is not None else "",
            )
        )
    return Finding(
        "value",
        listed(words),
        explain_outside_vm("Model and firmware of the physical drives are"),
        "inventory: drives",
        can_be_read=False,
        is_open=True,
    )


def layout(setting: Setting) -> Finding:
    """How is the storage laid out?"""
    targets = setting.targets
    if not targets:
        return unknown("The layers below the target are not recorded.")
    words, evidence = [], []
    for target in targets:
        words.append(_layers(target))
        below = ", ".join(member["disk"] for member in target["members"])
        evidence.append(f"{target['path']}: {words[-1]}" + (f" ({below})" if below else ""))
    is_on_server = any(target["kind"] in NETWORK_KINDS and not target["members"] for target in targets)
    note: str = (
        explain_outside_vm("The storage behind a virtual disk is")
        if setting.is_on_virtual_drives
        else "The layers on the server are not part of this."
        if is_on_server
        else sentences.LAYERS(target=listed(target["path"] for target in targets))
    )
    return Finding(
        "value",
        listed(words),
        note,
        "storage layers",
        tuple(dict.fromkeys(evidence)),
        can_be_read=False,
        is_open=is_on_server or setting.is_on_virtual_drives,
    )


def _layers(target: TargetOut) -> str:
    """`ext4 on md raid0 of 4 on partitions of 4 drives`; `nfs from server 1` where no drive is known."""
    layers = [
        layer
        for layer, below in zip_longest(target["layers"], target["layers"][1:])
        # A file system that the next layer names, too, says nothing of its own.
        if not (below or "").startswith(f"{layer} from ")
    ]
    count = len(target["members"])
    partitions = 0
    while layers and layers[-1].startswith("partition"):
        layers.pop()
        partitions += 1
    drives = format_things(count, "drive")
    if partitions:
        drives = f"{'partitions' if partitions > 1 else 'a partition'} of {drives}"
    if count:
        return " on ".join([*layers, drives])
    kind = target["kind"].replace("_", " ")
    return " on ".join(layers if layers and layers[-1].startswith(kind) else [*layers, kind])


def _findings(run: SharedRun) -> list[FindingOut]:
    return run["answer"]["findings"] if run["answer"] else []


def temperature(setting: Setting) -> Finding:
    """How warm did the drives get?"""
    if setting.is_remote:
        return elsewhere()
    if setting.is_on_virtual_drives:
        return unknown(explain_outside_vm("The temperature of the physical drives is"), can_be_read=False)
    heat = [finding["text"] for run in setting.runs for finding in _findings(run) if finding["id"] in HEAT]
    ranges = [
        (
            series["subject"].removeprefix("disk:"),
            [p["min"] for p in series["points"]],
            [p["max"] for p in series["points"]],
        )
        for run in setting.runs
        for series in (run["time_series"]["series"] if run["time_series"] else ())
        if series["metric"] == "temperature_c" and series["subject"].startswith("disk:") and series["points"]
    ]
    if ranges:
        low, high = min(min(least) for _, least, _ in ranges), max(max(most) for _, _, most in ranges)
        evidence: list[str] = [
            sentences.TEMPERATURES(drive=disk, least=f"{min(least):g}", most=f"{max(most):g}")
            for disk, least, most in ranges
        ]
        text_ = sentences.WITHOUT_COOLING(heat=" ".join(heat) or "No drive reported thermal throttling.")
        return Finding(
            "value", f"{low:g} to {high:g} °C", text_, "samples during the run", (*evidence, *heat),
            can_be_read=False, is_open=True,
        )  # fmt: skip
    seen = dict(_list_idle_temperatures(setting))
    if seen:
        low, high = min(seen.values()), max(seen.values())
        value = f"{low:g} °C" if low == high else f"{low:g} to {high:g} °C"
        evidence = [f"{disk}: {degrees:g} °C" for disk, degrees in seen.items()]
        return Finding(
            "value",
            sentences.ONCE_BESIDE(temperature=value),
            "Not sampled during the run; cooling was not recorded.",
            "inventory: sensor reading",
            tuple(evidence),
            can_be_read=False,
            is_open=True,
        )
    return unknown("No temperature was recorded.")


def _list_idle_temperatures(setting: Setting) -> Iterable[tuple[str, float]]:
    for disk in setting.members:
        degrees = number(mapping(mapping(setting.document, "moment.disks"), disk), "temperature_c")
        if degrees is not None:
            yield disk, degrees


def rated(setting: Setting) -> Finding:
    """What are the drives rated at?"""
    if "rated" in setting.hidden:
        return unknown("Ratings are left out.")
    words, labels, evidence = [], [], []
    is_withheld = False
    for key, figure in _rated_labels(setting):
        for each in setting.factor(key):
            if isinstance(each, str):
                # What was stated in words is shown only when its sender chose so; else a label stands there.
                if key not in setting.revealed:
                    is_withheld = True
                    continue
                words.append(f"{figure.title} “{each}”")
            else:
                shown, unit = scaled(each, figure.unit)
                words.append(f"{shown:,.10g} {unit} each")
                for run in setting.runs:
                    evidence += _share(run, key, figure, each)
            labels.append(key.removeprefix("label."))
    if not words and is_withheld:
        return unknown(
            "A rating was given in words, not as a number with a unit; the words are left out of this share."
        )
    if not words:
        return _read_datasheets(setting) or (
            unknown(explain_outside_vm("The rating of the physical drives is"), can_be_read=False)
            if setting.is_on_virtual_drives
            else unknown("No drive rating provided.")
        )
    text_ = "Given by the sender; the datasheet has the test conditions."
    return Finding("value", listed(words), text_, f"label {listed(labels)}", tuple(dict.fromkeys(evidence)))


def _read_datasheets(setting: Setting) -> Finding | None:
    """What the runs were compared with, where nobody stated a rating: the datasheets of their drives."""
    rated_runs = [(run["label"], rating) for run in setting.runs if (rating := run.get("rating"))]
    figures = [(label, one) for label, rating in rated_runs for one in rating["figures"]]
    figures = figures or list(setting.rated)
    if not figures:
        return None
    values = listed(
        sentences.RATED_EACH(value=format_figure(one["rated_each"], one["unit"]), pattern=_name_pattern(one))
        for _, one in figures
    )
    is_comparable = all(one["verdict"] == "comparable" for _, one in figures)
    conditions = "" if is_comparable else sentences.OTHER_CONDITIONS()
    evidence = dict.fromkeys(_describe_measured(label, one) for label, one in figures)
    kinds = {source["kind"] for _, one in figures if (source := one["source"])}
    from_others = listed(PRINTED_BY[kind] for kind in sorted(kinds & PRINTED_BY.keys()))
    if from_others:
        text_ = sentences.BY_OTHERS(sources=from_others, conditions=conditions)
        return Finding("value", values, text_, "ratings of the drives", tuple(evidence))
    text_ = sentences.BY_DATASHEET(conditions=conditions)
    return Finding("value", values, text_, "datasheets", tuple(evidence))


def _describe_measured(label: str, one: RatedFigureOut) -> str:
    """Describe a figure beside its rating, and its share of it unless they are of different tests."""
    figures = {
        "run": label,
        "measured": format_figure(one["measured"], one["unit"]),
        "rated": format_figure(one["rated"], one["unit"]),
        "verdict": VERDICT_WORDS[one["verdict"]].lower(),
    }
    if one["verdict"] == "not_comparable":
        return sentences.OF_OTHER_TEST(**figures)
    return sentences.OF_RATING(**figures, share=format_percent(100 * one["share"]))


def _name_pattern(one: RatedFigureOut) -> str:
    """The pattern that is rated: the run's own, unless the datasheet's differs."""
    rated_ = next((each["rated"] for each in one["differs"] if each["name"] == "pattern"), one["rw"])
    return PATTERN_WORDS.get(rated_ or "", "pattern not stated").lower()


def _rated_labels(setting: Setting) -> Iterator[tuple[str, Metric]]:
    """Labels that state a rated value, and the figure each is of; IOPS and bandwidth first."""
    keys = {entry["key"] for run in setting.runs for entry in run["factor_values"]}
    order = [*(RATED + name for name in PLAIN), *sorted(keys)]
    for key in dict.fromkeys(key for key in order if key in keys and key.startswith(RATED)):
        figure = metric(key.removeprefix(RATED))
        if figure is not None:
            yield key, figure


def _share(run: SharedRun, key: str, figure: Metric, each: float) -> list[str]:
    """Each result of a run against all its drives together; of latencies there is no such sum."""
    values = {entry["key"]: entry["value"] for entry in run["factor_values"]}
    drives = values.get("drive.count")
    if figure.lower_is_better or not isinstance(drives, int) or values.get(key) != each or not each:
        return []
    return [
        f"{run['label']}: {_rounded(value, figure.unit)}, {value / (each * drives):.0%} of {drives} × rated"
        for result in run["results"]
        if (value := figure.read(result)) is not None
    ]


def _rounded(value: float, unit: str) -> str:
    """`27.85 GB/s`, `1,600,000 IOPS`."""
    shown, prefixed = scaled(value, unit)
    return f"{shown:,.0f} {unit}" if prefixed == unit else f"{shown:,.2f} {prefixed}"
