"""The table of the cluster's post, two rows of it swapped and a k lost, in the ways in which people write tables."""

import re
from collections.abc import Callable

from fioboard.store.derive.claims import judged, read_body
from tests.factories.nas_mail import OUTPUTS
from tests.loops import check_each

CELLS = {
    ("8k", "read", "IOPS"): "6004",
    ("8k", "read", "MB/s"): "49.2",
    ("8k", "write", "IOPS"): "12.9",
    ("8k", "write", "MB/s"): "106",
    ("256k", "read", "IOPS"): "3376",
    ("256k", "read", "MB/s"): "885",
    ("256k", "write", "IOPS"): "3085",
    ("256k", "write", "MB/s"): "809",
}
SIZES, WAYS, METRICS = ("8k", "256k"), ("read", "write"), ("IOPS", "MB/s")
EXPECTED = {
    key: ("swapped" if key[0] == "8k" else "right", "lost_suffix" if cell == "12.9" else None)
    for key, cell in CELLS.items()
}
COLUMNS = [(way, metric) for way in WAYS for metric in METRICS]
ORDERS = (
    COLUMNS,
    COLUMNS[::-1],
    [COLUMNS[1], COLUMNS[3], COLUMNS[0], COLUMNS[2]],
    [COLUMNS[2], COLUMNS[0], COLUMNS[3], COLUMNS[1]],
)


def markdown(rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


def bare(rows: list[list[str]]) -> str:
    lines = [" | ".join(row) for row in rows]
    return "\n".join([lines[0], " | ".join(["---"] * len(rows[0])), *lines[1:]])


def align(rows: list[list[str]]) -> str:
    widths = [max(len(row[n]) for row in rows) + 3 for n in range(len(rows[0]))]
    return "\n".join(
        "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def write_columns(
    order: list[tuple[str, str]], head: str = "{Way} {metric}", size: str = "{}"
) -> list[list[str]]:
    names = [head.format(Way=way.capitalize(), way=way, metric=metric) for way, metric in order]
    rows = [[size.format(bs), *(CELLS[bs, way, metric] for way, metric in order)] for bs in SIZES]
    return [["Block size", *names], *rows]


def write_rows(order: tuple[str, ...]) -> list[list[str]]:
    """A row for each workload."""
    rows = [
        [f"random {way}", bs, *(CELLS[bs, way, metric] for metric in order)] for bs in SIZES for way in WAYS
    ]
    return [["Test", "bs", *order], *rows]


def separate(mark: str) -> Callable[[list[list[str]]], str]:
    return lambda rows: "\n".join(mark.join(row) for row in rows)


def use_commas(text: str) -> str:
    return re.sub(r"(?<=\d)\.(?=\d)", ",", text)


@check_each(
    "table",
    [
        *(markdown(write_columns(order)) for order in ORDERS),
        *(bare(write_columns(order)) for order in ORDERS),
        *(align(write_columns(order)) for order in ORDERS),
        *(separate("\t")(write_columns(order)) for order in ORDERS),
        *(separate(";")(write_columns(order)) for order in ORDERS),
        *(separate(",")(write_columns(order)) for order in ORDERS),
        *(use_commas(markdown(write_columns(order))) for order in ORDERS),
        *(use_commas(separate(";")(write_columns(order))) for order in ORDERS),
        *(use_commas(separate("\t")(write_columns(order))) for order in ORDERS),
        *(markdown(write_columns(order, "{metric} {way}")) for order in ORDERS),
        *(markdown(write_columns(order, "{metric} ({way})", "{} blocks")) for order in ORDERS),
        *(markdown(write_columns(order, "rand{way} {metric}")) for order in ORDERS),
        markdown(write_rows(METRICS)),
        markdown(write_rows(METRICS[::-1])),
        align(write_rows(METRICS)),
        use_commas(markdown(write_rows(METRICS))),
        separate("\t")(write_rows(METRICS[::-1])),
        markdown([list(column) for column in zip(*write_columns(COLUMNS), strict=True)]),
        use_commas(markdown([list(column) for column in zip(*write_columns(COLUMNS[::-1]), strict=True)])),
    ],
)
def test_the_table_is_judged_alike_however_it_is_written(table: str) -> None:
    verdicts = judged(read_body(f"{OUTPUTS}\nSummary\n\n{table}\n\nWhat do you think?\n".encode(), None))
    found = {
        (
            f"{one.claim.bs_bytes // 1024}k",
            one.claim.direction,
            "IOPS" if one.claim.metric == "iops" else "MB/s",
        ): (
            one.status,
            one.cause,
        )
        for one in verdicts
    }
    assert found == EXPECTED, table
