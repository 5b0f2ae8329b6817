"""What a share says of itself."""

from fioboard.core.sentence import Template

# comparison
MEASURE_WITH = Template("Measure with {setting} and everything else as on base ({known}).")

# fields
NO_FIELD = Template("{name} is not a field that can be hidden or revealed{hint}")

# leak_check
WOULD_SHOW = Template("The share would show {fields}, which was not revealed.")

# method
HARDWARE_STATED = Template(
    "The hardware of {hosts} was entered manually; it was not recorded during the runs."
)
# comparison
OF_JOB = Template("{workload:text} ({job:text})")
NUMBERED = Template("{workload:text} ({number:figure})")


# hosts
CONFIGURATION = Template("{host:name}, configuration {number:figure}")


# path
FROM_SERVER = Template("{layer:closed} from {server:name}")
OF_VOLUME = Template("{layer:closed} of {volume:name}")
SHARED_HOP = Template("{port:text}, {link:link}")
BESIDE = Template("{one:text} · {other:text}")
FIRMWARE = Template("firmware {revision:text}")


# shown_factors
BOTH = Template("{one:text} + {other:text}")

# titles
COMPARISON = Template("Comparison on {hosts}: {setting} {base} → {new}")
MEASURED_WITH = Template("Measured with {tools}.")
