"""A job file with the options of a run as typed."""

from collections.abc import Mapping, Sequence

import orjson

from fioboard.store.queries.rows import ResultRow

# Options that say when a job starts, or that it makes a group and starts with those before.
STARTS = frozenset({"stonewall", "wait_for_previous", "wait_for", "new_group"})


def write_job_file(global_options: Mapping[str, str], results: Sequence[ResultRow]) -> str | None:
    """Write a job file that states every known option once; None when no option is known.

    Jobs of another group started when those before had ended: fio prints no `stonewall`, which says so.
    """
    sections: dict[tuple[str, int], Mapping[str, str]] = {}
    for row in results:
        sections.setdefault((row["job_name"], row["job_group"]), orjson.loads(row["job_options"]))
    if not global_options and not any(sections.values()):
        return None
    lines: list[str] = []
    if global_options:
        lines += ["[global]", *_format_lines(global_options), ""]
    before: int | None = None
    for (name, group), options in sections.items():
        own = {k: v for k, v in options.items() if global_options.get(k) != v and k != "name"}
        starts_later = before not in {None, group} and not STARTS & (options.keys() | global_options.keys())
        lines += [f"[{_join_lines(name)}]", *_format_lines(own), *(["stonewall"] if starts_later else []), ""]
        before = group
    return "\n".join(lines)


def _format_lines(options: Mapping[str, str]) -> list[str]:
    return [
        f"{_join_lines(key)}={_join_lines(value)}" if value else _join_lines(key)
        for key, value in options.items()
    ]


def _join_lines(text: str) -> str:
    """Join lines: options came from outside, and a line break in one would be another option."""
    return " ".join(text.split())
