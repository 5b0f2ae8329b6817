"""Job options of the list, each in its form (R4), and jobs called by what they do: `randread 4k QD32 x4`."""

import re
import shlex
from collections.abc import Mapping, Sequence

from fioboard.app.sharing.redaction.patterns import (
    TextPattern,
    match_fio_version,
    match_listed,
    match_pattern,
    split_words,
)
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.core.block_size import block_size
from fioboard.engine.answers.result import ResultOut
from fioboard.engine.answers.run import ToolRef
from fioboard.engine.formats.fio import TEST_NAMES, TOOL_NAMES
from fioboard.engine.words.factors import OPTION_FACTORS

_SIZE = r"\d{1,19}([kKmMgGtTpP]([iI]?[bB])?)?%?"
COUNT = match_pattern(re.compile(r"\d{1,12}"))
DECIMAL = match_pattern(re.compile(r"\d{1,12}(\.\d{1,9})?"))
FLAG = match_listed(frozenset({"", "0", "1"}))
SIZE = match_pattern(re.compile(rf"{_SIZE}([-,]{_SIZE}?){{0,4}}"))
SPLIT = match_pattern(re.compile(r"[0-9kKmMgG:/,-]{1,200}"))
TIME = match_pattern(re.compile(r"\d{1,12}([dhms]|ms|msec|us|usec|ns|nsec|sec)?"))
CPUS = match_pattern(re.compile(r"[0-9,:-]{1,2000}"))
TOOLS = frozenset({"fio", "unknown"}) | TOOL_NAMES
# Engines that run on the host itself. Those that reach another machine, run programs or load code are not shown.
ENGINES = split_words(
    "sync psync vsync pvsync pvsync2 libaio posixaio solarisaio windowsaio io_uring io_uring_cmd mmap splice sg null "
    "sync_null cpuio libpmem dev-dax mtd libzbc filecreate filestat falloc e4defrag ftruncate spdk xnvme guasi"
)
DIRECTIONS = split_words(
    "read write trim randread randwrite randtrim rw readwrite randrw trimwrite randtrimwrite"
)
_DISTRIBUTION = re.compile(r"(random|zipf|pareto|normal|gauss|zoned|zoned_abs)([:0-9./]{0,200})")

CHECKSUMS = split_words(
    "0 1 md5 crc64 crc32c crc32c-intel crc32 crc16 crc7 xxhash sha512 sha256 sha1 sha3-224 sha3-256 sha3-384 sha3-512 "
    "meta pattern pattern_hdr null"
)

OPTIONS: dict[str, TextPattern] = {
    "rw": match_pattern(re.compile(rf"({'|'.join(sorted(DIRECTIONS))})(:\d{{1,9}}[kKmMgG]?)?")),
    "ioengine": match_listed(ENGINES),
    **dict.fromkeys(("bs", "blocksize", "bsrange", "ba", "blockalign"), SIZE),
    "bssplit": SPLIT,
    **dict.fromkeys(("size", "io_size", "io_limit", "filesize", "offset", "offset_increment"), SIZE),
    **dict.fromkeys(("rate", "rate_min", "rate_iops", "rate_iops_min"),
                    match_pattern(re.compile(r"[0-9kKmMgG,]{1,60}"))),
    "rate_process": match_listed(frozenset({"linear", "poisson"})),
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
    "sync": match_listed(split_words("0 1 none sync dsync")),
    "zonemode": match_listed(split_words("none strided zbd")),
    "unified_rw_reporting": match_listed(split_words("0 1 2 none mixed both")),
    "fallocate": match_listed(split_words("0 1 none native posix keep truncate")),
    **dict.fromkeys(("mem", "iomem"),
                    match_listed(split_words("malloc shm shmhuge mmap mmaphuge mmapshared cudamalloc"))),
    "random_generator": match_listed(split_words("tausworthe tausworthe64 lfsr")),
    "verify": match_listed(CHECKSUMS),
    **dict.fromkeys(("cpus_allowed", "numa_cpu_nodes"), CPUS),
    "cpus_allowed_policy": match_listed(frozenset({"shared", "split"})),
    "numa_mem_policy": match_pattern(re.compile(r"(default|local|prefer:\d{1,4}|(bind|interleave):[0-9,-]{1,200})")),
    "percentile_list": match_pattern(re.compile(r"[0-9.:]{1,200}")),
    "random_distribution": match_pattern(_DISTRIBUTION),
    **dict.fromkeys(("zonesize", "zonerange", "zoneskip", "max_open_zones"), SIZE),
    **dict.fromkeys(("buffer_compress_percentage", "dedupe_percentage"), DECIMAL),
}  # fmt: skip


