"""`import`: results that somebody measured before, sent as they are."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any, List, Optional, Tuple

from fioboard_agent.commands.flags import read_annotations, read_config
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.upload import Service, UnreachableError, make_printable
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, SetupError, UsageError
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.plain_file import require_plain_file
from fioboard_agent.terminal import print_sentence

Query = List[Tuple[str, str]]
_NOT_FOUND = 404
# As many as a service takes in one plan.
_MAX_FILES = 20_000
_MAX_PATH = 1_024


def import_files(options: argparse.Namespace) -> int:
    """`import FILE… | FOLDER…`: a request for each output; one that the service refuses does not stop the others."""
    config = read_config(options)
    service = Service(config)
    annotations = read_annotations(options)
    host = options.host or identify_host(Folders.from_environment()).name
    query = [("host", host)]
    query += [("started_at", options.started_at)] if options.started_at else []
    # What another host measured is not of this one's rack.
    labels = {**(config.labels if options.host is None else {}), **annotations.labels}
    query += [(f"label.{key}", value) for key, value in labels.items()]
    query += [("tag", tag) for tag in annotations.tags]
    # Services before 0.4 know no such parameter; what is not asked for is not sent.
    query += [("accept", options.accept_found)] if options.accept_found else []
    exit_code = EXIT_OK
    for name in options.files:
        path = Path(name)
        if path.is_dir():
            exit_code = max(exit_code, _import_folder(service, path, query, annotations.title))
            continue
        require_plain_file(path, "The file")
        titled = [*query, ("name", path.name), *([("title", annotations.title)] if annotations.title else [])]
        try:
            answer = service.import_file(path, titled)
        except UnreachableError as error:
            raise SetupError(f"{name}: {service.url} cannot be reached: {error}.") from None
        if not answer.is_success:
            print(f"{name}: refused ({answer.status}): {answer.sentence}", file=sys.stderr)
            exit_code = EXIT_REJECTED
            continue
        for imported in answer.list_objects("runs"):
            print(f"{name}: {_describe_run(service, imported)}")
        for fact in answer.list_objects("found"):
            print(f"{name}: {_describe_fact(fact)}")
        for warning in answer.list_objects("warnings"):
            print(f"{name}: {_describe_warning(warning)}", file=sys.stderr)
    return exit_code


def _import_folder(service: Service, folder: Path, query: Query, title: Optional[str]) -> int:
    """Send the outputs of a folder with their logs, as the service plans it by their names; return the exit code."""
    plan = _plan(service, folder, dict(query)["host"])
    counts: Counter[str] = Counter()
    batches: dict[str, str] = {}
    for run in plan["runs"]:
        output, batch = folder / run["output"], run["batch"]
        shown = make_printable(str(output))
        of_run = [*query, ("name", output.name), ("title", " · ".join(filter(None, [title, run["title"]])))]
        if batch is not None:
            place = {"batch": "id", "batch_name": "name", "step": "step", "steps": "steps"}
            of_run += [(key, str(batch[field])) for key, field in place.items()]
        try:
            answer = service.import_output(output, [folder / log for log in run["logs"]], of_run)
        except UnreachableError as error:
            raise SetupError(
                f"{shown}: {service.url} cannot be reached: {error}. Stored: {counts['stored']}; start it again, "
                "and what is stored is not stored twice."
            ) from None
        except OSError as error:
            counts["refused"] += 1
            print(f"{shown}: cannot be read: {error.strerror}", file=sys.stderr)
            continue
        if not answer.is_success:
            counts["refused"] += 1
            print(f"{shown}: refused ({answer.status}): {answer.sentence}", file=sys.stderr)
            continue
        counts["stored"] += 1
        counts["known"] += all(one.get("status") == "duplicate" for one in answer.list_objects("runs"))
        if batch is None:
            for imported in answer.list_objects("runs"):
                print(f"{shown}: {_describe_run(service, imported)}")
        else:
            batches[batch["id"]] = batch["name"]
    for reason, paths in _collect_reasons(plan["left_out"]).items():
        print_sentence(f"Left out ({len(paths)}), {reason}: {paths[0]}{', …' if len(paths) > 1 else ''}")
    for batch_id, name in batches.items():
        print(f"{name}: {service.url}/batches/{batch_id}")
    known = f", {counts['known']} of them were stored before" if counts["known"] else ""
    refused = f" Refused: {counts['refused']}." if counts["refused"] else ""
    print(f"Stored {counts['stored']} of {len(plan['runs'])} outputs of {folder}{known}.{refused}")
    return EXIT_REJECTED if counts["refused"] else EXIT_OK


def _plan(service: Service, folder: Path, host: str) -> dict[str, Any]:
    """Ask the service what to send of a folder. Raises UsageError, SetupError."""
    listed, unread = _list_files(folder)
    if not listed or len(listed) > _MAX_FILES:
        raise UsageError(
            f"{folder} holds {len(listed):,} files that can be read; 1 to {_MAX_FILES:,} are read at once."
        )
    name = make_printable(folder.resolve().name) or "root"
    try:
        answer = service.plan_import({"host": host, "name": name, "files": listed})
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if answer.status == _NOT_FOUND:
        raise SetupError(f"{service.url} is older than this agent and cannot import folders. Name the files instead.")
    if not answer.is_success or not isinstance(answer.body.get("runs"), list):
        raise SetupError(f"{folder}: refused ({answer.status}): {answer.sentence}")
    known = {one["path"] for one in listed}
    try:
        runs = [_read_run(run) for run in answer.body["runs"]]
        left_out = [
            {key: make_printable(str(one[key])) for key in ("path", "reason")} for one in answer.body["left_out"]
        ]
    except (KeyError, TypeError):
        raise SetupError(f"{service.url} sent a plan that this agent does not understand.") from None
    if {path for run in runs for path in (run["output"], *run["logs"])} - known:
        raise SetupError(f"{service.url} asked for files outside {folder}; nothing was sent.")
    return {"runs": runs, "left_out": [*unread, *left_out]}


def _read_run(run: dict[str, Any]) -> dict[str, Any]:
    """Read one planned run. Raises KeyError, TypeError."""
    batch = run["batch"]
    return {
        "output": str(run["output"]),
        "logs": [str(log) for log in run["logs"]],
        "title": make_printable(str(run["title"])),
        "batch": None
        if batch is None
        else {key: make_printable(str(batch[key])) for key in ("id", "name", "step", "steps")},
    }


def _list_files(folder: Path) -> Tuple[List[dict[str, Any]], List[dict[str, str]]]:
    """List the files below a folder, and what is not read there; hidden ones are passed over."""
    files: List[dict[str, Any]] = []
    left_out: List[dict[str, str]] = []

    def leave_out(path: str, reason: str) -> None:
        left_out.append({"path": make_printable(path), "reason": reason})

    def leave_out_folder(error: OSError) -> None:
        leave_out(str(error.filename), error.strerror or "cannot be read")

    for place, folders, names in os.walk(folder, onerror=leave_out_folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(".")):
            below = path.relative_to(folder).as_posix()
            reason = _find_reason(path, below)
            if reason is None:
                files.append({"path": below, "size_bytes": path.lstat().st_size})
            else:
                leave_out(below, reason)
    return files, left_out


def _find_reason(path: Path, below: str) -> Optional[str]:
    """Say why a file is not sent; None for one that may be."""
    if path.is_symlink() or not path.is_file():
        return "a link, pipe or device"
    if any("\ud800" <= char <= "\udfff" for char in below):
        return "its name is not UTF-8"
    if len(below) > _MAX_PATH:
        return f"its path is longer than {_MAX_PATH:,} characters"
    return None if os.access(path, os.R_OK) else "permission denied"


def _collect_reasons(left_out: list[dict[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for one in left_out:
        grouped.setdefault(one["reason"], []).append(one["path"])
    return grouped


def _describe_warning(warning: dict[str, Any]) -> str:
    where = f"{warning['where']}: " if warning.get("where") else ""
    return make_printable(f"{where}{warning.get('detail')}")


def _describe_fact(fact: dict[str, Any]) -> str:
    """Say one fact of the text in a line, and which runs have it now."""
    value = f"{fact.get('value')} {fact.get('unit') or ''}".rstrip()
    numbers = fact.get("accepted_for")
    accepted = ", ".join(str(number) for number in (numbers if isinstance(numbers, list) else []))
    state = f"accepted for run {accepted}" if accepted else "not accepted"
    contradicted = ", contradicted" if fact.get("is_contradicted") else ""
    line = f"found {fact.get('key')} = {value} ({fact.get('where')}, {fact.get('confidence')}{contradicted}): {state}"
    return make_printable(line)


def _describe_run(service: Service, imported: dict[str, Any]) -> str:
    url = imported.get("url")
    absolute = f"{service.url}{url}" if isinstance(url, str) and url.startswith("/") else url or ""
    return make_printable(f"{imported.get('status')} {absolute}")
