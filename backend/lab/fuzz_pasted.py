"""Fuzzing of the facts of pasted text: no change of a post may raise anything or take longer than its length allows.

    python lab/fuzz_pasted.py [SECONDS] [SEED]

Starts from the outputs, posts and labelled lines of tests/data/pasted, with a result behind most of them. Lines are
dropped, doubled, cut, mixed with those of another text; characters are replaced, lines repeated to thousands of them.
"""

import random
import sys
import time
from pathlib import Path

from fioboard.engine.formats.fio import FioFormatError
from fioboard.store.derive.claims import read_body
from fioboard.store.derive.pasted import accept_facts, read_facts

_PASTED = Path(__file__).parent.parent / "tests" / "data" / "pasted"
_RESULT = """
j: (groupid=0, jobs=1): err= 0: pid=1: Mon Jul 25 06:30:11 2022
  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)
"""
_ODD = '0123456789-.,:|[]{}"% \t/é٣²\x00'
_MAX_SECONDS = 5


def _list_texts() -> list[str]:
    paths = [path for path in sorted(_PASTED.rglob("*")) if path.is_file() and path.name != "SOURCES.md"]
    return [path.read_text(encoding="utf-8") for path in paths]


def _change_line(lines: list[str], texts: list[str], rng: random.Random) -> None:
    place = rng.randrange(len(lines))
    match rng.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, rng.choice(lines))
        case 2:
            lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
        case 3:
            at = rng.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + rng.choice(_ODD) + lines[place][at + 1 :]
        case 4:
            other = rng.choice(texts).split("\n")
            start = rng.randrange(len(other))
            lines[place:place] = other[start : start + 20]
        case _:
            lines[place] *= rng.choice((2, 3, 200))


def _build_text(texts: list[str], rng: random.Random) -> str:
    lines = rng.choice(texts).split("\n")
    if len(lines) > 200:
        start = rng.randrange(len(lines) - 100)
        lines = lines[start : start + 100]
    for _ in range(rng.randint(1, 6)):
        _change_line(lines or [""], texts, rng)
    return "\n".join(lines) + (_RESULT if rng.random() < 0.7 else "")


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    rng = random.Random(seed)  # noqa: S311 -- a finding must be repeatable by its seed; nothing secret
    texts, executions, with_facts = _list_texts(), 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        text = _build_text(texts, rng)
        started = time.process_time()
        try:
            body = read_body(text.encode(), None)
        except FioFormatError:
            continue
        facts = accept_facts(read_facts(body), body.reading.invocations, "all").facts
        took = time.process_time() - started
        executions, with_facts = executions + 1, with_facts + bool(facts)
        if took > _MAX_SECONDS:
            Path("fuzz-pasted-finding").write_text(text, encoding="utf-8")
            print(f"{took:.1f} s for {len(text)} characters: fuzz-pasted-finding")
            return 1
    print(f"{executions} executions in {seconds:.0f} s, seed {seed}: {with_facts} with facts, no finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
