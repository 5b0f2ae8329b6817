"""fio's job options as a comparison sees them: every one counts, but for those that stand here with a reason.

Names are those that fio prints in its JSON, whatever alias was typed.
"""

from collections.abc import Mapping
from types import MappingProxyType

from fioboard.engine.words.factors.registry import FACTORS

# Two results that differ in nothing but these are alike.
HARMLESS: Mapping[str, str] = MappingProxyType(
    {
        "name": "a word for people",
        "description": "a word for people",
        "group_reporting": "how figures of clones are added up: the reader does it either way",
        "new_group": "how figures are added up",
        "per_job_logs": "names of log files",
        **dict.fromkeys(
            ("write_bw_log", "write_lat_log", "write_iops_log", "write_hist_log", "write_iolog"),
            "a log beside the figures; its cost is below what repeats differ by",
        ),
        **dict.fromkeys(
            (
                *(
                    "log_avg_msec",
                    "log_hist_msec",
                    "log_hist_coarseness",
                    "log_max_value",
                    "log_window_value",
                ),
                *("log_offset", "log_prio", "log_issue_time", "log_entries", "log_unix_epoch"),
                *("log_alternate_epoch", "log_alternate_epoch_clock_id", "job_start_clock_id"),
                *(
                    "log_compression",
                    "log_compression_cpus",
                    "log_store_compressed",
                    "bwavgtime",
                    "iopsavgtime",
                ),
            ),
            "what a log holds, not what is measured",
        ),
        **dict.fromkeys(
            (
                *("percentile_list", "clat_percentiles", "lat_percentiles", "slat_percentiles"),
                *("significant_figures", "unit_base", "disk_util", "block_error_percentiles"),
                *("disable_bw_measurement", "error_dump", "verify_dump"),
            ),
            "which figures are printed, and how",
        ),
        "allow_file_create": "a permission; what was allowed shows in the target",
        "allow_mounted_write": "a permission; what was allowed shows in the target",
        "unique_filename": "names of files",
        "unlink": "clears up after the measurement",
        "verify_state_save": "written after the measurement",
        "buffered": "says again what `direct` says",
    }
)

# Where the I/O goes: the factors of the target tell it.
OF_TARGET = ("filename", "directory", "filename_format", "opendir", "if", "of")

# How long or how much is measured. It may differ between honest repeats, so results are matched without it; factors of
# the job tell it, and a comparison can be told to ask for it.
OF_AMOUNT = (*FACTORS["job.size"].options, *FACTORS["job.runtime_class"].options, "count")

# What fio does where the option is not set: stated or not, it is the same test.
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *(
                    "allrandrepeat",
                    "atomic",
                    "bs_unaligned",
                    "create_on_open",
                    "create_only",
                    "dedupe_percentage",
                ),
                *("end_fsync", "exitall", "fdatasync", "file_append", "fixedbufs", "force_async", "fsync"),
                *(
                    "fsync_on_close",
                    "gtod_reduce",
                    "hipri",
                    "iodepth_batch_complete_max",
                    "lockmem",
                    "max_latency",
                ),
                *(
                    "norandommap",
                    "nonvectored",
                    "nowait",
                    "offset",
                    "offset_increment",
                    "overwrite",
                    "pre_read",
                ),
                *("ramp_time", "rate", "rate_iops", "refill_buffers", "registerfiles", "serialize_overlap"),
                *("sqthread_poll", "startdelay", "thinktime", "thread", "trim_percentage", "uncached"),
                *("unlink_each_loop", "userspace_reap", "write_barrier", "zero_buffers"),
                *(
                    "buffer_compress_percentage",
                    "continue_on_error",
                    "disable_clat",
                    "disable_lat",
                    "disable_slat",
                ),
            ),
            "0",
        ),
        **dict.fromkeys(
            (
                *("create_serialize", "do_verify", "fadvise_hint", "invalidate", "iodepth_batch", "loops"),
                *("iodepth_batch_complete_min", "nrfiles", "randrepeat", "scramble_buffers", "stats"),
            ),
            "1",
        ),
        "verify_fatal": "0",
        "buffer_compress_chunk": "512",
        "dedupe_mode": "repeat",
        "io_submit_mode": "inline",
        "latency_percentile": "100",
        "mem": "malloc",
        "percentage_random": "100",
        "random_distribution": "random",
        "random_generator": "tausworthe",
        "rate_cycle": "1000",
        "rate_process": "linear",
        "rwmixread": "50",
        "sync": "none",
        "sync_file_range": "none",
        "thinktime_blocks": "1",
        "thinktime_blocks_type": "complete",
        "unified_rw_reporting": "none",
        "verify": "none",
        "zonemode": "none",
    }
)
# Other words for a default.
SPELLINGS: Mapping[tuple[str, str], str] = MappingProxyType(
    {("sync", "0"): "none", ("sync", "1"): "sync", ("unified_rw_reporting", "0"): "none",
     ("unified_rw_reporting", "1"): "mixed", ("unified_rw_reporting", "2"): "both", ("continue_on_error", "none"): "0",
     ("verify", "0"): "none", ("verify", "1"): "md5", ("offset", "0%"): "0"}
)  # fmt: skip

