"""Remarks on fio's JSON."""

from fioboard.core.sentence import Template

# bins
BIN_WITHOUT_NUMBER = Template("bin {key} is not a number")
BIN_WITHOUT_COUNT = Template("bin {key} has no count")

# body
TOO_MANY_DOCUMENTS = Template("More than {most} documents in one body.")
NESTED_TOO_DEEP = Template("JSON nested deeper than {most} levels.")

# decode
TOO_MANY_VALUES = Template("More than {most} JSON values, or {objects} objects.")

# document
TOO_MANY_JOBS = Template("{jobs} jobs in one document, more than {most}.")

# identities
IOPS_CONTRADICT = Template("I/Os / runtime is {expected}, iops says {iops}")
BYTES_CONTRADICT = Template("io_bytes / runtime is {expected}, bw_bytes says {bw_bytes}")
BANDWIDTH_CONTRADICTS = Template("bw_bytes / 1024 is {expected}, bw says {bw}")
KIB_CONTRADICT = Template("io_bytes / runtime is {expected} KiB/s, bw says {bw}")
IO_BYTES_CONTRADICT = Template("io_bytes / 1024 is {expected}, io_kbytes says {io_kbytes}")

# lenient
CONTROL_CHARACTERS = Template("Control characters in {text}.")
KEYS_TWICE = Template("{keys} given more than once ({names}); the last one counts.")
NO_VALUE = Template("{seen} is not a valid value for this field; treated as unknown.")
