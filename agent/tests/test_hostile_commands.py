"""No command changes what is not the agent's own, whatever its arguments, the service's answers, its files and its
surroundings are; none ends with a traceback, hangs, or passes control codes or the token on."""

import ctypes
import hashlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import traceback
import zipfile
import zlib
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from hostile_commands import (
    BATCH,
    EVIL,
    JOB_FILE,
    PLACES,
    REQUEST,
    fill,
    find_command,
    list_attempts,
    list_commands,
    list_found,
    list_harmless,
    make_drives_known,
)
from kept_run import keep_run
from loop_device import attach, detach
from service_double import ServiceDouble
from test_confirm import measured_target

from fioboard_agent import cli
from fioboard_agent.commands import installing
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.installation import program, timer
from fioboard_agent.inventory import document
from fioboard_agent.serve import loop as conversation

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="loop devices and the owner's list of `serve` need root")
# Every part is tried in three nights.
PARTS, NIGHTS = 24, 3
LIMIT_S = 60
TOKEN = "fioboard_upload_secret"
PRECIOUS = hashlib.sha256(b"precious").digest() * 4
MIB = 1 << 20
LIST = """suites = ["quick"]
may_repeat = true
[[target]]
folder = "{bench}"
size = "4m"
keep_free = "1m"
[[target]]
device = "{device}"
serial = "NOT-THIS-ONE"
may_write = true
"""


def test_every_command_has_its_place_in_the_sweep():
    assert {find_command(name) for name in PLACES} == set(list_commands())


@dataclass(frozen=True)
class Scene:
    """What an attempt meets: its home, the foreign things, the services, and the facts that fill its texts."""

    home: Path
    template: Path
    service: ServiceDouble
    elsewhere: ServiceDouble
    facts: dict


class _Played(ServiceDouble):
    """Answers as a good service does, but for the path of the attempt."""

    def __init__(self):
        super().__init__()
        self.good, self.path, self.answered = {}, "", b""
        base = self._server.RequestHandlerClass

        class Handler(base):
            def do_GET(self):  # noqa: N802 -- http.server calls it so
                self.meet(super().do_GET)

            def do_POST(self):  # noqa: N802 -- http.server calls it so
                self.meet(super().do_POST)

            def meet(self, usual):
                double = self.server.double
                double.asked.append((self.path, self.headers.get("Authorization", "")))
                if double.path and self.path.startswith(double.path):
                    self._spoil(double.answered)
                    return
                content = next((good for path, good in double.good.items() if self.path.startswith(path)), None)
                if content is None or self.path.startswith("/api/v1/uploads"):
                    with suppress(OSError):
                        usual()
                else:
                    self._spoil((200, {}, content))

            def _spoil(self, answer):
                if self.command == "POST" and self.headers.get("Content-Length", "").isdigit():
                    self.server.double.bodies.append(_unpack(self.body()))
                self.close_connection = True
                if answer is None:
                    return
                status, headers, content = answer if isinstance(answer, tuple) else (200, {}, answer)
                with suppress(OSError):
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    if not {"Content-Length", "Transfer-Encoding"} & set(headers):
                        self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)

        self._server.RequestHandlerClass = Handler
        self.asked, self.bodies = [], []


def _unpack(body):
    """A body with what is compressed in it unpacked behind it."""
    parts = [body]
    for found in re.finditer(rb"\x1f\x8b\x08", body):
        with suppress(zlib.error):
            parts.append(zlib.decompressobj(31).decompress(body[found.start() :]))
    return b"".join(parts)


@pytest.fixture(scope="module")
def devices(tmp_path_factory):
    """Two loop devices with a file system: an idle one, and one that is mounted read-only."""
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("there is no mkfs.ext4 here")
    folder = tmp_path_factory.mktemp("devices")
    made = []
    for name in ("idle", "mounted"):
        image = folder / name
        with image.open("wb") as file:
            file.truncate(20 * MIB)
        made.append(attach(image))
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", made[-1]], check=True)
    (folder / "point").mkdir()
    subprocess.run(["mount", "-o", "ro", made[1], folder / "point"], check=True)
    yield tuple(map(Path, made))
    subprocess.run(["umount", folder / "point"], check=True)
    for device in made:
        detach(device)


