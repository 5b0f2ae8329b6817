"""Attempts to make any command of the agent change what is not its own: by arguments, by what the service answers, by
files and by the environment. Which commands and options there are, the agent's own parser says."""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Union

from served_cards import MODEL, card, job

from fioboard_agent.cli import build_parser

RUN = "01890000-0000-7000-8000-000000000001"
SHARE = "abcdefghijklmnopqrstuvwx"
# A request, a batch and an experiment that wait in the agent's own folder.
REQUEST, BATCH = "01890000-0000-7000-8000-00000000000a", "01890000-0000-7000-8000-00000000000b"
BRIEF = ("--no-samples", "--keep-free", "1m", "--fio", "{fio}")
SENT = ("--wait", "0")
RESUMED = ("--no-upload", "--no-samples", "--fio", "{fio}")
SMALL = ("--size", "4m", "--runtime", "1", "--on-system-disk", *BRIEF)
JOB_FILE = "[a]\nrw=randread\nbs=4k\nioengine=psync\nsize=1m\nio_size=64k\n"
OPTIONS = {"rw": "randwrite", "bs": "4k", "size": "1m", "io_size": "64k", "ioengine": "psync"}

Content = Union[bytes, tuple[int, dict[str, str], bytes]]


@dataclass(frozen=True)
class Place:
    """Where a command stands in the sweep: words that reach its guards, and the answers it reads, by their path.

    `asked`: options whose value is a file or folder that the operator asks for; a new one is no trespass there."""

    words: tuple[str, ...]
    answers: dict[str, Any] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Attempt:
    """One command line with what it meets. `answer`: of one path, in place of the good one; None = cut off."""

    place: str
    words: tuple[str, ...]
    kind: str
    path: str = ""
    answer: Optional[Content] = None
    environment: dict[str, str] = field(default_factory=dict)
    file: str = ""

    def __str__(self) -> str:
        met = f" <- {self.path}: {str(self.answer)[:300]}" if self.path else ""
        with_file = f" with {self.file}" if self.file else ""
        return f"{self.kind}: {' '.join(self.words)[:300]} {self.environment or ''}{with_file}{met}"


_STORED = {"run_id": RUN, "url": "/runs/1", "host": "saturn", "fio_version": "fio-3.36", "job_file": JOB_FILE}
_SHARED = {"runs": [{"tool": "fio", "fio version": "fio-3.1", "jobs": [{"jobname": "a", "job options": OPTIONS}]}]}
_PURPOSE = {"figure": 1, "name": "wal", "rw": "write", "bs": "4k", "iodepth": 1, "numjobs": 1, "rwmixread": None,
            "job_file": "[global]\nfilename=TARGET\n\n[wal]\nrw=write\nbs=4k\nioengine=psync\nfdatasync=1\nsize=1m\n"}  # fmt: skip
_CONFIRMATION = {
    "run_id": RUN, "url": f"https://fioboard.example/runs/{RUN}", "finding": "depth-ignored", "title": "depth",
    "text": "It was never reached.", "expects": "rate_rises", "job_file": None, "tried": [], "targets": ["{target}"],
    "experiment": {"title": "Set it.", "options": ["bs=16k"], "if_true": "", "if_false": "", "is_destructive": False},
    "argv": ["fio", "--output=fio.json", "--output-format=json+", "--name=job", "--filename={bench}/data",
             "--rw=randread", "--bs=4k", "--size=1m", "--io_size=64k"],
}  # fmt: skip
_PLAN = {
    "runs": [{"output": "a/fio.json", "logs": ["a/bw_bw.1.log"], "title": "a",
              "batch": {"id": BATCH, "name": "a", "step": 1, "steps": 1}}],
    "left_out": [{"path": "a/readme.txt", "reason": "no output"}],
}  # fmt: skip
_IMPORTED = {
    "runs": [{"id": "1", "url": "/runs/1", "status": "created"}], "warnings": [{"where": "line 1", "detail": "cut"}],
    "found": [{"key": "drive", "value": "x", "unit": None, "where": "line 2", "confidence": "sure", "accepted_for": [1]}],
}  # fmt: skip
_ENROLLED = {"token": "fioboard_upload_new", "host": {"id": "1", "name": "lab"}, "candidates": []}
_ATTACHABLE = {"drives": [{"name": "vda", "serial": "S1", "wwid": None}], "started_at": "2026-11-29T12:00:00Z"}
_REPEAT = {"id": "01890000-0000-7000-8000-00000000000c", "kind": "repeat", "name": None, "target": "{bench}",
           "run_id": RUN, "parameters": {}}  # fmt: skip
