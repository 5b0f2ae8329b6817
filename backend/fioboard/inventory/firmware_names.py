"""Vendors' names of firmware settings → vendor-neutral keys, and their words → one set of values.

Names as seen in Redfish documents, vendor dumps and firmware-attributes of Dell, HPE, Cray, Supermicro, Gigabyte, Intel
and Lenovo. An attribute that is not listed is kept raw and has no neutral key.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

Value = str | int | None
Decoder = Callable[[str], Value]
_COUNTS = {"zero": 0, "one": 1, "two": 2, "four": 4, "eight": 8}


def _key(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def on_off(word: str) -> Value:
    """on, off, auto; None for words that are neither."""
    plain = _key(word)
    if plain.startswith("auto"):
        return "auto"
    if plain in {"enabled", "enable", "on", "yes", "true", "forceenabled", "forced", "allenabled"}:
        return "on"
    return (
        "off"
        if plain in {"disabled", "disable", "off", "no", "false", "forcedisabled", "alldisabled"}
        else None
    )


def nodes_per_socket(word: str) -> Value:
    """0, 1, 2, 4, 8 or auto."""
    plain = _key(word)
    if plain.startswith("auto"):
        return "auto"
    match = re.search(r"(?:nps|snc)?([01248])(?:way|clusters?|nodes?)?$", plain)
    if match:
        return int(match[1])
    for name, count in _COUNTS.items():
        if plain.startswith(name):
            return count
    return None


def sub_numa(word: str) -> Value:
    """Nodes per socket by sub-NUMA clustering: off is one; on alone does not say how many."""
    return 1 if on_off(word) == "off" else nodes_per_socket(word)


def c_states(word: str) -> Value:
    """on, off, auto, or the deepest one allowed, e.g. c6."""
    plain = _key(word)
    if plain in {"nocstates", "c0", "c0c1state"}:
        return "off"
    match = re.fullmatch(r"c([1-9])e?(?:retention|nonretention|state)?", plain)
    return f"c{match[1]}" if match else on_off(word)


def determinism(word: str) -> Value:
    """power, performance or auto."""
    plain = _key(word)
    kinds = {"auto": "auto", "power": "power", "perf": "performance"}
    return next((kind for start, kind in kinds.items() if plain.startswith(start)), None)


def as_written(word: str) -> Value:
    """The vendor's word."""
    return word or None


def fixed_or_auto(word: str) -> Value:
    """auto, or fixed to one state."""
    plain = _key(word)
    if plain in {"auto", "normal"}:
        return "auto"
    return "fixed" if re.fullmatch(r"p[0-3]|enabled|1", plain) else None


def payload(word: str) -> Value:
    """Bytes per packet, or auto."""
    plain = _key(word)
    match = re.fullmatch(r"(128|256|512|1024|2048|4096)(?:b|bytes)?", plain)
    return int(match[1]) if match else "auto" if plain == "auto" else None


def aspm(word: str) -> Value:
    """off, l0s, l1 or auto."""
    plain = _key(word)
    for kind in ("auto", "l0sl1", "l1", "l0s"):
        if plain in {kind, f"{kind}only", f"{kind}enabled"}:
            return kind
    return {"on": "l1", "off": "off"}.get(str(on_off(word)))


def preferred_io(word: str) -> Value:
    """off, bus or enhanced."""
    plain = _key(word)
    known = {"bus": "bus", "manual": "bus", "enhanced": "enhanced"}
    return known.get(plain) or ("off" if on_off(word) in {"off", "auto"} else None)


def bifurcation(word: str) -> Value:
    """x16, x8x8, x4x4x4x4, auto."""
    plain = _key(word)
    lanes = re.findall(r"x(1?\d)", plain)
    return "".join(f"x{n}" for n in lanes) if lanes else "auto" if plain.startswith("auto") else None


def max_speed(word: str) -> Value:
    """gen1 to gen6, or auto."""
    match = re.search(
        r"gen(?:eration)?([1-6])|^(2\.5|5|8|16|32|64)(?:\.0)?\s*gt", word.lower().replace(" ", "")
    )
    if match:
        rates = {"2.5": 1, "5": 2, "8": 3, "16": 4, "32": 5, "64": 6}
        return f"gen{match[1] or rates[match[2]]}"
    return "auto" if _key(word).startswith("auto") else None


@dataclass(frozen=True, slots=True)
class Name:
    """One neutral key: its title, how its vendors' names look (lower case, letters and digits only), its values."""

    key: str
    title: str
    pattern: str
    decode: Decoder
    is_indexed: bool = False
    """One setting per slot or part: the pattern's group tells which."""


