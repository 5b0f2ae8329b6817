"""Every option of fio that a job may use, and what the value of each may name: an allow list.

Made from `fio --cmdhelp=all` and `fio --enghelp=ENGINE` of nine releases of fio, 3.1 to 3.41, and from sources; what
was removed since (verifysort) stays. `agent/tools/option_catalogue.py` names what an installed fio has beyond it. What
is not listed here is refused by name: nobody has looked yet at what it writes.
"""

from __future__ import annotations

import enum
from typing import Mapping


class Names(enum.Enum):
    """What the value of an option may name outside the job itself."""

    NOTHING = "nothing outside the job"
    TARGET = "the files and devices that the job measures"
    PATH_READ = "a file that fio reads"
    PATH_WRITTEN = "a file or device that fio writes besides its targets"
    LOG_PREFIX = "logs in the run's own folder, by the beginning of their names"
    PROGRAM = "a program that fio runs"
    NETWORK = "an address on the network"
    HOST_SETTING = "a setting of the host, which stays changed after the run"
    UNKNOWABLE = "what the job alone does not show"


# `name=alias`: fio takes both for one option (options.c, field .alias).
_JOB_OPTIONS: Mapping[Names, str] = {
    Names.NOTHING: """
        allow_file_create atomic ba=blockalign block_error_percentiles bs=blocksize bs_is_seq_rand
        bs_unaligned=blocksize_unaligned bsrange=blocksize_range bssplit buffer_compress_chunk
        buffer_compress_percentage buffered bwavgtime clat_percentiles clocksource continue_on_error cpumask
        cpus_allowed cpus_allowed_policy create_fsync create_on_open create_only create_serialize
        dataplacement=data_placement dedupe_global dedupe_mode dedupe_percentage dedupe_working_set_percentage
        description direct disable_bw_measurement=disable_bw disable_clat disable_lat disable_slat disk_util
        do_verify end_fsync error_dump exit_what exitall exitall_on_error experimental_verify fadvise_hint
        fallocate fdatasync fdp file_append file_service_type filesize filetype fill_device=fill_fs flow flow_id
        flow_sleep flow_watermark fsync fsync_on_close gid gpu_dev_id group_reporting gtod_cpu gtod_reduce
        hugepage-size ignore_error ignore_zone_limits invalidate io_size=io_limit io_submit_mode iodepth
        iodepth_batch=iodepth_batch_submit iodepth_batch_complete_max
        iodepth_batch_complete_min=iodepth_batch_complete iodepth_low ioengine iomem_align=mem_align iopsavgtime
        job_max_open_zones job_start_clock_id kb_base lat_percentiles latency_percentile latency_run
        latency_target latency_window lockfile lockmem log_alternate_epoch=log_unix_epoch
        log_alternate_epoch_clock_id log_avg_msec log_compression log_compression_cpus log_entries
        log_hist_coarseness log_hist_msec log_issue_time log_offset log_prio log_store_compressed
        log_window_value=log_max_value loops max_latency max_open_zones merge_blktrace_iters
        merge_blktrace_scalars name new_group nice norandommap nrfiles=nr_files num_range numa_cpu_nodes
        numa_mem_policy number_ios numjobs offset=fileoffset offset_align offset_increment openfiles overwrite
        per_job_logs percentage_random percentage_sequential percentile_list plid_select=fdp_pli_select
        plids=fdp_pli pre_read prio prioclass priohint ramp_time random_distribution random_generator
        randrepeat=allrandrepeat randseed rate rate_cycle=ratecycle rate_ignore_thinktime rate_iops
        rate_iops_min rate_min=ratemin rate_process read_beyond_wp read_iolog_chunked recover_zbd_write_error
        refill_buffers replay_align replay_no_stall replay_scale replay_skip replay_time_scale runtime=timeout
        rw=readwrite rw_sequencer rwmixcycle rwmixread rwmixwrite scramble_buffers serialize_overlap
        significant_figures size slat_percentiles softrandommap spr_num_regions spr_op sprandom startdelay stats
        steadystate=ss steadystate_check_interval=ss_interval steadystate_duration=ss_dur
        steadystate_ramp_time=ss_ramp stonewall=wait_for_previous sync sync_file_range thinkcycles thinktime
        thinktime_blocks thinktime_blocks_type thinktime_iotime thinktime_spin thread time_based trim_backlog
        trim_backlog_batch trim_percentage trim_verify_zero uid unified_rw_reporting unique_filename unit_base unlink
        unlink_each_loop verify verify_async verify_async_cpus verify_backlog verify_backlog_batch verify_dump
        verify_fatal verify_header_seed verify_interval verify_offset verify_only verify_pattern_interval
        verify_state_load verify_state_save verify_write_sequence verifysort verifysort_nr wait_for
        write_barrier write_hint zero_buffers zone_reset_frequency zone_reset_threshold zonecapacity zonemode
        zonerange zonesize zoneskip

        apptag apptag_mask busy_poll busy_wait_polling chunk_size=chunck_size cmd_type cmdprio cmdprio_bssplit
        cmdprio_class cmdprio_hint cmdprio_percentage cpuchunks cpuload cpumode cuda_io deac
        direct_write_to_pmem exit_on_io_done fixedbufs force_async gpu_dev_ids grace_time hdfs_use_direct hipri
        hipri_percentage http_mode http_object_mode http_pass http_s3_key http_s3_keyid http_s3_region
        http_s3_security_token http_s3_sse_customer_algorithm http_s3_sse_customer_key http_s3_storage_class
        http_swift_auth_token http_user http_verbose inplace libaio_vectored
        libblkio_force_enable_completion_eventfd libblkio_num_entries libblkio_queue_size libblkio_vectored
        libblkio_wait_mode libblkio_write_zeroes_on_trim md_per_io_size mss no_completion_thread nodelay
        nonvectored nowait object_class pi_act pi_chk pingpong readfua registerfiles sg_write_mode
        single-instance single_instance skip_bad sqthread_poll sqthread_poll_cpu stat_type std_redirect
        stream_id thp touch_objects ttl uncached userspace_reap verify_mode window_size write_mode writefua
        xnvme_admin xnvme_async xnvme_be xnvme_dev_nsid xnvme_iovec xnvme_mem xnvme_sync
    """,
    Names.TARGET: "filename directory filename_format opendir",
    Names.PATH_READ: "buffer_pattern verify_pattern dp_scheme conf",
    Names.PATH_WRITTEN: "mem=iomem write_iolog merge_blktrace_file donorname",
    Names.LOG_PREFIX: "write_bw_log write_lat_log write_iops_log write_hist_log",
    Names.PROGRAM: "exec_prerun exec_postrun program arguments",
    Names.NETWORK: """
        hostname port listen interface bindname protocol=proto verb serverip nfs_url uri http_host https namenode
        initiator pool cont svcl volume brick rbdname clustername clientname hdfsdirectory xnvme_dev_subnqn
        libblkio_path libblkio_driver libblkio_pre_connect_props libblkio_pre_start_props
    """,
    Names.HOST_SETTING: "ioscheduler cgroup cgroup_weight cgroup_nodelete",
    Names.UNKNOWABLE: "include read_iolog replay_redirect profile allow_mounted_write",
}