@pytest.fixture
def scene(tmp_path, devices, program, brief_fio, monkeypatch):
    foreign = tmp_path / "foreign"
    (foreign / "below").mkdir(parents=True)
    for name in ("precious", "second", "below/third", "included.fio", f"{BATCH}.json"):
        (foreign / name).write_bytes(hashlib.sha256(name.encode()).digest() * 512)
    (foreign / "included.fio").write_text(f"filename={foreign}/precious\n")
    (tmp_path / "link").symlink_to(foreign / "second")
    # Somebody else's program of this name, and a folder that looks like the agent's own.
    (tmp_path / "taken/spool/.theirs").mkdir(parents=True)
    (tmp_path / "taken/spool/cron").mkdir()
    for name in ("taken/fioboard-agent", "taken/spool/.theirs/x", "taken/spool/cron/root"):
        (tmp_path / name).write_text("#!/bin/sh\n# theirs\n")
    os.mkfifo(tmp_path / "fifo")
    with _Played() as service, ServiceDouble() as elsewhere:
        facts = {
            **{"file": foreign / "precious", "folder": foreign, "link": tmp_path / "link", "new": foreign / "made"},
            **{"taken": tmp_path / "taken", "fifo": tmp_path / "fifo", "home": tmp_path / "home"},
            **{"device": devices[0], "mounted": devices[1], "fio": brief_fio / "fio", "url": service.url},
            **{"bench": tmp_path / "home/bench", "list": tmp_path / "home/serve.toml", "elsewhere": elsewhere.url},
            **{"batch": BATCH, "request": REQUEST},
        }
        facts = {name: str(fact) for name, fact in facts.items()}
        template = tmp_path / "template"
        _make_home(template, facts, monkeypatch)
        facts["target"] = measured_target(template / "bench") | {"path": f"{facts['bench']}/data"}
        facts["sha256"] = hashlib.sha256(fill(EVIL, facts)).hexdigest()
        facts["waiting"] = next(path.name for path in (template / "state/spool").iterdir() if path.name[0] != ".")
        yield Scene(tmp_path / "home", template, service, elsewhere, facts)


def program_hash(home):
    return hashlib.sha256((home / "bin/fioboard-agent").read_bytes()).hexdigest()


def _make_home(home, facts, monkeypatch):
    """What the agent of an attempt finds: its folders with results, a batch and a request that wait, and others' files."""
    for name in (".ssh", ".config/fioboard-agent", "bin", "units", "results/a", "machine/proc", "bench", "programs"):
        (home / name).mkdir(parents=True)
    for name in (".bashrc", ".ssh/authorized_keys", ".config/other", "bin/other", "carried.new", "units/other.service"):
        (home / name).write_text(f"theirs: {name}\n")
    (home / "bench/job.fio").write_text(JOB_FILE)
    (home / "results/a/fio.json").write_text("{}")
    (home / "results/a/bw_bw.1.log").write_text("1, 1, 0, 4096\n")
    (home / "results/a/readme.txt").write_text("x")
    (home / "results/a/link.json").symlink_to(facts["file"])
    (home / "serve.toml").write_text(fill(LIST, facts))
    (home / "token").write_text(TOKEN)
    (home / "token").chmod(0o600)
    configuration = home / ".config/fioboard-agent/config.json"
    configuration.write_text(json.dumps({"server": facts["url"], "token": TOKEN}))
    configuration.chmod(0o600)
    # A gdsio that writes to its target whatever it is asked.
    gdsio = 'for word; do [ "$last" = -f ] && printf destroyed 1<>"$word"; last=$word; done'
    for name, body in (("systemctl", ""), ("gdsio", gdsio)):
        (home / "programs" / name).write_text(f"#!/bin/sh\n{body}\nexit 0\n")
        (home / "programs" / name).chmod(0o755)
    # As a release installs it: with keys, so that a service cannot give another agent.
    with zipfile.ZipFile(home / "bin/fioboard-agent", "w") as packed:
        packed.writestr("fioboard_agent/__init__.py", '__version__ = "0.3.0"\n')
        packed.writestr("origin.json", json.dumps({"version": "0.3.0", "sha256": "0" * 64}))
        packed.writestr("release-signers", "release@fioboard ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBAD\n")
        for name in ("service", "timer"):
            packed.writestr(f"systemd/fioboard-agent-push.{name}", "ExecStart=@AGENT@ push\n")
    with monkeypatch.context() as patch:
        patch.setenv("FIOBOARD_AGENT_STATE", str(home / "state"))
        folders = Folders.from_environment()
        keep_run(Spool(folders))
        spool = Spool(folders)
        spool.reject(keep_run(spool, minutes=1), {"status": 422, "error": "x", "detail": "x"})
        patch.setenv("FIOBOARD_AGENT_LOCK", str(home / "lock"))
        patch.chdir(home / "bench")
        words = ["--repeat", "1", "--yes", "--no-upload", "--size", "4m", "--runtime", "1", "--on-system-disk"]
        words += ["--no-samples", "--keep-free", "1m", "--fio", facts["fio"], "--target", str(home / "bench")]
        assert cli.main(["experiment", "new", "--vary", "cable=a,b", *words]) == 0
    [kept] = (home / "state/batches").iterdir()
    text = kept.read_text().replace(f"{home}/", f"{facts['home']}/")
    kept.write_text(text)
    # The same without its question is a batch of a suite.
    batch = json.loads(text)
    batch["plan"].update(experiment=None, id=BATCH)
    (home / "state/batches" / f"{BATCH}.json").write_text(json.dumps(batch))
    (home / "state/serve").mkdir()
    request = {
        "id": REQUEST,
        "kind": "repeat",
        "name": None,
        "target": facts["bench"],
        "run_id": RUN_ID,
        "parameters": {},
    }
    record = {"id": REQUEST, "state": "running", "request": request}
    (home / "state/serve" / f"{REQUEST}.json").write_text(json.dumps(record))


