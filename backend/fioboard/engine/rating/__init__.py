"""A run beside datasheets: what it measured and under which conditions, and what of its drives' cards that is held
against. Pure: facts of a run and cards in, figures out.
"""

from fioboard.engine.rating.basis import Basis, read_basis
from fioboard.engine.rating.compare import rate
from fioboard.engine.rating.labels import Stated, read_stated
from fioboard.engine.rating.measured import build_basis
from fioboard.engine.rating.out import build_figure, build_rating
from fioboard.engine.rating.prepared import prepared
from fioboard.engine.rating.shares import ResultShare, list_figures, list_shares

__all__ = [
    "Basis",
    "ResultShare",
    "Stated",
    "build_basis",
    "build_figure",
    "build_rating",
    "list_figures",
    "list_shares",
    "prepared",
    "rate",
    "read_basis",
    "read_stated",
]