# What a service that was broken into would serve; Python runs it as an archive.
EVIL = b"open('{new}', 'w')\n"
_INFO = {"version": "9.9.9", "agent_sha256": "{sha256}"}
_UPLOADS, _RESULT = {"/api/v1/uploads": "{stored}"}, {"/api/v1/batches/": {"lines": ["It held."]}}
_SUITE = ("--target", "{bench}", *SMALL)

PLACES: dict[str, Place] = {
    "run": Place(("{bench}/job.fio", *BRIEF, *SENT), _UPLOADS),
    "run --like": Place(("--like", RUN, "--target", "{bench}", "--yes", "--no-upload", *BRIEF),
                        {f"/api/v1/runs/{RUN}/job": _STORED}),
    "run --like LINK": Place(("--like", "{url}/s/" + SHARE, "--target", "{bench}", "--yes", "--no-upload", *BRIEF),
                             {f"/api/v1/shared/{SHARE}/raw": _SHARED}),
    "gdsio": Place(("--target", "{device}", "--no-upload", *BRIEF)),
    "suite quick": Place(("--only", "rand-read-4k", *_SUITE, *SENT), {**_UPLOADS, **_RESULT}),
    "suite four-corners": Place(("--only", "rand-read-4k", "--no-upload", *_SUITE)),
    "suite sweep": Place(("--no-upload", *_SUITE)),
    "suite saturate": Place(("--limit", "2ms", "--iodepth", "1,2", "--numjobs", "1", "--no-upload", *_SUITE)),
    "suite datasheet": Place(("--no-upload", *_SUITE), {"/api/v1/spec-jobs": card(job())}),
    "suite drives": Place(("--targets", "{device},{mounted}", "--runtime", "1", "--no-upload", *BRIEF)),
    "suite pts": Place(("iops", "--class", "client", "--no-upload", "--target", "{device}", *BRIEF)),
    "suite purpose": Place(("etcd", "--no-upload", *_SUITE),
                           {"/api/v1/purposes/etcd/jobs": {"id": "etcd", "title": "etcd", "repeats": 1, "jobs": [_PURPOSE]}}),
    "suite --resume": Place(("--resume", *RESUMED)),
    "confirm": Place((RUN, "--rounds", "1", "--yes", "--no-upload", *BRIEF),
                     {f"/api/v1/runs/{RUN}/confirmation": _CONFIRMATION}),
    "experiment new": Place(("--vary", "cable=a,b", "--target", "{bench}", "--repeat", "1", "--yes", "--no-upload", *SMALL)),
    "experiment resume": Place(("--anyway", *RESUMED)),
    "experiment status": Place(()),
    "experiment abort": Place(()),
    "serve": Place(("--list", "{list}", "--fio", "{fio}"),
                   {"/api/v1/agent/poll": {"request": _REPEAT, "cancel": [], "received": []},
                    f"/api/v1/runs/{RUN}/job": _STORED}),
    "serve --request": Place(("--request", REQUEST, "--list", "{list}", "--fio", "{fio}"),
                             {f"/api/v1/runs/{RUN}/job": _STORED, **_UPLOADS}),
    "support": Place((RUN,), {f"/api/v1/runs/{RUN}/attachments": _ATTACHABLE}),
    "import": Place(("{home}/results/a/fio.json",), {"/api/v1/import?": _IMPORTED}),
    "import FOLDER": Place(("{home}/results",), {"/api/v1/import/plan": _PLAN, "/api/v1/import?": _IMPORTED}),
    "push": Place((), {**_UPLOADS, "/api/v1/agent-reports": {}}, frozenset({"to_file"})),
    "push --to-file": Place(("--to-file", "{home}/out"), asked=frozenset({"to_file"})),
    "status": Place((), {"/healthz": {"status": "ok"}, "/api/v1/info": _INFO}),
    "inventory": Place(("--root", "{home}/machine")),
    "capture": Place(("--root", "{home}/machine", "-o", "{home}/captured"), asked=frozenset({"output"})),
    "configure": Place(("--server", "{url}", "--token-file", "{home}/token")),
    "enrol": Place(("--server", "{url}", "--code", "GOOD"), {"/api/v1/enrolments/exchange": _ENROLLED}),
    "install": Place(("--dir", "{home}/bin", "--timer"), asked=frozenset({"dir"})),
    "self-update": Place((), {"/api/v1/info": _INFO, "/agent.pyz.sig": b"signed", "/agent.pyz": EVIL}),
    "uninstall": Place(("--keep-results",)),
}  # fmt: skip

