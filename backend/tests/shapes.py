"""The shapes of the service's answers, to hold answers against."""

from functools import cache

from pydantic import TypeAdapter

# Each is put together once for a process: that takes a hundred times as long as holding an answer against it.
shape_of = cache(TypeAdapter)
