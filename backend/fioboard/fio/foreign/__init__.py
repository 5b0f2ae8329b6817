"""Outputs of other storage tools → the same values. How to add one: docs/formats.md."""

from fioboard.fio.foreign import measurement, nvmecontrol, yabs
from fioboard.fio.foreign.adapter import Adapter

ADAPTERS: tuple[Adapter, ...] = (measurement.ADAPTER, yabs.ADAPTER, nvmecontrol.ADAPTER)
"""In the order in which they are asked."""

__all__ = ["ADAPTERS", "Adapter"]
