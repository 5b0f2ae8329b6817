"""`fioboard systemd-unit`: units of systemd for the service, and for what waits on a test host."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fioboard.core.layout import UNITS

SERVICE = Path(__file__).with_name("fioboard.service")
AGENT_PUSH = UNITS / "fioboard-agent-push.service"
AGENT_TIMER = UNITS / "fioboard-agent-push.timer"
INSTALLED_AGENT = "/usr/local/bin/fioboard-agent"


class Unit(StrEnum):
    """Which one."""

    SERVICE = "service"
    AGENT = "agent"
    AGENT_TIMER = "agent-timer"


FILES = {Unit.SERVICE: SERVICE, Unit.AGENT: AGENT_PUSH, Unit.AGENT_TIMER: AGENT_TIMER}


def systemd_unit(
    unit: Annotated[
        Unit,
        typer.Argument(
            help="service: this service; agent, agent-timer: on a test host, what sends the results that wait there"
        ),
    ] = Unit.SERVICE,
) -> None:
    """Print a unit for systemd: `fioboard systemd-unit >/etc/systemd/system/fioboard.service`."""
    program = Path(sys.executable).with_name("fioboard")
    text = FILES[unit].read_text(encoding="utf-8")
    for placeholder, value in (("@FIOBOARD@", str(program)), ("@AGENT@", INSTALLED_AGENT)):
        text = text.replace(placeholder, value)
    typer.echo(text, nl=False)
