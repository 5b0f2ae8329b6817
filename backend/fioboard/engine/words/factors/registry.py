"""The declared registry of factors, in the order they are shown. A new factor is one entry in one of these lists; it
needs no column and no migration."""

from fioboard.engine.words.factors.factor import Factor
from fioboard.engine.words.factors.of_firmware import FIRMWARE
from fioboard.engine.words.factors.of_jobs import JOB, LAUNCHER, SETTINGS, STEADY
from fioboard.engine.words.factors.of_machine import MACHINE, OPERATING_SYSTEM
from fioboard.engine.words.factors.of_path import DRIVE, PATH, TARGET

FACTORS: dict[str, Factor] = {
    factor.key: factor
    for factor in (
        *JOB,
        *SETTINGS,
        *STEADY,
        *LAUNCHER,
        *TARGET,
        *DRIVE,
        *PATH,
        *MACHINE,
        *FIRMWARE,
        *OPERATING_SYSTEM,
    )
}
FORMER_KEYS: dict[str, str] = {factor.formerly: factor.key for factor in FACTORS.values() if factor.formerly}
"""What addresses called a factor before → its key."""
JOB_OPTIONS = tuple(factor.key for factor in FACTORS.values() if factor.source == "job options")
"""Those that single results decide: what a workload is made of, whether known or not."""
OPTION_FACTORS: dict[str, str] = {
    option: factor.key for factor in FACTORS.values() for option in factor.options
}
"""Option of fio → the factor whose value tells it, under each of its spellings."""
