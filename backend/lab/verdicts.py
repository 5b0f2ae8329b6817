"""Dumps the verdict and the findings of every input of the corpus and the demo, lists what changed between dumps, and
checks that verdicts compare.

    backend/.venv/bin/python backend/lab/verdicts.py dump after.json [FOLDER ...]
    backend/.venv/bin/python backend/lab/verdicts.py diff before.json after.json
    backend/.venv/bin/python backend/lab/verdicts.py check [FOLDER ...]

`check` fails where more than MAX_BARE of the runs have a sentence without figure and comparison, or where a run that is
judged as measured on a recorded drive is likened to a class of devices that this drive is none of.

`dump` judges with the fioboard of the Python that runs it, so that an older checkout can be judged with its own. The
inputs are those of the checkout the script stands in, and every file below each FOLDER.
"""

import argparse
import re
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.documents import Figures, document
from fioboard.engine.demo.simulated import list_simulated
from fioboard.engine.formats import fio
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, build_answer
from fioboard.store.derive.context import Context
from fioboard.store.derive.outputs import OriginalFile, convert_import, convert_upload

DATA = Path(__file__).parents[1] / "tests" / "data"
MACHINES = Path(__file__).parents[1] / "fioboard" / "engine" / "demo" / "data"
CHECKOUT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 28, tzinfo=UTC)
Answers = dict[str, list[Mapping[str, Any]]]
VERDICT = ("kind", "id", "confidence", "sentence", "text", "compared_with")
MAX_BARE = 0.05
FIGURE = re.compile(r"\d")
_FLASH = ("SATA SSD", "NVMe SSD", "Optane SSD", "client SSD", "data centre SSD")
# By transport and medium of a recorded drive, the classes that it is none of.
EXCLUDED: Mapping[tuple[str, bool], Sequence[str]] = {
    ("sata", True): _FLASH,
    ("sata", False): ("hard disk", "NVMe SSD", "Optane SSD"),
    ("sas", True): _FLASH,
    ("pcie", False): ("hard disk", "SATA SSD"),
    ("mmc", False): ("hard disk", *_FLASH),
    ("virtio", False): ("hard disk",),
}


def dump(folders: list[Path]) -> Answers:
    """The answer of each run of each input that can be read, by the name of the input."""
    answers: Answers = {}
    for name, body in [*_packed(), *_files([DATA / "fio", DATA / "foreign", *folders])]:
        try:
            reading = fio.read_output(body, name=Path(name).name)
        except (fio.FioFormatError, fio.TooMany):
            continue
        derived = convert_import(reading, _context()).rows.finish()
        answers[name] = [_brief(run["answer"]) for run in orjson.loads(derived.runs)]
    for figures in (*cases(), *list_simulated(NOW)):
        batch = f", batch {figures.batch.number}, step {figures.batch.step}" if figures.batch else ""
        answers[f"demo: {figures.case}: {figures.title or figures.options['rw']}{batch}"] = _of_demo(figures)
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
    derived = convert_upload([OriginalFile("fio.json", "fio_output", body)], context).rows.finish()
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
        "verdict": {key: verdict.get(key) for key in VERDICT},
        "findings": [[f["id"], f["severity"], f["confidence"], f["text"]] for f in answer["findings"]],
        "unknown": [one["id"] for one in answer["checks"]["unknown"]],
    }


def check(folders: list[Path]) -> Iterator[str]:
    """Say how many verdicts compare and with what; the last line tells whether that is enough."""
    verdicts = [
        run["verdict"] for runs in dump(folders).values() for run in runs if run["verdict"] is not None
    ]
    bare = [
        one["sentence"] for one in verdicts if not one["compared_with"] and not FIGURE.search(one["sentence"])
    ]
    yield "| Verdict | Compared with | Runs |"
    yield "|---|---|--:|"
    for (kind, compared_with), count in Counter(
        (v["kind"], v["compared_with"] or "–") for v in verdicts
    ).most_common():
        yield f"| {kind} | {compared_with} | {count} |"
    yield f"\n{len(verdicts)} runs, {len(bare)} without figure and comparison ({len(bare) / len(verdicts):.1%}):"
    yield from (f"  {count} × {sentence}" for sentence, count in Counter(bare).most_common())
    judged, wrong = 0, []
    for results in _list_results(folders):
        for (transport, is_rotational), excluded in EXCLUDED.items():
            sentence = _judge_on_drive(results, transport, is_rotational=is_rotational)
            judged += 1
            wrong += [(transport, is_rotational, sentence) for word in excluded if word in sentence]
    yield f"{judged} verdicts on recorded drives, {len(wrong)} likened to what the drive is not."
    yield from (
        f"  {transport}, rotational {is_rotational}: {sentence}"
        for transport, is_rotational, sentence in wrong
    )
    yield "passed" if len(bare) <= MAX_BARE * len(verdicts) and not wrong else "FAILED"


def _list_results(folders: list[Path]) -> Iterator[Sequence[Result]]:
    """List the results of each run of each input that can be read."""
    for name, body in [*_packed(), *_files([DATA / "fio", DATA / "foreign", *folders])]:
        try:
            reading = fio.read_output(body, name=Path(name).name)
        except (fio.FioFormatError, fio.TooMany):
            continue
        yield from (invocation.results for invocation in reading.invocations if invocation.results)


def _judge_on_drive(results: Sequence[Result], transport: str, *, is_rotational: bool) -> str:
    """Return the sentences of a run's verdict as if it had measured one recorded drive of which no link is known."""
    disk = {"name": "sda", "transport": transport, "rotational": is_rotational, "size_bytes": 10**12}
    target = {"path": "/dev/sda", "kind": "disk", "members": ["sda"], "graph": {"root": "sda", "nodes": {}}}
    machine = {"disks": {"sda": disk}}
    verdict = build_answer(RunFacts(results=results, path=resolve(machine, [target]), document=machine))[
        "verdict"
    ]
    return " ".join([verdict["sentence"], *verdict["text"]])


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


def main() -> int:
    """Dumps, compares two dumps, or checks; 1 where the check failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    dumping = commands.add_parser("dump")
    dumping.add_argument("file", type=Path)
    dumping.add_argument("folders", nargs="*", type=Path)
    comparing = commands.add_parser("diff")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    checking = commands.add_parser("check")
    checking.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    if options.command == "dump":
        answers = dump([folder.resolve() for folder in options.folders])
        options.file.write_bytes(orjson.dumps(answers, option=orjson.OPT_INDENT_2))
        print(f"{len(answers)} inputs, {sum(map(len, answers.values()))} runs", file=sys.stderr)
    elif options.command == "check":
        lines = list(check([folder.resolve() for folder in options.folders]))
        print("\n".join(lines))
        return 0 if lines[-1] == "passed" else 1
    else:
        print("\n".join(diff(*(orjson.loads(path.read_bytes()) for path in (options.before, options.after)))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