_CPU_LIST = r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?){0,400}"
pinning = match_pattern(
    re.compile(
        rf"(any|(sockets?|nodes?|CPUs?) {_CPU_LIST})( split)?"
        rf"( memory (default|local|(prefer|bind|interleave):(all|{_CPU_LIST})))?"
    )
)
_AMOUNT = re.compile(r"\d{1,19}(\.\d{1,6})?(k|M|G|T|us)?")


def match_settings(words: str) -> TextPattern:
    """Return a form: text of these words (a pattern), and behind them options as `fsync=1`, each in its form or a
    plain number.
    """
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


# Words of a workload that are none of fio's: that its figures were typed, which tool measured and what, and on
# which of its run's targets.
WORKLOAD: dict[str, TextPattern] = {
    **OPTIONS,
    "source": match_listed(frozenset({"typed"})),
    "tool": match_listed(TOOLS),
    "test": match_listed(TEST_NAMES),
    "target": match_pattern(re.compile(r"\d{1,3}(, \d{1,3}){0,31} of \d{1,3}")),
}


def select_options(options: Mapping[str, str], redactor: Redactor) -> tuple[dict[str, str], int]:
    """Return the options that may be shown, as typed, and the number of those that may not (its name is shown as a
    label).
    """
    kept: dict[str, str] = {}
    left = 0
    for name, value in options.items():
        form = OPTIONS.get(name)
        shown = None if form is None else form(value)
        if shown is None and value == "" and form is not None:
            shown = ""
        if shown is not None and "job_options" not in redactor.hidden:
            kept[mark_own(name)] = redactor.keep(shown, "job_options", "form")
        elif name not in {"name", "description"}:
            left += 1
            redactor.left["job.options"].add(f"{name}={value}")
    return kept, left


def describe_job(rw: object, bs: object, iodepth: object, numjobs: object) -> str:
    """Describe a job as `randread 4k QD32 x4` of what is known; empty when nothing is."""
    words = [rw if isinstance(rw, str) and rw in DIRECTIONS else None]
    words.append(block_size(bs) if isinstance(bs, int) else SIZE(bs))
    words.append(f"QD{iodepth}" if isinstance(iodepth, int) else None)
    words.append(f"x{numjobs}" if isinstance(numjobs, int) and numjobs > 1 else None)
    return " ".join(word for word in words if word)


def label_result_job(result: ResultOut, redactor: Redactor) -> str:
    """Return the name of a result's job: what it does; another job that does the same is numbered. Its own when
    revealed.
    """
    stated = result.get("job_name")
    does = describe_job(
        result.get("rw"),
        result.get("bs_bytes") or result.get("bs"),
        result.get("iodepth"),
        result.get("numjobs"),
    )
    return label_job(stated if isinstance(stated, str) else None, does, redactor)


def label_job(stated: str | None, does: str, redactor: Redactor) -> str:
    """Return `does`, with a number when another job of the share does the same under another name."""
    number = redactor.label(f"job of {does}", stated).rpartition(" ")[2]
    called = (does or "job") + (
        "" if number == "1" and does else f" (job {number})" if does else f" {number}"
    )
    return redactor.named("job.name", stated, mark_own(called))


def build_command(tool: str, options: Sequence[Mapping[str, str]]) -> str | None:
    """Build fio's command line with the shown options, one section per distinct job; None when no option is known."""
    if tool != "fio" or not any(options):
        return None
    words = ["fio"]
    distinct = [shown for number, shown in enumerate(options) if shown and shown not in options[:number]]
    for number, shown in enumerate(distinct, 1):
        words.append(f"--name=job{number}")
        words += [f"--{key}={value}" if value != "" else f"--{key}" for key, value in shown.items()]
    return shlex.join(words)


def select_workload(options: Mapping[str, object], redactor: Redactor) -> dict[str, object]:
    """Return the kept part of a workload's options (numbers as they are, text in its option's form)."""
    shown: dict[str, object] = {}
    for name, value in options.items():
        form = WORKLOAD.get(name)
        if form is None:
            continue
        kept = value if value is None or isinstance(value, bool | int | float) else form(value)
        if kept is not None or value is None:
            shown[mark_own(name)] = redactor.keep(kept, None, "form")
    return shown


def share_tool(stated: ToolRef, redactor: Redactor) -> ToolRef:
    """Return the program that measured; one that is not known by name is another tool."""
    name = stated.get("name")
    return {
        "name": mark_own(name if name in TOOLS else "another tool"),
        "version": redactor.keep(match_fio_version(stated.get("version")), None, "form"),
    }
