"""ib_write_bw, ib_read_bw and ib_send_bw of perftest: what a link was measured to carry between two hosts.

MB/sec are of powers of 1024 (perftest divides by 0x100000), Gb/sec of 1000. Of several message sizes (-a) the best
average counts: small ones measure messages, not the link.
"""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.readers.iperf import KEY

_TEST = compile_later(r"^\s*(?:RDMA_(?:Write|Read)|Send)(?: Bidirectional)? BW Test\s*$")
_HEAD = compile_later(
    r"^\s*#bytes\s+#iterations\s+BW peak\[(?P<unit>MB|Gb)/sec\]\s+BW average\[(?:MB|Gb)/sec\]"
)
_ROW = compile_later(
    r"^\s*\d{1,10}\s+\d{1,12}\s+[\d.]{1,16}\s+(?P<average>\d{1,9}(?:\.\d{1,6})?)(?:\s+[\d.]{1,16})?\s*$"
)
_END = compile_later(r"^\s*-{20,}\s*$")
_SCALE = {"MB": 2.0**20, "Gb": 1e9 / 8}
MAX_ROWS = 40


def read_tests(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the rows below each heading; of a bidirectional test the sum of both ways is no rate of one."""
    is_both_ways = False
    for index, line in enumerate(lines):
        if _TEST.match(line.text):
            is_both_ways = "Bidirectional" in line.text
        head = _HEAD.match(line.text)
        if head is None or is_both_ways:
            continue
        best: tuple[float, int] | None = None
        for row in lines[index + 1 : index + MAX_ROWS]:
            match = _ROW.match(row.text)
            if match is not None:
                rate = float(match["average"]) * _SCALE[head["unit"]]
                best = max(best or (0.0, 0), (rate, row.number))
            elif _END.match(row.text):
                # A table that was cut holds small messages alone.
                if best is not None and best[0] > 0:
                    yield Fact(KEY, str(round(best[0])), best[1], unit="bytes/s")
                break


READER = Reader("ib_write_bw, ib_read_bw, ib_send_bw", ("bw peak[",), read_tests, KEY)
