"""A figure beside what sources state of its drive model, of its provider's volumes, or of its class of devices."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fioboard.core.figures import format_percent
from fioboard.core.sentence import Sentence
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import DriveClass, bare
from fioboard.engine.hardware.datasheets.match import CAPACITY_TOLERANCE
from fioboard.engine.hardware.datasheets.volume import Volume, cards_of_volume
from fioboard.engine.reference_sets.stated import Kind, Stated, hash_subject, write_value
from fioboard.engine.rules.history.past import Measured
from fioboard.engine.rules.sentences.history import STATED
from fioboard.engine.rules.sentences.yardstick import (
    ABOVE_MOST,
    ABOVE_VALUE,
    BELOW_LEAST,
    OF_MOST,
    OF_VALUE,
    OVER_LEAST,
    TIMES_MOST,
    WITHIN,
)
from fioboard.engine.rules.yardstick import Yardstick

MAX_OTHERS = 2
_GENERATION = re.compile(r"Gen([345]) ")
# Classes of NVMe drives by who they are sold to; the others are of one kind of drive each.
_NVME: dict[DriveClass, str] = {"client": "nvme-client-gen", "data-centre": "nvme-dc-gen"}


@dataclass(frozen=True, slots=True)
class OneDrive:
    """What is known of the one drive or volume that a run measured. None: not known."""

    model: str
    capacity_bytes: int | None = None
    transport: str | None = None
    link: str | None = None
    """The best that it and its slot can do: `Gen4 x4`."""
    is_rotational: bool | None = None
    vendor: str | None = None
    """Of the machine, and so is the product."""
    product: str | None = None


@dataclass(frozen=True, slots=True)
class StatedOfRun:
    """A result of a run beside a stated figure of the same thing and metric."""

    measured: Measured
    position: int
    """Of the result."""
    value: float
    """What the run measured, in the unit of the figure."""
    stated: Stated
    lab: str
    """Whose set it is in."""
    set_id: str
    is_comparable: bool
    """Whether every condition that counts was stated, and is the run's."""

    @property
    def place(self) -> Sentence:
        """Say where the value lies: `12.0 % below the lowest`."""
        return describe_place(self.value, self.stated)


def list_subjects(drive: OneDrive) -> dict[bytes, Kind]:
    """List what a figure may be stated of to count for a drive, by digest: its model, volumes that it may be, and
    classes of devices that it may be of.
    """
    volume = Volume(drive.vendor, drive.product, drive.model, drive.capacity_bytes)
    volumes = [card.id for card in cards_of_volume(volume) or ()]
    classes = [] if volumes else list_classes(drive)
    keys: list[tuple[Kind, str]] = [
        ("model", drive.model),
        *(("volume", key) for key in volumes),
        *(("class", key) for key in classes),
    ]
    return {hash_subject(of, key): of for of, key in keys}


def list_classes(drive: OneDrive) -> list[str]:
    """List the classes that a drive may be of by its transport, its link and whether it turns; none where that does
    not tell.
    """
    sold_as = _find_classes_of_model(drive.model)
    if drive.transport == "pcie" and (generation := _GENERATION.match(drive.link or "")):
        return [key + generation[1] for sold, key in _NVME.items() if not sold_as or sold in sold_as]
    turns = drive.is_rotational if drive.is_rotational is not None or not sold_as else "hdd" in sold_as
    if drive.transport == "sata" and turns is not None:
        return ["hdd-7200" if turns else "sata-ssd"]
    return []


def _find_classes_of_model(model: str) -> set[DriveClass]:
    name = bare(model)
    return {card.drive_class for card in built_in_cards().values() if name in card.bare_models}


