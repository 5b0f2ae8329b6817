"""A person's body read whole: its results, the claims of its hand-made tables, and what became of every line."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson
from msgspec.structs import replace

from fioboard.core.quantity import Number
from fioboard.core.run_state import Direction
from fioboard.engine.answers.claim import ClaimOut, LinesOut
from fioboard.engine.formats import fio
from fioboard.engine.formats.claims.auditor import Measured, Verdict, audit
from fioboard.engine.formats.claims.reading import Claims, read_claims
from fioboard.engine.formats.claims.standalone import KIND as TABLE
from fioboard.engine.formats.claims.standalone import ColumnFact, read_table_runs
from fioboard.engine.formats.claims.wording import get_base_unit, sentence
from fioboard.engine.formats.claims.words import PATTERNS
from fioboard.engine.formats.fio.model.lines import Ranges, add_lines, build_ranges
from fioboard.engine.formats.fio.model.reading import Invocation, Latency, Problem, Reading, Result
from fioboard.engine.formats.fio.text.census import format_lines, is_in_fios_form, report_figures_in_prose
from fioboard.engine.formats.fio.wrapping.encoding import clean_body
from fioboard.engine.formats.pasted.device_samples import DeviceSamples
from fioboard.engine.words.metrics import STORED
from fioboard.engine.words.results import DIRECTIONS
from fioboard.store.derive import sentences
from fioboard.store.derive.device_samples import attach_samples, list_sampled_lines, read_samples
from fioboard.store.derive.lines_around import find_option_lines, find_title_lines
from fioboard.store.queries.host_results import HostResultRow

KIND = "claims"
DIRECTION: dict[str, Direction] = {direction: direction for direction in DIRECTIONS}
# Cells named one by one in a remark, and characters of each.
MAX_NAMED = 5
MAX_CELL = 40
# More lines than this are no text that somebody typed; they are not told apart one by one.
MAX_LINES = 100_000


@dataclass(frozen=True, slots=True)
class ReadBody:
    """A body as it was read; without a result when it holds nothing but tables."""

    reading: Reading
    claims: Claims
    text: str
    column_facts: tuple[ColumnFact, ...] = ()
    """What the columns of a table that stands alone state of its rows."""
    samples: tuple[DeviceSamples, ...] = ()
    """Tables of iostat beside the results."""

    @property
    def is_table(self) -> bool:
        """Whether its runs are rows of tables that somebody typed."""
        return self.reading.kind == TABLE


def read_body(body: bytes, name: str | None) -> ReadBody:
    """Results and claims; lines of tables are no longer among those that were not understood.

    Where no tool printed a result, the rows of tables are typed runs. Raises fio.FioFormatError, also for a body whose
    tables give none: those are read by `claims_alone`.
    """
    try:
        reading = fio.read_output(body, name=name)
    except fio.NotUnderstood:
        table = _read_table(body)
        if table is None:
            raise
        return table
    text = _text(body) if _may_hold_text(reading) else ""
    used = list_used_lines(reading.invocations)
    samples = read_samples(text)
    sampled = list_sampled_lines(samples)
    claims = read_claims(text, merge_ranges((*used, *sampled)))
    if claims.lines or sampled:
        lines, read = text.split("\n"), merge_ranges((*claims.lines, *sampled))
        invocations = tuple(
            _remove_claimed_lines(invocation, read, lines) for invocation in reading.invocations
        )
        reading = attach_samples(replace(reading, invocations=invocations), samples, text)
    reading = replace(reading, problems=(*reading.problems, *_report_unread(claims)))
    return ReadBody(reading, claims, text, samples=samples)


def _read_table(body: bytes) -> ReadBody | None:
    """Read a body of which only tables say something; None when no row of them is a result."""
    alone = claims_alone(body)
    rows = read_table_runs(alone.claims) if alone is not None else None
    if alone is None or rows is None or not rows.runs:
        return None
    problems = (*alone.reading.problems, *rows.problems)
    return ReadBody(
        Reading(kind=TABLE, invocations=rows.runs, problems=problems), alone.claims, alone.text, rows.facts
    )


def _table_not_read(lines: Sequence[tuple[int, int]]) -> Problem:
    """One note for the tables whose cells cannot be told to stand below one heading."""
    named = format_lines([line for first, last in lines for line in range(first, last + 1)])
    return Problem(
        f"line {lines[0][0]}",
        "TableNotRead",
        sentences.MERGED_CELLS(tables=named),
    )


def claims_alone(body: bytes) -> ReadBody | None:
    """A body that holds a table and no result; None when there is no table either.

    It is without a claim, and its problems say why, when its tables cannot be compared.
    """
    text = _text(body)
    # Samples of devices are no claims, even without a result they belong to.
    claims = read_claims(text, list_sampled_lines(read_samples(text)))
    if not claims.items and not claims.not_compared:
        return None
    return ReadBody(Reading(kind=KIND, invocations=(), problems=tuple(_report_unread(claims))), claims, text)


def _report_unread(claims: Claims) -> Iterator[Problem]:
    """Report what of the tables became no claim."""
    if claims.not_compared:
        yield _table_not_read(claims.not_compared)
    if claims.unread:
        places = [
            f"{cell.text[:MAX_CELL]!r} (line {cell.line}, column {cell.column})" for cell in claims.unread
        ]
        more = f" and {len(places) - MAX_NAMED} more" if len(places) > MAX_NAMED else ""
        detail = sentences.CELLS_WITHOUT_UNIT(places=", ".join(places[:MAX_NAMED]), more=more)
        yield Problem(f"line {claims.unread[0].line}", "UnreadCells", detail)
    if claims.is_cut:
        yield Problem(
            "", "TablesCut", "There is more in tables than is looked at; the rest is not among the claims."
        )


def judged(body: ReadBody, known: Sequence[Measured] = ()) -> list[Verdict]:
    """Every claim against the body's own runs (by index) and those measured before on the same host (by id)."""
    # The rows of a table prove nothing of its cells.
    own = [
        convert_result(str(index), result)
        for index, invocation in enumerate(() if body.is_table else body.reading.invocations)
        for result in invocation.results
    ]
    verdicts = audit(body.claims.items, own)
    if not known:
        return verdicts
    elsewhere = audit(body.claims.items, known)
    # What the paste itself measured comes first; the host's earlier runs speak where it is silent.
    return [
        other if verdict.status == "no_run" and verdict.candidates == 0 else verdict
        for verdict, other in zip(verdicts, elsewhere, strict=True)
    ]


