"""The program that runs on a test host: runs fio, keeps every result until the service has it."""

__version__ = "0.3.0"
