"""Job options of the list, each in its form (R4), and jobs called by what they do: `randread 4k QD32 x4`."""

import re
import shlex
from collections.abc import Mapping, Sequence

from fioboard.core.block_size import block_size
from fioboard.fio import TEST_NAMES, TOOL_NAMES
from fioboard.redaction.patterns import TextPattern, fio_version, matching, one_of, word_set
from fioboard.redaction.provenance import own
from fioboard.redaction.redactor import Redactor
from fioboard.schemas.result import ResultOut
from fioboard.schemas.run import ToolRef
from fioboard.vocabulary.factors import OPTION_FACTORS

_SIZE = r"\d{1,19}([kKmMgGtTpP]([iI]?[bB])?)?%?"
COUNT = matching(re.compile(r"\d{1,12}"))
DECIMAL = matching(re.compile(r"\d{1,12}(\.\d{1,9})?"))
FLAG = one_of(frozenset({"", "0", "1"}))
SIZE = matching(re.compile(rf"{_SIZE}([-,]{_SIZE}?){{0,4}}"))
SPLIT = matching(re.compile(r"[0-9kKmMgG:/,-]{1,200}"))
TIME = matching(re.compile(r"\d{1,12}([dhms]|ms|msec|us|usec|ns|nsec|sec)?"))
CPUS = matching(re.compile(r"[0-9,:-]{1,2000}"))
TOOLS = frozenset({"fio", "unknown"}) | TOOL_NAMES
# Engines that run on the host itself. Those that reach another machine, run programs or load code are not shown.
ENGINES = word_set(
    "sync psync vsync pvsync pvsync2 libaio posixaio solarisaio windowsaio io_uring io_uring_cmd mmap splice sg null "
    "sync_null cpuio libpmem dev-dax mtd libzbc filecreate filestat falloc e4defrag ftruncate spdk xnvme guasi"
)
DIRECTIONS = word_set(
    "read write trim randread randwrite randtrim rw readwrite randrw trimwrite randtrimwrite"
)
_DISTRIBUTION = re.compile(r"(random|zipf|pareto|normal|gauss|zoned|zoned_abs)([:0-9./]{0,200})")

CHECKSUMS = word_set(
    "0 1 md5 crc64 crc32c crc32c-intel crc32 crc16 crc7 xxhash sha512 sha256 sha1 sha3-224 sha3-256 sha3-384 sha3-512 "
    "meta pattern pattern_hdr null"
)

OPTIONS: dict[str, TextPattern] = {
    "rw": matching(re.compile(rf"({'|'.join(sorted(DIRECTIONS))})(:\d{{1,9}}[kKmMgG]?)?")),
    "ioengine": one_of(ENGINES),
    **dict.fromkeys(("bs", "blocksize", "bsrange", "ba", "blockalign"), SIZE),
    "bssplit": SPLIT,
    **dict.fromkeys(("size", "io_size", "io_limit", "filesize", "offset", "offset_increment"), SIZE),
    **dict.fromkeys(("rate", "rate_min", "rate_iops", "rate_iops_min"), matching(re.compile(r"[0-9kKmMgG,]{1,60}"))),
    "rate_process": one_of(frozenset({"linear", "poisson"})),
    **dict.fromkeys(
        (
            "iodepth", "numjobs", "loops", "nrfiles", "rwmixread", "rwmixwrite", "iodepth_batch",
            "iodepth_batch_submit",
            "iodepth_batch_complete", "iodepth_batch_complete_min", "iodepth_batch_complete_max", "iodepth_low",
            "fsync", "fdatasync", "randseed", "percentage_random", "thinktime_blocks", "number_ios", "hipri_percentage",
            "sqthread_poll_cpu", "prio", "prioclass", "rwmixcycle", "log_avg_msec", "status-interval",
        ),
        COUNT,
    ),
    **dict.fromkeys(("runtime", "timeout", "ramp_time", "startdelay", "thinktime"), TIME),
    **dict.fromkeys(
        (
            "direct", "buffered", "time_based", "randrepeat", "allrandrepeat", "norandommap", "softrandommap",
            "group_reporting", "thread", "stonewall", "wait_for_previous", "invalidate", "refill_buffers",
            "zero_buffers",
            "scramble_buffers", "end_fsync", "fsync_on_close", "hipri", "fixedbufs", "registerfiles", "sqthread_poll",
            "nonvectored", "uncached", "new_group", "create_on_open", "create_serialize", "overwrite", "gtod_reduce",
            "disable_lat", "disable_clat", "disable_slat", "disable_bw_measurement", "clat_percentiles",
            "lat_percentiles", "slat_percentiles", "do_verify", "verify_fatal", "bs_unaligned", "bs_is_seq_rand",
            "experimental_verify", "force_async", "userspace_reap", "iodepth_serialize_across_jobs", "unlink",
        ),
        FLAG,
    ),
    "sync": one_of(word_set("0 1 none sync dsync")),
    "zonemode": one_of(word_set("none strided zbd")),
    "unified_rw_reporting": one_of(word_set("0 1 2 none mixed both")),
    "fallocate": one_of(word_set("0 1 none native posix keep truncate")),
    **dict.fromkeys(("mem", "iomem"), one_of(word_set("malloc shm shmhuge mmap mmaphuge mmapshared cudamalloc"))),
    "random_generator": one_of(word_set("tausworthe tausworthe64 lfsr")),
    "verify": one_of(CHECKSUMS),
    **dict.fromkeys(("cpus_allowed", "numa_cpu_nodes"), CPUS),
    "cpus_allowed_policy": one_of(frozenset({"shared", "split"})),
    "numa_mem_policy": matching(re.compile(r"(default|local|prefer:\d{1,4}|(bind|interleave):[0-9,-]{1,200})")),
    "percentile_list": matching(re.compile(r"[0-9.:]{1,200}")),
    "random_distribution": matching(_DISTRIBUTION),
    **dict.fromkeys(("zonesize", "zonerange", "zoneskip", "max_open_zones"), SIZE),
    **dict.fromkeys(("buffer_compress_percentage", "dedupe_percentage"), DECIMAL),
}  # fmt: skip


