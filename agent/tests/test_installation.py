"""installation/: the agent as this host's program, its update and its removal, and the timer that sends results."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from service_double import ServiceDouble

from fioboard_agent import __version__
from fioboard_agent.installation import timer
from fioboard_agent.installation.program import hash_file, read_origin

MORE_PACKED = "# a newer agent\n"


@pytest.fixture
def home(tmp_path):
    """A home folder and what stands for systemctl: it notes what it is asked."""
    (tmp_path / "programs").mkdir()
    systemctl = tmp_path / "programs" / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n')
    systemctl.chmod(0o755)
    return tmp_path


def call(home, program, *arguments, **environment):
    known = {"HOME": str(home), "PATH": f"{home}/programs:{os.environ['PATH']}", "FIOBOARD_AGENT_LOCK": f"{home}/lock"}
    return subprocess.run([*program, *arguments], env=known | environment, capture_output=True, text=True, check=False)


def install(home, archive, *arguments):
    done = call(home, [sys.executable, str(archive)], "install", "--dir", str(home / "bin"), *arguments)
    assert done.returncode == 0, done.stderr
    return home / "bin" / "fioboard-agent", done.stdout


@pytest.fixture(scope="module")
def made_once(archive, tmp_path_factory):
    """The program as it was installed: to compile it costs more than all else that these tests do."""
    folder = tmp_path_factory.mktemp("made")
    return install(folder, archive)[0]


@pytest.fixture
def program(home, made_once):
    """An installed program."""
    (home / "bin").mkdir()
    return Path(shutil.copy2(made_once, home / "bin" / "fioboard-agent"))


@pytest.mark.nightly
def test_program_starts_with_the_python_that_installed_it_and_holds_its_byte_code(home, archive):
    program, shown = install(home, archive)
    assert program.read_bytes().startswith(f"#!{sys.executable}\n".encode())
    assert sys.executable in shown
    assert read_origin(program).sha256 == hash_file(archive)
    # No other python3 is asked for, and the byte code is what runs: the sources do not even compile here.
    broken = home / "broken"
    with zipfile.ZipFile(program) as packed, zipfile.ZipFile(broken, "w") as made:
        for name in packed.namelist():
            is_source = name.endswith(".py") and name != "__main__.py"
            made.writestr(name, b"not Python" if is_source else packed.read(name))
    assert call(home, [sys.executable, str(broken)], "--version").stdout == f"fioboard-agent {__version__}\n"
    assert call(home, [str(program)], "--version", PATH="/nowhere").stdout == f"fioboard-agent {__version__}\n"


@pytest.mark.nightly
def test_advice_names_the_program_where_path_does_not_find_it(home, program):
    for path, named in (("/nowhere", str(program)), (str(program.parent), "fioboard-agent")):
        done = call(home, [str(program)], "suite", "datasheet", "--target", "/dev/null", PATH=path)
        assert f"{named} configure" in done.stderr


@pytest.mark.nightly
def test_program_installs_itself_again_as_the_same(home, program):
    before = read_origin(program)
    again = call(home, [str(program)], "install", "--dir", str(home / "bin"))
    assert again.returncode == 0, again.stderr
    assert read_origin(program) == before
    assert [path.name for path in (home / "bin").iterdir()] == ["fioboard-agent"]


@pytest.mark.parametrize("is_root", [True, False])
def test_timer_is_written_started_and_removed_again(home, archive, monkeypatch, is_root):
    units = home / "units" if is_root else home / ".config" / "systemd" / "user"
    monkeypatch.setattr(timer, "_SYSTEM_UNITS", units)
    monkeypatch.setattr(timer, "find_archive", lambda: archive)
    monkeypatch.setattr(timer.os, "geteuid", lambda: 0 if is_root else 1000)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/programs:{os.environ['PATH']}")
    assert "fioboard-agent-push.timer" in timer.install_timer(home / "bin" / "fioboard-agent")
    service = (units / "fioboard-agent-push.service").read_text()
    assert f"ExecStart={home}/bin/fioboard-agent push --wait 60" in service
    assert ("ProtectSystem=strict" in service) is is_root
    assert "OnCalendar=hourly" in (units / "fioboard-agent-push.timer").read_text()
    assert len(timer.remove_timer()) == 2
    assert list(units.iterdir()) == []
    scope = "" if is_root else "--user "
    asked = (home / "asked").read_text().splitlines()
    assert f"{scope}enable --now fioboard-agent-push.timer" in asked
    assert f"{scope}disable --now fioboard-agent-push.timer" in asked


@pytest.mark.nightly
def test_without_systemd_the_line_for_cron_is_printed(home, archive):
    (home / "programs" / "systemctl").write_text("#!/bin/sh\nexit 1\n")
    program, shown = install(home, archive, "--timer")
    assert f"17 * * * * {program} push --wait 60" in shown


@pytest.mark.nightly
def test_folder_that_cannot_be_written_to_is_named_and_nothing_is_left(home, archive):
    (home / "bin").write_text("a file in the way")
    done = call(home, [sys.executable, str(archive)], "install", "--dir", str(home / "bin" / "deeper"))
    assert done.returncode == 6
    assert "cannot be written to" in done.stderr


class _Serving(ServiceDouble):
    """A service that serves an agent; what it announces may be something else."""

    def __init__(self, content, sha256, signature=None):
        super().__init__()
        self.documents["/api/v1/info"] = (200, {"version": "9.9.9", "agent_sha256": sha256})
        handler = self._server.RequestHandlerClass

        class WithAgent(handler):
            def do_GET(self):  # noqa: N802 -- http.server calls it so
                served = {"/agent.pyz": content, "/agent.pyz.sig": signature}
                if self.path not in served:
                    return super().do_GET()
                body = served[self.path]
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")
                return None

        self._server.RequestHandlerClass = WithAgent


@pytest.fixture
def newer(archive, tmp_path):
    """Another build: the same agent and one file more."""
    path = tmp_path / "newer.pyz"
    path.write_bytes(archive.read_bytes())
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("newer.txt", MORE_PACKED)
    return path


@pytest.mark.nightly
def test_update_installs_what_the_service_serves_once(home, program, newer):
    with _Serving(newer.read_bytes(), hash_file(newer)) as service:
        for says in ("Updated from version", "Up to date"):
            done = call(home, [str(program)], "self-update", "--server", service.url)
            assert done.returncode == 0, done.stderr
            assert says in done.stdout
    assert read_origin(program).sha256 == hash_file(newer)


@pytest.mark.nightly
def test_update_refuses_other_bytes_than_announced(home, program, newer):
    before = program.read_bytes()
    with _Serving(newer.read_bytes(), "0" * 64) as service:
        done = call(home, [str(program)], "self-update", "--server", service.url)
    assert done.returncode == 6
    assert "does not match what" in done.stderr
    assert program.read_bytes() == before


@pytest.mark.nightly
def test_update_of_a_release_asks_for_its_signature(home, archive, newer, tmp_path):
    """Signed by another key, for another purpose, or not at all: each leaves the program as it is."""
    for name in ("release", "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    public = (tmp_path / "release.pub").read_text()
    released = tmp_path / "released.pyz"
    released.write_bytes(archive.read_bytes())
    with zipfile.ZipFile(released, "a") as packed:
        packed.writestr("release-signers", f'release@fioboard namespaces="fioboard-agent" {public}')
    program, _ = install(home, released)
    before = program.read_bytes()

    def sign(key, purpose="fioboard-agent"):
        done = subprocess.run(
            ["ssh-keygen", "-Y", "sign", "-n", purpose, "-f", tmp_path / key],
            input=newer.read_bytes(),
            capture_output=True,
            check=True,
        )
        return done.stdout

    def update(signature, *more, **environment):
        with _Serving(newer.read_bytes(), hash_file(newer), signature) as service:
            return call(home, [str(program)], "self-update", "--server", service.url, *more, **environment)

    for signature, words in (
        (None, "no signature"),
        (sign("other"), "not signed with the key"),
        (sign("release", "git"), "not signed with the key"),
        (b"no signature", "not signed with the key"),
    ):
        done = update(signature)
        assert (done.returncode, words in done.stderr) == (6, True), done.stderr
        assert program.read_bytes() == before
    assert "--unsigned" in update(sign("release"), PATH=str(home)).stderr
    assert program.read_bytes() == before
    # As OpenSSH before 8.1 answers: that says nothing of the signature.
    (home / "programs" / "ssh-keygen").write_text(
        "#!/bin/sh\necho 'unknown option -- Y\nusage: ssh-keygen' >&2; exit 1\n"
    )
    (home / "programs" / "ssh-keygen").chmod(0o755)
    assert "OpenSSH 8.1 or newer" in update(sign("release")).stderr
    (home / "programs" / "ssh-keygen").unlink()
    assert program.read_bytes() == before
    assert "Updated" in update(sign("release")).stdout
    assert program.read_bytes() != before
    program.write_bytes(before)
    assert "Updated" in update(None, "--unsigned").stdout


@pytest.mark.nightly
def test_update_goes_back_to_no_older_release(home, archive, tmp_path):
    """Its signature is good for ever: a service that was broken into may serve what has a known fault."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    signers = f'release@fioboard namespaces="fioboard-agent" {(tmp_path / "key.pub").read_text()}'
    old, present = tmp_path / "old.pyz", tmp_path / "present.pyz"
    for path, version in ((old, "0.2.9"), (present, __version__)):
        with zipfile.ZipFile(archive) as packed, zipfile.ZipFile(path, "w") as made:
            for name in packed.namelist():
                content = packed.read(name)
                is_marked = name == "fioboard_agent/__init__.py"
                made.writestr(name, content.replace(__version__.encode(), version.encode()) if is_marked else content)
            made.writestr("release-signers", signers)
    program, _ = install(home, present)
    before = program.read_bytes()
    sign = ["ssh-keygen", "-Y", "sign", "-n", "fioboard-agent", "-f", tmp_path / "key"]
    signature = subprocess.run(sign, input=old.read_bytes(), capture_output=True, check=True).stdout
    with _Serving(old.read_bytes(), hash_file(old), signature) as service:
        done = call(home, [str(program)], "self-update", "--server", service.url)
        assert (done.returncode, "version 0.2.9, older than this one" in done.stderr) == (6, True), done.stderr
        assert program.read_bytes() == before
        assert call(home, [str(program)], "self-update", "--server", service.url, "--unsigned").returncode == 0
    assert read_origin(program).version == "0.2.9"


@pytest.mark.nightly
def test_only_what_was_installed_is_updated_or_removed(home, archive):
    for command in ("self-update", "uninstall"):
        done = call(home, [sys.executable, str(archive)], command)
        assert done.returncode == 6
        assert archive.exists()


@pytest.mark.nightly
def test_uninstall_removes_program_and_token_and_no_result(home, program):
    configuration = home / ".config" / "fioboard-agent" / "config.json"
    configuration.parent.mkdir(parents=True)
    configuration.write_text("{}")
    configuration.chmod(0o600)
    rejected = home / ".local/state/fioboard-agent/rejected/20260101T000000Z-x"
    rejected.mkdir(parents=True)
    (rejected / "manifest.json").write_text("{}")
    (rejected / "answer.json").write_text("{}")
    refused = call(home, [str(program)], "uninstall")
    assert refused.returncode == 3, refused.stderr
    assert program.exists()
    assert configuration.exists()
    done = call(home, [str(program)], "uninstall", "--keep-results")
    assert done.returncode == 0, done.stderr
    assert not program.exists()
    assert not configuration.exists()
    assert (rejected / "manifest.json").exists()
