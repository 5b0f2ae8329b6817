"""From the path that fio is given down to the disks behind it: `manifest.targets` of the upload.

It belongs to the run and not to the inventory: the same host has many targets. Nothing here judges or measures.
"""

from fioboard_agent.targets.resolution import resolve_targets

__all__ = ["resolve_targets"]
