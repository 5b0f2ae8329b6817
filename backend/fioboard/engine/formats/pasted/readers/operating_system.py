"""uname, /etc/os-release, hostnamectl, pveversion, lsb_release, sw_vers: kernel and operating system."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

_UNAME = compile_later(
    r"(?:^|\s)Linux (?P<host>[\w.-]+) (?P<kernel>\d+\.\d+[\w.+~-]*) #\d\S* .*\b(?:x86_64"
    r"|aarch64|i686|ppc64le|GNU/Linux)\b"
)
_UNAME_SR = compile_later(
    r"^Linux (?P<host>[\w.-]+) (?P<kernel>\d+\.\d+\.\d+[\w.+~-]*)(?: (?:x86_64|aarch64|GNU/Linux))*\s*$"
)
# The first line of sar, iostat and mpstat.
_SYSSTAT = compile_later(
    r"^Linux (?P<kernel>\d+\.\d+\S*) \((?P<host>[\w.-]+)\)\s+\S+\s+_\w+_\s+\((?P<count>\d+) CPU\)"
)
_UNAME_BSD = compile_later(
    r"^(?P<name>FreeBSD|Darwin|OpenBSD|NetBSD|SunOS) (?P<host>[\w.-]+) (?P<kernel>\d+\.\d[\w.-]*) "
)
_RELEASE = compile_later(r'^(?P<key>NAME|VERSION_ID|PRETTY_NAME|ID)="?(?P<value>[^"\n]{1,80})"?$')
_HOSTNAMECTL = compile_later(r"^\s*(?P<key>Operating System|Kernel|Static hostname): (?P<value>\S.{0,80})$")
_PVE = compile_later(
    r"^pve-manager/(?P<version>\S+) .*\(?running kernel: (?P<kernel>[\w.+-]+)\)?|^pve-manager/(?P<alone>\d[\w.-]+)/"
)
_LSB = compile_later(r"^(?P<key>Distributor ID|Release):\t(?P<value>\S.{0,60})$")
_MAC = compile_later(r"^(?P<key>ProductName|ProductVersion):\s+(?P<value>\S.{0,60})$")
# redhat-release and its like.
_RELEASE_LINE = compile_later(
    r"^(?P<name>[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+){0,4}) release (?P<version>\d{1,2}(?:\.\d{1,4}){0,3})"
    r"(?: \([\w ]+\))?\s*$"
)
_UNAME_R = compile_later(r"\buname -(?:r|[a-z]*r[a-z]*)\s*$")
_KERNEL_ALONE = compile_later(r"^\s*(?P<kernel>\d{1,2}\.\d{1,3}(?:\.\d{1,3})?(?:[-+~.][\w.+~-]*)?)\s*$")
_NAMES = {"FreeBSD": "FreeBSD", "Darwin": "macOS", "OpenBSD": "OpenBSD", "NetBSD": "NetBSD", "SunOS": "SunOS"}
_NAME_AND_VERSION = compile_later(r"(?P<name>[A-Za-z][\w /-]*?) (?P<version>\d[\w.]*)\b.*")


def read_operating_system(lines: Sequence[Line]) -> Iterator[Record]:
    """Read kernel, operating system and host name."""
    is_asked = False
    for line in lines:
        if is_asked and (alone := _KERNEL_ALONE.match(line.text)):
            yield Fact("kernel", alone["kernel"], line.number)
        is_asked = "uname" in line.text and _UNAME_R.search(line.text) is not None
        if ":" in line.text or "." in line.text:
            yield from _read_line(line)
    yield from _read_releases(lines)


def _read_line(line: Line) -> Iterator[Record]:
    text = line.text
    if uname := _UNAME.search(text) or _UNAME_SR.match(text):
        yield Fact("kernel", uname["kernel"], line.number)
        yield Fact("host", uname["host"], line.number)
    elif sysstat := _SYSSTAT.match(text):
        yield Fact("kernel", sysstat["kernel"], line.number)
        yield Fact("host", sysstat["host"], line.number)
        yield Fact("cpu.threads", sysstat["count"], line.number)
    elif bsd := _UNAME_BSD.match(text):
        yield Fact("kernel", bsd["kernel"], line.number)
        yield Fact("os.name", _NAMES[bsd["name"]], line.number)
        yield Fact("host", bsd["host"], line.number)
    elif pve := _PVE.match(text):
        yield Fact("os.name", "Proxmox VE", line.number)
        yield Fact("os.version", (pve["version"] or pve["alone"]).partition("/")[0], line.number)
        if pve["kernel"]:
            yield Fact("kernel", pve["kernel"], line.number)
    elif " release " in text and (release := _RELEASE_LINE.match(text)):
        yield Fact("os.name", release["name"], line.number)
        yield Fact("os.version", release["version"], line.number)
    elif control := _HOSTNAMECTL.match(text):
        yield from _read_hostnamectl(control["key"], control["value"].strip(), line.number)
    elif lsb := _LSB.match(text):
        yield Fact(
            "os.name" if lsb["key"] == "Distributor ID" else "os.version", lsb["value"].strip(), line.number
        )
    elif mac := _MAC.match(text):
        yield Fact(
            "os.name" if mac["key"] == "ProductName" else "os.version", mac["value"].strip(), line.number
        )


def _read_hostnamectl(key: str, value: str, line: int) -> Iterator[Record]:
    if key == "Static hostname":
        yield Fact("host", value, line)
    elif key == "Kernel" and value.startswith("Linux "):
        yield Fact("kernel", value.removeprefix("Linux ").split()[0], line)
    elif key == "Operating System" and (match := _NAME_AND_VERSION.fullmatch(value)):
        yield Fact("os.name", match["name"], line)
        yield Fact("os.version", match["version"], line)


def _read_releases(lines: Sequence[Line]) -> Iterator[Record]:
    """os-release: its keys stand in lines of their own. NAME and VERSION_ID count, as for the agent."""
    block: dict[str, tuple[str, int]] = {}
    last = 0
    for line in [*lines, Line(1 << 60, "")]:
        match = _RELEASE.match(line.text)
        if block and line.number - last > MAX_GAP:
            yield from _describe_release(block)
            block = {}
        if match:
            block.setdefault(match["key"], (match["value"], line.number))
            last = line.number
    yield from _describe_release(block)


MAX_GAP = 8
"""Lines of other keys of os-release that may stand between two of those that are read."""


def _describe_release(block: dict[str, tuple[str, int]]) -> Iterator[Record]:
    # One key alone may be anybody's variable.
    if len(block) < 2 and "PRETTY_NAME" not in block:
        return
    pretty = block.get("PRETTY_NAME")
    parts = _NAME_AND_VERSION.fullmatch(pretty[0]) if pretty else None
    name = block.get("NAME") or ((parts["name"], pretty[1]) if parts and pretty else None)
    version = block.get("VERSION_ID") or ((parts["version"], pretty[1]) if parts and pretty else None)
    if name:
        yield Fact("os.name", name[0], name[1])
    if version:
        yield Fact("os.version", version[0], version[1])


READER = Reader(
    "uname -a, -r, head of sar and iostat, os-release, redhat-release, hostnamectl, lsb_release, pveversion, sw_vers",
    ("gnu/linux", " smp ", " preempt", "x86_64 x86_64", "version_id", "pretty_name", "operating system:",
     "pve-manager/", "distributor id", "productversion", "freebsd ", "darwin ", " release ", "uname -", "linux "),
    read_operating_system,
    "kernel, os.name, os.version, host, cpu.threads",
)  # fmt: skip
