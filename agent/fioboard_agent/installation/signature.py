"""The signature of a release, checked with the keys that came in this agent: a service that was broken into has none.

OpenSSH's `ssh-keygen -Y verify` checks it: Python's own library knows no signatures. An agent that was built without
keys, as from a checkout, has nothing to check with.
"""

from __future__ import annotations

import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import SetupError
from fioboard_agent.installation.program import find_archive

_SIGNERS = "release-signers"
_IDENTITY = "release@fioboard"
_NAMESPACE = "fioboard-agent"
_TIMEOUT_S = 30
_NO_CHECKER = (
    "ssh-keygen of OpenSSH 8.1 or newer is needed to check the signature and is not installed; nothing was changed. "
    "To trust the checksum from the service alone: --unsigned"
)


def read_signers() -> Optional[str]:
    """Return the keys that this agent trusts, in OpenSSH's form of allowed signers; None where it has none."""
    with zipfile.ZipFile(find_archive()) as packed:
        return packed.read(_SIGNERS).decode() if _SIGNERS in packed.namelist() else None


def require_signature(archive: Path, signature: Optional[bytes], signers: str) -> None:
    """Raise SetupError unless the signature is of the archive and by one of the signers."""
    if signature is None:
        raise SetupError("The service has no signature for its agent, as a release has; nothing was changed.")
    with tempfile.TemporaryDirectory(prefix="fioboard-agent-") as folder:
        (Path(folder) / "signers").write_text(signers, encoding="utf-8")
        (Path(folder) / "signature").write_bytes(signature)
        command = ["ssh-keygen", "-Y", "verify", "-n", _NAMESPACE, "-I", _IDENTITY]
        command += ["-f", f"{folder}/signers", "-s", f"{folder}/signature"]
        try:
            with archive.open("rb") as content:
                done = subprocess.run(command, stdin=content, capture_output=True, timeout=_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            raise SetupError(_NO_CHECKER) from None
    # Before 8.1 it knows no -Y, and says how it is used.
    if done.returncode and b"usage: ssh-keygen" in done.stderr:
        raise SetupError(_NO_CHECKER)
    if done.returncode:
        raise SetupError("The service's agent is not signed with the key that this agent trusts; nothing was changed.")
