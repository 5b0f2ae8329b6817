"""A job file with the options of a run as typed."""

from collections.abc import Mapping, Sequence

import orjson

from fioboard.queries.rows import ResultRow


def job_file(global_options: Mapping[str, str], results: Sequence[ResultRow]) -> str | None:
    """A job file that states every known option once; None when no option is known."""
    sections: dict[tuple[str, int], Mapping[str, str]] = {}
    for row in results:
        sections.setdefault((row["job_name"], row["job_group"]), orjson.loads(row["job_options"]))
    if not global_options and not any(sections.values()):
        return None
    lines: list[str] = []
    if global_options:
        lines += ["[global]", *_lines(global_options), ""]
    for (name, _), options in sections.items():
        own = {k: v for k, v in options.items() if global_options.get(k) != v and k != "name"}
        lines += [f"[{_one_line(name)}]", *_lines(own), ""]
    return "\n".join(lines)


def _lines(options: Mapping[str, str]) -> list[str]:
    return [
        f"{_one_line(key)}={_one_line(value)}" if value else _one_line(key) for key, value in options.items()
    ]


def _one_line(text: str) -> str:
    """Options came from outside: a line break in one would be another option."""
    return " ".join(text.split())
