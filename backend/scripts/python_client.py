"""Build the client for notebooks (backend/client) as a wheel, into backend/client/dist/."""

import shutil
import subprocess
import sys
from pathlib import Path

from service import CHECKOUT

CLIENT = CHECKOUT / "backend" / "client"


def build_wheel() -> Path:
    """Build the wheel; the version is the service's."""
    shutil.rmtree(CLIENT / "dist", ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel"],
        cwd=CLIENT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    [wheel] = (CLIENT / "dist").glob("*.whl")
    return wheel


if __name__ == "__main__":
    wheel = build_wheel()
    print(f"{wheel.relative_to(CHECKOUT)}: {wheel.stat().st_size / 1e3:.0f} kB")