# What no value of an option may bring about. `{…}` are the victims of the test.
PATHS = ("{file}", "{link}", "{folder}", "{device}", "{mounted}", "{fifo}", "{new}", "{taken}")
WORDS = (
    "", "-", "--", "/", "../../../../../../{file}", "$(touch {new})", "`touch {new}`", "; touch {new} #", "|touch {new}",
    "x\x1b[2Jx", "a\nfilename={file}\nrw=write", "x\udcff", "%s%n", "-1", "1e309", "nan", "9" * 40, "4k:{file}", "@{file}",
    "file://{file}", "{url}/../..", "~root", "null", "é" * 300, "{file}:{device}", "{{", "A=B=C", "a,b,,", "--allow-exec",
)  # fmt: skip
LEAVES = (
    "{file}", "{device}", "{folder}", "../../../../../..{file}", "x\x1b[2J\rx", "$(touch {new})", "", "x" * 70_000, -1, 1e308,
    10**30, None, True, [], {}, ["{file}"], {"filename": "{file}"},
)  # fmt: skip
# Behind a text that may be a job file or a command line.
LINES = (
    "\nfilename={file}\nrw=write\n", "\nfilename={device}\nrw=randwrite\n", "\ndirectory={folder}\nfilename=precious\nrw=write\n",
    "\nexec_prerun=touch {new}\n", "\nioengine=exec\nprogram=/usr/bin/touch\narguments={new}\n", "\nwrite_bw_log={folder}/log\n",
    "\ninclude {folder}/included.fio\n", "\nmem=mmap:{file}\n", "\nunlink=1\nfilename={file}\n", "\n[{file}]\nrw=write\nsize=4k\n",
)  # fmt: skip
ITEMS = (
    "--filename={file}",
    "--output={file}",
    "--rw=write",
    "--exec_prerun=touch {new}",
    "filename={file}",
    "{folder}/included.fio",
)
RAW: tuple[Optional[Content], ...] = (
    None, b"", b"[]", b"null", b"{", b"[" * 100_000, b"\xff\xfe{}", b"{}" * 200_000, b"<html>", b'{"detail": "\\u001b[2J"}',
    (301, {"Location": "{elsewhere}/x"}, b""), (302, {"Location": "{elsewhere}/x"}, b""), (307, {"Location": "{elsewhere}/"}, b"{}"),
    (401, {}, b"{}"), (404, {}, b"{}"), (409, {}, b"{}"), (413, {}, b"{}"), (422, {}, b'{"detail": "/body/machine: Extra inputs"}'),
    (429, {"Retry-After": "1e309"}, b"{}"), (500, {"Retry-After": "-1"}, b"{}"), (204, {}, b""), (200, {"Content-Length": "-5"}, b"{}"),
    (200, {"Content-Length": "999999999"}, b"{}"), (200, {"Transfer-Encoding": "chunked"}, b"zz\r\n"), (200, {"X": "y" * 90_000}, b"{}"),
    (200, {"Content-Encoding": "gzip"}, b"\x1f\x8b\x00"), (200, {"Set-Cookie": "a=b", "Refresh": "0; url={elsewhere}"}, b"{}"),
)  # fmt: skip
VARIABLES = (
    "HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR", "PATH", "COLUMNS", "TERM", "LANG", "LD_PRELOAD",
    "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE", "SSLKEYLOGFILE", "FIOBOARD_SERVER", "FIOBOARD_TOKEN_FILE",
    "FIOBOARD_CA_FILE", "FIOBOARD_AGENT_STATE", "FIOBOARD_AGENT_CONFIG", "FIOBOARD_AGENT_LOCK", "FIOBOARD_AGENT_COMMAND",
    "FIOBOARD_AGENT_REDFISH_URL", "FIOBOARD_AGENT_REDFISH_FILE", "FIOBOARD_AGENT_REDFISH_CA_FILE",
)  # fmt: skip
SURROUNDINGS = (
    "{file}",
    "{folder}",
    "{link}",
    "{device}",
    "{taken}",
    "{fifo}",
    "",
    "$(touch {new})",
    "{elsewhere}",
    "x\x1b[2J",
    "-1",
)
# The agent's own files, and what stands in the place of each.
OWN_FILES = (
    ".config/fioboard-agent/config.json", ".config/fioboard-agent/config.json.new", "state/host-id", "state/host-id.new",
    "state/spool/{waiting}/manifest.json", "state/spool/{waiting}/files/fio.json", "state/spool/{waiting}/attachments",
    "state/spool/.foreign", "state/spool", "state/batches/{batch}.json", "state/batches/{batch}.json.new", "state/batches",
    "state/switched/{batch}.json", "state/confirmations/{batch}.json", "state/serve/{request}.json", "state/serve",
    "state/capture-key", "lock", "bin/fioboard-agent", "carried.new", "serve.toml", "results/a/fio.json", "machine/proc", "token",
)  # fmt: skip
IN_PLACE = (
    "link to file",
    "link to folder",
    "link to device",
    "link to new",
    "pipe",
    "folder",
    "empty",
    "binary",
    "nested",
    "forged",
)


