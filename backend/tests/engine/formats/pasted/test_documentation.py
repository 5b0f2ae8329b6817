"""docs/formats.md lists the readers of pasted facts as they declare themselves."""

import os
from pathlib import Path

from fioboard.engine.formats.pasted.readers import list_readers

FORMATS = Path(__file__).parents[5] / "docs" / "formats.md"
BEGIN, END = "<!-- facts: begin -->\n", "<!-- facts: end -->\n"


def test_the_table_of_readers() -> None:
    rows = [f"| {one.tool} | {one.gives} |" for one in list_readers()]
    rows.append(
        "| sentences and headings | drive.model, drive.capacity, drive.count, slot, slot.link, pcie.link, bios.nps, "
        "bios.smt, bios.c_states, bios.iommu, kernel, os.name, os.version, cpu.model, board.product, raid.level, "
        "raid.width, network.speed, rated_iops, rated_bw_bytes_per_s, temperature |"
    )
    table = "\n".join(["| Output of | Facts |", "|---|---|", *sorted(rows)]) + "\n"
    text = FORMATS.read_text()
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    if os.environ.get("FIOBOARD_WRITE_DOCS"):
        FORMATS.write_text(before + BEGIN + table + END + after)
        return
    assert now == table, "Run this test with FIOBOARD_WRITE_DOCS=1"
