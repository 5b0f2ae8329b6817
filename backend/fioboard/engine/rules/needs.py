"""Facts that rules lack, each with what would give it."""

from collections.abc import Mapping

from fioboard.engine.rules.rule import Need

_RUN = "fioboard-agent run JOBFILE"

NEEDS: Mapping[str, Need] = {
    "inventory": Need("hardware behind the target", _RUN),
    "target": Need("drives behind the target", _RUN),
    "links": Need("PCIe links between the drives and the CPU", "sudo fioboard-agent inventory --privileged"),
    "GPU": Need("which GPU the data went to, or its link speed under load", None),
    "queues": Need("queue size of the drives", "fioboard-agent inventory"),
    "samples": Need("samples of drives and CPUs during the run", _RUN),
    "counters": Need("kernel counters of the drives", _RUN),
    "options": Need("job options", "fio --output-format=json+ JOBFILE"),
    "all results": Need("results of all jobs and directions", "fio --output-format=json+ JOBFILE"),
    "engine": Need("I/O engine", "fio --output-format=json+ JOBFILE"),
    "direct": Need("use of the page cache", "fio --output-format=json+ --direct=1 JOBFILE"),
    "cpu": Need("CPU time of the jobs", "fio --output-format=json+ JOBFILE"),
    "latency": Need("I/O latency", "fio --output-format=json+ JOBFILE"),
    "runtime": Need("run time", "fio --output-format=json+ JOBFILE"),
    "block size": Need("block size", "fio --output-format=json+ JOBFILE"),
    "control group": Need("control group limits of fio", _RUN),
    "mount options": Need("mount options", _RUN),
    "read-ahead": Need("read-ahead of the mount", _RUN),
    "space": Need("file system usage", _RUN),
    "capacity": Need("drive size", "fioboard-agent inventory"),
    "array layout": Need("array level, width and chunk", "fioboard-agent inventory"),
    "members": Need("end time of each job", "fio --output-format=json+ JOBFILE"),
    "whole I/Os": Need("number of short I/Os", "fio --output-format=json+ JOBFILE"),
    "health": Need("health and temperature of the drives", "sudo fioboard-agent run --privileged JOBFILE"),
    "temperature limit": Need(
        "warning temperature of the drive", "sudo fioboard-agent inventory --privileged"
    ),
    "rated": Need("datasheet rating", "fioboard-agent run --label rated_bw_bytes_per_s=… JOBFILE"),
    "rated IOPS": Need("datasheet rating", "fioboard-agent run --label rated_iops=… JOBFILE"),
    "datasheet": Need("a datasheet of the drives for this workload", "fioboard spec add FILE.toml"),
    "datasheet conditions": Need(
        "a result under datasheet conditions", "fioboard-agent suite datasheet --target PATH"
    ),
    "idle CPUs": Need("unknown while other programs use the CPUs; run it on an idle host", None),
    "CPU clocks": Need("CPU governor and frequencies", "fioboard-agent inventory"),
    "sleep states": Need("CPU idle states", "fioboard-agent inventory"),
    "power state": Need("drive power states", "sudo fioboard-agent inventory --privileged"),
    "interrupts": Need("CPUs that served the drives' interrupts", _RUN),
    "I/O queues": Need("number of drive I/O queues", "fioboard-agent inventory"),
    "version": Need("fio version", "fio --output-format=json+ JOBFILE"),
    "firmware": Need("drive model and firmware", "fioboard-agent inventory"),
    "payload": Need(
        "PCIe payload size of every function in the path",
        "sudo fioboard-agent inventory --privileged",
    ),
    "link sleep": Need("PCIe link power saving", "sudo fioboard-agent inventory --privileged"),
    "ordering": Need("PCIe relaxed ordering", "sudo fioboard-agent inventory --privileged"),
    "NPS": Need("NUMA nodes per socket", "fioboard-agent inventory"),
    "scheduler": Need("I/O scheduler of the drives", "fioboard-agent inventory"),
    "clock": Need("kernel clock source", "fioboard-agent inventory"),
    "IOMMU": Need("IOMMU mode of the drives", "fioboard-agent inventory"),
    "mitigations": Need("active CPU mitigations", "fioboard-agent inventory"),
    "poll queues": Need("number of polling queues", "fioboard-agent inventory"),
    "drive link": Need("maximum SATA link speed", "sudo fioboard-agent inventory --privileged"),
    "write cache": Need("write cache setting of the drives", "fioboard-agent inventory"),
    "NUMA": Need("NUMA node of the drives", "fioboard-agent inventory"),
    "network": Need("speed of the network interface", "fioboard-agent inventory"),
    "virtual": Need("the hypervisor's storage; run the agent on the hypervisor", None),
}
"""By the name that rules use."""