# Attempts that once changed something, or would if one guard were not there: with these alone a fault is found in `make
# test`. backend/scripts/faults/agent.toml plants it.
FOUND = (
    ("run", (), {"environment": {"FIOBOARD_AGENT_LOCK": "{file}"}}),
    ("run", ("--allow-option=x\udcff",), {}),
    ("inventory", ("--bios-file={fifo}",), {}),
    ("push", (), {"environment": {"FIOBOARD_AGENT_STATE": "{taken}"}}),
    ("push --to-file", (), {"words": ("push", "--to-file", "{home}/carried")}),
    ("push --to-file", (), {"words": ("push", "--to-file", "{home}/carried", "--remove"), "file": "link to new: carried.new"}),
    ("configure", (), {"environment": {"FIOBOARD_AGENT_CONFIG": "{file}"}}),
    ("configure", (), {"file": "link to file: .config/fioboard-agent/config.json.new"}),
    ("uninstall", (), {"environment": {"FIOBOARD_AGENT_CONFIG": "{file}"}}),
    ("install", (), {"file": "link to file: bin/fioboard-agent"}),
    ("install", (), {"words": ("install", "--dir", "{taken}")}),
    ("capture", (), {"words": ("capture", "--root", "{home}/machine", "-o", "{file}")}),
    ("suite --resume", (), {"file": "other id: state/batches/{batch}.json"}),
    ("self-update", (), {}),
    ("serve --request", (), {"path": f"/api/v1/runs/{RUN}/job", "answer": json.dumps(
        _STORED | {"job_file": f"{JOB_FILE}exec_prerun=touch {{new}}\n"}).encode()}),
    ("import FOLDER", (), {"path": "/api/v1/import/plan", "answer": json.dumps(
        {"left_out": [], "runs": [_PLAN["runs"][0] | {"output": "../../foreign/precious", "logs": []}]}).encode()}),
    ("import", (), {"path": "/api/v1/import?", "answer": json.dumps(_IMPORTED | {"found": [1e308]}).encode()}),
    ("import", (), {"path": "/api/v1/import?", "answer": json.dumps(
        _IMPORTED | {"found": [{"key": "x\x1b[2J"}]}).encode()}),
    ("support", (), {"path": f"/api/v1/runs/{RUN}/attachments", "answer": b'{"drives": "{file}"}'}),
    ("support", (), {"path": f"/api/v1/runs/{RUN}/attachments", "answer": json.dumps(
        {"drives": [{"name": "vda", "serial": "x\x1b[2J", "wwid": None}], "started_at": "2026-11-29T12:00:00Z"}).encode()}),
    ("run --like", (), {"file": "link to folder: state/spool"}),
    ("suite datasheet", (), {"file": "link to folder: state/spool"}),
    ("suite four-corners", (), {"environment": {"FIOBOARD_AGENT_STATE": "{elsewhere}"}}),
    ("confirm", (), {"environment": {"FIOBOARD_AGENT_STATE": "-1"}}),
    ("suite purpose", (), {"path": "/api/v1/purposes/", "answer": json.dumps(
        {"id": "etcd", "title": "etcd", "repeats": 1, "jobs": [_PURPOSE | {"job_file": 1e308}]}).encode()}),
    ("status", (), {"path": "/healthz", "answer": (302, {"Location": "{elsewhere}/x"}, b"")}),
    ("run", (), {"words": ("run", *BRIEF, "--no-upload", "--", "--name=a", "--rw=write", "--filename={device}", "--size=4k")}),
    ("run", (), {"words": ("run", *BRIEF, "--no-upload", "--", "--name=a", "--rw=write", "--filename={link}", "--size=4k")}),
    ("gdsio", (), {}),
    ("gdsio", ("--size=--",), {}),
    ("gdsio", ("--confirm-destroy=--",), {}),
    ("gdsio", (), {"file": "pipe: state/host-id"}),
    ("gdsio", ("--rw", "write"), {}),
)  # fmt: skip