def build_claim(verdict: Verdict, run_ids: Sequence[str] | None = None) -> ClaimOut:
    """Build a claim as answers show it; `run_ids` are those of the body's runs once they are stored."""
    claim = verdict.claim
    index = int(verdict.run) if verdict.run is not None and verdict.run.isdigit() else None
    run_id = verdict.run if index is None else run_ids[index] if run_ids is not None else None
    return {
        "where": f"line {claim.line}, column {claim.column}",
        "line": claim.line,
        "column": claim.column,
        "text": claim.text,
        "quantity": claim.quantity,
        "metric": claim.metric,
        "direction": claim.direction,
        "value": claim.value,
        "unit": get_base_unit(claim.metric),
        "pattern": claim.pattern,
        "bs_bytes": claim.bs_bytes,
        "iodepth": claim.iodepth,
        "numjobs": claim.numjobs,
        "status": verdict.status,
        "cause": verdict.cause,
        "measured": verdict.measured,
        "measured_direction": verdict.measured_direction,
        "factor": verdict.factor,
        "run": index,
        "run_id": run_id,
        "sentence": sentence(verdict),
    }


def classify_lines(body: ReadBody) -> LinesOut:
    """Classify every line that holds text by what became of it; none of them stands in two lists."""
    used = merge_ranges((*list_used_lines(body.reading.invocations), *list_sampled_lines(body.samples)))
    unread = build_ranges(
        line
        for invocation in body.reading.invocations
        for first, last in invocation.lines_not_understood
        for line in range(first, min(last, first + MAX_LINES) + 1)
    )
    unread = build_ranges(
        {line for first, last in (*unread, *body.claims.not_compared) for line in range(first, last + 1)}
    )
    is_used, is_claim, is_unread = (
        _make_line_test(used),
        _make_line_test(body.claims.lines),
        _make_line_test(unread),
    )
    lines = body.text.split("\n")[:MAX_LINES]
    options = find_option_lines(body.reading.invocations, lines)
    titles = find_title_lines(body.reading.invocations, lines)
    lists: dict[str, Ranges] = {"claims": [], "not_understood": [], "options": [], "titles": [], "prose": []}
    for number, line in enumerate(lines, 1):
        if not line.strip() or is_used(number):
            continue
        around = "options" if number in options else "titles" if number in titles else "prose"
        kind = "claims" if is_claim(number) else "not_understood" if is_unread(number) else around
        add_lines(lists[kind], number, number)
    return {
        "used": list(used),
        "claims": lists["claims"],
        "not_understood": lists["not_understood"],
        "options": lists["options"],
        "titles": lists["titles"],
        "prose": lists["prose"],
    }


