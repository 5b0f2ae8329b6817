"""What is said of figures that a person wrote."""

from fioboard.core.sentence import Template

# standalone
CELLS_WITHOUT_FIGURE = Template("These cells were not used in a result: {places}{more}.")

# typed
NO_FIGURE = Template("{text} is not valid; write it like {example}.")
NO_MEASUREMENT = Template("{text} is not a measurement: it must be above zero and below {limit}.")
NO_BLOCK_SIZE = Template("{text} is not a block size; write it like 4k, 64k or 1M.")
NO_PATTERN = Template("{rw} is not an fio I/O pattern (read, randwrite, randrw, …).")
NO_DATA = Template("rw={rw} moves no data in the direction {direction}.")
TYPED_CONTRADICTION = Template("{iops} IOPS of {bs} are {calculated} MB/s, but {typed} was entered.")

# wording
SEVERAL_CANDIDATES = Template("{candidates} measured results are candidates; none of them matches.")
DIFFERS = Template(": this differs by ×{factor}")
SWAPPED = Template(": read and write are swapped{why}")
WAS_MEASURED = Template("{figure}{way} was measured{difference}.")
