"""The forms that a kept value may have (threat-model.md, R2 to R4). What has none of them is not shown: a form says
what a fact looks like, never what a secret looks like.

A form takes a value and gives the value to show, or None. The names are those of `x-share` in the inventory schema.
"""

import re
from collections.abc import Callable

from fioboard.engine.hardware.inventory.facts import NO_PARAMETER

Scalar = str | int | float | bool
Pattern = Callable[[object], Scalar | None]
TextPattern = Callable[[object], str | None]
MAX_FACT = 200


def split_words(words: str) -> frozenset[str]:
    """Return the words of a text, as a list is easiest to read."""
    return frozenset(words.split())


GOVERNORS = frozenset(["performance", "powersave", "schedutil", "ondemand", "conservative", "userspace"])
PREFERENCES = frozenset(["default", "performance", "balance_performance", "balance_power", "power"])
IOMMU_TYPES = frozenset({"DMA", "DMA-FQ", "identity", "blocked", "unmanaged"})
MODULES = split_words(
    "nvme nvme_core nvme_tcp nvme_rdma vmd md_mod raid456 dm_mod dm_multipath scsi_mod mpt3sas mpi3mr megaraid_sas "
    "smartpqi virtio_blk zfs"
)
MODULE_OPTIONS = split_words(
    "poll_queues write_queues io_queue_depth max_host_mem_size_mb use_threaded_interrupts use_cmb_sqes sgl_threshold "
    "noacpi admin_timeout io_timeout multipath iopolicy default_ps_max_latency_us max_retries shutdown_timeout "
    "streams force_apst apst_primary_timeout_ms apst_secondary_timeout_ms apst_primary_latency_tol_us "
    "apst_secondary_latency_tol_us start_ro start_dirty_degraded new_array create_on_open "
    "devices_handle_discard_safely use_blk_mq scan default_dev_flags inq_timeout max_luns scsi_logging_level "
    "max_queue_depth msix_disable smp_affinity_enable perf_mode zfs_arc_max zfs_arc_min zfs_prefetch_disable "
    "zfs_dirty_data_max zfs_txg_timeout zfs_vdev_async_write_max_active zfs_vdev_sync_read_max_active "
    "zfs_compressed_arc_enabled per_cpu_intr use_nvd num_io_queues min_cpus_per_ioq enable_aborts timeout_period"
)
VULNERABILITIES = split_words(
    "gather_data_sampling ghostwrite indirect_target_selection itlb_multihit l1tf mds meltdown mmio_stale_data "
    "old_microcode reg_file_data_sampling retbleed spec_rstack_overflow spec_store_bypass spectre_v1 spectre_v2 srbds "
    "tsa tsx_async_abort vmscape"
)
SOURCES = split_words(
    "virtualization smbios dmi host container cpu memory os network firmware_attributes disks pci_config pci volumes "
    "lvm zfs raid_cli hwmon nvme_smart smartctl aer fio redfish"
)
# AER counters as Linux prints them (aer_dev_correctable and its neighbours), their totals included.
PCIE_ERRORS = split_words(
    "RxErr BadTLP BadDLLP Rollover Timeout NonFatalErr CorrIntErr HeaderOF Undefined DLP SDES TLP FCP CmpltTO "
    "CmpltAbrt UnxCmplt RxOF MalfTLP ECRC UnsupReq ACSViol UncorrIntErr BlockedTLP AtomicOpBlocked TLPBlockedErr "
    "PoisonTLPBlocked DMWrReqBlocked IDECheck MisIDETLP PCRC_CHECK TLPXlat TOTAL_ERR_COR TOTAL_ERR_NONFATAL "
    "TOTAL_ERR_FATAL"
)
# Kernel parameters that are about storage, PCIe, NUMA and power (R3); each value has the form of VALUE.
PARAMETERS = re.compile(
    r"(iommu|intel_iommu|amd_iommu|iommu\.(passthrough|strict|forcedac)|swiotlb|pci|pcie_aspm|pcie_aspm\.policy"
    r"|pcie_ports|pcie_port_pm|mitigations|isolcpus|nohz_full|rcu_nocbs|nr_cpus|maxcpus|numa|numa_balancing|nox2apic"
    r"|intel_idle\.max_cstate|processor\.max_cstate|cpuidle\.(off|governor)|cpufreq\.(off|default_governor)|idle"
    r"|intel_pstate|amd_pstate|nosmt|hugepages|hugepagesz|default_hugepagesz|transparent_hugepage"
    r"|nvme\.(poll_queues|write_queues|io_queue_depth|max_host_mem_size_mb|use_threaded_interrupts|noacpi|sgl_threshold)"
    r"|nvme_core\.(multipath|default_ps_max_latency_us|io_timeout|admin_timeout|max_retries|iopolicy)"
    r"|scsi_mod\.use_blk_mq|dm_mod\.use_blk_mq|elevator|irqaffinity|tsc|clocksource|noibrs|noibpb|nopti|spectre_v2"
    r"|preempt|skew_tick)"
)
VALUE_WORDS = split_words(
    "on off pt soft force strict nostrict forcedac auto nosmt performance powersave powersupersave default native "
    "compat noaer nomsi realloc pcie_bus_perf pcie_bus_safe pcie_bus_peer2peer pcie_bus_tune_off noats nocrs use_crs "
    "active passive guided disable enable no_hwp hwp_only poll halt nomwait menu teo ladder haltpoll madvise always "
    "never none mq-deadline bfq kyber noop deadline reliable unstable hpet acpi_pm retpoline full voluntary lazy "
    "domain managed_irq nohz numa round-robin queue-depth schedutil ondemand y n yes no all bus merge sm_on sm_off "
    "igfx_off nopv"
)
_TIMES = r"\d{1,9}([kKmMgG])?"
_CPUS = re.compile(r"\d{1,5}(-\d{1,5}(:\d{1,3})?)?([, ]\s*\d{1,5}(-\d{1,5}(:\d{1,3})?)?)*")
_ADDRESS = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
# The bridge by its ACPI name (four characters) or number, then device.function of each hop, as the agent writes it.
_PLACE = re.compile(
    r"([A-Z][A-Z0-9_]{1,3}(\[uid \w{1,8}\])?|pci[0-9a-f]{4,8}:[0-9a-f]{2})(/(vmd|[0-9a-f]{2}\.[0-7])){0,32}"
)
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+ -]{0,31}")
_ID = re.compile(r"0x[0-9a-f]{1,8}")
_VERSION = re.compile(r"[vV]?\d{1,6}([._-]\d{1,8}){0,7}([._+-]?(rc|beta|k|a|b|p|r)\d{0,3})?")
_FIO = re.compile(r"(fio-)?\d{1,2}(\.\d{1,3}){0,3}(-rc\d)?(-\d{1,4}-g[0-9a-f]{4,12})?(-dirty)?")
RECONSTRUCTED = " (reconstructed from published figures)"
# The number, and the suffixes that distributions use; a suffix of one's own would name its maker.
_KERNEL_NUMBER = re.compile(r"\d{1,3}\.\d{1,3}(\.\d{1,5}){0,2}(-rc\d{1,2})?")
_KERNEL_SUFFIX = re.compile(
    r"(-\d{1,6}(\.\d{1,4}){0,4})?(\.\d{1,4})*(\+deb\d{1,2}(u\d{1,2})?|\+rpt)?(\+?bpo(\.\d)?)?"
    r"([-.](generic|generic-hwe|lowlatency|amd64|arm64|cloud-amd64|cloud-arm64|rt-amd64|rt|aws|azure|gcp|gke|oracle|kvm"
    r"|pve|default|preempt|vanilla|lts|zen\d{0,2}|hardened|xanmod\d{0,2}|MANJARO|arch\d{1,2}|microsoft|WSL2|linuxkit"
    r"|realtime|standard|edge|virt|raspi|rpi|server|desktop))*(-\d{1,3})?"
    r"(-standard-WSL2)?([._-](el\d{1,2}(_\d{1,2})?|fc\d{2}|amzn\d{1,4}|cm\d|azl\d|uek|el\d{1,2}uek|lp\d{3}|sp\d))*"
    r"(\.(x86_64|aarch64|ppc64le|s390x))?"
    r"|-(RELEASE|STABLE|CURRENT|PRERELEASE|BETA\d|RC\d)(-p\d{1,3})?"
)
_MITIGATION = re.compile(r"Not affected|Vulnerable|Mitigation|Unknown|Processor vulnerable")


