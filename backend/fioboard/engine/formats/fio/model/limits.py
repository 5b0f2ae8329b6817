"""How much of anything one body may hold; see the threat model, section 6."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one body. Beyond them the readers raise TooDeep or TooMany instead of using more memory.

    Bins of json+ are counted apart from other JSON values: a legal 32 MiB document has almost two
    million of them and little else, and they are read without a Python object each.
    """

    max_bytes: int = 64 * 1024 * 1024
    max_depth: int = 64
    max_values: int = 1_000_000
    max_jobs: int = 10_000
    max_lines: int = 2_000_000
    max_documents: int = 10_000
    max_command_chars: int = 4 * 1024 * 1024
    max_shown_chars: int = 1_024
    max_options_chars: int = 65_536
    max_problems: int = 200
    max_messages: int = 1_000


DEFAULT_LIMITS = Limits()