def list_harmless() -> Iterator[Attempt]:
    """Each place as it is, with good answers."""
    for name in PLACES:
        yield Attempt(name, _words(name), "answer")


def list_found() -> Iterator[Attempt]:
    """The attempts of FOUND."""
    for name, more, met in FOUND:
        words = (*_words(name), *more)
        yield Attempt(
            name,
            **{"words": words, "kind": next((key for key in ("file", "environment") if key in met), "answer"), **met},
        )


def list_commands(parser: Optional[argparse.ArgumentParser] = None) -> dict[str, argparse.ArgumentParser]:
    """Every command of the parser; one whose first word has choices, once for each of them."""
    [subparsers] = [one for one in (parser or build_parser())._actions if isinstance(one, argparse._SubParsersAction)]
    commands = {}
    for name, command in subparsers.choices.items():
        choices = next((one.choices for one in command._actions if not one.option_strings and one.choices), None)
        commands.update({f"{name} {choice}" if choice else name: command for choice in choices or [""]})
    return commands


def list_attempts(number: int, of: int) -> Iterator[Attempt]:
    """Part `number` of `of` parts of all attempts."""
    every = itertools.chain(_vary_arguments(), _vary_answers(), _vary_environment(), _vary_files())
    return itertools.islice(every, number, None, of)


def find_command(name: str) -> str:
    """The command of a place: what stands before flags and capitals. `suite --resume` is of the first suite."""
    command = name.partition(" --")[0].partition(" FOLDER")[0]
    return next(one for one in list_commands() if one == command or one.startswith(f"{command} "))


def _words(name: str) -> tuple[str, ...]:
    """The whole command line of a place."""
    return (*name.partition(" --")[0].partition(" FOLDER")[0].split(), *PLACES[name].words)


def _vary_arguments() -> Iterator[Attempt]:
    """Each option of each command with each path, and with some of the other values in turn."""
    parsers: dict[int, tuple[argparse.ArgumentParser, list[str]]] = {}
    for command, parser in list_commands().items():
        parsers.setdefault(id(parser), (parser, []))[1].extend(name for name in PLACES if find_command(name) == command)
    for turn, (action, places) in enumerate(
        (action, places) for parser, places in parsers.values() for action in parser._actions
    ):
        if not isinstance(action, (argparse._HelpAction, argparse._VersionAction)):
            # Commands that share a parser take its options in turn.
            name = places[turn % len(places)]
            if action.nargs == 0:
                yield Attempt(name, (*_words(name), action.option_strings[-1]), "switch")
                continue
            for value in (*PATHS, *(WORDS[(turn * 7 + step) % len(WORDS)] for step in range(7))):
                if action.dest in PLACES[name].asked and value in {"{new}", "{folder}"}:
                    continue
                yield Attempt(name, _put(_words(name), action, value), "argument")
    for name, words in (("run", item) for item in _fio_words()):
        yield Attempt(name, ("run", *BRIEF, "--no-upload", "--", *words), "argument")


def _fio_words() -> Iterator[tuple[str, ...]]:
    for path in ("{file}", "{link}", "{device}", "{mounted}", "{folder}"):
        for rw in ("write", "randwrite", "trim", "readwrite"):
            yield ("--name=a", f"--rw={rw}", f"--filename={path}", "--size=4k", "--ioengine=psync")


