"""A comparison as a table: CSV with every value in base units, Markdown as people read it."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from fioboard.app.compare import rated, sentences
from fioboard.core.spreadsheet import csv_cell
from fioboard.engine.answers.compare import CompareOut, FactorChangeOut, PartOut
from fioboard.engine.answers.compare_evidence import BootstrapOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.workload import MetricOut
from fioboard.engine.rating.wording import MARKS
from fioboard.engine.stats import wording

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


def write_csv(comparison: CompareOut) -> str:
    """Write one line per workload, direction and metric (and new side, when there are several); unknown is empty."""
    several = bool(comparison["more"])
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(["new_filter", *COLUMNS] if several else COLUMNS)
    for part in _list_parts(comparison):
        for row in part["workloads"]:
            for name, cell in row["metrics"].items():
                line = [row["workload"], row["direction"], name, *_list_values(cell)]
                writer.writerow(map(csv_cell, [part["new"]["filter"], *line] if several else line))
    return written.getvalue()


def _list_values(cell: MetricOut) -> list[Cell]:
    low, high = cell["ratio_ci95"] or (None, None)
    sides = [x for side in (cell["base"], cell["new"]) for x in (side["n"], side["mean"], side["median"])]
    draws = cell["bootstrap"]
    return [
        *(cell["unit"], *sides, cell["ratio"], low, high),
        *(cell["ratio_method"], cell["p_value"], cell["p_holm"], cell["verdict"]),
        *(_list_bootstrap_cells(draws) if draws else [None] * 7),
    ]


def _list_bootstrap_cells(draws: BootstrapOut) -> list[Cell]:
    low, high = draws["ci95"] or (None, None)
    levels = " and ".join(draws["levels"])
    return [draws["ratio"], low, high, levels, draws["resamples"], draws["seed"], draws["holds_percent"]]


def write_markdown(comparison: CompareOut, ratings: Mapping[str, RatingOut]) -> str:
    """Write headline, what changed, one table per new side, and the sides beside their datasheets. `ratings`: by
    run id.
    """
    lines = ["## Comparison", "", f"Base: `{_escape_code(comparison['base']['filter'])}`"]
    for part in _list_parts(comparison):
        lines += [f"New: `{_escape_code(part['new']['filter'])}`", "", _escape(part["sentence"])]
        lines += ["", _escape(part["limits"])] if part["limits"] is not None else []
        if part["workloads"]:
            lines += ["", *HEAD, *_list_rows(part), *_explain_bootstrap(part)]
        changed = [c for c in part["factors_changed"] if c["follows_from"]]
        if changed:
            lines += [
                "",
                sentences.FOLLOWS(changes=_escape("; ".join(map(_format_change, changed)))),
            ]
        unmatched = part["unmatched"]
        for name, rows in (("base", unmatched["base"]), ("new", unmatched["new"])):
            for row in rows:
                lines.append(f"\nOnly {name} measured {_escape(row['workload'])} ({row['direction']}).")
        lines += ["", *(f"Note ({n['side']}): {_escape(n['text'])}" for n in part["notes"]), ""]
    scorecards = rated.build_rows(comparison, ratings)
    if scorecards:
        head = [_format_line(rated.HEAD), _format_line(["---"] * len(rated.HEAD))]
        table = (_format_line(map(_escape, row)) for row in scorecards)
        lines += ["", "### Compared with the drives' ratings", "", *head, *table, "", _escape(MARKS)]
    return "\n".join(lines).rstrip() + "\n"


def _format_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _list_rows(part: PartOut) -> Iterator[str]:
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
                        *(_escape(row["workload"]), row["direction"], wording.get_metric_name(name), *sides),
                        *(
                            wording.times(cell["ratio"], cell["ratio_decimals"]),
                            wording.interval(cell["ratio_ci95"], cell["ratio_decimals"]),
                        ),
                        wording.VERDICTS[cell["verdict"]],
                        _format_bootstrap(cell["bootstrap"]),
                    )
                )
                + " |"
            )


def _format_bootstrap(drawn: BootstrapOut | None) -> str:
    return wording.interval(drawn["ci95"], drawn["ratio_decimals"]) if drawn else wording.interval(None, None)


def _explain_bootstrap(part: PartOut) -> list[str]:
    """Explain what the last column is worth; nothing where it is empty."""
    cells = [cell for row in part["workloads"] for cell in row["metrics"].values()]
    drawn = [one for cell in cells if (one := cell["bootstrap"]) and one["ci95"]]
    if not drawn:
        return []
    held = min((one["holds_percent"] for one in drawn if one["holds_percent"]), default=None)
    return [
        "",
        sentences.VERDICTS_REST(bootstrap=wording.describe_bootstrap(drawn[0]["resamples"], held)),
    ]


def _format_change(change: FactorChangeOut) -> str:
    return f"{change['title']} {change['base']} → {change['new']} (from {change['follows_from']})"


def _list_parts(comparison: CompareOut) -> list[PartOut]:
    return [comparison, *comparison["more"]]


def _escape(text: str) -> str:
    for character in "\\`|*_<>[]":
        text = text.replace(character, f"\\{character}")
    return " ".join(text.split())


def _escape_code(text: str) -> str:
    return text.replace("`", "%60")
