"""What a longer run can still show: whether a read has filled a link, and how well the mean rate is known already."""

from collections.abc import Sequence

import numpy as np

from fioboard.core.figures import format_bandwidth, format_iops, format_percent
from fioboard.engine.answers.request import OutlookOut, Sample
from fioboard.engine.rules.reached import FULL
from fioboard.engine.rules.sentences.verdicts import AT_CEILING, IS_STEADY, WRITES_ARE_STEADY
from fioboard.engine.stats.interval import mean_ci95

OF_CACHE = 1.05
"""Share of a link's bandwidth beyond which the data came from memory."""
FULL_FOR_S = 20
SKIPPED_S, MIN_S, BATCHES = 5, 30, 10
NARROW = 0.05


def judge_outlook(samples: Sequence[Sample], link: tuple[str, float] | None) -> list[OutlookOut]:
    """Say what the live samples of one step, one a second, are certain of; most often nothing.

    `link`: the narrowest link of the target by an earlier run, its name and bytes per second; null = not known.
    """
    return [one for one in (_judge_link(samples, link), _judge_interval(samples)) if one is not None]


def _judge_link(samples: Sequence[Sample], link: tuple[str, float] | None) -> OutlookOut | None:
    """A read that fills its link cannot get faster. Nothing is said of writes: an array writes more than fio does."""
    newest = samples[-FULL_FOR_S:]
    if link is None or len(newest) < FULL_FOR_S:
        return None
    name, bytes_per_s = link
    shares = [(one["read_bw"] or 0) / bytes_per_s for one in newest]
    if min(shares) < FULL or max(shares) > OF_CACHE or any(one["write_bw"] for one in newest):
        return None
    share = float(np.mean(shares))
    text = AT_CEILING(
        share=format_percent(share * 100),
        link=name,
        ceiling=format_bandwidth(bytes_per_s),
        seconds=f"{FULL_FOR_S} s",
    )
    return {"kind": "at_link", "text": text, "share": share, "half_width_share": None, "seconds": FULL_FOR_S}


def _judge_interval(samples: Sequence[Sample]) -> OutlookOut | None:
    """The mean of the busier direction, once its interval is narrow and it does not drift.

    Seconds that follow each other are alike, so the interval is that of ten batch means (Conway 1963).
    """
    read, write = [one["read_iops"] for one in samples], [one["write_iops"] for one in samples]
    written = sum(rate or 0 for rate in write)
    rates = (read if sum(rate or 0 for rate in read) >= written else write)[SKIPPED_S:]
    known = np.array([rate for rate in rates if rate is not None], dtype=float)
    if len(known) < max(MIN_S, len(rates)) or not known.mean() > 0:
        return None
    size = len(known) // BATCHES
    means = known[-size * BATCHES :].reshape(BATCHES, size).mean(axis=1)
    interval, mean = mean_ci95(means), float(means.mean())
    if interval is None:
        return None
    half = (interval[1] - mean) / mean
    drift = abs(float(means[BATCHES // 2 :].mean() - means[: BATCHES // 2].mean())) / mean
    if half > NARROW or drift > NARROW:
        return None
    seconds = size * BATCHES
    figures = {
        "mean": format_iops(mean),
        "half": format_percent(half * 100),
        "seconds": f"{seconds} s",
    }
    text = IS_STEADY(**figures) if written == 0 else WRITES_ARE_STEADY(**figures)
    return {"kind": "steady", "text": text, "share": None, "half_width_share": half, "seconds": seconds}
