"""How long a durable write takes, from its submission until it survives a power loss: what that is known from, or why
it is unknown."""

from collections.abc import Mapping
from typing import Literal, LiteralString, get_args

DurableBasis = Literal[
    "write_and_sync",
    "synchronous_write",
    "write_through",
    "not_synced",
    "not_each_synced",
    "several_in_flight",
    "volatile_cache",
    "cache_unknown",
    "not_in_output",
]
BASES: Mapping[DurableBasis, LiteralString] = {
    "write_and_sync": "completion latency and the sync of each write; the sum of two has no exact percentiles",
    "synchronous_write": "completion latency: each write is synchronous (sync=)",
    "write_through": "completion latency of direct writes: no drive below has a volatile cache",
    "not_synced": "buffered writes without a sync",
    "not_each_synced": "not each write was followed by a sync",
    "several_in_flight": "several writes in flight share a sync",
    "volatile_cache": "direct writes without a sync, to drives with a volatile cache",
    "cache_unknown": "direct writes without a sync; the drives' caches are not known",
    "not_in_output": "the output has no latency of the writes or their syncs",
}
"""The first three have a figure, the others say why there is none."""
DURABLE_BASES: tuple[DurableBasis, ...] = get_args(DurableBasis)
OF_CACHES: frozenset[DurableBasis] = frozenset({"write_through", "volatile_cache", "cache_unknown"})
"""What is known, or not, from the drives' caches."""
