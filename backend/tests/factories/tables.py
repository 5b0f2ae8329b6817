"""Tables as people make them of measured runs: every form, printed with so many digits, with a mistake or without."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from fioboard.engine.formats.claims.auditor import Measured

Row = Sequence[str]
SIZES: Final = {"4k": 4096, "8k": 8192, "64k": 65_536, "256k": 262_144, "1M": 1_048_576}


@dataclass(frozen=True)
class Workload:
    """A workload, and what was measured of it: IOPS and mean latency in ns, by direction."""

    pattern: str
    bs: str
    iodepth: int
    iops: dict[str, float]
    latency: dict[str, float]
    note: str = field(default="")

    def bandwidth(self, direction: str) -> float:
        return self.iops[direction] * SIZES[self.bs]

    def name(self) -> str:
        return f"{self.bs} {self.pattern} QD{self.iodepth}"

    def measured(self) -> list[Measured]:
        return [
            Measured(
                f"{self.name()}/{way}",
                way,
                self.pattern,
                SIZES[self.bs],
                self.iodepth,
                1,
                {
                    "iops": [(self.iops[way],) * 3],
                    "bw_bytes_per_s": [(self.bandwidth(way),) * 3],
                    "clat_mean_ns": [(self.latency[way],) * 3],
                },
            )
            for way in ("read", "write")
        ]


def workloads(chance: random.Random) -> list[Workload]:
    """Two to six workloads, none of them twice."""
    all_of_them = [(p, bs, qd) for p in ("random", "sequential") for bs in SIZES for qd in (1, 8, 32)]

    def rate() -> dict[str, float]:
        return {way: 10 ** chance.uniform(2.3, 5.9) for way in ("read", "write")}

    def time() -> dict[str, float]:
        return {way: 10 ** chance.uniform(4.1, 8.4) for way in ("read", "write")}

    return [
        Workload(p, bs, qd, rate(), time()) for p, bs, qd in chance.sample(all_of_them, chance.randint(2, 6))
    ]


def markdown(rows: Sequence[Row]) -> str:
    heading, *others = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([heading, "|" + "---|" * len(rows[0]), *others])


def ascii_art(rows: Sequence[Row]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    drawn = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in rows]
    return "\n".join([rule, drawn[0], rule, *drawn[1:], rule])


def tabs(rows: Sequence[Row]) -> str:
    return "\n".join("\t".join(row) for row in rows)


def html(rows: Sequence[Row]) -> str:
    lines = [
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" if i else
        "<tr>" + "".join(f"<th>{cell}</th>" for cell in row) + "</tr>"
        for i, row in enumerate(rows)
    ]  # fmt: skip
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def bbcode(rows: Sequence[Row]) -> str:
    lines = ["[tr]" + "".join(f"[td]{cell}[/td]" for cell in row) + "[/tr]" for row in rows]
    return "[table]\n" + "\n".join(lines) + "\n[/table]"


FORMS: Final[dict[str, Callable[[Sequence[Row]], str]]] = {
    "markdown": markdown,
    "ascii": ascii_art,
    "tsv": tabs,
    "html": html,
    "bbcode": bbcode,
}


def shown(value: float, digits: int) -> str:
    """A value with so many digits that say something, never as 1e+05."""
    text = f"{value:#.{digits}g}"
    return f"{float(text):.0f}" if "e" in text else text.rstrip(".")
