"""The filter language: one text that says which runs are meant, the same in page addresses, API and command line.

Pure: text in, values out. It neither knows the database nor the clock; store/queries/filtering.py asks with it.
"""

from fioboard.engine.filters.condition import Condition, Filter, Term
from fioboard.engine.filters.keys import RESULT_KEYS, RUN_KEYS, Kind, get_kind, nearest
from fioboard.engine.filters.language import parse, parse_query
from fioboard.engine.words.metrics import Metric, metric

__all__ = [
    "RESULT_KEYS",
    "RUN_KEYS",
    "Condition",
    "Filter",
    "Kind",
    "Metric",
    "Term",
    "get_kind",
    "metric",
    "nearest",
    "parse",
    "parse_query",
]