def _put(words: tuple[str, ...], action: argparse.Action, value: str) -> tuple[str, ...]:
    """The command line with the value for the option, in place of the one that was there."""
    if not action.option_strings:
        # What stands where the command has its own first words.
        position = next((at for at, word in enumerate(words[1:], 1) if word.startswith("-")), len(words))
        kept = words[: max(1, position - 1)] if position > 1 else words[:1]
        return (*kept, value, *words[position:])
    flag = action.option_strings[-1]
    if flag in words:
        at = words.index(flag)
        return (*words[: at + 1], value, *words[at + 2 :])
    return (*words, f"{flag}={value}" if flag.startswith("--") else f"{flag}{value}")


def _vary_answers() -> Iterator[Attempt]:
    """Each answer that a command reads: each of its parts replaced, and no answer of a service at all."""
    for name, place in PLACES.items():
        for path, good in place.answers.items():
            for raw in RAW:
                yield Attempt(name, _words(name), "answer", path, raw)
            if isinstance(good, bytes):
                continue
            document = {"id": "1", "upload_key": "{key}", "url": "/runs/1", "status": "created", "digest": "{digest}"}
            for changed in _mutate(document if good == "{stored}" else good):
                yield Attempt(name, _words(name), "answer", path, json.dumps(changed).encode())


def _mutate(document: Any) -> Iterator[Any]:
    """Copies of a document in which one part is another or gone."""
    for trail, leaf in _list_parts(document):
        values: list[Any] = list(LEAVES)
        if isinstance(leaf, str):
            values += [leaf + line for line in LINES]
        if isinstance(leaf, list):
            values = [[*leaf, item] for item in ITEMS] + [leaf * 2_000, None, {}, "{file}"]
        for value in values:
            changed = deepcopy(document)
            _find(changed, trail)[trail[-1]] = value
            yield changed
        changed = deepcopy(document)
        del _find(changed, trail)[trail[-1]]
        yield changed
        if isinstance(leaf, dict):
            for key in ("filename", "exec_prerun", "write_bw_log", "directory", "--confirm-destroy"):
                changed = deepcopy(document)
                _find(changed, trail)[trail[-1]] = {**leaf, key: "{file}"}
                yield changed


def _list_parts(part: Any, trail: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    keys = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, inner in keys:
        yield (*trail, key), inner
        yield from _list_parts(inner, (*trail, key))


def _find(document: Any, trail: tuple[Any, ...]) -> Any:
    for key in trail[:-1]:
        document = document[key]
    return document


def _vary_environment() -> Iterator[Attempt]:
    for turn, (name, variable) in enumerate(itertools.product(PLACES, VARIABLES)):
        for step in range(2):
            value = SURROUNDINGS[(turn + 5 * step) % len(SURROUNDINGS)]
            if variable == "FIOBOARD_AGENT_LOCK" and not value:
                continue  # the host's own lock, which other tests wait for
            yield Attempt(name, _words(name), "environment", environment={variable: value})


def _vary_files() -> Iterator[Attempt]:
    for turn, (name, file) in enumerate(itertools.product(PLACES, OWN_FILES)):
        for step in range(2):
            yield Attempt(name, _words(name), "file", file=f"{IN_PLACE[(turn + 5 * step) % len(IN_PLACE)]}: {file}")


def fill(value: Any, facts: dict[str, Any]) -> Any:
    """A copy of a value with every `{name}` in its texts replaced, so that `touch {new}` names a file of the test."""
    if isinstance(value, str):
        for name, fact in facts.items():
            value = (
                fact
                if value == f"{{{name}}}"
                else value.replace(f"{{{name}}}", str(fact))
                if isinstance(value, str)
                else value
            )
        return value
    if isinstance(value, bytes):
        for name, fact in facts.items():
            value = value.replace(
                f"{{{name}}}".encode(), (fact if isinstance(fact, str) else json.dumps(fact)).encode()
            )
        return value
    if isinstance(value, dict):
        return {fill(key, facts): fill(inner, facts) for key, inner in value.items()}
    return type(value)(fill(inner, facts) for inner in value) if isinstance(value, (list, tuple)) else value


def make_drives_known(document: dict[str, Any]) -> dict[str, Any]:
    """Give every drive of an inventory the model that the played service has a card of."""
    for disk in document["disks"].values():
        disk["model"] = MODEL
    return document


def read_bytes(path: Path) -> bytes:
    """The first MiB of a file or device."""
    with path.open("rb") as file:
        return file.read(1 << 20)
