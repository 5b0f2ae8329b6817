"""Sentences about CPUs, kernel, links and the place of a machine."""

from fioboard.core.sentence import Template

# cpu
SATURATED = Template(
    "Each of the {jobs:figure} jobs used {busy:figure} of a CPU, {kernel:figure} of it in the kernel: "
    "{cost:figure} µs of "
    "CPU per I/O."
)
SATURATED_IN_ALL = Template(
    "Each of the {jobs:figure} jobs used {busy:figure} of a CPU, {kernel:figure} of it in the kernel."
)
SATURATED_ONE = Template("The job used {busy:figure} of a CPU, {kernel:figure} of it in the kernel.")
SATURATED_KERNEL = Template(
    "{who:closed} used {busy:figure} of a CPU in the kernel alone; the user time is unknown."
)
CPU_LIMIT_OF_KERNEL = Template(
    "The CPU is {state:closed}: {who:closed} used {busy:figure} of it in the kernel alone."
)
CPU_LIMIT = Template(
    "The CPU is {state:closed}: each of the {jobs:figure} jobs used {busy:figure} of a CPU, {kernel:figure} of it in "
    "the kernel."
)
CPU_LIMIT_OF_ONE = Template(
    "The CPU is {state:closed}: the job used {busy:figure} of a CPU, {kernel:figure} of it in the kernel."
)
FEW_CPUS = Template(
    "Together, the {jobs:figure} jobs used {used:figure} of the {allowed:figure} CPUs that fio could run on."
)
FEW_CPUS_LIMIT = Template(
    "The CPU is the limit: {jobs:figure} jobs used {used:figure} of the {allowed:figure} CPUs that fio could run on."
)

# host
NODE_FULL = Template("The CPUs of NUMA node {node:figure} were {busy:figure} busy during the run.")
HOST_FULL = Template("The CPUs were {busy:figure} busy during the run.")
NODE_IS_LIMIT = Template("CPU-limited: the CPUs of NUMA node {node:figure} were {busy:figure} busy.")
HOST_IS_LIMIT = Template("CPU-limited: all CPUs were {busy:figure} busy.")
CORE_HOT = Template(
    "One CPU of NUMA node {node:figure} was {hot:figure} busy while the node was {busy:figure} busy: interrupts or one "
    "thread share a single CPU."
)
STOLEN = Template("CPU steal: the hypervisor took {stolen:figure} of the CPU time.")
STOLEN_MUCH = Template(
    "CPU steal: the hypervisor took {stolen:figure} of the CPU time. Repeat when the host is idle."
)
OTHER_WORK = Template("Noisy host: other processes used {share:figure} of the CPU during this run.")
OTHER_WORK_FULL = Template(
    "Noisy host: other processes used {share:figure} of the CPU during this run, and hardly any CPU was idle "
    "({busy:figure} busy). Repeat on an idle host."
)
DISTURBED = Template(
    "Noisy host: other processes used {share:figure} of the CPU during this run. Repeat on an idle host."
)

# kernel
SCHEDULER = Template(
    "{drives:names}: the I/O scheduler ({scheduler:closed}) sorts {iops:figure} IOPS, which an NVMe drive does "
    "not need; this costs CPU time per I/O."
)
CLOCK = Template(
    "The kernel's clock is {clock:closed}, which is slow to read: fio and the kernel read it several times for each of "
    "{iops:figure} IOPS."
)
IOMMU_STRICT = Template(
    "The IOMMU unmaps each buffer at once (strict) after each of {iops:figure} IOPS: that costs CPU time per I/O."
)
MITIGATED = Template(
    "CPU vulnerability mitigations are on and cost time at {iops:figure} IOPS: a run without them is a different "
    "measurement."
)
NOT_POLLED = Template(
    "Polling was requested, but the NVMe driver has no poll queues: completions came by interrupt."
)

# interrupts
REMOTE = Template(
    "{share:figure} of the interrupts of {function:name} were served on a different socket than the one it is "
    "attached to."
)
FEW_QUEUES = Template(
    "{drive:name} has {queues:figure} I/O queues for {cpus:figure} CPUs: at {iops:figure} IOPS CPUs share queues."
)

# power
SLOW_CLOCK = Template(
    "The CPU governor powersave keeps all {cpus:figure} CPUs at their lowest clock: each I/O waits for a slow core."
)
SAVING_CLOCK = Template(
    "All {cpus:figure} CPUs prefer saving power over speed: each I/O may wait for a slow core."
)
DEEP_IDLE = Template(
    "At QD {depth:figure}, a CPU sleeps between I/Os: leaving an enabled sleep state takes {exit:figure}; the "
    "median I/O took {median:figure}."
)
POWER_STATE = Template("{drive:name} is set to power state {state:figure}: drives are rated at state 0.")
POWER_STATE_WATTS = Template(
    "{drive:name} is set to power state {state:figure} ({watts:figure} of {full:figure} W): drives are rated at "
    "state 0."
)
AUTONOMOUS_SLEEP = Template(
    "{drive:name} may enter a sleep state between I/Os, and there were pauses of {pause:figure} ms: an I/O that "
    "wakes it takes longer."
)

# heat
THROTTLED = Template("{drive:name} slowed down because of heat during the run.")
THROTTLED_FROM = Template(
    "{drive:name} slowed down because of heat from {after:figure} s on, at {temperature:figure} °C: it moved "
    "{drop:figure} less."
)
ONSET = Template(
    "{drive:name} reached {temperature:figure} °C at {after:figure} s, within {below:figure} °C of its warning "
    "threshold or above, and moved {drop:figure} less within {window:figure} s: most likely heat."
)

