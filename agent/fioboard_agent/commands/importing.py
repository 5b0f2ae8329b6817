"""`import`: results that somebody measured before, sent as they are."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from fioboard_agent.commands.flags import read_annotations, read_config
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, SetupError
from fioboard_agent.host.paths import Folders
from fioboard_agent.host.plain_file import require_plain_file


def import_files(options: argparse.Namespace) -> int:
    """`import FILE…`: each file is its own request; one that the service refuses does not stop the others."""
    service = Service(read_config(options))
    annotations = read_annotations(options)
    query = [("host", options.host or identify_host(Folders.from_environment()).name)]
    query += [("title", annotations.title)] if annotations.title else []
    query += [("started_at", options.started_at)] if options.started_at else []
    query += [(f"label.{key}", value) for key, value in annotations.labels.items()]
    query += [("tag", tag) for tag in annotations.tags]
    # Services before 0.4 know no such parameter; what is not asked for is not sent.
    query += [("accept", options.accept_found)] if options.accept_found else []
    exit_code = EXIT_OK
    for name in options.files:
        require_plain_file(Path(name), "The file")
        try:
            answer = service.import_file(Path(name), query)
        except UnreachableError as error:
            raise SetupError(f"{name}: {service.url} cannot be reached: {error}.") from None
        if not answer.is_success:
            print(f"{name}: refused ({answer.status}): {answer.sentence}", file=sys.stderr)
            exit_code = EXIT_REJECTED
            continue
        for imported in answer.body.get("runs", []):
            print(f"{name}: {imported.get('status')} {_make_absolute(service, imported.get('url'))}")
        for fact in answer.body.get("found", []):
            print(f"{name}: {_describe_fact(fact)}")
        for warning in answer.body.get("warnings", []):
            print(f"{name}: {warning}", file=sys.stderr)
    return exit_code


def _describe_fact(fact: dict[str, Any]) -> str:
    """Say one fact of the text in a line, and which runs have it now."""
    value = f"{fact.get('value')} {fact.get('unit') or ''}".rstrip()
    accepted = ", ".join(str(number) for number in fact.get("accepted_for") or [])
    state = f"accepted for run {accepted}" if accepted else "not accepted"
    contradicted = ", contradicted" if fact.get("is_contradicted") else ""
    return f"found {fact.get('key')} = {value} ({fact.get('where')}, {fact.get('confidence')}{contradicted}): {state}"


def _make_absolute(service: Service, url: Any) -> str:
    return f"{service.url}{url}" if isinstance(url, str) and url.startswith("/") else str(url or "")
