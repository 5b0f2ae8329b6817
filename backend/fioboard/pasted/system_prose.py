"""What people write of the system: its name, kernel, CPU and board, in sentences and in forms of bug trackers."""

import re
from collections.abc import Callable, Iterator

from fioboard.pasted.facts import Fact

_SYSTEMS = (
    "Ubuntu|Debian(?: GNU/Linux)?|Fedora|CentOS(?: Stream)?|RHEL|Red Hat Enterprise Linux|Rocky(?: Linux)?|AlmaLinux"
    "|openSUSE(?: Leap)?|SLES|Proxmox(?: VE)?|TrueNAS(?: SCALE| CORE)?|FreeBSD|Raspberry Pi OS|Linux Mint|macOS"
)  # fmt: skip
_SYSTEM = re.compile(
    rf"(?<![\w/-])(?P<name>{_SYSTEMS})\s(?:v|version\s)?(?P<version>\d{{1,4}}(?:\.\d{{1,4}}){{0,3}})(?![\w-]|\.\d)",
    re.IGNORECASE,
)
# Of Windows the version is a part of its name.
_WINDOWS = re.compile(
    r"(?<![\w/-])Windows (?:Server )?\d{1,4}(?:\.\d)?(?: R2)?"
    r"(?: (?:Pro(?:fessional)?|Enterprise|Home|Standard|Datacenter)\b)?(?![\w-])",
    re.IGNORECASE,
)
_NAME_ALONE = re.compile(rf"(?P<name>{_SYSTEMS})(?: Linux| OS)?(?: on \S+)?\.?", re.IGNORECASE)
_RELEASE = re.compile(
    r"(?<![\w.-])(?P<kernel>\d\.\d{1,2}\.\d{1,3}-\d[\w.]*(?:-(?:generic|pve|lowlatency|aws|azure|gcp|amd64|arm64|default|lts)"
    r"|\.(?:el|fc|amzn)\d\w*\.(?:x86_64|aarch64)))(?![\w-])"
)  # fmt: skip
_REVERSED = re.compile(
    r"\b(?:with|on|running|using)\s(?:an?\s|the\s|Linux\s)?(?P<kernel>\d\.\d{1,3}[\w.+-]*)\skernel\b"
)
_LINUX_VERSION = re.compile(r"^Linux version (?P<kernel>\d\.\d{1,3}[\w.+-]*) \(")
_CPU = re.compile(
    r"(?<![\w-])(?:(?:Intel|AMD)(?:\(R\))?\s)?(?:"
    r"EPYC\s\d{4}\w{0,3}|Ryzen\s(?:Threadripper\s)?(?:PRO\s)?(?:[3579]\s)?(?:PRO\s)?\d{4}\w{0,3}"
    r"|(?:Core\s)?i[3579]-\d{4,5}[A-Z]{0,2}|Xeon\s(?:(?:Gold|Silver|Platinum|Bronze)\s\d{4}\w{0,2}|E[357]-\d{4}\w?(?:\sv\d)?|W-\d{4}\w?)"
    r")(?![\w-])",
    re.IGNORECASE,
)  # fmt: skip
_FORM = re.compile(
    r"^\W{0,6}(?P<key>[A-Za-z][A-Za-z ()/-]{1,40}?)\W{0,3}\s*(?:\||:|=|\t)\s*\W{0,3}(?P<value>[\w(].{0,120}?)[\s*`|]*$"
)
_KERNEL_VALUE = re.compile(r"(?<![\w.-])(?P<kernel>\d\.\d{1,3}(?:\.\d{1,3})?[\w.+-]*)(?=$|[\s,;)])")
_BOARD = re.compile(
    r"(?:Supermicro|ASUS|ASRock(?: Rack)?|Gigabyte|MSI|Tyan)\s(?P<board>[\w -]{3,40}?)(?=\s\(|,|$)",
    re.IGNORECASE,
)


def read_system(sentence: str, line: int) -> Iterator[Fact]:
    """Give what a sentence states of the system."""
    small = sentence.lower()
    for words, read in SYSTEM_READERS:
        if any(word in small for word in words):
            yield from read(sentence, line)