def match_fact(value: object) -> Scalar | None:
    """Return a number, or one line of text as the maker of the part wrote it."""
    if isinstance(value, str):
        plain = " ".join(value.split())
        return plain if plain and plain.isprintable() and len(plain) <= MAX_FACT else None
    return match_number(value)


def match_number(value: object) -> Scalar | None:
    """Return a number or a truth value; of text only one that is nothing else."""
    if isinstance(value, bool | int | float):
        return value
    return (
        value if isinstance(value, str) and re.fullmatch(r"(0x)?[0-9a-fA-F]{1,4}|-?\d{1,18}", value) else None
    )


def match_word(value: object) -> Scalar | None:
    """Return a number, or a short word such as the kernel uses for a kind or a driver."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else match_number(value)


def match_pattern(pattern: re.Pattern[str]) -> TextPattern:
    """Return a form: text that is wholly of a pattern."""
    return lambda value: value if isinstance(value, str) and value and pattern.fullmatch(value) else None


def match_listed(words: frozenset[str]) -> TextPattern:
    """Return a form: a text of a list."""
    return lambda value: value if isinstance(value, str) and value in words else None


def match_kernel(value: object) -> str | None:
    """Return a kernel's release: number and a distribution's suffix. Of another suffix nothing is shown but that
    it is own.
    """
    if not isinstance(value, str) or len(value) > MAX_FACT:
        return None
    release = _KERNEL_NUMBER.match(value)
    if release is None:
        return None
    rest = value[release.end() :]
    return value if _KERNEL_SUFFIX.fullmatch(rest) else f"{release[0]} (own build)"


def is_setting(text: str) -> bool:
    """Return whether a value of a parameter consists of numbers and listed words."""
    parts = re.split(r"[,:/]", text)
    return all(
        part in VALUE_WORDS or re.fullmatch(_TIMES + rf"(-{_TIMES})?", part) or part == "" for part in parts
    )


def match_parameter(value: object) -> str | None:
    """Return a kernel parameter of the list, or that there is none."""
    if not isinstance(value, str):
        return None
    if value == NO_PARAMETER:
        return value
    name, equals, rest = value.partition("=")
    if not PARAMETERS.fullmatch(name):
        return None
    return value if not equals or is_setting(rest.lower()) else None


def match_module_parameter(value: object) -> Scalar | None:
    """Return what a kernel module's parameter is set to."""
    if isinstance(value, str):
        return value if is_setting(value.strip().lower()) else None
    return match_number(value)


