"""Block sizes as people write them."""

from fioboard.core.quantity import format_figures

BINARY = ((40, "T"), (30, "G"), (20, "M"), (10, "k"))
# No kB: 4 kB would be read as 4k.
DECIMAL = ((12, "TB"), (9, "GB"), (6, "MB"))
# A number of more digits says less than a rounded one.
MAX_EXACT_DIGITS = 6


def block_size(value: int) -> str:
    """Bytes as fio writes them, 4096 is `4k`; `32 MB` where only the decimal size is round. Nothing is rounded.

    Of the exact spellings the one with the fewest digits that say something; fio's own where they tie. The front end's
    twin is formatBlockSize of lib/units.ts; both are tested with the same cases.
    """
    spellings = [(value // 2**power, letter) for power, letter in BINARY if value % 2**power == 0]
    spellings += [(value // 10**power, f" {unit}") for power, unit in DECIMAL if value % 10**power == 0]
    spellings = [*((number, unit) for number, unit in spellings if number > 0), (value, "")]
    number, unit = min(spellings, key=lambda spelling: len(str(spelling[0]).rstrip("0")))
    return f"{number}{unit}"


def spoken_size(value: int) -> str:
    """The same in prose: `4 KiB`, `32 MB`, `100 B`."""
    size = block_size(value)
    unit = {"k": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}.get(size[-1])
    return f"{size[:-1]} {unit}" if unit else size if " " in size else f"{size} B"


def drive_size(value: int) -> str:
    """Describe a drive's capacity as it is sold: `275 GB`, `1.92 TB`; a datasheet's own figure as it is: `30.72 TB`."""
    power, unit = DECIMAL[0] if value >= 10**12 else DECIMAL[1]
    return f"{format_figures(value / 10**power, 3 if value % 10**10 else 4)} {unit}"


def describe_size(value: int) -> str:
    """Describe a size for a sentence: exactly where that is short (`4 GiB`), else in four digits (`2.048 TB`)."""
    exact = spoken_size(value)
    if len(exact.partition(" ")[0]) <= MAX_EXACT_DIGITS:
        return exact
    power, unit = next(one for one in (*DECIMAL, (3, "kB")) if value >= 10 ** one[0])
    return f"{format_figures(value / 10**power, 4)} {unit}"
