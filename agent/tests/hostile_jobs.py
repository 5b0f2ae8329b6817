"""Jobs that try to make fio write, cut or create something outside their target: every option of the installed fio with
every value that could name a victim, and the ways out of a naive check that people have thought of."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class HostileJob:
    """One fio invocation: arguments, or the text of a job file."""

    arguments: tuple[str, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        return " ".join(self.arguments) or repr(self.text)


@dataclass(frozen=True)
class Victims:
    """What must not change. Devices are missing where there are no loop devices."""

    file: Path
    folder: Path
    link: Path
    devices: tuple[Path, ...]

    @property
    def new_file(self) -> Path:
        return self.folder / "made-by-fio"

    @property
    def included(self) -> Path:
        """More lines of a job file, naming the victim."""
        return self.folder / "included.fio"

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.file, self.new_file, *self.devices)


def fio_options(fio: str) -> list[str]:
    """Every job option of `fio --cmdhelp=all`."""
    return re.findall(r"^ *([\w-]+) *:", ask_fio(fio, "--cmdhelp=all"), re.MULTILINE)


def fio_engines(fio: str) -> list[str]:
    """Every engine of this fio."""
    return ask_fio(fio, "--enghelp").split()[3:]


def engine_options(fio: str, engine: str) -> list[str]:
    """The options that only this engine has."""
    return re.findall(r"^ *([\w-]+) *: ", ask_fio(fio, f"--enghelp={engine}"), re.MULTILINE)


def program_options(fio: str) -> list[str]:
    """Every option of fio itself, from its usage."""
    return sorted(set(re.findall(r"^ *--([\w-]+)", ask_fio(fio, "--help"), re.MULTILINE)))


def aliases(fio: str, option: str) -> list[str]:
    """Other names that fio takes for an option."""
    return re.findall(r"^ *alias: (\S+)", ask_fio(fio, f"--cmdhelp={option}"), re.MULTILINE)


def sweep(fio: str, victims: Victims, number: int, of: int) -> Iterator[HostileJob]:
    """Part `number` of `of` parts of all jobs: each option as command line and as job file in turn."""
    turn = number
    for option in fio_options(fio)[number::of]:
        for value in _values(fio, option, victims, turn):
            turn += 1
            base = [("rw", "read"), ("size", "4m"), ("filename", str(victims.file))]
            if turn % 3 == 0:
                base = [("rw", "write"), ("size", "4k"), ("filename", f"own-{number}-{turn}")]
            yield _job([*(one for one in base if one[0] != option), (option, value)], as_text=turn % 2 == 0)
    for engine in fio_engines(fio)[number::of]:
        for option in engine_options(fio, engine) or ["rw"]:
            turn += 1
            target = victims.paths[turn % len(victims.paths)]
            base = [("ioengine", engine), ("rw", "read"), ("size", "4k"), ("filename", str(victims.file))]
            value = str(target) if turn % 3 else "1"
            yield _job([*base, ("runtime", "1"), (option, value)], as_text=turn % 2 == 0)
        yield _job(
            [("ioengine", engine), ("rw", "write"), ("size", "4k"), ("filename", str(victims.file))], as_text=True
        )
    for option in program_options(fio)[number::of]:
        for value in (*victims.paths, victims.folder):
            if option == "output" and value == victims.new_file:
                continue  # the copy of the result that the operator asks for
            yield HostileJob(
                (f"--{option}={value}", "--name=a", "--rw=read", f"--filename={victims.file}", "--size=4m")
            )


def tricks(victims: Victims) -> Iterator[HostileJob]:
    """What was thought of by people; each once hit something, or nearly."""
    file, folder, link = victims.file, victims.folder, victims.link
    writing = [("rw", "write"), ("size", "4k")]
    for path in (file, link, *victims.devices):
        yield _job([("filename", str(path)), *writing], as_text=False)
        yield _job([("filename", f"own:{path}"), *writing], as_text=True)
        yield HostileJob(text=f"[{path}]\nrw=write\nsize=4k\n")
        yield HostileJob((f"--name={path}", "--rw=write", "--size=4k"))
        yield HostileJob((f"--name={path}", "--rw=read", "--size=4m", "--unlink=1"))
        yield HostileJob((f"--filen={path}", "--name=a", "--rw=write", "--size=4k"))
        yield HostileJob(("--name=a", f"-filename={path}", "--rw=write", "--size=4k"))
        for memory in ("mmap", "mmapshared", "mmaphuge", "malloc,mmap", "mmapshared,x"):
            for option in ("mem", "iomem"):
                yield _job(
                    [("rw", "read"), ("filename", str(file)), ("size", "4k"), (option, f"{memory}:{path}")], True
                )
        yield _job([("rw", "randread"), ("filename_format", str(path)), ("size", "4m"), ("bs", "4k")], as_text=True)
        yield _job([("ioengine", "null"), ("filename", str(path)), ("unlink", "1"), ("size", "4k")], as_text=False)
        yield _job([("ioengine", "net"), ("protocol", "unix"), ("listen", "1"), ("filename", str(path))], as_text=False)
        yield _job([("ioengine", "exec:x"), ("rw", "read"), ("program", "/bin/rm"), ("arguments", str(path))], False)
        yield HostileJob(text=f"[a]\nname={path}\nwrite_bw_log\nrw=read\nsize=4k\nfilename={file}\n")
        yield HostileJob(text=f"[a]\nrw=write\nsize=4k\nfilename=own ; x\n[b]\nrw=read\nsize=4m\nfilename={path}\n")
        yield HostileJob(text=f"[global-x]\nfilename={path}\n[a]\nrw=trimwrite\nsize=4k\n")
    for include in (f"include {victims.included}", f"include={victims.included}"):
        yield HostileJob(text=f"[a]\nrw=write\nsize=4k\n{include}\n")
    for option in ("unlink", "unlink_each_loop", "create_on_open", "file_append", "fill_device", "overwrite"):
        yield _job([("rw", "read"), ("filename", str(file)), ("size", "4m"), (option, "1")], as_text=True)
        yield _job(
            [("rw", "read"), ("directory", str(folder)), ("filename", file.name), ("size", "4m"), (option, "1")],
            as_text=False,
        )
    yield _job([("rw", "read"), ("opendir", str(folder)), ("size", "4m")], as_text=True)
    yield _job([("rw", "write"), ("opendir", str(folder)), ("size", "4k")], as_text=False)
    yield _job([("rw", "write"), ("directory", str(folder)), ("filename", file.name), ("size", "4k")], as_text=False)
    yield _job([("rw", "write"), ("filename", "${HOME}/../" + file.name), ("size", "4k")], as_text=True)
    yield _job([("rw", "${NOTHING}write"), ("filename", str(file)), ("size", "4k")], as_text=True)
    yield HostileJob(("--section=b", "--name=a", f"--filename={file}", "--name=b", "--rw=write", "--size=4k"))
    yield HostileJob(("--name=a", "--rw=read", "--rw=write", f"--filename={file}", "--size=4k"))
    yield HostileJob(text=f"[a]\nrw=read\nfilename={file}\n\x1crw=write\nsize=4k\n")


def _values(fio: str, option: str, victims: Victims, turn: int) -> Iterator[str]:
    """What could do harm: switched on, a victim where text is taken, every word fio knows with a victim behind it."""
    description = ask_fio(fio, f"--cmdhelp={option}")
    if "type: string (opt=bla)" not in description:
        yield "1"
        return
    # A new file that the job names as its target is what the operator asked for.
    is_target = option in {"filename", "filename_format"}
    yield from (str(path) for path in victims.paths if not (is_target and path == victims.new_file))
    _, _, words = description.partition("valid values:")
    for number, line in enumerate(words.splitlines()):
        word = re.match(r"\W*(\w[\w.,-]*)", line)
        if word:
            yield f"{word.group(1)}:{victims.paths[(turn + number) % len(victims.paths)]}"


def _job(settings: list[tuple[str, str]], as_text: bool) -> HostileJob:
    if as_text:
        return HostileJob(text="[a]\n" + "".join(f"{option}={value}\n" for option, value in settings))
    return HostileJob(("--name=a", *(f"--{option}={value}" for option, value in settings)))


@functools.cache
def ask_fio(fio: str, *arguments: str) -> str:
    """What fio prints; asked once by each test process."""
    return subprocess.run([fio, *arguments], capture_output=True, text=True, check=False).stdout
