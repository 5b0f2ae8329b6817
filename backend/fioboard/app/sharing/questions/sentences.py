"""Answers to a vendor's questions."""

from fioboard.core.sentence import Template

# drives
TEMPERATURES = Template("{drive}: {least} to {most} °C during the run")
ONCE_BESIDE = Template("{temperature}, once beside the run")

# faults
ERRORS_SINCE_START = Template("{where}: {errors} since the system's start")
PCIE_ERRORS = Template("{errors} since the system's start{clean}")
MEDIA_ERRORS_OF = Template("{drive}: {errors} in its life")
NO_LINES = Template("no lines known as {errors} in the kernel's log during the run")

# left_out
NOT_SHARED = Template("{parts} {verb} not part of this share.")

# links
FULL_LINKS = Template("{full} of {links} at full width and speed")
NOT_ALL_KNOWN = Template(
    "{full} of {links} on the way are known to run at full width and speed; not all is known of {unknown}."
)
ALL_LINKS_FULL = Template("Every link runs at the full speed and width of both ends.{load}")

# numa
DRIVES_ON_NODE = Template("drives on node {node}{cpus}")
NODE_ON_SOCKET = Template("node {node} is on socket {socket}")
ATTACHED_TO = Template("The drives are attached to NUMA {nodes}.")
DRIVES_ON_NODES = Template("drives on node {nodes}")
BOUND_BY_JOB = Template("fio was bound by its job options.{there}")

# software
ALL_DRIVES = Template("All {count} drives are")
SOME_DRIVERS = Template("of some it is {drivers}, of the others name and version were not recorded")
DRIVER_PARTLY_KNOWN = Template(
    "{drives} seen as a block device, so a driver runs it; what is not named was not recorded."
)
DRIVER_UNKNOWN = Template(
    "{drives} seen as a block device, so a driver runs it; its name and version were not recorded."
)
OPTIONS_UNKNOWN = Template("Measured with {tools}; its options are not in the output.")
# errors that were counted
MEDIA_ERRORS = Template("{errors} in the drives' lives")
LOGGED = Template("{errors} in the kernel's log during the run")
OTHER_LINES = Template("{lines} during the run, not judged")
DRIVEN = Template("every drive has a driver loaded; {names}")
