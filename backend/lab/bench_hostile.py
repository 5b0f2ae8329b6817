"""What the worst bodies cost: CPU time and peak memory of reading or refusing nasty families of input.

    python lab/bench_hostile.py [--json] [--sizes KIB,KIB] [--family NAME]

Every family is one way to make a careless reader start over at every byte. Each body in a process of its own.
"""

import argparse
import json
import multiprocessing
import time
from pathlib import Path

from bench_read import peak_memory_mb

from fioboard.engine.formats.fio import FioFormatError, read_output

_NEAR_MISS = (
    b"j: (groupid=0, jobs=1): err= 0: pid=x\n"
    b"read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936mse)\n"
    b"     clat (usec): min=14, max=118419, avg=330.46, stdev=\n"
    b"  sda: ios=1/2, merge=3/4, ticks=5/6, in_queue=7, util=\n"
)
_TERSE = b"3;fio-3.33;" + b"1;" * 200 + b"\n"
_QUOTED = b'> | "{\\"jobs\\": [ &gt; fio version <br>[code] {"a" : {"jobs":1,\n'

FAMILIES = {
    "braces": b"{",
    "braces and quotes": b'{"',
    "objects that are no documents": b'{"a":1}\n',
    "objects in one line": b'{"jobs":1} ',
    "broken documents": b'{"jobs": [{"jobname": "x", "read": }]}\n}\n',
    "documents never closed": b'{"jobs": [{"jobname": ',
    "documents within documents": b'{"fio version": "fio-3.33", "x": ',
    "flat and never closed": b'{"jobs": [{}, {}, {}, {}, {"a": [',
    "documents cut short": b'{ "fio version" : "fio-3.3",\n"jobs" : [\n{ "jobname" : "a", "read" : {} },\n"x" : ['
    + b"{}," * 1_100,
    "roots in other objects": b'{"x": {"y": {"jobs": nan}}}\n',
    "brackets": b"[" * 63 + b"]" * 63,
    "quotes": b'"',
    "escapes": b'\\"',
    "backslashes": b"\\",
    "fio-3.33": b"fio-3.33\n",
    "fio-3.33 in one line": b"fio-3.33 ",
    "command lines": b"$ fio --name=x --bs=4k --rw=randread\n",
    "command lines that go on": b"fio --name=x \\\n",
    "banners": b"x: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, ioengine=psync, iodepth=1\n",
    "broken banners": b"x: (g=0): rw=randread, bs=(R) 4096B-\n",
    "banner beginnings in one line": b": (g=0): rw=a, ",
    "heads": b"j: (groupid=0, jobs=1): err= 0: pid=1: Fri Mar  4 10:00:00 2022\n",
    "heads of many jobs": b"j#: (groupid=0, jobs=1): err= 0: pid=1: Fri Mar  4 10:00:00 2022\n",
    "sizes without an end": b"bs=",
    "disks behind a result": b"  sd#: ios=1/2, merge=3/4, ticks=5/6, in_queue=7, util=1.00%\n",
    "documents behind commands": b'$ fio --name=j#\n{"jobs": [{"jobname": "#"}]}\n',
    "head beginnings in one line": b": (groupid=0, jobs=1): err= 0 (",
    "near misses": _NEAR_MISS,
    "percentile lists": b"clat percentiles (usec):\n|  1.00th=[    1], 99.9\n",
    "digits": b"1234567890",
    "digits and commas": b"1, 2, 0, 4096\n1, 2\n",
    "CSV separators": b",;\t",
    "CSV": b"name,direction,iops\n" + b"x,read,1\n" * 50,
    "terse near misses": _TERSE,
    "terse lines": b"3;fio-3.33;j#;0;0;" + b"1;" * 12 + b"1%=1;" * 20 + b"1;" * 40 + b"\n",
    "a wide table": b"x,",
    "semicolons": b";",
    "prompts": b"root@host:~# $ > % ",
    "quote marks": b"> > > ",
    "mail quotes": _QUOTED,
    "colours": b"\x1b[0m\x1b]",
    "NULs": b"\x00",
    "blanks": b" ",
    "blanks within a line": b" ",
    "line feeds": b"\n",
    "carriage returns": b"\r",
    "progress": b"Jobs: 1 (f=1): [r(1)][1.0%][eta 1",
    "one endless line": b"x",
    "not UTF-8": b"\xff\xfe",
    "markup": b"<br><pre>[code]&lt;",
    "entities": b"&#x41;&amp;",
    "prose": b"The drive was slow, and faster when all 24 jobs ran on node 0: see below, x = 3.\n",
    "prose with figures": b"With NPS1 the new drive does 26.4 GB/s at 52C under load, 12.9k IOPS each.\n",
}
NUMBERED = {"heads of many jobs", "disks behind a result", "documents behind commands", "terse lines"}
"""Families whose pieces differ by the number that stands for `#`."""
_HEADERS = {
    "digits and commas": b"1, 2, 0, 4096\n",
    "sizes without an end": b"j: (g=0): rw=read, ",
    "disks behind a result": b"read: IOPS=1, BW=4096B/s (4096B/s)(4096B/1000msec)\n",
    "a wide table": b"name,direction,iops,",
    "blanks within a line": b"x",
}


def build(family: str, size: int) -> bytes:
    """A body of the family of exactly `size` bytes."""
    piece = FAMILIES[family]
    pieces = [piece] * (size // len(piece) + 1)
    if family in NUMBERED:
        pieces = [piece.replace(b"#", str(i).encode()) for i in range(len(pieces))]
    return (_HEADERS.get(family, b"") + b"".join(pieces))[:size]


def measure(family: str, size: int, answers: "multiprocessing.SimpleQueue[dict[str, object]]") -> None:
    """One body; the peak of memory is what came on top of the body itself."""
    data = build(family, size)
    Path("/proc/self/clear_refs").write_text("5")
    before = peak_memory_mb()
    start = time.process_time()
    try:
        answer = read_output(data).kind
    except FioFormatError as refusal:
        answer = type(refusal).__name__
    cpu_s = time.process_time() - start
    growth = peak_memory_mb() - before
    answers.put({"family": family, "bytes": size, "cpu_s": cpu_s, "growth_mb": growth, "answer": answer})


def main() -> None:
    """Prints a table in Markdown, or JSON for `make bench`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--sizes", default="64,1024,8192", help="KiB, separated by commas")
    parser.add_argument("--family", action="append", choices=FAMILIES)
    arguments = parser.parse_args()
    sizes = [int(one) * 1024 for one in arguments.sizes.split(",")]
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["fioboard.engine.formats.fio"])
    rows = []
    for family in arguments.family or FAMILIES:
        cells = []
        for size in sizes:
            answers = context.SimpleQueue()
            process = context.Process(target=measure, args=(family, size, answers))
            process.start()
            cells.append(answers.get())
            process.join()
        rows += cells
        if not arguments.json:
            times = " | ".join(f"{cell['cpu_s']:.3f}" for cell in cells)
            print(
                f"| {family} | {times} | {cells[-1]['growth_mb']:.0f} | {cells[-1]['answer']} |", flush=True
            )
    if arguments.json:
        print(json.dumps({"hostile": rows}))


if __name__ == "__main__":
    main()