# cgroup
STOPPED = Template(
    "The kernel throttled fio's control group in {share:figure} of its periods; its limit is {cpus:figure} CPUs."
)
CPU_QUOTA = Template(
    "The control group's CPU quota is the limit: {cpus:figure} CPUs, throttled in {share:figure} of the periods."
)
HELD = Template(
    "fio's control group may {direction:closed} at most {limit:figure} of {device:name}; {measured:figure} is "
    "{share:figure} of that."
)
HELD_IOPS = Template(
    "fio's control group may {direction:closed} at most {limit:figure} IOPS from {device:name}; {measured:figure} "
    "IOPS is {share:figure} of that."
)
IO_QUOTA = Template("The control group is the limit: {measured:figure} of {limit:figure}, {share:figure}.")
IO_QUOTA_IOPS = Template(
    "The control group is the limit: {measured:figure} of {limit:figure} IOPS, {share:figure}."
)

# neighbour
MORE = Template(
    "The drives moved {drives:figure} of {direction:closed}s, but fio asked for {asked:figure}: something else "
    "used them during the run."
)
OTHER_WAY = Template(
    "Background I/O: {drives:figure} of {direction:closed}s during the run, none of them by fio."
)
# As findings stored before 0.4.0 have it: shares read their texts by it.
OTHER_WAY_BEFORE = Template(
    "The drives moved {drives:figure} of {direction:closed}s while fio did none: something else used them during "
    "the run."
)

# place
NOT_PINNED = Template(
    "fio was not pinned to CPUs; the drives are attached to NUMA {on:closed} {drives:figures} (of {count:figure})."
)
REMOTE_NODE = Template(
    "Remote NUMA: fio ran on {at:closed} {fio:figures}, the drives are attached to {on:closed} {drives:figures}, so "
    "all data crosses the socket link."
)
OTHER_NODE = Template(
    "fio ran on NUMA {at:closed} {fio:figures}, the drives are attached to {on:closed} {drives:figures} of the same "
    "socket: part of its memory is remote."
)
NPS = Template(
    "{count:figure} drives below one port read {measured:figure}, {share:figure} of the link limit, with one "
    "NUMA node per socket (NPS1). On two similar machines, NPS4 gave two to three times as much."
)

# provider
CAPPED = Template(
    "{measured:figure} {direction:closed}, constant within {spread:figure}, is {share:figure} of the "
    "{limit:figure} that the provider publishes for such a volume: probably its limit."
)
CAP = Template("{measured:figure}, constant within {spread:figure}: probably a limit of the provider.")

# sold
PUBLISHED = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, {share:figure} of the {limit:figure} that the provider "
    "publishes for such a volume: probably its limit."
)
ROUND = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, a round number: {volumes:parts} is limited to "
    "{limit:figure}, so a configured limit is likely."
)

# serial
SLOW_LINK = Template(
    "{drive:name} runs at {trained:figure} of {capable:figure} Gb/s: check cable, bay and port."
)
CACHE_OFF = Template(
    "The write cache of {drive:name} is off according to the kernel: each write waits for the media."
)

# firmware
FAULTY = Template("{drive:name} runs firmware {version:text}, which is known to {fault:text}.")
FAULTY_AND_FIXED = Template(
    "{drive:name} runs firmware {version:text}, which is known to {fault:text}; {fixed:text} is not affected."
)

# pcie
SMALL_PAYLOAD = Template(
    "Packets to {drive:name} carry {used:figure} of the {able:figure} bytes that the whole path supports: its "
    "links could carry {gain:figure} more."
)
ASPM = Template(
    "The link at {port:name} may sleep between I/Os (ASPM L1), and at most {depth:figure} were in flight: waking it "
    "is part of the latency."
)
ORDERED = Template(
    "Relaxed ordering is off at {function:name}, and {measured:figure} is {share:figure} of the link limit."
)

# links
NARROWED = Template(
    "Link at {port:name}: {lanes:figure} of {capable:figure} lanes. Check seating, riser, cable and bifurcation."
)
SLOWED = Template(
    "Link at {port:name}: {speed:figure} of {capable:figure} GT/s under load. Check riser, cable and the slot's speed "
    "setting."
)
PORT_LIMITED = Template(
    "The link at {port:name} is as fast as its port allows ({trained:link}); the device could do {device:link}."
)
NARROW_SLOT = Template("Slot {slot:text}: x{connector:figure} connector, x{lanes:figure} wired.")

# loop
LOOP = Template(
    "The target is on {devices:names}, which adds a file system and a kernel worker before the drive."
)
LOOP_CACHED = Template(
    "The target is on {devices:names}, whose file uses the page cache: memory may answer instead of the drive, "
    "even with direct=1."
)

# during
PCIE_ERRORS = Template("{function:name} counted {count:figure} PCIe errors during the run.")
BAD_SIGNAL = Template(
    "{function:name} counted {count:figure} PCIe errors during the run. Poor signal: check riser and cable."
)
HOT_DRIVE = Template("{drive:name} reached {highest:figure} °C; its warning threshold is {limit:figure} °C.")
STUCK = Template(
    "{drive:name} reported {highest:figure} °C in each of {count:figure} readings, at or above its warning "
    "threshold of {limit:figure} °C. A constant temperature suggests a stuck sensor; try a newer firmware first."
)
RESYNC = Template(
    "An array was rebuilding or being checked during the run: its own I/O took part of the bandwidth."
)
EVENT = Template("During the run: {event:closed}.")
EVENT_IN_WORDS = Template("During the run: {event:closed} ({detail:text}).")
