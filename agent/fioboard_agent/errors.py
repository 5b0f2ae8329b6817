"""Errors that end a command: one sentence for the person, one exit code for the script.

The codes are part of the command line's contract and printed by `fioboard-agent --help`.
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_FIO_FAILED = 1
EXIT_USAGE = 2
EXIT_REFUSED = 3
EXIT_WAITING = 4
EXIT_REJECTED = 5
EXIT_SETUP = 6
EXIT_BUSY = 7
EXIT_NOT_READY = 8
EXIT_INTERRUPTED = 130

EXIT_CODES_HELP = """exit codes:
  0    done; every result is stored by the service (or --no-upload was given)
  1    fio itself failed; what it wrote is kept and uploaded all the same
  2    the command line or the job cannot be understood
  3    refused: the job could destroy data or run programs; nothing was started
  4    the result is safe on this host but not uploaded yet: `fioboard-agent push`
  5    the service refused a result for good: `fioboard-agent status`
  6    something is missing or wrong on this host (fio, configuration, disk space)
  7    another benchmark of the agent is running on this host
  8    --strict, and a check before the run warned; nothing was started and nothing was changed
  130  interrupted; what fio had measured is kept and marked as interrupted"""


class AgentError(Exception):
    """A sentence for the person at the terminal, and the exit code of the command."""

    exit_code = EXIT_SETUP


class UsageError(AgentError):
    """The command line, the job file or fio's arguments cannot be understood."""

    exit_code = EXIT_USAGE


class RefusedError(AgentError):
    """Starting this job could destroy data, run a program, or measure the wrong thing."""

    exit_code = EXIT_REFUSED


class SetupError(AgentError):
    """fio, the configuration or the space for results is missing."""

    exit_code = EXIT_SETUP


class BusyError(AgentError):
    """Two benchmarks at once would spoil each other's numbers."""

    exit_code = EXIT_BUSY


class NotReadyError(AgentError):
    """A check before the run warned, and only a run without warnings was wanted."""

    exit_code = EXIT_NOT_READY
