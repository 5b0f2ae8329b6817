"""ethtool: the speed of an interface."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_command

_HEAD = compile_later(r"^Settings for (?P<name>[\w.@-]{1,20}):$")
_SPEED = compile_later(r"^\s*Speed: (?P<speed>\d{2,7})Mb/s$")


_GREPPED = compile_later(r"^ethtool (?P<name>[\w.@-]{1,20}) ?\|")
_INFINIBAND = compile_later(r"^CA '(?P<name>[\w.-]{1,20})'$")
_RATE = compile_later(r"^\s+Rate: (?P<rate>\d{1,4})$")


def read_interfaces(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the trained speed of each interface; of one that is down there is none."""
    for index, line in enumerate(lines):
        adapter = _INFINIBAND.match(line.text)
        for row in follow_block(lines, index) if adapter else ():
            rate = _RATE.match(row.text)
            if adapter and rate:
                megabits = str(1000 * int(rate["rate"]))
                yield Fact(
                    "network.speed", megabits, row.number, unit="Mb/s", device=f"net {adapter['name']}"
                )
                break
        head = _HEAD.match(line.text) or _GREPPED.match(read_command(line.text) or "")
        for row in follow_block(lines, index) if head else ():
            speed = _SPEED.match(row.text)
            if head and speed:
                yield Fact(
                    "network.speed", speed["speed"], row.number, unit="Mb/s", device=f"net {head['name']}"
                )


READER = Reader("ethtool, ibstat", ("settings for ", "ethtool ", "ca '"), read_interfaces, "network.speed")