RUN_ID = "01890000-0000-7000-8000-000000000001"


class Sweep:
    """Makes attempts one after the other, each in a process of its own, and notes what they did."""

    def __init__(self, scene, devices):
        self.scene, self._devices = scene, devices
        self.faults, self.codes = [], []
        self._libc = ctypes.CDLL(None)

    def attempt(self, attempt):
        scene, facts = self.scene, self.scene.facts
        shutil.rmtree(scene.home, ignore_errors=True)
        shutil.copytree(scene.template, scene.home, symlinks=True)
        for path in (scene.home / "token", scene.home / ".config/fioboard-agent/config.json"):
            path.chmod(0o600)
        # The folder of the batches is another one now.
        then, now = ((home / "bench").stat().st_ino for home in (scene.template, scene.home))
        for path in (scene.home / "state/batches").iterdir():
            path.write_text(path.read_text().replace(f'"inode": {then}', f'"inode": {now}'))
        service = scene.service
        service.runs.clear()
        service.asked.clear()
        service.bodies.clear()
        service.behaviours.clear()
        scene.elsewhere.requests.clear()
        service.poll = lambda _: (200, {})
        service.path, service.answered = fill(attempt.path, facts), fill(attempt.answer, facts)
        service.good = {
            path: fill(good, facts) if isinstance(good, bytes) else json.dumps(fill(good, facts)).encode()
            for path, good in PLACES[attempt.place].answers.items()
        }
        if attempt.file:
            self._tamper(*fill(attempt.file, facts).split(": ", 1))
        before = self._look()
        environment = {
            **{"PATH": f"{scene.home}/programs:{os.environ['PATH']}", "HOME": str(scene.home)},
            **{"FIOBOARD_AGENT_STATE": f"{scene.home}/state", "FIOBOARD_AGENT_LOCK": f"{scene.home}/lock"},
            **{name: value for name, value in os.environ.items() if name in {"LANG", "TMPDIR"}},
            **fill(attempt.environment, facts),
        }
        code, said = self._start([fill(word, facts) for word in attempt.words], environment)
        self.codes.append(code)
        self._judge(attempt, before, code, said)

    def _tamper(self, how, name):
        path, victims = self.scene.home / name, self.scene.facts
        content = path.read_bytes() if path.is_file() else b""
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        target = {"link to file": "file", "link to folder": "folder", "link to device": "device", "link to new": "new"}
        if how in target:
            path.symlink_to(victims[target[how]])
        elif how == "pipe":
            os.mkfifo(path)
        elif how == "folder":
            (path / "x").mkdir(parents=True)
        else:
            forged = content.replace(victims["bench"].encode(), victims["folder"].encode()).replace(
                b"randread", b"randwrite"
            )
            named = content.replace(b'"id": "', b'"id": "../../../foreign/')
            made = {"empty": b"", "binary": os.urandom(4096), "nested": b"[" * 100_000, "forged": forged}
            path.write_bytes({**made, "other id": named}[how])
            path.chmod(0o600)

    def _start(self, words, environment):
        output = self.scene.home.parent / "output"
        child = os.fork()
        if child == 0:
            code = 99
            try:
                os.setsid()
                descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                for number in (1, 2):
                    os.dup2(descriptor, number)
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                sys.stdin = os.fdopen(0, "r", encoding="utf-8")
                sys.stdout, sys.stderr = (os.fdopen(os.dup(n), "w", errors="surrogateescape") for n in (1, 2))
                os.environ.clear()
                os.environ.update({name: value for name, value in environment.items() if "\0" not in value})
                os.chdir(self.scene.home / "bench")
                code = cli.main([word for word in words if "\0" not in word])
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 1
            except BaseException:
                sys.stderr.write(traceback.format_exc())
            with suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)
        deadline = time.monotonic() + LIMIT_S
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
                break
            time.sleep(0.002)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(status), output.read_bytes() if output.exists() else b""

    def _judge(self, attempt, before, code, said):
        after, problems = self._look(), []
        # Who points the agent's own folders at another's gets new files there; what was there stays.
        may_add = attempt.kind == "environment"
        keys = set(before) if may_add else {*before, *after}
        problems += [f"{key} changed" for key in sorted(keys) if before.get(key) != after.get(key)]
        if code not in {0, 1, 2, 3, 4, 5, 6, 7, 8}:
            problems.append(f"ended with {code}")
        if attempt.kind == "answer" and b"\x1b[2J" in said:
            problems.append("control codes on the terminal")
        if TOKEN.encode() in said:
            problems.append("the token on the terminal")
        if attempt.kind == "answer" and self.scene.elsewhere.requests:
            problems.append("a redirect was followed")
        # Only the operator may name what is sent.
        if attempt.kind == "answer" and any(PRECIOUS in body for body in self.scene.service.bodies):
            problems.append("a foreign file was sent")
        problems += self._find_lost(attempt, code)
        if problems:
            tail = said.decode(errors="replace")[-1500:]
            self.faults.append(f"{attempt}\n    {'; '.join(problems)}\n    code {code}: {tail}")

    def _find_lost(self, attempt, code):
        """Results that are gone though no service has them, and a configuration that a failed command changed."""
        home, template = self.scene.home, self.scene.template
        if attempt.kind not in {"file"} and attempt.environment.keys() <= {"COLUMNS", "PATH"}:
            for place in ("spool", "rejected"):
                for kept in (template / "state" / place).iterdir():
                    is_somewhere = any((home / "state" / other / kept.name).exists() for other in ("spool", "rejected"))
                    if (
                        not is_somewhere
                        and kept.name not in self.scene.service.runs
                        and "--remove" not in attempt.words
                    ):
                        yield f"result {kept.name} is lost"
            configuration = ".config/fioboard-agent/config.json"
            changes = attempt.place in {"configure", "enrol", "uninstall"} and code == 0
            if not changes and (
                not (home / configuration).exists()
                or (home / configuration).read_bytes() != (template / configuration).read_bytes()
            ):
                yield "the configuration changed"
            program_changes = attempt.place in {"uninstall", "install"} and code == 0
            if not program_changes and program_hash_or_none(home) != program_hash_or_none(template):
                yield "the agent's program changed"

    def _look(self):
        """Kind, mode, size and content of everything that is not the agent's own."""
        root = self.scene.home.parent
        folders = [root / "foreign", root / "taken"]
        paths = [path for folder in folders for path in (folder, *folder.rglob("*"))]
        paths += [root / "link", root / "fifo", *self._devices]
        names = (
            ".bashrc",
            ".ssh",
            ".ssh/authorized_keys",
            ".config/other",
            "bin/other",
            "carried.new",
            "units/other.service",
        )
        paths += [self.scene.home / name for name in names]
        return {str(path): _describe(path) for path in paths} | {
            f"queue of {device}": (Path("/sys/block", device.name, "queue/scheduler").read_text(),)
            for device in self._devices
        }


