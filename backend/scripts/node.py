"""Node and npm, which come with the Python environment (environment.sh). Standard library only."""

from collections.abc import Mapping
from pathlib import Path

BIN = Path(__file__).resolve().parents[2] / ".cache" / "node" / "bin"


def with_node(environment: Mapping[str, str]) -> dict[str, str]:
    """This environment, with our `node` and `npm` before any other."""
    return {**environment, "PATH": f"{BIN}:{environment['PATH']}"}
