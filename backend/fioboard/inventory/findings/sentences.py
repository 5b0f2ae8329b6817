"""What findings say: the service's words and, apart from them, the arguments that tell of a machine."""

from collections.abc import Mapping

from fioboard.core.sentence import Template

NOT_PINNED = Template(
    "Nothing says that fio was pinned; the drives hang on NUMA node {drives:figures} of {count:figure}."
)
REMOTE_NODE = Template(
    "fio ran on NUMA node {fio:figures}, the drives hang on node {drives:figures}: data crosses between them."
)
PCIE_ERRORS = Template("{function:name} counted {count:figure} PCIe errors during the run.")
BAD_SIGNAL = Template(
    "{function:name} counted {count:figure} PCIe errors during the run. Bad signal: look at riser and cable."
)
THROTTLED = Template("{drive:name} slowed down because of heat during the run.")
HOT_DRIVE = Template("{drive:name} reached {highest:figure} °C; its own warning starts at {limit:figure} °C.")
RESYNC = Template(
    "An array was rebuilding or being checked during the run: its own I/O took part of the bandwidth."
)
EVENT = Template("During the run: {event:closed}.")
EVENT_IN_WORDS = Template("During the run: {event:closed} ({detail:text}).")

ABOVE_LINK = Template(
    "Contradiction: {measured:figure} {direction:closed} is above the {rate:figure} that the recorded links can "
    "carry one way. The recorded link is wrong, the data took another path, or a cache answered."
)
ABOVE_LINK_CACHED = Template(ABOVE_LINK.text + " The page cache was not bypassed.")
OVERSUBSCRIBED = Template(
    "{count:figure} drives share {port:name}: they could read {together:figure} together, the link carries "
    "{ceiling:figure}; expect {share:figure} for each when all are busy."
)
BELOW_LINK = Template(
    "{measured:figure} {direction:closed} is {share:figure} of the {ceiling:figure} that the path can carry: the links "
    "are not the limit. Look at the drives' rated value, CPU, NUMA node, depth and engine."
)
UNEVEN = Template(
    "The members do not share the {direction:closed} load evenly: {slow:name} {slowest:figure}, {fast:name} "
    "{fastest:figure}. Look for one slow or badly seated drive."
)
CHIPSET = Template(
    "{drives:names}: behind the chipset, whose uplink to the CPU (DMI) no file shows and every chipset device shares. "
    "The ceilings here do not include it."
)

NARROWED = Template(
    "The link at {port:name} runs {lanes:figure} lanes of {capable:figure}: look at seating, riser, cable and "
    "bifurcation."
)
SLOWED = Template(
    "The link at {port:name} ran at {speed:figure} of {capable:figure} GT/s under load: look at riser, cable and the "
    "slot's speed setting."
)
PORT_LIMITED = Template(
    "The link at {port:name} is as fast as its port allows ({trained:link}); the device could do {device:link}."
)
NARROW_SLOT = Template("Slot {slot:text} is a x{connector:figure} connector with {lanes:figure} lanes wired.")

MEMORY = Template("{count:figure} memory modules run at {configured:figure} of {rated:figure} MT/s.")
LBA_FORMAT = Template(
    "{drive:name} is formatted to {used:figure} bytes per block; it rates {better:figure} bytes as faster."
)
FEW_QUEUES = Template(
    "{drive:name} has {queues:figure} I/O queues for {cpus:figure} CPUs: CPUs share queues."
)
DEGRADED = Template("{array:name} is degraded: a member is missing.")
CONFLICT = Template(
    "{setting:text}: the firmware says {set:text}, the running system shows {shown:text}. A change may wait for a "
    "reboot."
)
PENDING = Template("Changed firmware settings wait for a reboot; those shown may not be in force.")
DRIVE_WARNING = Template("{drive:name} reports a critical warning (0x{warning:text}).")
DRIVE_WORN = Template("{drive:name} has used {used:figure} % of its rated endurance.")

OF_RUN: Mapping[str, tuple[Template, ...]] = {
    "not-pinned": (NOT_PINNED,),
    "remote-numa-node": (REMOTE_NODE,),
    "pcie-errors": (PCIE_ERRORS, BAD_SIGNAL),
    "thermal-throttling": (THROTTLED,),
    "hot-drive": (HOT_DRIVE,),
    "array-resync": (RESYNC,),
    "temperature-abort": (EVENT,),
    "device-gone": (EVENT,),
    "md-degraded": (EVENT,),
    "above-link-rate": (ABOVE_LINK, ABOVE_LINK_CACHED),
    "oversubscribed": (OVERSUBSCRIBED,),
    "below-link-limit": (BELOW_LINK,),
    "uneven-members": (UNEVEN,),
    "chipset-uplink": (CHIPSET,),
    "downgraded-width": (NARROWED,),
    "downgraded-speed": (SLOWED,),
    "port-limited": (PORT_LIMITED,),
}
"""By rule: the sentences about a run that can be read back after they were stored."""
