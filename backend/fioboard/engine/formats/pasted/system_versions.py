"""Names and versions of operating systems in sentences."""

import re
from collections.abc import Iterator

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact
from fioboard.engine.formats.pasted.machine_names import SYSTEMS

_SYSTEM = compile_later(
    rf"(?<![\w/-])(?P<name>{SYSTEMS})(?:\s(?:v|version\s|release\s)?|(?=\d{{1,2}}(?:\.\d|\b)))"
    r"(?P<version>\d{1,4}(?:\.\d{1,4}){0,3}(?: SP\d)?)(?:-(?:RELEASE|STABLE|CURRENT|BETA)[\w-]*)?(?![\w-]|\.\d)",
    re.IGNORECASE,
)
_WITHOUT_VERSION = compile_later(
    rf"\b(?:on|under|runs?|running|using|with|installed|kernel of)\s(?:an?\s(?:fresh\s|new\s|clean\s)?"
    rf"|the\s)?(?P<name>(?i:{SYSTEMS}))(?![\w-])(?!\s(?:VE|Virtual|Server|Desktop|SCALE|CORE|Linux|Stream|Leap|Tumbleweed|Enterprise)\b)"
    r"(?!\s(?:(?:v|version\s|release\s)?\d(?!\d?-?\s?bit)|based|guests?\b|VMs?\b|hosts?\b))"
)
# "A fresh Ubuntu server", "SmartOS with its defaults".
_MACHINE_OF = compile_later(
    rf"(?:\b(?:\d|two|three|four|several|an?|my|our|this|the|fresh|new|clean|vanilla|stock)\s(?:\w+\s)?(?P<name>(?i:{SYSTEMS}))"
    r"\s(?:server|machine|box|host|install(?:ation|ed)?|system|node|cluster|workstation|laptop|desktop)s?\b"
    rf"|^(?P<first>{SYSTEMS})\s(?:with|on)\b)"
)
# "ubuntu-22.04.3-live-server-amd64.iso"
_IMAGE = compile_later(
    r"(?<![\w/-])(?P<name>ubuntu|debian|rhel|centos|rocky|almalinux|fedora|proxmox-ve|truenas|freebsd)[-_]v?(?P<version>\d{1,2}(?:\.\d{1,2}){0,2})"
    r"[\w.-]{0,50}\.(?:iso|img|qcow2|raw)(?:\.xz)?\b",
    re.IGNORECASE,
)
# Of Windows the version is a part of its name.
_WINDOWS = compile_later(
    r"(?<![\w/-])Windows (?:Server )?\d{1,4}(?:\.\d)?(?: R2)?"
    r"(?: (?:Pro(?:fessional)?|Enterprise|Home|Standard|Datacenter)\b)?(?![\w-])",
    re.IGNORECASE,
)
_WINDOWS_IN_SHORT = compile_later(
    r"(?<![\w/-])(?:[Ww]in|WIN|Win )(?:7|8(?:\.1)?|10|11|20(?:08|12|16|19|22|25)(?: ?[Rr]2)?)(?![\w-]|\.\d|\s?%)"
)
# A name that stands by itself: in a title, or as what something runs in.
_ALONE = compile_later(rf"(?<![\w/.@-])(?:{SYSTEMS}|(?<=\bon )[Ww]indows)(?![\w/@-]|\.\w|\s\d)")
_NO_SYSTEM = compile_later(
    r"\b(?:based|images?|container|docker|pods?|wiki|forums?|community|mailing|bugs?|driver|packag\w+|repo\w*|iso|issues?"
    r"|upstream|official|support\w*|works? (?:on|for)|users?|like|(?:re)?install)\b",
    re.IGNORECASE,
)
_CODE_NAMES = (
    "jessie", "stretch", "buster", "bullseye", "bookworm", "trixie", "xenial", "bionic", "focal", "jammy", "noble",
    "rawhide",
)  # fmt: skip
# "Raspbian Buster"
_CODE_NAMED = compile_later(
    rf"(?<![\w/-])(?P<name>{SYSTEMS})\s\(?(?P<version>{'|'.join(_CODE_NAMES)})\b(?!\)?\s\(?\d)",
    re.IGNORECASE,
)
_MAC_NAMES = compile_later(
    r"(?<![\w-])(?:macOS |OS X )?(?:High Sierra|Sierra|Mojave|Catalina|Big Sur|Monterey|Ventura|Sonoma|Sequoia"
    r"|El Capitan|Yosemite)"
    r"\s\(?(?P<version>1\d(?:\.\d{1,2}){1,2})(?![\w.])"
)
_MAC_ALONE = compile_later(
    r"\b(?:under|on|running|macOS|OS X)\s(?:High Sierra|Sierra|Mojave|Catalina|Big Sur|Monterey|Ventura|Sonoma"
    r"|Sequoia|El Capitan"
    r"|Yosemite)(?!\s\(?1\d\.)(?![\w-])"
)
# Who names a rolling distribution with three numbers means its kernel.
_ROLLING = compile_later(
    r"(?<![\w/-])(?P<name>Arch(?: Linux)?|Manjaro|Gentoo|Void(?: Linux)?|EndeavourOS)(?: with|,"
    r"|:)?\s\(?(?P<kernel>[3-7]\.\d{1,2}\.\d{1,3}[\w.-]*)"
)

