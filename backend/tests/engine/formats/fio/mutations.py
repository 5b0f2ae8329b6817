"""Good outputs made worse as people and programs make them worse, and what a reader may then still say.

The oracle is the untouched output: of a changed one no result may have another value than it had before (fewer facts
are allowed), and none whose own lines are still there may be lost without a remark.
"""

import json
import random
import re
import tarfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from fioboard.engine.formats.fio import FioFormatError, Member, Reading, Result, read_output
from fioboard.engine.formats.fio.model.remarks import CLASS_OF, NOTE

DATA = Path(__file__).parents[3] / "data" / "fio"
PASTED = DATA.parent / "pasted"
PACKED = DATA.parent / "fio-outputs.tar.xz"
_KINDS = ("fio_json", "fio_text", "fio_terse")
# Of lines of a text, these carry a result of their own.
HEADLINE = re.compile(r"^\s*(?:read|write|trim)\s*: ?(?:IOPS=|io=)", re.MULTILINE)
# Accounts of one run in two formats are printed with different precision, and of a run that tells of itself at
# intervals each account is true: there is no one truth to compare with.
_SEVERAL_ACCOUNTS = ("trim.txt", "mixed-formats", "terse-and-text", "status-interval")
_EDITED = (*_SEVERAL_ACCOUNTS, "edited-by-hand", "duplicate-filename", "truncated", "control-char")
Mutation = Callable[[str, random.Random], str]


def good_outputs() -> dict[str, str]:
    """Texts and documents that are read whole, by name: the captured ones, and those of one fio over its options."""
    outputs: dict[str, str] = {}
    for name, body in (*_captured(), *_packed()):
        if len(body) > 60_000 or not body.isascii():
            continue
        try:
            reading = read_output(body)
        except FioFormatError:
            continue
        if reading.kind.startswith(_KINDS) and all(one.results for one in reading.invocations):
            outputs[name] = body.decode()
    return outputs


def _captured() -> Iterator[tuple[str, bytes]]:
    for path in sorted(DATA.iterdir()):
        is_log = path.suffix == ".md" or ".log" in path.name
        if not is_log and not any(word in path.name for word in _EDITED):
            yield path.name, path.read_bytes()
    # A command line, its banner and its result: what the command does not say is at fio's default.
    for path in sorted(PASTED.glob("*_buffered_*")) + sorted(PASTED.glob("*_two_names_*")):
        yield path.name, path.read_bytes()


def _packed() -> Iterator[tuple[str, bytes]]:
    """What lab/capture_fio.py wrote."""
    with tarfile.open(PACKED) as archive:
        for member in archive:
            body = archive.extractfile(member)
            if body is not None:
                yield member.name, body.read()


def cut_middle(text: str, rng: random.Random) -> str:
    """Some lines in the midst of a text are gone. A document without some of its lines says other things, or nothing."""
    if '"jobname"' in text:
        return text
    lines = text.split("\n")
    start = rng.randrange(len(lines))
    return "\n".join(lines[:start] + lines[start + rng.randint(1, 6) :])


def duplicate(text: str, rng: random.Random) -> str:
    """Some lines come twice."""
    lines = text.split("\n")
    start = rng.randrange(len(lines))
    end = start + rng.randint(1, 8)
    return "\n".join(lines[:end] + lines[start:end] + lines[end:])


def twice(text: str, _: random.Random) -> str:
    """The whole is pasted twice."""
    return f"{text.rstrip()}\n\n{text}"


def reorder(text: str, rng: random.Random) -> str:
    """The keys of a document in another order; two neighbouring lines of a text the other way round."""
    try:
        document = json.loads(text)
    except ValueError:
        lines = text.split("\n")
        at = rng.randrange(len(lines) - 1)
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return "\n".join(lines)

    def shuffled(value: object) -> object:
        if isinstance(value, dict):
            keys = list(value)
            rng.shuffle(keys)
            return {key: shuffled(value[key]) for key in keys}
        return [shuffled(one) for one in value] if isinstance(value, list) else value

    return json.dumps(shuffled(document), indent=rng.choice((None, 1, 4)))


