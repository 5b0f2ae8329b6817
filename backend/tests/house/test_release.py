"""`make release`: what it refuses, what it changes, and what it takes over."""

import hashlib
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from scripts import release
from tests.house.conftest import CHECKOUT, text_of

LOG = "# Changelog\n\n## [Unreleased]\n\n{}\n## [0.1.0] - 2026-01-01\n\n- agent: send runs\n"
ENTRY = "- pages: draw a chart\n"
DEPENDENCY = '      "version": "0.1.0",\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clean checkout with every place of the version, which is 0.1.0, and one entry to release."""
    made = tmp_path / "checkout"
    for name, (form, count) in release.PLACES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(f"first\n{form.format('0.1.0') * count}\nlast\n")
    with (made / "frontend/package-lock.json").open("a") as lock:
        lock.write(DEPENDENCY)
    (made / "CHANGELOG.md").write_text(LOG.format(ENTRY))
    (made / "backend/Dockerfile").write_text("FROM a AS wheel\nRUN x\n\nFROM python:3 AS run\nUSER 1\n")
    (made / "LICENSE").write_text("free\n")
    # What takes minutes in a true clone: the programs themselves.
    (made / "Makefile").write_text(
        "dist:\n\tmkdir -p build/dist build/sbom agent/dist backend/client/dist\n"
        "\techo client >backend/client/dist/fioboard_client-0.2.0-py3-none-any.whl\n"
        "\techo wheel >build/dist/fioboard-0.2.0-py3-none-any.whl\n"
        "\tprintf 'a==1 \\\\\\n    --hash=sha256:1\\npixeltable-pgserver==2 \\\\\\n    --hash=sha256:2\\nz==3\\n'"
        " >build/dist/fioboard-0.2.0.requirements.txt\n"
        "\techo sbom | tee build/sbom/python.cdx.json >build/sbom/npm.cdx.json\n"
        "\ttest -e agent/dist/agent.pyz || make agent-packages\n"
        "agent-packages:\n\tmkdir -p agent/dist\n"
        "\techo agent $$(cat agent/release-signers) | tee agent/dist/agent.pyz agent/dist/agent.deb >agent/dist/agent.rpm\n"
    )
    (made / ".gitignore").write_text("build/\ndist/\n")
    release.run_git(tmp_path, "init", "--quiet", "--initial-branch", "main", str(made))
    release.run_git(made, "config", "user.name", "A Maintainer")
    release.run_git(made, "config", "user.email", "a@example.org")
    commit(made)
    return made


def commit(checkout: Path) -> None:
    release.run_git(checkout, "add", "--all")
    release.run_git(checkout, "commit", "--quiet", "--no-verify", "--message", "all")


def refusals(checkout: Path, version: str = "0.2.0") -> str:
    return "\n".join(release.find_refusals(checkout, version))


def test_a_checkout_that_cannot_be_released_says_why(checkout: Path) -> None:
    assert refusals(checkout) == ""
    for version in "0.1.0", "0.0.9":
        assert refusals(checkout, version) == f"{version} is not newer than 0.1.0."
    assert refusals(checkout, "0.10.0") == ""
    assert "not a version" in refusals(checkout, "0.2")
    release.run_git(checkout, "tag", "v0.2.0")
    assert refusals(checkout) == "The tag v0.2.0 exists."
    release.run_git(checkout, "tag", "--delete", "v0.2.0")
    (checkout / "new.py").touch()
    assert refusals(checkout) == "The checkout is not clean:\n?? new.py"
    (checkout / "new.py").unlink()
    release.run_git(checkout, "switch", "--quiet", "--create", "other")
    assert refusals(checkout) == "The branch is other, not main."
    release.run_git(checkout, "switch", "--quiet", "main")
    for entries in "", ENTRY * 26:
        (checkout / "CHANGELOG.md").write_text(LOG.format(entries))
        commit(checkout)
        assert "at least 1, at most 25" in refusals(checkout)
    with pytest.raises(release.Refused, match="at most 25"):
        release.make_release(checkout, "0.2.0", is_dry_run=False)


