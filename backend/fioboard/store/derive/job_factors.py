"""What the options of a run's jobs say together: pinning, buffers, sync, polling, amount, verification, rate.

A factor is absent when nobody knows. Where fio printed all its options, one that is not among them is at its default,
and that is a value ("none", "random", "any"). Before 3.39 fio prints no option that was typed without a value
(`zero_buffers`, `hipri`): what hangs on such a one stays unknown there unless the command line tells.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from fioboard.engine.factors import FactorValue, Scalar
from fioboard.engine.filters.values import shown
from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.options import (
    ENGINES_THAT_POLL,
    find_kb_base,
    parse_duration_us,
    parse_flag,
    parse_size,
)
from fioboard.engine.formats.fio.model.reading import Invocation, Result
from fioboard.engine.formats.fio.model.version import has_printed_flags
from fioboard.engine.formats.fio.text.command_line import parse_command_line
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.job_options import DEFAULTS, SPELLINGS
from fioboard.store.derive.amount import find_amount
from fioboard.store.derive.path import Sent
from fioboard.store.derive.pinning import describe_pinning

_FIO = "fio"
_SYNC = {"0": "none", "": "O_SYNC", "1": "O_SYNC", "sync": "O_SYNC", "dsync": "O_DSYNC"}
_TIMES = frozenset({"thinktime", "thinktime_spin", "thinktime_iotime", "latency_target", "latency_window"})
_VERBATIM = frozenset({"buffer_pattern", "verify_pattern"})
MAX_CHARACTERS = 200


def job_factors(
    invocation: Invocation,
    launcher: Mapping[str, str],
    sent: Sent,
    capacity: int | None,
) -> dict[str, FactorValue]:
    """Factor key → its value, or the distinct values of jobs that differ, over a run's results.

    `invocation`: completed by `add_typed_options`. `capacity`: bytes of the one disk that was measured as a device;
    None when it is another kind of target.
    """
    if invocation.tool_name != _FIO:
        return {}
    shows_flags = has_printed_flags(invocation.tool_version)
    asked = {name: text(sent.fio_cpus, name) for name in ("cpus_allowed", "numa_cpu_nodes")}
    stated = {name: value for name, value in asked.items() if value}
    is_complete = invocation.outcome == "complete"
    per_result: list[dict[str, Scalar]] = []
    for result in invocation.results:
        if result.is_merged_sections:
            # fio prints the options of the last section alone.
            continue
        has_all_flags = result.has_all_options and (shows_flags or result.are_options_typed)
        options = result.job_options if "cpumask" in result.job_options else {**stated, **result.job_options}
        pinning = describe_pinning(
            options, launcher, sent.inventory or {}, has_all_options=result.has_all_options
        )
        values = read_settings(result, has_all_flags) | find_amount(result, capacity, is_complete=is_complete)
        if result.steady_state is not None and result.steady_state.is_attained is not None:
            values["job.steady_state"] = "reached" if result.steady_state.is_attained else "not reached"
        per_result.append(values if pinning is None else {**values, "job.cpus": pinning})
    keys = dict.fromkeys(key for values in per_result for key in values)
    return {key: _distinct(values[key] for values in per_result if key in values) for key in keys}


def add_typed_options(invocation: Invocation, argv: Sequence[str] | None) -> Invocation:
    """Add options of the command line, where it is known, that fio itself did not print."""
    command = parse_command_line(shlex.join(argv), 0) if argv and invocation.tool_name == _FIO else None
    if command is None or command.hides_options:
        return invocation
    return replace(invocation, results=tuple(_typed(result, command) for result in invocation.results))


def _typed(result: Result, command: CommandLine) -> Result:
    typed = command.get_options(result.job_name)
    if typed is None or result.is_merged_sections or not result.has_all_options:
        return result
    return replace(result, job_options={**typed, **result.job_options}, are_options_typed=True)


def read_settings(result: Result, has_all_flags: bool) -> dict[str, Scalar]:
    """Read what one result's options say of its buffers, flushes, polling, verification and limits."""
    options = result.job_options
    base = find_kb_base(options)
    typed = {
        key: _stated(options, key, base)
        for key in ("job.buffers", "job.sync", "job.poll", "job.verify", "job.rate")
    }
    values = {
        "job.buffers": _buffers(typed["job.buffers"], options),
        "job.sync": _leading(typed["job.sync"], "sync"),
        "job.poll": " ".join(
            name if value == "1" else f"{name}={value}" for name, value in typed["job.poll"].items()
        ),
        "job.verify": _leading(typed["job.verify"], "verify"),
        "job.rate": _leading(typed["job.rate"]),
    }
    is_whole = {
        "job.buffers": has_all_flags,
        # Without an engine among all options it is the system's default, which does not poll.
        "job.poll": has_all_flags or (result.has_all_options and result.ioengine not in ENGINES_THAT_POLL),
    }
    defaults = {"job.buffers": "random"}
    return {
        key: (value or defaults.get(key, "none"))[:MAX_CHARACTERS]
        for key, value in values.items()
        if value or is_whole.get(key, result.has_all_options)
    }


def _stated(options: Mapping[str, str], key: str, base: int) -> dict[str, str]:
    """The options of a factor that were set to something else than their default, in the order it names them."""
    normal = {name: _normal(name, options[name], base) for name in FACTORS[key].options if name in options}
    return {name: value for name, value in normal.items() if value != DEFAULTS.get(name, "0")}


def _normal(name: str, text: str, base: int) -> str:
    """One spelling of what means the same: `1m` and `1024k`, `100` and `100us`, a flag with and without its value."""
    if name in _VERBATIM:
        return text.strip()
    text = text.strip().lower()
    if name == "sync":
        return _SYNC.get(text, text)
    if (name, text) in SPELLINGS:
        return SPELLINGS[name, text]
    if name in _TIMES:
        duration = parse_duration_us(text, "us")
        return text if duration is None else f"{duration}us" if duration else "0"
    size = parse_size(text, base)
    if size is not None:
        return text if text.isdigit() else shown(size, "bytes")
    return "1" if text in {"", "true", "yes", "on"} else "0" if text in {"false", "no", "off"} else text


def _leading(typed: Mapping[str, str], leader: str | None = None) -> str:
    """`crc32c verify_fatal=1`: the value of the leading option, then the others as fio writes them."""
    return " ".join(value if name == leader else f"{name}={value}" for name, value in typed.items())


def _buffers(typed: Mapping[str, str], options: Mapping[str, str]) -> str:
    rest = dict(typed)
    kind = "random"
    if parse_flag(options.get("zero_buffers")):
        rest.pop("zero_buffers", None)
        kind = "zero"
    elif "buffer_pattern" in rest:
        kind = f"pattern {rest.pop('buffer_pattern')}"
    elif "buffer_compress_percentage" in rest:
        kind = f"{rest.pop('buffer_compress_percentage')}% compressible"
    return " ".join([kind, *(f"{name}={value}" for name, value in rest.items())]) if typed else ""


def _distinct(values: Iterable[Scalar]) -> FactorValue:
    distinct = sorted(set(values), key=lambda value: (isinstance(value, str), value))
    return distinct[0] if len(distinct) == 1 else distinct
