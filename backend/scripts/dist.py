"""`make dist`: one wheel with service, migrations, UI and agent, and what it depends on with digests in build/dist/.

    pip install fioboard-….whl                            the versions of uv.lock, as the wheel asks for them
    pip install --require-hashes -r ….requirements.txt    the same, each file held to its digest; then --no-deps …whl

The same sources give the same bytes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import sbom
from service import CHECKOUT

from fioboard import __version__

FOLDER = CHECKOUT / "build" / "dist"
REQUIREMENTS = FOLDER / f"fioboard-{__version__}.requirements.txt"
UV = CHECKOUT / ".cache" / "uv" / "bin" / "uv"


def locked_requirements() -> str:
    """What uv.lock holds for the service, with digests."""
    command = ["export", "--quiet", "--project", "backend", "--frozen", "--no-dev", "--no-emit-workspace"]
    options = ["--no-header", "--no-annotate", "--format", "requirements-txt"]
    done = subprocess.run(
        [UV, *command, *options], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def pins(requirements: str) -> list[str]:
    """`name==version ; marker` of each; the lines of digests are further in."""
    return [line.removesuffix(" \\") for line in requirements.splitlines() if not line.startswith(" ")]


def build() -> Path:
    """The wheel."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    requirements = locked_requirements()
    REQUIREMENTS.write_text(requirements)
    pinned = CHECKOUT / ".cache" / "wheel-pins.txt"
    pinned.write_text("\n".join(pins(requirements)) + "\n")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(FOLDER)],
        cwd=CHECKOUT / "backend",
        env={**os.environ, "FIOBOARD_WHEEL_PINS": str(pinned)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    [wheel] = FOLDER.glob("*.whl")
    return wheel


def main() -> int:
    """Builds it and says how large it is; 1 when the software list has a fault."""
    if sbom.main():
        return 1
    wheel = build()
    print(f"{wheel.relative_to(CHECKOUT)}: {wheel.stat().st_size / 1e6:.1f} MB")
    print(
        f"{REQUIREMENTS.relative_to(CHECKOUT)}: {len(pins(REQUIREMENTS.read_text()))} packages with digests"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