def _read_systems(sentence: str, line: int) -> Iterator[Fact]:
    for match in _SYSTEM.finditer(sentence):
        yield Fact("os.name", match["name"], line, "prose")
        yield Fact("os.version", match["version"], line, "prose")


def _read_windows(sentence: str, line: int) -> Iterator[Fact]:
    for match in _WINDOWS.finditer(sentence):
        yield Fact("os.name", match[0], line, "prose")


def _read_releases(sentence: str, line: int) -> Iterator[Fact]:
    for pattern in (_RELEASE, _REVERSED, _LINUX_VERSION):
        for match in pattern.finditer(sentence):
            yield Fact("kernel", match["kernel"].rstrip(".,-"), line, "prose")


def _read_processors(sentence: str, line: int) -> Iterator[Fact]:
    for match in _CPU.finditer(sentence):
        yield Fact("cpu.model", match[0], line, "prose")


SYSTEM_READERS: tuple[tuple[tuple[str, ...], Callable[[str, int], Iterator[Fact]]], ...] = (
    (("ubuntu", "debian", "fedora", "centos", "rhel", "red hat", "rocky", "almalinux", "suse", "sles", "proxmox",
      "truenas", "freebsd", "raspberry", "linux mint", "macos"), _read_systems),
    (("windows ",), _read_windows),
    (("-generic", "-pve", "-lowlatency", "-aws", "-azure", "-gcp", "64", "-default", "-lts", "kernel", "linux version"),
     _read_releases),
    (("epyc", "ryzen", "xeon", "i3-", "i5-", "i7-", "i9-"), _read_processors),
)  # fmt: skip
"""The words of which one occurs in every sentence that a reader reads something from."""


def read_form(text: str, line: int) -> list[Fact]:
    """Read a line of a form, `Linux Kernel | 5.4.19` or `OS: Ubuntu 22.04`; empty where it is none that is known."""
    form = _FORM.match(text) if any(mark in text for mark in ":|=\t") else None
    if form is None:
        return []
    key = " ".join(form["key"].lower().split())
    read = next((read for pattern, read in _FIELDS if pattern.fullmatch(key)), None)
    return list(read(form["value"].strip(), line)) if read is not None else []


def _read_name(value: str, line: int) -> Iterator[Fact]:
    if re.match(_SYSTEMS, value, re.IGNORECASE):
        yield Fact("os.name", value, line, "prose")


def _read_version(value: str, line: int) -> Iterator[Fact]:
    if value[:1].isdigit():
        yield Fact("os.version", value, line, "prose")


def _read_kernel(value: str, line: int) -> Iterator[Fact]:
    releases = {match["kernel"].rstrip(".,-") for match in _KERNEL_VALUE.finditer(value)}
    if len(releases) == 1:
        yield Fact("kernel", releases.pop(), line, "prose")


def _read_os(value: str, line: int) -> Iterator[Fact]:
    facts = list(read_system(value, line))
    yield from facts
    alone = _NAME_ALONE.fullmatch(value)
    if not facts and alone:
        yield Fact("os.name", alone["name"], line, "prose")


def _read_cpu(value: str, line: int) -> Iterator[Fact]:
    models = {match[0] for match in _CPU.finditer(value)}
    if len(models) == 1:
        yield Fact("cpu.model", models.pop(), line, "prose")


def _read_board(value: str, line: int) -> Iterator[Fact]:
    match = _BOARD.match(value)
    if match is not None:
        yield Fact("board.product", match["board"].strip(), line, "prose")


_FIELDS: tuple[tuple[re.Pattern[str], Callable[[str, int], Iterator[Fact]]], ...] = (
    (re.compile(r"distribution name"), _read_name),
    (re.compile(r"distribution version"), _read_version),
    (re.compile(r"(?:linux )?kernel(?: version)?|linux-distro \(kernel version\)?"), _read_kernel),
    (re.compile(r"os|os type and version|operating system|distro|distribution|environment|host os"), _read_os),
    (re.compile(r"cpu|processor"), _read_cpu),
    (re.compile(r"(?:base ?board|mother ?board|mainboard|board)"), _read_board),
)  # fmt: skip
