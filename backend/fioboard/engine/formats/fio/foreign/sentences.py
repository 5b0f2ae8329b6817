"""Remarks on outputs of other tools than fio."""

from fioboard.core.sentence import Template

# dd
RATE_CONTRADICTS = Template("Bytes ÷ seconds is {calculated} B/s, the line says {rate} {unit}/s.")

# elbencho
NO_BYTES = Template("The phase {name} moved no bytes: entries per second are not read.")

# hdparm
MEASURES_MEMORY = Template("{name} measures memory and CPU, not the drive.")

# iostat
TOO_MANY_IOSTAT_ROWS = Template("More than {most} rows of iostat.")
IDLE_DEVICES = Template("Without any operation: {idle}.")

# measurement
TOO_MANY_ROWS = Template("More than {most} rows in one table.")
TOO_MANY_COLUMNS = Template("More than {most} columns in one table.")
CSV_UNREAD = Template("The CSV table cannot be read: {error}.")
TOO_MANY_MEASUREMENTS = Template("{measurements} measurements, more than {most}.")
NO_USABLE_ROW = Template("No usable row among the named measurements: {detail}")
NO_FIELD = Template("{key} is not a field of a measurement; ignored.")

# metadata_rates
CALLED_INVALID = Template("IO500 marks {test} as invalid, usually because it ran for too short a time.")

# nvmecontrol
TOO_MANY_PERFTEST_LINES = Template("More than {most} perftest lines.")
SIZE_CONTRADICTS = Template("IO/s × size is {bandwidth} MiB/s, the line says {printed}.")

# phoronix
OTHER_TESTS = Template("Left out, because they are not tests by fio: {results}.")
NO_FIGURE = Template("Result {place} ({description}, {scale}) has no figure.")
POWERS_UNKNOWN = Template(
    "{scale} may mean powers of 1000 or of 1024: read as 1000, with bounds that cover both."
)

# runs
NO_RESULT = Template("{measurement} is announced in line {line} but has no result.")
NOTHING_ABOVE_ZERO = Template("No figure above 0: {results}.")
TOO_MANY_RESULTS = Template("More than {most} results of {tool}.")

# xml_document
TOO_MANY_ELEMENTS = Template("More than {most} elements.")
XML_UNREAD = Template("The XML cannot be read: {kind}.")
XML_TOO_DEEP = Template("Nested deeper than {most} elements.")