# Options whose bare number is one of bytes.
SIZES = frozenset(
    {"buffer_compress_chunk", "offset", "offset_align", "offset_increment", "rate", "rate_min", "zonecapacity",
     "zonerange", "zonesize", "zoneskip"}
)  # fmt: skip

# Every job option of fio 3.1 to 3.41 (`fio --cmdhelp=all`), with those of its engines: what may be named in an address.
# An option of a later release counts all the same.
_NAMES = """
    allow_file_create allow_mounted_write allrandrepeat apptag apptag_mask arguments atomic ba bindname
    block_error_percentiles brick bs bs_unaligned bsrange bssplit buffer_compress_chunk
    buffer_compress_percentage buffer_pattern buffered busy_poll bwavgtime cgroup cgroup_nodelete
    cgroup_weight clat_percentiles clientname clocksource clustername cmd_type cmdprio cmdprio_bssplit
    cmdprio_class cmdprio_hint cmdprio_percentage conf continue_on_error cpuchunks cpuload cpumask cpumode
    cpus_allowed cpus_allowed_policy create_fsync create_on_open create_only create_serialize dataplacement
    deac dedupe_global dedupe_mode dedupe_percentage dedupe_working_set_percentage description direct
    directory disable_bw_measurement disable_clat disable_lat disable_slat disk_util do_verify donorname
    dp_scheme end_fsync error_dump exec_postrun exec_prerun exit_on_io_done exit_what exitall
    exitall_on_error experimental_verify fadvise_hint fallocate fdatasync fdp fdp_pli fdp_pli_select
    file_append file_service_type filename filename_format filesize filetype fill_device fixedbufs flow
    flow_id flow_sleep flow_watermark force_async fsync fsync_on_close gid grace_time group_reporting
    gtod_cpu gtod_reduce hipri hipri_percentage hostname hugepage-size ignore_error ignore_zone_limits
    inplace interface invalidate io_size io_submit_mode iodepth iodepth_batch iodepth_batch_complete_max
    iodepth_batch_complete_min iodepth_low ioengine iopsavgtime ioscheduler job_max_open_zones
    job_start_clock_id kb_base lat_percentiles latency_percentile latency_run latency_target latency_window
    libaio_vectored listen lockfile lockmem log_alternate_epoch log_alternate_epoch_clock_id log_avg_msec
    log_compression log_compression_cpus log_entries log_hist_coarseness log_hist_msec log_issue_time
    log_max_value log_offset log_prio log_store_compressed log_unix_epoch log_window_value loops max_latency
    max_open_zones md_per_io_size mem merge_blktrace_file merge_blktrace_iters merge_blktrace_scalars mss
    name new_group nfs_url nice nodelay nonvectored norandommap nowait nrfiles num_range numa_cpu_nodes
    numa_mem_policy number_ios numjobs offset offset_align offset_increment opendir openfiles overwrite
    per_job_logs percentage_random percentile_list pi_act pi_chk pingpong plid_select plids pool port
    pre_read prio prioclass priohint profile program protocol ramp_time random_distribution random_generator
    randrepeat randseed rate rate_cycle rate_ignore_thinktime rate_iops rate_iops_min rate_min rate_process
    rbdname read_beyond_wp read_iolog read_iolog_chunked readfua recover_zbd_write_error refill_buffers
    registerfiles replay_align replay_no_stall replay_redirect replay_scale replay_skip replay_time_scale
    runtime rw rw_sequencer rwmixread rwmixwrite scramble_buffers serialize_overlap sg_write_mode
    significant_figures single-instance size skip_bad slat_percentiles sprandom sqthread_poll
    sqthread_poll_cpu startdelay stat_type stats std_redirect steadystate steadystate_check_interval
    steadystate_duration steadystate_ramp_time stonewall stream_id sync sync_file_range thinkcycles
    thinktime thinktime_blocks thinktime_blocks_type thinktime_iotime thinktime_spin thp thread time_based
    touch_objects trim_backlog trim_backlog_batch trim_percentage trim_verify_zero ttl uid uncached
    unified_rw_reporting unique_filename unit_base unlink unlink_each_loop uri userspace_reap verb verify
    verify_async verify_backlog verify_backlog_batch verify_dump verify_fatal verify_header_seed
    verify_interval verify_mode verify_offset verify_only verify_pattern verify_pattern_interval
    verify_state_load verify_state_save verify_write_sequence verifysort verifysort_nr volume wait_for
    window_size write_barrier write_bw_log write_hint write_hist_log write_iolog write_iops_log
    write_lat_log write_mode writefua zero_buffers zone_reset_frequency zone_reset_threshold zonecapacity
    zonemode zonerange zonesize zoneskip
"""
KNOWN = frozenset(_NAMES.split())