def program_hash_or_none(home):
    path = home / "bin/fioboard-agent"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _describe(path):
    if not os.path.lexists(path):
        return ("gone",)
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return (str(path.readlink()),)
    has_bytes = stat.S_ISREG(status.st_mode) or stat.S_ISBLK(status.st_mode)
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    if path.name in {"cron", ".theirs", "below"}:
        return status.st_mode, tuple(sorted(one.name for one in path.iterdir()))
    return status.st_mode, size, zlib.crc32(path.read_bytes()) if has_bytes else 0


@pytest.fixture
def sweep(scene, devices, monkeypatch):
    """The agent as installed in the home of the attempt; the machine's inventory is collected once."""
    collected = make_drives_known(document.collect_inventory(Roots(), None))
    as_it_is = document.collect_inventory

    def collect(roots, *arguments):
        return deepcopy(collected) if roots.is_live else as_it_is(roots, *arguments)

    for name, module in list(sys.modules.items()):
        if name.startswith("fioboard_agent.") and getattr(module, "collect_inventory", None) is as_it_is:
            monkeypatch.setattr(module, "collect_inventory", collect)
    archive = scene.home / "bin/fioboard-agent"
    for module in (program, timer, installing, sys.modules["fioboard_agent.installation.signature"],
                   sys.modules["fioboard_agent.commands.status"], sys.modules["fioboard_agent.host.own_command"]):  # fmt: skip
        if hasattr(module, "find_archive"):
            monkeypatch.setattr(module, "find_archive", lambda: archive)
    monkeypatch.setattr(timer, "_SYSTEM_UNITS", scene.home / "units")
    monkeypatch.setattr(installing, "_find_usual_folder", lambda: scene.home / "bin")
    monkeypatch.setattr(conversation, "HEARTBEAT_S", 0)
    monkeypatch.setattr("fioboard_agent.preflight.activity.WINDOW_S", 0.01)
    monkeypatch.setattr("fioboard_agent.commands.serve_request._SEND_S", 0.0)

    def run_a_little(self):
        try:
            for _ in range(4):
                self.run_once()
        finally:
            self._stop_work()

    monkeypatch.setattr(conversation.Loop, "run", run_a_little)
    monkeypatch.setattr(conversation.Loop, "_wait", lambda self, seconds: self._work and self._work.read_output(0.3))
    return Sweep(scene, devices)


