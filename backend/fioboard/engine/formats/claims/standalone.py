"""A table that stands alone: each row that says its direction and a figure becomes a run that somebody typed.

Beside the output of a tool a table only claims something about it. Alone it is all there is, and its figures count as
what they are: typed by hand, with the digits and units that stand there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from fioboard.core.run_state import Direction
from fioboard.engine.answers.typed import TypedResult, TypedRun
from fioboard.engine.formats.claims import sentences
from fioboard.engine.formats.claims.reading import Claim, Claims
from fioboard.engine.formats.claims.table import Cell, Table
from fioboard.engine.formats.claims.typed import TypedRefused, read_typed
from fioboard.engine.formats.claims.words import read_words
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.reading import Invocation, Problem

KIND = "table"
TOOL = "unknown"
MAX_ROWS = 500
MAX_NAMED = 5
# Columns that tell what a device was seen to do, or should do, and not what the run gave.
_CONTEXT = re.compile(
    r"\b(?:iostat|nvmon|rated|rating|spec\w*|data ?sheet|theor\w*|ideal|expected|target|limit|each"
    r"|per[ -](?:drive|disk|device|member|ssd|job|thread))\b",
    re.IGNORECASE,
)
_RUNTIME = re.compile(
    r"(?:run ?time|time|duration|elapsed|seconds)\s*(?:[(\[]?(?P<unit>s|secs?|seconds)[)\]]?)?", re.IGNORECASE
)
_SECONDS = re.compile(r"(?P<value>\d{1,7}(?:\.\d{1,6})?)\s?(?:s|secs?|seconds)?")
# What a column is called, and the fact that its cells state.
_FACTS = (
    (re.compile(r"(?:raid )?width|(?:number of |no\. of |# ?)?(?:drives|disks|ssds|members|nvmes?)", re.IGNORECASE),
     "drive.count", re.compile(r"(?P<value>\d{1,3})(?:\s?(?:x|×|drives|disks|ssds))?", re.IGNORECASE)),
    (re.compile(r"(?:pcie? )?slot", re.IGNORECASE), "slot",
     re.compile(r"(?:slot )?(?P<value>\w{1,12})", re.IGNORECASE)),
    (re.compile(r"nps", re.IGNORECASE), "bios.nps", re.compile(r"(?:nps ?)?(?P<value>[0124])", re.IGNORECASE)),
    (re.compile(r"kernel", re.IGNORECASE), "kernel", re.compile(r"(?:linux )?(?P<value>\d{1,2}\.\d[\w.+-]{0,40})")),
)  # fmt: skip
_FIELDS = {
    "iops": "iops",
    "bw_bytes_per_s": "bandwidth",
    "lat_mean_ns": "latency",
    "clat_mean_ns": "latency",
    "lat_p99_ns": "latency_p99",
    "clat_p99_ns": "latency_p99",
}


@dataclass(frozen=True, slots=True)
class ColumnFact:
    """What a column states of the machine in the row of one run."""

    run: int
    """Position from 0."""
    key: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class TableRuns:
    """The runs of the tables, what their columns state, and what of them could not be used."""

    runs: tuple[Invocation, ...] = ()
    facts: tuple[ColumnFact, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_table_runs(claims: Claims) -> TableRuns:
    """Build a run of each row whose cells say a direction and a rate or latency; none of lists, which are prose."""
    runs: list[Invocation] = []
    facts: list[ColumnFact] = []
    left: list[Claim] = []
    for number, table in enumerate(claims.tables):
        if table.form == "list":
            continue
        own = [one for one in claims.items if one.table == number]
        rows = [
            _Row(table, row, [one for one in own if one.row == row]) for row in range(len(table.rows) - 1)
        ]
        described = _find_description_columns(table, own)
        for row in rows:
            run = row.build_run(described) if len(runs) < MAX_ROWS else None
            left += row.left if run is not None else row.claims
            if run is not None:
                facts += row.list_facts(len(runs))
                runs.append(run)
    return TableRuns(tuple(runs), tuple(facts), tuple(_describe_left(left)) if runs else ())


def _find_description_columns(table: Table, claims: Sequence[Claim]) -> list[int]:
    """Return the columns that tell the rows apart and are neither a figure nor a setting of the workload."""
    heading, *rows = table.rows
    measured = {(one.line, one.column) for one in claims}
    columns = []
    for column, name in enumerate(heading):
        cells = [row[column] for row in rows if column < len(row)]
        words = [read_words(cell.text) for cell in cells]
        is_figure = any((cell.line, cell.column) in measured for cell in cells)
        is_setting = read_words(name.text).role is not None or any(
            one.direction or one.bs_bytes for one in words
        )
        is_other = _CONTEXT.search(name.text) is not None or _RUNTIME.fullmatch(name.text.strip()) is not None
        if not (is_figure or is_setting or is_other) and len({cell.text for cell in cells}) > 1:
            columns.append(column)
    return columns


class _Row:
    """One row: its cells, the claims among them, and those that no field of a result takes."""

    def __init__(self, table: Table, row: int, claims: Sequence[Claim]) -> None:
        self._heading = table.rows[0]
        self._cells = table.rows[row + 1]
        self.claims = list(claims)
        self.left: list[Claim] = []

    def build_run(self, described: Sequence[int]) -> Invocation | None:
        """Build the run of the row; None where no cell says a direction or what it says cannot be."""
        by_direction: dict[Direction, list[Claim]] = {}
        for claim in self.claims:
            if claim.direction is None or self._is_context(claim):
                self.left.append(claim)
            else:
                by_direction.setdefault(claim.direction, []).append(claim)
        results = [one for way, claims in by_direction.items() if (one := self._build_result(way, claims))]
        if not results:
            return None
        try:
            [run] = read_typed(TypedRun(host="-", tool=TOOL, results=results)).invocations
        except TypedRefused:
            return None
        line = self._cells[0].line
        cells = [(self._heading[c].text, self._cells[c].text) for c in described if c < len(self._cells)]
        title = clean_text(", ".join(f"{name} {text}".strip() for name, text in cells if text), 200) or None
        results_here = tuple(replace(one, where=f"line {line}") for one in run.results)
        return replace(
            run,
            title=title,
            heading=title,
            results=results_here,
            source_lines=(line, line),
            lines_used=((line, line),),
        )

    def _build_result(self, direction: Direction, claims: Sequence[Claim]) -> TypedResult | None:
        fields: dict[str, str] = {}
        for claim in claims:
            field = _FIELDS.get(claim.metric)
            if field is None or field in fields:
                self.left.append(claim)
            else:
                fields[field] = claim.quantity
        if not fields.keys() & {"iops", "bandwidth", "latency"}:
            return None
        first = claims[0]
        rw = None if first.pattern is None else f"{'rand' if first.pattern == 'random' else ''}{direction}"
        return TypedResult.model_validate(
            {
                "direction": direction,
                "rw": rw,
                "bs": None if first.bs_bytes is None else str(first.bs_bytes),
                "iodepth": first.iodepth or None,
                "numjobs": first.numjobs or None,
                "latency_kind": "clat" if any(one.metric.startswith("clat") for one in claims) else "lat",
                "runtime": self._read_runtime(),
                **fields,
            }
        )

    def _read_runtime(self) -> str | None:
        for name, cell in zip(self._heading, self._cells, strict=False):
            if (
                _is_runtime(name)
                and (match := _SECONDS.fullmatch(cell.text.strip()))
                and float(match["value"])
            ):
                return f"{match['value']} s"
        return None

    def _is_context(self, claim: Claim) -> bool:
        """Whether a claim stands below a heading that tells of something else than the run's own result."""
        for name, cell in zip(self._heading, self._cells, strict=False):
            if (cell.line, cell.column) == (claim.line, claim.column):
                return _CONTEXT.search(name.text) is not None or _is_runtime(name)
        return False

    def list_facts(self, run: int) -> Iterator[ColumnFact]:
        """Give what the columns with the name of a fact state of this row."""
        for name, cell in zip(self._heading, self._cells, strict=False):
            for heading, key, form in _FACTS:
                if heading.fullmatch(name.text.strip()) and (match := form.fullmatch(cell.text.strip())):
                    yield ColumnFact(run, key, match["value"], cell.line)


def _is_runtime(name: Cell) -> bool:
    match = _RUNTIME.fullmatch(name.text.strip())
    return match is not None and (match["unit"] is not None or name.text.strip().lower() == "seconds")


def _describe_left(left: Sequence[Claim]) -> Iterator[Problem]:
    if not left:
        return
    places = [f"{one.text!r} (line {one.line}, column {one.column})" for one in left]
    more = f" and {len(places) - MAX_NAMED} more" if len(places) > MAX_NAMED else ""
    detail = sentences.CELLS_WITHOUT_FIGURE(places=", ".join(places[:MAX_NAMED]), more=more)
    yield Problem(f"line {left[0].line}", "UnreadCells", detail)