NAMES: tuple[Name, ...] = (
    Name("numa.nodes_per_socket", "NUMA nodes per socket",
         r"numanodespersocket|numamemorydomainspersocket|numa", nodes_per_socket),
    Name("numa.nodes_per_socket", "NUMA nodes per socket",
         r"snc|sncen|subnumaclustering|subnumacluster", sub_numa),
    Name("numa.llc_as_node", "L3 cache as NUMA node",
         r"ccxasnumadomain|lastlevelcacheasnumanode|acpisratl3cacheasnumadomain", on_off),
    Name("cpu.smt", "SMT", r"logicalproc|procsmt|prochyperthreading|hyperthreading(?:all)?|smtcontrol|smtmode"
         r"|processorhyperthreadingdisable|intelhyperthreadingtechnology", on_off),
    Name("cpu.boost", "Boost", r"procturbomode|procamdboost|turbomode|coreperformanceboost|procturbo", on_off),
    Name("cpu.c_states", "C-states", r"proccstates|minprocidlepower|packagecstate|cpuc6report|cstatesctrl"
         r"|globalcstatecontrol", c_states),
    Name("cpu.determinism", "Determinism", r"determinismslider|performancedeterminism|determinismcontrol", determinism),
    Name("power.profile", "Power profile", r"sysprofile|workloadprofile|powerregulator|powertechnology", as_written),
    Name("fabric.c_states", "Fabric C-states", r"datafabriccstateenable|dfcstates(?:control)?", on_off),
    Name("fabric.pstate", "Fabric P-state", r"infinityfabricpstate|apbdis", fixed_or_auto),
    Name("iommu", "IOMMU", r"procamdiovt|vtdsupport|vtfordirectio|intelvtfordirectedio.*|iommu", on_off),
    Name("pcie.aspm", "PCIe ASPM", r"pcieaspml1|pcieglobalaspm|pcieaspm|aspmsupport", aspm),
    Name("pcie.aspm", "PCIe ASPM", r"pcislot(\d+)aspm", aspm, True),
    Name("pcie.bifurcation", "Bifurcation",
         r"slot(\d+)bif(?:urcation)?|pcislot(\d+)bifurcation|(iou\d.*br\d)|(configiou\d.*)", bifurcation, True),
    Name("pcie.max_speed", "PCIe speed", r"pcislot(\d+)linkspeed|slot(\d+)linkspeed", max_speed, True),
    Name("pcie.max_speed", "PCIe speed", r"maxpciespeed|pcielinkspeed|linkspeed", max_speed),
    Name("pcie.max_payload", "PCIe payload", r"pcieportmaxpayloadsize|pciemaxpayloadsize|maxpayloadsize", payload),
    Name("pcie.relaxed_ordering", "Relaxed ordering", r"relaxedordering|cbrelaxedordering|pcierelaxedordering", on_off),
    Name("pcie.ten_bit_tag", "10-bit tags", r"pcietenbittag(?:support)?|pcie10bittag(?:support)?", on_off),
    Name("pcie.preferred_io", "Preferred I/O", r"pciepreferrediobus|preferrediobusenable|preferredio", preferred_io),
    Name("pcie.preferred_io", "Preferred I/O", r"pcieenhancedpreferredio|enhancedpreferrediobusenable",
         lambda word: "enhanced" if on_off(word) == "on" else None),
    Name("pcie.lclk_dpm", "Fabric clock of an I/O hub", r"nbio(\d)lclkdpmlevel", as_written, True),
    Name("pcie.acs", "ACS", r"accesscontrolservice|acscontrol|acsenable|pcieacs", on_off),
    Name("pcie.sriov", "SR-IOV", r"sriovglobalenable|sriov|sriovenable|sriovsupport", on_off),
    Name("pcie.above_4g", "Above 4G decoding", r"above4gdecoding|abovefourgdecoding", on_off),
    Name("pcie.rebar", "Resizable BAR", r"resizablebar|rebar(?:support)?|resizebarsupport", on_off),
    Name("storage.vmd", "VMD", r"(.*)vmd|vmdportenable(.*)|enablevmd(.*)", on_off, True),
    Name("storage.nvme_raid", "NVMe RAID", r"nvmeraid", on_off),
    Name("storage.nvme_raid", "NVMe RAID", r"nvmemode",
         lambda word: {"raid": "on", "nonraid": "off"}.get(_key(word))),
    Name("cpu.x2apic", "x2APIC", r"procx2apic|x2apic(?:mode)?|localapicmode", on_off),
)  # fmt: skip
TITLES = {name.key: name.title for name in NAMES}


@lru_cache(maxsize=8192)  # the same thousand names come with every upload of a host
def find(attribute: str) -> tuple[Name, str | None] | None:
    """The neutral name of an attribute, and which slot or part it is for; None when it has none.

    Menu paths before the name (`A|B|SMT Control`), copies (`…_inst_2`) and order numbers behind it do not count.
    """
    last = re.split(r"[|/>\\]", attribute)[-1]
    plain = _key(re.sub(r"(_inst_\d+|[#\[(]\s*\d+\s*[\])]?)$", "", last.strip()))
    for name in NAMES:
        match = re.fullmatch(name.pattern, plain)
        if match:
            part = next((g for g in match.groups() if g), None) if name.is_indexed else None
            return name, part
    return None