# Options of fio itself, given on its command line (init.c, l_opts).
_PROGRAM_OPTIONS: Mapping[Names, str] = {
    Names.NOTHING: """
        output-format append-terse terse-version minimal bandwidth-log debug readonly eta eta-interval eta-newline
        status-interval section alloc-size warnings-fatal max-jobs idle-prof
        parse-only showcmd cpuclock-test crctest memcpytest cmdhelp enghelp version help
    """,
    Names.PATH_READ: "inflate-log",
    Names.PATH_WRITTEN: "output",
    Names.PROGRAM: "trigger trigger-file trigger-timeout trigger-remote",
    Names.NETWORK: "server server-internal client daemonize remote-config",
    Names.UNKNOWABLE: "profile aux-path merge-blktrace-only latency-log",
}

WHY_UNKNOWABLE: Mapping[str, str] = {
    "include": "it reads more options from a file; only a job file may include others",
    "profile": "it makes up jobs of its own; write them out in a job file",
    "read_iolog": "a replayed log names its own files and may write to them",
    "replay_redirect": "it sends the writes of a log to another device",
    "allow_mounted_write": "a mounted device is never written to",
    "aux-path": "it puts fio's own files into another folder; they belong into the run's own",
    "merge-blktrace-only": "it runs no job; run fio directly for that",
    "latency-log": "fio no longer supports it; use write_lat_log in the job",
}


def _map_names(table: Mapping[Names, str]) -> dict[str, Names]:
    return {entry.split("=")[0]: names for names, entries in table.items() for entry in entries.split()}


JOB_OPTIONS: Mapping[str, Names] = _map_names(_JOB_OPTIONS)
PROGRAM_OPTIONS: Mapping[str, Names] = _map_names(_PROGRAM_OPTIONS)
ALIASES: Mapping[str, str] = {
    alias: entry.split("=")[0]
    for entries in _JOB_OPTIONS.values()
    for entry in entries.split()
    for alias in entry.split("=")[1:]
}
NOT_A_RUN = frozenset(
    {"parse-only", "showcmd", "inflate-log", "cpuclock-test", "crctest", "memcpytest"}
    | {"cmdhelp", "enghelp", "version", "help"}
)


def canonicalize(option: str) -> str:
    """Return the main name of an option; one that is not listed keeps its own."""
    return ALIASES.get(option, option)


def list_longer_names(option: str) -> list[str]:
    """List the options for which fio's getopt could take an unlisted one: it completes unambiguous beginnings."""
    listed = (*JOB_OPTIONS, *ALIASES, *PROGRAM_OPTIONS)
    if option in listed:
        return []
    return sorted(name for name in listed if name.startswith(option))
