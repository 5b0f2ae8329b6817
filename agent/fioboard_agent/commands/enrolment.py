"""What makes this host known to a service: `configure` with a token, `enrol` with a short-lived code."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Mapping, Optional

from fioboard_agent.commands.flags import read_labels
from fioboard_agent.delivery.config import (
    Config,
    load_config,
    load_labels,
    read_token_file,
    require_server,
    require_token,
    save_config,
)
from fioboard_agent.delivery.host_identity import describe_machine, identify_host, make_identity
from fioboard_agent.delivery.payload import LABEL_KEY, Annotations
from fioboard_agent.delivery.upload import Answer, Service, UnreachableError, make_printable
from fioboard_agent.errors import EXIT_OK, SetupError, UsageError
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, Roots, make_private_folder
from fioboard_agent.inventory.document import collect_inventory

# A service before 0.3 recognises no machine: it refuses the field, and the code stays good.
_UNKNOWN_FIELD = "/body/machine: Extra inputs"


def configure(options: argparse.Namespace) -> int:
    """Run `configure`: the token comes from a file or standard input, never from the command line."""
    path = Folders.from_environment().config_file
    labels = _merge_labels(load_labels(path), read_labels(options.label))
    has_token = options.token_stdin or options.token_file is not None
    if options.label and options.server is None and not has_token:
        save_config(path, replace(load_config(path, {}), labels=labels))
        print(f"Labels on this host: {describe_labels(labels)}")
        return EXIT_OK
    if options.server is None or not has_token:
        raise UsageError("Give --server with --token-file or --token-stdin, or only --label.")
    token = require_token(sys.stdin.readline()) if options.token_stdin else read_token_file(Path(options.token_file))
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(options.server, token, allow_http=options.allow_http, ca_file=ca_file, labels=labels)
    save_config(path, config)
    print(f"Written: {path}")
    return EXIT_OK


def enrol(options: argparse.Namespace) -> int:
    """Run `enrol`: the code is worth nothing after this."""
    ca_file = str(Path(options.ca_file).resolve()) if options.ca_file else None
    config = Config(server=options.server.rstrip("/"), allow_http=options.allow_http, ca_file=ca_file)
    folders = Folders.from_environment()
    # Tried before the code is used up: it works only once.
    require_server(options.server, options.allow_http)
    make_private_folder(folders.config_file.parent)
    enrolment = _Enrolment(Service(config), options.code, folders, describe_machine(collect_inventory(Roots(), None)))
    answer = enrolment.exchange(same_as=options.same_as, is_new=options.new)
    candidates = _read_candidates(answer.body)
    if answer.is_success and answer.body.get("token") is None and candidates:
        copied_from = _find_original(answer.body)
        # Of a copied image the identifiers tell, so a fleet needs nobody at its terminals.
        same_as = None if copied_from and not _has_terminal() else _ask(candidates)
        if copied_from and same_as is None:
            print(f"This agent's folder was copied from another machine, {copied_from}; this machine is a new host.")
        answer = enrolment.exchange(same_as=same_as, is_new=same_as is None)
    token = answer.body.get("token")
    if not answer.is_success or not isinstance(token, str):
        raise SetupError(f"{options.server} did not accept the code ({answer.status}): {answer.sentence}")
    known = {**load_labels(folders.config_file), **_read_labels(answer.body)}
    labels = _merge_labels(known, read_labels(options.label))
    save_config(folders.config_file, replace(config, token=require_token(token), labels=labels))
    print(f"{_describe(answer.body.get('host'))} Next: {build_command('suite quick --target PATH')}")
    return EXIT_OK


def describe_labels(labels: Mapping[str, str]) -> str:
    """Describe the labels of a host in one line."""
    return ", ".join(f"{key}={value}" for key, value in labels.items()) or "none"


def _merge_labels(known: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the known labels with the given ones; one without a value goes. Raises UsageError for what is none."""
    merged = {key: value for key, value in {**known, **given}.items() if value}
    return Annotations(labels=merged).labels


def _read_labels(body: dict[str, Any]) -> dict[str, str]:
    """Read the labels that the code gives its hosts; whatever is none is left out."""
    labels = body.get("labels")
    kept = labels.items() if isinstance(labels, dict) else ()
    return {key: make_printable(value)[:256] for key, value in kept if isinstance(value, str) and LABEL_KEY.match(key)}


@dataclass(frozen=True)
class _Enrolment:
    """One code, exchanged as often as the service asks back."""

    service: Service
    code: str
    folders: Folders
    machine: dict[str, Any]

    def exchange(self, *, same_as: Optional[str], is_new: bool) -> Answer:
        """Send the code with what this machine is. A new host gets a new identity. Raises SetupError."""
        host = make_identity(self.folders) if is_new else identify_host(self.folders)
        request: dict[str, Any] = {
            "code": self.code,
            "host_id": host.id,
            "host_name": host.name,
            "machine": self.machine,
            **({"same_as": same_as} if same_as else {}),
            **({"is_new": True} if is_new else {}),
        }
        try:
            answer = self.service.enrol(request)
            if answer.sentence.startswith(_UNKNOWN_FIELD) and not same_as and not is_new:
                del request["machine"]
                answer = self.service.enrol(request)
            return answer
        except UnreachableError as error:
            raise SetupError(f"{self.service.url} cannot be reached: {error}.") from None


def _read_candidates(body: dict[str, Any]) -> dict[str, str]:
    """Names of the hosts that this machine may be, with the day since when each is known."""
    candidates = body.get("candidates")
    return {
        make_printable(str(one.get("name"))): make_printable(str(one.get("known_since")))[:10]
        for one in (candidates if isinstance(candidates, list) else [])
        if isinstance(one, dict)
    }


def _find_original(body: dict[str, Any]) -> Optional[str]:
    """Return the host that this agent's folder was copied from; None unless the service is certain of it."""
    candidates = body.get("candidates")
    names = [
        make_printable(str(one.get("name")))
        for one in (candidates if isinstance(candidates, list) else [])
        if isinstance(one, dict) and one.get("is_other_machine") is True
    ]
    return names[0] if len(names) == 1 else None


def _has_terminal() -> bool:
    try:
        with Path("/dev/tty").open("r+b", buffering=0):
            return sys.stderr.isatty()
    except OSError:
        return False


def _ask(candidates: dict[str, str]) -> Optional[str]:
    """Ask which of the hosts this machine is; None: none of them. Raises SetupError where there is nobody to ask."""
    choices = " or ".join(f"{name} (known since {day})" for name, day in candidates.items())
    try:
        with Path("/dev/tty").open("r+b", buffering=0) as terminal:
            if not sys.stderr.isatty():
                raise OSError
            for name, day in candidates.items():
                terminal.write(f"Is this machine {name}, known since {day}? [y/n] ".encode())
                while (reply := terminal.readline().strip().lower()) not in {b"y", b"yes", b"n", b"no", b""}:
                    terminal.write(b"Please answer y or n: ")
                if reply == b"":
                    raise OSError
                if reply in {b"y", b"yes"}:
                    return name
            return None
    except OSError:
        raise SetupError(
            f"This machine may be {choices}. Enrol again with --as NAME if it is, or with --new if it is a "
            "different machine. The code is still valid."
        ) from None


def _describe(host: object) -> str:
    """Say which host this is, as the service calls it."""
    if not isinstance(host, dict):
        return "This host is enrolled."
    name, since = make_printable(str(host.get("name"))), host.get("known_since")
    return f"Enrolled as {name}, " + (f"known since {make_printable(str(since))[:10]}." if since else "a new host.")
