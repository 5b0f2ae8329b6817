"""The machines of the service: fioboard and the PgBouncer beside it."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from scale import templates
from scale.lab import APPS, Lab
from scale.process import Program, answer, wait_for
from scale.programs import Programs

READY_S = 120


@dataclass(slots=True)
class App:
    """One machine of the service."""

    name: str
    address: str
    service: Program
    bouncer: Program

    def start(self) -> None:
        """Both programs."""
        self.bouncer.start()
        self.service.start()

    @property
    def is_ready(self) -> bool:
        """Whether it takes requests and reaches its database."""
        return answer(f"http://{self.address}:8000/readyz", 5)[0] == 200

    def settle(self) -> None:
        """Waits until it is ready."""
        wait_for(f"{self.name} ready", lambda: self.is_ready, READY_S)

    def kill(self) -> None:
        """As when the machine loses power."""
        self.service.kill()
        self.bouncer.kill()

    def stop(self) -> None:
        """As an administrator stops it."""
        self.service.stop()
        self.bouncer.stop()


def apps(lab: Lab, programs: Programs) -> list[App]:
    """All of them, not started."""
    return [_app(f"app{number}", address, lab, programs) for number, address in enumerate(APPS, 1)]


def environment_of(text: str) -> dict[str, str]:
    """The variables of an environment file."""
    lines = [line.strip() for line in text.splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def _app(name: str, address: str, lab: Lab, programs: Programs) -> App:
    room, bouncer_room = lab.room(name), lab.room(f"{name}-pgbouncer")
    users = bouncer_room / "userlist.txt"
    templates.write_private(users, f'"fioboard_service" "{lab.service_password}"\n')
    values = lab.values() | {"APP": address, "APP_DATA": str(room), "USERLIST": str(users)}
    bouncing = templates.write("pgbouncer.ini", values, bouncer_room / "pgbouncer.ini")
    serving = templates.write("fioboard.env", values, room / "fioboard.env")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("FIOBOARD_")}
    return App(
        name,
        address,
        service=Program(
            name,
            [Path(sys.executable).parent / "fioboard", "serve"],
            lab.folder / f"{name}.log",
            plain | environment_of(serving.read_text()) | {"HOME": str(room)},
            is_plain_user=False,  # who may not be able to read the environment's Python
        ),
        bouncer=Program(
            f"{name}-pgbouncer", [*programs.pgbouncer, bouncing], lab.folder / f"{name}-pgbouncer.log"
        ),
    )
