"""Facts that rules lack, each with what would give it."""

from collections.abc import Mapping

from fioboard.engine.rules.rule import Need

_RUN = "fioboard-agent run JOBFILE"

NEEDS: Mapping[str, Need] = {
    "inventory": Need("the hardware behind the target", _RUN),
    "target": Need("which drives the target lies on", _RUN),
    "links": Need("the links between the drives and the CPU", "sudo fioboard-agent inventory --privileged"),
    "queues": Need("how many commands the drives take at a time", "fioboard-agent inventory"),
    "samples": Need("what drives and CPUs did during the run", _RUN),
    "counters": Need("the kernel's counters of the drives", _RUN),
    "options": Need("the job's options", "fio --output-format=json+ JOBFILE"),
    "all results": Need("the results of all jobs and directions", "fio --output-format=json+ JOBFILE"),
    "engine": Need("the I/O engine", "fio --output-format=json+ JOBFILE"),
    "direct": Need("whether the page cache was bypassed", "fio --output-format=json+ --direct=1 JOBFILE"),
    "cpu": Need("the CPU time of the jobs", "fio --output-format=json+ JOBFILE"),
    "latency": Need("the latency of the I/Os", "fio --output-format=json+ JOBFILE"),
    "runtime": Need("how long it ran", "fio --output-format=json+ JOBFILE"),
    "block size": Need("the block size", "fio --output-format=json+ JOBFILE"),
    "control group": Need("the limits of the control group that fio ran in", _RUN),
    "mount options": Need("the options of the mount", _RUN),
    "read-ahead": Need("how far the mount reads ahead", _RUN),
    "space": Need("how full the file system was", _RUN),
    "capacity": Need("the size of the drives", "fioboard-agent inventory"),
    "array layout": Need("level, width and chunk of the array", "fioboard-agent inventory"),
    "members": Need("when each job of a group ended", "fio --output-format=json+ JOBFILE"),
    "whole I/Os": Need("how many I/Os were cut short", "fio --output-format=json+ JOBFILE"),
    "health": Need("health and temperature of the drives", "sudo fioboard-agent run --privileged JOBFILE"),
    "temperature limit": Need(
        "the temperature from which the drive warns", "sudo fioboard-agent inventory --privileged"
    ),
    "rated": Need("rating of the drive", "fioboard-agent run --label rated_bw_bytes_per_s=… JOBFILE"),
    "rated IOPS": Need("rating of the drive", "fioboard-agent run --label rated_iops=… JOBFILE"),
    "datasheet": Need(
        "a datasheet of the drives that rates what was measured", "fioboard spec add FILE.toml"
    ),
    "datasheet conditions": Need(
        "the figure under the conditions of the datasheet", "fioboard-agent suite datasheet --target DEVICE"
    ),
    "idle CPUs": Need("what the CPUs give this job without the other programs: run it on an idle host", None),
    "CPU clocks": Need("how the clocks of the CPUs are set", "fioboard-agent inventory"),
    "sleep states": Need("how deeply the CPUs may sleep", "fioboard-agent inventory"),
    "power state": Need("which power states the drives are in", "sudo fioboard-agent inventory --privileged"),
    "interrupts": Need("which CPUs served the drives' interrupts", _RUN),
    "I/O queues": Need("how many I/O queues the drives have", "fioboard-agent inventory"),
    "version": Need("which release of fio measured", "fio --output-format=json+ JOBFILE"),
    "firmware": Need("model and firmware of the drives", "fioboard-agent inventory"),
    "payload": Need(
        "the payload of the packets of every function on the way",
        "sudo fioboard-agent inventory --privileged",
    ),
    "link sleep": Need("whether the drives' links may sleep", "sudo fioboard-agent inventory --privileged"),
    "ordering": Need("whether relaxed ordering is on", "sudo fioboard-agent inventory --privileged"),
    "NPS": Need("how many NUMA nodes a socket has", "fioboard-agent inventory"),
    "scheduler": Need("the I/O schedulers of the drives", "fioboard-agent inventory"),
    "clock": Need("which clock the kernel uses", "fioboard-agent inventory"),
    "IOMMU": Need("how the drives' IOMMU group unmaps", "fioboard-agent inventory"),
    "mitigations": Need("which mitigations of the CPU are on", "fioboard-agent inventory"),
    "poll queues": Need("how many queues the NVMe driver polls", "fioboard-agent inventory"),
    "drive link": Need(
        "how fast the SATA drives could be linked", "sudo fioboard-agent inventory --privileged"
    ),
    "write cache": Need("whether the write caches of the drives are on", "fioboard-agent inventory"),
    "NUMA": Need("NUMA node of the drives", "fioboard-agent inventory"),
    "network": Need("the speed of the network interface", "fioboard-agent inventory"),
    "virtual": Need("the hypervisor's storage; run the agent on the hypervisor", None),
}
"""By the name that rules use."""
