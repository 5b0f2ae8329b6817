"""The sides of a comparison beside the datasheets of their drives, as a table for people."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.answers.compare import CompareOut, PartOut, SideOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.rating.grouping import group_figures
from fioboard.engine.rating.wording import HEADINGS, cells, format_span
from fioboard.store.queries.ratings import rate_runs

MAX_RUNS = 200
"""Of one side; each takes 0.4 ms."""
HEAD = ("Test", "Side", "Runs", *HEADINGS, "Lowest and highest share")


async def get_ratings(driver: Driver, comparison: CompareOut) -> dict[str, RatingOut]:
    """Return ratings by run id; of a side with very many runs the first ones."""
    sides = [side for _, side in list_sides(comparison)]
    ids = dict.fromkeys(run for side in sides for run in side["run_ids"][:MAX_RUNS])
    runs = await rate_runs(driver, [UUID(run) for run in ids])
    return {str(run_id): run.serialize() for run_id, run in runs.items()}


def list_sides(comparison: CompareOut) -> list[tuple[str, SideOut]]:
    """List each side with what a table calls it, base first."""
    if not comparison["more"]:
        return [("base", comparison["base"]), ("new", comparison["new"])]
    news = (part["new"] for part in (comparison, *comparison["more"]))
    return [("base", comparison["base"]), *((f"new {n}", side) for n, side in enumerate(news, start=1))]


def build_rows(comparison: CompareOut, ratings: Mapping[str, RatingOut]) -> list[list[str]]:
    """Build the lines of the table; empty where no run has a figure that a datasheet rates."""
    tests = _name_tests(comparison)
    lines = []
    for name, side in list_sides(comparison):
        rated = [(tests.get(run, run), ratings[run]) for run in side["run_ids"] if run in ratings]
        for group in group_figures(rated):
            ends = format_span(group.figure, group.low, group.high) if group.runs > 1 else ""
            lines.append([group.test, name, str(group.runs), *cells(group.figure), ends])
    order = list(dict.fromkeys(tests.values()))
    return sorted(lines, key=lambda line: order.index(line[0]) if line[0] in order else len(order))


def _name_tests(comparison: CompareOut) -> dict[str, str]:
    """Name what each run measured: its workloads, which distinguish runs that are alike."""
    names: dict[str, set[str]] = {}
    for part in (comparison, *comparison["more"]):
        for run, workload in _list_measured(part):
            names.setdefault(run, set()).add(workload)
    return {run: " + ".join(sorted(of)) for run, of in names.items()}


def _list_measured(part: PartOut) -> Iterator[tuple[str, str]]:
    for row in part["workloads"]:
        for cell in row["metrics"].values():
            for side in (cell["base"], cell["new"]):
                yield from ((value["run_id"], row["workload"]) for value in side["values"])
    for alone in (*part["unmatched"]["base"], *part["unmatched"]["new"]):
        yield from ((run, alone["workload"]) for run in alone["run_ids"])
