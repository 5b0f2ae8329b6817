"""A run beside datasheets: what it measured and under which conditions, and what of its drives' cards that is held
against. Pure: facts of a run and cards in, figures out.
"""

from fioboard.rating.basis import Basis, read_basis
from fioboard.rating.hold import rate
from fioboard.rating.measured import basis_of
from fioboard.rating.out import figure_out, rating_out
from fioboard.rating.prepared import prepared
from fioboard.rating.shares import ResultShare, figures_of, shares_of
from fioboard.rating.stated import Stated, stated_of

__all__ = [
    "Basis",
    "ResultShare",
    "Stated",
    "basis_of",
    "figure_out",
    "figures_of",
    "prepared",
    "rate",
    "rating_out",
    "read_basis",
    "shares_of",
    "stated_of",
]
