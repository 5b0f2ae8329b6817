"""Which runs a fact of a sentence or a prompt describes: where that is not certain it is found, and describes none."""

import pytest

from fioboard.store.derive.claims import read_body
from fioboard.store.derive.pasted import read_facts

RUN = """
job: (groupid=0, jobs=1): err= 0: pid={pid}: Mon Jul 25 06:30:12 2022
  read: IOPS=13.5k, BW=26.4GiB/s (28.4GB/s)(1587GiB/60001msec)
"""
DISKS = "\nDisk stats (read/write):\n  {name}: ios=1/2, merge=0/0, ticks=1/2, in_queue=3, util=99.61%\n"
BONNIE = """Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
unas             4G 19202  60 24433  20 19861  13 43262  97 140359  51 515.3   2
"""
ONE = RUN.format(pid=1)
TWO = RUN.format(pid=2)


def place(text: str) -> set[tuple[str, str, tuple[int, ...]]]:
    found = read_facts(read_body(text.encode(), None)).facts
    return {(one.fact.key, one.fact.value, tuple(position + 1 for position in one.runs)) for one in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The drive is a Kingston NV2.\n" + ONE, ("drive.model", "Kingston NV2", (1,))),
        # Another result of another machine, in any language.
        (ONE + "\nOn my Odroid a Samsung 950 PRO did 390 MB/s.", ("drive.model", "Samsung SSD 950 PRO", ())),
        (ONE + "\nOp de oude server met Kingston NV2 was dat 3400 IOPS.", ("drive.model", "Kingston NV2", ())),
        (ONE + "\n本地电脑的 Kingston NV2 大约 530 MB/s。", ("drive.model", "Kingston NV2", ())),
        # Not what the data lies on.
        (ONE + "\nMit einer Kingston NV2 als SLOG geht es.", ("drive.model", "Kingston NV2", ())),
        ("There is a Kingston NV2 as cache device.\n" + ONE, ("drive.model", "Kingston NV2", ())),
        # A device that the sentence names.
        ("nvme0n1 is a Kingston NV2.\n" + ONE + DISKS.format(name="nvme1n1"), ("drive.model", "Kingston NV2", ())),
        ("nvme1n1 is a Kingston NV2.\n" + ONE + DISKS.format(name="nvme1n1"), ("drive.model", "Kingston NV2", (1,))),
        # Two drives, and nothing tells which.
        ("The box has a Kingston NV2.\n\nThere is a Crucial P3 in it.\n" + ONE, ("drive.model", "Kingston NV2", ())),
        # A guest and its host have each their own system.
        ("The VM is on a host with Debian 12.\n" + ONE, ("os.version", "12", ())),
        ("The machine runs Debian 12.\n" + ONE, ("os.version", "12", (1,))),
        # What a sentence says before the runs, and another between them.
        ("It has a Kingston NV2.\n" + ONE + "\nThen I put a Crucial P3 in.\n" + TWO, ("drive.model", "Kingston NV2", ())),
        # A program printed the kernel; a sentence names some other.
        ("With kernel 5.9 it is fine.\n\n```\n$ uname -r\n5.11.5-200.fc33.x86_64\n```\n" + ONE, ("kernel", "5.9", ())),
        ("With kernel 5.9 it is fine.\n\n```\n$ uname -r\n5.11.5-200.fc33.x86_64\n```\n" + ONE,
         ("kernel", "5.11.5-200.fc33.x86_64", (1,))),
        # The prompt of another block may be another machine's.
        ("target:\n```\n[root@tgt1 ~]# lspci\n```\ninitiator:\n```" + ONE + "```", ("host", "tgt1", ())),
        ("```\n[root@tgt1 ~]# fio x.fio" + ONE + "```", ("host", "tgt1", (1,))),
        # The heading over the second run explains what stands over both.
        ("I tried thin pools and btrfs.\n\n## thin pools\n" + ONE + "\n## btrfs\n" + TWO, ("fs.type", "btrfs", (2,))),
        # What a benchmark prints beside its figures is of this result; a smaller pool is not of all drives.
        ("hdparm -t /dev/md0\n/dev/md0:\n Timing buffered disk reads:  440 MB in  3.01 seconds = 146.42 MB/sec\n\n" + BONNIE,
         ("host", "unas", (2,))),
        ("There are 8x 2TB SAS drives.\n\n$ zpool create tank raidz2 sda sdb sdc sdd sde sdf\n" + ONE, ("drive.count", "8", ())),
        # Another author, and a quote.
        ("### Post by a on 2008-01-01\nMy own:\n" + ONE + "\n### Post by b on 2008-01-02\nMine is a Kingston NV2.\n",
         ("drive.model", "Kingston NV2", ())),
        (ONE + "\n> I have a Kingston NV2 myself.\n", ("drive.model", "Kingston NV2", ())),
        # No file system lies between a run and its device.
        ("The data is on ext4.\n\nfio --name=job --filename=/dev/sdb --rw=read\n" + ONE, ("fs.type", "ext4", ())),
    ],
)  # fmt: skip
def test_a_fact_describes_only_what_it_is_certain_of(
    text: str, expected: tuple[str, str, tuple[int, ...]]
) -> None:
    assert expected in place(text)