_CPU_LIST = r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?){0,400}"
pinning = matching(
    re.compile(
        rf"(any|(sockets?|nodes?|CPUs?) {_CPU_LIST})( split)?"
        rf"( memory (default|local|(prefer|bind|interleave):(all|{_CPU_LIST})))?"
    )
)
_AMOUNT = re.compile(r"\d{1,19}(\.\d{1,6})?(k|M|G|T|us)?")


def settings(words: str) -> TextPattern:
    """Text of these words (a pattern), and behind them options as `fsync=1`, each in its form or a plain number."""
    beginning = re.compile(rf"(?:{words})?(?: |$)")

    def form(value: object) -> str | None:
        match = beginning.match(value) if isinstance(value, str) and value else None
        rest = value[match.end() :] if isinstance(value, str) and match else value
        return value if isinstance(value, str) and all(map(_is_setting, str(rest).split(" "))) else None

    return form


def _is_setting(word: str) -> bool:
    name, _, value = word.partition("=")
    form = OPTIONS.get(name)
    is_amount = name in OPTION_FACTORS and _AMOUNT.fullmatch(value) is not None
    return word == "" or is_amount or (form is not None and form(value) is not None)


# Words of a workload that are none of fio's: that its figures were typed, which tool measured and what.
WORKLOAD: dict[str, TextPattern] = {
    **OPTIONS,
    "source": one_of(frozenset({"typed"})),
    "tool": one_of(TOOLS),
    "test": one_of(TEST_NAMES),
}


def listed(options: Mapping[str, str], redactor: Redactor) -> tuple[dict[str, str], int]:
    """The options that may be shown, as typed, and the number of those that may not (its name is shown as a label)."""
    kept: dict[str, str] = {}
    left = 0
    for name, value in options.items():
        form = OPTIONS.get(name)
        shown = None if form is None else form(value)
        if shown is None and value == "" and form is not None:
            shown = ""
        if shown is not None and "job_options" not in redactor.hidden:
            kept[own(name)] = redactor.keep(shown, "job_options", "form")
        elif name not in {"name", "description"}:
            left += 1
            redactor.left["job.options"].add(f"{name}={value}")
    return kept, left


def label(rw: object, bs: object, iodepth: object, numjobs: object) -> str:
    """`randread 4k QD32 x4` of what is known; empty when nothing is."""
    words = [rw if isinstance(rw, str) and rw in DIRECTIONS else None]
    words.append(block_size(bs) if isinstance(bs, int) else SIZE(bs))
    words.append(f"QD{iodepth}" if isinstance(iodepth, int) else None)
    words.append(f"x{numjobs}" if isinstance(numjobs, int) and numjobs > 1 else None)
    return " ".join(word for word in words if word)


def job_name(result: ResultOut, redactor: Redactor) -> str:
    """The name of a result's job: what it does; another job that does the same is numbered. Its own when revealed."""
    stated = result.get("job_name")
    does = label(
        result.get("rw"),
        result.get("bs_bytes") or result.get("bs"),
        result.get("iodepth"),
        result.get("numjobs"),
    )
    return of_job(stated if isinstance(stated, str) else None, does, redactor)


def of_job(stated: str | None, does: str, redactor: Redactor) -> str:
    """`does`, with a number when another job of the share does the same under another name."""
    number = redactor.label(f"job of {does}", stated).rpartition(" ")[2]
    called = (does or "job") + (
        "" if number == "1" and does else f" (job {number})" if does else f" {number}"
    )
    return redactor.named("job.name", stated, own(called))


def command(tool: str, options: Sequence[Mapping[str, str]]) -> str | None:
    """fio's command line with the shown options, one section per distinct job; None when no option is known."""
    if tool != "fio" or not any(options):
        return None
    words = ["fio"]
    distinct = [shown for number, shown in enumerate(options) if shown and shown not in options[:number]]
    for number, shown in enumerate(distinct, 1):
        words.append(f"--name=job{number}")
        words += [f"--{key}={value}" if value != "" else f"--{key}" for key, value in shown.items()]
    return shlex.join(words)


def workload(options: Mapping[str, object], redactor: Redactor) -> dict[str, object]:
    """The kept part of a workload's options (numbers as they are, text in its option's form)."""
    shown: dict[str, object] = {}
    for name, value in options.items():
        form = WORKLOAD.get(name)
        if form is None:
            continue
        kept = value if value is None or isinstance(value, bool | int | float) else form(value)
        if kept is not None or value is None:
            shown[own(name)] = redactor.keep(kept, None, "form")
    return shown


def tool(stated: ToolRef, redactor: Redactor) -> ToolRef:
    """The program that measured; one that is not known by name is another tool."""
    name = stated.get("name")
    return {
        "name": own(name if name in TOOLS else "another tool"),
        "version": redactor.keep(fio_version(stated.get("version")), None, "form"),
    }