def require_no_fault(sweep, attempts):
    for attempt in attempts:
        sweep.attempt(attempt)
    print(
        f"{len(sweep.codes)} attempts, exit codes {sorted((code, sweep.codes.count(code)) for code in set(sweep.codes))}"
    )
    assert sweep.faults == [], "\n\n".join(sweep.faults[:40])
    return sweep.codes


def test_some_attempts_change_nothing(sweep):
    codes = require_no_fault(sweep, list_found())
    assert len(set(codes)) > 3


# Nobody confirmed the device or signed the agent; a refused result waits; the played service stores no attachment.
ENDS = {"suite pts": 3, "self-update": 6, "status": 5, "support": 6}


@pytest.mark.nightly
def test_without_hostility_every_command_does_what_it_is_for(sweep):
    """Else its attempts would end before they come to a guard."""
    codes = {}
    for attempt in list_harmless():
        sweep.attempt(attempt)
        codes[attempt.place] = sweep.codes[-1]
    assert sweep.faults == []
    assert {name: code for name, code in codes.items() if code != ENDS.get(name, 0)} == {}


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(date.today().toordinal() % NIGHTS, PARTS, NIGHTS))
def test_no_attempt_changes_anything(part, sweep):
    codes = require_no_fault(sweep, list_attempts(part, PARTS))
    assert len(codes) > 200
    assert {0, 2, 3, 6} <= set(codes)