def quote(text: str, rng: random.Random) -> str:
    """As a mail or a list quotes it."""
    mark = rng.choice(("> ", "> > ", "| ", "# ", "// "))
    return "\n".join(mark + line for line in text.split("\n"))


def wrap(text: str, rng: random.Random) -> str:
    """As a terminal or a mail breaks it."""
    width = rng.randint(60, 130)
    return "\n".join(
        line[at : at + width] for line in text.split("\n") for at in range(0, max(1, len(line)), width)
    )


def mail(text: str, rng: random.Random) -> str:
    """As a mail breaks and quotes it: at blanks, which are gone."""
    width, mark = rng.randint(40, 100), rng.choice(("> ", "", "> > "))
    lines: list[str] = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width and " " in rest[:width].strip():
            at = rest.rindex(" ", 0, width)
            lines, rest = [*lines, rest[:at]], rest[at + 1 :]
        lines.append(rest)
    return "\n".join(mark + line for line in lines)


def indent(text: str, rng: random.Random) -> str:
    """As a list or a code block holds it."""
    blank = rng.choice(("  ", "    ", "\t", " " * 11))
    return "\n".join(blank + line for line in text.split("\n"))


def line_ends(text: str, rng: random.Random) -> str:
    """Other line ends."""
    return text.replace("\n", rng.choice(("\r\n", "\n\n", " \n", "\r")))


def drop_head(text: str, rng: random.Random) -> str:
    """The beginning is lost, at any character."""
    return text[rng.randrange(len(text)) :]


def drop_tail(text: str, rng: random.Random) -> str:
    """The end is lost, at any character."""
    return text[: rng.randrange(len(text))]


MUTATIONS: tuple[Mutation, ...] = (
    cut_middle, duplicate, twice, reorder, quote, wrap, mail, indent, line_ends, drop_head, drop_tail
)  # fmt: skip


def figures(result: Result | Member) -> dict[str, float | None]:
    """The values of a result that a person would compare."""
    found: dict[str, float | None] = {
        name: getattr(result, name, None)
        for name in (
            "iops",
            "bw_bytes_per_s",
            "io_bytes",
            "total_ios",
            "runtime_ms",
            "bs_bytes",
            "iodepth",
            "direct",
        )
    }
    for kind in ("slat", "clat", "lat"):
        latency = getattr(result, kind)
        if latency is not None:
            found |= {f"{kind}.{name}": getattr(latency, name) for name in ("min_ns", "mean_ns", "max_ns")}
            found |= {f"{kind}.p{key}": value for key, value in latency.percentiles.items()}
    return found


def _bounds(result: Result | Member, name: str) -> tuple[float, float] | None:
    pair = {"iops": result.iops_bounds, "bw_bytes_per_s": result.bw_bounds_bytes_per_s,
            "io_bytes": result.io_bounds_bytes}  # fmt: skip
    return pair.get(name)


def is_true(result: Result, originals: list[Result], is_cut: bool) -> bool:
    """Whether it says nothing but what the untouched output said, of a job or of one of its clones.

    Where lines were cut, clones may be gone of which nothing tells any more: then each that is left must be true.
    """
    clones = [member for one in originals for member in one.members]
    names = {one.job_name for one in originals}
    if is_cut and result.job_name not in names and any(name.endswith(result.job_name) for name in names):
        # The cut went through the name, and nothing tells what stood before it.
        result = replace(result, job_name="")
    if any(agrees(result, one) for one in (*originals, *clones)):
        return True
    return (
        is_cut
        and bool(result.members)
        and all(any(agrees(member, one) for one in (*originals, *clones)) for member in result.members)
    )


