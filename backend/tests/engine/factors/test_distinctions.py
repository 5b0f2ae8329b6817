"""What tells the runs of one host apart: planted by hand."""

import numpy as np

from fioboard.engine.factors.distinctions import telling_first, varying


def varies(hosts: list[int], stated: tuple[str, ...] = (), **columns: list[int]) -> dict[int, list[str]]:
    """Of each host, what tells a run with these stated keys apart."""
    codes = {key.replace("__", "."): np.array(values) for key, values in columns.items()}
    return {host: one.list_keys(stated) for host, one in varying(codes, np.array(hosts)).items()}


def test_only_what_differs_within_a_host_counts() -> None:
    """Hosts 1 and 2 differ in their kernel, which the host's name tells; slots differ within host 2 alone."""
    assert varies([2, 1, 2, 1], kernel=[1, 2, 1, 2], slot=[1, 3, 2, 3]) == {1: [], 2: ["slot"]}


def test_unknown_tells_nothing_apart_unless_somebody_stated_the_other() -> None:
    assert varies([1, 1], slot=[0, 3]) == {1: []}
    assert varies([1, 1], ("slot",), slot=[0, 3]) == {1: ["slot"]}
    assert varies([1, 1, 1], slot=[0, 3, 2]) == {1: ["slot"]}


def test_what_follows_from_another_is_not_named_and_what_people_said_comes_first() -> None:
    """A card in another slot has another link; the RAID level stands before slots in the registry."""
    columns = {"raid__level": [1, 2], "slot": [1, 2], "pcie__link": [1, 2], "label__fan": [1, 2]}
    assert varies([1, 1], ("label.fan",), **columns) == {1: ["label.fan", "raid.level", "slot"]}


def test_what_every_row_says_anyway_is_not_repeated() -> None:
    columns = {
        "rw": [1, 2],
        "bs": [1, 2],
        "iodepth": [1, 2],
        "numjobs": [1, 2],
        "host": [1, 2],
        "tool": [1, 2],
    }
    assert varies([1, 1], **columns) == {1: []}


def test_nothing_at_all() -> None:
    assert varying({}, np.array([], np.intp)) == {}


def test_rows_that_look_alike_differ_in_what_is_shown() -> None:
    keys = ["a", "b", "c", "d"]
    alike: list[dict[str, object]] = [{"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1, "b": 1, "c": 1, "d": 2}]
    assert telling_first(keys, alike, 3) == ["d", "a", "b", "c"]
    assert telling_first(keys, alike, 4) == keys
    assert telling_first(keys, alike[:1], 3) == keys
    assert telling_first(keys, [alike[0], alike[0]], 3) == keys
