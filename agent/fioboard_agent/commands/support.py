"""`attach_support`: what a vendor's support asks for, collected now and put beside a run that the service has
already.
"""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import Any, Optional

from fioboard_agent.commands.flags import read_config, read_run_id
from fioboard_agent.confirm.same_target import build_drive, is_same_drive
from fioboard_agent.confirm.service_answer import AskedDrive
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.sending import Fate, attach_once
from fioboard_agent.delivery.upload import Answer, Service, UnreachableError
from fioboard_agent.errors import EXIT_OK, EXIT_REJECTED, RefusedError, SetupError
from fioboard_agent.host.own_command import build_command
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.inventory_types import Disk
from fioboard_agent.support.gathering import describe_problems, gather
from fioboard_agent.terminal import print_sentence


def attach_support(options: argparse.Namespace) -> int:
    """Run `support RUN`: each document is its own request; one that is refused does not stop the others."""
    run_id = read_run_id(options.run)
    service = Service(read_config(options))
    host_id = identify_host(Folders.from_environment()).id
    asked = _request_run(service, run_id, host_id)
    inventory = collect_inventory(Roots(), None)
    members = _list_members(asked.list_objects("drives"), inventory.get("disks") or {})
    started_at = _parse_moment(asked.body.get("started_at"))
    documents = dict(gather(Reader(Roots()), host_id, inventory, members, started_at))
    for line in describe_problems(documents.values()):
        print_sentence(line)
    exit_code = EXIT_OK
    for name, content in documents.items():
        attempt = attach_once(service, run_id, content)
        if attempt.fate is Fate.REJECTED:
            print_sentence(f"{name}: refused: {attempt.sentence}")
            exit_code = EXIT_REJECTED
        elif attempt.fate is not Fate.STORED:
            raise SetupError(f"{name}: {attempt.sentence} Collect it again later: {build_command(f'support {run_id}')}")
    if exit_code == EXIT_OK:
        print(f"Stored ({len(documents)}): {service.url}/runs/{run_id}#files", flush=True)
    return exit_code


def _request_run(service: Service, run_id: str, host_id: str) -> Answer:
    """Ask the service what it knows of the run. Raises SetupError, and RefusedError for a run of another host."""
    try:
        answer: Answer = service.get_attachable(run_id, host_id)
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    if answer.status == 404 and answer.body.get("error") != "RunNotFound":
        raise SetupError(f"{service.url} is older than this agent and accepts no kernel log or health data.")
    if answer.status == 404:
        raise RefusedError(answer.sentence)
    if not answer.is_success:
        raise SetupError(f"{service.url} did not say what the run measured ({answer.status}): {answer.sentence}")
    return answer


def _list_members(drives: list[dict[str, Any]], disks: dict[str, Disk]) -> list[str]:
    """List the run's drives by their names of today; one that is here no more is named on the terminal."""
    members = []
    for reported in drives:
        serial, wwid = (str(reported[key]) if reported.get(key) else None for key in ("serial", "wwid"))
        then = AskedDrive(str(reported.get("name")), serial, wwid)
        match = next((name for name, disk in disks.items() if is_same_drive(then, build_drive(name, disk))), None)
        if match is None:
            print_sentence(f"The drive {then.serial or then.wwid or then.name} of the run was not found in this host.")
        else:
            members.append(match)
    return members


def _parse_moment(reported: object) -> Optional[datetime]:
    try:
        return datetime.fromisoformat(str(reported).replace("Z", "+00:00"))
    except ValueError:
        return None
