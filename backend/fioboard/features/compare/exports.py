"""A comparison as a table: CSV with every value in base units, Markdown as people read it."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from fioboard.core.spreadsheet import csv_cell
from fioboard.features.compare import rated
from fioboard.rating.wording import MARKS
from fioboard.schemas.compare import CompareOut, FactorChangeOut, MetricOut, PartOut
from fioboard.schemas.compare_evidence import BootstrapOut
from fioboard.schemas.rating import RatingOut
from fioboard.stats import wording

Cell = str | float | bool | None
COLUMNS = (
    "workload", "direction", "metric", "unit", "base_n", "base_mean", "base_median", "new_n", "new_mean", "new_median",
    "ratio", "ratio_ci95_low", "ratio_ci95_high", "ratio_method", "p_value", "p_holm", "verdict",
    "bootstrap_ratio", "bootstrap_ci95_low", "bootstrap_ci95_high", "bootstrap_levels", "bootstrap_resamples",
    "bootstrap_seed", "bootstrap_holds_percent",
)  # fmt: skip

HEAD = (
    "| Workload | Direction | Metric | Base (n) | New (n) | New / base | 95 % interval | Verdict | Bootstrap |",
    "|---|---|---|--:|--:|--:|--:|---|--:|",
)


def as_csv(comparison: CompareOut) -> str:
    """One line per workload, direction and metric (and new side, when there are several); unknown is empty."""
    several = bool(comparison["more"])
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(["new_filter", *COLUMNS] if several else COLUMNS)
    for part in _parts(comparison):
        for row in part["workloads"]:
            for name, cell in row["metrics"].items():
                line = [row["workload"], row["direction"], name, *_values(cell)]
                writer.writerow(map(csv_cell, [part["new"]["filter"], *line] if several else line))
    return written.getvalue()


def _values(cell: MetricOut) -> list[Cell]:
    low, high = cell["ratio_ci95"] or (None, None)
    sides = [x for side in (cell["base"], cell["new"]) for x in (side["n"], side["mean"], side["median"])]
    draws = cell["bootstrap"]
    return [
        *(cell["unit"], *sides, cell["ratio"], low, high),
        *(cell["ratio_method"], cell["p_value"], cell["p_holm"], cell["verdict"]),
        *(_drawn(draws) if draws else [None] * 7),
    ]


def _drawn(draws: BootstrapOut) -> list[Cell]:
    low, high = draws["ci95"] or (None, None)
    levels = " and ".join(draws["levels"])
    return [draws["ratio"], low, high, levels, draws["resamples"], draws["seed"], draws["holds_percent"]]


def as_markdown(comparison: CompareOut, ratings: Mapping[str, RatingOut]) -> str:
    """Headline, what changed, one table per new side, and the sides beside their datasheets. `ratings`: by run id."""
    lines = ["## Comparison", "", f"Base: `{_code(comparison['base']['filter'])}`"]
    for part in _parts(comparison):
        lines += [f"New: `{_code(part['new']['filter'])}`", "", _escaped(part["sentence"])]
        lines += ["", _escaped(part["limits"])] if part["limits"] is not None else []
        if part["workloads"]:
            lines += ["", *HEAD, *_rows(part), *_about_bootstrap(part)]
        changed = [c for c in part["factors_changed"] if c["follows_from"]]
        if changed:
            lines += ["", "Follows from these changes: " + _escaped("; ".join(map(_change, changed))) + "."]
        unmatched = part["unmatched"]
        for name, rows in (("base", unmatched["base"]), ("new", unmatched["new"])):
            for row in rows:
                lines.append(f"\nOnly {name} measured {_escaped(row['workload'])} ({row['direction']}).")
        lines += ["", *(f"Note ({n['side']}): {_escaped(n['text'])}" for n in part["notes"]), ""]
    scorecards = rated.rows(comparison, ratings)
    if scorecards:
        head = [_line(rated.HEAD), _line(["---"] * len(rated.HEAD))]
        table = (_line(map(_escaped, row)) for row in scorecards)
        lines += ["", "### Beside the datasheets", "", *head, *table, "", _escaped(MARKS)]
    return "\n".join(lines).rstrip() + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rows(part: PartOut) -> Iterator[str]:
    for row in part["workloads"]:
        for name, cell in row["metrics"].items():
            sides = (
                f"{wording.figure(side['median'], cell['unit'])} ({side['n']})"
                for side in (cell["base"], cell["new"])
            )
            yield (
                "| "
                + " | ".join(
                    (
                        *(_escaped(row["workload"]), row["direction"], wording.name_of(name), *sides),
                        *(
                            wording.times(cell["ratio"], cell["ratio_decimals"]),
                            wording.interval(cell["ratio_ci95"], cell["ratio_decimals"]),
                        ),
                        wording.VERDICTS[cell["verdict"]],
                        _bootstrap(cell["bootstrap"]),
                    )
                )
                + " |"
            )


def _bootstrap(drawn: BootstrapOut | None) -> str:
    return wording.interval(drawn["ci95"], drawn["ratio_decimals"]) if drawn else wording.interval(None, None)


def _about_bootstrap(part: PartOut) -> list[str]:
    """What the last column is worth; nothing where it is empty."""
    cells = [cell for row in part["workloads"] for cell in row["metrics"].values()]
    drawn = [one for cell in cells if (one := cell["bootstrap"]) and one["ci95"]]
    if not drawn:
        return []
    held = min((one["holds_percent"] for one in drawn if one["holds_percent"]), default=None)
    return ["", f"Verdicts rest on the 95 % interval. {wording.about_bootstrap(drawn[0]['resamples'], held)}"]


def _change(change: FactorChangeOut) -> str:
    return f"{change['title']} {change['base']} → {change['new']} (from {change['follows_from']})"


def _parts(comparison: CompareOut) -> list[PartOut]:
    return [comparison, *comparison["more"]]


def _escaped(text: str) -> str:
    for character in "\\`|*_<>[]":
        text = text.replace(character, f"\\{character}")
    return " ".join(text.split())


def _code(text: str) -> str:
    return text.replace("`", "%60")
