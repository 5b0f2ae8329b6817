"""Answers to a vendor's questions."""

from fioboard.core.sentence import Template

# drives
TEMPERATURES = Template("{drive}: {least} to {most} °C during the run")
ONCE_BESIDE = Template("{temperature}, read once")

ON_ONE_DRIVE = Template("{target} is on this one drive.")
WITHOUT_COOLING = Template("{heat} Cooling was not recorded.")
LAYERS = Template("From {target} down to its drives.")
ON_DRIVES = Template("{target} is on these {drives}.")
VIRTUAL_DRIVE = Template("{drive}, {size}virtual disk")
RATED_EACH = Template("{value} {pattern}")
BY_DATASHEET = Template("From the drives' datasheets.{conditions}")
BY_OTHERS = Template("Not from the vendor's datasheet; source: {sources}.{conditions}")
OTHER_CONDITIONS = Template(" Their test conditions differ from these runs or are not stated.")
OF_RATING = Template("{run}: {measured} is {share} of {rated} ({verdict})")
OF_OTHER_TEST = Template("{run}: {measured} measured, {rated} rated ({verdict})")

# faults
ERRORS_SINCE_START = Template("{where}: {errors} since boot")
PCIE_ERRORS = Template("{errors} since boot{clean}")
MEDIA_ERRORS_OF = Template("{drive}: {errors} over its lifetime")
NO_LINES = Template("no {errors} in the kernel log during the run")

NO_LOG_IN_VM = Template("No kernel log was recorded. {outside}")

# left_out
NOT_SHARED = Template("{parts} {verb} not part of this share.")

# links
LANES_USED = Template("All lanes are in use ({widths}).")
LANES_UNUSED = Template("The card or drive has more lanes than its link uses ({widths}).")
FULL_LINKS = Template("{full} of {links} to the drives at full width and speed")
NOT_ALL_KNOWN = Template(
    "Full width and speed confirmed for {full} of {links} in the path; not fully known: {unknown}."
)
ALL_LINKS_FULL = Template("As fast and wide as {ends}.{load}")

# numa
CPUS_OF_NODE = Template("node {node}: CPUs {cpus}")
NODE_ON_SOCKET = Template("node {node} is on socket {socket}")
NODES_IN_ALL = Template("The machine has {nodes}.")
DRIVES_ON_NODES = Template("drives on node {nodes}")
BOUND_BY_JOB = Template("Pinned by fio's job options{there}.")

# software
ALL_DRIVES = Template("All {count} drives are present as block devices")
SOME_DRIVERS = Template("{drivers} for some; name and version not recorded for the others")
DRIVER_PARTLY_KNOWN = Template("{drives}, so a driver is loaded; drivers not named were not recorded.")
DRIVER_UNKNOWN = Template("{drives}, so a driver is loaded; its name and version were not recorded.")
VIRTUAL_DRIVER = Template("The driver of the virtual PCI device. {outside}")
OPTIONS_UNKNOWN = Template("The command line was not recorded{options}.")
SETTINGS_KNOWN = Template("{settings} known.{outside}")
SETTINGS_MISSING = Template("{settings} known; {missing} not recorded.")
FIRMWARE_OF_VM = Template("Firmware of the VM. {outside}")
# virtual machines
OUTSIDE_VM = Template("{what} not visible inside a VM.")
ASK_OUTSIDE = Template(
    "{known} For what a VM does not show, ask its provider, or run the agent on the hypervisor."
)
# errors that were counted
MEDIA_ERRORS = Template("{errors} over the drives' lifetime")
LOGGED = Template("{errors} in the kernel log during the run")
OTHER_LINES = Template("{lines} during the run, not classified")
DRIVEN = Template("every drive has a driver loaded; {names}")
