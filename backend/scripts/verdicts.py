"""Dumps the verdict and the findings of every input of the corpus and the demo, and lists what changed between dumps.

    backend/.venv/bin/python backend/scripts/verdicts.py dump after.json [FOLDER ...]
    backend/.venv/bin/python backend/scripts/verdicts.py diff before.json after.json

`dump` judges with the fioboard of the Python that runs it, so that an older checkout can be judged with its own. The
inputs are those of the checkout the script stands in, and every file below each FOLDER.
"""

import argparse
import sys
import tarfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from fioboard import fio
from fioboard.demo.cases import cases
from fioboard.demo.documents import Figures, document
from fioboard.derive.context import Context
from fioboard.derive.outputs import OriginalFile, of_import, of_upload

DATA = Path(__file__).parents[1] / "tests" / "data"
MACHINES = Path(__file__).parents[1] / "fioboard" / "demo" / "data"
CHECKOUT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 28, tzinfo=UTC)
Answers = dict[str, list[Mapping[str, Any]]]


def dump(folders: list[Path]) -> Answers:
    """The answer of each run of each input that can be read, by the name of the input."""
    answers: Answers = {}
    for name, body in [*_packed(), *_files([DATA / "fio", DATA / "foreign", *folders])]:
        try:
            reading = fio.read_output(body, name=Path(name).name)
        except (fio.FioFormatError, fio.TooMany):
            continue
        derived = of_import(reading, _context()).rows.finish()
        answers[name] = [_brief(run["answer"]) for run in orjson.loads(derived.runs)]
    for figures in cases():
        answers[f"demo: {figures.case}: {figures.title}"] = _of_demo(figures)
    return answers


def _context(**known: Any) -> Context:
    plain: dict[str, Any] = {"host_name": "host", "title": None, "labels": {}, "tags": (), "inventory": None}
    return Context(**plain | {"received_at": NOW} | known)


def _of_demo(figures: Figures) -> list[Mapping[str, Any]]:
    machine = orjson.loads((MACHINES / f"{figures.machine}.json").read_bytes())
    targets = machine["targets"]
    context = _context(
        inventory=machine["inventory"],
        labels=figures.labels,
        targets=targets[figures.target : figures.target + 1],
        fio_cpus=machine["fio_cpus"],
    )
    body = document(figures)
    derived = of_upload([OriginalFile("fio.json", "fio_output", body)], context).rows.finish()
    return [_brief(run["answer"]) for run in orjson.loads(derived.runs)]


def _packed() -> Iterator[tuple[str, bytes]]:
    with tarfile.open(DATA / "fio-outputs.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                yield f"packed/{member.name}", file.read()


def _files(folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    for folder in folders:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            name = path.relative_to(folder.parent)
            if ".log" not in path.name or path.stat().st_size < 1 << 20:
                yield str(name), path.read_bytes()


def _brief(answer: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if answer is None:
        return {"verdict": None, "findings": [], "unknown": []}
    verdict = answer["verdict"]
    return {
        "verdict": {key: verdict[key] for key in ("kind", "id", "confidence", "sentence", "text")},
        "findings": [[f["id"], f["severity"], f["confidence"], f["text"]] for f in answer["findings"]],
        "unknown": [one["id"] for one in answer["checks"]["unknown"]],
    }


def diff(before: Answers, after: Answers) -> Iterator[str]:
    """A Markdown row for each run whose verdict or findings differ."""
    yield "| Input | Run | Verdict before | Verdict after | Findings gone | Findings new |"
    yield "|---|---|---|---|---|---|"
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name, []), after.get(name, [])
        for number in range(max(len(old), len(new))):
            was = old[number] if number < len(old) else None
            now = new[number] if number < len(new) else None
            row = [_verdict(was), _verdict(now), *_findings(was, now)]
            if row[0] != row[1] or row[2] or row[3]:
                yield f"| `{name}` | {number + 1} | " + " | ".join(row) + " |"


def _verdict(run: Mapping[str, Any] | None) -> str:
    if run is None:
        return "no such run"
    verdict = run["verdict"]
    if not isinstance(verdict, dict):
        return "no verdict"
    return f"{verdict['kind']} {verdict['id'] or ''} {verdict['confidence']}: {verdict['sentence']}"


def _findings(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> tuple[str, str]:
    old, new = _spoken(was), _spoken(now)
    return "; ".join(one for one in old if one not in new), "; ".join(one for one in new if one not in old)


def _spoken(run: Mapping[str, Any] | None) -> list[str]:
    findings = run["findings"] if run else []
    return [f"{rule} ({severity}, {confidence}): {text}" for rule, severity, confidence, text in findings]


def main() -> None:
    """Dumps, or compares two dumps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    dumping = commands.add_parser("dump")
    dumping.add_argument("file", type=Path)
    dumping.add_argument("folders", nargs="*", type=Path)
    comparing = commands.add_parser("diff")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "dump":
        answers = dump([folder.resolve() for folder in options.folders])
        options.file.write_bytes(orjson.dumps(answers, option=orjson.OPT_INDENT_2))
        print(f"{len(answers)} inputs, {sum(map(len, answers.values()))} runs", file=sys.stderr)
    else:
        print("\n".join(diff(*(orjson.loads(path.read_bytes()) for path in (options.before, options.after)))))


if __name__ == "__main__":
    main()