def agrees(result: Result | Member, whole: Result | Member) -> bool:
    """Whether one says nothing that the untouched one does not say; rounded figures within their bounds."""
    if result.direction != whole.direction or (result.job_name and result.job_name != whole.job_name):
        return False
    told, known = figures(result), figures(whole)
    for name, value in told.items():
        if value is None:
            continue
        true = known.get(name)
        if true is None:
            # A block size that only the figures tell, a percentile that nobody printed.
            if name.partition(".")[2] or name in ("iops", "bw_bytes_per_s", "runtime_ms"):
                return False
            continue
        low, high = _bounds(result, name) or (value, value)
        true_low, true_high = _bounds(whole, name) or (true, true)
        slack = 1e-3 * abs(true) + 1
        if not (low - slack <= true_high and true_low <= high + slack):
            return False
    return True


def results_of(reading: Reading) -> list[Result]:
    return [result for run in reading.invocations for result in run.results]


def _has_doubt(reading: Reading) -> bool:
    names = {problem.error for problem in reading.problems}
    for run in reading.invocations:
        names |= {problem.error for problem in run.problems}
        names |= {problem.error for result in run.results for problem in result.problems}
    return any(CLASS_OF.get(name, NOTE) != NOTE for name in names)


def complaint(mutated: str, whole: Iterable[Result], count: int, is_cut: bool) -> str | None:
    """What is wrong with the reading of a changed output; None when nothing is.

    `count` results must be found or be missed in words: those whose own lines survived.
    """
    originals = list(whole)
    try:
        reading = read_output(mutated.encode())
    except FioFormatError:
        return None
    found = results_of(reading)
    cut = {id(result) for run in reading.invocations if run.outcome == "partial" for result in run.results}
    for result in found:
        # Of a document that is cut short, and says so, the clones of a job are added up as far as they are there.
        if id(result) in cut and any(one.members for one in originals):
            continue
        # Part of a job's clones, said so; sums over servers or directions, where their own results were cut off.
        if _is_doubted(result) or result.job_name == "All clients" or result.direction == "mixed":
            continue
        if not is_true(result, originals, is_cut):
            like = [
                one
                for one in originals
                if (one.job_name, one.direction) == (result.job_name, result.direction)
            ]
            told, known = figures(result), figures(like[0]) if like else {}
            differs = {key: (told[key], known.get(key)) for key in told if told[key] != known.get(key)}
            return f"a wrong value: {result.job_name!r} {result.direction} {differs}"
    # Servers may have equal rates, above all where a lost banner leaves them as rounded as they were printed: with other
    # latencies they are two results, and both are here.
    distinct = {
        (one.job_name, one.direction, one.runtime_ms, one.bw_bytes_per_s, one.clat and one.clat.mean_ns)
        for one in found
    }
    if len(distinct) < count and not _has_doubt(reading):
        return f"{count - len(distinct)} results lost without a word"
    return None


def _is_doubted(result: Result) -> bool:
    return any(problem.error in ("NoHead", "MissingClones") for problem in result.problems)


def survivors(mutated: str, mutation: Mutation, whole: list[Result]) -> int:
    """How many results have left their own line behind: all of those that nothing was cut from."""
    distinct = len({(one.job_name, one.direction, one.runtime_ms, one.bw_bytes_per_s) for one in whole})
    if mutation not in (cut_middle, drop_head, drop_tail):
        return distinct
    if '"jobname"' in mutated or '"fio version"' in mutated:
        # Of a document that was cut the entries are counted whose brackets are whole.
        return 0
    # The sum over servers is none of their own results.
    return min(distinct, len(HEADLINE.findall(mutated.partition("All clients:")[0])))


def one_mutation(rng: random.Random, outputs: dict[str, str], known: dict[str, list[Result]]) -> str | None:
    """A random output changed in a random way; a complaint about its reading, with what it takes to repeat it."""
    name = rng.choice(list(outputs))
    mutation = rng.choice(MUTATIONS)
    whole = known[name]
    mutated = mutation(outputs[name], rng)
    count = survivors(mutated, mutation, whole)
    if rng.random() < 0.1:
        other = rng.choice(list(outputs))
        mutated = f"{outputs[other].rstrip()}\n$ next\n{mutated}"
        whole = whole + known[other]
    found = complaint(mutated, whole, count, mutation in (cut_middle, drop_head, drop_tail))
    return None if found is None else f"{name}, {mutation.__name__}: {found}"
