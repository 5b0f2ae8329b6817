"""What people write of the system: its name, kernel, CPU and board, in sentences and in forms of bug trackers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact
from fioboard.engine.formats.pasted.machine_names import BOARD, CPU, PRODUCT, SYSTEMS
from fioboard.engine.formats.pasted.system_versions import read_macs, read_systems, read_windows

_NAME_ALONE = compile_later(
    rf"(?:(?:GNU/)?Linux )?(?P<name>{SYSTEMS})(?: Linux| OS)?(?: on \S+| [A-Z][a-z]{{3,9}})?\.?",
    re.IGNORECASE,
)
_RELEASE = compile_later(
    r"(?<![\w.-])(?P<kernel>\d\.\d{1,2}\.\d{1,3}-\d[\w.]*(?:-(?:generic|pve|lowlatency|aws|azure|gcp|amd64|arm64|default|lts"
    r"|oracle|raspi|server|cloud|gke|oem|hwe|kvm)"
    r"|\.(?:el|fc|amzn)\d\w*\.(?:x86_64|aarch64)))(?![\w-])"
)  # fmt: skip
_REVERSED = compile_later(
    r"(?<![\w.-])v?(?P<kernel>\d\.\d{1,3}(?:\.\d{1,3})?(?:-[\w.+-]+"
    r"|\+)?)\s(?:and (?P<second>\d\.\d{1,3}(?:\.\d{1,3})?)\s)?"
    r"(?:(?:Linux|LTS|stock|vanilla|mainline|upstream|generic|HWE|Ubuntu|Debian|PVE|Proxmox|UEK|ktest|custom)\s)?kernels?\b",
    re.IGNORECASE,
)
_LINUX_VERSION = compile_later(
    r"^Linux version (?P<kernel>\d\.\d{1,3}[\w.+-]*) \("
    # What Python's platform() says.
    r"|\bLinux-(?P<platform>\d\.\d{1,3}\.\d{1,3}[\w.+-]*?)-(?:x86_64|aarch64)-with-"
)
_FORM = compile_later(
    r"^\W{0,6}(?P<key>[A-Za-z][A-Za-z ()/-]{1,40}?)\W{0,3}\s*(?:\||:|=|\t|-\s)\s*"
    r"\W{0,3}(?P<value>[\w(].{0,120}?)[\s*`|]*$"
)
_KERNEL_VALUE = compile_later(r"(?<![\w.-])v?(?P<kernel>\d\.\d{1,3}(?:\.\d{1,3})?[\w.+-]*)(?=$|[\s,;)])")
_KERNEL_BEHIND = compile_later(
    r"\b(?:kernel|with|Linux):?\s(?P<kernel>\d\.\d{1,3}\.\d{1,3}[\w.+-]*)", re.IGNORECASE
)


# The value of a form: a name that a number is a part of, with or without its maker, and a remark behind it.
_ONE_BOARD = compile_later(
    r"(?:(?:Supermicro|ASUS|ASRock(?: Rack)?|Gigabyte|MSI"
    r"|Tyan)\s)?(?P<board>(?=[^(,;]*\d)[A-Z][\w.+ /-]{2,40}?)(?:\s?[(,;].*)?",
    re.IGNORECASE,
)
_ONE_PRODUCT = compile_later(
    r"(?P<name>(?:Acer|Asus|Dell|HPE?|Lenovo|Fujitsu|Cisco|Huawei|Inspur|Supermicro|Clevo|Medion|Quanta"
    r"|Hewlett-Packard|NEC|Intel NUC|NovaCustom|Slimbook|Schenker"
    r"|Minisforum|Beelink)\s(?=[^(,;]*\d)[\w.+-]+(?:\s[\w.+-]+){0,4})(?:\s?[(,;].*)?",
    re.IGNORECASE,
)


def read_system(sentence: str, line: int) -> Iterator[Fact]:
    """Give what a sentence states of the system."""
    small = sentence.lower()
    for words, read in SYSTEM_READERS:
        if any(word in small for word in words):
            yield from read(sentence, line)


def _read_boards(sentence: str, line: int) -> Iterator[Fact]:
    for match in BOARD.finditer(PRODUCT.sub(" ", sentence) if "Zephyrus" in sentence else sentence):
        name = next(filter(None, match.groupdict().values()))
        yield Fact("board.product", name, line, "prose")
    for match in _BOARD_BEHIND.finditer(sentence):
        yield Fact("board.product", match["board"], line, "prose")


def _read_releases(sentence: str, line: int) -> Iterator[Fact]:
    for pattern in (_RELEASE, _REVERSED, _LINUX_VERSION):
        for match in pattern.finditer(sentence):
            release = match["kernel"] or match["platform"]
            yield Fact("kernel", release.rstrip(".,-"), line, "prose")
            if second := match.groupdict().get("second"):
                yield Fact("kernel", second, line, "prose")


def _read_processors(sentence: str, line: int) -> Iterator[Fact]:
    for match in CPU.finditer(sentence):
        yield Fact("cpu.model", match[0], line, "prose")
        count = _SOCKETS.search(sentence[: match.start()])
        if count is not None:
            number = "2" if count["count"].lower() in {"dual", "two"} else count["count"]
            yield Fact("cpu.sockets", number, line, "prose")


def _read_products(sentence: str, line: int) -> Iterator[Fact]:
    for match in PRODUCT.finditer(sentence):
        if _ANOTHERS.search(sentence, 0, match.start()):
            continue
        name = re.sub(r"(?i)^(supermicro) servers? ", r"\1 ", match[0])
        yield Fact("system.product", name, line, "prose")


# "a backup target for my MacBook"
_ANOTHERS = compile_later(r"\b(?:for|from|to) (?:my|our|the) $", re.IGNORECASE)


def _read_virtual(sentence: str, line: int) -> Iterator[Fact]:
    match = _VIRTUAL.search(sentence)
    if match is not None:
        name = (match["before"] or match["behind"]).lower()
        yield Fact("virtualized", _HYPERVISORS.get(name, name), line, "prose")


_BOARD_BEHIND = compile_later(
    r"\b(?:an?|with|the|my)\s(?:[A-Z][A-Za-z]{2,9}\s)?(?P<board>(?=[\w-]*\d)[A-Z][\w-]{3,14})\s(?:mother|main)?board\b"
)
_SOCKETS = compile_later(
    r"(?<![\w.])(?P<count>[1248]|dual|two)\s?(?:[x×*]\s?|of\s)?(?:socket\s)?$", re.IGNORECASE
)
_VIRTUAL = compile_later(
    r"\b(?:VM|virtual machine|guest)\s(?:\w+\s)?(?:with|on|under|in|of)\s(?P<behind>KVM|VMware|Hyper-V|Xen)\b"
    r"|\b(?P<before>KVM|VMware|Hyper-V|Xen)\s(?:VM|virtual machine|guest)\b",
    re.IGNORECASE,
)
_HYPERVISORS = {"vmware": "vmware", "kvm": "kvm", "hyper-v": "hyper-v", "xen": "xen"}
SYSTEM_READERS: tuple[tuple[tuple[str, ...], Callable[[str, int], Iterator[Fact]]], ...] = (
    (("ubuntu", "debian", "fedora", "centos", "rhel", "red hat", "rocky", "almalinux", "suse", "sles", "proxmox",
      "nas", "bsd", "raspb", " mint", "macos", "mac os", "os x", "oracle", "amazon", "scientific", "gentoo", "arch",
      "manjaro", "kali", "nixos", "alpine", "armbian", "euler", "unraid", "openmedia", "xcp", "xenserver", "esxi",
      "talos", "pve",
      "coreos", "flatcar", "endeavour", "void", "slackware", "zorin", "anolis",
      "redhat", "rpi os", "elec", "openwrt", "dietpi", "omnios", "smartos", "pop!", "qubes", "dsm"), read_systems),
    (("sierra", "mojave", "catalina", "big sur", "monterey", "ventura", "sonoma", "sequoia", "capitan", "yosemite"),
     read_macs),
    (("board", "asus", "asrock", "abit", "gigabyte", "msi", "supermicro", "x7", "x8", "x9", "x1", "h1", "m1",
      "a1", "a2", "tyan", "biostar", "intel", "70d4", "50d4", "romed", "epycd", "genoad", "e3c2", "c2750",
      "c2550", "ga-",
      "rog ", "tuf ", "proart", "crosshair"), _read_boards),
    (("windows ", "win7", "win8", "win1", "win2", "win 1"), read_windows),
    (("-generic", "-pve", "-lowlatency", "-aws", "-azure", "-gcp", "64", "-default", "-lts", "-oracle",
    "-raspi", "-server", "-cloud", "-oem", "-kvm", "kernel", "linux version", "linux-"),
     _read_releases),
    (("epyc", "ryzen", "threadripper", "xeon", "i3", "i5", "i7", "i9", "e3-", "e5-", "e7-", "celeron", "atom ",
      "pentium", "core ", "k6-", "amd ", "fx-", "phenom", "athlon", "opteron", "sempron", "duron", "turion", "intel",
        "apple m", "m1 ", "m2 ", "m3 ", "m4 ", "ampere", "hygon", "kunpeng", "e5 ", "rk3", "gold ", "silver ",
        "platinum ", "bronze ", "graviton",
      "cortex", "bcm2", "thunderx", "neoverse", "power", "0x", "j1", "j3", "j4", "j5", "j6", "n3", "n4", "n5", "n6",
      "x55", "x56", "l55", "l56", "e-2", "amlogic", "allwinner", "tr ", "a10-", "a8-", "a6-", "a4-", "genoa",
      "milan", "rome",
      "naples", "turin", "bergamo"),
      _read_processors),
    (("dell", "poweredge", "xps ", "supermicro", "sys-", "as-", "ds1", "ds9", "ds2", "ds4", "ds7", "rs",
      "thinkpad", "elitebook", "elitedesk", "prodesk", "zbook",
      "think", "nuc", "macbook", "mac ", "probook", "pavilion", "hp", "proliant", "raspberry",
      "standard", "rock", "orange", "synology", "qnap", "large",
      "metal", ".small", ".medium", ".micro", ".nano", "r6", "r7", "r5", "ucs ", "cisco", "fujitsu",
      "primergy", "huawei",
      "inspur", "sun ", "pi ", "odroid", "nanopi", "khadas", "jetson", "pi4", "pi5", "nanopc", "visionfive",
      "zima", "beelink",
      "minisforum", "gmktec",
      "asustor", "terramaster", "acer ", "zenbook", "vivobook", "zephyrus", "framework", "deck", "system76",
      "tuxedo", "surface",
      "optiplex", "imac", "lenovo", "-highmem", "-highcpu", "hetzner"), _read_products),
    (("kvm", "vmware", "hyper-v", "xen"), _read_virtual),
)  # fmt: skip
"""The words of which one occurs in every sentence that a reader reads something from."""


# Releases that go by a name.
_CODE_NAME = compile_later(
    r"(?:sid|unstable|testing|stable|rolling|rawhide|tumbleweed|edge|current|bullseye|bookworm|trixie|buster|stretch|jammy|focal"
    r"|bionic|noble|xenial)(?:[/ -]\w{2,12})?",
    re.IGNORECASE,
)
_RELEASE_VALUE = compile_later(r"(?:v|version )?(?P<version>\d{1,4}(?:\.\d{1,3}){0,2})(?=$|\s\()")
_HOST = compile_later(r"(?P<name>[a-z][\w.-]{1,40})(?:\s\((?P<rest>[^()]{3,80})\))?")
_NO_HOSTS = frozenset(
    ["localhost", "linux", "windows", "macos", "none", "yes", "no", "host", "server", "bare", "vm"]
)
_MEMORY = compile_later(r"(?P<size>\d{1,4})\s?Gi?B?\b(?!\s?[x×*])", re.IGNORECASE)
# "16 x Hynix 32GB (1X32GB)": what one module is made of tells nothing.
_MODULES = compile_later(
    r"(?<![\w.])(\(?)(\d{1,2})\s?[x×*]\s?(?:[a-z]\w{2,12}\s){0,2}(\d{1,3})\s?Gi?B?\b", re.IGNORECASE
)
_TOTAL = compile_later(r"\btotal\W{0,3}(?:of\s)?(?P<size>\d{1,4})\s?Gi?B?\b", re.IGNORECASE)
_SPEED = compile_later(
    r"(?<![\w.])(?P<speed>1|2\.5|5|10|20|25|40|50|56|100|200|400)\s?G(?:bE|b(?:it)?(?:ps|/s)?|igE|igabit)?\b(?!i?B)",
    re.IGNORECASE,
)
_BIOS = compile_later(r"(?:[vV]er(?:sion)? ?|[vV])?(?P<version>(?=[A-Z.]*\d)[\w.]{2,20})")
_SEPARATOR = compile_later(r"\s+[/|;]\s+|;\s+")


def read_form(text: str, line: int) -> list[Fact]:
    """Read a line of a form, `Linux Kernel | 5.4.19` or `OS: Ubuntu 22.04`; empty where it is none that is known."""
    form = (
        _FORM.match(text)
        if ":" in text or "|" in text or "=" in text or "\t" in text or "- " in text
        else None
    )
    if form is None:
        return []
    parts = _SEPARATOR.split(text) if text.count(":") > 1 else []
    if len(parts) > 1 and all(":" in part for part in parts):
        return [fact for part in parts for fact in read_form(part, line)]
    key = " ".join(form["key"].lower().split())
    if _NAME_ALONE.fullmatch(key) and (version := _RELEASE_VALUE.match(form["value"])):
        return [
            Fact("os.name", re.sub(r"(?i)\s(?:version|release)$", "", form["key"].strip()), line, "prose"),
            Fact("os.version", version["version"], line, "prose"),
        ]
    read = next((read for pattern, read in _FIELDS if pattern.fullmatch(key)), None)
    return list(read(form["value"].strip(), line)) if read is not None else []


def _read_name(value: str, line: int) -> Iterator[Fact]:
    if re.match(SYSTEMS, value, re.IGNORECASE):
        yield Fact("os.name", value, line, "prose")


def _read_version(value: str, line: int) -> Iterator[Fact]:
    if value[:1].isdigit() or _CODE_NAME.fullmatch(value):
        yield Fact("os.version", value, line, "prose")


def _read_kernel(value: str, line: int) -> Iterator[Fact]:
    releases = {match["kernel"].rstrip(".,-") for match in _KERNEL_VALUE.finditer(value)}
    for release in sorted(releases):
        fact = Fact("kernel", release, line, "prose")
        # Of several none is said to be that of a run.
        yield fact if len(releases) == 1 else replace(fact, device=NO_RUN, is_listed=True)


def _read_os(value: str, line: int) -> Iterator[Fact]:
    kernel = _KERNEL_BEHIND.search(value)
    facts = list(read_system(value, line))
    if kernel is not None and not any(fact.key == "kernel" for fact in facts):
        facts.append(Fact("kernel", kernel["kernel"].rstrip(".,-"), line, "prose"))
    yield from facts
    alone = _NAME_ALONE.fullmatch(re.split(r"[,;(]", value)[0].strip())
    if alone and not any(fact.key == "os.name" for fact in facts):
        yield Fact("os.name", alone["name"], line, "prose")


def _read_environment(value: str, line: int) -> Iterator[Fact]:
    # A sentence is read as one.
    if value.count(" ") < MIN_WORDS:
        yield from _read_os(value, line)


def _read_distro(value: str, line: int) -> Iterator[Fact]:
    facts = list(_read_os(value, line))
    yield from facts
    if not any(fact.key == "kernel" for fact in facts):
        yield from _read_kernel(value, line)


def _read_bios(value: str, line: int) -> Iterator[Fact]:
    version = _BIOS.fullmatch(value)
    if version is not None:
        yield Fact("bios.version", version["version"], line, "prose")


def _read_network(value: str, line: int) -> Iterator[Fact]:
    speeds = {match["speed"] for match in _SPEED.finditer(value)}
    if len(speeds) == 1:
        yield Fact("network.speed", str(round(float(speeds.pop()) * 1000)), line, "prose", "Mb/s")


def _read_cpu(value: str, line: int) -> Iterator[Fact]:
    facts = list(_read_processors(value, line))
    if len({fact.value for fact in facts if fact.key == "cpu.model"}) == 1:
        yield from facts


def _read_memory(value: str, line: int) -> Iterator[Fact]:
    modules = _MODULES.findall(value)
    total = _TOTAL.search(value)
    if (size := total or _MEMORY.match(value)) is not None:
        yield Fact("memory.total", str(int(size["size"]) << 30), line, "prose", "bytes")
    elif modules:
        # In brackets behind it stands what one of them is made of.
        outside = [one for one in modules if not one[0]]
        fitted = sum(int(count) * int(each) for _, count, each in outside or modules)
        yield Fact("memory.total", str(fitted << 30), line, "prose", "bytes")


def _read_product(value: str, line: int) -> Iterator[Fact]:
    host = _HOST.fullmatch(value)
    if PRODUCT.fullmatch(value):
        yield Fact("system.product", value, line, "prose")
    elif (product := _ONE_PRODUCT.fullmatch(value)) and not CPU.search(value) and not BOARD.search(value):
        yield Fact("system.product", product["name"], line, "prose")
    elif re.match(SYSTEMS, value, re.IGNORECASE):
        yield from _read_environment(value, line)
    elif host is not None and host["name"] not in _NO_HOSTS and not CPU.match(value):
        yield Fact("host", host["name"], line, "prose")
        yield from read_system(host["rest"] or "", line)


def _read_machine(value: str, line: int) -> Iterator[Fact]:
    product = PRODUCT.fullmatch(value) or _ONE_PRODUCT.fullmatch(value)
    # A list of parts is read as a sentence.
    if product is not None and "," not in value:
        yield Fact(
            "system.product",
            product["name"] if "name" in product.re.groupindex else product[0],
            line,
            "prose",
        )


def _read_firmware(value: str, line: int) -> Iterator[Fact]:
    if re.fullmatch(r"(?=\w*\d)[A-Z0-9.]{3,12}", value):
        yield Fact("drive.firmware", value, line, "prose")


def _read_device(value: str, line: int) -> Iterator[Fact]:
    # It may be the drive.
    if PRODUCT.fullmatch(value):
        yield Fact("system.product", value, line, "prose")


def _read_board(value: str, line: int) -> Iterator[Fact]:
    match = _ONE_BOARD.fullmatch(value)
    if match is not None:
        yield Fact("board.product", match["board"].strip(), line, "prose")


MIN_WORDS = 5
"""With so many words the value of a form is a sentence."""
_FIELDS: tuple[tuple[re.Pattern[str], Callable[[str, int], Iterator[Fact]]], ...] = (
    (compile_later(r"distribution name"), _read_name),
    (compile_later(r"distribution version"), _read_version),
    (compile_later(r"(?:(?:linux|host|node|server|guest) )?kernel(?: version| release)?"), _read_kernel),
    (compile_later(r"(?:(?:host|guest|node|server) )?(?:os|operating system|distr?o|distribution)(?: name| version)?"
                r"|os type and version|platform|linux(?: (?:distribution|distro))?"), _read_os),
    (
        compile_later(r"(?:ssd|nvme|hdd|drive|disk) (?:firmware|fw)(?: (?:version|revision))?"),
        _read_firmware,
    ),
    (compile_later(r"device(?: ?\(s\)|s)?"), _read_device),
    (compile_later(r"environment"), _read_environment),
    (compile_later(r"linux-distro \(kernel version\)?"), _read_distro),
    (compile_later(r"cpus?|processors?|cpu model|proc"), _read_cpu),
    (compile_later(r"ram|memory|main memory|arbeitsspeicher"), _read_memory),
    (compile_later(r"(?:bios|uefi)(?: version)?"), _read_bios),
    (compile_later(r"network(?: \w+){0,3}|nics?|ethernet|lan|interconnect"), _read_network),
    (compile_later(r"(?:test )?(?:systems?|servers?|machines?)(?: model)?|host ?(?:name)?|hardware"), _read_product),
    (compile_later(r"(?:laptop|notebook|desktop|computer|pc|nas|sbc|node|chassis)s?(?: model"
        r"| name)?(?: is an?)?"), _read_machine),
    (compile_later(r"(?:base ?board|mother ?board|main ?board|board|mobo|mb)"), _read_board),
)  # fmt: skip