# What each of these is read by occurs in few sentences.
_IMAGES = (".iso", ".img", ".qcow2", ".raw")
_ROLLED = ("arch", "manjaro", "gentoo", "void", "endeavour")


def read_systems(sentence: str, line: int) -> Iterator[Fact]:
    end = 0
    for match in _SYSTEM.finditer(sentence):
        # "Oracle Linux 8 (RHEL 8)": what it is made from.
        is_base = 0 < end == match.start() - 2 and sentence[end : match.start()] == " ("
        end = match.end()
        if is_base:
            continue
        yield Fact("os.name", match["name"], line, "prose")
        yield Fact("os.version", match["version"], line, "prose")
    for match in _WITHOUT_VERSION.finditer(sentence):
        yield Fact("os.name", match["name"], line, "prose")
    for match in _MACHINE_OF.finditer(sentence):
        yield Fact("os.name", match["name"] or match["first"], line, "prose")
    small = sentence.lower()
    for match in _IMAGE.finditer(sentence) if any(map(small.__contains__, _IMAGES)) else ():
        yield Fact("os.name", match["name"], line, "prose")
        yield Fact("os.version", match["version"], line, "prose")
    for match in _CODE_NAMED.finditer(sentence) if any(map(small.__contains__, _CODE_NAMES)) else ():
        yield Fact("os.name", match["name"], line, "prose")
        yield Fact("os.version", match["version"], line, "prose")
    for match in _ROLLING.finditer(sentence) if any(map(small.__contains__, _ROLLED)) else ():
        yield Fact("os.name", match["name"], line, "prose")
        yield Fact("kernel", match["kernel"].rstrip(".,-"), line, "prose")


def find_lone_systems(sentence: str) -> set[str]:
    """Give the names of systems in a sentence, whatever it says of them."""
    return set() if _NO_SYSTEM.search(sentence) else {match[0] for match in _ALONE.finditer(sentence)}


def read_macs(sentence: str, line: int) -> Iterator[Fact]:
    for match in _MAC_NAMES.finditer(sentence):
        yield Fact("os.name", "macOS", line, "prose")
        yield Fact("os.version", match["version"], line, "prose")
    for _ in _MAC_ALONE.finditer(sentence):
        yield Fact("os.name", "macOS", line, "prose")


def read_windows(sentence: str, line: int) -> Iterator[Fact]:
    for match in (*_WINDOWS.finditer(sentence), *_WINDOWS_IN_SHORT.finditer(sentence)):
        yield Fact("os.name", match[0], line, "prose")
