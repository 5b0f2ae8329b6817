"""Remarks on outputs of other tools than fio."""

from fioboard.core.sentence import Template

# dd
RATE_CONTRADICTS = Template("Bytes ÷ seconds is {calculated} B/s, the line says {rate} {unit}/s.")

# elbencho
NO_BYTES = Template("The phase {name} moved no bytes: entries per second are not read.")

# hdparm
MEASURES_MEMORY = Template("{name} measures memory and processor, not the drive.")

# iostat
TOO_MANY_IOSTAT_ROWS = Template("More than {most} rows of iostat.")
IDLE_DEVICES = Template("Without any operation: {idle}.")

# measurement
TOO_MANY_ROWS = Template("More than {most} rows in one table.")
TOO_MANY_COLUMNS = Template("More than {most} columns in one table.")
CSV_UNREAD = Template("A CSV table that cannot be read: {error}.")
TOO_MANY_MEASUREMENTS = Template("{measurements} measurements, more than {most}.")
NO_USABLE_ROW = Template("Named measurements without a usable row: {detail}")
NO_FIELD = Template("{key} is no field of a measurement; ignored.")

# metadata_rates
CALLED_INVALID = Template("IO500 calls {test} invalid, most often as it ran too short.")

# nvmecontrol
TOO_MANY_PERFTEST_LINES = Template("More than {most} perftest lines.")
SIZE_CONTRADICTS = Template("IO/s × size is {bandwidth} MiB/s, the line says {printed}.")

# phoronix
OTHER_TESTS = Template("Left out, of other tests than fio: {results}.")
NO_FIGURE = Template("Result {place} ({description}, {scale}) holds no figure.")
POWERS_UNKNOWN = Template(
    "{scale} may be of powers of 1000 or of 1024: read as the former, the bounds hold both."
)

# runs
NO_RESULT = Template("{measurement} is announced in line {line} and has no result.")
NOTHING_ABOVE_ZERO = Template("Without a figure above 0: {results}.")
TOO_MANY_RESULTS = Template("More than {most} results of {tool}.")

# xml_document
TOO_MANY_ELEMENTS = Template("More than {most} elements.")
XML_UNREAD = Template("XML that cannot be read: {kind}.")
XML_TOO_DEEP = Template("Nested deeper than {most} elements.")