def match_stated(
    measured: Measured, stated: Stated, percentiles: dict[float, float | None]
) -> tuple[float, bool] | None:
    """Return what a result measured of a stated figure, and whether every condition that counts is known and met;
    None where the figure is of another test. `percentiles`: of its completion latency, in ns.
    """
    if measured.rw not in {"read", "write", "randread", "randwrite"} or stated.rw not in {measured.rw, "any"}:
        return None
    if stated.is_synced or _are_different(stated.bs_bytes, measured.bs_bytes, stated):
        return None
    is_random = measured.rw.startswith("rand")
    if stated.iodepth is not None and (
        measured.in_flight != stated.iodepth if is_random else measured.in_flight < stated.iodepth
    ):
        return None
    value = _find_value(measured, stated, percentiles)
    if value is None:
        return None
    conditions = (stated.bs_bytes, stated.iodepth)
    is_known = stated.of == "volume" or (
        None not in conditions and (stated.state, stated.cache) == (None, None)
    )
    return value, is_known and stated.metric != "lat_ns"


def _are_different(stated_bytes: int | None, bs_bytes: int | None, stated: Stated) -> bool:
    """Whether the block size is another one than stated. A volume counts a smaller block as one, and classes have one
    figure for all large blocks.
    """
    if stated_bytes is None:
        return False
    if bs_bytes is None:
        return True
    if stated.of == "volume" and stated.metric == "iops":
        return bs_bytes > stated_bytes
    if stated.of == "class" and stated.metric == "bw_bytes_per_s":
        return bs_bytes < stated_bytes // 2
    return bs_bytes != stated_bytes


def _find_value(measured: Measured, stated: Stated, percentiles: dict[float, float | None]) -> float | None:
    """Return the rate that people speak of at this block size, or the percentile that is stated."""
    if stated.metric == "lat_ns":
        return None if stated.percentile is None else percentiles.get(stated.percentile) or None
    return measured.rate if measured.unit == stated.unit else None


def is_of_capacity(stated: Stated, capacity_bytes: int | None) -> bool:
    """Whether a figure is stated for drives of this capacity, or for all."""
    if stated.capacity_bytes is None:
        return True
    off = None if capacity_bytes is None else abs(capacity_bytes - stated.capacity_bytes)
    return off is not None and off <= CAPACITY_TOLERANCE * stated.capacity_bytes


def describe_place(value: float, stated: Stated) -> Sentence:
    """Say where a value lies beside a stated one."""
    low, middle, high = stated.low, stated.value, stated.high
    if high is not None and value > high:
        is_far = value > 2 * high
        return (
            TIMES_MOST(times=f"{value / high:.3g}")
            if is_far
            else ABOVE_MOST(by=_write_share(value / high - 1))
        )
    if low is not None and value < low:
        return BELOW_LEAST(by=_write_share(1 - value / low))
    if low is not None and high is not None:
        return WITHIN()
    if high is not None:
        return OF_MOST(share=_write_share(value / high))
    if low is not None:
        return OVER_LEAST(by=_write_share(value / low - 1))
    share = value / (middle or value)
    return ABOVE_VALUE(by=_write_share(share - 1)) if share > 1 else OF_VALUE(share=_write_share(share))


def _write_share(share: float) -> str:
    return format_percent(100 * share)


def compare_with_stated(pairs: Sequence[StatedOfRun], of: Iterable[Kind]) -> Yardstick | None:
    """Say how the run's largest result compares with what is stated of these kinds of things; None where nothing is
    stated under its conditions.
    """
    kinds = frozenset(of)
    known = [one for one in pairs if one.is_comparable and one.stated.of in kinds]
    if not known:
        return None
    largest = max((one.measured for one in known), key=lambda one: one.bw_bytes_per_s or 0)
    first, *others = _drop_repeated(one for one in known if one.measured == largest)
    is_of_model = first.stated.of == "model"
    return Yardstick(
        "reference_set" if is_of_model else "class",
        _describe(first),
        tuple(_describe(one) for one in others[:MAX_OTHERS]),
    )


def _drop_repeated(pairs: Iterable[StatedOfRun]) -> Iterator[StatedOfRun]:
    """Leave out what says the same again, of another set or source."""
    seen = set()
    for one in pairs:
        figure = one.stated.key.casefold(), one.stated.values
        if figure not in seen:
            seen.add(figure)
            yield one


def _describe(one: StatedOfRun) -> Sentence:
    what = one.measured.what
    return STATED(
        what=what[:1].upper() + what[1:],
        measured=one.measured.spoken(one.value),
        place=one.place,
        title=one.stated.title,
        stated=write_value(one.stated),
        by=one.stated.by,
    )
