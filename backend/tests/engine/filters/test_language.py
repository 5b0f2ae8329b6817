"""The filter language: what texts mean, their one canonical spelling, and errors that name what is wrong."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.core.errors import FilterError, UnknownKey, UnknownValue
from fioboard.engine.filters import Condition, Filter, Term, get_kind, parse, parse_query
from fioboard.engine.filters.keys import CHOICES, RUN_KEYS
from fioboard.engine.words.factors import FACTORS, JOB_OPTIONS
from tests.loops import check_each


@check_each(
    "query, canonical",
    [
        ("bs=4096", "bs=4k"),
        ("bs=4K&bs=4kib&bs=4KB", "bs=4k"),
        ("bs=1m..1024k", "bs=1M"),
        ("bs=4k-64k", "bs=4k-64k"),
        ("bs=0", "bs=0"),
        ("direct=true", "direct=1"),
        ("iops=12.9k..", "iops=12900.."),
        ("clat_p99_9_ns=..0.5ms", "clat_p99_9_ns=..500us"),
        ("clat_mean_ns=1.5", "clat_mean_ns=1.5ns"),
        ("bw_bytes_per_s=2GiB/s..", "bw_bytes_per_s=2147483648.."),
        ("bw_bytes_per_s=2329.5MB/s", "bw_bytes_per_s=2329500000"),
        ("rw=!read&host=b&host=a", "host=a&host=b&rw=!read"),
        ("host=jupiter+two", "host=jupiter%20two"),
        ("kernel=&bios.version=!", "bios.version=!&kernel="),
        ("iodepth=..8&iodepth=64..", "iodepth=..8&iodepth=64.."),
        ("started_at=last-7d", "started_at=last-7d"),
        ("label.fan=%5C!off", "label.fan=%5C!off"),
        ("host=a..b", "host=a..b"),
        ("", ""),
    ],
)
def test_one_spelling_for_each_filter(query: str, canonical: str) -> None:
    assert parse_query(query).format_query() == canonical
    assert parse_query(canonical) == parse_query(query)


@check_each(
    "query, error, says",
    [
        ("iodept=32", UnknownKey, "'iodept'; did you mean 'iodepth'?"),
        ("clat_p0_ns=1", UnknownKey, "clat_p0_ns"),
        ("label.UPPER=1", UnknownKey, "label.UPPER"),
        ("state=understod", UnknownValue, "did you mean 'understood'?"),
        ("bs=4x", UnknownValue, "bs=4x is not a size such as"),
        ("bw_bytes_per_s=2m", UnknownValue, "MB/s"),
        ("clat_mean_ns=1m", UnknownValue, "a time like"),
        ("iodepth=8..4", UnknownValue, "from the smaller to the larger"),
        ("iodepth=..", UnknownValue, "at least one end"),
        ("iops=nan", UnknownValue, "a number like"),
        ("iops=1e400", UnknownValue, "below 2^63"),
        ("bs=99999999999999t", UnknownValue, "below 2^63"),
        ("started_at=yesterday", UnknownValue, "last-7d"),
        ("started_at=2026-02-30", UnknownValue, "is not"),
        ("started_at=last-7d..last-1d", UnknownValue, "a range between two plain values"),
        ("batch=7", UnknownValue, "an id like"),
        ("q=--", UnknownValue, "a word to search for"),
        ("rw", FilterError, "key=value"),
        ("&".join(["host=a"] * 501), FilterError, "key=value"),
    ],
)
def test_errors_name_what_is_wrong(query: str, error: type[FilterError], says: str) -> None:
    with pytest.raises(error) as raised:
        parse_query(query)
    assert says in raised.value.detail


def test_more_terms_than_anyone_types_are_refused() -> None:
    with pytest.raises(FilterError, match="at most 500"):
        parse([("host", str(n)) for n in range(501)])


def text() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=12)


def numbers() -> st.SearchStrategy[int | float]:
    plain = st.floats(0, 1e15).map(lambda f: int(f) if f == int(f) else f)
    return st.one_of(st.integers(0, 2**62), plain)


def value_of(kind: str, key: str) -> st.SearchStrategy[object]:
    return {
        "text": text().map(lambda t: t + "x" if key == "q" else t),
        "choice": st.sampled_from(CHOICES.get(key, ("x",))),
        "number": numbers(),
        "duration": numbers(),
        "rate": numbers(),
        "bytes": st.one_of(st.integers(0, 2**62), st.integers(0, 60).map(lambda n: 2**n)),
        "flag": st.booleans(),
        "time": st.dates().filter(lambda d: d.year > 1000).map(str),
        "id": st.uuids().map(str),
    }[kind]


KEYS = [*RUN_KEYS, *JOB_OPTIONS, *FACTORS, "label.fan", "iops", "bw_bytes_per_s", "clat_p99_9_ns", "cpu_pct"]


@st.composite
def conditions(draw: st.DrawFn, key: str) -> Condition:
    kind = get_kind(key)
    assert kind is not None

    def term() -> Term:
        value = draw(value_of(kind, key))
        if kind in {"number", "bytes", "duration", "rate"} and draw(st.booleans()):
            other = draw(value_of(kind, key))
            low, high = sorted((value, other))  # type: ignore[type-var]
            return Term(low, high) if draw(st.booleans()) else Term(low, None)  # type: ignore[arg-type]
        return Term(value, value) if key == "q" or draw(st.integers(0, 9)) else Term()  # type: ignore[arg-type]

    includes = tuple(term() for _ in range(draw(st.integers(0, 3))))
    excludes = tuple(term() for _ in range(draw(st.integers(0 if includes else 1, 2))))
    return Condition(key, includes, excludes)


filters = st.lists(st.sampled_from(KEYS), unique=True, max_size=5).flatmap(
    lambda keys: st.tuples(*(conditions(key) for key in sorted(keys))).map(lambda found: Filter(tuple(found)))
)


@given(filters)
def test_every_filter_survives_its_own_text(wanted: Filter) -> None:
    query = wanted.format_query()
    again = parse_query(query)
    assert again.format_query() == parse_query(again.format_query()).format_query()
    for condition, found in zip(wanted, again, strict=True):
        assert condition.key == found.key
        assert set(condition.includes) == set(found.includes)
        assert set(condition.excludes) == set(found.excludes)
    # A page's address, the API and a person's own spelling give the same filter.
    assert parse(parse_qsl(query, keep_blank_values=True)) == again


@given(st.text(max_size=40))
def test_no_text_is_read_by_accident(query: str) -> None:
    try:
        found = parse_query(query)
    except FilterError:
        return
    assert parse_query(found.format_query()) == found
