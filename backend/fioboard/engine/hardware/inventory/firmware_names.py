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


def _simplify(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def parse_switch(word: str) -> Value:
    """Return on, off, auto; None for words that are neither."""
    plain = _simplify(word)
    if plain.startswith("auto"):
        return "auto"
    if plain in {"enabled", "enable", "on", "yes", "true", "forceenabled", "forced", "allenabled"}:
        return "on"
    return (
        "off"
        if plain in {"disabled", "disable", "off", "no", "false", "forcedisabled", "alldisabled"}
        else None
    )


def parse_nodes_per_socket(word: str) -> Value:
    """Return 0, 1, 2, 4, 8 or auto."""
    plain = _simplify(word)
    if plain.startswith("auto"):
        return "auto"
    match = re.search(r"(?:nps|snc)?([01248])(?:way|clusters?|nodes?)?$", plain)
    if match:
        return int(match[1])
    for name, count in _COUNTS.items():
        if plain.startswith(name):
            return count
    return None


def parse_sub_numa(word: str) -> Value:
    """Return nodes per socket by sub-NUMA clustering: off is one; on alone does not say how many."""
    return 1 if parse_switch(word) == "off" else parse_nodes_per_socket(word)


def parse_c_states(word: str) -> Value:
    """Return on, off, auto, or the deepest one allowed, e.g. c6."""
    plain = _simplify(word)
    if plain in {"nocstates", "c0", "c0c1state"}:
        return "off"
    match = re.fullmatch(r"c([1-9])e?(?:retention|nonretention|state)?", plain)
    return f"c{match[1]}" if match else parse_switch(word)


def parse_determinism(word: str) -> Value:
    """Return power, performance or auto."""
    plain = _simplify(word)
    kinds = {"auto": "auto", "power": "power", "perf": "performance"}
    return next((kind for start, kind in kinds.items() if plain.startswith(start)), None)


def keep_word(word: str) -> Value:
    """Return the vendor's word."""
    return word or None


def parse_fixed_or_auto(word: str) -> Value:
    """Return auto, or fixed to one state."""
    plain = _simplify(word)
    if plain in {"auto", "normal"}:
        return "auto"
    return "fixed" if re.fullmatch(r"p[0-3]|enabled|1", plain) else None


def parse_payload(word: str) -> Value:
    """Return bytes per packet, or auto."""
    plain = _simplify(word)
    match = re.fullmatch(r"(128|256|512|1024|2048|4096)(?:b|bytes)?", plain)
    return int(match[1]) if match else "auto" if plain == "auto" else None


def parse_aspm(word: str) -> Value:
    """Return off, l0s, l1 or auto."""
    plain = _simplify(word)
    for kind in ("auto", "l0sl1", "l1", "l0s"):
        if plain in {kind, f"{kind}only", f"{kind}enabled"}:
            return kind
    return {"on": "l1", "off": "off"}.get(str(parse_switch(word)))


def parse_preferred_io(word: str) -> Value:
    """Return off, bus or enhanced."""
    plain = _simplify(word)
    known = {"bus": "bus", "manual": "bus", "enhanced": "enhanced"}
    return known.get(plain) or ("off" if parse_switch(word) in {"off", "auto"} else None)


def parse_bifurcation(word: str) -> Value:
    """Return x16, x8x8, x4x4x4x4, auto."""
    plain = _simplify(word)
    lanes = re.findall(r"x(1?\d)", plain)
    return "".join(f"x{n}" for n in lanes) if lanes else "auto" if plain.startswith("auto") else None


def parse_max_speed(word: str) -> Value:
    """Return gen1 to gen6, or auto."""
    match = re.search(
        r"gen(?:eration)?([1-6])|^(2\.5|5|8|16|32|64)(?:\.0)?\s*gt", word.lower().replace(" ", "")
    )
    if match:
        rates = {"2.5": 1, "5": 2, "8": 3, "16": 4, "32": 5, "64": 6}
        return f"gen{match[1] or rates[match[2]]}"
    return "auto" if _simplify(word).startswith("auto") else None


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
         r"numanodespersocket|numamemorydomainspersocket|numa", parse_nodes_per_socket),
    Name("numa.nodes_per_socket", "NUMA nodes per socket",
         r"snc|sncen|subnumaclustering|subnumacluster", parse_sub_numa),
    Name("numa.llc_as_node", "L3 cache as NUMA node",
         r"ccxasnumadomain|lastlevelcacheasnumanode|acpisratl3cacheasnumadomain", parse_switch),
    Name("cpu.smt", "SMT", r"logicalproc|procsmt|prochyperthreading|hyperthreading(?:all)?|smtcontrol|smtmode"
         r"|processorhyperthreadingdisable|intelhyperthreadingtechnology", parse_switch),
    Name("cpu.boost", "Boost", r"procturbomode|procamdboost|turbomode|coreperformanceboost|procturbo", parse_switch),
    Name("cpu.c_states", "C-states", r"proccstates|minprocidlepower|packagecstate|cpuc6report|cstatesctrl"
         r"|globalcstatecontrol", parse_c_states),
    Name("cpu.determinism", "Determinism", r"determinismslider|performancedeterminism|determinismcontrol",
         parse_determinism),
    Name("power.profile", "Power profile", r"sysprofile|workloadprofile|powerregulator|powertechnology", keep_word),
    Name("fabric.c_states", "Fabric C-states", r"datafabriccstateenable|dfcstates(?:control)?", parse_switch),
    Name("fabric.pstate", "Fabric P-state", r"infinityfabricpstate|apbdis", parse_fixed_or_auto),
    Name("iommu", "IOMMU", r"procamdiovt|vtdsupport|vtfordirectio|intelvtfordirectedio.*|iommu", parse_switch),
    Name("pcie.aspm", "PCIe ASPM", r"pcieaspml1|pcieglobalaspm|pcieaspm|aspmsupport", parse_aspm),
    Name("pcie.aspm", "PCIe ASPM", r"pcislot(\d+)aspm", parse_aspm, True),
    Name("pcie.bifurcation", "Bifurcation",
         r"slot(\d+)bif(?:urcation)?|pcislot(\d+)bifurcation|(iou\d.*br\d)|(configiou\d.*)", parse_bifurcation, True),
    Name("pcie.max_speed", "PCIe speed", r"pcislot(\d+)linkspeed|slot(\d+)linkspeed", parse_max_speed, True),
    Name("pcie.max_speed", "PCIe speed", r"maxpciespeed|pcielinkspeed|linkspeed", parse_max_speed),
    Name("pcie.max_payload", "PCIe payload", r"pcieportmaxpayloadsize|pciemaxpayloadsize|maxpayloadsize",
         parse_payload),
    Name("pcie.relaxed_ordering", "Relaxed ordering", r"relaxedordering|cbrelaxedordering|pcierelaxedordering",
         parse_switch),
    Name("pcie.ten_bit_tag", "10-bit tags", r"pcietenbittag(?:support)?|pcie10bittag(?:support)?", parse_switch),
    Name("pcie.preferred_io", "Preferred I/O", r"pciepreferrediobus|preferrediobusenable|preferredio",
         parse_preferred_io),
    Name("pcie.preferred_io", "Preferred I/O", r"pcieenhancedpreferredio|enhancedpreferrediobusenable",
         lambda word: "enhanced" if parse_switch(word) == "on" else None),
    Name("pcie.lclk_dpm", "Fabric clock of an I/O hub", r"nbio(\d)lclkdpmlevel", keep_word, True),
    Name("pcie.acs", "ACS", r"accesscontrolservice|acscontrol|acsenable|pcieacs", parse_switch),
    Name("pcie.sriov", "SR-IOV", r"sriovglobalenable|sriov|sriovenable|sriovsupport", parse_switch),
    Name("pcie.above_4g", "Above 4G decoding", r"above4gdecoding|abovefourgdecoding", parse_switch),
    Name("pcie.rebar", "Resizable BAR", r"resizablebar|rebar(?:support)?|resizebarsupport", parse_switch),
    Name("storage.vmd", "VMD", r"(.*)vmd|vmdportenable(.*)|enablevmd(.*)", parse_switch, True),
    Name("storage.nvme_raid", "NVMe RAID", r"nvmeraid", parse_switch),
    Name("storage.nvme_raid", "NVMe RAID", r"nvmemode",
         lambda word: {"raid": "on", "nonraid": "off"}.get(_simplify(word))),
    Name("cpu.x2apic", "x2APIC", r"procx2apic|x2apic(?:mode)?|localapicmode", parse_switch),
)  # fmt: skip
TITLES = {name.key: name.title for name in NAMES}


@lru_cache(maxsize=8192)  # the same thousand names come with every upload of a host
def find(attribute: str) -> tuple[Name, str | None] | None:
    """The neutral name of an attribute, and which slot or part it is for; None when it has none.

    Menu paths before the name (`A|B|SMT Control`), copies (`…_inst_2`) and order numbers behind it do not count.
    """
    last = re.split(r"[|/>\\]", attribute)[-1]
    plain = _simplify(re.sub(r"(_inst_\d+|[#\[(]\s*\d+\s*[\])]?)$", "", last.strip()))
    for name in NAMES:
        match = re.fullmatch(name.pattern, plain)
        if match:
            part = next((g for g in match.groups() if g), None) if name.is_indexed else None
            return name, part
    return None
