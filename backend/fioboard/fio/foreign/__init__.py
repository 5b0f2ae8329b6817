"""Outputs of other storage tools → the same values. How to add one: docs/formats.md."""

from fioboard.fio.foreign import (
    dbench,
    dd,
    hdparm,
    ioping,
    kbench,
    kubestr,
    measurement,
    nvmecontrol,
    yabs,
    yabs_text,
)
from fioboard.fio.foreign.adapter import Adapter

ADAPTERS: tuple[Adapter, ...] = (
    measurement.ADAPTER,
    yabs.ADAPTER,
    nvmecontrol.ADAPTER,
    dd.ADAPTER,
    hdparm.ADAPTER,
    ioping.ADAPTER,
    kubestr.ADAPTER,
    dbench.ADAPTER,
    kbench.ADAPTER,
    yabs_text.ADAPTER,
)
"""In the order in which they are asked."""

__all__ = ["ADAPTERS", "Adapter"]
