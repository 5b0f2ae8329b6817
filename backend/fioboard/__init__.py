"""fioboard: the service that keeps, compares and shows fio results."""

__version__ = "0.3.0"
