"""Case 002 as somebody posted it: four outputs of fio, and below them the table that was typed from them by hand."""

from typing import Final


def _output(way: str, bs: str, iops: str, bandwidth: str, mean_ms: str, io: str, runtime: int) -> str:
    """fio's text as it was pasted, without its version."""
    return f"""{way}-{bs}: (groupid=0, jobs=100): err= 0: pid=2211: Tue Jun 12 09:30:11 2018
  {"write" if "write" in way else "read"}: IOPS={iops}, BW={bandwidth}({io}/{runtime}msec)
    clat (msec): min=1, max=1200, avg={mean_ms}, stdev=20.00
  cpu          : usr=0.10%, sys=0.30%, ctx=100, majf=0, minf=10
"""


def _command(rw: str, bs: str) -> str:
    return (
        f"$ fio --name={rw}-{bs} --rw={rw} --bs={bs} --ioengine=psync --iodepth=1 --numjobs=100 --thread --size=1T "
        "--runtime=300 --direct=1 --group_reporting --directory=/mnt/nas\n"
    )


_PARTS: Final = (
    ("randwrite", "8k", "6004", "46.9MiB/s (49.2MB/s)", "16.32", "13.7GiB", 300_018),
    ("randread", "8k", "12.9k", "101MiB/s (106MB/s)", "7.75", "29.5GiB", 300_041),
    ("randwrite", "256k", "3085", "771MiB/s (809MB/s)", "32.36", "226GiB", 300_056),
    ("randread", "256k", "3376", "844MiB/s (885MB/s)", "29.61", "247GiB", 300_072),
)
OUTPUTS: Final = "\n".join(_command(rw, bs) + _output(rw, bs, *rest) for rw, bs, *rest in _PARTS)
TABLE: Final = """| Block size | Read IOPS | Read MB/s | Write IOPS | Write MB/s |
|------------|-----------|-----------|------------|------------|
| 8k         | 6004      | 49.2      | 12.9       | 106        |
| 256k       | 3376      | 885       | 3085       | 809        |
"""
_BEFORE: Final = "We measured our three nodes over NFS with 100 threads.\n\n" + OUTPUTS + "\nSummary\n\n"
MAIL: Final = _BEFORE + TABLE + "\nWhat do you think of it?\n"
_FIRST: Final = _BEFORE.count("\n") + 1
TABLE_LINES: Final = (_FIRST, _FIRST + 3)
