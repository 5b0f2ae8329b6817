"""Many values in one test, where a case of its own would cost pytest more than what it checks."""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from traceback import format_exception
from typing import Any

import pytest

Test = Callable[..., Any]
# What a failing assertion or `pytest.raises` raises; a value that skips would hide that it was not checked.
FAILURES = (Exception, pytest.fail.Exception, pytest.skip.Exception)


def check_each(names: str, values: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[[Test], Test]:
    """Run the decorated test once for each value and report every value that fails.

    It reads like `pytest.mark.parametrize` and replaces it where a case is only a value: all values share the test's
    fixtures. A function that returns the values is called when the test runs, so that collecting reads no files.
    """
    keys = [name.strip() for name in names.split(",")]
    declared = values if callable(values) else tuple(values)

    def list_arguments() -> list[dict[str, Any]]:
        found = [
            dict(zip(keys, value if len(keys) > 1 else [value], strict=True))
            for value in (declared() if callable(declared) else declared)
        ]
        assert found, f"there is no value of {names} to check"
        return found

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def check_all(**fixtures: Any) -> None:
            with _failing_together() as failures:
                for arguments in list_arguments():
                    with _collecting(failures, arguments):
                        test(**fixtures, **arguments)

        @functools.wraps(test)
        async def await_all(**fixtures: Any) -> None:
            with _failing_together() as failures:
                for arguments in list_arguments():
                    with _collecting(failures, arguments):
                        await test(**fixtures, **arguments)

        looped: Any = await_all if inspect.iscoroutinefunction(test) else check_all
        signature = inspect.signature(test)
        fixtures = [one for one in signature.parameters.values() if one.name not in keys]
        looped.__signature__ = signature.replace(parameters=fixtures)
        return looped

    return decorate


@contextmanager
def _collecting(failures: list[str], arguments: dict[str, Any]) -> Iterator[None]:
    try:
        yield
    except FAILURES as error:
        value = ", ".join(f"{name} = {value!r:.200}" for name, value in arguments.items())
        failures.append(f"With {value}:\n{''.join(format_exception(error))}")


@contextmanager
def _failing_together() -> Iterator[list[str]]:
    # Not an exception group: schemathesis's plugin shows only the first of those that were raised in one line.
    failures: list[str] = []
    yield failures
    if failures:
        pytest.fail("\n".join([f"{len(failures)} values fail.", *failures]), pytrace=False)