def convert_result(run: str, result: Result) -> Measured:
    """Convert a result of a reading to what the auditor compares claims with."""
    figures: dict[str, list[tuple[float, float, float]]] = {}
    if result.iops is not None:
        figures["iops"] = [(result.iops, *(result.iops_bounds or (result.iops, result.iops)))]
    if result.bw_bytes_per_s is not None:
        rate = float(result.bw_bytes_per_s)
        figures["bw_bytes_per_s"] = [(rate, *(result.bw_bounds_bytes_per_s or (rate, rate)))]
    for kind in ("slat", "clat", "lat"):
        latency: Latency | None = getattr(result, kind)
        if latency is not None:
            figures |= {f"{kind}_{name}_ns": [figure] for name, figure in _latencies(latency)}
    return Measured(
        run,
        DIRECTION[result.direction],
        PATTERNS.get(result.rw or ""),
        result.bs_bytes,
        result.iodepth,
        result.numjobs,
        figures,
    )


def convert_stored_result(row: HostResultRow) -> Measured:
    """Convert a stored result to what the auditor compares claims with."""
    details = orjson.loads(row["details"])
    stored: Mapping[str, object] = row
    figures: dict[str, list[tuple[float, float, float]]] = {}
    for name, bounds in (("iops", "iops_bounds"), ("bw_bytes_per_s", "bw_bounds_bytes_per_s")):
        value = stored[name]
        if isinstance(value, int | float):
            low, high = details.get(bounds) or (value, value)
            figures[name] = [(float(value), float(low), float(high))]
    for name in STORED:
        value = stored[name]
        if isinstance(value, int | float) and name.endswith("_ns"):
            figures[name] = [_compute_bounds(value, row["resolution_ns"])]
    return Measured(
        str(row["run_id"]),
        row["direction"],
        PATTERNS.get(row["rw"] or ""),
        row["bs_bytes"],
        row["iodepth"],
        row["numjobs"],
        figures,
    )


def _latencies(latency: Latency) -> Iterable[tuple[str, tuple[float, float, float]]]:
    stated: Mapping[str, Number | None] = {
        "mean": latency.mean_ns,
        "min": latency.min_ns,
        "max": latency.max_ns,
    }
    for name, value in stated.items():
        if value is not None:
            yield name, _compute_bounds(value, latency.resolution_ns)
    for percentile, value in latency.percentiles.items():
        yield f"p{percentile.replace('.', '_')}", _compute_bounds(value, latency.percentile_resolution_ns)


def _compute_bounds(value: float, resolution_ns: float) -> tuple[float, float, float]:
    """Return a figure that was printed in whole units of its resolution, and the bounds of what it may have been."""
    slack = resolution_ns if resolution_ns > 1 else 0
    return float(value), value - slack, value + slack


def _text(body: bytes) -> str:
    return clean_body(body).content.decode("utf-8", "replace")


def _may_hold_text(reading: Reading) -> bool:
    """A document or log that is nothing else holds no prose, and needs no second look."""
    whole = len(reading.invocations) == 1 and not reading.messages
    return not (
        whole and reading.kind in {"fio_json", "fio_json_plus", "fio_log", "measurement", "yabs"}
    ) or bool(reading.problems)


def list_used_lines(invocations: Sequence[Invocation]) -> tuple[tuple[int, int], ...]:
    """Return rising ranges of the lines from which results were read."""
    return merge_ranges(
        lines
        for invocation in invocations
        for lines in (
            invocation.lines_used or ((invocation.source_lines,) if invocation.source_lines else ())
        )
    )


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Merge ranges of lines into rising ones that do not overlap."""
    merged: Ranges = []
    for first, last in sorted(ranges):
        add_lines(merged, first, last)
    return tuple(merged)


def _make_line_test(ranges: Sequence[tuple[int, int]]) -> Callable[[int], bool]:
    """Make a function that tells whether a line is in rising ranges; it is asked for rising lines only."""
    rest = iter(ranges)
    current = next(rest, None)

    def contains_line(line: int) -> bool:
        nonlocal current
        while current is not None and current[1] < line:
            current = next(rest, None)
        return current is not None and current[0] <= line

    return contains_line


def _remove_claimed_lines(
    invocation: Invocation, claimed: Sequence[tuple[int, int]], lines: Sequence[str]
) -> Invocation:
    """Return the same run, with the lines of tables no longer among the figures that became nothing."""
    is_claim = _make_line_test(claimed)
    unread = [line for first, last in invocation.lines_not_understood for line in range(first, last + 1)]
    left = [line for line in unread if _is_in_form(lines, line) or not is_claim(line)]
    if len(left) == len(unread):
        return invocation
    prose = [line for line in left if not _is_in_form(lines, line)]
    problems = [problem for problem in invocation.problems if problem.error != "FiguresInProse"]
    if prose:
        problems.append(report_figures_in_prose(prose))
    return replace(invocation, lines_not_understood=build_ranges(left), problems=tuple(problems))


def _is_in_form(lines: Sequence[str], line: int) -> bool:
    """Whether a line (from 1) is in fio's own form: such a one is lost, whatever table it stands in."""
    return line <= len(lines) and is_in_fios_form(lines[line - 1].strip())
