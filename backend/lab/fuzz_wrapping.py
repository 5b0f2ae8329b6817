"""Fuzzing of two layers: YAML around an output, and documents that a terminal broke hard at its width.

    python lab/fuzz_wrapping.py [yaml|terminal] [SECONDS] [SEED]

Starts from captured outputs that were put into YAML of every style, or broken at widths of terminals, and changes
them as lab/fuzz_foreign.py does. A layer takes any text, raises nothing, neither adds nor removes a line feed;
read_output of the input raises nothing but FioFormatError, and every figure that comes back is finite.
"""

import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml
from fuzz_foreign import mutations

from fioboard.engine.formats.fio import FioFormatError, Reading, read_output
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.wrapping.terminal import join_hard_breaks
from fioboard.engine.formats.fio.wrapping.yaml_body import extract_yaml

_CAPTURES = Path(__file__).parent.parent / "tests" / "data" / "fio"
_NAMES = (
    "3.42_base.json",
    "3.42_client-2host.json",
    "2.2.10_base.json",
    "3.42_base.txt",
    "3.42_terse-v3.txt",
)
_LIMITS = Limits(max_bytes=4 << 20, max_values=50_000, max_jobs=500, max_lines=20_000, max_documents=100)
_STYLES = ("|", ">", '"', "'", None)
_WIDTHS = (40, 61, 80, 100, 132)
_MAX_SECONDS = 5
_LARGE_EVERY = 500
_LARGE_BYTES = 512 * 1024
"""Layers are taken off no larger bodies."""
_MAX_KEPT = 500
_MAX_SEED_BYTES = 32 * 1024
# What these layers decide by, put in at any place.
_MARKS = [
    b"&a ",
    b"*a",
    b"!!x ",
    b"- ",
    b"? ",
    b": ",
    b"|\n",
    b">-\n",
    b"---\n",
    b"...\n",
    b"\t",
    b'"',
    b"{",
    b"}",
    b"\\",
]


def in_yaml(body: bytes) -> Iterator[bytes]:
    """As ansible registers it, as kubectl prints a ConfigMap, and a document that was turned into YAML."""
    text = body.decode("utf-8", "replace")
    for style in _STYLES:
        node = yaml.ScalarNode("tag:yaml.org,2002:str", text, style=style)
        key = yaml.ScalarNode("tag:yaml.org,2002:str", "stdout")
        tasks = yaml.SequenceNode(
            "tag:yaml.org,2002:seq", [yaml.MappingNode("tag:yaml.org,2002:map", [(key, node)])]
        )
        yield yaml.serialize(tasks, Dumper=yaml.SafeDumper).encode()
    if body.lstrip().startswith(b"{"):
        yield yaml.safe_dump({"results": [{"host": "a", "fio": json.loads(body)}]}).encode()


def broken_hard(body: bytes) -> Iterator[bytes]:
    """At every width, documents in one line too."""
    texts = [body.decode("utf-8", "replace")]
    if body.lstrip().startswith(b"{"):
        texts.append(json.dumps(json.loads(body)))
    for text in texts:
        for width in _WIDTHS:
            lines = (
                line[at : at + width]
                for line in text.split("\n")
                for at in range(0, max(1, len(line)), width)
            )
            yield "\n".join(lines).encode()


_LAYERS: dict[str, tuple[Callable[[bytes], Iterator[bytes]], Callable[[str], str]]] = {
    "yaml": (in_yaml, extract_yaml),
    "terminal": (broken_hard, join_hard_breaks),
}


def require_finite(reading: Reading) -> None:
    """Raises AssertionError for a reading of nothing, and for a figure that cannot be one."""
    if not reading.invocations:
        raise AssertionError("a reading without an invocation")
    for result in (result for run in reading.invocations for result in run.results):
        result.job_name.encode()
        latencies = [one for one in (result.slat, result.clat, result.lat) if one is not None]
        figures = [result.iops, *result.amounts, *(one.mean_ns for one in latencies)]
        if any(figure is not None and not (math.isfinite(figure) and figure >= 0) for figure in figures):
            raise AssertionError(f"{figures} are no figures")


def try_one(data: bytes, layer: Callable[[str], str]) -> bool:
    """Whether the layer took something off. Raises whatever leaves it or the readers that should not."""
    text = data.decode("utf-8", "replace")
    start = time.process_time()
    inner = layer(text)
    if inner.count("\n") != text.count("\n"):
        raise AssertionError("line numbers have moved")
    try:
        require_finite(read_output(data, _LIMITS))
    except FioFormatError as refusal:
        if not refusal.detail:
            raise AssertionError("a refusal without a sentence") from refusal
    if time.process_time() - start > _MAX_SECONDS * (1 + len(data) / _LARGE_BYTES):
        raise AssertionError("too slow")
    return inner != text


def main() -> None:
    """Runs for SECONDS, prints what was done; a finding is written to fuzz-wrapping-finding and raised."""
    name = sys.argv[1] if len(sys.argv) > 1 else "yaml"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns()
    chance = random.Random(seed)  # noqa: S311 - repeatable, nothing secret
    wrap, layer = _LAYERS[name]
    kept = [one for capture in _NAMES for one in wrap((_CAPTURES / capture).read_bytes())]
    end = time.monotonic() + seconds
    executions = taken = 0
    for mutated in mutations(kept, chance):
        if time.monotonic() > end:
            break
        executions += 1
        at = chance.randrange(len(mutated) + 1)
        data = mutated[:at] + chance.choice(_MARKS) + mutated[at:] if chance.random() < 0.5 else mutated
        large = data * (_LARGE_BYTES // len(data)) if data and executions % _LARGE_EVERY == 0 else data
        try:
            was_taken = try_one(large, layer)
        except Exception:
            Path("fuzz-wrapping-finding").write_bytes(large)
            print(f"seed {seed}, execution {executions}: fuzz-wrapping-finding", file=sys.stderr)
            raise
        taken += was_taken
        if was_taken and len(kept) < _MAX_KEPT and len(data) < _MAX_SEED_BYTES:
            kept.append(data)
    print(f"{name}: {executions} executions in {seconds:.0f} s, seed {seed}: taken off {taken}, no finding")


if __name__ == "__main__":
    main()