def test_a_release_is_a_commit_a_tag_and_files_with_their_digests(checkout: Path) -> None:
    before = release.run_git(checkout, "rev-parse", "HEAD")
    tried = release.make_release(checkout, "0.2.0", is_dry_run=True)
    assert release.run_git(checkout, "rev-parse", "HEAD") == before
    assert release.run_git(checkout, "tag", "--list") == ""
    assert release.run_git(checkout, "status", "--porcelain") == ""

    folder = release.make_release(checkout, "0.2.0", is_dry_run=False)
    assert release.run_git(checkout, "status", "--porcelain") == ""
    assert release.run_git(checkout, "log", "--format=%s", "-1", "v0.2.0") == "release: 0.2.0"
    assert release.run_git(checkout, "rev-parse", "HEAD~1") == before
    assert release.run_git(checkout, "cat-file", "-t", "v0.2.0") == "tag"
    assert "- pages: draw a chart" in release.run_git(checkout, "tag", "--list", "-n9", "v0.2.0")
    for name, (form, count) in release.PLACES.items():
        assert (checkout / name).read_text().startswith(f"first\n{form.format('0.2.0') * count}\nlast\n"), (
            name
        )
    assert (checkout / "frontend/package-lock.json").read_text().endswith(DEPENDENCY)
    [unreleased, made, _] = release.read_sections((checkout / "CHANGELOG.md").read_text())
    assert (unreleased.lines, made.version, made.lines) == ([], "0.2.0", [ENTRY.strip()])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(made.date))
    assert ENTRY in (folder / "NOTES.md").read_text()

    digests = dict(line.split("  ")[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "SHA256SUMS"}
    assert digests == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert set(files) == {
        "NOTES.md",
        "fioboard-0.2.0-py3-none-any.whl",
        "fioboard-0.2.0.image.tar.gz",
        "fioboard-0.2.0.npm.cdx.json",
        "fioboard-0.2.0.python.cdx.json",
        "fioboard-0.2.0.requirements.txt",
        "fioboard-agent-0.2.0-1.noarch.rpm",
        "fioboard-agent-0.2.0.pyz",
        "fioboard-agent_0.2.0_all.deb",
        "fioboard_client-0.2.0-py3-none-any.whl",
    }
    # The same sources give the same bytes.
    assert files == {path.name: path.read_bytes() for path in tried.iterdir() if path.name != "SHA256SUMS"}


def test_a_release_is_signed_by_the_key_that_its_agent_trusts(checkout: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    folder = release.make_release(checkout, "0.2.0", is_dry_run=True, signing_key=key)
    agent = folder / "fioboard-agent-0.2.0.pyz"
    signers = tmp_path / "signers"
    signers.write_text(agent.read_text().removeprefix("agent "))
    command = ["ssh-keygen", "-Y", "verify", "-n", "fioboard-agent", "-I", "release@fioboard", "-f", signers]
    subprocess.run(
        [*command, "-s", f"{agent}.sig"], input=agent.read_bytes(), capture_output=True, check=True
    )


def test_the_archive_of_the_image_builds_from_the_wheel_beside_it(checkout: Path, tmp_path: Path) -> None:
    folder = release.make_release(checkout, "0.2.0", is_dry_run=True)
    with tarfile.open(folder / "fioboard-0.2.0.image.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / "fioboard-0.2.0"
    dockerfile = (unpacked / "Dockerfile").read_text()
    assert dockerfile.startswith("# The service") and "FROM python:3 AS wheel\nCOPY *.whl" in dockerfile
    assert dockerfile.endswith("\nFROM python:3 AS run\nUSER 1\n")
    assert (unpacked / "requirements.txt").read_text() == "a==1 \\\n    --hash=sha256:1\nz==3\n"
    assert (unpacked / "fioboard-0.2.0-py3-none-any.whl").read_text() == "wheel\n"
    # What it replaces is there.
    assert text_of("docker-compose.yml").count("dockerfile: backend/Dockerfile") == 1
    last_stage = text_of("backend/Dockerfile").rpartition("\nFROM ")[2]
    assert (
        re.match(r"python:\S+\n", last_stage)
        and "COPY --from=wheel /opt/fioboard /opt/fioboard" in last_stage
    )


def test_a_changelog_of_another_form_is_refused() -> None:
    assert release.check_changelog(text_of("CHANGELOG.md")) == []
    assert release.check_changelog(LOG.format(ENTRY)) == []
    for log, why in {
        LOG.format("- Pages draw a chart.\n"): "is not `- area: verb …`",
        LOG.format("- pages: draw a chart.\n"): "without a full stop",
        LOG.format("### Added\n"): "is not `- area: verb …`",
        LOG.format(f"- pages: {'x' * 100}\n"): "has 109 characters",
        LOG.format("").replace("Unreleased", "0.0.9"): "the first section is not",
        LOG.format("").replace(" - 2026-01-01", ""): "not a version with its date",
        LOG.format("## [0.0.9] - 2026-01-02\n"): "from the newest to the oldest",
        LOG.format(f"## [0.2.0] - 2026-01-02\n{ENTRY * 26}"): "has 26 lines",
    }.items():
        assert why in "\n".join(release.check_changelog(log)), log


def test_every_place_of_the_version_is_one_that_a_release_changes() -> None:
    for name, (form, count) in release.PLACES.items():
        assert text_of(name).count(form.format(release.read_version(CHECKOUT))) >= count, name


def test_the_command_ends_with_one_line_when_it_refuses(checkout: Path) -> None:
    scripts = checkout / "backend" / "scripts"
    scripts.mkdir()
    for name in "release.py", "service.py":
        shutil.copy(CHECKOUT / "backend/scripts" / name, scripts)
    done = subprocess.run(
        ["python3", scripts / "release.py", "0.1.0"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "0.1.0 is not newer than 0.1.0.\n" in done.stderr
    assert "Traceback" not in done.stderr
