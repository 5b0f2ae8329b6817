"""What is said of figures that a person wrote."""

from fioboard.core.sentence import Template

# standalone
CELLS_WITHOUT_FIGURE = Template("These cells became no figure of a result: {places}{more}.")

# typed
NO_FIGURE = Template("{text} cannot be read; write it like {example}.")
NO_MEASUREMENT = Template("{text} is no measurement: it must lie above zero, and below {limit}.")
NO_BLOCK_SIZE = Template("{text} is no block size; write it as fio does: 4k, 64k, 1M.")
NO_PATTERN = Template("{rw} is no I/O pattern of fio (read, randwrite, randrw, …).")
NO_DATA = Template("rw={rw} moves no data in the direction {direction}.")
TYPED_CONTRADICTION = Template("{iops} IOPS of {bs} are {calculated} MB/s, typed was {typed}.")

# wording
SEVERAL_CANDIDATES = Template("{candidates} measured results may be meant, and none of them fits.")
DIFFERS = Template(": this differs by ×{factor}")
SWAPPED = Template(": read and write are swapped{why}")
WAS_MEASURED = Template("{figure}{way} was measured{difference}.")
