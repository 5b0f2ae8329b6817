"""The questions of the five posts in other words, orders and indents: the facts that answer them are the same."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fioboard.store.derive.claims import read_body
from fioboard.store.derive.pasted import accept_facts, read_facts
from tests.loops import check_each

POSTS = Path(__file__).parents[3] / "data" / "pasted" / "posts"
SLOTS = [("2", "Gen2 x16"), ("2", "Gen2 x16"), ("3", "Gen1 x4")]
RATED = [("450000", "FreeBSD"), ("450000", "FreeBSD"), ("75000", "FreeBSD")]
WIDTHS = [(number, "3500000000") for number in ("2", "3", "4")]
NODES = [("1",), ("4",), ("4",), ("4",), ("4",)]
FIRST, SECOND = "## Slot 2 (PCIe 2.0 x16)", "## Slot 3 (PCIe 1.0 x4)"
PCIE = "The drive is rated at 450,000 random-read and 175,000 random-write IOPS."
SATA = "The drive is rated at 75,000 random-read IOPS."

RUN = "j: (groupid=0, jobs=1): err= 0: pid=1: Mon Jul 25 06:30:11 2022\n  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)\n"


def name_slots(second: str, third: str) -> Callable[[str], str]:
    return lambda text: text.replace(FIRST, second).replace(SECOND, third)


def rate(pcie: str, sata: str) -> Callable[[str], str]:
    return lambda text: text.replace(PCIE, pcie).replace(SATA, sata)


def name_nodes(form: str) -> Callable[[str], str]:
    return lambda text: re.sub(r"\bNPS([14])\b", lambda match: form.format(match[1]), text)


def replace(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def quote(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def indent(text: str) -> str:
    return "\n".join(f"    {line}" if line else line for line in text.split("\n"))


def mark_by_indent(text: str) -> str:
    """Mark code by its indent, as Markdown did before it had fences."""
    parts = text.split("```")
    return "".join(indent(part) if number % 2 else part for number, part in enumerate(parts))


def swap(first: str, second: str) -> Callable[[str], str]:
    """Let the section of the second heading stand before that of the first."""

    def change(text: str) -> str:
        one, two = text.index(first), text.index(second)
        return f"{text[:one]}{text[two:]}\n{text[one:two]}"

    return change


@pytest.mark.parametrize(
    ("post", "keys", "expected", "changes"),
    [
        ("workstation", ("slot", "slot.link"), SLOTS, [
            name_slots("### PCIe slot #2 - Gen2 x16", "### PCIe slot #3 - Gen1 x4"),
            name_slots("In slot 2, PCIe 2.0 x16:", "In slot 3, PCIe 1.0 x4:"),
            name_slots("**Slot 2, Gen2 x16**", "**Slot 3, Gen1 x4**"),
            name_slots("## In slot 2 (PCIe 2.0, 16 lanes)", "## In slot 3 (PCIe 1.0, 4 lanes)"),
            name_slots("## Slot 2: x16 at PCIe 2.0", "## Slot 3: x4 at PCIe 1.0"),
            name_slots("Slot 2, PCIe 2.0 x16\n", "Slot 3, PCIe 1.0 x4\n"),
            mark_by_indent, quote,
        ]),
        ("workstation", ("slot", "slot.link"), [SLOTS[2], *SLOTS[:2]], [swap(FIRST, SECOND)]),
        ("freebsd-box", ("rated_iops", "os.name"), RATED, [
            rate("It is rated 450k random-read IOPS.", "It is rated 75k random-read IOPS."),
            rate("Datasheet: 450,000 IOPS random read.", "Datasheet: 75,000 IOPS random read."),
            rate("The vendor claims 450.000 IOPS for random reads.", "The vendor claims 75.000 IOPS for random reads."),
            rate("Rated: random read 4 KB up to 450 000 IOPS", "Rated: random read 4 KB up to 75 000 IOPS"),
            mark_by_indent, quote,
        ]),
        ("freebsd-box", ("rated_iops", "os.name"), [RATED[2], *RATED[:2]], [swap("## PCIe SSD", "## SATA SSD")]),
        ("gpu-server", ("drive.count", "rated_bw_bytes_per_s"), WIDTHS, [
            replace("| Drives |", "| SSDs   |"),
            replace("each rated at 3.5 GB/s\n", "each rated at 3,500 MB/s\n"),
            replace("each rated at 3.5 GB/s\nsequential read.", "3.5 GB/s sequential read by the datasheet."),
            quote, indent,
        ]),
        ("epyc", ("bios.nps",), NODES, [
            *map(name_nodes, ("NPS={}", "NPS set to {}", "Nodes per socket: {}", "NPS-{}")),
            lambda text: re.sub(r"^#+ (.*)$", r"\1:", text, flags=re.MULTILINE),
            mark_by_indent, quote, indent,
        ]),
    ],
)  # fmt: skip
def test_facts_are_the_same_in_other_words(
    post: str, keys: tuple[str, ...], expected: list[tuple[str, ...]], changes: list[Callable[[str], str]]
) -> None:
    original = (POSTS / f"{post}.md").read_text()
    for number, change in enumerate(changes):
        text = change(original)
        assert text != original, number
        body = read_body(text.encode(), None)
        accepted = accept_facts(read_facts(body), body.reading.invocations, "all")
        labels = [accepted.labels.get(run, {}) for run in range(len(body.reading.invocations))]
        assert [tuple(own.get(key) for key in keys) for own in labels] == expected, (number, text[:300])
        if post == "epyc":
            assert len(accepted.targets) == len(expected), number


@check_each(
    "sentence, facts",
    [
        ("20 x 7200 RPM disks in RAIDZ1 groups of 5 drives", {("drive.count", "20"), ("raid.width", "5")}),
        ("24 drives in raidz2 vdevs of 6", {("drive.count", "24"), ("raid.width", "6")}),
        (
            "using 14 x 4TB HDDs (HGST 7200, 12G SAS)",
            {("drive.count", "14"), ("drive.capacity", "4000000000000")},
        ),
        ("a Samsung 860 with 6G SATA", {("drive.model", "Samsung 860")}),
        ("a Samsung 860, 6G SATA", {("drive.model", "Samsung 860")}),
        (
            "4 x Dell DC NVMe ISE 7450 RI U.2 7.68TB",
            {
                ("drive.count", "4"),
                ("drive.capacity", "7680000000000"),
                ("drive.model", "Dell DC NVMe ISE 7450 RI U.2"),
            },
        ),
        ("4x some SSD, in 2 x 3 TB", set()),
        ("OS: centos7.4", {("os.name", "centos"), ("os.version", "7.4")}),
        ("a cluster of 3 nodes with 50GB SSDs", {("drive.capacity", "50000000000")}),
        ("I'm planning to get four 7.68TB Micron 7450 drives.", set()),
        ("RAID 6 tolerates two failures.", set()),
        ("We win 10 % by it.", set()),
        ("a 4 GB test file on a Pi, 8 GB in all", set()),
        ("a 10 Gb USB adapter, a 40 Gb Thunderbolt interface", set()),
        ("Device: HP EX920 1TB", {("drive.model", "HP EX920"), ("drive.capacity", "1000000000000")}),
        ("My SATA drives are fast, the NVMe is not.", set()),
        (
            "5 x 4TB WD Red Plus, booting from a 128GB Kingston A400",
            {("drive.count", "5"), ("drive.capacity", "4000000000000"), ("drive.model", "WD Red Plus")},
        ),
        ("I upgraded from Ubuntu 20.04 to Ubuntu 22.04.", {("os.name", "Ubuntu"), ("os.version", "22.04")}),
        (
            "It runs Unraid 6.12 with 5 WD Red drives",
            {("os.name", "Unraid"), ("os.version", "6.12"), ("drive.model", "WD Red"), ("drive.count", "5")},
        ),
        ("64 GB of memory and a 100 Gb NIC", {("memory.total", "68719476736"), ("network.speed", "100000")}),
        ("Running Proxmox VE 8.1.4", {("os.name", "Proxmox VE"), ("os.version", "8.1.4")}),
        ("an Intel Optane 1600X", {("drive.model", "Intel Optane 1600X")}),
        ("# [BUG] slow Kioxia CM7-R", {("drive.model", "Kioxia CM7-R")}),
        ("Debian bookworm", {("os.name", "Debian"), ("os.version", "bookworm")}),
        ("SSD firmware: 4B2QJXD7", {("drive.firmware", "4B2QJXD7")}),
        ("Slow writes, TrueNAS", {("os.name", "TrueNAS")}),
        ("12GB SAS expander, 6GB SAS drives", set()),
        (
            "8x mirror pairs of 600GB SAS 10k disks, LSI2008 HBA",
            {("drive.capacity", "600000000000"), ("raid.width", "2")},
        ),
        ("SSD capacity is 16G", {("drive.capacity", "16000000000")}),
        ("compression/dedup=off", {("zfs.compression", "off")}),
        ("recordsize=1M/128k", {("zfs.recordsize", "1M"), ("zfs.recordsize", "128k")}),
        ("ZFS allocates approximately 1GiB RAM for each TB", set()),
        ("When buying a new SSD, you often see 5000 MB/s advertised.", set()),
        ("a backup target for my MacBook", set()),
        ("Dell 730xd", {("system.product", "Dell 730xd")}),
        (
            "```\nOS- Debian 12\nKernel version- 6.1.0-7\n```",
            {("os.name", "Debian"), ("os.version", "12"), ("kernel", "6.1.0-7")},
        ),
        ("```\ncpu: 4\nmemory: 4Gi\n```", set()),
        (
            "`# zfs create -b 4k -o compress=off t/v`",
            {("zfs.volblocksize", "4k"), ("zfs.compression", "off")},
        ),
    ],
)
def test_a_number_in_a_sentence_is_what_its_unit_says(sentence: str, facts: set[tuple[str, str]]) -> None:
    found = {
        (one.fact.key, one.fact.value)
        for one in read_facts(read_body(f"{sentence}\n\n{RUN}".encode(), None)).facts
    }
    assert {one for one in found if one[0] not in ("raid.level", "drive.transport")} == facts


@check_each(
    "sentence",
    [
        "We will move to Debian 12 and kernel 6.1 next month.",
        "ZFS wants 64 GB of RAM for 48 TB.",
        "The server had 4 drives in RAID 5, now it has 6 in RAID 6.",
        "My desktop has a 5950X; the NAS has a J4125 with 8GB RAM.",
        "It worked on kernel 5.4, it is slow since 5.15.",
        "Before, on CentOS 7, it was twice as fast.",
        "I can also test on a Raspberry Pi 5 with NVMe.",
        "a ramdisk of 16 GB RAM",
        "LVM cache with a 500GB 970 EVO",
        "FYI kernel 5.10 fixed this for Debian 11.",
        "I returned the Kingston NV2 and bought a Lexar NM790 2TB.",
        "sdb -> ext4 mounted at /",
        "A file goes from an ext4 SSD onto a raidz-1 array.",
        "Both servers have 2 120GB SSDs in RAID 1 as root.",
        "A test on a friend's R740 with 8 P4610 gives 20 GB/s.",
        "Slow writes, TrueNAS",
        "Slow USB HDD write speed",
        "recordsize=1M/128k",
    ],
)
def test_what_is_not_of_the_run_is_given_to_none(sentence: str) -> None:
    text = f"{sentence}\n\n{RUN}\nDisk stats (read/write):\n  sda: ios=9/0, merge=0/0, ticks=9/0, in_queue=9, util=99.37%\n"
    facts = read_facts(read_body(text.encode(), None)).facts
    assert [
        (one.fact.key, one.fact.value) for one in facts if one.runs and one.fact.key != "raid.level"
    ] == []