def match_mitigation(value: object) -> str | None:
    """Return what the kernel reports of a vulnerability, without the details behind the colon."""
    state = _MITIGATION.match(value) if isinstance(value, str) else None
    return None if state is None else state[0]


def match_fio_version(value: object) -> str | None:
    """Return fio's version as released or built from its history; an own suffix is cut. What is reconstructed is
    marked so.
    """
    if not isinstance(value, str):
        return None
    plain = value.removesuffix(RECONSTRUCTED)
    release = _FIO.match(plain)
    if plain != value and plain == "version unknown":
        return value
    return None if release is None else release[0] + (RECONSTRUCTED if plain != value else "")


address = match_pattern(_ADDRESS)

PATTERNS: dict[str, Pattern] = {
    "fact": match_fact,
    "number": match_number,
    "word": match_word,
    "cpus": match_pattern(_CPUS),
    "address": address,
    "place": match_pattern(_PLACE),
    "id": match_pattern(_ID),
    "version": match_pattern(_VERSION),
    "fio": match_fio_version,
    "kernel": match_kernel,
    "parameter": match_parameter,
    "module_parameter": match_module_parameter,
    "mitigation": match_mitigation,
    "digits": match_pattern(re.compile(r"\d{1,12}")),
    "governor": match_listed(GOVERNORS),
    "preference": match_listed(PREFERENCES),
    "iommu_type": match_listed(IOMMU_TYPES),
    "module": match_listed(MODULES),
    "module_option": match_listed(MODULE_OPTIONS),
    "vulnerability": match_listed(VULNERABILITIES),
    "source": match_listed(SOURCES),
    "pcie_error": match_listed(PCIE_ERRORS),
}
